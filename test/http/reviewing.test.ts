import { afterAll, beforeAll, expect, test } from "vitest";
import { listLedger } from "#features/decisions/ledger/contract.ts";
import { getOwnReviews, listReviewers, listSuggestions, markOpened } from "#features/decisions/reviewing/contract.ts";
import { makeDecision, settleDecision, settleDecisions, undoDecisions } from "#features/decisions/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

/** How a person decides, private to them and admins; the queue; and several proposals settled at once. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
});
afterAll(() => world?.close());

async function company() {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const propose = async (investment: number): Promise<string> => {
    const context = { ...testContexts.CFO.context, investment, counterparty: `Maker ${investment}` };
    const body = { agentId: cfo?.id ?? "", decisionType: testContexts.CFO.decisionType, context };
    return (await member.call(makeDecision, { body })).id;
  };
  return { member, propose };
}
const settle = (member: Member, id: string, approved = true) =>
  member.call(settleDecision, { params: { id }, body: { approved } });

test("a person's decisions are measured by the server's clock, and shown to nobody but them and admins", async () => {
  const { member, propose } = await company();
  const approver = await colleague(world, member, "approver");
  const [slow, fast, unopened] = [await propose(100), await propose(200), await propose(300)];
  for (const id of [slow, fast]) {
    await approver.call(markOpened, { params: { id } });
    await approver.call(markOpened, { params: { id } });
  }
  await world.asOwner(
    "UPDATE decision_views SET opened_at = opened_at - interval '60 seconds' WHERE decision_id = $1",
    [slow],
  );
  await settle(approver, slow);
  await settle(approver, fast);
  await settle(approver, unopened, false);
  await world.asOwner(
    "UPDATE decision_views v SET opened_at = d.settled_at - interval '1 second' FROM decisions d WHERE d.id = v.decision_id AND d.id = $1",
    [fast],
  );
  await world.asOwner(
    `UPDATE forecasts SET held = false, resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE decision_id = $1`,
    [slow, member.user.id],
  );
  const own = await approver.call(getOwnReviews);
  expect(own).toMatchObject({ settled: 3, approved: 2, opened: 2, fast: 1, known: 1, badly: 1 });
  expect(own.medianSeconds).toBeGreaterThan(3);
  expect(await member.call(getOwnReviews)).toMatchObject({ settled: 0, medianSeconds: null });
  const seen = await member.call(listReviewers);
  expect(seen.find(({ id }) => id === approver.user.id)?.record).toEqual(own);
  for (const role of ["viewer", "member", "approver"] as const) {
    const other = await colleague(world, member, role);
    expect((await other.send("GET", "/api/reviewers")).status).toBe(403);
    expect(await other.call(getOwnReviews)).toMatchObject({ settled: 0 });
  }
  const stranger = await world.member();
  expect((await stranger.call(listReviewers)).map(({ id }) => id)).toEqual([stranger.user.id]);
  expect((await stranger.send("POST", `/api/decisions/${fast}/opened`)).status).toBe(404);
  // Opening is private: the journal, which others read, has no row of it.
  expect((await journalOf(world, member)).filter((action) => action.includes("open"))).toEqual([]);
});

test("the queue is ordered by the cost of waiting", async () => {
  const { member, propose } = await company();
  const [small, large, late] = [await propose(10), await propose(90_000), await propose(20)];
  await world.asOwner(
    "UPDATE decisions SET priority = 'low', expires_at = now() + interval '7 days' WHERE id = ANY($1)",
    [[small, large, late]],
  );
  const order = async () => (await member.call(listLedger, { query: { sort: "waiting" } })).map(({ id }) => id);
  expect(await order()).toEqual([large, late, small]);
  await world.asOwner("UPDATE decisions SET priority = 'high' WHERE id = $1", [small]);
  // 48 h for its priority and 12.5 h for its amount against 59.5 h.
  expect(await order()).toEqual([small, large, late]);
  await world.asOwner("UPDATE decisions SET expires_at = now() + interval '1 hour' WHERE id = $1", [late]);
  expect((await order())[0]).toBe(late);
});

test("settled at once, each is its own decision, within the person's limit for each and for all", async () => {
  const { member, propose } = await company();
  const approver = await colleague(world, member, "approver");
  await world.asOwner("UPDATE users SET approval_limit = 1000 WHERE id = $1", [approver.user.id]);
  const [a, b, over, c] = [await propose(600), await propose(300), await propose(1_200), await propose(200)];
  const ids = [a, b, over, c];
  const { done, skipped } = await approver.call(settleDecisions, { body: { ids, approved: true } });
  expect(done).toEqual([a, b]);
  expect(skipped.map(({ id }) => id)).toEqual([over, c]);
  expect(skipped[1]?.sentence).toContain("is over your own limit of");
  expect((await journalOf(world, member)).filter((action) => action === "decision.approved")).toHaveLength(2);
  // Alone, the last one fits.
  await settle(approver, c);
  expect((await approver.call(undoDecisions, { body: { ids: [a, b] } })).done).toEqual([a, b]);
  // Rejecting has no limit.
  expect((await approver.call(settleDecisions, { body: { ids: [a, b, over], approved: false } })).done).toHaveLength(3);
});

test("ten of ten approved suggest a rule to that person only; one rejection ends it", async () => {
  const { member, propose } = await company();
  const approver = await colleague(world, member, "approver");
  for (let made = 1; made <= 10; made += 1) await settle(approver, await propose(60_000 + made));
  const [rule] = await approver.call(listSuggestions);
  expect(rule).toMatchObject({ role: "CFO", decisionType: "investment_evaluation", approved: 10 });
  // Risk tolerance 50 leaves 75% of it: 60,010.
  expect(rule?.figures?.perDecision).toBe(80_013.34);
  expect(rule?.obstacles).toEqual(["Marcus may only advise"]);
  expect(await member.call(listSuggestions)).toEqual([]);
  // No agent decides about itself.
  const rename = (from: string, to: string) =>
    world.asOwner("UPDATE decisions SET decision_type = $3 WHERE company_id = $1 AND decision_type = $2", [
      member.user.companyId,
      from,
      to,
    ]);
  await rename("investment_evaluation", "authority_step");
  expect(await approver.call(listSuggestions)).toEqual([]);
  await rename("authority_step", "investment_evaluation");
  await settle(approver, await propose(5), false);
  expect(await approver.call(listSuggestions)).toEqual([]);
});
