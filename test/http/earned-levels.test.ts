import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import { type AgentLevel, listLevels, restoreLevel } from "#features/authority/levels/contract.ts";
import { saveVersion } from "#features/authority/versions/contract.ts";
import {
  getDecision,
  listDecisions,
  makeDecision,
  settleDecision,
  undoDecision,
} from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { getIdentity } from "#features/identity/contract.ts";
import {
  checkOversight,
  getOversightPage,
  initializeOversight,
  stopOversight,
  undoIntervention,
} from "#features/oversight/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

/** How a record raises what an agent may do alone, and what a breach costs. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
});
afterAll(() => world?.close());

const type = testContexts.CFO.decisionType;

type Company = { member: Member; cfo: string; propose: (investment?: number) => Promise<string> };
async function company(autonomyLevel: "assist" | "propose" | "execute" = "propose"): Promise<Company> {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const id = cfo?.id ?? "";
  const { updatedAt } = await member.call(getExecutive, { params: { id } });
  await member.call(editExecutive, { params: { id }, body: { updatedAt, decisionAuthority: "high" } });
  await member.call(setAutonomy, { params: { id }, body: { autonomyLevel } });
  await member.call(initializeOversight);
  const propose = async (investment = 10_000) => {
    const context = { ...testContexts.CFO.context, investment };
    return (await member.call(makeDecision, { body: { agentId: id, decisionType: type, context } })).id;
  };
  return { member, cfo: id, propose };
}

/** An approved decision with `good` forecasts that came true of `of`, but the last, which a person can resolve today. */
async function record({ member, propose }: Company, good: number, of: number): Promise<string> {
  const id = await propose(500 + of);
  await member.call(settleDecision, { params: { id }, body: { approved: true } }).catch(() => null);
  await world.asOwner("UPDATE decisions SET undo_until = NULL WHERE id = $1", [id]);
  await world.asOwner("DELETE FROM forecasts WHERE decision_id = $1", [id]);
  await world.asOwner(
    `INSERT INTO forecasts (company_id, decision_id, position, claim, horizon, probability, base_rate_note, due_on, resolver,
       held, resolution, resolved_at, resolved_by)
     SELECT $1, $2, g, 'It pays', 'final', 0.8, '', current_date, 'human', CASE WHEN g < $4 THEN g <= $3 END,
       CASE WHEN g < $4 THEN 'human' END, CASE WHEN g < $4 THEN now() END, CASE WHEN g < $4 THEN $5::uuid END
     FROM generate_series(1, $4) g`,
    [member.user.companyId, id, good, of, member.user.id],
  );
  return id;
}
const resolve = (member: Member, id: string, position: number, held: boolean) =>
  member.call(resolveForecast, { params: { id, position: String(position) }, body: { held } });

const levelOf = async ({ member, cfo }: Company): Promise<AgentLevel> => {
  const { levels } = await member.call(listLevels, { params: { id: cfo } });
  const found = levels.find(({ decisionType }) => decisionType === type);
  if (!found) throw new Error("no level");
  return found;
};
const looked = (at: Company, nextLook: number) =>
  expect.poll(async () => (await levelOf(at)).nextLook, { timeout: 60_000 }).toBe(nextLook);
const steps = async ({ member }: Company) =>
  (await member.call(listDecisions)).filter(({ decisionType }) => decisionType === "authority_step");
const decisionOf = async (member: Member, id: string) => (await member.call(getDecision, { params: { id } })).decision;
/** Ends the 2 minutes at once. */
async function release(id: string): Promise<void> {
  await world.asOwner("UPDATE decisions SET undo_until = now() - interval '1 second' WHERE id = $1", [id]);
  await world.asOwner(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'decision-release' AND data->'input'->>'decisionId' = $1",
    [id],
  );
}

test("an agent starts with what its autonomy gives", async () => {
  for (const [autonomy, level] of [
    ["assist", "advise"],
    ["propose", "propose"],
    ["execute", "execute_undo"],
  ] as const)
    expect(await levelOf(await company(autonomy))).toMatchObject({
      level,
      isStarting: true,
      good: 0,
      resolved: 0,
      lowerBound: null,
      nextLook: 20,
      changes: [],
      alone: { amount: 37_500, unit: "money", source: "Risk tolerance 50: 75% of $50,000" },
    });
});

test("what it decides alone follows the type's own limits, a discount's in percent", async () => {
  const here = await company();
  const figures = { perDecision: 10_000, discountPercent: null, alone: 400, aloneDiscountPercent: null };
  const changes = [{ role: "CFO" as const, decisionType: type, figures }];
  await here.member.call(saveVersion, { body: { base: 1, changes } });
  expect((await levelOf(here)).alone).toEqual({ amount: 400, unit: "money", source: "Policy version 2" });
  const [sales] = (await hire(here.member, "CFO", "Sales")).filter(({ role }) => role === "Sales");
  const { levels } = await here.member.call(listLevels, { params: { id: sales?.id ?? "" } });
  expect(levels.find(({ decisionType }) => decisionType === "discount_request")?.alone).toEqual({
    amount: 17.5,
    unit: "percent",
    source: "Medium authority: half of 35%",
  });
});

test("18 of 20 good outcomes stay, and the next look is at 40", async () => {
  const here = await company();
  await resolve(here.member, await record(here, 17, 20), 20, true);
  await looked(here, 40);
  expect(await levelOf(here)).toMatchObject({ level: "propose", good: 18, resolved: 20, pendingDecisionId: null });
  expect(await steps(here)).toEqual([]);
});

test("19 of 20 propose a step; approved, it raises the level, and the owner's setting still applies", async () => {
  const here = await company();
  const { member, cfo, propose } = here;
  await resolve(member, await record(here, 18, 20), 20, true);
  await looked(here, 40);
  const [step] = await steps(here);
  if (!step) throw new Error("no step");
  expect(step).toMatchObject({
    status: "pending",
    agentId: cfo,
    authorization: { bound: "Earned level", verdict: "ask" },
  });
  expect((await levelOf(here)).pendingDecisionId).toBe(step.id);
  // No member approves it.
  const outsider = await colleague(world, member, "member");
  expect((await outsider.send("POST", `/api/decisions/${step.id}/approve`, { body: { approved: true } })).status).toBe(
    403,
  );
  await member.call(settleDecision, { params: { id: step.id }, body: { approved: true } });
  expect((await levelOf(here)).level).toBe("propose");
  await release(step.id);
  await expect.poll(async () => (await levelOf(here)).level, { timeout: 60_000 }).toBe("execute_undo");
  const raised = await levelOf(here);
  expect(raised).toMatchObject({
    isStarting: false,
    effective: "propose",
    heldBy: "Autonomy",
    pendingDecisionId: null,
  });
  expect(raised.changes).toMatchObject([{ from: "propose", to: "execute_undo", decisionId: step.id }]);
  expect(await journalOf(world, member)).toContain("authority.level_changed");
  expect(await decisionOf(member, await propose(1_000))).toMatchObject({
    status: "pending",
    authorization: { bound: "Autonomy" },
  });
  // History is never rewritten.
  await expect(world.asOwner("UPDATE authority_level_changes SET reason = 'x'")).rejects.toThrow("never changed");
});

test("an outcome that drops the bound costs the level at once, and what was held waits for a person", async () => {
  const here = await company("execute");
  const { member, cfo, propose } = here;
  const past = await record(here, 18, 21);
  await world.asOwner(
    "INSERT INTO authority_levels (company_id, agent_id, decision_type, level, looked_at) VALUES ($1, $2, $3, 'execute_undo', 20)",
    [member.user.companyId, cfo, type],
  );
  const held = await propose(2_000);
  expect(await decisionOf(member, held)).toMatchObject({ status: "approved", approvedBy: "policy" });
  await resolve(member, past, 21, false);
  await expect.poll(async () => (await levelOf(here)).level, { timeout: 60_000 }).toBe("propose");
  const back = await decisionOf(member, held);
  expect(back).toMatchObject({ status: "pending", undoUntil: null, authorization: { bound: "Earned level" } });
  expect(back.authorization.reasons[0]).toContain("By its record, ");
  expect((await levelOf(here)).changes[0]?.reason).toContain("The record no longer supports Execute with undo");
});

test("an undo for cause costs one step, an undo without a reason none; an admin gives it back", async () => {
  const here = await company("execute");
  const { member, cfo, propose } = here;
  await member.call(undoDecision, { params: { id: await propose(2_000) } });
  expect((await levelOf(here)).level).toBe("execute_undo");
  const [first, second] = [await propose(3_000), await propose(4_000)];
  const reason = "Wrong supplier";
  await member.call(undoDecision, { params: { id: first }, body: { reason } });
  expect(await decisionOf(member, first)).toMatchObject({
    status: "pending",
    authorization: { reasons: ["Undone: Wrong supplier"] },
  });
  // The other one goes back in the same transaction.
  expect(await decisionOf(member, second)).toMatchObject({ status: "pending", undoUntil: null });
  expect(await levelOf(here)).toMatchObject({ level: "propose", heldBy: "Earned level", restorable: "execute_undo" });
  expect(await decisionOf(member, await propose(6_000))).toMatchObject({
    status: "pending",
    authorization: { bound: "Earned level", level: "propose" },
  });
  const approver = await colleague(world, member, "approver");
  const path = `/api/agents/${cfo}/levels/${type}/restore`;
  expect((await approver.send("POST", path, { body: { reason } })).status).toBe(403);
  const params = { id: cfo, decisionType: type };
  await member.call(restoreLevel, { params, body: { reason: "The supplier was mine" } });
  expect(await levelOf(here)).toMatchObject({ level: "execute_undo", isStarting: true, restorable: null });
  expect((await levelOf(here)).changes).toHaveLength(2);
  expect(await member.send("POST", path, { body: { reason } })).toMatchObject({ status: 409 });
  // The reason for undoing a person's approval costs the agent nothing.
  await member.call(settleDecision, { params: { id: first }, body: { approved: true } });
  await member.call(undoDecision, { params: { id: first }, body: { reason } });
  expect((await levelOf(here)).level).toBe("execute_undo");
});

test("what a person undoes or rejects counts against an agent; a stop and decisions about the agent do not", async () => {
  const here = await company("execute");
  const { member, cfo, propose } = here;
  const errors = async () => (await member.call(getIdentity, { params: { id: cfo } })).performanceMetrics.errors;
  const counted = (wanted: { reversals: number; rejections: number }) =>
    expect.poll(errors, { timeout: 60_000 }).toMatchObject(wanted);
  await member.call(undoDecision, { params: { id: await propose(2_000) } });
  await counted({ reversals: 1, rejections: 0 });
  const held = await propose(3_000);
  await member.call(stopOversight);
  expect((await decisionOf(member, held)).status).toBe("pending");
  await resolve(member, await record(here, 37, 38), 38, true);
  await looked(here, 40);
  const [step] = await steps(here);
  const no = { approved: false, reason: "Not now" };
  for (const id of [step?.id ?? "", held]) await member.call(settleDecision, { params: { id }, body: no });
  await counted({ reversals: 1, rejections: 1 });
});

test("an intervention of oversight costs a step, its undo gives it back", async () => {
  const here = await company("execute");
  const { member, cfo, propose } = here;
  const held = await propose(2_000);
  await world.asOwner(
    `INSERT INTO exposure_totals (company_id, agent_id, year, committed) VALUES ($1, $2, extract(year FROM now())::int, 2000000)
     ON CONFLICT (company_id, agent_id, year) DO UPDATE SET committed = 2000000`,
    [member.user.companyId, cfo],
  );
  await member.call(checkOversight);
  const { findings } = await member.call(getOversightPage);
  const finding = findings.find(({ intervention }) => intervention === "pause");
  if (!finding) throw new Error("no intervention");
  expect((await levelOf(here)).level).toBe("propose");
  expect((await decisionOf(member, held)).status).toBe("pending");
  await member.call(undoIntervention, { params: { id: finding.id } });
  expect(await levelOf(here)).toMatchObject({ level: "execute_undo", isStarting: true });
});

test("Execute follows at once, without the 2 minutes", async () => {
  const here = await company("execute");
  const { member, cfo, propose } = here;
  await world.asOwner(
    "INSERT INTO authority_levels (company_id, agent_id, decision_type, level, looked_at) VALUES ($1, $2, $3, 'execute', 80)",
    [member.user.companyId, cfo, type],
  );
  const id = await propose(2_000);
  await expect.poll(async () => (await decisionOf(member, id)).undoUntil, { timeout: 60_000 }).toBeNull();
  expect(await decisionOf(member, id)).toMatchObject({ status: "approved", approvedBy: "policy" });
});

test("another company's levels are unknown", async () => {
  const [here, there] = [await company(), await company()];
  expect((await there.member.send("GET", `/api/agents/${here.cfo}/levels`)).status).toBe(404);
});
