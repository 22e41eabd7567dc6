import { afterAll, beforeAll, expect, test } from "vitest";
import { setLocale } from "#features/accounts/contract.ts";
import { changePolicy, listPolicies } from "#features/authority/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { listDecisions, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { listMetrics, recordMetrics } from "#features/metrics/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { furnish, type Ground } from "../samples.ts";
import { tryAsStranger } from "../strangers.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let stranger: Ground;
/** A company that has made nothing yet. */
let bare: Member;
let walled = 0;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  stranger = await furnish(world, "stranger");
  bare = await world.member("bare");
  const tables = await world.asOwner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`,
  );
  walled = tables.length;
  for (const { name } of tables) {
    await world.asOwner(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
    await world.asOwner(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
  }
});
afterAll(() => world?.close());

const propose = (subject: string) =>
  stranger.member.call(makeDecision, {
    body: { agentId: stranger.cfo, ...testContexts.CFO, context: { ...testContexts.CFO.context, subject } },
  });

/** Every figure, count and sum a company is shown. */
async function figuresOf(member: Member): Promise<unknown[]> {
  const { policies, limits } = await member.call(listPolicies);
  return [
    await member.call(getDashboard),
    await member.call(listMetrics, { query: { name: "daily_revenue" } }),
    // Defaults that were never written are as old as the question.
    policies.map(({ createdAt: _asked, ...policy }) => policy),
    limits,
    await member.call(listDecisions),
    await member.call(listTasks),
  ];
}

/** What a proposal is worked out from; it is taken back, so that the next one finds the same. */
async function worked(subject: string): Promise<object> {
  const { id, authorization, evidence, confidence, forecasts } = await propose(subject);
  await stranger.member.call(settleDecision, { params: { id }, body: { approved: false } });
  return { authorization, evidence, confidence, rates: forecasts.map((forecast) => forecast.baseRate) };
}

/** A company whose every figure would be seen in another's: later, larger, more of them. */
async function conspicuous(): Promise<Ground> {
  const owner = await furnish(world, "owner");
  const { member } = owner;
  const point = { metricName: "daily_revenue", metricValue: 987_654.32, measurementDate: "2026-11-10" };
  await member.call(recordMetrics, { body: { source: "manual", points: [point] } });
  await member.call(changePolicy, { params: { role: "CFO" }, body: { perDecision: 1, discountPercent: null } });
  const dueDate = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await member.call(createTask, { body: { title: "Overdue at owner", dueDate } });
  for (const subject of ["one", "two"])
    await member.call(makeDecision, {
      body: { agentId: owner.cfo, ...testContexts.CFO, context: { ...testContexts.CFO.context, subject } },
    });
  await world.asOwner(
    `UPDATE forecasts SET held = true, resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE company_id = $1 AND held IS NULL`,
    [member.user.companyId, member.user.id],
  );
  return owner;
}

test("the first wall alone: with row level security off, no figure of one company moves another's", async () => {
  expect(walled).toBeGreaterThanOrEqual(17);
  for (let count = 0; count < 20; count += 1) await propose(`waiting ${count}`);
  const before = await worked("before");
  const figures = await figuresOf(stranger.member);
  const nothing = await figuresOf(bare);
  const owner = await conspicuous();
  expect(await figuresOf(stranger.member)).toEqual(figures);
  expect(await figuresOf(bare)).toEqual(nothing);
  expect(await worked("after")).toEqual(before);
  const { firstSteps } = await bare.call(getDashboard);
  expect(firstSteps).toEqual({ company: true, workforce: false, data: false, decided: false });
  // Nobody else's decisions keep a company from choosing its currency.
  await bare.call(setLocale, { body: { currency: "EUR", timeZone: "Europe/Paris" } });
  const [cfo] = await hire(bare, "CFO");
  const first = await bare.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  expect(first).toMatchObject({ number: 1, authorization: { policyVersion: 1 } });

  // The second wall is really down: without any company the product's own role sees everybody.
  const seen = await world.boardroom.database.query<{ company_id: string }>("SELECT DISTINCT company_id FROM tasks");
  expect(new Set(seen.map((row) => row.company_id))).toEqual(
    new Set([owner, stranger].map(({ member }) => member.user.companyId)),
  );
  const { leaks, seenByOwner } = await tryAsStranger(world, owner, stranger);
  expect(leaks).toEqual([]);
  expect(seenByOwner.length).toBeGreaterThan(6);
});
