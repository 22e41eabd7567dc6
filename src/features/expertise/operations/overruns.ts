import { pluralize, shortDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { type Figure, type Gap, type Line, toLine } from "#contract/report.ts";
import type { LateTicket, OverrunTicket, TicketTotals } from "#features/records/workload/rows.ts";
import { taskHref, workHref } from "#features/tasks/load/rules.ts";
import type { LateTask, OverrunTask, TaskTotals } from "#features/tasks/load/rows.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";

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
/** The days of completed work that is compared with estimates. */
export const timedDays = 90;

type Make = ReturnType<typeof collect>;

/** How many tickets or tasks took longer than estimated, in words; null if none has both hours. */
function overEstimateLine(make: Make, kind: "ticket" | "task", of: Pick<TaskTotals, "over" | "timed" | "hoursOver">) {
  const label = `${pluralize(of.timed, kind)} of ${timedDays} days with estimated hours and hours worked`;
  const href = kind === "task" ? workHref({ view: "timed" }) : "/records/tickets?view=timed90";
  // Only the task list can be filtered by those over their estimate.
  const source =
    kind === "task"
      ? {
          label: `${pluralize(of.over, kind)} of ${timedDays} days over the estimate`,
          href: workHref({ view: "over" }),
        }
      : { label, href };
  const name = kind === "task" ? "Tasks" : "Tickets";
  const timed = make.measure(`timed_${kind}s`, `${name} with both hours`, of.timed, "count", { label, href });
  const over = make.measure(`over_${kind}s`, `${name} over their estimate`, of.over, "count", source, {
    formula: "hours worked > estimated hours",
  });
  const hours = make.measure(
    `hours_over_${kind}s`,
    `${name}, hours over the estimates`,
    of.hoursOver,
    "hours",
    source,
    {
      formula: "sum of hours worked − estimated hours, where more",
    },
  );
  if (of.timed === 0) return null;
  const than = `${noun(of.timed, kind)} with hours took longer than estimated`;
  return of.over === 0 ? toLine`none of ${timed} ${than}` : toLine`${over} of ${timed} ${than}, by ${hours} in all`;
}

const capitalize = ([first, ...rest]: Line): Line =>
  typeof first === "string" ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : [first ?? "", ...rest];

/** Tickets and tasks that took longer than planned, the worst first. */
function summarizeOverruns(make: Make, { tickets, tasks, overTickets, overTasks }: Overruns) {
  const overs = [
    ...overTickets.map((one) => ({ ...one, kind: "ticket", href: `/records/tickets/${one.id}` })),
    ...overTasks.map((one) => ({ ...one, kind: "task", ownerName: null, href: taskHref(one.id) })),
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
        { formula: `${one.actual} worked − ${one.estimated} estimated` },
      ),
    }));
  const of = [overEstimateLine(make, "ticket", tickets), overEstimateLine(make, "task", tasks)].filter(
    (line) => line !== null,
  );
  const [worst] = overs;
  const untimed = make.measure("untimed_tasks", "Done tasks nobody entered hours for", tasks.untimed, "count", {
    label: `${pluralize(tasks.untimed, "task")} of ${timedDays} days with an estimate and no hours worked`,
    href: workHref({ view: "untimed" }),
  });
  const untimedLine: Line =
    tasks.untimed === 0
      ? []
      : toLine` ${untimed} done ${noun(tasks.untimed, "task has", "tasks have")} an estimate and no hours worked on record.`;
  const line: Line =
    of.length === 0
      ? [...toLine`Overruns can't be measured: nothing has both estimated hours and hours worked.`, ...untimedLine]
      : [
          ...of.flatMap((each, at): Line => (at === 0 ? capitalize(each) : ["; ", ...each])),
          ".",
          ...(worst
            ? toLine` The most: ${worst.title}, ${worst.more} over${worst.ownerName ? ` (${worst.ownerName})` : ""}.`
            : []),
          ...untimedLine,
        ];
  const missing: Gap[] = [
    ...(of.length === 0 && tasks.untimed === 0
      ? [
          {
            what: "Which work took longer than planned",
            needed: "estimated hours and hours worked of tickets or tasks",
            href: "/records/tickets",
          },
        ]
      : []),
    ...(tasks.untimed > 0
      ? [
          {
            what: `Whether ${pluralize(tasks.untimed, "done task")} took longer than planned`,
            needed: "the hours worked, entered at each task",
            href: workHref({ view: "untimed" }),
          },
        ]
      : []),
  ];
  return { overs, line, missing, anyTimed: of.length > 0 };
}

/** Overdue tickets and tasks, the longest first. */
function summarizeLateWork(make: Make, { tickets, tasks, lateTickets, lateTasks }: Overruns, today: string) {
  const ticketsLate = make.measure("late_tickets", "Tickets past due", tickets.overdue, "count", {
    label: pluralize(tickets.overdue, "late ticket"),
    href: "/records/tickets?view=overdue",
  });
  const tasksLate = make.measure("late_tasks", "Tasks past due", tasks.overdue, "count", {
    label: pluralize(tasks.overdue, "late task"),
    href: workHref({ view: "late" }),
  });
  const lateItems = [
    ...lateTickets.map((one) => ({
      ...one,
      kind: "ticket",
      hours: 24 * daysBetween(one.dueOn, today),
      owner: one.ownerName,
      href: `/records/tickets/${one.id}`,
    })),
    ...lateTasks.map((one) => ({ ...one, kind: "task", owner: one.assignee, href: taskHref(one.id) })),
  ]
    .sort((one, other) => (one.dueOn < other.dueOn ? -1 : one.dueOn > other.dueOn ? 1 : other.hours - one.hours))
    .slice(0, 5)
    .map((one, at) => {
      const source = { label: `${one.kind} due on ${shortDay(one.dueOn)}`, href: one.href };
      const days = Math.max(0, daysBetween(one.dueOn, today));
      const late = (value: number, unit: "days" | "hours") =>
        make.measure(`late_${at}`, `${one.title}, overdue by`, value, unit, source);
      // Overdue since earlier today counts in hours, never as 0 days.
      const by: Figure | string =
        days > 0 ? late(days, "days") : one.hours > 0 ? late(one.hours, "hours") : "less than an hour";
      return { ...one, days, by };
    });
  const overdueTotal = tickets.overdue + tasks.overdue;
  const line: Line =
    overdueTotal === 0
      ? toLine`No tickets or tasks are overdue.`
      : [
          ...(tickets.overdue > 0 ? toLine`${ticketsLate} ${noun(tickets.overdue, "ticket")}` : []),
          tickets.overdue > 0 && tasks.overdue > 0 ? " and " : "",
          ...(tasks.overdue > 0 ? toLine`${tasksLate} ${noun(tasks.overdue, "task")}` : []),
          overdueTotal === 1 ? " is overdue." : " are overdue.",
          ...lateItems
            .slice(0, 2)
            .flatMap(
              ({ title: of, by, owner }, at): Line => [
                ...toLine`${at > 0 ? "; " : " Longest: "}${of}, by ${by}`,
                owner ? ` (${owner})` : "",
              ],
            ),
          ...(lateItems.length > 0 ? ["."] : []),
        ];
  return { lateItems, line, any: overdueTotal > 0 };
}

export function concludeOverruns(facts: Overruns, { today, currency }: Today): Conclusion {
  if (!facts.anyWork)
    return concludeUnknown(title, { what: "What runs over", needed: "tickets or tasks", href: "/records/tickets" });
  const make = collect(currency, today);
  const { overs, line: overLine, missing, anyTimed } = summarizeOverruns(make, facts);
  const { lateItems, line: lateLine, any: anyLate } = summarizeLateWork(make, facts, today);
  return concluded({
    headline: anyLate || !anyTimed ? lateLine : overLine,
    section: {
      title,
      lines: [overLine, lateLine],
      table:
        overs.length === 0
          ? null
          : {
              columns: ["Work", "Over by"],
              rows: overs.map(({ title: of, more }) => [toLine`${of}`, toLine`${more}`]),
            },
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
      ...lateItems.slice(0, 3).map((one) => ({
        kind: one.kind,
        reference: one.title,
        value: `due on ${shortDay(one.dueOn)}`,
        asOf: today,
        href: one.href,
      })),
    ],
    missing,
    concerns: lateItems.slice(0, 1).map((one) => ({
      key: `late:${one.id}`,
      kind: "priority",
      line: toLine`Finish "${one.title}", overdue by ${one.by}${one.owner ? ` (${one.owner})` : ""}.`,
      amount: null,
      dueOn: one.dueOn,
      severity: Math.min(1, one.days / 30),
      href: one.href,
    })),
  });
}
