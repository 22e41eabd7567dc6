import type { AgentRoleId } from "#contract/roles.ts";
import { type DecisionTypeId, decisionTypes } from "#features/decisions/contract.ts";
import { askFirst } from "./ask-first.ts";
import { budgetAllocation } from "./budget-allocation.ts";
import type { GivenForecast } from "./context.ts";
import { campaignLaunch } from "./campaign-launch.ts";
import { collectReceivables } from "./collect-receivables.ts";
import { contractReview } from "./contract-review.ts";
import type { DecisionType } from "./decision-type.ts";
import { discountRequest } from "./discount-request.ts";
import { expenseApproval } from "./expense-approval.ts";
import { formOf } from "./form.ts";
import { investmentEvaluation } from "./investment-evaluation.ts";
import { leadQualification } from "./lead-qualification.ts";
import { marketExpansion } from "./market-expansion.ts";
import { overBudget } from "./over-budget.ts";
import { withOwnForecasts } from "./own-forecasts.ts";
import { partnershipEvaluation } from "./partnership-evaluation.ts";
import { processChange } from "./process-change.ts";
import { refundResolution } from "./refund-resolution.ts";
import { staleDeal } from "./stale-deal.ts";
import { technologyPurchase } from "./technology-purchase.ts";
import { vendorRenewal } from "./vendor-renewal.ts";

const registry: Record<DecisionTypeId, DecisionType> = {
  market_expansion: marketExpansion,
  partnership_evaluation: partnershipEvaluation,
  investment_evaluation: investmentEvaluation,
  budget_allocation: budgetAllocation,
  expense_approval: expenseApproval,
  collect_receivables: collectReceivables,
  over_budget: overBudget,
  technology_purchase: technologyPurchase,
  campaign_launch: campaignLaunch,
  lead_qualification: leadQualification,
  discount_request: discountRequest,
  stale_deal: staleDeal,
  refund_resolution: refundResolution,
  process_change: processChange,
  vendor_renewal: vendorRenewal,
  contract_review: contractReview,
};

const asking = (type: DecisionType): DecisionType => ({
  ...type,
  evaluate: (context, facts) => {
    const { forecasts } = context as { forecasts?: GivenForecast[] };
    return withOwnForecasts(askFirst(type.evaluate(context, facts), facts), forecasts, facts);
  },
});

/** Every type asks first where its evidence contradicts the request, and takes forecasts of its proposer. */
export const types: readonly DecisionType[] = Object.values(registry).map(asking);

const byId = new Map(types.map((type) => [type.id as string, type]));
export const decisionType = (id: string): DecisionType | null => byId.get(id) ?? null;

export function knownTypes(role: AgentRoleId): readonly DecisionTypeId[] {
  return decisionTypes.filter((id) => registry[id].roles.includes(role));
}

export const listTypes = () =>
  decisionTypes.map((id) => {
    const { label, roles, capability, context } = registry[id];
    return { id, label, roles: [...roles], capability, fields: formOf(context) };
  });

/** The parsed context with canonical names, or one sentence naming the first fault. */
export function readContext(type: DecisionType, input: unknown): { context: unknown } | { refused: string } {
  const parsed = type.context.safeParse(input);
  if (parsed.success) return { context: parsed.data };
  const issue = parsed.error.issues[0];
  const name = (issue?.path ?? []).map((part) => (typeof part === "number" ? part + 1 : String(part))).join(" ");
  const message = issue?.message.replace(/^Invalid .*/, "is missing or has the wrong type") ?? "is invalid";
  return { refused: (message.startsWith(name) ? message : `${name}: ${message}`).slice(0, 200) };
}
