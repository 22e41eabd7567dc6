import { formatMoney } from "#contract/format.ts";
import type { Exposure } from "#contract/actions.ts";
import { type Acting, skillRefusal, type Guarded } from "#agency/policy.ts";
import { agentRole, includesRole, type MemberRole } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { Authorization, LimitMet } from "#features/authority/contract.ts";
import type { EarnedLevel } from "#features/authority/levels/contract.ts";
import { describeLevel, lowestOf, rankOf } from "#features/authority/levels/rules.ts";
import * as rules from "#features/authority/limits/rules.ts";

export type AuthorityRequest = {
  agent: rules.ActingAgent;
  /** The action, or the type of decision. */
  action: Guarded;
  exposure: Exposure;
  currency: Currency;
  /** How far its record lets the agent go with this type. */
  level: EarnedLevel;
  /** A language model that read text from outside the company asks for it. */
  isSteerable?: boolean;
};
/** One row per company; `holdEpoch` is checked when an effect runs, not here. */
export type OversightState = { oversight: string; holdEpoch: number; heldAt: Date | null };
export type Approver = { name: string; role: MemberRole; limit: number | null };

const activeStates = new Set(["ACTIVE", "NORMAL", "MONITORING", "ALERT", "CRITICAL"]);
/** An unknown state counts as INACTIVE. */
export const oversightActive = (state: OversightState): boolean => activeStates.has(state.oversight.toUpperCase());

/** The `bound` of a request by a language model that read text from outside the company. */
export const steerable = "Origin";

const titleOf = (agent: rules.ActingAgent): string =>
  /^C.O$/.test(agent.role) ? agent.role : agentRole(agent.role).name;
const exceeded = (
  name: string,
  limit: number,
  requested: number,
  unit: LimitMet["unit"],
  sentence: string,
): LimitMet => ({
  name,
  limit,
  requested,
  over: rules.roundToCents(requested - limit),
  unit,
  sentence,
});

function exceededLimits(request: AuthorityRequest, policy: rules.PolicyFigures, ledger: rules.Ledger): LimitMet[] {
  const { agent, exposure, currency } = request;
  if (exposure.kind === "none" && exposure.amount === 0) return [];
  const requested = rules.roundToCents(exposure.amount + ledger.sameKeyLast30Days);
  const summed = ledger.sameKeyLast30Days > 0 ? ", including similar requests from the last 30 days" : "";
  const owner = `the ${titleOf(agent)}'s`;
  if (exposure.kind === "discount") {
    const limit = policy.discountPercent ?? 0;
    const overLimit = `A ${requested}% discount is over ${owner} ${limit}%${summed}`;
    const sentence = policy.discountPercent === null ? `The ${titleOf(agent)} may not give discounts` : overLimit;
    return requested > limit ? [exceeded("Discount limit", limit, requested, "percent", sentence)] : [];
  }
  const limits: LimitMet[] = [];
  const limit = rules.effectiveLimit(agent, policy, ledger, currency).perDecision;
  if (requested > limit) {
    const overLimit = `${formatMoney(requested - limit, currency)}${exposure.recurring ? " per year" : ""} over ${owner}`;
    const per = agent.role === "CMO" ? "campaign" : "decision";
    const sentence = `${overLimit} ${formatMoney(limit, currency)} per ${per}${summed}`;
    limits.push(exceeded("Limit per decision", limit, requested, "money", sentence));
  }
  const year = rules.fitsYearBudget(agent, ledger, exposure, currency);
  if (year.sentence) limits.push(exceeded(rules.yearBudget, agent.budget, year.after, "money", year.sentence));
  return limits;
}

function describeBound(
  { agent: { name, autonomy }, level, action }: AuthorityRequest,
  { name: bound }: ReturnType<typeof lowestOf>,
  state: OversightState,
): string {
  if (bound === "Autonomy") return `${name} may only ${autonomy === "assist" ? "advise" : "propose"}`;
  if (bound === "Authority") return `${name} has low authority: every decision needs approval`;
  if (bound === "Earned level")
    return `By its record, ${name} may ${describeLevel(level)}: ${action.label.toLowerCase()}`;
  return `${state.heldAt ? "Autonomous work is on hold" : "Oversight is off"}, so ${name} may only propose`;
}

/** Why an agent may not act alone, apart from limits: [`bound`, sentence]; null if it may. */
function approvalReason(
  request: AuthorityRequest,
  policy: rules.PolicyFigures,
  ledger: rules.Ledger,
  state: OversightState,
): readonly [string, string] | null {
  const { agent, exposure, currency, level } = request;
  const { autonomy, decisionAuthority } = agent;
  const mayExecute = state.heldAt === null && oversightActive(state);
  const lowest = lowestOf({ level, autonomy, decisionAuthority, mayExecute });
  if (rankOf(lowest.level) < rankOf("execute_undo"))
    return [lowest.name, describeBound(request, lowest, state)] as const;
  if (request.isSteerable)
    return [steerable, "A language model that read text from outside the company proposed it"] as const;
  const requested = rules.roundToCents(exposure.amount + ledger.sameKeyLast30Days);
  const isPercent = exposure.kind === "discount";
  const own = isPercent ? policy.aloneDiscountPercent : policy.alone;
  if (own === 0) return ["Limit alone", `The policy has a person decide: ${request.action.label}`] as const;
  const alone = rules.aloneLimit(agent, policy, isPercent ? "percent" : "money", currency);
  if (exposure.amount === 0 || requested <= alone.amount) return null;
  const [amount, ceiling] = [requested, alone.amount].map((one) =>
    isPercent ? `${one}%` : formatMoney(one, currency),
  );
  const why = alone.source.charAt(0).toLowerCase() + alone.source.slice(1);
  return [alone.name, `${amount} exceeds the ${ceiling} ${agent.name} may decide alone (${why})`] as const;
}

/**
 * Whether an agent may do something: allow, ask or deny, with every reason. Amounts are in the company's currency,
 * discounts in percent. `bound` is the tightest exceeded limit, else the lowest of autonomy, oversight, authority and
 * earned level, else what sets the amount the agent may decide alone.
 */
export function authorize(
  request: AuthorityRequest,
  policy: rules.PolicyFigures,
  ledger: rules.Ledger,
  state: OversightState,
): Authorization {
  const { agent, exposure } = request;
  const answer = (
    verdict: Authorization["verdict"],
    bound: string,
    reasons: string[],
    limits: LimitMet[] = [],
  ): Authorization => ({
    verdict,
    askOf: verdict === "ask" ? "the owner" : null,
    reasons,
    limits,
    bound,
    autonomy: agent.autonomy,
    level: request.level,
    policyVersion: policy.version,
  });
  const refusal = skillRefusal(agent, request.action);
  if (refusal) return answer("deny", agent.status === "active" ? "Policy" : "Status", [refusal.message]);
  if (policy.role !== agent.role) return answer("deny", "Policy", [`The ${titleOf(agent)} has no policy`]);
  const amounts = [exposure.amount, agent.budget, ledger.reservedThisYear, ledger.committedThisYear];
  if (![...amounts, ledger.sameKeyLast30Days, policy.perDecision ?? 0].every((amount) => amount >= 0 && amount < 1e15))
    return answer("deny", "Amount", ["The amount can't be checked against the limits"]);
  const limits = exceededLimits(request, policy, ledger);
  const reason = approvalReason(request, policy, ledger, state);
  const remaining = (met: LimitMet): number => met.limit - (met.requested - exposure.amount);
  const tightest = limits.toSorted((a, b) => remaining(a) - remaining(b))[0];
  // What an agent may decide alone is a share of the limit, so an exceeded limit already implies it.
  const extra = reason && !(tightest && rules.isAloneCap(reason[0])) ? [reason[1]] : [];
  const reasons = [...limits.map((met) => met.sentence), ...extra];
  if (tightest || reason) return answer("ask", tightest?.name ?? reason?.[0] ?? "", reasons, limits);
  return answer("allow", "Nothing", [`${agent.name} may decide this alone`]);
}

/**
 * Whether a person may approve. Their limit is in the company's currency (null: none) and includes requests for the
 * same counterparty or purpose within 30 days; it does not apply to discounts.
 */
export function authorizePerson(
  person: Approver,
  exposure: Exposure,
  currency: Currency,
  policyVersion: number,
  sameKeyLast30Days = 0,
): Authorization {
  const deny = (bound: string, sentence: string, limits: LimitMet[]): Authorization => ({
    verdict: "deny",
    askOf: bound === "Role" ? "an approver or an admin" : "an approver with a higher limit, or an admin",
    reasons: [sentence],
    limits,
    bound,
    autonomy: null,
    policyVersion,
  });
  if (!includesRole(person.role, "approver"))
    return deny("Role", `Only approvers and admins may decide this; ${person.name} is a ${person.role}`, []);
  const requested = rules.roundToCents(exposure.amount + sameKeyLast30Days);
  if (person.limit !== null && exposure.kind !== "discount" && !(exposure.amount === 0 || requested <= person.limit)) {
    const amounts = `${formatMoney(requested - person.limit, currency)} over ${person.name}'s own ${formatMoney(person.limit, currency)}`;
    const sentence = `${amounts} per decision${sameKeyLast30Days > 0 ? ", including similar requests from the last 30 days" : ""}`;
    return deny("Own limit", sentence, [exceeded("Own limit", person.limit, requested, "money", sentence)]);
  }
  return {
    verdict: "allow",
    askOf: null,
    reasons: [`Approved by ${person.name}`],
    limits: [],
    bound: "Nothing",
    autonomy: null,
    policyVersion,
  };
}

/** Own work (internal messages, own tasks) needs the right role, status and capability, but no approval. */
export function authorizeOwnWork(agent: Acting, action: Guarded, policyVersion: number): Authorization {
  const refusal = skillRefusal(agent, action);
  if (!refusal) return ownWork(policyVersion);
  const reasons = [refusal.message];
  return {
    ...ownWork(policyVersion),
    verdict: "deny",
    reasons,
    bound: agent.status === "active" ? "Policy" : "Status",
  };
}

export function ownWork(policyVersion: number): Authorization {
  const reasons = ["Agents may message each other and the owner about their own proposals"];
  return { verdict: "allow", askOf: null, reasons, limits: [], bound: "Nothing", autonomy: null, policyVersion };
}

/** Agents' policies don't apply to people. */
export function personAuthorization(): Authorization {
  const reasons = ["Done by a person"];
  return { verdict: "allow", askOf: null, reasons, limits: [], bound: "Nothing", autonomy: null, policyVersion: 0 };
}
