import { shortDay } from "#contract/format.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { Section } from "#ui/kit/section.tsx";
import { formatRows, formatValue } from "./values.ts";
import { filterWords, findField, lower, measureOf } from "./words.ts";

const days = ({ from, to }: { from: string; to: string }): string =>
  from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;

/** What was measured, over which rows, and what was left out. */
export function WorkedOut({ subject, result }: { subject: QuerySubject; result: QueryResult }) {
  const { query, period, compared, data, leftOut, currency, total, asOf } = result;
  const day = findField(subject, query.day ?? subject.day);
  const about = day && !subject.needs ? `, by date ${lower(day.label)}` : "";
  const filters = query.filters
    .filter(({ field }) => field !== subject.needs)
    .map((filter) => Object.values(filterWords(subject, filter)).join(" ").trim());
  const rows: (readonly [string, ReactNode])[] = [
    ["Measure", measureOf(subject, result)],
    ["Rows", formatRows(total.rows, subject)],
    ...(filters.length > 0 ? [["Filters", filters.join(", ")] as const] : []),
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
