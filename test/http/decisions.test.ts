import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { getDecision, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { changePolicy, listPolicies } from "#features/authority/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { pagesOf } from "../pages.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let owner: Member;
let cfo: string;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.member("owner");
  const team = await hire(owner, "CEO", "CFO", "Sales");
  cfo = team.find((agent) => agent.role === "CFO")?.id ?? "";
});
afterAll(() => world?.close());

const invest = (purpose: string, extra: object = {}) =>
  owner.call(makeDecision, {
    body: {
      agentId: cfo,
      decisionType: "investment_evaluation",
      context: { ...testContexts.CFO.context, purpose, ...extra },
    },
  });

test("three sets of evidence give three confidences", async () => {
  const today = dayIn(now(), "Europe/London");
  const quote = { kind: "Document", reference: "Written quote", value: "85,000", asOf: today };
  const hours = { kind: "Timesheets", reference: "Measured saving a month", value: "41 h a week", asOf: today };
  const none = await invest("none");
  const one = await invest("one", { evidence: [quote] });
  const two = await invest("two", { evidence: [quote, hours] });
  expect(none.confidence).toBeLessThanOrEqual(0.5);
  expect(new Set([none.confidence, one.confidence, two.confidence]).size).toBe(3);
  expect(none.confidence).toBeLessThan(one.confidence);
  expect(one.confidence).toBeLessThan(two.confidence);
});

test("evidence leads to the page of ours it stands on, and to no other", async () => {
  const row = { kind: "Record", reference: "Contract Hosting", value: "a draft" };
  const href = `/records/contracts/${crypto.randomUUID()}`;
  const { evidence } = await invest("linked", { evidence: [{ ...row, href }] });
  expect(evidence.filter((one) => one.href).map((one) => [one.reference, one.href])).toEqual([
    ["Contract Hosting", href],
    ["Revenue in USD, last 12 months", "/records/figures/daily_revenue"],
  ]);
  for (const elsewhere of [
    "https://example.com/records/x",
    "//example.com/x",
    "javascript:alert(1)",
    "/records/../x",
  ]) {
    const context = { ...testContexts.CFO.context, evidence: [{ ...row, href: elsewhere }] };
    const body = { agentId: cfo, decisionType: testContexts.CFO.decisionType, context };
    expect((await owner.send("POST", "/api/agents/make-decision", { body })).status).toBe(422);
  }
});

test.each([
  [
    422,
    "an unknown type names the known ones",
    { decisionType: "world_domination", context: {} },
    /investment_evaluation/,
  ],
  [403, "a type of another role is refused", { ...testContexts.Sales }, /Sales/],
  [
    422,
    "an unknown fact is refused",
    { ...testContexts.CFO, context: { ...testContexts.CFO.context, colour: "red" } },
    /colour/i,
  ],
  [422, "a missing figure is named", { decisionType: "investment_evaluation", context: { investment: 1 } }, /./],
])("%i: %s", async (status, _name, body, sentence) => {
  const reply = await owner.send("POST", "/api/agents/make-decision", { body: { agentId: cfo, ...body } });
  expect(reply.status).toBe(status);
  expect(reply.text).toMatch(sentence);
});

test("nobody answering for seven days closes it, releases what it held and is no person's rejection", async () => {
  const decision = await invest("expiry");
  await world.asOwner("UPDATE decisions SET expires_at = now() - interval '1 second' WHERE id = $1", [decision.id]);
  const late = await owner.send("POST", `/api/decisions/${decision.id}/approve`, { body: { approved: true } });
  expect([late.status, late.text]).toEqual([409, expect.stringMatching(/^Expired without a response/)]);
  await world.asOwner("UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = $1", [
    decision.id,
  ]);
  await expect
    .poll(async () => (await owner.call(getDecision, { params: { id: decision.id } })).decision)
    .toMatchObject({ status: "rejected", closedReason: "expired", rejectedBy: null });
  expect(await journalOf(world, owner)).toContain("decision.expired");
  const held = await world.asOwner("SELECT state FROM exposures WHERE decision_id = $1", [decision.id]);
  expect(held).toEqual([{ state: "released" }]);
  const expired = await owner.call(getDecision, { params: { id: decision.id } });
  const run = await owner.call(getRun, { params: { id: expired.decision.runId } });
  expect(run.ledTo).toContainEqual(expect.objectContaining({ id: decision.id, status: "expired" }));
});

test("an approval commits what was reserved, a rejection gives it back", async () => {
  const yes = await invest("yes");
  const no = await invest("no");
  const stateOf = (id: string) => world.asOwner("SELECT state FROM exposures WHERE decision_id = $1", [id]);
  expect(await stateOf(yes.id)).toEqual([{ state: "reserved" }]);
  await owner.call(settleDecision, { params: { id: yes.id }, body: { approved: true } });
  await owner.call(settleDecision, { params: { id: no.id }, body: { approved: false } });
  expect(await stateOf(yes.id)).toEqual([{ state: "committed" }]);
  expect(await stateOf(no.id)).toEqual([{ state: "released" }]);
});

test("splitting a purchase does not help: the same purpose is summed over 30 days", async () => {
  const part = (investment: number) => invest("one large machine", { investment, projectedReturn: investment * 2 });
  expect((await part(30_000)).authorization.limits).toEqual([]);
  const second = await part(30_001);
  expect(second.authorization.limits[0]).toMatchObject({ name: "Limit per decision", requested: 60_001, over: 10_001 });
});

test("a policy has versions: what was decided keeps the one it was decided under", async () => {
  const before = await invest("before");
  const changed = await owner.call(changePolicy, {
    params: { role: "CFO" },
    body: { perDecision: 100_000, discountPercent: null, note: "More room" },
  });
  expect(changed).toMatchObject({ version: before.authorization.policyVersion + 1, changedBy: owner.username });
  const after = await invest("after");
  expect(after.authorization).toMatchObject({ policyVersion: changed.version });
  expect(after.authorization.limits.map((limit) => limit.name)).not.toContain("Limit per decision");
  const kept = await owner.call(getDecision, { params: { id: before.id } });
  expect(kept.decision.authorization).toEqual(before.authorization);
  const { limits } = await owner.call(listPolicies);
  expect(limits.find((limit) => limit.role === "CFO")).toMatchObject({ perDecision: 100_000, yearBudget: 500_000 });
  expect(await journalOf(world, owner)).toContain("policy.changed");
});

test("revenue is evidence in the company's own currency only, which stays what it was decided in", async () => {
  const other = await world.member("other");
  const day = (back: number) => addDays(dayIn(now(), "Europe/London"), -back);
  const points = Array.from({ length: 365 }, (_unused, back) => ({
    metricName: "daily_revenue",
    metricValue: 1_000,
    currency: "GBP" as const,
    measurementDate: day(back),
  }));
  await other.call(recordMetrics, { body: { source: "api", points } });
  const [agent] = await hire(other, "CFO");
  const propose = () => other.call(makeDecision, { body: { agentId: agent?.id ?? "", ...testContexts.CFO } });
  const revenue = (decision: Awaited<ReturnType<typeof propose>>) =>
    decision.evidence.find((row) => row.reference.startsWith("Revenue"));
  expect(revenue(await propose())).toMatchObject({ found: false });
  const body = { currency: "GBP" as const, timeZone: "Europe/London" };
  const refused = await other.send("PUT", "/api/company/locale", { body });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("USD")]);
  await other.call(resetData);
  await other.call(setLocale, { body });
  const [again] = await hire(other, "CFO");
  const decision = await other.call(makeDecision, { body: { agentId: again?.id ?? "", ...testContexts.CFO } });
  expect(revenue(decision)).toMatchObject({ found: true, value: "£365,000" });
});

test("splitting over several suppliers does not help either", async () => {
  const buy = (counterparty: string) =>
    invest("delivery vans", { investment: 40_000, projectedReturn: 90_000, counterparty });
  expect((await buy("Ford")).authorization.limits.map((limit) => limit.name)).not.toContain("Limit per decision");
  await owner.call(changePolicy, { params: { role: "CFO" }, body: { perDecision: 50_000, discountPercent: null } });
  const second = await buy("Opel");
  expect(second.authorization.limits[0]).toMatchObject({ name: "Limit per decision", requested: 80_000, over: 30_000 });
});

test("an approver decides within their own limit, an admin without", async () => {
  const decision = await invest("own limit");
  const role = (name: string, limit: number | null) =>
    world.asOwner("UPDATE users SET role = $2, approval_limit = $3 WHERE id = $1", [owner.user.id, name, limit]);
  await role("approver", 50_000);
  const refused = await owner.send("POST", `/api/decisions/${decision.id}/approve`, { body: { approved: true } });
  expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(/over .+'s own \$50,000/)]);
  expect((await owner.call(getDecision, { params: { id: decision.id } })).decision.status).toBe("pending");
  await role("approver", 90_000);
  await owner.call(settleDecision, { params: { id: decision.id }, body: { approved: true } });
  await role("admin", null);
});

test("what falls due before its hour by this clock is closed when its hour comes", async () => {
  const decision = await invest("early");
  await world.asOwner("UPDATE decisions SET expires_at = now() + interval '4 seconds' WHERE id = $1", [decision.id]);
  await world.asOwner("UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = $1", [
    decision.id,
  ]);
  await expect
    .poll(async () => (await owner.call(getDecision, { params: { id: decision.id } })).decision.closedReason)
    .toBe("expired");
});

test("the list is paged, pending ones first", async () => {
  await world.asOwner("DELETE FROM exposures");
  for (let count = 0; count < 55; count += 1) await invest(`page ${count}`);
  const pages = await pagesOf(owner, "/api/decisions");
  expect(pages[0]).toHaveLength(50);
  const seen = new Set(pages.flat().map(({ id }) => id));
  expect(seen.size).toBe(pages.flat().length);
  const [all] = await world.asOwner<{ count: number }>(
    "SELECT count(*)::int AS count FROM decisions WHERE company_id = $1",
    [owner.user.companyId],
  );
  expect(seen.size).toBe(all?.count);
});

test("what came of a forecast is said once, from its day on, and counts for the next one of its kind", async () => {
  const member = await world.member();
  const [sales] = await hire(member, "Sales");
  const lead = (subject: string) =>
    member.call(makeDecision, {
      body: { agentId: sales?.id ?? "", decisionType: "lead_qualification", context: { leadValue: 9_000, subject } },
    });
  const first = await lead("First");
  const say = (who: Member, position: string, held = true) =>
    who.send("POST", `/api/decisions/${first.id}/forecasts/${position}/resolve`, { body: { held } });
  expect((await say(member, "0")).text).toBe("Decide first: the decision is still pending");
  await member.call(settleDecision, { params: { id: first.id }, body: { approved: true } });
  expect((await say(member, "0")).text).toContain("you can resolve it from");
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner("UPDATE forecasts SET due_on = current_date - 1 WHERE decision_id = $1", [first.id]);
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  expect((await say(await world.member(), "0")).status).toBe(404);
  expect((await say(member, "7")).status).toBe(404);
  expect((await say(member, "0")).status).toBe(200);
  expect((await say(member, "0", false)).text).toBe("Already resolved: the forecast came true");
  expect((await journalOf(world, member)).filter((action) => action === "forecast.resolved")).toHaveLength(1);
  const second = await lead("Second");
  expect(second.forecasts[0]).toMatchObject({ baseRate: 1, held: null, position: 0 });
  // One that was not approved is neither resolved nor counted, also where an earlier version did.
  await member.call(settleDecision, { params: { id: second.id }, body: { approved: false } });
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner("UPDATE forecasts SET due_on = current_date - 1 WHERE decision_id = $1", [second.id]);
  await world.asOwner(
    `UPDATE forecasts SET held = false, resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE decision_id = $1 AND position = 0`,
    [second.id, member.user.id],
  );
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  const late = await member.send("POST", `/api/decisions/${second.id}/forecasts/1/resolve`, { body: { held: true } });
  expect([late.status, late.text]).toEqual([409, "Not applicable: the proposal was not approved"]);
  const third = await lead("Third");
  expect(third.forecasts[0]).toMatchObject({ baseRate: 1, baseRateNote: "1 of 1 similar forecasts came true" });
  const claims = await member.call(exploreRows, { query: { q: JSON.stringify({ subject: "forecasts" }) } });
  expect(claims.total.rows).toBe(first.forecasts.length + third.forecasts.length);
});

test("what is held for its undo time is found among any number of decisions without reading them all", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  const { companyId } = member.user;
  await world.asOwner(
    `INSERT INTO decisions SELECT made.* FROM agents a, generate_series(1, 3000) n,
       (SELECT to_jsonb(d) AS row FROM decisions d WHERE company_id = $2 LIMIT 1) d,
       jsonb_populate_record(NULL::decisions, d.row || jsonb_build_object('company_id', a.company_id,
         'id', gen_random_uuid(), 'number', n, 'agent_id', a.id, 'undo_until', NULL)) made
     WHERE a.company_id = $1 AND a.role = 'CFO'`,
    [companyId, owner.user.companyId],
  );
  await world.asOwner("ANALYZE decisions");
  const plan = await world.asOwner<{ "QUERY PLAN": string }>(
    "EXPLAIN SELECT id FROM decisions WHERE company_id = $1 AND undo_until IS NOT NULL AND policy_epoch IS NOT NULL",
    [companyId],
  );
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("Index Scan using decisions_held");
});
