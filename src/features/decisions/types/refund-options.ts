import { formatMoney, percent } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { step } from "./figures.ts";

/** Years a retained customer stays, unless given. */
export const defaultYears = 3;
/** Goodwill offer as a share of the requested refund. */
const goodwillShare = 0.25;

export type Fault = "ours" | "carrier" | "customer" | "nobody";
export type Response = "refund" | "goodwill" | "decline";

/** Churn after each response, by fault. Assumed, not measured; screens label it as an assumption. */
const churnByFault: Record<Fault, Record<Response, number>> = {
  ours: { refund: 0.15, goodwill: 0.3, decline: 0.7 },
  carrier: { refund: 0.1, goodwill: 0.25, decline: 0.5 },
  nobody: { refund: 0.1, goodwill: 0.2, decline: 0.35 },
  customer: { refund: 0.05, goodwill: 0.1, decline: 0.2 },
};

/** Money in the company's currency; undefined when unknown. */
export type Complaint = {
  refund: number;
  /** Value of the returned goods. */
  returned: number;
  fault: Fault;
  yearlyValue: number | undefined;
  grossMargin: number | undefined;
  years: number;
};

/** Cost of each response including churn; `lifetime` and `totals` are null when the customer's value is unknown. */
export function optionsOf({ refund, returned, fault, yearlyValue, grossMargin, years }: Complaint) {
  const lifetime = yearlyValue === undefined || grossMargin === undefined ? null : yearlyValue * grossMargin * years;
  const direct: Record<Response, number> = { refund: refund - returned, goodwill: refund * goodwillShare, decline: 0 };
  const churn = churnByFault[fault];
  const total = (response: Response) => (lifetime === null ? null : direct[response] + churn[response] * lifetime);
  const churnDifference = churn.goodwill - churn.refund;
  return {
    lifetime,
    direct,
    churn,
    totals: { refund: total("refund"), goodwill: total("goodwill"), decline: total("decline") },
    /** Lifetime value from which a full refund costs less than goodwill. */
    pays: Math.max(0, direct.refund - direct.goodwill) / churnDifference,
  };
}
export type Options = ReturnType<typeof optionsOf>;

/** Null when the customer's value is unknown. */
export function cheapest({ totals }: Options): Response | null {
  const { refund, goodwill, decline } = totals;
  if (refund === null || goodwill === null || decline === null) return null;
  // Ties go to the customer.
  if (refund <= goodwill && refund <= decline) return "refund";
  return goodwill <= decline ? "goodwill" : "decline";
}

export function stepsOf(complaint: Complaint, options: Options, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { refund, returned, yearlyValue, grossMargin, years } = complaint;
  const { lifetime, direct, churn, totals, pays } = options;
  const costs = (response: Response) =>
    `${formatCents(direct[response])} + ${percent(churn[response] * 100)} churn × lifetime value`;
  return [
    step("Requested refund", "as given", refund, "money"),
    ...(returned > 0 ? [step("Value of returned goods", "as given", returned, "money")] : []),
    step(
      "Lifetime value at risk",
      yearlyValue === undefined || grossMargin === undefined
        ? "annual sales or margin missing"
        : `${formatCents(yearlyValue)} × ${percent(grossMargin * 100)} × ${years} years`,
      lifetime,
      "money",
    ),
    step("Cost of declining", costs("decline"), totals.decline, "money"),
    step("Cost of goodwill", costs("goodwill"), totals.goodwill, "money"),
    step("Lifetime value that justifies a full refund", "(refund − goodwill) ÷ churn difference", pays, "money"),
    step("Cost of a full refund", costs("refund"), totals.refund, "money", true),
  ];
}
