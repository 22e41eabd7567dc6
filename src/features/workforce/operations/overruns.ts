import { daysBetween } from "#contract/days.ts";
import { type Line, say } from "#contract/report.ts";
import type { LateTicket, OverrunTicket, TicketTotals } from "#features/records/workload/rows.ts";
import type { LateTask, OverrunTask, TaskTotals } from "#features/tasks/load/rows.ts";
import { collect, counted, noun, unknown } from "#features/workforce/topics/collect.ts";
import type { Conclusion, Today } from "#features/workforce/topics/topic.ts";
import { writtenDay } from "#features/workforce/topics/words.ts";

export type Overruns = {
  tickets: TicketTotals;
  tasks: TaskTotals;
  overTickets: OverrunTicket[];
  overTasks: OverrunTask[];
  lateTickets: LateTicket[];
  lateTasks: LateTask[];
  anyWork: boolean;
};

const title = "Overruns and late work";
/** Work that was done in so many days is held against its estimate. */
export const timedDays = 90;

/** Takes tickets and tasks with their hours and days, gives what took longer than planned and what is late. */
export function concludeOverruns(facts: Overruns, { today, currency }: Today): Conclusion {
  if (!facts.anyWork)
    return unknown(title, { what: "What runs over", needed: "tickets or tasks", href: "/records/tickets" });
  const make = collect(currency, today);
  const { tickets, tasks } = facts;
  const [over, timed] = [tickets.over + tasks.over, tickets.timed + tasks.timed];
  const source = {
    label: `${counted(tickets.timed, "ticket")} and ${counted(tasks.timed, "task")} of ${timedDays} days with estimated and actual hours`,
    href: "/records/tickets?view=timed90",
  };
  const overFigure = make.measure("over", "Tickets and tasks over their estimate", over, "count", source, {
    formula: "actual hours > estimated hours",
  });
  const timedFigure = make.measure("timed", "Tickets and tasks with both hours", timed, "count", source);
  const hours = make.measure(
    "hours_over",
    "Hours over the estimates",
    tickets.hoursOver + tasks.hoursOver,
    "hours",
    source,
    { formula: "sum of actual − estimated hours, where more" },
  );
  const lateTickets = make.measure("late_tickets", "Tickets past their day", tickets.overdue, "count", {
    label: counted(tickets.overdue, "ticket past its day", "tickets past their day"),
    href: "/records/tickets?view=overdue",
  });
  const lateTasks = make.measure("late_tasks", "Tasks past their day", tasks.overdue, "count", {
    label: counted(tasks.open, "open task"),
    href: "/",
  });
  const overs = [
    ...facts.overTickets.map((one) => ({ ...one, kind: "ticket", href: `/records/tickets/${one.id}` })),
    ...facts.overTasks.map((one) => ({ ...one, kind: "task", ownerName: null, href: "/" })),
  ]
    .sort((one, other) => other.actual - other.estimated - (one.actual - one.estimated))
    .slice(0, 5)
    .map((one, at) => ({
      ...one,
      more: make.measure(
        `over_${at}`,
        `${one.title}, over the estimate`,
        one.actual - one.estimated,
        "hours",
        { label: `${one.kind} "${one.title}"`, href: one.href },
        { formula: `${one.actual} actual − ${one.estimated} estimated` },
      ),
    }));
  const lates = [
    ...facts.lateTickets.map((one) => ({
      ...one,
      kind: "ticket",
      who: one.ownerName,
      href: `/records/tickets/${one.id}`,
    })),
    ...facts.lateTasks.map((one) => ({ ...one, kind: "task", who: one.assignee, href: "/" })),
  ]
    .sort((one, other) => (one.dueOn < other.dueOn ? -1 : one.dueOn > other.dueOn ? 1 : 0))
    .slice(0, 5)
    .map((one, at) => ({
      ...one,
      by: make.measure(`late_${at}`, `${one.title}, late by`, Math.max(0, daysBetween(one.dueOn, today)), "days", {
        label: `${one.kind} due on ${writtenDay(one.dueOn)}`,
        href: one.href,
      }),
    }));
  const [worst] = overs;
  const overLine: Line =
    timed === 0
      ? say`Whether work runs over cannot be said: nothing has both estimated and actual hours.`
      : over === 0
        ? say`None of ${timedFigure} tickets and tasks with hours took longer than estimated.`
        : [
            ...say`${overFigure} of ${timedFigure} tickets and tasks with hours took longer than estimated, by ${hours} in all.`,
            ...(worst
              ? say` The most: ${worst.title}, ${worst.more} over${worst.ownerName ? ` (${worst.ownerName})` : ""}.`
              : []),
          ];
  const lateLine: Line =
    tickets.overdue + tasks.overdue === 0
      ? say`No ticket and no task is past its day.`
      : [
          ...(tickets.overdue > 0 ? say`${lateTickets} ${noun(tickets.overdue, "ticket")}` : []),
          tickets.overdue > 0 && tasks.overdue > 0 ? " and " : "",
          ...(tasks.overdue > 0 ? say`${lateTasks} ${noun(tasks.overdue, "task")}` : []),
          tickets.overdue + tasks.overdue === 1 ? " is past its day." : " are past their day.",
          ...lates
            .slice(0, 2)
            .flatMap(
              ({ title: of, by, who }, at): Line => [
                ...say`${at > 0 ? "; " : " Longest: "}${of}, by ${by}`,
                who ? ` (${who})` : "",
              ],
            ),
          ...(lates.length > 0 ? ["."] : []),
        ];
  return {
    headline: tickets.overdue + tasks.overdue > 0 || timed === 0 ? lateLine : overLine,
    section: {
      title,
      lines: [overLine, lateLine],
      table:
        overs.length === 0
          ? null
          : { columns: ["Work", "Over by"], rows: overs.map(({ title: of, more }) => [say`${of}`, say`${more}`]) },
    },
    answers: { overruns: overLine, late: lateLine },
    figures: make.figures,
    facts: [
      ...overs.slice(0, 3).map((one) => ({
        kind: one.kind,
        reference: one.title,
        value: `${one.actual} of ${one.estimated} hours`,
        asOf: today,
        href: one.href,
      })),
      ...lates.slice(0, 3).map((one) => ({
        kind: one.kind,
        reference: one.title,
        value: `due on ${writtenDay(one.dueOn)}`,
        asOf: today,
        href: one.href,
      })),
    ],
    missing:
      timed === 0
        ? [
            {
              what: "Which work took longer than planned",
              needed: "estimated and actual hours of tickets or tasks",
              href: "/records/tickets",
            },
          ]
        : [],
    concerns: lates.slice(0, 1).map((one) => ({
      key: `late:${one.id}`,
      kind: "priority",
      line: say`Finish "${one.title}", late by ${one.by}${one.who ? ` with ${one.who}` : ""}.`,
      amount: null,
      dueOn: one.dueOn,
      severity: Math.min(1, (one.by.value ?? 0) / 30),
      href: one.href,
    })),
    proposals: [],
  };
}
