import type { Grant, Write } from "#agency/action.ts";
import type { Persona } from "#agency/persona.ts";
import type { Guarded } from "#agency/policy.ts";
import { rules as rulesEngine } from "#agency/engine.ts";
import type { Exposure } from "#contract/actions.ts";
import type { Origin } from "#contract/origins.ts";
import { AppError } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization, Policy } from "#features/authority/contract.ts";
import * as rules from "#features/authority/limits/rules.ts";
import { limitsNow, toActingAgent, unused, yearOf } from "#features/authority/limits/skills.ts";
import { ask } from "#features/authority/requests/service.ts";
import type { EarnedLevel } from "#features/authority/levels/contract.ts";
import { startingLevel } from "#features/authority/levels/rules.ts";
import * as levels from "#features/authority/levels/store.ts";
import {
  type Approver,
  authorizePerson,
  authorizeOwnWork,
  oversightActive,
  ownWork,
  personAuthorization,
} from "#features/authority/rules.ts";
import * as store from "#features/authority/store.ts";
import { person, type Tx } from "#platform/context.ts";

/** How far the agent's record lets it go with a type of decision. */
const levelOf = async (tx: Tx, { id, autonomy }: rules.ActingAgent, decisionType: string): Promise<EarnedLevel> =>
  (await levels.find(tx, id, decisionType))?.level ?? startingLevel(autonomy);

/** What led to a request: the origin of the text that was read, and the engine that read it. */
type Cause = { origin: Origin; engine: string };

/** A language model that read text from outside. */
const isSteerable = ({ origin, engine }: Cause): boolean => origin === "external" && engine !== rulesEngine.id;

/**
 * Asks the policy whether an agent may do this, and reserves what fits its year budget. The agent's row must be locked,
 * so that concurrent requests can't exceed a limit together.
 */
export async function request(
  tx: Tx,
  row: agents.AgentRow,
  action: Guarded & { id: string },
  decision: { id: string; exposure: Exposure; isTest?: boolean; cause: Cause },
): Promise<Authorization> {
  const agent = toActingAgent(row);
  const { exposure } = decision;
  const year = yearOf(tx);
  const keys = rules.exposureKeys(exposure, action.id);
  const money = currency.parse(tx.currency);
  const [ledger, policy, state, level] = await Promise.all([
    store.ledgerOf(tx, agent.id, year, { keys, kind: exposure.kind, decisionId: decision.id }),
    store.policyOf(tx, agent.role, action.id),
    store.stateOf(tx),
    levelOf(tx, agent, action.id),
  ]);
  const asked = { agent, action, exposure, currency: money, level, isSteerable: isSteerable(decision.cause) };
  const about = { agent, decisionId: decision.id, type: action.id, isTest: decision.isTest ?? false };
  const answer = await ask(tx, { ...about, occasion: "asked" }, asked, policy, ledger, state);
  if (answer.verdict !== "deny" && !decision.isTest && exposure.kind !== "none" && exposure.amount > 0) {
    const { fits } = rules.fitsYearBudget(agent, ledger, exposure, money);
    const { kind, amount } = exposure;
    const entry = { kind, amount, state: fits ? "reserved" : "asked" } as const;
    await store.addExposure(tx, { ...keys, ...entry, agentId: agent.id, decisionId: decision.id, year });
  }
  return answer;
}

/**
 * Asks the policy again about what it approved. Its amount is reserved already, and what was requested after it does
 * not count.
 */
export async function requestAgain(
  tx: Tx,
  row: agents.AgentRow,
  action: Guarded & { id: string },
  { id, exposure, createdAt, cause }: { id: string; exposure: Exposure; createdAt: Date; cause: Cause },
): Promise<Authorization> {
  const agent = toActingAgent(row);
  const keys = rules.exposureKeys(exposure, action.id);
  const query = { keys, kind: exposure.kind, decisionId: id, until: createdAt };
  const [ledger, policy, state, level] = await Promise.all([
    store.ledgerOf(tx, agent.id, yearOf(tx), query),
    store.policyOf(tx, agent.role, action.id),
    store.stateOf(tx),
    levelOf(tx, agent, action.id),
  ]);
  const own = exposure.kind === "discount" ? 0 : exposure.amount;
  const others = { ...ledger, reservedThisYear: Math.max(0, rules.roundToCents(ledger.reservedThisYear - own)) };
  const money = currency.parse(tx.currency);
  const asked = { agent, action, exposure, currency: money, level, isSteerable: isSteerable(cause) };
  const about = { agent, decisionId: id, type: action.id, isTest: false };
  return ask(tx, { ...about, occasion: "again" }, asked, policy, others, state);
}

/** For an agent's messages about its own proposal. */
export function noticeGrant(tx: Tx, agent: agents.AgentRow, decisionId: string, policyVersion: number): Grant {
  const answer = ownWork(policyVersion);
  return store.newGrant(tx, { grantedBy: "policy", agentId: agent.id, decisionId, effect: "message", answer });
}

/** For an action of an agent's own work; throws if the policy denies it. */
export async function ownWorkGrant(tx: Tx, agent: Persona, action: Write): Promise<Grant> {
  const { version } = await store.policyOf(tx, agent.role);
  const answer = authorizeOwnWork(agent, action, version);
  requireNotDenied(answer);
  return store.newGrant(tx, { grantedBy: "policy", agentId: agent.id, effect: action.id, answer });
}

/** For an action the policy allows without approval. */
export const policyGrant = (tx: Tx, agent: { id: string }, action: Write, answer: Authorization): Grant =>
  store.newGrant(tx, { grantedBy: "policy", agentId: agent.id, effect: action.id, answer });

export function requireNotDenied({ verdict, bound, reasons }: Authorization): void {
  if (verdict !== "deny") return;
  throw new AppError(bound === "Status" ? "conflict" : "forbidden", reasons[0] ?? "The policy does not allow this");
}

/** Whether what the policy approved under a hold epoch may still take effect. */
export async function mayActAlone(tx: Tx, holdEpoch: number): Promise<boolean> {
  const state = await store.stateOf(tx);
  return oversightActive(state) && state.heldAt === null && state.holdEpoch === holdEpoch;
}

type ToApprove = { id: string; agentId: string; type: string; exposure: Exposure; policyVersion: number };

/** Answers for a person whether they may approve a decision. */
async function approvalCheck(tx: Tx, decision: ToApprove): Promise<(approver: Approver) => Authorization> {
  const { exposure } = decision;
  const keys = rules.exposureKeys(exposure, decision.type);
  const query = { keys, kind: exposure.kind, decisionId: decision.id };
  const { sameKeyLast30Days } = await store.ledgerOf(tx, decision.agentId, yearOf(tx), query);
  const money = currency.parse(tx.currency);
  return (approver) => authorizePerson(approver, exposure, money, decision.policyVersion, sameKeyLast30Days);
}

/** Throws if the person's role or limit does not allow approving. */
export async function mayApprove(tx: Tx, decision: ToApprove): Promise<void> {
  const { id, role, username } = person(tx);
  const [check, limit] = await Promise.all([approvalCheck(tx, decision), accounts.approvalLimit(tx, id)]);
  const answer = check({ name: username, role, limit });
  if (answer.verdict !== "allow") throw new AppError("forbidden", answer.reasons[0] ?? "You may not decide this");
}

/** The people whose role and limit allow approving a decision. */
export async function approversOf(tx: Tx, decision: ToApprove): Promise<string[]> {
  const [check, people] = await Promise.all([approvalCheck(tx, decision), accounts.approvers(tx)]);
  return people
    .filter(({ username: name, role, limit }) => check({ name, role, limit }).verdict === "allow")
    .map(({ id }) => id);
}

/** The approval of a decision's effects: a person's, which `mayApprove` allowed, or the policy's. */
export function approvalGrant(
  tx: Tx,
  decision: { id: string; agentId: string; settledBy: string | null; authorization: Authorization },
): Grant {
  const { agentId, id: decisionId, settledBy: personId } = decision;
  if (personId === null) {
    const answer = decision.authorization;
    return store.newGrant(tx, { grantedBy: "policy", agentId, decisionId, effect: "approval", answer });
  }
  const { policyVersion } = decision.authorization;
  const answer = { ...personAuthorization(), reasons: ["Approved by an approver"], policyVersion };
  return store.newGrant(tx, { grantedBy: "person", personId, agentId, decisionId, effect: "approval", answer });
}

/** For what a person does directly. */
export const personGrant = (tx: Tx, effect: "task" | "message"): Grant =>
  store.newGrant(tx, { grantedBy: "person", personId: person(tx).id, effect, answer: personAuthorization() });

/** For the message that notifies an agent of a rejection. */
export const rejectionGrant = (tx: Tx, decision: { id: string; settledBy: string | null }): Grant =>
  store.newGrant(tx, {
    grantedBy: "person",
    personId: decision.settledBy,
    decisionId: decision.id,
    effect: "message",
    answer: personAuthorization(),
  });

export async function overview(
  tx: Tx,
): Promise<{ version: number; policies: Policy[]; limits: rules.EffectiveLimit[] }> {
  const { policies, ...current } = await limitsNow(tx);
  return { ...current, policies: await toPolicies(tx, policies) };
}

export async function limitOf(tx: Tx, row: agents.AgentRow): Promise<rules.EffectiveLimit> {
  const policy = await store.policyOf(tx, row.role);
  const ledger = (await store.yearLedgers(tx, yearOf(tx))).get(row.id) ?? unused;
  return rules.effectiveLimit(toActingAgent(row), policy, ledger, currency.parse(tx.currency));
}

/** With who set them, when and why. */
export async function toPolicies(tx: Tx, rows: readonly store.PolicyRow[]): Promise<Policy[]> {
  const [versions, names] = await Promise.all([
    store.versionsIn(tx, [...new Set(rows.map(({ version }) => version))]),
    accounts.usernames(tx),
  ]);
  return rows.map(({ decisionType, ...row }) => {
    const { note = "", changedBy = null, createdAt = tx.now } = versions.get(row.version) ?? {};
    const by = changedBy ? (names.get(changedBy) ?? "a former member") : "default";
    return { ...row, decisionType: decisionType || null, note, changedBy: by, createdAt: createdAt.toISOString() };
  });
}
