import type { Filter, Query, QuerySubject } from "#contract/query.ts";
import type { Change } from "#features/conversations/understanding/query/change.ts";
import { parties } from "#features/conversations/understanding/query/group.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { finishedStatuses } from "#features/conversations/understanding/query/value-terms.ts";
import type { Cue } from "./cues.ts";

export type PresentedQuery = Pick<Reading, "query" | "kind" | "why">;

/** Views that belong to the noun of a question; any other view is a condition that the next one replaces. */
const subjectViews = new Set([
  "receivable",
  "payable",
  "bills",
  "billed",
  "open",
  "plans",
  "goingPlans",
  "ours",
  "active",
]);
/** The filter that replaces a view when a follow-up asks for rows outside it. */
const widerFilters: Readonly<Record<string, Filter>> = {
  receivable: { field: "direction", test: "is", values: ["receivable"] },
  overdue: { field: "direction", test: "is", values: ["receivable"] },
  payable: { field: "view", test: "is", values: ["bills"] },
};
/** Whether a condition names a customer, a vendor or who is responsible. */
export const isParty = ({ field }: Filter): boolean => parties.includes(field);

function filtersAfter(before: readonly Filter[], asked: readonly Filter[], { excludes, isOverall }: Cue): Filter[] {
  const named = asked.map(
    (filter): Filter =>
      excludes && filter.test === "is" && filter.field !== "view" ? { ...filter, test: "isNot" } : filter,
  );
  const asksForFinished = asked.some(({ values }) => values.some((value) => finishedStatuses.has(String(value))));
  const namesView = asked.some(({ field }) => field === "view");
  const namesParty = asked.some(({ field }) => field === "customerName" || field === "vendorName");
  const kept = before.flatMap((filter): Filter[] => {
    if (isOverall && isParty(filter)) return [];
    if (namesParty && (filter.field === "customerName" || filter.field === "vendorName")) return [];
    if (filter.field === "view") {
      const name = String(filter.values[0]);
      if (asksForFinished && widerFilters[name]) return [widerFilters[name]];
      if (asksForFinished && !namesView && (name === "open" || name === "active")) return [];
      return (namesView || asksForFinished) && !subjectViews.has(name) ? [] : [filter];
    }
    return asked.some(({ field }) => field === filter.field) ? [] : [filter];
  });
  return [
    ...kept,
    ...named.filter((one) => !kept.some((other) => JSON.stringify(other) === JSON.stringify(one))),
  ].slice(0, 10);
}

/** Whether one of these filters fixes the group. */
const isFixedBy = ({ field, unit }: NonNullable<Query["groupBy"]>, filters: readonly Filter[]): boolean =>
  unit === null && filters.some((filter) => filter.field === field && filter.test === "is");

/** Removes the group from a query that is narrowed to one member of it. */
export function withoutSingleGroup<One extends PresentedQuery>(asked: One): One {
  const { groupBy, filters } = asked.query;
  return groupBy && isFixedBy(groupBy, filters)
    ? { ...asked, kind: "value", query: { ...asked.query, groupBy: null } }
    : asked;
}

/** Whether a message contains any change to a query. */
export const hasChange = (change: Change, cue: Cue): boolean =>
  change.filters.length > 0 ||
  change.isPlural ||
  cue.wants === "rows" ||
  cue.isOverall ||
  cue.isAllTime ||
  [
    change.period,
    change.groupBy,
    change.measure,
    change.share,
    change.compare,
    change.order,
    change.limit,
    cue.step,
    cue.compare,
  ].some((one) => one !== null);

/** Applies the change a message asks for to the previous query. */
export function applyChange(
  before: PresentedQuery,
  { change, cue, period }: { change: Change; cue: Cue; period: { from: string; to: string } | null },
  subject: QuerySubject,
): PresentedQuery {
  const { query } = before;
  const isRanked =
    change.order !== null && change.groupBy === null && query.groupBy === null && change.measure === null;
  const isRows =
    cue.wants === "rows" || isRanked || (before.kind === "rows" && !change.groupBy && !change.measure && !change.share);
  // A chosen comparison date belongs to the period it was chosen for.
  const isChosen = typeof query.compare === "object" && (period !== null || cue.isAllTime);
  const compare = change.compare ?? cue.compare ?? (isChosen ? null : query.compare);
  const nextPeriod = period
    ? ({ kind: "between", ...period } as const)
    : cue.isAllTime
      ? null
      : (query.period ?? (compare ? ({ kind: "calendar", unit: "month", shift: 0 } as const) : null));
  const requestedGroup = isRows ? null : (change.groupBy ?? query.groupBy);
  // "Which ones?" after a share asks for the rows the share counts.
  const asked = isRows ? [...change.filters, ...query.part] : (change.share?.base ?? change.filters);
  // A single party is not a group.
  const isSingle =
    requestedGroup !== null && !change.groupBy && !cue.excludes && isFixedBy(requestedGroup, change.filters);
  const grouped = isSingle ? null : requestedGroup;
  const filters = filtersAfter(query.filters, asked, cue).filter(
    (filter) => !(grouped && isFixedBy(grouped, [filter]) && !isFixedBy(grouped, change.filters)),
  );
  const isShare = query.measure.of === "share";
  const baseMeasure = isShare && isRows ? ({ of: "count", field: null } as const) : query.measure;
  const measure =
    change.share?.measure ??
    change.measure ??
    (isRanked && subject.amount && baseMeasure.of === "count" ? { of: "sum" as const, field: null } : baseMeasure);
  const next: Query = {
    ...query,
    filters,
    period: subject.day ? nextPeriod : null,
    day: change.day ?? query.day,
    groupBy: grouped,
    measure,
    part: change.share?.part ?? (measure.of === "share" ? query.part : []),
    compare: nextPeriod && !isRows ? compare : null,
    order: change.order ?? (grouped?.unit && change.groupBy ? "first" : query.order),
    limit:
      change.limit ??
      (isRanked ? (change.isPlural ? 5 : 1) : change.groupBy || cue.wants === "rows" ? 50 : query.limit),
  };
  const kind = isRows
    ? "rows"
    : grouped
      ? grouped.unit
        ? "series"
        : change.isNames && measure.of === "count"
          ? "names"
          : "ranking"
      : "value";
  return { query: next, kind, why: before.why && isRows };
}

/** Adds the period, customer and vendor of the previous query to a query of another subject. */
export function carryOver(next: PresentedQuery, before: Query, subject: QuerySubject): PresentedQuery {
  const { query } = next;
  const has = (name: string): boolean => subject.fields.some((field) => field.name === name);
  const parties = before.filters.filter(
    ({ field }) =>
      (field === "customerName" || field === "vendorName") &&
      has(field) &&
      !query.filters.some((filter) => filter.field === field),
  );
  const isSum = before.measure.of === "sum" && query.measure.of === "count" && subject.amount !== null;
  return {
    ...next,
    query: {
      ...query,
      filters: [...query.filters, ...parties],
      period: query.period ?? (subject.day ? before.period : null),
      measure: isSum && next.kind === "value" ? { of: "sum", field: null } : query.measure,
    },
  };
}
