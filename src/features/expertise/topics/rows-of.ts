import type { RecordKind } from "#features/records/contract.ts";
import type { Filter } from "#features/records/list/rules.ts";

type Given = { [Name in keyof Filter]: Filter[Name] | null };

/** Takes a kind of records and a filter, gives the address of the list of these rows; what is null or left out is not asked. */
export function rowsOf(kind: RecordKind, filter: Given): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.size > 0 ? `/records/${kind}?${query.toString()}` : `/records/${kind}`;
}

/** Takes what `onlyOwn` gives, gives the words that narrow a sentence to it: " in USD", or none. */
export const inOwn = (only: string | null): string => (only ? ` in ${only}` : "");

/** Takes sums by currency and the company's own, gives the latter where a list has to be narrowed to it; else null. */
export const onlyOwn = <Own extends string>(rows: readonly { currency: string }[], own: Own): Own | null =>
  rows.some(({ currency }) => currency !== own) ? own : null;
