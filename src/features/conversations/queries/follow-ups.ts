import { exploreHref, type Query, type QuerySubject } from "#contract/query.ts";
import type { FollowUp } from "#features/conversations/contract.ts";

const maxFollowUps = 2;

/** Follow-ups to a query, each a changed query in Explore. */
export function followUpsOf(query: Query, { id, day, fields }: QuerySubject): FollowUp[] {
  const { groupBy, period, compare, filters, measure } = query;
  const followUp = (label: string, change: Partial<Query>): FollowUp => ({
    label,
    href: exploreHref({ ...query, order: "largest", ...change }),
  });
  const isOnlyOne = (name: string): boolean => filters.some(({ field, test }) => field === name && test === "is");
  const party = fields.find(
    ({ name, type, choices }) =>
      (name.endsWith("Name") || (type === "choice" && choices.length > 1)) &&
      !isOnlyOne(name) &&
      name !== groupBy?.field,
  );
  const isByTime = groupBy !== null && groupBy.unit !== null;
  const all: (FollowUp | null)[] = [
    groupBy ? followUp("Show the rows", { groupBy: null, compare: null }) : null,
    day && !isByTime ? followUp("By month", { groupBy: { field: day, unit: "month" }, order: "first" }) : null,
    party && id !== "figures"
      ? followUp(`By ${party.label.toLowerCase()}`, { groupBy: { field: party.name, unit: null } })
      : null,
    period && period.kind !== "next" && !compare && measure.of !== "latest"
      ? followUp("Compare with a year before", { compare: "yearBefore" })
      : null,
  ];
  return all.filter((one) => one !== null).slice(0, maxFollowUps);
}
