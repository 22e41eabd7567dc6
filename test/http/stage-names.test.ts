import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { query, type QueryInput } from "#contract/query.ts";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { exploreRows, searchRows } from "#features/explore/contract.ts";
import { addRecord, changeRecord } from "#features/records/contract.ts";
import { exportRecords, listOwnWords, listRecords } from "#features/records/list/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { briefedBy } from "../briefed.ts";
import { importFile } from "../importing.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

const today = dayIn(now(), "UTC");
const on = (days: number) => addDays(today, days);

let world: World;
let member: Member;
let sales = "";
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  const team = await hire(member, "CEO", "Sales");
  sales = team.find(({ role }) => role === "Sales")?.id ?? "";
  // Names of nobody else's, one that holds a word of ours, one that holds a noun of ours, and deals without any.
  for (const [name, stage, stageName, amount] of [
    ["D1", "proposal", "Technical Evaluation", 1_000],
    ["D2", "proposal", "Technical Evaluation", 2_000],
    ["D3", "proposal", "Proposal Sent to Board", 4_000],
    ["D4", "negotiation", "Contract Redlines", 8_000],
    ["D5", "lead", "Ofen heiß", 16_000],
    ["D6", "lead", null, 32_000],
    ["D7", "won", "Signed & Sealed", 64_000],
    ["D8", "proposal", null, 500],
  ] as const)
    await member.call(addRecord, {
      body: {
        kind: "deals",
        source: "manual",
        fields: { name, stage, stageName, amount, openedOn: on(-20), ...(stage === "won" && { closedOn: on(-2) }) },
      },
    });
});
afterAll(() => world?.close());

const explore = (asked: QueryInput) => member.call(exploreRows, { query: { q: JSON.stringify(asked) } });
const queryIn = (href: string): QueryInput =>
  query.parse(JSON.parse(new URL(href, "http://x").searchParams.get("q") ?? ""));
const listed = async (filter: object) =>
  (await member.call(listRecords, { params: { kind: "deals" }, query: filter })).rows
    .map(({ fields }) => String(fields["name"]))
    .toSorted();

async function ask(question: string): Promise<string> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const answered = () =>
    member.call(listQuestions).then((all) => all.find((one) => one.taskId === taskId && one.answer !== null));
  await expect.poll(answered, { timeout: 100_000 }).toBeTruthy();
  const answer = (await answered())?.answer;
  return answer ? formatLine(answer.line, answer.figures) : "";
}

test("lists filter by the company's own names, and by what they count as", async () => {
  expect(await listed({ field: "stageName", is: "technical evaluation" })).toEqual(["D1", "D2"]);
  expect(await listed({ status: "proposal" })).toEqual(["D1", "D2", "D3", "D8"]);
  expect(await listed({ status: "proposal", unknown: "stageName" })).toEqual(["D8"]);
  const words = await member.call(listOwnWords);
  expect(words.map(({ choice, word, rows }) => [choice, word, rows])).toEqual([
    ["lead", "Ofen heiß", 1],
    ["proposal", "Technical Evaluation", 2],
    ["proposal", "Proposal Sent to Board", 1],
    ["negotiation", "Contract Redlines", 1],
    ["won", "Signed & Sealed", 1],
  ]);
  expect(await (await world.member()).call(listOwnWords)).toEqual([]);
});

test("Explore groups and shows stages by the company's own names, and each group opens its own rows", async () => {
  const { groups } = await explore({ subject: "deals", groupBy: { field: "stage" }, measure: { of: "sum" } });
  expect(groups?.map(({ label, value, rows }) => [label, value, rows])).toEqual([
    ["Signed & Sealed", 64_000, 1],
    ["Lead", 32_000, 1],
    ["Ofen heiß", 16_000, 1],
    ["Contract Redlines", 8_000, 1],
    ["Proposal Sent to Board", 4_000, 1],
    ["Technical Evaluation", 3_000, 2],
    ["Proposal", 500, 1],
  ]);
  for (const { label, rows, value, href } of groups ?? []) {
    const { total } = await explore(queryIn(href));
    expect([label, total.rows, total.value]).toEqual([label, rows, value]);
  }
  const { rows } = await explore({ subject: "deals", filters: [{ field: "name", test: "is", values: ["D1"] }] });
  expect(rows?.rows[0]?.cells).toContain("Technical Evaluation");
  const [found] = (await member.call(searchRows, { query: { q: "D4" } })).filter(({ subject }) => subject === "deals");
  expect(found?.rows[0]?.aside).toContain("contract redlines");
});

test.each([
  ["How many deals are in Technical Evaluation?", /^2 deals/],
  ["How much is in technical evaluation?", /3,000/],
  ["Total value of deals in Proposal Sent to Board", /4,000/],
  ["How many deals are in Contract Redlines?", /^1 deal/],
  ["Which deals are in Ofen heiß?", /D5/],
  ["deals in Signed & Sealed", /64,000|1 deal/],
  ["How many deals are not in Technical Evaluation?", /^6 deals/],
  ["open deals by stage", /Technical Evaluation/],
])("%s", async (question, expected) => {
  expect(await ask(question)).toMatch(expected);
});

test("the pipeline names the company's own stages", async () => {
  const { report } = await briefedBy(member, sales);
  const table = report.sections.find(({ title }) => title === "Pipeline")?.table;
  expect(
    table?.rows.map(([first = [], deals = []]) => [formatLine(first, []), formatLine(deals, report.figures)]),
  ).toEqual([
    ["Ofen heiß", "1"],
    ["Lead", "1"],
    ["Proposal Sent to Board", "1"],
    ["Technical Evaluation", "2"],
    ["Proposal", "1"],
    ["Contract Redlines", "1"],
  ]);
});

test("a file's own word of a stage is kept, and nothing is kept that says no more than ours", async () => {
  const other = await world.member();
  const csv =
    "Deal,Stage,Amount,Created\nE1,Contract Sent,10,2026-01-05\nE2,Negotiation,20,2026-01-05\nE3,closed won,30,2026-01-05\n";
  expect(await importFile(world, other, "deals", csv)).toMatchObject({ status: "done", badCount: 0 });
  const rows = async () => (await other.call(listRecords, { params: { kind: "deals" }, query: { sort: "name" } })).rows;
  expect((await rows()).map(({ fields }) => [fields["stage"], fields["stageName"]])).toEqual([
    ["negotiation", "Contract Sent"],
    ["negotiation", null],
    ["won", "closed won"],
  ]);
  const { heading, lines } = await other.call(exportRecords, { params: { kind: "deals" }, query: {} });
  const again = await importFile(world, other, "deals", heading + lines.map(({ csv: line }) => line).join(""));
  expect(again).toMatchObject({ status: "done", badCount: 0, added: 0, changed: 0 });
  // A later file with another stage brings its own word, or none.
  await importFile(world, other, "deals", csv.replace("Contract Sent", "Proposal"));
  expect((await rows())[0]?.fields).toMatchObject({ stage: "proposal", stageName: null });

  const [first] = await rows();
  const fields = { ...first?.fields, stageName: "Board vote" };
  const body = { kind: "deals", fields } as never;
  expect((await other.call(changeRecord, { params: { id: first?.id ?? "" }, body })).fields["stageName"]).toBe(
    "Board vote",
  );
  expect((await journalOf(world, other)).at(-1)).toBe("record.changed");
});
