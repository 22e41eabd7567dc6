import { formatMoney, percent } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { revenuePeriod, yearRevenue } from "./evidence.ts";
import { step } from "./figures.ts";

/** Chance of success, unless given. */
export const defaultChance = 0.5;
/** Share of revenue from which losing one partner is an emergency. */
const criticalDependency = 0.25;

/** Money in the company's currency, per year unless one-off; shares 0 to 1; undefined when unknown. */
export type Partnership = {
  jointRevenue: number;
  ourShare: number;
  grossMargin: number | undefined;
  chance: number;
  setUpCost: number;
  runningCost: number;
  /** Months. */
  term: number;
  exclusivity: "none" | "them" | "us" | "both" | undefined;
  /** Annual sales lost to exclusivity. */
  givenUp: number | undefined;
};

export const bindsUs = ({ exclusivity }: Partnership): boolean => exclusivity === "us" || exclusivity === "both";

/** Over the term; null where the margin is unknown. */
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
    /** Our margin over the term if the plan succeeds. */
    margin,
    /** Margin certain to be lost to exclusivity. */
    lost,
    expected: margin * chance - cost - lost,
    /** Break-even chance; above 1 it never pays. */
    needed: margin > 0 ? (cost + lost) / margin : null,
  };
}
export type Value = ReturnType<typeof valueOf>;

export const isCritical = ({ dependency }: Value): boolean => (dependency ?? 0) >= criticalDependency;

/** "29.1% of our revenue", with the last day of revenue if that is older than 90 days; null where it is not critical. */
export function criticalShare(value: Value, facts: Facts): string | null {
  if (!isCritical(value)) return null;
  const until = yearRevenue(facts)?.until;
  return `${percent((value.dependency ?? 0) * 100)} of our revenue${until ? ` (12 months${until})` : ""}`;
}

export function stepsOf(plan: Partnership, value: Value, facts: Facts): Step[] {
  const formatCents = (amount: number) => formatMoney(amount, facts.currency, "cents");
  const { jointRevenue, ourShare, grossMargin, chance, setUpCost, runningCost, term } = plan;
  const unknown = "margin missing";
  const period = `over ${term} months`;
  return [
    step("Annual joint sales", "as given", jointRevenue, "money"),
    step("Our share", `${formatCents(jointRevenue)} × ${percent(ourShare * 100)}`, value.ours, "money"),
    step(
      "Our margin if it succeeds",
      grossMargin === undefined ? unknown : `${percent(grossMargin * 100)} of it ${period}`,
      value.margin,
      "money",
    ),
    step("Chance of success", "given or assumed", chance * 100, "percent"),
    step("Cost", `${formatCents(setUpCost)} once + ${formatCents(runningCost)} a year ${period}`, value.cost, "money"),
    ...(bindsUs(plan)
      ? [
          step(
            "Lost to exclusivity",
            plan.givenUp === undefined
              ? "unknown, counted as 0"
              : `margin of ${formatCents(plan.givenUp)} a year ${period}`,
            value.lost,
            "money",
          ),
        ]
      : []),
    step(
      "Break-even chance",
      value.needed === null ? unknown : "(cost + lost to exclusivity) ÷ margin",
      value.needed === null ? null : value.needed * 100,
      "percent",
    ),
    step(
      "Revenue dependency",
      value.dependency === null ? "needs a year of revenue" : `our share ÷ (${revenuePeriod(facts)} + our share)`,
      value.dependency === null ? null : value.dependency * 100,
      "percent",
    ),
    step(
      "Expected value",
      value.expected === null ? unknown : "margin × chance − cost − lost to exclusivity",
      value.expected,
      "money",
      true,
    ),
  ];
}
