import type { AgentRoleId } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { Authorization } from "#features/authority/contract.ts";
import { type ExposureKeys, isAloneCap, roundToCents } from "#features/authority/limits/rules.ts";
import type { AskedOf } from "#features/authority/requests/rules.ts";
import { authorize } from "#features/authority/rules.ts";
import { type Limits, limitsFor } from "#features/authority/versions/rules.ts";

const dayMs = 86_400_000;

/** A past request: what was known, the answer, and when its amount stopped counting. */
export type Past = {
  agentId: string;
  role: AgentRoleId;
  decisionType: string;
  keys: ExposureKeys;
  /** Milliseconds since 1970. */
  at: number;
  year: number;
  inputs: AskedOf;
  answer: Authorization;
  /** When a rejected, expired or withdrawn amount stopped counting; null if it counts. */
  releasedAt: number | null;
};

/** "execute": as if every agent had the autonomy and earned level execute, with oversight on. */
export type Assumption = "as it was" | "execute";

function assume([request, policy, ledger, state, ...rest]: AskedOf, assumption: Assumption): AskedOf {
  if (assumption === "as it was") return [request, policy, ledger, state, ...rest];
  const agent = { ...request.agent, autonomy: "execute" as const };
  return [
    { ...request, agent, level: "execute" },
    policy,
    ledger,
    { ...state, oversight: "ACTIVE", heldAt: null },
    ...rest,
  ];
}

/** The amount of a request that was turned down, but would have run alone under the tried limits. */
type Carried = {
  at: number;
  releasedAt: number;
  year: number;
  amount: number;
  isDiscount: boolean;
  keys: ExposureKeys;
};

const isSimilar = (one: ExposureKeys, other: ExposureKeys): boolean =>
  (one.counterparty !== null && one.counterparty === other.counterparty) ||
  (one.purpose !== null && one.purpose === other.purpose) ||
  ([one.counterparty, one.purpose, other.counterparty, other.purpose].every((key) => key === null) &&
    one.decisionType === other.decisionType);

/**
 * Answers past requests in order under other limits. The amount of a request that was turned down but would have run
 * alone stays in the ledger after its release; all other amounts count as they did.
 */
export function replayer(limits: readonly Limits[], assumption: Assumption) {
  const carried = new Map<string, Carried[]>();
  const totals = new Map<string, number>();
  return (past: Past): Authorization => {
    const found = limitsFor(limits, past.role, past.decisionType);
    const [request, policy, ledger, ...rest] = assume(past.inputs, assumption);
    const { exposure } = request;
    const isDiscount = exposure.kind === "discount";
    const earlier = carried.get(past.agentId) ?? [];
    // Until its release, the recorded ledger contains the amount; after 30 days, only the year's total needs it.
    const open = earlier.filter((one) => {
      if (past.at - one.at <= 30 * dayMs || one.releasedAt > past.at) return true;
      addTo(totals, past.agentId, one);
      return false;
    });
    if (open.length < earlier.length) carried.set(past.agentId, open);
    const counting = open.filter((one) => one.releasedAt <= past.at);
    const inYear = counting.filter((one) => one.year === past.year && !one.isDiscount);
    const similar = counting.filter(
      (one) => one.isDiscount === isDiscount && past.at - one.at < 30 * dayMs && isSimilar(one.keys, past.keys),
    );
    const extra = {
      committedThisYear: roundToCents(
        ledger.committedThisYear + sum(inYear) + (totals.get(`${past.agentId} ${past.year}`) ?? 0),
      ),
      sameKeyLast30Days: roundToCents(ledger.sameKeyLast30Days + sum(similar)),
    };
    const tried = found ? { ...policy, ...found, role: policy.role, version: policy.version } : policy;
    const answer = authorize(request, tried, { ...ledger, ...extra }, ...rest);
    const runsInstead = answer.verdict === "allow" && past.answer.verdict !== "allow";
    if (runsInstead && past.releasedAt !== null && exposure.amount > 0) {
      const { at, releasedAt, year, keys } = past;
      carried.set(past.agentId, [...open, { at, releasedAt, year, keys, amount: exposure.amount, isDiscount }]);
    }
    return answer;
  };
}

const sum = (amounts: readonly Carried[]): number => amounts.reduce((total, { amount }) => total + amount, 0);

function addTo(totals: Map<string, number>, agentId: string, { year, amount, isDiscount }: Carried): void {
  if (isDiscount) return;
  const key = `${agentId} ${year}`;
  totals.set(key, (totals.get(key) ?? 0) + amount);
}

/** Why a past request can't be judged, or null. Its recorded inputs must still give its recorded answer. */
export function judgeFault({ inputs, answer }: Past, currency: Currency): string | null {
  try {
    const [request] = inputs;
    if (request.currency !== currency) return `It was in ${request.currency}; limits are in ${currency} now.`;
    const again = authorize(...inputs);
    // What sets the amount an agent decides alone was once named "Authority" in every case.
    const isAlone = isAloneCap(again.bound) && isAloneCap(answer.bound);
    const isSame = again.verdict === answer.verdict && (again.bound === answer.bound || isAlone);
    return isSame ? null : "The rules changed since: its own limits would give another answer today.";
  } catch {
    return "Its inputs are not recorded completely.";
  }
}

/** How a past request turned out; "open" is not known yet. */
export type Ending = "held" | "notHeld" | "undone" | "rejected" | "open";
const endedBadly = (ending: Ending): boolean => ["notHeld", "undone", "rejected"].includes(ending);

/** What a set of limits would have done. */
export type Effect = {
  alone: number;
  asked: number;
  denied: number;
  /** Of those that would run alone: how many have a known outcome, and how many a bad one. */
  known: number;
  badly: number;
  /** Money that would have been committed alone, company currency. */
  exposure: number;
};
export const noEffect = (): Effect => ({ alone: 0, asked: 0, denied: 0, known: 0, badly: 0, exposure: 0 });

export function addEffect(effect: Effect, { inputs }: Past, { verdict }: Authorization, ending: Ending): void {
  effect[({ allow: "alone", ask: "asked", deny: "denied" } as const)[verdict]] += 1;
  if (verdict !== "allow") return;
  const { kind, amount } = inputs[0].exposure;
  if (kind !== "none" && kind !== "discount" && kind !== "headcount")
    effect.exposure = roundToCents(effect.exposure + amount);
  if (ending !== "open") effect.known += 1;
  if (endedBadly(ending)) effect.badly += 1;
}

export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};
