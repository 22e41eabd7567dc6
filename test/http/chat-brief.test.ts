import { afterAll, beforeAll, expect, test } from "vitest";
import { listTurns, sendMessage } from "#features/chat/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { ended } from "../briefing.ts";
import { addOpenInvoice } from "../open-invoice.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** The day's brief in the conversation, and what is offered and asked beside it. */
let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  await hire(member, "CEO", "CFO", "Customer Success");
  const add = (kind: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "manual", fields } as never });
  for (const [name, ownerName] of [
    ["Elmwood Bakery", null],
    ["Elmwood Logistics", "Sam Okafor"],
    ["Elmwood Press", "Dana Reyes"],
    ["Harbour Foods", "Dana Reyes"],
  ])
    await add("customers", { name, ownerName, status: "active" });
  for (const [number, customerName, amount, issuedOn] of [
    ["S-1", "Elmwood Logistics", 300, "2020-10-10"],
    ["S-2", "Elmwood Press", 200, "2020-10-10"],
    ["S-3", "Harbour Foods", 100, "2020-10-12"],
  ] as const)
    await addOpenInvoice(member, number, customerName, amount, issuedOn);
  await add("deals", {
    name: "Labels",
    ownerName: "Dana Reyes",
    customerName: "Harbour Foods",
    amount: 40,
    stage: "won",
    openedOn: "2020-09-01",
    closedOn: "2020-10-01",
  });
});
afterAll(() => world.close());

const say = (message: string, by = member) => by.call(sendMessage, { body: { message } });
const labels = ({ turn }: Awaited<ReturnType<typeof say>>) => turn.answer?.followUps.map(({ label }) => label);
const prompts = [
  "Which decisions are waiting for me?",
  "Which customers are at risk?",
  "How does revenue this quarter compare with last quarter?",
];

test("asked for before one was written, the brief is of now and says so", async () => {
  const { type, response, turn } = await say("What is in my daily brief?");
  expect(type).toBe("analysis");
  expect(response).toContain("No brief has been written today, so this is how things stand now.");
  expect(response).toContain("Collect $300 from Elmwood Logistics");
  expect(turn.answer?.brief?.runId).toBeNull();
});

test("today's brief is what the control center shows, each line with its source and where it leads", async () => {
  const { runId } = await member.call(startDailyBrief);
  await ended(member, runId);
  const { brief } = await member.call(getDashboard);
  for (const message of ["show me the brief", "The morning brief?", "What's in today's brief?"]) {
    const { response, turn } = await say(message);
    expect(turn.answer?.brief).toEqual({ runId, lines: brief?.lines });
    expect(turn.answer?.line).toEqual(brief?.headline);
    expect(response).not.toContain("No brief has been written");
  }
  expect(brief?.lines.length).toBeGreaterThan(0);
  for (const { source, href } of brief?.lines ?? [])
    expect([source, href]).toEqual([expect.any(String), expect.any(String)]);
});

test("the brief is of the company that asks, and a turn of one's own", async () => {
  const stranger = await world.member();
  await hire(stranger, "CEO");
  const { response } = await say("show me the brief", stranger);
  expect(response).not.toContain("Elmwood");
  const other = await colleague(world, member, "viewer");
  expect(await other.call(listTurns)).toEqual([]);
  expect((await other.call(getDashboard)).brief?.lines.length).toBeGreaterThan(0);
});

test("a word that several names begin with is named with them, and each is offered", async () => {
  await say("How much does Harbour Foods owe us?");
  const asked = await say("and Elmwood?");
  expect(asked.response).toBe(
    '"Elmwood" could be Elmwood Bakery, Elmwood Logistics or Elmwood Press. Which do you mean?',
  );
  expect(labels(asked)).toEqual(["and Elmwood Bakery?", "and Elmwood Logistics?", "and Elmwood Press?"]);
  expect((await say("and Elmwood Logistics?")).response).toContain("$300");
  expect((await say("and elmwood?")).response).toContain("could be Elmwood Bakery");
  expect((await say("How much does Elmwood owe us?")).response).toContain("could be Elmwood Bakery");
  expect((await say("and harbour?")).response).toContain("$100");
  expect((await say("and Quarrel?")).response).not.toContain("could be");
});

test("a name is put in the place of the whole word it stands for", async () => {
  await say("How much does Harbour Foods owe us?");
  expect(labels(await say("and septelmwood elmwood?"))).toEqual([
    "and septelmwood Elmwood Bakery?",
    "and septelmwood Elmwood Logistics?",
    "and septelmwood Elmwood Press?",
  ]);
  expect(labels(await say("and İstanbul elmwood?"))).toEqual([
    "and İstanbul Elmwood Bakery?",
    "and İstanbul Elmwood Logistics?",
    "and İstanbul Elmwood Press?",
  ]);
});

test("who is responsible is said of rows by their owner, of a customer by theirs, else of the field", async () => {
  await say("How many deals did we win in 2020?");
  expect((await say("and who is responsible?")).response).toContain("Dana Reyes");
  await say("How much did we invoice Elmwood Logistics in October 2020?");
  expect((await say("And who is responsible for it?")).response).toBe(
    "Sam Okafor is responsible for Elmwood Logistics.",
  );
  await say("What is our runway?");
  expect((await say("who's in charge?")).response).toMatch(/, your CFO, is responsible for this\.$/);
  await say("Invoices in 2020 by customer");
  expect((await say("who is responsible?")).response).toBe("No record says who is responsible for these invoices.");
});

test("offers repeat no prompt of the page, and compare with a year before only where it has records", async () => {
  for (const message of [
    "Which customers are at risk?",
    "Who owes us the most?",
    "What are our biggest risks?",
    "hello",
  ]) {
    const offered = labels(await say(message));
    expect(offered).toHaveLength(2);
    expect(offered?.filter((one) => prompts.includes(one))).toEqual([]);
  }
  expect(labels(await say("What is the average invoice in October 2020?"))).not.toContain(
    "Compared with a year before",
  );
});
