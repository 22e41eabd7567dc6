import { pluralize, shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { sentences, toLine } from "#contract/report.ts";
import type { Cycle, Week } from "#features/records/workload/rows.ts";
import { workHref } from "#features/tasks/load/rules.ts";
import { collect, concludeUnknown, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
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

const hrefs = {
  ticket: (from: string, to: string) => rowsOf("tickets", { view: "solved", day: "resolvedOn", from, to }),
  task: (from: string, to: string) => workHref({ view: "done", from, to }),
};
const names = { ticket: "Tickets", task: "Tasks" } as const;
type Kind = keyof typeof names;

export function concludeThroughput(facts: Throughput, { today, currency }: Today): Conclusion {
  if (!facts.anyWork) return concludeUnknown(title, gap("How much gets done", "tickets or tasks", "/records/tickets"));
  const make = collect(currency, today);
  const { cycle, before } = facts;
  const rows = Array.from({ length: weeks }, (_, at) => {
    const from = addDays(today, -6 - 7 * at);
    const day = shortDay(from);
    const done = (of: Kind) => {
      const number = facts[`${of}s`].find((week) => week.from === from)?.done ?? 0;
      const source = [
        `${pluralize(number, of)} done in 7 days from ${day}`,
        hrefs[of](from, addDays(from, 6)),
      ] as const;
      const figure = make.count(`${of}s_${at}`, `${names[of]} done in the week from ${day}`, number, source);
      return { number, figure, text: toLine`${figure} ${noun(number, of)}` };
    };
    return { day, ticket: done("ticket"), task: done("task") };
  });
  const mean = (of: Kind) => {
    const done = sumOf(rows, (row) => row[of].number);
    const href = hrefs[of](addDays(today, 1 - 7 * weeks), today);
    const source = [`${pluralize(done, of)} done in ${weeks} weeks`, href] as const;
    return make.measure(
      `${of}s_per_week`,
      `${names[of]} done a week`,
      done / weeks,
      "score",
      source,
      `${done} ÷ ${weeks} weeks`,
    );
  };
  const [tickets, tasks] = [mean("ticket"), mean("task")];
  const resolved = [
    `${pluralize(cycle.tickets, "ticket")} resolved in ${cycleDays} days`,
    hrefs.ticket(addDays(today, 1 - cycleDays), today),
  ] as const;
  const time = (id: string, part: string, value: number | null, formula: string) =>
    make.measure(id, `From opened to resolved, ${part}`, value, "days", resolved, formula);
  const median = time("cycle", "middle", cycle.median, "median of resolved − opened");
  const ninth = time("cycle_ninth", "nine of ten", cycle.ninth, "9th of 10 parts of resolved − opened");
  const earlier = make.measure("cycle_before", `The same, ${cycleDays} days before`, before.median, "days", [
    `${pluralize(before.tickets, "ticket")} resolved in the ${cycleDays} days before`,
    hrefs.ticket(addDays(today, 1 - 2 * cycleDays), addDays(today, -cycleDays)),
  ]);
  const [last] = rows;
  const headline = toLine`${last?.ticket.text} and ${last?.task.text} were done in the last 7 days; on average ${tickets} tickets and ${tasks} tasks a week over ${String(weeks)} weeks.`;
  const comparable = before.tickets >= leastTickets && cycle.tickets >= leastTickets;
  const cycleLine =
    cycle.median === null
      ? toLine`Resolution time can't be measured: no ticket was resolved in ${String(cycleDays)} days.`
      : toLine`Half of the tickets took ${median} or less, nine of ten ${ninth} or less${comparable && toLine`; in the ${String(cycleDays)} days before it was ${earlier}`}.`;
  return make.conclude({
    title,
    headline: rows.some(({ ticket, task }) => ticket.number + task.number > 0) ? headline : null,
    lines: [headline, cycleLine],
    columns: ["Week from", "Tickets done", "Tasks done"],
    rows: rows.map(({ day, ticket, task }) => [day, ticket.figure, task.figure]),
    answers: { throughput: sentences(headline, cycleLine), cycle: cycleLine },
    missing: [
      cycle.median === null &&
        gap("How long a ticket takes", "tickets with the day they were resolved", "/records/tickets"),
    ],
  });
}
