import { money } from "#contract/format.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { percent, round, row } from "./figures.ts";

/** Years over which a purchase is held against the present way. */
const years = 3;
/** Months in which both run and the new one brings nothing yet. */
const changeOver = 3;
/** A price list rises by this share a year unless something else is known. */
export const usualRise = 0.05;

/** What owning it costs and what staying costs, company currency; undefined where it is not known. */
export type Ownership = {
  price: number;
  yearly: number;
  migration: number;
  exit: number | undefined;
  current: number | undefined;
  saving: number;
  rise: number;
};

const monthsAll = years * 12;
const yearFactor = (rise: number): number =>
  Array.from({ length: years }, (_, year) => (1 + rise) ** year).reduce((all, each) => all + each, 0);

/** Three years of owning against three years of staying, not discounted; null while staying has no figure. */
export function ownershipOf({ price, yearly, migration, exit = 0, current, saving, rise }: Ownership) {
  const factor = yearFactor(rise);
  const licences = yearly * factor;
  const parallel = ((current ?? 0) * changeOver) / 12;
  const cost = price + licences + migration + parallel + exit;
  const stay = current === undefined ? null : current * factor;
  const benefit = (saving * (monthsAll - changeOver)) / 12;
  const net = stay === null ? null : stay + benefit - cost;
  const stressed = stay === null ? null : stay + benefit * 0.7 - cost * 1.2;
  return { factor, licences, parallel, cost, stay, benefit, net, stressed };
}
export type Owned = ReturnType<typeof ownershipOf>;

/** Cumulative difference to staying at the end of month 0, 1, 2 …; costs and savings times a factor each. */
function difference(plan: Ownership, costs: number, savings: number): number[] {
  const { price, yearly, migration, exit = 0, current = 0, saving, rise } = plan;
  const values = [-(price + migration) * costs];
  for (let month = 1; month <= monthsAll; month += 1) {
    const level = (1 + rise) ** Math.floor((month - 1) / 12);
    const parallel = month <= changeOver ? current / 12 : 0;
    const saved = month > changeOver ? saving / 12 : 0;
    const left = month === monthsAll ? exit : 0;
    const spent = (yearly * level) / 12 + parallel + left;
    values.push((values.at(-1) ?? 0) + (current * level) / 12 + saved * savings - spent * costs);
  }
  return values.map((value) => round(value, 2));
}

/** The month from which owning has cost less than staying; null when it never does, or nobody knows. */
function evenAfter(plan: Ownership): number | null {
  if (plan.current === undefined) return null;
  const values = difference(plan, 1, 1);
  const under = values.findLastIndex((value) => value < 0);
  return under === monthsAll ? null : under + 1;
}

/** As planned, and with costs 20 % higher and the saving 30 % lower; none while staying has no figure. */
export const curvesOf = (plan: Ownership): Curve[] =>
  plan.current === undefined
    ? []
    : [
        { name: "as planned", proposed: true, values: difference(plan, 1, 1) },
        { name: "after a bad turn", proposed: false, values: difference(plan, 1.2, 0.7) },
      ];

/** The rows of the calculation. */
export function stepsOf(plan: Ownership, owned: Owned, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { price, yearly, migration, exit, current, saving, rise } = plan;
  const rising = `three years, ${percent(rise * 100)} dearer each: × ${round(owned.factor, 4)}`;
  const even = evenAfter(plan);
  return [
    row("Price, once", "as given", price, "money"),
    row("Fees over three years", `${exact(yearly)}, ${rising}`, owned.licences, "money"),
    row("Moving over, once", migration > 0 ? "as given" : "none was given", migration, "money"),
    row(
      "Both side by side",
      current === undefined ? "not known" : `${changeOver} months of ${exact(current)} a year`,
      owned.parallel,
      "money",
    ),
    row("Leaving again", exit === undefined ? "not known, counted as nothing" : "as given", exit ?? null, "money"),
    row("Total cost of owning it", "sum of the rows above", owned.cost, "money"),
    row(
      "Staying with the present way",
      current === undefined ? "not known" : `${exact(current)}, ${rising}`,
      owned.stay,
      "money",
    ),
    row("Saving over three years", `${exact(saving)} a year from month ${changeOver + 1} on`, owned.benefit, "money"),
    row(
      "Costs less than staying from",
      even === null ? "not within three years" : "month after the last one below zero",
      even,
      "months",
    ),
    row("Difference after a bad turn", "costs 20% higher, saving 30% lower", owned.stressed, "money"),
    row("Difference to the present way", "staying + saving − owning, not discounted", owned.net, "money", true),
  ];
}
