import { bankAccounts } from "#features/records/kinds/bank-accounts.ts";
import type { Kind } from "#features/records/kinds/kind.ts";
import { ledger } from "#features/records/kinds/ledger.ts";
import { payments } from "#features/records/kinds/payments.ts";
import { people } from "#features/records/kinds/people.ts";
import { transactions } from "#features/records/kinds/transactions.ts";

/** The kinds that are described as data alone, in the order of the pages. */
export const describedKinds = { people, bankAccounts, transactions, ledger, payments } as const satisfies Record<
  string,
  Kind
>;
export type DescribedKind = keyof typeof describedKinds;
export const describedKindIds = Object.keys(describedKinds) as DescribedKind[];

/** The description of a kind; null for one whose columns are written out. */
export const describedKind = (kind: string): Kind | null =>
  kind in describedKinds ? describedKinds[kind as DescribedKind] : null;

/** One part of each description, by kind. */
export const ofDescribed = <T>(part: (kind: Kind, id: DescribedKind) => T): Record<DescribedKind, T> =>
  Object.fromEntries(describedKindIds.map((id) => [id, part(describedKinds[id], id)])) as Record<DescribedKind, T>;
