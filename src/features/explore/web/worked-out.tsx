import { shortDay } from "#contract/format.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { useImports } from "#features/imports/web/queries.ts";
import { sentenceCase } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";
import { formatRows, formatValue } from "./values.ts";
import { figureName, figureOf, filterWords, findField, lower, measureOf } from "./words.ts";

const days = ({ from, to }: { from: string; to: string }): string =>
  from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;

/** The list pages of subjects that are not records. */
const pages: Record<string, readonly [href: string, name: string]> = {
  tasks: ["/tasks", "Tasks"],
  decisions: ["/decisions", "Decisions"],
  forecasts: ["/decisions", "Decisions"],
  messages: ["/", "Live Communications"],
  runs: ["/runs", "Runs"],
};

/** Links to its rows and to the newest imported file. */
function Source({ subject, query }: { subject: QuerySubject; query: QueryResult["query"] }) {
  const figure = figureOf(subject, query);
  const isRecords = !figure && !pages[subject.id];
  const file = useImports(isRecords).data?.find(({ target, status }) => target === subject.id && status === "done");
  const [href, name] = figure
    ? [`/records/figures/${encodeURIComponent(figure)}`, figureName(subject, figure)]
    : (pages[subject.id] ?? [`/records/${subject.id}`, sentenceCase(subject.many)]);
  return (
    <>
      <Link href={href}>{name}</Link>
      {file && `, last file ${file.fileName}, imported ${shortDay(file.createdAt.slice(0, 10))}`}
    </>
  );
}

/** What was measured, over which rows, and what was excluded. */
export function WorkedOut({ subject, result }: { subject: QuerySubject; result: QueryResult }) {
  const { query, period, compared, data, leftOut, currency, total, asOf } = result;
  const day = findField(subject, query.day ?? subject.day);
  const about = day && !subject.needs ? `, by date ${lower(day.label)}` : "";
  const filters = query.filters
    .filter(({ field }) => field !== subject.needs)
    .map((filter) => Object.values(filterWords(subject, filter)).join(" ").trim());
  const means = query.filters.flatMap(({ field, values }) => {
    const choices = findField(subject, field)?.choices ?? [];
    return choices.filter(({ value }) => values.includes(value)).flatMap((choice) => choice.means ?? []);
  });
  const source = <Source subject={subject} query={query} />;
  const rows: (readonly [string, ReactNode])[] = [
    ["Measure", measureOf(subject, result)],
    ["Source", source],
    ["Rows", formatRows(total.rows, subject)],
    ...(filters.length > 0 ? [["Filters", filters.join(", ")] as const] : []),
    ...(means.length > 0 ? [["Means", sentenceCase(means.join("; "))] as const] : []),
    ["Period", period ? `${days(period)}${about}` : "All time"],
    ...(compared ? [["Compared", days(compared)] as const] : []),
    ...(data ? [["Data", days(data)] as const] : []),
    ...(leftOut.length > 0
      ? [
          [
            "Left out",
            leftOut.map(({ currency: other, value, rows: amount, href }, at) => (
              <span key={other}>
                {at > 0 && ", "}
                <Link href={href}>{formatRows(amount, subject)}</Link> in {other}
                {value !== null && `: ${formatValue(value, { unit: "money", currency: other })}`}
              </span>
            )),
          ] as const,
        ]
      : []),
    ...(currency ? [["Currency", `${currency}. Other currencies are never added.`] as const] : []),
    ["As of", shortDay(asOf)],
  ];
  return (
    <Section title="How it was worked out">
      <dl className="text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[104px_minmax(0,1fr)] gap-3 border-t border-line py-2">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
