import { pluralize, shortDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { joinLines, type Line, toLine } from "#contract/report.ts";
import type { LateTicket, OverrunTicket, TicketTotals } from "#features/records/workload/rows.ts";
import { taskHref, workHref } from "#features/tasks/load/rules.ts";
import type { LateTask, OverrunTask, TaskTotals } from "#features/tasks/load/rows.ts";
import { collect, concludeUnknown, fact, gap, noun } from "#features/expertise/topics/collect.ts";
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

const ticketHref = (id: string): string => `/records/tickets/${id}`;

/** How many tickets or tasks took longer than estimated, in words; null if none has both hours. */
function overEstimateLine(make: Make, kind: "ticket" | "task", of: Pick<TaskTotals, "over" | "timed" | "hoursOver">) {
  const all = [
    `${pluralize(of.timed, kind)} of ${timedDays} days with estimated hours and hours worked`,
    kind === "task" ? workHref({ view: "timed" }) : "/records/tickets?view=timed90",
  ] as const;
  // Only the task list can be filtered by those over their estimate.
  const source =
    kind === "task"
      ? ([`${pluralize(of.over, kind)} of ${timedDays} days over the estimate`, workHref({ view: "over" })] as const)
      : all;
  const name = kind === "task" ? "Tasks" : "Tickets";
  const timed = make.count(`timed_${kind}s`, `${name} with both hours`, of.timed, all);
  const moreHours = "hours worked > estimated hours";
  const over = make.count(`over_${kind}s`, `${name} over their estimate`, of.over, source, moreHours);
  const sum = "sum of hours worked − estimated hours, where more";
  const label = `${name}, hours over the estimates`;
  const hours = make.measure(`hours_over_${kind}s`, label, of.hoursOver, "hours", source, sum);
  if (of.timed === 0) return null;
  const than = `${noun(of.timed, kind)} with hours took longer than estimated`;
  return of.over === 0 ? toLine`none of ${timed} ${than}` : toLine`${over} of ${timed} ${than}, by ${hours} in all`;
}

const capitalize = ([first, ...rest]: Line): Line =>
  typeof first === "string" ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : [first ?? "", ...rest];

/** Tickets and tasks that took longer than planned, the worst first. */
function summarizeOverruns(make: Make, { tickets, tasks, overTickets, overTasks }: Overruns) {
  const overs = [
    ...overTickets.map((one) => ({ ...one, kind: "ticket", href: ticketHref(one.id) })),
    ...overTasks.map((one) => ({ ...one, kind: "task", ownerName: null, href: taskHref(one.id) })),
  ]
    .sort((one, other) => other.actual - other.estimated - (one.actual - one.estimated))
    .slice(0, 5)
    .map((one, at) => {
      const source = [`${one.kind} "${one.title}"`, one.href] as const;
      const formula = `${one.actual} worked − ${one.estimated} estimated`;
      const label = `${one.title}, over the estimate`;
      return { ...one, more: make.measure(`over_${at}`, label, one.actual - one.estimated, "hours", source, formula) };
    });
  const of = joinLines("; ", [overEstimateLine(make, "ticket", tickets), overEstimateLine(make, "task", tasks)]);
  const [worst] = overs;
  const untimedHref = workHref({ view: "untimed" });
  const untimed = make.count("untimed_tasks", "Done tasks nobody entered hours for", tasks.untimed, [
    `${pluralize(tasks.untimed, "task")} of ${timedDays} days with an estimate and no hours worked`,
    untimedHref,
  ]);
  const most =
    worst && toLine` The most: ${worst.title}, ${worst.more} over${worst.ownerName && ` (${worst.ownerName})`}.`;
  const untimedLine =
    tasks.untimed > 0 &&
    toLine` ${untimed} done ${noun(tasks.untimed, "task has", "tasks have")} an estimate and no hours worked on record.`;
  const anyTimed = of.length > 0;
  const line = anyTimed
    ? toLine`${capitalize(of)}.${most}${untimedLine}`
    : toLine`Overruns can't be measured: nothing has both estimated hours and hours worked.${untimedLine}`;
  const missing = [
    !anyTimed &&
      tasks.untimed === 0 &&
      gap(
        "Which work took longer than planned",
        "estimated hours and hours worked of tickets or tasks",
        "/records/tickets",
      ),
    tasks.untimed > 0 &&
      gap(
        `Whether ${pluralize(tasks.untimed, "done task")} took longer than planned`,
        "the hours worked, entered at each task",
        untimedHref,
      ),
  ];
  return { overs, line, missing, anyTimed };
}

/** Overdue tickets and tasks, the longest first. */
function summarizeLateWork(make: Make, { tickets, tasks, lateTickets, lateTasks }: Overruns, today: string) {
  const late = (kind: string, number: number, href: string) => {
    const source = [pluralize(number, `late ${kind}`), href] as const;
    const count = make.count(`late_${kind}s`, `${kind === "task" ? "Tasks" : "Tickets"} past due`, number, source);
    return number > 0 && toLine`${count} ${noun(number, kind)}`;
  };
  const counts = joinLines(" and ", [
    late("ticket", tickets.overdue, "/records/tickets?view=overdue"),
    late("task", tasks.overdue, workHref({ view: "late" })),
  ]);
  const lateItems = [
    ...lateTickets.map((one) => ({
      ...one,
      kind: "ticket",
      hours: 24 * daysBetween(one.dueOn, today),
      owner: one.ownerName,
      href: ticketHref(one.id),
    })),
    ...lateTasks.map((one) => ({ ...one, kind: "task", owner: one.assignee, href: taskHref(one.id) })),
  ]
    .sort((one, other) => (one.dueOn < other.dueOn ? -1 : one.dueOn > other.dueOn ? 1 : other.hours - one.hours))
    .slice(0, 5)
    .map((one, at) => {
      const days = Math.max(0, daysBetween(one.dueOn, today));
      // Overdue since earlier today counts in hours, never as 0 days.
      const [value, unit] = days > 0 ? ([days, "days"] as const) : ([one.hours, "hours"] as const);
      const source = [`${one.kind} due on ${shortDay(one.dueOn)}`, one.href] as const;
      const by =
        value > 0 ? make.measure(`late_${at}`, `${one.title}, overdue by`, value, unit, source) : "less than an hour";
      return { ...one, days, by: toLine`${by}${one.owner && ` (${one.owner})`}` };
    });
  const any = counts.length > 0;
  const longest = lateItems.slice(0, 2).map((one) => toLine`${one.title}, by ${one.by}`);
  const line = any
    ? toLine`${counts} ${noun(tickets.overdue + tasks.overdue, "is", "are")} overdue.${longest.length > 0 && toLine` Longest: ${joinLines("; ", longest)}.`}`
    : toLine`No tickets or tasks are overdue.`;
  return { lateItems, line, any };
}

export function concludeOverruns(facts: Overruns, { today, currency }: Today): Conclusion {
  if (!facts.anyWork) return concludeUnknown(title, gap("What runs over", "tickets or tasks", "/records/tickets"));
  const make = collect(currency, today);
  const { overs, line: overLine, missing, anyTimed } = summarizeOverruns(make, facts);
  const { lateItems, line: lateLine, any: anyLate } = summarizeLateWork(make, facts, today);
  return make.conclude({
    title,
    headline: anyLate || !anyTimed ? lateLine : overLine,
    lines: [overLine, lateLine],
    columns: ["Work", "Over by"],
    rows: overs.map((one) => [one.title, one.more]),
    answers: { overruns: overLine, late: lateLine },
    facts: [
      ...overs.slice(0, 3).map((one) => fact(one.kind, one.title, `${one.actual} of ${one.estimated} hours`, one.href)),
      ...lateItems.slice(0, 3).map((one) => fact(one.kind, one.title, `due on ${shortDay(one.dueOn)}`, one.href)),
    ],
    missing,
    concerns: lateItems.slice(0, 1).map(({ id, title: work, by, dueOn, days, href }) => ({
      key: `late:${id}`,
      kind: "priority",
      line: toLine`Finish "${work}", overdue by ${by}.`,
      dueOn,
      severity: Math.min(1, days / 30),
      href,
    })),
  });
}
