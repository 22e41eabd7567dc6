import { counted, longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Allocation } from "./budget-moves.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound } from "./figures.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict = "move" | "move half first" | "keep" | "measure first" | "floors do not fit";

/** What a proposal is made of; `part` is the share of the change, 0 to 1, that following it makes now. */
export type Budget = { verdict: Verdict; allocation: Allocation; part: number; total: number; facts: Facts };

const most = (allocation: Allocation, sign: 1 | -1) =>
  allocation.shares.toSorted((one, other) => sign * (other.next - other.current - (one.next - one.current)))[0];

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf({ verdict, allocation, part, total, facts }: Budget): string {
  const shown = (value: number) => money(value, facts.currency);
  const [up, down] = [most(allocation, 1), most(allocation, -1)];
  const cut = allocation.shares.reduce((all, one) => all + one.current, 0) - total;
  const moved = allocation.moved * part;
  const moves = [
    ...(moved > 0.005 ? [`${shown(moved)} goes to other lines, most of it to ${up?.name}`] : []),
    ...(cut > 0.005 ? [`the lines get ${shown(cut)} less than today`] : []),
    ...(down && down.next < down.current ? [`${down.name} gives most`] : []),
  ].join("; ");
  const brings =
    allocation.gain >= 0
      ? `brings ${shown(allocation.gain)} more`
      : `costs ${shown(-allocation.gain)} of returns, the least it can`;
  switch (verdict) {
    case "move":
      return `Move: ${moves}. If returns grow with the root of a budget, that ${brings}.`;
    case "move half first":
      return `Move half first: ${moves}. The other half follows when the figures are supported and the first half shows its returns; all of it ${brings}.`;
    case "keep":
      return `Keep: the best division brings only ${shown(allocation.gain)} more than today's, less than the figures are off by.`;
    case "measure first":
      return "Measure first: what at least two lines brought has to be known before money moves between them.";
    case "floors do not fit":
      return `Floors do not fit: what the lines must have is ${shown(allocation.lacking)} more than the ${shown(total)} there are. Name the floor that gives way.`;
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf({ verdict, allocation, part, facts }: Budget): Forecast[] {
  const shown = (value: number) => money(value, facts.currency);
  const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 90)];
  const [up, down] = [most(allocation, 1), most(allocation, -1)];
  if (verdict !== "move" && verdict !== "move half first")
    return [
      claim("proxy", `What every line brought is written down by ${longDay(soon)}`, soon, odds(0.5, null)),
      claim(
        "final",
        `The lines keep within their budgets of today until ${longDay(late)}`,
        late,
        odds(0.7, facts.record),
      ),
    ];
  // A quarter of the period, and a fifth off for what a new budget needs to work.
  const target = floorRound(Math.max(0, (allocation.gain * part) / 5));
  const changed = [up, down].filter((one) => one && Math.abs(one.next - one.current) > 0.005);
  return [
    claim(
      "proxy",
      `The owners of ${changed.map((one) => one?.name).join(" and ") || "the lines"} have agreed to their new budgets by ${longDay(soon)}`,
      soon,
      odds(0.7, null),
    ),
    allocation.gain > 0
      ? claim(
          "final",
          `The lines together bring at least ${shown(target)} more by ${longDay(late)} than in as many days before`,
          late,
          odds(0.5, facts.record),
          target,
        )
      : claim(
          "final",
          `No line spends more than its new budget allows until ${longDay(late)}`,
          late,
          odds(0.7, facts.record),
        ),
  ];
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(budget: Budget, title: string, said: string): PlannedAction[] {
  const { verdict, allocation, part, facts } = budget;
  const shown = (value: number) => money(value, facts.currency);
  const told = tell(["CEO", "owner"], verdict, title, said);
  if (verdict !== "move" && verdict !== "move half first")
    return [
      task("CFO", "Write down what every line brought", `${said} Use one measure for all lines, and the same period.`, {
        days: 14,
        hours: 4,
      }),
      ...told,
    ];
  const list = allocation.shares.map(
    ({ name, current, next }) => `${name}: ${shown(current)} → ${shown(current + (next - current) * part)}`,
  );
  return [
    task("CFO", `Set the new budgets of ${counted(list.length, "line")}`, list.join("\n"), {
      days: 7,
      hours: 2,
      priority: "high",
    }),
    task(
      "CFO",
      "Compare what the lines bring with the 90 days before",
      `${list.join("\n")}\nWhere a line that got more brings no more, give it back.`,
      { days: 90, hours: 4 },
    ),
    ...told,
  ];
}
