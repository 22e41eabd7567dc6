import { pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Load } from "#features/records/workload/rows.ts";
import { workHref } from "#features/tasks/load/rules.ts";
import type { TaskLoad } from "#features/tasks/load/rows.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type Bottleneck = {
  owners: Load[];
  executives: TaskLoad[];
  /** Totals, including those not listed. */
  openTickets: number;
  openTasks: number;
  unassignedTasks: number;
  anyWork: boolean;
};

const title = "Who has most to do";
/** A person with overdue work and at least this share of all open work is the bottleneck. */
const leastShare = 0.25;

type Person = {
  name: string;
  open: number;
  overdue: number;
  of: "ticket" | "task";
  /** Links to the open and the overdue ones. */
  href: string;
  lateHref: string;
};

const peopleOf = ({ owners, executives }: Bottleneck): Person[] =>
  [
    ...owners.flatMap(({ name, open, overdue }): Person[] => {
      if (name === null) return [];
      const list = (view: string) => rowsOf("tickets", { view, ownerName: name });
      return [{ name, open, overdue, of: "ticket", href: list("open"), lateHref: list("overdue") }];
    }),
    ...executives.map(({ agentId, name, role, open, overdue }): Person => {
      const list = (view: "open" | "late") => workHref({ view, assignee: agentId });
      return { name: `${name} (${role})`, open, overdue, of: "task", href: list("open"), lateHref: list("late") };
    }),
  ].toSorted(
    (one, other) => other.overdue - one.overdue || other.open - one.open || one.name.localeCompare(other.name, "en"),
  );

export function concludeBottleneck(facts: Bottleneck, { today, currency }: Today): Conclusion {
  if (!facts.anyWork)
    return concludeUnknown(title, { what: "Who has most to do", needed: "tickets or tasks", href: "/records/tickets" });
  const make = collect(currency, today);
  const { openTickets, openTasks, unassignedTasks } = facts;
  const people = peopleOf(facts);
  const total = openTickets + openTasks;
  const unownedTickets = facts.owners.reduce((sum, row) => sum + (row.name === null ? row.open : 0), 0);
  const tickets = make.measure("open_tickets", "Open tickets", openTickets, "count", {
    label: pluralize(openTickets, "open ticket"),
    href: "/records/tickets?view=open",
  });
  const tasks = make.measure("open_tasks", "Open tasks", openTasks, "count", {
    label: pluralize(openTasks, "open task"),
    href: workHref({ view: "open" }),
  });
  const ticketsUnowned = {
    label: `${pluralize(unownedTickets, "open ticket")} without an owner`,
    href: "/records/tickets?view=open&unknown=ownerName",
  };
  const tasksUnassigned = {
    label: `${pluralize(unassignedTasks, "open task")} without an owner`,
    href: workHref({ view: "unassigned" }),
  };
  const orphanTickets = make.measure(
    "unowned_tickets",
    "Tickets without an owner",
    unownedTickets,
    "count",
    ticketsUnowned,
  );
  const orphanTasks = make.measure("unowned_tasks", "Unassigned tasks", unassignedTasks, "count", tasksUnassigned);
  const rows = people.slice(0, 8).map((person, at) => {
    const { name, of, href } = person;
    const source = { label: `${pluralize(person.open, `open ${of}`)} of ${name}`, href };
    const late = { label: `${pluralize(person.overdue, `late ${of}`)} of ${name}`, href: person.lateHref };
    return {
      person,
      href,
      open: make.measure(`open_${at}`, `${name}, open`, person.open, "count", source),
      overdue: make.measure(`overdue_${at}`, `${name}, late`, person.overdue, "count", late),
      share: make.measure(
        `share_${at}`,
        `${name}, of all open work`,
        total > 0 ? person.open / total : 0,
        "share",
        source,
        {
          formula: `${person.open} ÷ (${pluralize(openTickets, "open ticket")} + ${pluralize(openTasks, "open task")})`,
        },
      ),
    };
  });
  const [first] = rows;
  const isBottleneck = first !== undefined && first.person.overdue > 0 && (first.share.value ?? 0) >= leastShare;
  const all = toLine`${tickets} ${noun(openTickets, "ticket")} and ${tasks} ${noun(openTasks, "task")}`;
  const openWork = ({ person, open }: (typeof rows)[number]): Line =>
    toLine`${open} open ${noun(person.open, person.of)}`;
  const headline: Line =
    total === 0
      ? toLine`No tickets or tasks are open.`
      : !first
        ? [...all, ...toLine` are open; none of them has an owner.`]
        : [
            isBottleneck
              ? `${first.person.name} is the bottleneck: `
              : `There is no bottleneck: ${first.person.name} has `,
            ...openWork(first),
            ...toLine`, ${first.share} of all open work, ${first.overdue} of them overdue.`,
          ];
  const next = rows
    .slice(1, 3)
    .flatMap(
      (row, at): Line => [
        `${at > 0 ? "; " : " Then "}${row.person.name}, `,
        ...openWork(row),
        ...toLine`, ${row.overdue} overdue`,
      ],
    );
  const answer: Line = next.length > 0 ? [...headline, ...next, "."] : headline;
  const unowned = unownedTickets + unassignedTasks;
  const unassignedLine: Line = [
    ...(unownedTickets > 0 ? toLine`${orphanTickets} open ${noun(unownedTickets, "ticket")}` : []),
    ...(unownedTickets > 0 && unassignedTasks > 0 ? [" and "] : []),
    ...(unassignedTasks > 0 ? toLine`${orphanTasks} open ${noun(unassignedTasks, "task")}` : []),
    ...toLine` ${unowned === 1 ? "has" : "have"} no owner.`,
  ];
  const openLine: Line =
    total === 0 ? headline : [...all, ...toLine` are open.`, ...(unowned > 0 ? [" ", ...unassignedLine] : [])];
  const without = (what: string, href: string) => ({ what: `Who works on ${what}`, needed: "an owner", href });
  return concluded({
    headline,
    section: {
      title,
      lines: [answer, ...(unowned > 0 ? [unassignedLine] : [])],
      table:
        rows.length === 0
          ? null
          : {
              columns: ["Owner", "Open", "Overdue", "Share of open work"],
              rows: rows.map((row) => [
                toLine`${row.person.name}`,
                toLine`${row.open} ${noun(row.person.open, row.person.of)}`,
                toLine`${row.overdue}`,
                toLine`${row.share}`,
              ]),
            },
    },
    answers: { bottleneck: answer, open: openLine },
    figures: make.figures,
    facts: rows.slice(0, 3).map(({ person, href }) => ({
      kind: "owner",
      reference: person.name,
      value: `${person.open} open, ${person.overdue} overdue`,
      asOf: today,
      href,
    })),
    missing: [
      ...(unownedTickets > 0 ? [without(pluralize(unownedTickets, "open ticket"), ticketsUnowned.href)] : []),
      ...(unassignedTasks > 0 ? [without(pluralize(unassignedTasks, "open task"), tasksUnassigned.href)] : []),
    ],
    concerns:
      isBottleneck && first
        ? [
            {
              key: `owner:${first.person.name}`,
              kind: "risk",
              line: toLine`${first.person.name} holds ${first.share} of all open work, ${first.overdue} of it overdue.`,
              amount: null,
              dueOn: null,
              severity: Math.min(1, (first.share.value ?? 0) + 0.1 * first.person.overdue),
              href: first.href,
            },
          ]
        : [],
  });
}
