import { money } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { percent, row } from "./figures.ts";

/** Years a customer who stays is counted for, unless something else is known. */
export const usualYears = 3;
/** Part of the amount that is offered as goodwill. */
const goodwillShare = 0.25;

export type Fault = "ours" | "carrier" | "customer" | "nobody";
export type Answer = "refund" | "goodwill" | "decline";

/**
 * Share of customers who leave after each answer, by whose fault it was. Assumptions, said as such wherever they are
 * shown: nothing here has measured them for this company.
 */
const leaving: Record<Fault, Record<Answer, number>> = {
  ours: { refund: 0.15, goodwill: 0.3, decline: 0.7 },
  carrier: { refund: 0.1, goodwill: 0.25, decline: 0.5 },
  nobody: { refund: 0.1, goodwill: 0.2, decline: 0.35 },
  customer: { refund: 0.05, goodwill: 0.1, decline: 0.2 },
};

/** A complaint; money in the company's currency, undefined where not known. */
export type Complaint = {
  refund: number;
  /** What comes back is worth. */
  returned: number;
  fault: Fault;
  yearlyValue: number | undefined;
  grossMargin: number | undefined;
  years: number;
};

/** What each answer costs, the customer who may leave included; lifetime and totals null while his value is not known. */
export function optionsOf({ refund, returned, fault, yearlyValue, grossMargin, years }: Complaint) {
  const lifetime = yearlyValue === undefined || grossMargin === undefined ? null : yearlyValue * grossMargin * years;
  const direct: Record<Answer, number> = { refund: refund - returned, goodwill: refund * goodwillShare, decline: 0 };
  const leaves = leaving[fault];
  const total = (answer: Answer) => (lifetime === null ? null : direct[answer] + leaves[answer] * lifetime);
  const more = leaves.goodwill - leaves.refund;
  return {
    lifetime,
    direct,
    leaves,
    totals: { refund: total("refund"), goodwill: total("goodwill"), decline: total("decline") },
    /** The lifetime value from which the whole refund costs less than goodwill. */
    pays: Math.max(0, direct.refund - direct.goodwill) / more,
  };
}
export type Options = ReturnType<typeof optionsOf>;

/** The answer that costs least; null while the customer's value is not known. */
export function cheapest({ totals }: Options): Answer | null {
  const { refund, goodwill, decline } = totals;
  if (refund === null || goodwill === null || decline === null) return null;
  // Where two cost the same, the kinder one.
  if (refund <= goodwill && refund <= decline) return "refund";
  return goodwill <= decline ? "goodwill" : "decline";
}

/** The rows of the calculation. */
export function stepsOf(complaint: Complaint, options: Options, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { refund, returned, yearlyValue, grossMargin, years } = complaint;
  const { lifetime, direct, leaves, totals, pays } = options;
  const costs = (answer: Answer) =>
    `${exact(direct[answer])} + ${percent(leaves[answer] * 100)} who leave × lifetime value`;
  return [
    row("Refund asked for", "as given", refund, "money"),
    ...(returned > 0 ? [row("What comes back is worth", "as given", returned, "money")] : []),
    row(
      "Lifetime value at risk",
      yearlyValue === undefined || grossMargin === undefined
        ? "sales a year or margin is not known"
        : `${exact(yearlyValue)} × ${percent(grossMargin * 100)} × ${years} years`,
      lifetime,
      "money",
    ),
    row("Declining costs", costs("decline"), totals.decline, "money"),
    row("Goodwill costs", costs("goodwill"), totals.goodwill, "money"),
    row("A full refund pays from a lifetime value of", "(refund − goodwill) ÷ fewer who leave", pays, "money"),
    row("A full refund costs", costs("refund"), totals.refund, "money", true),
  ];
}
