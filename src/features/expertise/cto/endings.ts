import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { nextDays } from "#contract/spans.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import { type Ending, type EndingKind, type Endings, endingKinds } from "#features/records/services/rows.ts";
import { measure } from "#features/expertise/topics/figures.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, withoutData } from "#features/expertise/topics/words.ts";

export type Expiry = { endings: Endings[]; next: Ending[] };

export const endingAsks: readonly Ask[] = [
  ask("ending")`Which certificates, domains or tokens expire soon? When does our domain expire? Which licences run out
    soon? Do we have to renew any certificates? Is an SSL certificate about to expire? What expires next month? Which
    software licences are up for renewal? When do our API keys run out? Are any domains due for renewal? What is about
    to lapse on the technical side? Is our website certificate still valid? Which software subscriptions renew soon?`,
];

const kindNames: Record<EndingKind, string> = {
  certificate: "Certificates",
  domain: "Domains",
  token: "Tokens",
  licence: "Licences",
};
/** An expired certificate or domain takes the site down. */
const severities: Record<EndingKind, number> = { certificate: 0.9, domain: 0.9, token: 0.8, licence: 0.5 };
const pressingDays = 30;

type OfKind = { kind: EndingKind; figures: readonly Figure[] };

/** "2 certificates and 1 token": the counts of a column, without zeros. */
function byKind(kinds: readonly OfKind[], column: number): Line {
  const some = kinds.flatMap(({ kind, figures }) => {
    const figure = figures[column];
    return figure?.value ? [toLine`${figure} ${figure.value === 1 ? kind : kindNames[kind].toLowerCase()}`] : [];
  });
  return some.flatMap((line, at) => [at === 0 ? "" : at === some.length - 1 ? " and " : ", ", ...line]);
}

export function concludeEndings({ endings, next }: Expiry, { today }: Today): Conclusion {
  const title = "Expiring certificates, domains, tokens and licences";
  if (endings.length === 0)
    return withoutData(title, "No certificate, domain, token or licence is recorded, so what expires is unknown.", {
      what: "What expires",
      needed: "subscriptions of the kinds certificate, domain, token and licence, with the day they renew",
      href: "/records/subscriptions",
    });
  const sum = (of: (row: Endings) => number) => endings.reduce((all, row) => all + of(row), 0);
  const all = sum((row) => row.all);
  const dayless = sum((row) => row.unknown);
  const formula = `of ${pluralize(all, "record")}${dayless > 0 ? `, ${dayless} of them without a day` : ""}`;
  /** Records that end within these days, or have ended; optionally of one kind. */
  const count = (id: string, label: string, number: number, days: number | "past", type?: EndingKind) => {
    const when = days === "past" ? { to: addDays(today, -1) } : nextDays(days, today);
    const source = {
      label: `${pluralize(number, type ?? "record")}, ${days === "past" ? "past the day" : `within ${days} days`}`,
      href: rowsOf("subscriptions", { view: "ending", type, ...when }),
      asOf: today,
    };
    return measure(id, label, number, "count", source, { formula });
  };
  const ended = count(
    "ended",
    "Past their day and still in use",
    sum((row) => row.ended),
    "past",
  );
  const [in14, in30, in60] = ([14, 30, 60] as const).map((days) =>
    count(
      `within_${days}`,
      `Ending within ${days} days`,
      sum((row) => row[`within${days}`]),
      days,
    ),
  ) as [typeof ended, typeof ended, typeof ended];
  const kinds = endingKinds.flatMap((kind) => {
    const row = endings.find((one) => one.kind === kind);
    const of = (label: string, number: number, days: number | "past") =>
      count(`${kind}_${days === "past" ? "ended" : days}`, `${kindNames[kind]}, ${label}`, number, days, kind);
    return row
      ? [
          {
            kind,
            figures: [
              of("past their day", row.ended, "past"),
              of("within 14 days", row.within14, 14),
              of("within 30 days", row.within30, 30),
              of("within 60 days", row.within60, 60),
            ],
          },
        ]
      : [];
  });
  const soon = next.slice(0, 6).map((one, at) => {
    const days = daysBetween(today, one.renewsOn);
    const link = `/records/subscriptions/${one.id}`;
    const figure = measure(
      `next_${at}`,
      `${one.name}, days ${days < 0 ? "since" : "until"} it ends`,
      Math.abs(days),
      "days",
      {
        label: `${one.kind}, ${shortDay(one.renewsOn)}`,
        href: link,
        asOf: today,
      },
    );
    const when = days < 0 ? toLine`ended ${figure} ago` : days === 0 ? toLine`ends today` : toLine`ends in ${figure}`;
    return { ...one, days, link, figure, when };
  });
  const soonest: Line =
    in30.value === 0
      ? ["No certificate, domain, token or licence ends within 30 days"]
      : [...byKind(kinds, 2), `${in30.value === 1 ? " ends" : " end"} within 30 days`];
  const headline: Line = ended.value
    ? [...soonest, "; ", ...byKind(kinds, 0), ended.value === 1 ? " is past its day." : " are past their day."]
    : [...soonest, ...toLine` (${in14} within 14, ${in60} within 60); nothing is past its day.`];
  const listed: Line = soon
    .slice(0, 3)
    .flatMap(({ name, kind, when }, at) => [at === 0 ? "" : "; ", `${name} (${kind}) `, ...when]);
  const unknown = sum((row) => row.unknown);
  return concluded({
    headline,
    section: {
      title,
      lines: [headline, ...(soon.length > 0 ? [[...listed, "."]] : [])],
      table: {
        columns: ["Kind", "Past", "14 days", "30 days", "60 days"],
        rows: kinds.map(({ kind, figures }) => [toLine`${kindNames[kind]}`, ...figures.map(cell)]),
      },
    },
    answers: { ending: soon.length > 0 ? [...headline, " ", ...listed, "."] : headline },
    figures: [ended, in14, in30, in60, ...kinds.flatMap(({ figures }) => figures), ...soon.map(({ figure }) => figure)],
    facts: soon.map(({ name, kind, renewsOn, link }) => ({
      kind,
      reference: name,
      value: `ends on ${shortDay(renewsOn)}`,
      asOf: today,
      href: link,
    })),
    missing:
      unknown > 0
        ? [
            {
              what: `When ${pluralize(unknown, "record")} of ${all} end`,
              needed: "the day they renew",
              href: "/records/subscriptions",
            },
          ]
        : [],
    concerns: soon
      .filter(({ days }) => days < pressingDays)
      .slice(0, 2)
      .map(({ id, name, kind, renewsOn, when, link }) => ({
        key: `ending:${id}`,
        kind: "risk",
        line: [`Renew the ${kind} ${name}: it `, ...when, "."],
        amount: null,
        dueOn: renewsOn,
        severity: severities[kind],
        href: link,
      })),
  });
}
