import { addDays } from "#contract/days.ts";
import { type Line, say } from "#contract/report.ts";
import type { Cycle, Week } from "#features/records/workload/rows.ts";
import { collect, counted, unknown } from "#features/workforce/topics/collect.ts";
import { rowsOf } from "#features/workforce/topics/rows-of.ts";
import type { Conclusion, Today } from "#features/workforce/topics/topic.ts";

export type Throughput = {
  tickets: Week[];
  tasks: Week[];
  /** Of the last 90 days, and of the 90 before. */
  cycle: Cycle;
  before: Cycle;
  anyWork: boolean;
};

const title = "Throughput";
/** So many weeks are shown, and so many days make a cycle time. */
export const weeks = 8;
export const cycleDays = 90;
/** Fewer tickets than this do not make a change worth naming. */
const enough = 5;

const solved = (from: string, to: string) => rowsOf("tickets", { view: "solved", day: "resolvedOn", from, to });

/** Takes what was done each week and how long it took, gives how much gets done and whether it gets faster. */
export function concludeThroughput(facts: Throughput, { today, currency }: Today): Conclusion {
  if (!facts.anyWork)
    return unknown(title, { what: "How much gets done", needed: "tickets or tasks", href: "/records/tickets" });
  const make = collect(currency, today);
  const doneIn = (of: readonly Week[], from: string) => of.find((week) => week.from === from)?.done ?? 0;
  const rows = Array.from({ length: weeks }, (_, at) => {
    const from = addDays(today, -6 - 7 * at);
    const [tickets, tasks] = [doneIn(facts.tickets, from), doneIn(facts.tasks, from)];
    const source = {
      label: `${counted(tickets, "ticket")} and ${counted(tasks, "task")} done in 7 days from ${from}`,
      href: solved(from, addDays(from, 6)),
    };
    return {
      from,
      tickets,
      done: tickets + tasks,
      figure: make.measure(`week_${at}`, `Done in the week from ${from}`, tickets + tasks, "count", source),
    };
  });
  const total = rows.reduce((sum, { done }) => sum + done, 0);
  const tickets = rows.reduce((sum, row) => sum + row.tickets, 0);
  const [last] = rows;
  const source = {
    label: `${counted(tickets, "ticket")} and ${counted(total - tickets, "task")} done in ${weeks} weeks`,
    href: solved(addDays(today, 1 - 7 * weeks), today),
  };
  const mean = make.measure("per_week", "Done a week", total / weeks, "count", source, {
    formula: `${total} ÷ ${weeks} weeks`,
  });
  const cycleSource = {
    label: `${counted(facts.cycle.tickets, "ticket")} resolved in ${cycleDays} days`,
    href: solved(addDays(today, 1 - cycleDays), today),
  };
  const median = make.measure("cycle", "From opened to resolved, middle", facts.cycle.median, "days", cycleSource, {
    formula: "median of resolved − opened",
  });
  const ninth = make.measure(
    "cycle_ninth",
    "From opened to resolved, nine of ten",
    facts.cycle.ninth,
    "days",
    cycleSource,
    { formula: "9th of 10 parts of resolved − opened" },
  );
  const earlier = make.measure("cycle_before", `The same, ${cycleDays} days before`, facts.before.median, "days", {
    label: `${counted(facts.before.tickets, "ticket")} resolved in the ${cycleDays} days before`,
    href: solved(addDays(today, 1 - 2 * cycleDays), addDays(today, -cycleDays)),
  });
  const headline: Line = last
    ? say`${last.figure} tickets and tasks were done in the last 7 days; ${mean} a week on average over ${String(weeks)} weeks.`
    : [];
  const comparable = facts.before.tickets >= enough && facts.cycle.tickets >= enough;
  const cycleLine: Line =
    facts.cycle.median === null
      ? say`How long a ticket takes cannot be said: none was resolved in ${String(cycleDays)} days.`
      : [
          ...say`Half of the tickets took ${median} or less, nine of ten ${ninth} or less`,
          ...(comparable ? say`; in the ${String(cycleDays)} days before it was ${earlier}` : []),
          ".",
        ];
  return {
    headline: total === 0 ? null : headline,
    section: {
      title,
      lines: [headline, cycleLine],
      table: { columns: ["Week from", "Done"], rows: rows.map(({ from, figure }) => [say`${from}`, say`${figure}`]) },
    },
    answers: { throughput: [...headline, " ", ...cycleLine], cycle: cycleLine },
    figures: make.figures,
    facts: [],
    missing:
      facts.cycle.median === null
        ? [
            {
              what: "How long a ticket takes",
              needed: "tickets with the day they were resolved",
              href: "/records/tickets",
            },
          ]
        : [],
    concerns: [],
    proposals: [],
  };
}
