import { type Line, say } from "#contract/report.ts";
import type { Load } from "#features/records/workload/rows.ts";
import type { TaskLoad } from "#features/tasks/load/rows.ts";
import { collect, counted, noun, unknown } from "#features/workforce/topics/collect.ts";
import { rowsOf } from "#features/workforce/topics/rows-of.ts";
import type { Conclusion, Today } from "#features/workforce/topics/topic.ts";

export type Bottleneck = {
  owners: Load[];
  executives: TaskLoad[];
  /** All of them, also of those beyond the lists. */
  open: number;
  openTasks: number;
  unassignedTasks: number;
  anyWork: boolean;
};

const title = "Who has most to do";
/** Somebody is a bottleneck with late work, and with so much of all that is open. */
const leastShare = 0.25;

type Person = {
  name: string;
  open: number;
  overdue: number;
  of: string /** Whose tickets; null where it is tasks. */;
  owner: string | null;
};

/** The tickets of somebody; tasks have no list of their own. */
const listOf = ({ owner }: Person, view: "open" | "overdue"): string =>
  owner === null ? "/" : rowsOf("tickets", { view, ownerName: owner });

/** Takes open work by owner, gives who has most of it and who holds the rest up. */
export function concludeBottleneck(facts: Bottleneck, { today, currency }: Today): Conclusion {
  if (!facts.anyWork)
    return unknown(title, { what: "Who has most to do", needed: "tickets or tasks", href: "/records/tickets" });
  const make = collect(currency, today);
  const people: Person[] = [
    ...facts.owners.flatMap((row) =>
      row.name === null
        ? []
        : [{ name: row.name, open: row.open, overdue: row.overdue, of: "ticket", owner: row.name }],
    ),
    ...facts.executives.map((row) => ({
      name: `${row.name} (${row.role})`,
      open: row.open,
      overdue: row.overdue,
      of: "task",
      owner: null,
    })),
  ];
  people.sort(
    (one, other) => other.overdue - one.overdue || other.open - one.open || one.name.localeCompare(other.name, "en"),
  );
  const total = make.measure("open", "Open tickets and tasks", facts.open, "count", {
    label: `${counted(facts.open - facts.openTasks, "open ticket")} and ${counted(facts.openTasks, "task")}`,
    href: "/records/tickets?view=open",
  });
  const nobody = facts.owners.reduce((sum, row) => sum + (row.name === null ? row.open : 0), facts.unassignedTasks);
  const orphans = make.measure("unowned", "Open work of nobody", nobody, "count", {
    label: `${counted(nobody - facts.unassignedTasks, "open ticket")} and ${counted(facts.unassignedTasks, "task")} of nobody`,
    href: "/records/tickets?view=open&unknown=ownerName",
  });
  const rows = people.slice(0, 8).map((person, at) => {
    const href = listOf(person, "open");
    const source = { label: `${counted(person.open, `open ${person.of}`)} of ${person.name}`, href };
    const late = {
      label: `${counted(person.overdue, `${person.of} past its day`, `${person.of}s past their day`)} of ${person.name}`,
      href: listOf(person, "overdue"),
    };
    return {
      person,
      href,
      open: make.measure(`open_${at}`, `${person.name}, open`, person.open, "count", source),
      overdue: make.measure(`overdue_${at}`, `${person.name}, past the day`, person.overdue, "count", late),
      share: make.measure(
        `share_${at}`,
        `${person.name}, of all open work`,
        facts.open > 0 ? person.open / facts.open : 0,
        "share",
        source,
        { formula: `${person.open} ÷ ${facts.open}` },
      ),
    };
  });
  const [first] = rows;
  const isBottleneck = first !== undefined && first.person.overdue > 0 && (first.share.value ?? 0) >= leastShare;
  const headline: Line =
    facts.open === 0
      ? say`No ticket and no task is open.`
      : !first
        ? say`${total} tickets and tasks are open, and nobody is named as owner of any.`
        : isBottleneck
          ? say`${first.person.name} is the bottleneck: ${first.open} of ${total} open tickets and tasks (${first.share}), ${first.overdue} of them late.`
          : say`Nobody stands out: ${first.person.name} has ${first.open} of ${total} open tickets and tasks, ${first.overdue} of them late.`;
  const next = rows
    .slice(1, 3)
    .flatMap(
      ({ person, open, overdue }, at): Line =>
        say`${at > 0 ? "; " : " Then "}${person.name}, ${open} open and ${overdue} late`,
    );
  const answer: Line = next.length > 0 ? [...headline, ...next, "."] : headline;
  const tickets = make.measure("open_tickets", "Open tickets", facts.open - facts.openTasks, "count", {
    label: counted(facts.open - facts.openTasks, "open ticket"),
    href: "/records/tickets?view=open",
  });
  const openLine: Line =
    facts.open === 0
      ? headline
      : say`${total} tickets and tasks are open: ${tickets} ${noun(facts.open - facts.openTasks, "ticket")} and the rest tasks of the executives; ${orphans} of all have no owner.`;
  return {
    headline,
    section: {
      title,
      lines: [
        answer,
        ...(nobody > 0
          ? [say`${orphans} open ${noun(nobody, "ticket or task has", "tickets and tasks have")} no owner.`]
          : []),
      ],
      table:
        rows.length === 0
          ? null
          : {
              columns: ["Owner", "Open", "Late", "Of all"],
              rows: rows.map(({ person, open, overdue, share }) => [
                say`${person.name}`,
                say`${open}`,
                say`${overdue}`,
                say`${share}`,
              ]),
            },
    },
    answers: { bottleneck: answer, open: openLine },
    figures: make.figures,
    facts: rows.slice(0, 3).map(({ person, href }) => ({
      kind: "owner",
      reference: person.name,
      value: `${person.open} open, ${person.overdue} late`,
      asOf: today,
      href,
    })),
    missing:
      nobody > 0
        ? [
            {
              what: `Who works on ${counted(nobody, "open ticket or task", "open tickets and tasks")}`,
              needed: "an owner",
              href: "/records/tickets?view=open",
            },
          ]
        : [],
    concerns:
      isBottleneck && first
        ? [
            {
              key: `owner:${first.person.name}`,
              kind: "risk",
              line: say`${first.person.name} holds ${first.share} of all open work, ${first.overdue} of it late.`,
              amount: null,
              dueOn: null,
              severity: Math.min(1, (first.share.value ?? 0) + 0.1 * first.person.overdue),
              href: first.href,
            },
          ]
        : [],
    proposals: [],
  };
}
