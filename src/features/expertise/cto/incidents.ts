import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Line, toLine } from "#contract/report.ts";
import { priorities } from "#contract/words.ts";
import type { Began, OpenIncidents, OverdueIncident, Solved } from "#features/records/incidents/rows.ts";
import type { Filter } from "#features/records/list/contract.ts";
import { measure } from "#features/expertise/topics/figures.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, withoutData } from "#features/expertise/topics/words.ts";

export type Incidents = {
  open: OpenIncidents[];
  overdue: OverdueIncident[];
  now: Solved;
  before: Solved;
  /** The number of incidents that began in the period of `beganIn`, and the last incident of all. */
  began: Began;
  any: boolean;
};

/** The days that times to resolve are measured over. */
export const solvedDays = 90;

export const incidentAsks: readonly Ask[] = [
  ask("overdue", "customer")`Which incidents are overdue? Are we late with any incident? Which incidents have been
    open too long? Which outages should have been fixed by now? Is any incident past its deadline? Which technical
    problems are overdue?`,
  ask("open", "customer")`How many incidents are open? Is anything broken? Are there any outages right now? Which
    technical problems are unresolved? What incidents do we have? Are all systems up and running? Is anything down? Is
    there an incident that affects Acme? Any critical incidents? What is not working at the moment? Which technical
    issues are we dealing with? What is broken right now? Are our systems working?`,
  ask("solved")`How long do we take to resolve incidents? How fast do we fix outages? What is our average time to
    resolve an incident? Are we getting faster at solving incidents? How many incidents did we solve? How quickly are
    technical problems fixed? Are incidents resolved faster than before? How long are systems down before we fix them?
    Do outages take longer to fix than they used to?`,
  ask("began", "customer", "period")`How many incidents did we have this month? How many incidents did we have last
    month? When was our last outage? When did we last have an incident? How often were we down this year? How many
    outages were there last quarter? Did we have any incidents last week?`,
];

const beganDays = 365;
export const beganIn = (today: string, about: Pick<About, "period">): Period => pastPeriod(about, today, beganDays);

const ageNames = ["up to 7 days", "8 to 30 days", "over 30 days"] as const;
const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const severities = { high: 0.9, medium: 0.6, low: 0.3 } as const;

export function concludeIncidents(facts: Incidents, { today }: Today, about: About): Conclusion {
  const { customer } = about;
  const title = "Incidents";
  if (!facts.any)
    return withoutData(title, "No incident is recorded, so what is open is unknown.", {
      what: "Incidents",
      needed: "tickets of the kind incident",
      href: "/records/tickets",
    });
  const ago = (days: number) => addDays(today, -days);
  /** The opening dates of incidents of this age. */
  const openedIn = [{ from: ago(7) }, { from: ago(30), to: ago(8) }, { to: ago(31) }];
  const sum = (of: (row: OpenIncidents) => number) => facts.open.reduce((all, row) => all + of(row), 0);
  const count = (id: string, label: string, number: number, what: string, more: Filter = {}) =>
    measure(id, label, number, "count", {
      label: pluralize(number, what),
      href: rowsOf("tickets", { view: "incidents", customerId: customer?.id, ...more }),
      asOf: today,
    });
  const open = count(
    "open",
    "Open incidents",
    sum((row) => row.open),
    "open incident",
  );
  const overdue = count(
    "overdue",
    "Overdue incidents",
    sum((row) => row.overdue),
    "overdue incident",
    { to: ago(1) },
  );
  const by = priorities.toReversed().map((priority) => {
    const row = facts.open.find((one) => one.priority === priority);
    const figures = ageNames.map((age, at) =>
      count(`${priority}_${at}`, `${priority} priority, open for ${age}`, row?.ages[at] ?? 0, "open incident", {
        field: "priority",
        is: priority,
        day: "openedOn",
        ...openedIn[at],
      }),
    );
    return {
      priority,
      figures,
      all: count(`open_${priority}`, `Open, ${priority} priority`, row?.open ?? 0, "open incident", {
        field: "priority",
        is: priority,
      }),
    };
  });
  const late = facts.overdue.slice(0, 5).map((one, at) => {
    const of = `/records/tickets/${one.id}`;
    const source = { label: `due on ${shortDay(one.dueOn)}`, href: of, asOf: today };
    const name = [one.number, one.title].filter(Boolean).join(", ");
    return {
      ...one,
      name,
      href: of,
      days: measure(`late_${at}`, `${name}, overdue`, daysBetween(one.dueOn, today), "days", source),
    };
  });
  const medianFigure = (id: string, { solved, median }: Solved, label: string, to: string) =>
    median === null
      ? null
      : measure(
          id,
          label,
          median,
          "days",
          {
            label: `${pluralize(solved, "incident")} solved`,
            href: rowsOf("tickets", {
              type: "incident",
              view: "solved",
              day: "resolvedOn",
              from: addDays(to, 1 - solvedDays),
              to,
            }),
            asOf: today,
          },
          {
            formula: "median of days from opened to resolved",
          },
        );
  const medianNow = medianFigure("takes", facts.now, `Time to resolve, last ${solvedDays} days`, today);
  const medianBefore = medianFigure(
    "took",
    facts.before,
    `Time to resolve, the ${solvedDays} days before`,
    ago(solvedDays),
  );
  const [first] = late;
  const are = open.value === 1 ? "incident is" : "incidents are";
  const headline: Line = open.value
    ? toLine`${open} ${are} open${customer ? ` at ${customer.name}` : ""}, ${overdue} of them overdue.`
    : toLine`No incident is open${customer ? ` at ${customer.name}` : ""}.`;
  const worst = first
    ? toLine`${first.name} waits longest of the ${first.priority} ones: overdue for ${first.days}.`
    : null;
  const resolutionLine = !medianNow
    ? toLine`No incident was resolved in the last ${String(solvedDays)} days.`
    : medianBefore
      ? toLine`Half of the incidents of the last ${String(solvedDays)} days were resolved within ${medianNow}, after ${medianBefore} in the ${String(solvedDays)} days before.`
      : toLine`Half of the incidents of the last ${String(solvedDays)} days were resolved within ${medianNow}.`;
  const listed: Line = late
    .slice(0, 3)
    .flatMap(({ name, days }, at) => [at === 0 ? "" : "; ", `${name} for `, { figure: days.id }]);
  const { from, to, label } = beganIn(today, about);
  const began = measure("began", `Incidents that began ${during(label)}`, facts.began.number, "count", {
    label: pluralize(facts.began.number, "incident"),
    href: rowsOf("tickets", { type: "incident", customerId: customer?.id, day: "openedOn", from, to }),
    asOf: today,
  });
  const { last } = facts.began;
  const beganLine: Line = [
    ...toLine`${began} ${facts.began.number === 1 ? "incident" : "incidents"} began ${during(label)}${customer ? ` at ${customer.name}` : ""}.`,
    ...(last
      ? toLine` The last one began on ${shortDay(last.openedOn)}: ${[last.number, last.title].filter(Boolean).join(", ")}.`
      : []),
  ];
  const high = by.find(({ priority }) => priority === "high");
  return concluded({
    headline,
    section: {
      title,
      lines: [headline, ...(worst ? [worst] : []), resolutionLine],
      table: open.value
        ? {
            columns: ["Priority", ...ageNames.map(capitalize)],
            rows: by.map(({ priority, figures }) => [toLine`${capitalize(priority)}`, ...figures.map(cell)]),
          }
        : null,
    },
    answers: {
      open: high?.all.value ? [...headline, " ", ...toLine`${high.all} of high priority.`] : headline,
      overdue: first
        ? [
            ...toLine`${overdue} of ${open} open incidents `,
            overdue.value === 1 ? "is" : "are",
            " overdue: ",
            ...listed,
            ".",
          ]
        : toLine`No incident is overdue; ${open} open.`,
      solved: resolutionLine,
      began: beganLine,
    },
    figures: [
      began,
      open,
      overdue,
      ...by.flatMap(({ all, figures }) => [all, ...figures]),
      ...late.map(({ days }) => days),
      ...[medianNow, medianBefore].filter((one) => one !== null),
    ],
    facts: late.map(({ name, dueOn, href: of }) => ({
      kind: "incident",
      reference: name,
      value: `due on ${shortDay(dueOn)}`,
      asOf: today,
      href: of,
    })),
    concerns: late.slice(0, 2).map(({ id, name, priority, dueOn, days, href: of }) => ({
      key: `incident:${id}`,
      kind: "priority",
      line: toLine`Resolve the incident ${name}, overdue for ${days}.`,
      amount: null,
      dueOn,
      severity: severities[priority],
      href: of,
    })),
  });
}
