import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import {
  chooseImport,
  type FileImport,
  getImport,
  listImports,
  openImport,
  startImport,
} from "#features/imports/contract.ts";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { listRuns } from "#features/runs/contract.ts";
import { initializeAgents } from "#features/setup/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

async function bringIn(member: Member, fileName: string, text: string, answers: Record<string, string>): Promise<void> {
  const { id } = await member.call(openImport, { body: { fileName, size: Buffer.byteLength(text) } });
  const until = async (status: FileImport["status"]) =>
    expect
      .poll(async () => (await member.call(getImport, { params: { id } })).status, { timeout: 30_000, interval: 100 })
      .toBe(status);
  await fetch(`${world.url}/api/imports/${id}/parts/0`, {
    method: "PUT",
    headers: {
      "content-type": "application/octet-stream",
      "sec-fetch-site": "same-origin",
      cookie: member.cookie ?? "",
    },
    body: text,
  });
  await until("looked");
  const given = Object.entries(answers).map(([question, answer]) => ({ question, item: "", answer }));
  await member.call(chooseImport, { params: { id }, body: { answers: given } });
  await until("looked");
  await member.call(startImport, { params: { id } });
  await until("done");
}
const rowsOf = async (member: Member, kind: RecordKind) =>
  (await member.call(listRecords, { params: { kind }, query: {} })).rows;

test("a payroll of several months gives people and what each was paid, which is asked for by their names", async () => {
  const member = await world.member("pay");
  await member.call(initializeAgents);
  const staff = [
    ["Ada Lind", "Baker", 3_000, 4],
    ["Bo Karl", "Driver", 2_400, 0],
    ["Ray, Cleo", "Baker", 2_700, 9],
  ] as const;
  const lines = ["07", "08", "09", "10"].flatMap((month, at) =>
    staff
      .filter(([name]) => name !== "Bo Karl" || at < 2)
      .map(([name, role, gross, hours]) =>
        [`2026-${month}`, `2026-${month}-28`, name, role, gross + at * 100, hours * at, gross * 0.6 + at * 50].join(
          ";",
        ),
      ),
  );
  const csv = ["Pay month;Pay date;Employee;Job title;Gross pay;Overtime hours;Net pay", ...lines].join("\n");
  await bringIn(member, "wages.csv", csv, { payroll: "people", "heading:monthlyCost": "Gross pay" });
  const payOf = async () => (await member.call(listImports)).find(({ fileName }) => fileName === "wages (pay).csv");
  await expect.poll(async () => (await payOf())?.status, { timeout: 30_000 }).toBe("done");
  expect((await rowsOf(member, "people")).length).toBe(3);
  const slips = await rowsOf(member, "pay");
  expect(slips.length).toBe(10);
  expect(
    slips.find(({ fields }) => fields["employeeName"] === "Bo Karl" && fields["day"] === "2026-08-28"),
  ).toMatchObject({
    fields: { gross: 2_500, net: 1_490, period: "2026-08" },
  });
  const asked = async (question: string) => {
    const { taskId } = await member.call(askAgents, { body: { question, urgency: "medium" } });
    const of = async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    await expect.poll(async () => (await of())?.status, { timeout: 30_000, interval: 100 }).toBe("done");
    const { answer } = (await of()) ?? { answer: null };
    return answer ? formatLine(answer.line, answer.figures) : "";
  };
  expect(await asked("Gross pay for each month of Q3 2026?")).toMatch(/8,100.*8,400.*6,100/s);
  expect(await asked("Who put in the most overtime hours this year, and how many?")).toMatch(/Ray, Cleo.*54/);
  expect(await asked("When was Bo Karl's last payslip and what was the net?")).toMatch(/28 Aug 2026.*1,490/);
  expect(await asked("Did Ada earn more in October than in September?")).toMatch(/^Yes\b.*3,300.*3,200/);
  expect(await asked("What was Cleo's net pay in October?")).toMatch(/1,770/);
  expect(await asked("And Ada's?")).toMatch(/1,950/);
  // Viewers see that someone was paid, never how much, and neither does what everyone reads.
  const viewer = await colleague(world, member, "viewer");
  const amounts = /1,?490|2,?500|1,?770|1,?950|3,?300/;
  const slipsOf = { params: { kind: "pay" as const }, query: {} };
  expect(JSON.stringify(await viewer.call(listRecords, slipsOf))).not.toMatch(amounts);
  expect(await viewer.call(listQuestions)).toEqual([]);
  const seen = [
    await viewer.call(listTasks, { query: {} }),
    await viewer.call(listRuns, { query: {} }),
    await viewer.call(listCommunications, { query: {} }),
    await viewer.call(getFeed, { query: {} }),
  ];
  expect(JSON.stringify(seen)).not.toMatch(amounts);
  const shared = await member.call(queryOrchestrator, {
    body: { query: "What was Cleo's net pay in October?", priority: "medium" },
  });
  expect(shared.answered).toBe(false);
});
