import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { csvFile, csvLine } from "#contract/csv.ts";
import { sentenceCase } from "#ui/format.ts";
import { groupNames, measureHead } from "./words.ts";

/** The groups of a result, or its rows if it has no groups. */
export function csvOf(subject: QuerySubject, result: QueryResult): string {
  return csvFile((result.groups ? groupLines : rowLines)(subject, result).map(csvLine));
}

type Line = (string | number | boolean | null)[];

function groupLines(subject: QuerySubject, result: QueryResult): Line[] {
  const { groups, query, period, compared, currency, total } = result;
  const isCount = query.measure.of === "count";
  const head = measureHead(subject, query) + (currency ? ` (${currency})` : "");
  const hasShare = groups?.some(({ share }) => share !== null);
  const line = (label: string, value: number | null, share: number | null, previous: number | null, rows: number) => [
    label,
    value,
    ...(hasShare ? [share] : []),
    ...(compared ? [previous] : []),
    ...(isCount ? [] : [rows]),
  ];
  return [
    [
      groupNames(subject, query).one,
      compared && period ? `${head}, ${period.label}` : head,
      ...(hasShare ? ["Share"] : []),
      ...(compared ? [`${head}, ${compared.label}`] : []),
      ...(isCount ? [] : [sentenceCase(subject.needs ? "days" : subject.many)]),
    ],
    ...(groups ?? []).map(({ label, value, share, previous, rows }) => line(label, value, share, previous, rows)),
    line("Total", total.value, hasShare ? 1 : null, total.previous, total.rows),
  ];
}

function rowLines(_subject: QuerySubject, { rows }: QueryResult): Line[] {
  if (!rows) return [];
  const hasCurrency = rows.columns.some(({ type }) => type === "money") && rows.rows.some(({ currency }) => currency);
  return [
    [...rows.columns.map(({ label }) => label), ...(hasCurrency ? ["Currency"] : [])],
    ...rows.rows.map(({ cells, currency }) => [...cells, ...(hasCurrency ? [currency] : [])]),
  ];
}

/** "Total amount of invoices by month: 2011" is total-amount-of-invoices-by-month-2011.csv. */
export const fileNameOf = ({ title }: QueryResult): string => {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["explore"];
  return `${words.join("-").slice(0, 80).replace(/-$/, "")}.csv`;
};
