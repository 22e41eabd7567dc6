import { z } from "zod";
import type { Desk, ModelText } from "#agency/model/desk.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { AppError } from "#contract/errors.ts";
import { type Figure, formatFigure } from "#contract/report.ts";
import { day, truncate } from "#contract/words.ts";

const daysIn = { per_day: 1, per_week: 7, per_month: 365.25 / 12, per_year: 365.25 } as const;
const rates = ["per_day", "per_week", "per_month", "per_year"] as const;
const kinds = ["sum", "difference", "ratio", "share", "change", ...rates] as const;

const input = z.strictObject({
  of: z.enum(kinds),
  facts: z.array(z.string().max(20)).min(1).max(20).describe("Ids such as f1, in order."),
  from: day.optional().describe("First and last day of the fact, for per_."),
  to: day.optional(),
});
type Given = z.output<typeof input>;
type Kind = Given["of"];

/** A figure whose value is known. */
type Known = Figure & { value: number; cited: string };
/** A result with the words of its label and formula. */
type Result = Pick<Figure, "value" | "unit" | "currency"> & { label: string; formula: string };

/** Calculates with facts by their ids; the result is a fact like any other. */
export const calculator = {
  id: "calculate",
  description:
    "Calculates with facts you have read and gives a fact to cite. sum: of all; difference: the first minus the second; ratio: the first divided by the second; share: the first as a part of the second; change: from the first to the second; per_month and the like: the first, of the days from and to.",
  input,
  /** Throws an AppError that says what does not fit. */
  use(given: unknown, desk: Desk): ModelText {
    const asked = input.parse(given);
    const facts = asked.facts.map((id) => knownFact(desk, id));
    const result = calculated(asked, facts, desk);
    const [first] = facts;
    const days = facts.flatMap(({ source: { asOf } }) => asOf ?? []).toSorted();
    const sources = [...new Set(facts.map(({ source }) => source.label))];
    const figure: Figure = {
      ...result,
      id: "result",
      label: truncate(result.label, 200),
      range: null,
      source: {
        label: truncate(sources.join("; "), 200),
        href: first?.source.href ?? null,
        asOf: days[0] ?? null,
      },
    };
    return { text: `${figure.label}: {result}`, figures: [figure], facts: [], origins: [] };
  },
};

function knownFact(desk: Desk, id: string): Known {
  const found = desk.figure(id);
  if (!found) throw fault(`There is no fact "${id}". Read it first and give its id`);
  const { value } = found;
  if (value === null) throw fault(`${id} is not known, so nothing can be calculated with it`);
  return { ...found, value, cited: id };
}

const fault = (sentence: string): AppError => new AppError("unprocessable", `${sentence}.`);

function calculated({ of, from, to }: Given, facts: readonly Known[], desk: Desk): Result {
  if (of === "sum") return sumOf(facts);
  const rate = rates.find((one) => one === of);
  const [first, second] = facts;
  if (!first || facts.length !== (rate ? 1 : 2)) throw fault(`${of} takes ${rate ? "one fact" : "two facts"}`);
  if (rate) return rateOf(first, rate, { from, to }, desk);
  if (!second) throw fault(`${of} takes two facts`);
  return ofTwo(of as Exclude<Kind, "sum" | keyof typeof daysIn>, first, second);
}

function sumOf(facts: readonly Known[]): Result {
  const [first] = facts;
  if (!first || facts.length < 2 || new Set(facts.map(({ id }) => id)).size < facts.length)
    throw fault("sum takes two or more facts, each once");
  if (first.unit === "share") throw fault("Percentages are not added up: add up what they are of");
  for (const one of facts) requireSame(first, one);
  return {
    ...unitOf(first),
    value: facts.reduce((sum, { value }) => sum + value, 0),
    label: `Sum of ${facts.map(({ label }) => label).join(", ")}`,
    formula: facts.map(formatFigure).join(" + "),
  };
}

function ofTwo(of: "difference" | "ratio" | "share" | "change", first: Known, second: Known): Result {
  const words = (sign: string): string => `${formatFigure(first)} ${sign} ${formatFigure(second)}`;
  const isSame = isAlike(first, second);
  if (of === "ratio" && !isSame) {
    if (second.unit !== "count" || first.unit === "share" || first.unit === "score")
      throw fault(`A ${first.unit} is not divided by a ${second.unit}`);
    requireNotZero(second);
    const value = first.value / second.value;
    return { ...unitOf(first), value, label: `${first.label} by ${second.label}`, formula: words("÷") };
  }
  requireSame(first, second);
  if (of === "difference") {
    const points = first.unit === "share" ? ", in percentage points" : "";
    const label = `${first.label} less ${second.label}${points}`;
    return { ...unitOf(first), value: first.value - second.value, label, formula: words("−") };
  }
  if (of === "change") {
    requireNotZero(first);
    const value = (second.value - first.value) / Math.abs(first.value);
    const label = `Change from ${first.label} to ${second.label}`;
    return { unit: "share", currency: null, value, label, formula: `from ${words("to")}` };
  }
  requireNotZero(second);
  const value = first.value / second.value;
  if (of === "share") {
    if (value < 0) throw fault("A share is not below zero: take the difference");
    return { unit: "share", currency: null, value, label: `${first.label}, of ${second.label}`, formula: words("÷") };
  }
  return { unit: "score", currency: null, value, label: `${first.label} by ${second.label}`, formula: words("÷") };
}

function rateOf(
  fact: Known,
  rate: (typeof rates)[number],
  { from, to }: Pick<Given, "from" | "to">,
  desk: Desk,
): Result {
  if (!from || !to || from > to) throw fault(`${rate} takes the days from and to of the fact`);
  for (const one of [from, to]) if (!desk.hasRead(one)) throw fault(`${one} is no day of anything you have read`);
  if (fact.unit === "share") throw fault("A percentage is not spread over time");
  const parts = rate === "per_month" ? wholeMonths(from, to) : null;
  const days = daysBetween(from, to) + 1;
  const value = fact.value / (parts ?? days / daysIn[rate]);
  const formula = `${formatFigure(fact)} ÷ ${parts === null ? `${days} days` : `${parts} months`}`;
  return { ...unitOf(fact), value, label: `${fact.label} ${rate.replace("_", " ")}, ${from} to ${to}`, formula };
}

/** The number of calendar months that days are; null if they are not whole ones. */
function wholeMonths(from: string, to: string): number | null {
  const after = addDays(to, 1);
  if (!from.endsWith("-01") || !after.endsWith("-01")) return null;
  const monthOf = (one: string): number => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));
  return monthOf(after) - monthOf(from);
}

const unitOf = ({ unit, currency }: Figure): Pick<Figure, "unit" | "currency"> => ({ unit, currency });
const isAlike = (first: Figure, second: Figure): boolean =>
  first.unit === second.unit && first.currency === second.currency;

/** Faults name facts by their ids: labels may come from outside, and faults are not fenced. */
function requireSame(first: Known, second: Known): void {
  if (isAlike(first, second)) return;
  const [one, other] = [first, second].map(({ unit, currency }) => currency ?? unit);
  throw fault(`${first.cited} is in ${one}, ${second.cited} in ${other}: they do not fit together`);
}

function requireNotZero({ cited, value }: Known): void {
  if (value === 0) throw fault(`${cited} is 0: nothing is divided by it`);
}
