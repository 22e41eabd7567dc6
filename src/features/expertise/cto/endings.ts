import { ask } from "#features/expertise/topics/ask.ts";
import { nextDays } from "#contract/spans.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import { type Ending, type EndingKind, type Endings, endingKinds } from "#features/records/services/rows.ts";
import { collect, gap, noun, sumOf, withoutData } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { joinAnd } from "#features/expertise/topics/words.ts";

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

/** The columns: those past their day and still in use, and those that end within these days. */
const spans = [
  { key: "ended", column: "Past", label: "past their day", days: null },
  { key: "within14", column: "14 days", label: "within 14 days", days: 14 },
  { key: "within30", column: "30 days", label: "within 30 days", days: 30 },
  { key: "within60", column: "60 days", label: "within 60 days", days: 60 },
] as const;

export function concludeEndings({ endings, next }: Expiry, { today, currency }: Today): Conclusion {
  const title = "Expiring certificates, domains, tokens and licences";
  const needed = "subscriptions of the kinds certificate, domain, token and licence, with the day they renew";
  if (endings.length === 0)
    return withoutData(
      title,
      "No certificate, domain, token or licence is recorded, so what expires is unknown.",
      gap("What expires", needed, "/records/subscriptions"),
    );
  const make = collect(currency, today);
  const all = sumOf(endings, (row) => row.all);
  const unknown = sumOf(endings, (row) => row.unknown);
  const formula = `of ${pluralize(all, "record")}${unknown > 0 ? `, ${unknown} of them without a day` : ""}`;
  const count = (id: string, label: string, number: number, days: number | null, type?: EndingKind) => {
    const when = days === null ? { to: addDays(today, -1) } : nextDays(days, today);
    const source = [
      `${pluralize(number, type ?? "record")}, ${days === null ? "past the day" : `within ${days} days`}`,
      rowsOf("subscriptions", { view: "ending", type, ...when }),
    ] as const;
    return make.count(id, label, number, source, formula);
  };
  const columns = spans.map(({ key, days, label }) => {
    const number = sumOf(endings, (row) => row[key]);
    const id = days === null ? "ended" : `within_${days}`;
    const words = days === null ? "Past their day and still in use" : `Ending ${label}`;
    return { number, figure: count(id, words, number, days) };
  });
  const kinds = endingKinds.flatMap((kind) => {
    const row = endings.find((one) => one.kind === kind);
    if (!row) return [];
    const name = kindNames[kind];
    const figures = spans.map(({ key, label, days }) =>
      count(`${kind}_${days ?? "ended"}`, `${name}, ${label}`, row[key], days, kind),
    );
    return [{ kind, name, row, figures }];
  });
  /** "2 certificates and 1 token": the counts of a column, without zeros. */
  const byKind = (at: number, key: (typeof spans)[number]["key"]) =>
    joinAnd(
      kinds
        .filter(({ row }) => row[key] > 0)
        .map(({ kind, name, row, figures }) => toLine`${figures[at]} ${noun(row[key], kind, name.toLowerCase())}`),
    );
  const soon = next.slice(0, 6).map((one, at) => {
    const { id, name, kind } = one;
    const days = daysBetween(today, one.renewsOn);
    const [href, day] = [`/records/subscriptions/${id}`, shortDay(one.renewsOn)];
    const label = `${name}, days ${days < 0 ? "since" : "until"} it ends`;
    const figure = make.measure(`next_${at}`, label, Math.abs(days), "days", [`${kind}, ${day}`, href]);
    const when = days < 0 ? toLine`ended ${figure} ago` : days === 0 ? toLine`ends today` : toLine`ends in ${figure}`;
    return { ...one, days, href, day, when };
  });
  const [past, in14, in30, in60] = columns;
  const soonest = in30?.number
    ? toLine`${byKind(2, "within30")} ${noun(in30.number, "ends", "end")} within 30 days`
    : toLine`No certificate, domain, token or licence ends within 30 days`;
  const headline = past?.number
    ? toLine`${soonest}; ${byKind(0, "ended")} ${noun(past.number, "is past its day", "are past their day")}.`
    : toLine`${soonest} (${in14?.figure} within 14, ${in60?.figure} within 60); nothing is past its day.`;
  const listed =
    soon.length > 0 &&
    toLine`${joinLines(
      "; ",
      soon.slice(0, 3).map(({ name, kind, when }) => toLine`${name} (${kind}) ${when}`),
    )}.`;
  return make.conclude({
    title,
    headline,
    lines: [headline, listed],
    columns: ["Kind", ...spans.map(({ column }) => column)],
    rows: kinds.map(({ name, figures }) => [name, ...figures]),
    answers: { ending: sentences(headline, listed) },
    facts: soon.map(({ name, kind, day, href }) => ({ kind, reference: name, value: `ends on ${day}`, href })),
    missing: [
      unknown > 0 &&
        gap(`When ${pluralize(unknown, "record")} of ${all} end`, "the day they renew", "/records/subscriptions"),
    ],
    concerns: soon
      .filter(({ days }) => days < pressingDays)
      .slice(0, 2)
      .map(({ id, name, kind, renewsOn, when, href }) => ({
        key: `ending:${id}`,
        kind: "risk",
        line: toLine`Renew the ${kind} ${name}: it ${when}.`,
        dueOn: renewsOn,
        severity: severities[kind],
        href,
      })),
  });
}
