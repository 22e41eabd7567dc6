import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import { changePolicy, type Figures, listPolicies } from "#features/authority/contract.ts";
import {
  getVersion,
  type LimitChange,
  listVersions,
  restoreVersion,
  saveVersion,
} from "#features/authority/versions/contract.ts";
import { getBacktest, listBacktestCases, startBacktest } from "#features/decisions/backtest/contract.ts";
import { getDecision, makeDecision, settleDecision, undoDecision } from "#features/decisions/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

/** Limits per role and type in versions, and their trial on what agents asked before. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
});
afterAll(() => world?.close());

const figures = (change: Partial<Figures> = {}): Figures => ({
  perDecision: 50_000,
  discountPercent: null,
  alone: null,
  aloneDiscountPercent: null,
  ...change,
});
const change = (more: Partial<Figures>, decisionType: string | null = null): LimitChange => ({
  role: "CFO",
  decisionType,
  figures: figures(more),
});
const save = (member: Member, base: number, ...changes: LimitChange[]) =>
  member.call(saveVersion, { body: { base, changes } });
const trySave = (member: Member, body: unknown) => member.send("POST", "/api/authority/versions", { body });

/** A company with oversight on whose CFO executes with high authority. */
async function executing() {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const id = cfo?.id ?? "";
  const { updatedAt } = await member.call(getExecutive, { params: { id } });
  await member.call(editExecutive, { params: { id }, body: { updatedAt, decisionAuthority: "high" } });
  await member.call(setAutonomy, { params: { id }, body: { autonomyLevel: "execute" } });
  await member.call(initializeOversight);
  const propose = async (investment: number) => {
    // Another purpose each, so that they are not summed.
    const context = { ...testContexts.CFO.context, investment, counterparty: `Maker ${investment}` };
    const body = { agentId: id, decisionType: testContexts.CFO.decisionType, context };
    return member.call(makeDecision, { body });
  };
  return { member, cfo: id, propose };
}

async function tryLimits(member: Member, base: number, changes: LimitChange[], more: object = {}) {
  const { id } = await member.call(startBacktest, { body: { days: 30, base, changes, ...more } });
  await expect
    .poll(async () => (await member.call(getBacktest, { params: { id } })).status, { timeout: 90_000 })
    .toBe("done");
  const { result } = await member.call(getBacktest, { params: { id } });
  const cases = await member.call(listBacktestCases, { params: { id }, query: { kind: "changed" } });
  if (!result) throw new Error("The trial has no result.");
  return { id, result, cases };
}

test("every question to the policy is stored with its inputs and the answer, and never changed", async () => {
  const { member, propose } = await executing();
  const { id, authorization } = await propose(85_000);
  const rows = await world.asOwner<{ inputs: [{ action: object }, { version: number }]; answer: object }>(
    "SELECT inputs, answer FROM authorizations WHERE decision_id = $1",
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.answer).toEqual(authorization);
  expect(rows[0]?.inputs).toMatchObject([
    { agent: { autonomy: "execute" }, exposure: { amount: 85_000 }, currency: member.user.company.currency },
    { perDecision: 50_000 },
    { reservedThisYear: 0 },
    { oversight: "ACTIVE", heldAt: null },
  ]);
  expect(Object.keys(rows[0]?.inputs[0].action ?? {}).toSorted()).toEqual(["capability", "label", "roles"]);
  await expect(world.asOwner("UPDATE authorizations SET is_test = true WHERE decision_id = $1", [id])).rejects.toThrow(
    "never changed",
  );
});

test("a type's own limits apply instead of its role's, until they are removed", async () => {
  const { member, propose } = await executing();
  await save(member, 1, change({ perDecision: 20_000 }, "investment_evaluation"));
  const limited = await propose(30_000);
  expect(limited).toMatchObject({
    status: "pending",
    authorization: { policyVersion: 2, bound: "Limit per decision" },
  });
  await save(member, 2, { role: "CFO", decisionType: "investment_evaluation", figures: null });
  expect(await propose(31_000)).toMatchObject({ authorization: { verdict: "allow", policyVersion: 1 } });
  // Zero alone asks about everything; another amount only above it.
  await save(member, 3, change({ alone: 0 }, "investment_evaluation"));
  expect((await propose(10)).authorization.reasons.join()).toContain("has a person decide");
  await save(member, 4, change({ alone: 500 }, "investment_evaluation"));
  expect((await propose(501)).authorization.reasons.join()).toContain("exceeds the");
  expect((await propose(499)).authorization.verdict).toBe("allow");
});

test("versions say who changed what, differ from each other and come back", async () => {
  const member = await world.member();
  await member.call(saveVersion, {
    body: {
      base: 1,
      note: "Too much",
      changes: [change({ perDecision: 40_000 }), change({ alone: 100 }, "expense_approval")],
    },
  });
  await member.call(changePolicy, { params: { role: "CEO" }, body: { perDecision: 90_000, discountPercent: null } });
  const versions = await member.call(listVersions, { query: {} });
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(versions[1]).toMatchObject({ note: "Too much", changedBy: member.username, restores: null });
  expect(versions[1]?.changes).toEqual([
    {
      role: "CFO",
      decisionType: null,
      from: figures(),
      to: figures({ perDecision: 40_000 }),
      wasOwn: true,
      isOwn: true,
      isLooser: false,
    },
    {
      role: "CFO",
      decisionType: "expense_approval",
      from: figures(),
      to: figures({ alone: 100 }),
      wasOwn: false,
      isOwn: true,
      isLooser: false,
    },
  ]);
  const shown = await member.call(getVersion, { params: { version: "3" }, query: { against: "1" } });
  expect(shown.changes.map(({ role, decisionType }) => [role, decisionType])).toEqual([
    ["CEO", null],
    ["CFO", null],
    ["CFO", "expense_approval"],
  ]);
  const back = await member.call(restoreVersion, { params: { version: "1" }, body: { base: 3 } });
  expect(back).toMatchObject({ version: 4, restores: 1 });
  expect((await member.call(getVersion, { params: { version: "4" }, query: { against: "1" } })).changes).toEqual([]);
  expect(await journalOf(world, member)).toContain("policy.changed");
});

test("of two admins who save at once one wins; nothing is saved on an old version", async () => {
  const member = await world.member();
  const other = await colleague(world, member, "admin");
  const replies = await Promise.all([
    trySave(member, { base: 1, changes: [change({ perDecision: 1 })] }),
    trySave(other, { base: 1, changes: [change({ perDecision: 2 })] }),
  ]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await trySave(member, { base: 1, changes: [change({ perDecision: 3 })] })).status).toBe(409);
  expect((await member.call(listPolicies)).version).toBe(2);
});

test("an approver lowers limits; raising any figure needs an admin, and the other admins are told", async () => {
  const member = await world.member();
  const [approver, admin, reader] = [
    await colleague(world, member, "approver"),
    await colleague(world, member, "admin"),
    await colleague(world, member, "member"),
  ];
  await save(approver, 1, change({ perDecision: 40_000, alone: 1_000 }));
  const looser = [
    change({ perDecision: 40_000.01, alone: 1_000 }),
    change({ perDecision: 40_000, alone: null }),
    change({ perDecision: 1, alone: 1_000, discountPercent: 1 }),
    change({ perDecision: 50_000, alone: 1_000 }, "expense_approval"),
  ];
  for (const one of looser) expect((await trySave(approver, { base: 2, changes: [one] })).status).toBe(403);
  expect((await approver.send("POST", "/api/authority/versions/1/restore", { body: { base: 2 } })).status).toBe(403);
  expect((await trySave(reader, { base: 2, changes: [change({ perDecision: 1 })] })).status).toBe(403);
  await save(member, 2, ...looser.slice(0, 1));
  const titles = async (of: Member) =>
    (await of.call(listNotifications, { query: {} })).items.map(({ title }) => title);
  await expect.poll(() => titles(admin), { timeout: 90_000 }).toContain(`${member.username} raised a limit`);
  expect(await titles(member)).not.toContain(`${member.username} raised a limit`);
});

test("hostile figures, types and versions are refused, and another company's versions are not there", async () => {
  const member = await world.member();
  const bad: unknown[] = [-1, 1e13, "NaN", "1", 1.001, 1e-7, {}, []];
  for (const figure of bad)
    for (const part of ["perDecision", "alone"])
      expect((await trySave(member, { base: 1, changes: [change({ [part]: figure })] })).status).toBe(400);
  expect((await trySave(member, { base: 1, changes: [change({ discountPercent: 101 })] })).status).toBe(400);
  expect((await trySave(member, { base: 1, changes: [] })).status).toBe(400);
  for (const type of ["unknown_type", "campaign_launch"])
    expect((await trySave(member, { base: 1, changes: [change({ alone: 1 }, type)] })).status).toBe(422);
  const twice = [change({ alone: 1 }), change({ alone: 2 })];
  expect((await trySave(member, { base: 1, changes: twice })).status).toBe(422);
  expect((await trySave(member, { base: 1, changes: [change({})] })).status).toBe(409);
  expect(
    (await trySave(member, { base: 1, changes: [{ role: "CFO", decisionType: null, figures: null }] })).status,
  ).toBe(422);
  await save(member, 1, change({ perDecision: 1 }));
  const stranger = await world.member();
  expect((await stranger.send("GET", "/api/authority/versions/2")).status).toBe(404);
  expect((await stranger.send("POST", "/api/authority/versions/2/restore", { body: { base: 1 } })).status).toBe(404);
  expect(await stranger.call(listPolicies)).toMatchObject({ version: 1 });
});

test("the limits that apply answer every past request as it was answered", async () => {
  const { member, propose, cfo } = await executing();
  for (const investment of [1_000, 20_000, 60_000, 45_000]) await propose(investment);
  await member.call(setAutonomy, { params: { id: cfo }, body: { autonomyLevel: "propose" } });
  await propose(2_000);
  const { result, cases } = await tryLimits(member, 1, []);
  expect(result).toMatchObject({ judged: 5, unjudged: 0, changed: 0 });
  expect(result.now).toEqual(result.tried);
  const verdicts = await world.asOwner<{ verdict: string }>(
    "SELECT answer->>'verdict' AS verdict FROM authorizations WHERE company_id = $1 AND occasion = 'asked'",
    [member.user.companyId],
  );
  expect(result.now.alone).toBe(verdicts.filter(({ verdict }) => verdict === "allow").length);
  expect(cases).toEqual([]);
});

test("a changed limit shows what would run alone, what ended badly and what waiting it saves", async () => {
  const { member, propose } = await executing();
  const [good, bad, open] = [await propose(60_000), await propose(70_000), await propose(80_000)];
  await member.call(settleDecision, { params: { id: good.id }, body: { approved: true } });
  await member.call(settleDecision, { params: { id: bad.id }, body: { approved: false } });
  await propose(1_000);
  const { id, result, cases } = await tryLimits(member, 1, [change({ perDecision: 400_000 })]);
  expect(result).toMatchObject({ changed: 3, now: { alone: 1 }, tried: { alone: 4, badly: 1, known: 1 } });
  expect(cases.map(({ decisionId, now, tried, ending }) => [decisionId, now?.verdict, tried?.verdict, ending])).toEqual(
    [
      [good.id, "ask", "allow", "open"],
      [bad.id, "ask", "allow", "rejected"],
      [open.id, "ask", "allow", "open"],
    ],
  );
  // Nothing was changed by trying.
  expect((await member.call(listPolicies)).version).toBe(1);
  const stranger = await world.member();
  expect((await stranger.send("GET", `/api/backtests/${id}`)).status).toBe(404);
  expect((await stranger.send("GET", `/api/backtests/${id}/cases?kind=changed`)).status).toBe(404);
});

test("what a person undid ended badly; a request whose inputs can't be read is not judged", async () => {
  const { member, propose } = await executing();
  const { id } = await propose(1_000);
  expect((await member.call(getDecision, { params: { id } })).decision.approvedBy).toBe("policy");
  await member.call(undoDecision, { params: { id } });
  await world.asOwner(
    `INSERT INTO authorizations (company_id, id, agent_id, role, decision_id, decision_type, occasion, is_test, inputs, answer, created_at)
     SELECT company_id, gen_random_uuid(), agent_id, role, gen_random_uuid(), decision_type, 'asked', false,
       jsonb_set(inputs, '{0,currency}', '"JPY"'), answer, created_at FROM authorizations WHERE decision_id = $1`,
    [id],
  );
  const { id: trial, result } = await tryLimits(member, 1, [change({ alone: 100 })]);
  expect(result).toMatchObject({
    judged: 1,
    unjudged: 1,
    changed: 1,
    now: { alone: 1, badly: 1 },
    tried: { alone: 0 },
  });
  const [unjudged] = await member.call(listBacktestCases, { params: { id: trial }, query: { kind: "unjudged" } });
  expect(unjudged?.fault).toContain("JPY");
});
