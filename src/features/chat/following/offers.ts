import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { comparedSpan } from "#contract/spans.ts";
import type { FollowUp } from "#features/conversations/contract.ts";
import type { Asked } from "./changed.ts";

/** So many are offered under each answer. */
const offered = 2;

/** The three prompts above the box. */
export const prompts: readonly { message: string; note: string }[] = [
  { message: "Which decisions are waiting for me?", note: "Proposals by deadline" },
  { message: "Which customers are at risk?", note: "Risks with reasons" },
  { message: "How does revenue this quarter compare with last quarter?", note: "Against the quarter before" },
];

/** What is offered where an answer offers nothing of its own; the prompts stand above the box anyway. */
const more = ["What is in my daily brief?", "How are we doing?", "What are our biggest risks?"];

const asked = (label: string): FollowUp => ({ label, href: null });

/** Takes what an answer offers itself and the message it answers, gives two follow-ups. */
export function twoOf(own: readonly FollowUp[], message: string): FollowUp[] {
  const all = [...own, ...more.map(asked)].filter(({ label }) => prompts.every((one) => one.message !== label));
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
  return all
    .filter(
      ({ label }, at) => all.findIndex((other) => other.label === label) === at && plain(label) !== plain(message),
    )
    .slice(0, offered);
}

/** Takes a query that was answered and its result, gives what can be asked of it next, each understood as it stands. */
export function offersFor(
  { query, kind }: Asked,
  { day, fields, id }: QuerySubject,
  { message, result }: { message: string; result: Pick<QueryResult, "period" | "data"> | null },
): FollowUp[] {
  const { groupBy, period, compare, filters, measure } = query;
  const isOf = (value: string): boolean => filters.some(({ values }) => values[0] === value);
  // Who owes us something is no vendor, and whom we owe is no customer.
  const other = isOf("receivable") ? "vendorName" : isOf("bills") || isOf("payable") ? "customerName" : null;
  const party = fields.find(
    ({ name, type, choices }) =>
      (name === "customerName" ||
        name === "vendorName" ||
        name === "ownerName" ||
        (type === "choice" && choices.length > 1)) &&
      name !== other &&
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
  return twoOf(offers.filter((label) => label !== null).map(asked), message);
}

/** Whether records go back to the same days a year before. */
const hasYearBefore = (result: Pick<QueryResult, "period" | "data"> | null): boolean =>
  result?.period != null && result.data !== null && comparedSpan(result.period, "yearBefore").from >= result.data.from;
