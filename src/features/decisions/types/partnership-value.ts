import { money } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { yearRevenue } from "./evidence.ts";
import { percent, row } from "./figures.ts";

/** How likely a partner is to deliver what was said, where nobody has said how likely. */
export const usualChance = 0.5;
/** From this share of all revenue on, one partner who leaves is an emergency. */
export const dependent = 0.25;

/** What a partnership would bring and cost; money in the company's currency, shares 0 to 1, undefined where not known. */
export type Partnership = {
  jointRevenue: number;
  ourShare: number;
  grossMargin: number | undefined;
  chance: number;
  setUpCost: number;
  runningCost: number;
  /** Months it is agreed for. */
  term: number;
  exclusivity: "none" | "them" | "us" | "both" | undefined;
  /** Sales a year that exclusivity gives up. */
  givenUp: number | undefined;
};

export const bindsUs = ({ exclusivity }: Partnership): boolean => exclusivity === "us" || exclusivity === "both";

/** Expected value over the term, from which chance on it pays, and how much would hang on it; null while the margin is unknown. */
export function valueOf(plan: Partnership, facts: Facts) {
  const { jointRevenue, ourShare, grossMargin, chance, setUpCost, runningCost, term, givenUp = 0 } = plan;
  const years = term / 12;
  const ours = jointRevenue * ourShare;
  const cost = setUpCost + runningCost * years;
  const year = yearRevenue(facts);
  const base = year?.whole && year.total > 0 ? year.total : null;
  const dependency = base === null ? null : ours / (base + ours);
  if (grossMargin === undefined)
    return { years, ours, cost, dependency, margin: null, lost: null, expected: null, needed: null };
  const margin = ours * grossMargin * years;
  const lost = bindsUs(plan) ? givenUp * grossMargin * years : 0;
  return {
    years,
    ours,
    cost,
    dependency,
    /** Our margin over the term if everything comes as said. */
    margin,
    /** Margin that exclusivity gives up for certain. */
    lost,
    expected: margin * chance - cost - lost,
    /** Chance from which nothing is lost; over 1 it never pays. */
    needed: margin > 0 ? (cost + lost) / margin : null,
  };
}
export type Value = ReturnType<typeof valueOf>;

/** The rows of the calculation. */
export function stepsOf(plan: Partnership, value: Value, facts: Facts): Step[] {
  const exact = (amount: number) => money(amount, facts.currency, "cents");
  const { jointRevenue, ourShare, grossMargin, chance, setUpCost, runningCost, term } = plan;
  const unknown = "the margin is not known";
  const over = `over ${term} months`;
  return [
    row("Joint sales a year", "as given", jointRevenue, "money"),
    row("Our part of them", `${exact(jointRevenue)} × ${percent(ourShare * 100)}`, value.ours, "money"),
    row(
      "Our margin if all comes as said",
      grossMargin === undefined ? unknown : `${percent(grossMargin * 100)} of it ${over}`,
      value.margin,
      "money",
    ),
    row("Chance that it does", "given or assumed", chance * 100, "percent"),
    row("Cost of it", `${exact(setUpCost)} once + ${exact(runningCost)} a year ${over}`, value.cost, "money"),
    ...(bindsUs(plan)
      ? [
          row(
            "Given up by exclusivity",
            plan.givenUp === undefined
              ? "not known, counted as nothing"
              : `margin of ${exact(plan.givenUp)} a year ${over}`,
            value.lost,
            "money",
          ),
        ]
      : []),
    row(
      "Chance needed to lose nothing",
      value.needed === null ? unknown : "(cost + given up) ÷ margin",
      value.needed === null ? null : value.needed * 100,
      "percent",
    ),
    row(
      "Share of our revenue that would hang on it",
      value.dependency === null ? "needs a year of revenue" : "our part ÷ (revenue of 12 months + our part)",
      value.dependency === null ? null : value.dependency * 100,
      "percent",
    ),
    row(
      "Expected value",
      value.expected === null ? unknown : "margin × chance − cost − given up",
      value.expected,
      "money",
      true,
    ),
  ];
}
