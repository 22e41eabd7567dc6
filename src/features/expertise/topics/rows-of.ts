import type { RecordKind } from "#features/records/contract.ts";
import type { Filter } from "#features/records/list/contract.ts";

type Given = { [Name in keyof Filter]: Filter[Name] | null };

/** The link to a filtered list of records; null values are left out. */
export function rowsOf(kind: RecordKind, filter: Given): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.size > 0 ? `/records/${kind}?${query.toString()}` : `/records/${kind}`;
}

/** " in USD", or "" if there is no other currency (see `ownCurrencyIfMixed`). */
export const inCurrency = (only: string | null): string => (only ? ` in ${only}` : "");

/** The company's currency if some rows are in another one, so that it must be named; otherwise null. */
export const ownCurrencyIfMixed = <Own extends string>(rows: readonly { currency: string }[], own: Own): Own | null =>
  rows.some(({ currency }) => currency !== own) ? own : null;
