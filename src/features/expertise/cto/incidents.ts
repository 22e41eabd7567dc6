import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import { priorities } from "#contract/words.ts";
import type { Began, OpenIncidents, OverdueIncident, Solved } from "#features/records/incidents/rows.ts";
import type { Filter } from "#features/records/list/contract.ts";
import { collect, gap, noun, sumOf, withoutData } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";

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

export function concludeIncidents(facts: Incidents, { today, currency }: Today, about: About): Conclusion {
  const { customer } = about;
  const title = "Incidents";
  if (!facts.any)
    return withoutData(
      title,
      "No incident is recorded, so what is open is unknown.",
      gap(title, "tickets of the kind incident", "/records/tickets"),
    );
  const make = collect(currency, today);
  const ago = (days: number) => addDays(today, -days);
  /** The opening dates of incidents of this age. */
  const openedIn = [{ from: ago(7) }, { from: ago(30), to: ago(8) }, { to: ago(31) }];
  const list = (more: Filter) => rowsOf("tickets", { customerId: customer?.id, ...more });
  const count = (id: string, label: string, number: number, what: string, more: Filter = {}) =>
    make.count(id, label, number, [pluralize(number, what), list({ view: "incidents", ...more })]);
  const nameOf = ({ number, title: of }: { number: string | null; title: string }) =>
    [number, of].filter(Boolean).join(", ");
  const { from, to, label } = beganIn(today, about);
  const { number, last } = facts.began;
  const began = make.count("began", `Incidents that began ${during(label)}`, number, [
    pluralize(number, "incident"),
    list({ type: "incident", day: "openedOn", from, to }),
  ]);
  const openCount = sumOf(facts.open, (row) => row.open);
  const lateCount = sumOf(facts.open, (row) => row.overdue);
  const open = count("open", "Open incidents", openCount, "open incident");
  const overdue = count("overdue", "Overdue incidents", lateCount, "overdue incident", { to: ago(1) });
  const rows = priorities.toReversed().map((priority) => {
    const row = facts.open.find((one) => one.priority === priority);
    const of = (id: string, label: string, number: number, more: Filter = {}) =>
      count(id, label, number, "open incident", { field: "priority", is: priority, ...more });
    const all = of(`open_${priority}`, `Open, ${priority} priority`, row?.open ?? 0);
    const ages = ageNames.map((age, at) => {
      const label = `${priority} priority, open for ${age}`;
      return of(`${priority}_${at}`, label, row?.ages[at] ?? 0, { day: "openedOn", ...openedIn[at] });
    });
    return { priority, all, cells: [capitalize(priority), ...ages] };
  });
  const late = facts.overdue.slice(0, 5).map((one, at) => {
    const [name, href, due] = [nameOf(one), `/records/tickets/${one.id}`, `due on ${shortDay(one.dueOn)}`];
    const days = daysBetween(one.dueOn, today);
    return { ...one, name, href, due, days: make.measure(`late_${at}`, `${name}, overdue`, days, "days", [due, href]) };
  });
  const resolved = (id: string, { solved, median }: Solved, label: string, to: string) => {
    if (median === null) return null;
    const days = { day: "resolvedOn", from: addDays(to, 1 - solvedDays), to };
    const href = rowsOf("tickets", { type: "incident", view: "solved", ...days });
    const source = [`${pluralize(solved, "incident")} solved`, href] as const;
    return make.measure(
      id,
      `Time to resolve, ${label}`,
      median,
      "days",
      source,
      "median of days from opened to resolved",
    );
  };
  const span = `${solvedDays} days`;
  const takes = resolved("takes", facts.now, `last ${span}`, today);
  const took = resolved("took", facts.before, `the ${span} before`, ago(solvedDays));
  const [first] = late;
  const where = customer && ` at ${customer.name}`;
  const headline = openCount
    ? toLine`${open} ${noun(openCount, "incident is", "incidents are")} open${where}, ${overdue} of them overdue.`
    : toLine`No incident is open${where}.`;
  const resolutionLine = takes
    ? toLine`Half of the incidents of the last ${span} were resolved within ${takes}${took && toLine`, after ${took} in the ${span} before`}.`
    : toLine`No incident was resolved in the last ${span}.`;
  const listed = joinLines(
    "; ",
    late.slice(0, 3).map(({ name, days }) => toLine`${name} for ${days}`),
  );
  const high = rows.find(({ priority }) => priority === "high")?.all;
  return make.conclude({
    title,
    headline,
    lines: [
      headline,
      first && toLine`${first.name} waits longest of the ${first.priority} ones: overdue for ${first.days}.`,
      resolutionLine,
    ],
    columns: ["Priority", ...ageNames.map(capitalize)],
    rows: openCount ? rows.map(({ cells }) => cells) : [],
    answers: {
      open: sentences(headline, high?.value && toLine`${high} of high priority.`),
      overdue: first
        ? toLine`${overdue} of ${open} open incidents ${noun(lateCount, "is", "are")} overdue: ${listed}.`
        : toLine`No incident is overdue; ${open} open.`,
      solved: resolutionLine,
      began: sentences(
        toLine`${began} ${noun(number, "incident")} began ${during(label)}${where}.`,
        last && `The last one began on ${shortDay(last.openedOn)}: ${nameOf(last)}.`,
      ),
    },
    facts: late.map(({ name, due, href }) => ({ kind: "incident", reference: name, value: due, href })),
    concerns: late.slice(0, 2).map(({ id, name, priority, dueOn, days, href }) => ({
      key: `incident:${id}`,
      kind: "priority",
      line: toLine`Resolve the incident ${name}, overdue for ${days}.`,
      dueOn,
      severity: severities[priority],
      href,
    })),
  });
}
