import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { comparedSpan } from "#contract/spans.ts";
import type { FollowUp } from "#features/conversations/contract.ts";
import type { PresentedQuery } from "./apply-change.ts";

/** Follow-ups shown under each answer. */
const followUpCount = 2;

/** The three prompts above the input box. */
export const prompts: readonly { message: string; note: string }[] = [
  { message: "Which decisions are waiting for me?", note: "Proposals by deadline" },
  { message: "Which customers are at risk?", note: "Risks with reasons" },
  { message: "How does revenue this quarter compare with last quarter?", note: "Against the quarter before" },
];

/** Follow-ups for answers that have fewer than two of their own. */
const generalFollowUps = ["What is in my daily brief?", "How are we doing?", "What are our biggest risks?"];

const toFollowUp = (label: string): FollowUp => ({ label, href: null });

/**
 * The first two follow-ups of an answer, filled up with general ones. Leaves out the message itself, and the prompts,
 * which are shown anyway.
 */
export function twoFollowUps(own: readonly FollowUp[], message: string): FollowUp[] {
  const all = [...own, ...generalFollowUps.map(toFollowUp)].filter(({ label }) =>
    prompts.every((one) => one.message !== label),
  );
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
  return all
    .filter(({ label }, at) => all.findIndex((one) => one.label === label) === at && plain(label) !== plain(message))
    .slice(0, followUpCount);
}

/** Suggests follow-ups to a query, worded so that the chat understands them. */
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
  return twoFollowUps(offers.filter((label) => label !== null).map(toFollowUp), message);
}

/** Whether records go back to the same days of the previous year. */
const hasYearBefore = (result: Pick<QueryResult, "period" | "data"> | null): boolean =>
  result?.period != null && result.data !== null && comparedSpan(result.period, "yearBefore").from >= result.data.from;
