import type { CalendarUnit, Query, QuerySubject } from "#contract/query.ts";
import { comparedSpan, spanOf } from "#contract/spans.ts";
import { figureMeasure } from "#features/metrics/web/figure-href.ts";
import { figureOf, findField, isGroupable, isNumeric, measuredField } from "./words.ts";

/** The value of the menu of kinds: a subject, or one of its figures. */
export const kindOf = (subject: QuerySubject, query: Query): string => kindValue(subject.id, figureOf(subject, query));
export const kindValue = (subject: string, figure: string | null): string =>
  figure ? `${subject}:${figure}` : subject;

/** A query about a kind, with nothing asked yet. */
export function startWith(subject: QuerySubject, figure: string | null): Query {
  return {
    subject: subject.id,
    filters: figure && subject.needs ? [{ field: subject.needs, test: "is", values: [figure] }] : [],
    search: null,
    period: null,
    day: null,
    groupBy: null,
    measure: figure ? figureMeasure(figure) : { of: "count", field: null },
    compare: null,
    order: "largest",
    limit: 50,
  };
}

/** Another kind under the same period, by the same unit of the calendar; what belongs to the kind before goes. */
export function withKind(before: Query | null, subject: QuerySubject, figure: string | null, today: string): Query {
  const start = startWith(subject, figure);
  if (!before) return start;
  const unit: CalendarUnit | null = before.groupBy?.unit ?? (figure ? "month" : null);
  return fitted(
    subject,
    {
      ...start,
      period: before.period,
      compare: before.compare,
      groupBy: unit && subject.day ? { field: subject.day, unit } : null,
      order: unit ? before.order : "largest",
      limit: before.limit,
    },
    today,
  );
}

/** Takes a query that was changed in one place, gives it with what no longer fits left out. */
export function fitted(subject: QuerySubject, query: Query, today: string): Query {
  const day = query.day !== subject.day && findField(subject, query.day)?.type === "day" ? query.day : null;
  const period = (day ?? subject.day) ? query.period : null;
  const measured = measuredField(subject, query);
  const grouped = findField(subject, query.groupBy?.field);
  const isDay = grouped?.type === "day";
  return {
    ...query,
    filters: query.filters.filter(({ field }) => findField(subject, field)),
    day,
    period,
    measure: measured && isNumeric(measured) ? query.measure : { of: "count", field: null },
    groupBy:
      grouped && isGroupable(subject, grouped)
        ? { field: grouped.name, unit: isDay ? (query.groupBy?.unit ?? "month") : null }
        : null,
    compare: period && query.compare && isComparable(period, query.compare, today) ? query.compare : null,
  };
}

/** A period of more than a year has no year before it of its own. */
export const isComparable = (
  period: NonNullable<Query["period"]>,
  compare: NonNullable<Query["compare"]>,
  today: string,
): boolean => {
  const span = spanOf(period, today);
  return span.from <= span.to && comparedSpan(span, compare).to < span.from;
};
