import { pluralize, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Allocation } from "./budget-moves.ts";
import type { Facts } from "./decision-type.ts";
import { floorRound } from "./figures.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";

export type Verdict = "move" | "move half first" | "keep" | "measure first" | "floors do not fit";

/** The share of the change, 0 to 1, that approving each verdict makes now. */
export const partOf: Record<Verdict, number> = {
  move: 1,
  "move half first": 0.5,
  keep: 0,
  "measure first": 0,
  "floors do not fit": 0,
};

/** The line that gains most (1) or loses most (-1). */
const largestShift = (allocation: Allocation, sign: 1 | -1) =>
  allocation.shares.toSorted((a, b) => sign * (b.next - b.current - (a.next - a.current)))[0];

export function outcomesOf(allocation: Allocation, total: number, facts: Facts): Record<Verdict, Outcome> {
  const format = (value: number) => formatMoney(value, facts.currency);
  const { shares, gain } = allocation;
  const { early, final } = forecasting(facts);
  const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 90)];
  const [up, down] = [largestShift(allocation, 1), largestShift(allocation, -1)];
  const reduction = shares.reduce((sum, line) => sum + line.current, 0) - total;
  const movesOf = (part: number) =>
    [
      allocation.moved * part > 0.005 && `shift ${format(allocation.moved * part)}, mostly to ${up?.name}`,
      reduction > 0.005 && `cut the total by ${format(reduction)}`,
      down && down.next < down.current && `${down.name} is cut most`,
    ]
      .filter(Boolean)
      .join("; ");
  const brings =
    gain >= 0 ? `adds ${format(gain)} of returns` : `costs ${format(-gain)} of returns, the minimum possible`;
  const changed = [up, down].flatMap((line) => (line && Math.abs(line.next - line.current) > 0.005 ? [line.name] : []));
  const moving = (part: number, say: string): Outcome => {
    // A fifth of the gain: 90 days of the year, less some ramp-up.
    const target = floorRound(Math.max(0, (gain * part) / 5));
    const list = shares
      .map(({ name, current, next }) => `${name}: ${format(current)} → ${format(current + (next - current) * part)}`)
      .join("\n");
    return {
      say,
      forecasts: [
        early(`The owners of ${changed.join(" and ") || "the lines"} agree to their new budgets`, soon, 0.7),
        gain > 0
          ? final(
              (day) => `Total returns are at least ${format(target)} higher by ${day} than in the previous 90 days`,
              late,
              0.5,
              target,
            )
          : final((day) => `Every line stays within its new budget until ${day}`, late, 0.7),
      ],
      tasks: [
        task("CFO", `Set the new budgets of ${pluralize(shares.length, "line")}`, list, {
          days: 7,
          hours: 2,
          priority: "high",
        }),
        task(
          "CFO",
          "Compare returns with the previous 90 days",
          `${list}\nReverse any increase that brought no extra returns.`,
          { days: 90, hours: 4 },
        ),
      ],
    };
  };
  const waiting = (say: string): Outcome => ({
    say,
    forecasts: [
      early("Every line's returns are recorded", soon, 0.5),
      final((day) => `All lines stay within their current budgets until ${day}`, late, 0.7),
    ],
    tasks: [
      task("CFO", "Record the returns of every line", `${say} Use the same measure and period for all lines.`, {
        days: 14,
        hours: 4,
      }),
    ],
  });
  return {
    move: moving(1, `Move: ${movesOf(1)}. Assuming square-root returns, this ${brings}.`),
    "move half first": moving(
      0.5,
      `Move half first: ${movesOf(0.5)}. Move the rest once evidence backs the figures and the first half pays off; in full it ${brings}.`,
    ),
    keep: waiting(`Keep: the best allocation adds only ${format(gain)} of returns, within measurement error.`),
    "measure first": waiting("Measure first: at least two lines need known returns before money moves between them."),
    "floors do not fit": waiting(
      `Floors do not fit: the minimums exceed the ${format(total)} total by ${format(allocation.lacking)}. Decide which minimum to lower.`,
    ),
  };
}
