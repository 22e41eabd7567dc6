import { formatMoney } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { step } from "./figures.ts";

export type Line = {
  name: string;
  current: number;
  /** In the same period as `current`; undefined when not measured. */
  returns?: number | undefined;
  floor?: number | undefined;
  cap?: number | undefined;
};
export type Share = Line & { next: number };
type Bounds = { least: number; most: number };

/** Returns grow with the square root of the budget. */
const returnAt = ({ current, returns = 0 }: Line, next: number): number =>
  current > 0 ? returns * Math.sqrt(next / current) : 0;

/** The derivative of `returnAt`: half the average return at today's budget, less above it. */
export function marginalAt(line: Line, next: number): number | null {
  if (line.returns === undefined || line.current <= 0) return null;
  return next > 0 ? returnAt(line, next) / (2 * next) : null;
}

/** Floor and cap, tightened to at most `move` (a share) away from today. */
function boundsOf({ current, floor = 0, cap = Infinity }: Line, move: number): Bounds {
  const most = Math.max(floor, Math.min(cap, current * (1 + move)));
  return { least: Math.min(most, Math.max(floor, Math.min(cap, current * (1 - move)))), most };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Equalizes marginal returns across lines within their bounds. With square-root returns each line's budget is
 * proportional to returns² ÷ budget; the common level is found by bisection.
 */
function equalizeMarginals(lines: readonly Line[], bounds: readonly Bounds[], total: number): number[] {
  const weights = lines.map(({ current, returns }) =>
    returns !== undefined && current > 0 ? returns ** 2 / current : 0,
  );
  const at = (level: number): number[] =>
    bounds.map(({ least, most }, index) => Math.min(most, Math.max(least, (weights[index] ?? 0) * level)));
  let [low, high] = [0, 1];
  while (sum(at(high)) < total && high < 1e40) high *= 2;
  for (let iteration = 0; iteration < 200; iteration += 1) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) < total) low = middle;
    else high = middle;
  }
  return at(high);
}

/** Amounts in the company's currency; `tight` names the rule the total breaks. */
export function allocate(lines: readonly Line[], total: number, move: number) {
  const measured = (line: Line) => line.returns !== undefined && line.current > 0;
  const today = sum(lines.map((line) => line.current));
  const free = lines.map(({ floor = 0, cap = Infinity }) => ({ least: Math.min(floor, cap), most: cap }));
  const strict = lines.map((line) => boundsOf(line, measured(line) ? move : 0));
  // Unmeasured lines scale with the total; measured ones may exceed `move` only in the total's direction.
  const scaled = lines.map((line, index) => {
    const { least: low = 0, most: high = Infinity } = strict[index] ?? {};
    const { least: floor = 0, most: cap = Infinity } = free[index] ?? {};
    if (measured(line)) return total < today ? { least: floor, most: high } : { least: low, most: cap };
    return boundsOf({ ...line, current: today > 0 ? (line.current * total) / today : 0 }, 0);
  });
  const least = sum(free.map((bound) => bound.least));
  const tolerance = total * 1e-9;
  const fits = (bounds: readonly Bounds[]) =>
    total >= sum(bounds.map((bound) => bound.least)) - tolerance &&
    total <= sum(bounds.map((bound) => bound.most)) + tolerance;
  const tight = fits(strict) ? null : total < least - tolerance ? ("floors" as const) : ("moves" as const);
  const bounds = fits(strict) ? strict : fits(scaled) ? scaled : free;
  const filled = tight === "floors" ? free.map((bound) => bound.least) : fill(lines, bounds, total);
  const shares: Share[] = lines.map((line, index) => ({ ...line, next: filled[index] ?? line.current }));
  const moved = sum(shares.map(({ next, current }) => Math.max(0, next - current)));
  const gain = sum(shares.map((line) => returnAt(line, line.next) - (line.returns ?? 0)));
  const given = sum(shares.map((line) => line.next));
  return { shares, moved, gain, tight, lacking: Math.max(0, least - total), rest: Math.max(0, total - given) };
}
export type Allocation = ReturnType<typeof allocate>;

/** Measured lines get money by their returns; unmeasured ones share the rest in today's proportions. */
function fill(lines: readonly Line[], bounds: readonly Bounds[], total: number): number[] {
  const filled = equalizeMarginals(lines, bounds, total);
  const open = total - sum(filled);
  const unmeasured = lines.map((line, index) =>
    line.returns ? 0 : Math.min(line.current, (bounds[index]?.most ?? 0) - (filled[index] ?? 0)),
  );
  const room = sum(unmeasured);
  if (open <= 0 || room <= 0) return filled;
  const part = Math.min(1, open / room);
  return filled.map((value, index) => value + (unmeasured[index] ?? 0) * part);
}

export function stepsOf(allocation: Allocation, total: number, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const rate = (value: number | null) => (value === null ? "unknown" : value.toFixed(2));
  return [
    step("Total budget", "for the period", total, "money"),
    ...allocation.shares.map((line) =>
      step(
        `New budget: ${line.name}`,
        `${formatCents(line.current)} → ${formatCents(line.next)}; marginal return ${rate(marginalAt(line, line.current))} → ${rate(marginalAt(line, line.next))}`,
        line.next,
        "money",
      ),
    ),
    step("Moved between lines", "sum of all increases", allocation.moved, "money"),
    step("Additional returns", "returns grow with the square root of budget", allocation.gain, "money", true),
  ];
}
