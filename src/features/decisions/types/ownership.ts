import { formatMoney, percent } from "#contract/format.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { round, step } from "./figures.ts";

/** Years compared. */
const years = 3;
/** Months in which both systems run and nothing is saved yet. */
const migrationMonths = 3;
/** Annual price rise, unless given. */
export const defaultRise = 0.05;

/** Company currency, per year unless one-off; undefined when unknown. */
export type Ownership = {
  price: number;
  yearly: number;
  migration: number;
  exit: number | undefined;
  current: number | undefined;
  saving: number;
  rise: number;
};

const totalMonths = years * 12;
const yearFactor = (rise: number): number =>
  Array.from({ length: years }, (_, year) => (1 + rise) ** year).reduce((sum, factor) => sum + factor, 0);

/** Three years of buying against three years of staying, undiscounted; null without today's cost. */
export function ownershipOf({ price, yearly, migration, exit = 0, current, saving, rise }: Ownership) {
  const factor = yearFactor(rise);
  const licences = yearly * factor;
  const parallel = ((current ?? 0) * migrationMonths) / 12;
  const cost = price + licences + migration + parallel + exit;
  const stay = current === undefined ? null : current * factor;
  const benefit = (saving * (totalMonths - migrationMonths)) / 12;
  const net = stay === null ? null : stay + benefit - cost;
  const stressed = stay === null ? null : stay + benefit * 0.7 - cost * 1.2;
  return { factor, licences, parallel, cost, stay, benefit, net, stressed };
}
export type Owned = ReturnType<typeof ownershipOf>;

/** Cumulative gain over staying at the end of month 0, 1, 2 … with costs and savings scaled. */
function cumulativeGain(plan: Ownership, costs: number, savings: number): number[] {
  const { price, yearly, migration, exit = 0, current = 0, saving, rise } = plan;
  const values = [-(price + migration) * costs];
  for (let month = 1; month <= totalMonths; month += 1) {
    const level = (1 + rise) ** Math.floor((month - 1) / 12);
    const parallel = month <= migrationMonths ? current / 12 : 0;
    const saved = month > migrationMonths ? saving / 12 : 0;
    const exitCost = month === totalMonths ? exit : 0;
    const spent = (yearly * level) / 12 + parallel + exitCost;
    values.push((values.at(-1) ?? 0) + (current * level) / 12 + saved * savings - spent * costs);
  }
  return values.map((value) => round(value, 2));
}

/** The first month from which buying stays cheaper; null if never or unknown. */
function breakEvenMonth(plan: Ownership): number | null {
  if (plan.current === undefined) return null;
  const values = cumulativeGain(plan, 1, 1);
  const lastLoss = values.findLastIndex((value) => value < 0);
  return lastLoss === totalMonths ? null : lastLoss + 1;
}

export const curvesOf = (plan: Ownership): Curve[] =>
  plan.current === undefined
    ? []
    : [
        { name: "as planned", proposed: true, values: cumulativeGain(plan, 1, 1) },
        { name: "worst case", proposed: false, values: cumulativeGain(plan, 1.2, 0.7) },
      ];

export function stepsOf(plan: Ownership, owned: Owned, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { price, yearly, migration, exit, current, saving, rise } = plan;
  const rising = `three years rising ${percent(rise * 100)} a year: × ${round(owned.factor, 4)}`;
  const breakEven = breakEvenMonth(plan);
  return [
    step("Purchase price", "as given", price, "money"),
    step("Fees over three years", `${formatCents(yearly)}, ${rising}`, owned.licences, "money"),
    step("Migration", migration > 0 ? "as given" : "none given", migration, "money"),
    step(
      "Running both",
      current === undefined ? "unknown" : `${migrationMonths} months of ${formatCents(current)} a year`,
      owned.parallel,
      "money",
    ),
    step("Exit cost", exit === undefined ? "unknown, counted as 0" : "as given", exit ?? null, "money"),
    step("Total cost of ownership", "sum of the rows above", owned.cost, "money"),
    step(
      "Keeping the current system",
      current === undefined ? "unknown" : `${formatCents(current)}, ${rising}`,
      owned.stay,
      "money",
    ),
    step(
      "Saving over three years",
      `${formatCents(saving)} a year from month ${migrationMonths + 1}`,
      owned.benefit,
      "money",
    ),
    step(
      "Cheaper from",
      breakEven === null ? "not within three years" : "month after the last one below zero",
      breakEven,
      "months",
    ),
    step("Worst-case net saving", "costs 20% higher, saving 30% lower", owned.stressed, "money"),
    step("Net saving", "current system + saving − ownership, undiscounted", owned.net, "money", true),
  ];
}
