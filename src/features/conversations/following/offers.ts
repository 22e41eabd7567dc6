import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { comparedSpan } from "#contract/spans.ts";
import type { FollowUp } from "#features/conversations/contract.ts";
import type { PresentedQuery } from "./apply-change.ts";

/** Suggests follow-ups to a query, worded so that the thread understands them. */
export function suggestFollowUps(
  { query, kind }: PresentedQuery,
  { day, fields, id }: QuerySubject,
  { message, result }: { message: string; result: Pick<QueryResult, "period" | "data"> | null },
): FollowUp[] {
  const { groupBy, period, compare, filters, measure } = query;
  const isOf = (value: string): boolean => filters.some(({ values }) => values[0] === value);
  // Receivables have no vendor, and payables have no customer.
  const absentParty = isOf("receivable") ? "vendorName" : isOf("bills") || isOf("payable") ? "customerName" : null;
  const party = fields.find(
    ({ name, type, choices }) =>
      (name === "customerName" ||
        name === "vendorName" ||
        name === "ownerName" ||
        (type === "choice" && choices.length > 1)) &&
      name !== absentParty &&
      name !== "currency" &&
      name !== "source" &&
      !filters.some((filter) => filter.field === name && filter.test === "is"),
  );
  const isWhy = /^why\b/i.test(message.trim());
  const addsUp = measure.of === "sum" || measure.of === "count";
  const offers = [
    !isWhy && addsUp && period && kind !== "rows" && id !== "figures" ? "Why?" : null,
    party && !groupBy && id !== "figures" ? `By ${party.label.toLowerCase()}` : null,
    day && !groupBy?.unit && kind !== "rows" ? "By month" : null,
    period && !compare && kind !== "rows" && measure.of !== "latest" && hasYearBefore(result)
      ? "Compared with a year before"
      : null,
    groupBy && id !== "figures" ? "Show the rows" : null,
    kind === "rows" ? "How many?" : null,
  ];
  return offers.filter((label) => label !== null).map((label) => ({ label, href: null }));
}

/** Whether records go back to the same days of the previous year. */
const hasYearBefore = (result: Pick<QueryResult, "period" | "data"> | null): boolean =>
  result?.period != null && result.data !== null && comparedSpan(result.period, "yearBefore").from >= result.data.from;
