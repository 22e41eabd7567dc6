import { formatNumber, pluralize, shortDay } from "#contract/format.ts";
import { exploreHref, figureUnitOf, isPlanned, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";

export type Row = NonNullable<QueryResult["rows"]>["rows"][number];

export const mostNamed = 5;
export const mostRows = 12;

type FigureOptions = { href?: string; of?: Figure["unit"]; formula?: string | null; in?: Currency | null };

/** Shared by the parts of an answer: the result, and the figures they add in order. */
export type AnswerParts = {
  result: QueryResult;
  subject: QuerySubject;
  reading: Pick<Reading, "kind" | "why" | "asks" | "isDown">;
  ownCurrency: Currency;
  figures: Figure[];
  isFigure: boolean;
  figureName: string;
  /** The filters in brackets; empty if there are none. */
  conditions: string;
  noun: (count: number) => string;
  addFigure: (label: string, value: number | null, options?: FigureOptions) => Figure;
  addTotal: () => Figure;
  /** The comparison, amounts in other currencies, and the range of the data. */
  ending: () => Line;
};

export function answerParts(
  result: QueryResult,
  subject: QuerySubject,
  reading: AnswerParts["reading"],
  ownCurrency: Currency,
): AnswerParts {
  const { query, total, unit, currency, compared } = result;
  const figures: Figure[] = [];
  const isFigure = subject.id === "figures";
  const figureName = isFigure ? String(query.filters.find(({ field }) => field === "name")?.values[0] ?? "") : "";
  const noun = (count: number): string =>
    isFigure ? (count === 1 ? "day" : "days") : count === 1 ? subject.one : subject.many;
  const addFigure = (
    label: string,
    value: number | null,
    { href = exploreHref(query), of = figureUnitOf(unit), formula = null, in: other = currency }: FigureOptions = {},
  ): Figure => {
    const made: Figure = {
      id: `q${figures.length + 1}`,
      label,
      value,
      unit: of,
      currency: of === "money" ? other : null,
      range: null,
      formula,
      source: { label: pluralize(total.rows, noun(1), noun(2)), href, asOf: result.asOf },
    };
    figures.push(made);
    return made;
  };
  const conditions = inBrackets(conditionsOf(result));
  const addTotal = () => addFigure(result.title, total.value, { formula: result.title });
  const ending = (): Line => [
    ...change(),
    ".",
    ...incomplete(result, subject),
    ...result.leftOut.flatMap((one) => {
      const other = addFigure(`${result.title}, in ${one.currency}`, one.value, { href: one.href, in: one.currency });
      return toLine` ${`Not added: `}${other} in ${pluralize(one.rows, noun(1), noun(2))}.`;
    }),
    ...(result.data && total.rows === 0 && result.period
      ? [` The data runs from ${shortDay(result.data.from)} to ${shortDay(result.data.to)}.`]
      : []),
  ];
  return {
    result,
    subject,
    reading,
    ownCurrency,
    figures,
    isFigure,
    figureName,
    conditions,
    noun,
    addFigure,
    addTotal,
    ending,
  };

  function change(): Line {
    const { value: now, previous } =
      reading.kind === "names" && result.countedGroups
        ? { value: result.countedGroups.current, previous: result.countedGroups.previous }
        : total;
    if (!compared || previous === null || now === null) return [];
    if (result.data && compared.from < result.data.from) {
      const missing = compared.to < result.data.from ? "nothing is recorded of" : "it cannot be compared with";
      return toLine`; ${missing} ${compared.label}: the data begins on ${shortDay(result.data.from)}`;
    }
    const before = addFigure(`The same, ${compared.label}`, previous);
    if (unit === "share") {
      const points = (now - previous) * 100;
      if (Math.abs(points) < 0.05) return toLine`, flat on ${compared.label}`;
      return toLine`, ${points > 0 ? "up" : "down"} ${formatNumber(Math.abs(points), 1)} points on ${compared.label} (${before})`;
    }
    if (previous === 0) return toLine`, against ${before} in ${compared.label}`;
    const by = (now - previous) / Math.abs(previous);
    const word = by > 0 ? "up" : "down";
    if (by === 0) return toLine`, flat on ${compared.label}`;
    const rounded = formatNumber(Math.abs(by) * 100, 1);
    if (reading.asks === "difference") {
      const gap = addFigure(`Difference to ${compared.label}`, Math.abs(now - previous), {
        formula: "the later less the earlier value",
      });
      return toLine`, ${gap} ${by > 0 ? "more" : "less"} than in ${compared.label} (${before}), ${word} ${`${rounded}%`}`;
    }
    return rounded === "0"
      ? toLine`, about the same as in ${compared.label} (${before})`
      : toLine`, ${word} ${`${rounded}%`} on ${compared.label} (${before})`;
  }
}

/** What a total or count of a period lacks: the days before the data begins and after it ends, or that are not over. */
function incomplete(
  { data, period, compared, asOf, total, query: { measure, groupBy, day } }: QueryResult,
  subject: QuerySubject,
): Line {
  const isSum = measure.of === "sum" || measure.of === "count";
  if (!period || !data || !isSum || total.rows === 0) return [];
  const isAhead = data.to > asOf;
  if (isAhead && isPlanned(day ?? subject.day, period, asOf)) return [];
  const start = data.from > period.from && !groupBy ? ` The data begins on ${shortDay(data.from)}.` : "";
  const last = subject.id === "figures" && !isAhead ? data.to : asOf;
  const isOpen = !compared && period.from <= last && period.to > last;
  // A row dated ahead is counted as well.
  const state = isAhead ? "is not over" : `is incomplete: counted up to ${shortDay(last)}`;
  const end = isOpen ? ` ${upper(period.label)} ${state}.` : "";
  return [start, end].filter((one) => one !== "");
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The filters in words, without a period that every group label repeats. */
function conditionsOf({ title, period, groups, query: { groupBy } }: QueryResult): string {
  const all = title.split(": ").slice(1).join(": ");
  const isNamed =
    period && groupBy?.unit && groups?.every(({ key, label }) => key === null || label.endsWith(period.label));
  const isEach = (one: string): boolean => isNamed === true && one === period.label;
  return all
    .split(", ")
    .filter((one) => !isEach(one))
    .join(", ");
}
const inBrackets = (text: string): string => (text === "" ? "" : ` (${text})`);
