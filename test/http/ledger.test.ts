import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { getLedgerSummary, listLedger } from "#features/decisions/ledger/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import { pagesOf } from "../pages.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let owner: Member;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  owner = await world.member("owner");
  const team = await hire(owner, "CEO", "CFO", "Sales");
  const agentId = (role: string) => team.find((agent) => agent.role === role)?.id ?? "";
  const invest = async (name: string, investment: number, extra: object = {}) => {
    const context = { ...testContexts.CFO.context, investment, purpose: name, subject: name, ...extra };
    const body = { agentId: agentId("CFO"), decisionType: "investment_evaluation", context };
    ids[name] = (await owner.call(makeDecision, { body })).id;
  };
  await invest("Crane", 85_000, { counterparty: "Quay Ltd" });
  await invest("Van", 12_000);
  await invest("Lift", 7_000);
  await invest("Saw", 3_000);
  await invest("Ramp", 2_000);
  const lead = { agentId: agentId("Sales"), decisionType: "lead_qualification", context: { leadValue: 9_000 } };
  ids["Lead"] = (await owner.call(makeDecision, { body: lead })).id;
  const sample = { agentId: agentId("CFO"), ...testContexts.CFO, isTest: true };
  ids["Test"] = (await owner.call(makeDecision, { body: sample })).id;
  for (const name of ["Van", "Lift"]) await settle(name, true);
  await settle("Saw", false, "Not enough evidence");
  await world.asOwner("UPDATE decisions SET expires_at = now() - interval '1 second' WHERE id = $1", [ids["Ramp"]]);
  await world.asOwner(
    "UPDATE decisions SET status = 'rejected', closed_reason = 'expired', settled_at = now() WHERE id = $1",
    [ids["Ramp"]],
  );
  await world.asOwner(
    `UPDATE forecasts SET held = false, resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE decision_id = $1 AND horizon = 'final'`,
    [ids["Lift"], owner.user.id],
  );
});
afterAll(() => world?.close());

const settle = (name: string, approved: boolean, reason?: string) =>
  owner.call(settleDecision, { params: { id: ids[name] ?? "" }, body: { approved, ...(reason ? { reason } : {}) } });
const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id);
const found = async (query: object) => (await owner.call(listLedger, { query })).map(({ id }) => nameOf(id));

test("each decision stands with its amount, deadline, claim and outcome", async () => {
  const rows = await owner.call(listLedger);
  const outcomes = Object.fromEntries(rows.map((row) => [nameOf(row.id), row.outcome]));
  expect(outcomes).toEqual({
    Crane: "pending",
    Lead: "pending",
    Test: "pending",
    Van: "open",
    Lift: "notHeld",
    Saw: "rejected",
    Ramp: "expired",
  });
  const van = rows.find(({ id }) => id === ids["Van"]);
  expect(van).toMatchObject({ exposure: { amount: 12_000 }, approvedBy: owner.username, isTest: false });
  expect(van?.claimed).toBeGreaterThan(0);
  expect(van?.dueOn).toMatch(/^\d{4}-/);
});

test.each([
  [{ status: "pending" }, ["Crane", "Lead", "Test"]],
  [{ status: "approved" }, ["Van", "Lift"]],
  [{ status: "rejected" }, ["Saw"]],
  [{ status: "expired" }, ["Ramp"]],
  [{ role: "Sales" }, ["Lead"]],
  [{ type: "lead_qualification" }, ["Lead"]],
  [{ outcome: "notHeld" }, ["Lift"]],
  [{ outcome: "open", role: "CFO" }, ["Van"]],
  [{ q: "quay" }, ["Crane"]],
  [{ q: "D-1" }, ["Crane"]],
  [{ q: "enough evidence" }, ["Saw"]],
  [{ q: "100%" }, []],
  [{ from: "2000-01-01", to: "2000-12-31" }, []],
])("a filter finds what it says: %o", async (query, names) => {
  expect(new Set(await found(query))).toEqual(new Set(names));
  const { found: count, foundTests } = await owner.call(getLedgerSummary, { query: query as never });
  expect(count + foundTests).toBe(names.length);
});

test("by deadline pending ones come first, by amount the largest, and pages go on where the last ended", async () => {
  expect((await found({})).slice(0, 3)).toEqual(["Crane", "Lead", "Test"]);
  expect(await found({ sort: "amount", status: "approved" })).toEqual(["Van", "Lift"]);
  expect((await found({ sort: "newest" }))[0]).toBe("Test");
  await world.asOwner(
    `INSERT INTO decisions SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n))).*
     FROM decisions d, generate_series(1, 120) n WHERE d.id = $1`,
    [ids["Saw"]],
  );
  for (const sort of ["deadline", "newest", "amount"]) {
    const pages = await pagesOf(owner, `/api/decisions/ledger?sort=${sort}`);
    const seen = pages.flat().map(({ id }) => id);
    expect([pages.length, seen.length, new Set(seen).size]).toEqual([3, 127, 127]);
  }
  await world.asOwner("DELETE FROM decisions WHERE number > 1000");
});

test("the figures leave tests out, and another company sees only its own", async () => {
  const figures = await owner.call(getLedgerSummary);
  expect(figures).toMatchObject({
    found: 6,
    foundTests: 1,
    months: [{ month: expect.stringMatching(/^\d{4}-\d\d$/), count: 4 }],
    pending: { count: 2, amount: 85_000, endingToday: 0, next: expect.any(String) },
    undoSeconds: expect.any(Number),
    settled: { approved: 2, rejected: 1, expired: 1 },
    forecasts: { resolved: 1, held: 0 },
  });
  expect(figures.buckets).toEqual([
    { from: expect.any(Number), count: 1, held: 0, claimed: figures.forecasts.claimed },
  ]);
  const stranger = await world.member("stranger");
  expect(await stranger.call(listLedger)).toEqual([]);
  expect(await stranger.call(getLedgerSummary)).toMatchObject({
    found: 0,
    months: [],
    pending: { count: 0, next: null },
    buckets: [],
  });
});

test("reasons and outcomes can be asked about", async () => {
  const rows = async (filters: object[]) =>
    (await owner.call(exploreRows, { query: { q: JSON.stringify({ subject: "decisions", filters }) } })).total.rows;
  expect(await rows([{ field: "outcome", test: "is", values: ["notHeld"] }])).toBe(1);
  expect(await rows([{ field: "reason", test: "contains", values: ["evidence"] }])).toBe(1);
});
