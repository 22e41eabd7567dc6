import { money } from "#contract/format.ts";
import type { Exposure } from "#contract/actions.ts";
import { type Acting, barred, type Guarded } from "#agency/policy.ts";
import { agentRole, includesRole, type MemberRole } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { Authorization, LimitMet } from "#features/authority/contract.ts";
import {
  type ActingAgent,
  cents,
  effectiveLimit,
  fitsYearBudget,
  type Ledger,
  type PolicyFigures,
} from "#features/authority/limits/rules.ts";

export type AuthorityRequest = {
  agent: ActingAgent;
  /** The action, or the type of decision. */
  action: Guarded;
  exposure: Exposure;
  currency: Currency;
};
/** One row per company. `holdEpoch` is compared by whoever is about to run an effect, not here. */
export type OversightState = { oversight: string; holdEpoch: number };
export type Approver = { name: string; role: MemberRole; limit: number | null };

const watching = new Set(["ACTIVE", "NORMAL", "MONITORING", "ALERT", "CRITICAL"]);
/** True while AGI oversight watches (the state row of the company); a word it does not know counts as INACTIVE. */
export const oversightActive = (state: OversightState): boolean => watching.has(state.oversight.toUpperCase());

const titleOf = (agent: ActingAgent): string => (/^C.O$/.test(agent.role) ? agent.role : agentRole(agent.role).name);
const over = (name: string, limit: number, requested: number, unit: LimitMet["unit"], sentence: string): LimitMet => ({
  name,
  limit,
  requested,
  over: cents(requested - limit),
  unit,
  sentence,
});

/** The money and percent limits a request exceeds, in the company's currency or percent; from policy, budget and ledger. */
function limitsMet(request: AuthorityRequest, policy: PolicyFigures, ledger: Ledger): LimitMet[] {
  const { agent, exposure, currency } = request;
  if (exposure.kind === "none" && exposure.amount === 0) return [];
  const requested = cents(exposure.amount + ledger.sameKeyLast30Days);
  const summed = ledger.sameKeyLast30Days > 0 ? ", with what was asked for the same purpose in the last 30 days" : "";
  const whose = `the ${titleOf(agent)}'s`;
  if (exposure.kind === "discount") {
    const limit = policy.discountPercent ?? 0;
    const beyond = `A discount of ${requested}% is over ${whose} ${limit}%${summed}`;
    const sentence = policy.discountPercent === null ? `The ${titleOf(agent)} may give no discount` : beyond;
    return requested > limit ? [over("Discount limit", limit, requested, "percent", sentence)] : [];
  }
  const met: LimitMet[] = [];
  const limit = effectiveLimit(agent, policy, ledger, currency).perDecision;
  if (requested > limit) {
    const beyond = `${money(requested - limit, currency)}${exposure.recurring ? " a year" : ""} over ${whose}`;
    const per = agent.role === "CMO" ? "campaign" : "decision";
    const sentence = `${beyond} ${money(limit, currency)} per ${per}${summed}`;
    met.push(over("Limit per decision", limit, requested, "money", sentence));
  }
  const year = fitsYearBudget(agent, ledger, exposure, currency);
  if (year.sentence) met.push(over("Year budget", agent.budget, year.after, "money", year.sentence));
  return met;
}

/** What else stands between an agent and acting alone: [what bound it, why]; null when nothing does. */
function rein(request: AuthorityRequest, policy: PolicyFigures, ledger: Ledger, state: OversightState) {
  const { agent, exposure, currency } = request;
  if (agent.autonomy !== "execute")
    return ["Autonomy", `${agent.name}'s autonomy is "${agent.autonomy}": a person decides`] as const;
  if (!oversightActive(state))
    return ["Oversight", `Oversight is inactive, so "execute" counts as "propose": a person decides`] as const;
  if (agent.decisionAuthority === "low") return ["Authority", "Low authority: proposes, never decides alone"] as const;
  const requested = cents(exposure.amount + ledger.sameKeyLast30Days);
  const shares = effectiveLimit(agent, policy, ledger, currency);
  const percent = exposure.kind === "discount";
  const alone = percent ? (policy.discountPercent ?? 0) * (agent.decisionAuthority === "high" ? 1 : 0.5) : shares.alone;
  if (exposure.amount === 0 || requested <= alone) return null;
  const shown = percent ? [`${requested}%`, `${alone}%`] : [money(requested, currency), money(alone, currency)];
  return ["Authority", `${shown[0]} is over the ${shown[1]} that ${agent.name} may decide alone`] as const;
}

/**
 * Whether an agent may do something: allow, ask or deny, with every reason. The limits are figures in the company's
 * currency (percent for discounts) from the policy, the agent's year budget and the exposure ledger. `bound` names what
 * would hold longest: an exceeded limit (the one that leaves least), else autonomy, oversight, the authority's ceiling.
 */
export function authorize(
  request: AuthorityRequest,
  policy: PolicyFigures,
  ledger: Ledger,
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
    policyVersion: policy.version,
  });
  const refusal = barred(agent, request.action);
  if (refusal) return answer("deny", agent.status === "active" ? "Policy" : "Status", [refusal.message]);
  if (policy.role !== agent.role) return answer("deny", "Policy", [`There is no policy for the ${titleOf(agent)}`]);
  const amounts = [exposure.amount, agent.budget, ledger.reservedThisYear, ledger.committedThisYear];
  if (![...amounts, ledger.sameKeyLast30Days, policy.perDecision ?? 0].every((amount) => amount >= 0 && amount < 1e15))
    return answer("deny", "Amount", ["The amount cannot be checked against the limits"]);
  const limits = limitsMet(request, policy, ledger);
  const held = rein(request, policy, ledger, state);
  const left = (met: LimitMet): number => met.limit - (met.requested - exposure.amount);
  const least = limits.toSorted((one, other) => left(one) - left(other))[0];
  // The ceiling is a share of the limit: over the limit it adds nothing.
  const tell = held && !(least && held[0] === "Authority") ? [held[1]] : [];
  const reasons = [...limits.map((met) => met.sentence), ...tell];
  if (least || held) return answer("ask", least?.name ?? held?.[0] ?? "", reasons, limits);
  return answer("allow", "Nothing", [`Within what ${agent.name} may decide alone`]);
}

/**
 * Whether a person may approve: their own limit is in the company's currency, null is none. What was asked for the same
 * counterparty or purpose within 30 days counts along. Limits are not held against a discount, which is percent.
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
    return deny("Role", `Only an approver or an admin may decide this; ${person.name} is a ${person.role}`, []);
  const requested = cents(exposure.amount + sameKeyLast30Days);
  if (person.limit !== null && exposure.kind !== "discount" && !(exposure.amount === 0 || requested <= person.limit)) {
    const amounts = `${money(requested - person.limit, currency)} over ${person.name}'s own ${money(person.limit, currency)}`;
    const sentence = `${amounts} per decision${sameKeyLast30Days > 0 ? ", with the last 30 days for the same purpose" : ""}`;
    return deny("Own limit", sentence, [over("Own limit", person.limit, requested, "money", sentence)]);
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

/**
 * Whether an agent may take an action that belongs to its own work (what it tells inside the company, its own tasks): role,
 * status and switches are asked, and nobody's approval.
 */
export function authorizeOwnWork(agent: Acting, action: Guarded, policyVersion: number): Authorization {
  const refusal = barred(agent, action);
  if (!refusal) return ownWork(policyVersion);
  const reasons = [refusal.message];
  return {
    ...ownWork(policyVersion),
    verdict: "deny",
    reasons,
    bound: agent.status === "active" ? "Policy" : "Status",
  };
}

/** What an executive tells inside the company about its own proposal needs nobody's permission. */
export function ownWork(policyVersion: number): Authorization {
  const reasons = ["Executives may tell each other and the owner about their own proposals"];
  return { verdict: "allow", askOf: null, reasons, limits: [], bound: "Nothing", autonomy: null, policyVersion };
}

/** What a person does themselves is held against no agent's policy. */
export function personsAct(): Authorization {
  const reasons = ["A person did it themselves"];
  return { verdict: "allow", askOf: null, reasons, limits: [], bound: "Nothing", autonomy: null, policyVersion: 0 };
}
