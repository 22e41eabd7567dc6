import { pluralize, shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Cycle, Week } from "#features/records/workload/rows.ts";
import { workHref } from "#features/tasks/load/rules.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type Throughput = {
  tickets: Week[];
  tasks: Week[];
  /** The last 90 days, and the 90 before. */
  cycle: Cycle;
  before: Cycle;
  anyWork: boolean;
};

const title = "Throughput";
/** The weeks shown, and the days that cycle times are measured over. */
export const weeks = 8;
export const cycleDays = 90;
/** With fewer tickets in either period, the two are not compared. */
const leastTickets = 5;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const resolvedHref = (from: string, to: string) => rowsOf("tickets", { view: "solved", day: "resolvedOn", from, to });

export function concludeThroughput(facts: Throughput, { today, currency }: Today): Conclusion {
  if (!facts.anyWork)
    return concludeUnknown(title, { what: "How much gets done", needed: "tickets or tasks", href: "/records/tickets" });
  const make = collect(currency, today);
  const doneIn = (of: readonly Week[], from: string) => of.find((week) => week.from === from)?.done ?? 0;
  const rows = Array.from({ length: weeks }, (_, at) => {
    const from = addDays(today, -6 - 7 * at);
    const to = addDays(from, 6);
    const [tickets, tasks] = [doneIn(facts.tickets, from), doneIn(facts.tasks, from)];
    const figure = (of: "ticket" | "task", done: number, href: string) =>
      make.measure(`${of}s_${at}`, `${capitalize(of)}s done in the week from ${shortDay(from)}`, done, "count", {
        label: `${pluralize(done, of)} done in 7 days from ${shortDay(from)}`,
        href,
      });
    return {
      from,
      done: { tickets, tasks },
      tickets: figure("ticket", tickets, resolvedHref(from, to)),
      tasks: figure("task", tasks, workHref({ view: "done", from, to })),
    };
  });
  const [first, last] = [addDays(today, 1 - 7 * weeks), rows[0]];
  const sums = { tickets: 0, tasks: 0 };
  for (const { done } of rows) {
    sums.tickets += done.tickets;
    sums.tasks += done.tasks;
  }
  const mean = (of: "ticket" | "task", done: number, href: string) =>
    make.measure(
      `${of}s_per_week`,
      `${capitalize(of)}s done a week`,
      done / weeks,
      "score",
      { label: `${pluralize(done, of)} done in ${weeks} weeks`, href },
      { formula: `${done} ÷ ${weeks} weeks` },
    );
  const tickets = mean("ticket", sums.tickets, resolvedHref(first, today));
  const tasks = mean("task", sums.tasks, workHref({ view: "done", from: first, to: today }));
  const cycleSource = {
    label: `${pluralize(facts.cycle.tickets, "ticket")} resolved in ${cycleDays} days`,
    href: resolvedHref(addDays(today, 1 - cycleDays), today),
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
    label: `${pluralize(facts.before.tickets, "ticket")} resolved in the ${cycleDays} days before`,
    href: resolvedHref(addDays(today, 1 - 2 * cycleDays), addDays(today, -cycleDays)),
  });
  const total = sums.tickets + sums.tasks;
  const headline: Line = last
    ? toLine`${last.tickets} ${noun(last.done.tickets, "ticket")} and ${last.tasks} ${noun(last.done.tasks, "task")} were done in the last 7 days; on average ${tickets} tickets and ${tasks} tasks a week over ${String(weeks)} weeks.`
    : [];
  const comparable = facts.before.tickets >= leastTickets && facts.cycle.tickets >= leastTickets;
  const cycleLine: Line =
    facts.cycle.median === null
      ? toLine`Resolution time can't be measured: no ticket was resolved in ${String(cycleDays)} days.`
      : [
          ...toLine`Half of the tickets took ${median} or less, nine of ten ${ninth} or less`,
          ...(comparable ? toLine`; in the ${String(cycleDays)} days before it was ${earlier}` : []),
          ".",
        ];
  return concluded({
    headline: total === 0 ? null : headline,
    section: {
      title,
      lines: [headline, cycleLine],
      table: {
        columns: ["Week from", "Tickets done", "Tasks done"],
        rows: rows.map((row) => [toLine`${shortDay(row.from)}`, toLine`${row.tickets}`, toLine`${row.tasks}`]),
      },
    },
    answers: { throughput: [...headline, " ", ...cycleLine], cycle: cycleLine },
    figures: make.figures,
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
  });
}
