import type { Query, QueryField, QueryGroup, QueryResult, QuerySubject } from "#contract/query.ts";
import { leadersOf } from "./answer.ts";
import { parseQuery } from "./asked.ts";
import { isComparable } from "./changes.ts";
import { findField, isGroupable, lower } from "./words.ts";

/** A follow-up: one change to the query. */
export type Next = { label: string; query: Query };

const most = 3;
const preferredFields = [
  "customerName",
  "vendorName",
  "category",
  "channel",
  "assignee",
  "ownerName",
  "role",
  "type",
  "status",
];

/** Follow-up queries: the largest group broken down, by month, the previous year. */
export function nextOf(subject: QuerySubject, result: QueryResult, today: string): Next[] {
  const { query, groups, total } = result;
  if (total.rows === 0) return [];
  const used = [query.groupBy?.field, ...query.filters.map(({ field }) => field)];
  const field = preferredFields
    .map((name) => findField(subject, name))
    .find((one) => one && isGroupable(subject, one) && !used.includes(one.name));
  const day = findField(subject, query.day ?? subject.day);
  const isByDay = findField(subject, query.groupBy?.field)?.type === "day";
  const leader = groups && leadersOf(groups, query).leaders;
  return [
    ...breakdownOf(query, leader?.length === 1 && groups && groups.length > 1 ? leader[0] : undefined, field),
    ...(day && !isByDay
      ? [
          {
            label: "By month",
            query: { ...query, groupBy: { field: day.name, unit: "month" as const }, order: "last" as const },
          },
        ]
      : []),
    ...(query.period && query.compare !== "yearBefore" && isComparable(query.period, "yearBefore", today)
      ? [{ label: "Compare with the year before", query: { ...query, compare: "yearBefore" as const } }]
      : []),
    ...(query.groupBy === null && field
      ? [{ label: `By ${lower(field.label)}`, query: { ...query, groupBy: { field: field.name, unit: null } } }]
      : []),
  ].slice(0, most);
}

/** A breakdown of the leading group. */
function breakdownOf(query: Query, leader: QueryGroup | undefined, field: QueryField | undefined): Next[] {
  if (!leader || leader.key === null || !field) return [];
  const q = new URL(leader.href, "http://rows").searchParams.get("q");
  const rows = q && parseQuery(q);
  if (!rows) return [];
  const { measure } = query;
  return [
    {
      label: `${leader.label} by ${lower(field.label)}`,
      query: { ...rows, measure, groupBy: { field: field.name, unit: null }, order: "largest" },
    },
  ];
}
