import type { CalendarUnit, Query, QuerySubject } from "#contract/query.ts";
import { comparedSpan, spanOf } from "#contract/spans.ts";
import { figureMeasure } from "#features/metrics/web/figure-href.ts";
import { figureOf, findField, isGroupable, isNumeric, measuredField } from "./words.ts";

/** The value in the menu of kinds: a subject, or one of its figures. */
export const kindOf = (subject: QuerySubject, query: Query): string => kindValue(subject.id, figureOf(subject, query));
export const kindValue = (subject: string, figure: string | null): string =>
  figure ? `${subject}:${figure}` : subject;

/** An initial query about a kind. */
export function startWith(subject: QuerySubject, figure: string | null): Query {
  return {
    subject: subject.id,
    filters: figure && subject.needs ? [{ field: subject.needs, test: "is", values: [figure] }] : [],
    search: null,
    period: null,
    day: null,
    groupBy: null,
    part: [],
    measure: figure ? figureMeasure(figure) : { of: "count", field: null },
    compare: null,
    order: "largest",
    limit: 50,
  };
}

/** Switches the kind; keeps period and calendar unit, and drops what belongs to the previous kind. */
export function withKind(before: Query | null, subject: QuerySubject, figure: string | null, today: string): Query {
  const start = startWith(subject, figure);
  if (!before) return start;
  const unit: CalendarUnit | null = before.groupBy?.unit ?? (figure ? "month" : null);
  return withoutInapplicable(
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

/** Removes the parts of an edited query that no longer apply. */
export function withoutInapplicable(subject: QuerySubject, query: Query, today: string): Query {
  const day = query.day !== subject.day && findField(subject, query.day)?.type === "day" ? query.day : null;
  const period = (day ?? subject.day) ? query.period : null;
  const part = query.part.filter(({ field }) => findField(subject, field));
  const measured = measuredField(subject, query);
  const isShare = query.measure.of === "share" && part.length > 0;
  const grouped = findField(subject, query.groupBy?.field);
  const isDay = grouped?.type === "day";
  return {
    ...query,
    filters: query.filters.filter(({ field }) => findField(subject, field)),
    day,
    period,
    part,
    measure: (measured ? isNumeric(measured) : isShare) ? query.measure : { of: "count", field: null },
    groupBy:
      grouped && isGroupable(subject, grouped)
        ? { field: grouped.name, unit: isDay ? (query.groupBy?.unit ?? "month") : null }
        : null,
    compare: period && query.compare && isComparable(period, query.compare, today) ? query.compare : null,
  };
}

/** A period longer than a year overlaps the year before. */
export const isComparable = (
  period: NonNullable<Query["period"]>,
  compare: NonNullable<Query["compare"]>,
  today: string,
): boolean => {
  const span = spanOf(period, today);
  return span.from <= span.to && comparedSpan(span, compare).to < span.from;
};
