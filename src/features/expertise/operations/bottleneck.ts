import { pluralize } from "#contract/format.ts";
import { joinLines, toLine } from "#contract/report.ts";
import type { Load } from "#features/records/workload/rows.ts";
import { workHref } from "#features/tasks/load/rules.ts";
import type { TaskLoad } from "#features/tasks/load/rows.ts";
import { collect, concludeUnknown, fact, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
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
  if (!facts.anyWork) return concludeUnknown(title, gap("Who has most to do", "tickets or tasks", "/records/tickets"));
  const make = collect(currency, today);
  const { openTickets, openTasks, unassignedTasks } = facts;
  const total = openTickets + openTasks;
  const unownedTickets = sumOf(facts.owners, ({ name, open }) => (name === null ? open : 0));
  const work = (id: string, label: string, number: number, kind: string, href: string, more = "") => ({
    number,
    kind,
    href,
    figure: make.count(id, label, number, [`${pluralize(number, `open ${kind}`)}${more}`, href]),
  });
  const tickets = work("open_tickets", "Open tickets", openTickets, "ticket", "/records/tickets?view=open");
  const tasks = work("open_tasks", "Open tasks", openTasks, "task", workHref({ view: "open" }));
  const unownedHref = "/records/tickets?view=open&unknown=ownerName";
  const unowned = [
    work("unowned_tickets", "Tickets without an owner", unownedTickets, "ticket", unownedHref, " without an owner"),
    work(
      "unowned_tasks",
      "Unassigned tasks",
      unassignedTasks,
      "task",
      workHref({ view: "unassigned" }),
      " without an owner",
    ),
  ].filter(({ number }) => number > 0);
  const rows = peopleOf(facts)
    .slice(0, 8)
    .map((person, at) => {
      const { name, of, href, lateHref } = person;
      const source = [`${pluralize(person.open, `open ${of}`)} of ${name}`, href] as const;
      const part = total > 0 ? person.open / total : 0;
      const formula = `${person.open} ÷ (${pluralize(openTickets, "open ticket")} + ${pluralize(openTasks, "open task")})`;
      const open = make.count(`open_${at}`, `${name}, open`, person.open, source);
      const late = [`${pluralize(person.overdue, `late ${of}`)} of ${name}`, lateHref] as const;
      return {
        ...person,
        part,
        figure: toLine`${open} ${noun(person.open, of)}`,
        work: toLine`${open} open ${noun(person.open, of)}`,
        late: make.count(`overdue_${at}`, `${name}, late`, person.overdue, late),
        share: make.measure(`share_${at}`, `${name}, of all open work`, part, "share", source, formula),
      };
    });
  const [first] = rows;
  const isBottleneck = first !== undefined && first.overdue > 0 && first.part >= leastShare;
  const all = toLine`${tickets.figure} ${noun(openTickets, "ticket")} and ${tasks.figure} ${noun(openTasks, "task")} are open`;
  const headline =
    total === 0
      ? toLine`No tickets or tasks are open.`
      : first
        ? toLine`${isBottleneck ? `${first.name} is the bottleneck: ` : `There is no bottleneck: ${first.name} has `}${first.work}, ${first.share} of all open work, ${first.late} of them overdue.`
        : toLine`${all}; none of them has an owner.`;
  const next = rows.slice(1, 3).map(({ name, work: open, late }) => toLine`${name}, ${open}, ${late} overdue`);
  const answer = next.length > 0 ? toLine`${headline} Then ${joinLines("; ", next)}.` : headline;
  const orphans = unowned.map(({ figure, number, kind }) => toLine`${figure} open ${noun(number, kind)}`);
  const verb = noun(
    sumOf(unowned, ({ number }) => number),
    "has",
    "have",
  );
  const unownedLine = orphans.length > 0 && toLine`${joinLines(" and ", orphans)} ${verb} no owner.`;
  return make.conclude({
    title,
    headline,
    lines: [answer, unownedLine],
    columns: ["Owner", "Open", "Overdue", "Share of open work"],
    rows: rows.map(({ name, figure, late, share }) => [name, figure, late, share]),
    answers: {
      bottleneck: answer,
      open: total === 0 ? headline : toLine`${all}.${unownedLine && toLine` ${unownedLine}`}`,
    },
    facts: rows
      .slice(0, 3)
      .map(({ name, open, overdue, href }) => fact("owner", name, `${open} open, ${overdue} overdue`, href)),
    missing: unowned.map(({ number, kind, href }) =>
      gap(`Who works on ${pluralize(number, `open ${kind}`)}`, "an owner", href),
    ),
    concerns: [
      isBottleneck && {
        key: `owner:${first.name}`,
        kind: "risk",
        line: toLine`${first.name} holds ${first.share} of all open work, ${first.late} of it overdue.`,
        severity: Math.min(1, first.part + 0.1 * first.overdue),
        href: first.href,
      },
    ],
  });
}
