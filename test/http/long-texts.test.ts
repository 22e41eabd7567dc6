import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecordKind } from "#features/records/contract.ts";
import { getImport, importMetrics, type MetricImport } from "#features/metrics/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { importFile } from "../importing.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
});
afterAll(() => world?.close());

/** As long as a line of a file may be, but for the rest of it. */
const size = 199_000;
/** A quadratic pattern takes a multiple of this over one such cell, even on a busy machine the rest does not. */
const longestMs = 5_000;

/** Does something while /livez is asked again and again, gives how long its slowest answer took, in ms. */
async function slowestBeside(work: () => Promise<unknown>): Promise<number> {
  let slowest = 0;
  let isOver = false;
  const ask = async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${world.url}/livez`)).text();
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const asking = ask();
  await work().finally(() => (isOver = true));
  await asking;
  return slowest;
}

const blanks = " ".repeat(size);
const good = {
  contracts: "Lease,2026-01-01,30",
  deals: "Big deal,100,2026-01-01,60%",
  invoices: "R-1,2026-01-01,2026-02-01,10",
};
test.each<[string, RecordKind & keyof typeof good, string, string, string]>([
  ["a number of days", "contracts", "title,starts on,notice days", `Long,2026-01-01,1${blanks}x`, "Notice"],
  ["a share", "deals", "name,amount,opened on,probability", `Long,100,2026-01-01,1${blanks}x`, "Probability"],
  ["a date", "invoices", "number,issued on,due on,amount", `R-2,${"T".repeat(size)}x,2026-02-01,10`, "Issued"],
  [
    "an amount",
    "invoices",
    "number,issued on,due on,amount",
    `R-2,2026-01-01,2026-02-01,${"1".repeat(size)}x`,
    "Amount",
  ],
])(
  "%s of 199,000 characters is refused by its line and keeps nobody waiting",
  async (_what, kind, heading, long, label) => {
    const someone = await world.member();
    const slowest = await slowestBeside(async () => {
      const result = await importFile(world, someone, kind, `${heading}\n${good[kind]}\n${long}\n`);
      // A cell that a record can be without is left empty.
      const [end, added] = ["Notice", "Probability"].includes(label) ? ["; left empty", 2] : ["", 1];
      const sentence = new RegExp(`^${label}[^"]*: ".{40}…" is longer than 100 characters${end}\\.$`);
      expect(result.badLines).toEqual([{ line: 3, sentence: expect.stringMatching(sentence) }]);
      expect(result).toMatchObject({ status: "done", added, badCount: 2 - added });
    });
    expect(slowest).toBeLessThan(longestMs);
  },
);

test("a line with a cell longer than any heading is none, and the file is refused", async () => {
  const result = await importFile(world, member, "customers", `name,${"x".repeat(256)}\nAcme Ltd,1\n`);
  expect(result).toMatchObject({ status: "failed", added: 0 });
  expect(result.sentence).toContain("Nothing was imported: no column is ca");
});

test("a figure's cell of 99,000 characters is refused by its line", async () => {
  const query = "fileName=f.csv&metricName=jobs&dateColumn=date&valueColumn=value&dateFormat=YYYY-MM-DD";
  const sent = await member.send(importMetrics.method, `${importMetrics.path}?${query}`, {
    body: `date,value\n2026-01-02,7\n2026-01-03,${"1".repeat(99_000)}x\n`,
    headers: { "content-type": "text/csv" },
  });
  const { id } = sent.json as MetricImport;
  const found = () => member.call(getImport, { params: { id } });
  await expect.poll(async () => (await found()).status).toBe("failed");
  expect((await found()).badLines).toEqual([
    { line: 3, sentence: `"${"1".repeat(40)}…" is longer than 100 characters.` },
  ]);
});

test("a text longer than any field takes is refused before it is read", async () => {
  const [agent] = await hire(member, "Operations");
  const context = { vendor: "Acme", currentPrice: 100, newPrice: 110 };
  const send = (term: string) =>
    member.send(makeDecision.method, makeDecision.path, {
      body: { agentId: agent?.id, decisionType: "vendor_renewal", context: { ...context, term } },
    });
  const slowest = await slowestBeside(async () => {
    const long = await send(`1${" ".repeat(90_000)}x`);
    expect([long.status, long.text]).toEqual([400, "term must be at most 10,000 characters long"]);
    // The control: what is within the limit is read.
    const short = await send(`1${" ".repeat(9_000)}x`);
    expect(short.text).toContain("term must be a number of months");
  });
  expect(slowest).toBeLessThan(longestMs);
  const list = await member.send("POST", "/api/tasks", { body: { title: "x", notes: ["y".repeat(10_001)] } });
  expect([list.status, list.text]).toEqual([400, "notes must be at most 10,000 characters long"]);
});

test("a required text without a visible character is refused as missing", async () => {
  const unseen = "\u200b\u2060\u00a0";
  const task = await member.send("POST", "/api/tasks", { body: { title: unseen } });
  expect([task.status, task.text]).toEqual([400, "Title is required"]);
  // The control: a sign beside them is enough.
  const seen = await member.send("POST", "/api/tasks", { body: { title: `${unseen}!` } });
  expect(seen.status).toBe(200);
});
