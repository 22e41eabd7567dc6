import { pluralize, longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Allocation } from "./budget-moves.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound } from "./figures.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";

export type Verdict = "move" | "move half first" | "keep" | "measure first" | "floors do not fit";

/** `part` is the share of the change, 0 to 1, that approving makes now. */
export type Budget = { verdict: Verdict; allocation: Allocation; part: number; total: number; facts: Facts };

/** The line that gains most (1) or loses most (-1). */
const largestShift = (allocation: Allocation, sign: 1 | -1) =>
  allocation.shares.toSorted((a, b) => sign * (b.next - b.current - (a.next - a.current)))[0];

/** Starts with the verdict. */
export function recommendationOf({ verdict, allocation, part, total, facts }: Budget): string {
  const format = (value: number) => formatMoney(value, facts.currency);
  const [up, down] = [largestShift(allocation, 1), largestShift(allocation, -1)];
  const reduction = allocation.shares.reduce((sum, line) => sum + line.current, 0) - total;
  const moved = allocation.moved * part;
  const moves = [
    ...(moved > 0.005 ? [`shift ${format(moved)}, mostly to ${up?.name}`] : []),
    ...(reduction > 0.005 ? [`cut the total by ${format(reduction)}`] : []),
    ...(down && down.next < down.current ? [`${down.name} is cut most`] : []),
  ].join("; ");
  const brings =
    allocation.gain >= 0
      ? `adds ${format(allocation.gain)} of returns`
      : `costs ${format(-allocation.gain)} of returns, the minimum possible`;
  switch (verdict) {
    case "move":
      return `Move: ${moves}. Assuming square-root returns, this ${brings}.`;
    case "move half first":
      return `Move half first: ${moves}. Move the rest once evidence backs the figures and the first half pays off; in full it ${brings}.`;
    case "keep":
      return `Keep: the best allocation adds only ${format(allocation.gain)} of returns, within measurement error.`;
    case "measure first":
      return "Measure first: at least two lines need known returns before money moves between them.";
    case "floors do not fit":
      return `Floors do not fit: the minimums exceed the ${format(total)} total by ${format(allocation.lacking)}. Decide which minimum to lower.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf({ verdict, allocation, part, facts }: Budget): Forecast[] {
  const format = (value: number) => formatMoney(value, facts.currency);
  const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 90)];
  const [up, down] = [largestShift(allocation, 1), largestShift(allocation, -1)];
  if (verdict !== "move" && verdict !== "move half first")
    return [
      claim("proxy", `Every line's returns are recorded by ${longDay(soon)}`, soon, odds(0.5, null)),
      claim(
        "final",
        `All lines stay within their current budgets until ${longDay(late)}`,
        late,
        odds(0.7, facts.record),
      ),
    ];
  // A fifth of the gain: 90 days of the year, less some ramp-up.
  const target = floorRound(Math.max(0, (allocation.gain * part) / 5));
  const changed = [up, down].filter((line) => line && Math.abs(line.next - line.current) > 0.005);
  return [
    claim(
      "proxy",
      `The owners of ${changed.map((line) => line?.name).join(" and ") || "the lines"} agree to their new budgets by ${longDay(soon)}`,
      soon,
      odds(0.7, null),
    ),
    allocation.gain > 0
      ? claim(
          "final",
          `Total returns are at least ${format(target)} higher by ${longDay(late)} than in the previous 90 days`,
          late,
          odds(0.5, facts.record),
          target,
        )
      : claim("final", `Every line stays within its new budget until ${longDay(late)}`, late, odds(0.7, facts.record)),
  ];
}

/** The tasks and messages an approval creates. */
export function effectsOf(budget: Budget, title: string, recommendation: string): PlannedAction[] {
  const { verdict, allocation, part, facts } = budget;
  const format = (value: number) => formatMoney(value, facts.currency);
  const notices = verdictNotices(["CEO", "owner"], verdict, title, recommendation);
  if (verdict !== "move" && verdict !== "move half first")
    return [
      task(
        "CFO",
        "Record the returns of every line",
        `${recommendation} Use the same measure and period for all lines.`,
        {
          days: 14,
          hours: 4,
        },
      ),
      ...notices,
    ];
  const list = allocation.shares.map(
    ({ name, current, next }) => `${name}: ${format(current)} → ${format(current + (next - current) * part)}`,
  );
  return [
    task("CFO", `Set the new budgets of ${pluralize(list.length, "line")}`, list.join("\n"), {
      days: 7,
      hours: 2,
      priority: "high",
    }),
    task(
      "CFO",
      "Compare returns with the previous 90 days",
      `${list.join("\n")}\nReverse any increase that brought no extra returns.`,
      { days: 90, hours: 4 },
    ),
    ...notices,
  ];
}
