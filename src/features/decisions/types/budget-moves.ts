import { money } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { row } from "./figures.ts";

export type Line = {
  name: string;
  current: number;
  /** What the line brought in the same period; undefined where nobody has measured it. */
  returns?: number | undefined;
  floor?: number | undefined;
  cap?: number | undefined;
};
export type Share = Line & { next: number };
type Bounds = { least: number; most: number };

/** What a line would bring with another budget: returns grow with the root of what is spent. */
const returnAt = ({ current, returns = 0 }: Line, next: number): number =>
  current > 0 ? returns * Math.sqrt(next / current) : 0;

/** What one further unit of money brings: half the average return at today's budget, less with more. */
export function marginalAt(line: Line, next: number): number | null {
  if (line.returns === undefined || line.current <= 0) return null;
  return next > 0 ? returnAt(line, next) / (2 * next) : null;
}

/** Between floor and cap, and at most this share of a line away from today. */
function boundsOf({ current, floor = 0, cap = Infinity }: Line, move: number): Bounds {
  const most = Math.max(floor, Math.min(cap, current * (1 + move)));
  return { least: Math.min(most, Math.max(floor, Math.min(cap, current * (1 - move)))), most };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * Gives the total to the lines so that the last unit brings the same in each, as far as the bounds allow. With the root
 * law that is weight ÷ level², cut off at the bounds; the level is found by halving.
 */
function pour(lines: readonly Line[], bounds: readonly Bounds[], total: number): number[] {
  const weights = lines.map(({ current, returns }) =>
    returns !== undefined && current > 0 ? returns ** 2 / current : 0,
  );
  const at = (level: number): number[] =>
    bounds.map(({ least, most }, index) => Math.min(most, Math.max(least, (weights[index] ?? 0) * level)));
  let [low, high] = [0, 1];
  while (sum(at(high)) < total && high < 1e40) high *= 2;
  for (let turn = 0; turn < 200; turn += 1) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) < total) low = middle;
    else high = middle;
  }
  return at(high);
}

/** How the total is given to the lines; `tight` says which rule had to yield for it, company currency. */
export function allocate(lines: readonly Line[], total: number, move: number) {
  const measured = (line: Line) => line.returns !== undefined && line.current > 0;
  const today = sum(lines.map((line) => line.current));
  const free = lines.map(({ floor = 0, cap = Infinity }) => ({ least: Math.min(floor, cap), most: cap }));
  const strict = lines.map((line) => boundsOf(line, measured(line) ? move : 0));
  // What nothing is known of shrinks and grows with the total; what is measured moves further only the way the total goes.
  const scaled = lines.map((line, index) => {
    const { least: low = 0, most: high = Infinity } = strict[index] ?? {};
    const { least: floor = 0, most: cap = Infinity } = free[index] ?? {};
    if (measured(line)) return total < today ? { least: floor, most: high } : { least: low, most: cap };
    return boundsOf({ ...line, current: today > 0 ? (line.current * total) / today : 0 }, 0);
  });
  const least = sum(free.map((one) => one.least));
  const tolerance = total * 1e-9;
  const fits = (bounds: readonly Bounds[]) =>
    total >= sum(bounds.map((one) => one.least)) - tolerance && total <= sum(bounds.map((one) => one.most)) + tolerance;
  const tight = fits(strict) ? null : total < least - tolerance ? ("floors" as const) : ("moves" as const);
  const bounds = fits(strict) ? strict : fits(scaled) ? scaled : free;
  const filled = tight === "floors" ? free.map((one) => one.least) : fill(lines, bounds, total);
  const shares: Share[] = lines.map((line, index) => ({ ...line, next: filled[index] ?? line.current }));
  const moved = sum(shares.map(({ next, current }) => Math.max(0, next - current)));
  const gain = sum(shares.map((line) => returnAt(line, line.next) - (line.returns ?? 0)));
  const given = sum(shares.map((line) => line.next));
  return { shares, moved, gain, tight, lacking: Math.max(0, least - total), rest: Math.max(0, total - given) };
}
export type Allocation = ReturnType<typeof allocate>;

/** Money goes by returns where there are any; what nothing is known of shares the rest as today. */
function fill(lines: readonly Line[], bounds: readonly Bounds[], total: number): number[] {
  const poured = pour(lines, bounds, total);
  const open = total - sum(poured);
  const unmeasured = lines.map((line, index) =>
    line.returns ? 0 : Math.min(line.current, (bounds[index]?.most ?? 0) - (poured[index] ?? 0)),
  );
  const room = sum(unmeasured);
  if (open <= 0 || room <= 0) return poured;
  const part = Math.min(1, open / room);
  return poured.map((value, index) => value + (unmeasured[index] ?? 0) * part);
}

/** The rows of the calculation: each line from today to the proposal with its marginal returns. */
export function stepsOf(allocation: Allocation, total: number, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const rate = (value: number | null) => (value === null ? "not known" : value.toFixed(2));
  return [
    row("To be given to the lines", "total of the period", total, "money"),
    ...allocation.shares.map((line) =>
      row(
        `New budget: ${line.name}`,
        `${exact(line.current)} → ${exact(line.next)}; one more brings ${rate(marginalAt(line, line.current))} → ${rate(marginalAt(line, line.next))}`,
        line.next,
        "money",
      ),
    ),
    row("Moved between lines", "sum of what lines get more", allocation.moved, "money"),
    row("More returns than today", "returns grow with the root of the budget", allocation.gain, "money", true),
  ];
}
