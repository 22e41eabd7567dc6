import type { Field } from "#features/records/fields/field.ts";
import { bankAccounts } from "#features/records/kinds/bank-accounts.ts";
import { contracts } from "#features/records/kinds/contracts.ts";
import { customers } from "#features/records/kinds/customers.ts";
import { deals } from "#features/records/kinds/deals.ts";
import { entries } from "#features/records/kinds/entries.ts";
import { invoices } from "#features/records/kinds/invoices.ts";
import type { Kind } from "#features/records/kinds/kind.ts";
import { ledger } from "#features/records/kinds/ledger.ts";
import { payments } from "#features/records/kinds/payments.ts";
import { people } from "#features/records/kinds/people.ts";
import { subscriptions } from "#features/records/kinds/subscriptions.ts";
import { tickets } from "#features/records/kinds/tickets.ts";
import { transactions } from "#features/records/kinds/transactions.ts";
import { vendors } from "#features/records/kinds/vendors.ts";

export const kinds = {
  customers,
  vendors,
  deals,
  invoices,
  contracts,
  subscriptions,
  tickets,
  people,
  bankAccounts,
  transactions,
  ledger,
  payments,
  entries,
} as const satisfies Record<string, Kind>;
export type KindId = keyof typeof kinds;

export const kindOf = (id: KindId): Kind => kinds[id];
export const ofKinds = <T>(part: (kind: Kind, id: KindId) => T): Record<KindId, T> =>
  Object.fromEntries(Object.entries(kinds).map(([id, kind]) => [id, part(kind, id as KindId)])) as Record<KindId, T>;

export type FieldIn<Id extends KindId> = (typeof kinds)[Id]["fields"][number];
export type ValueIn<F extends Field> = F extends { choices: readonly (infer Choice)[] }
  ? Choice
  : F["type"] extends "money" | "number" | "whole" | "share"
    ? number
    : F["type"] extends "flag"
      ? boolean
      : string;
export type Always = { required: true } | { always: true };
/** The fields of a kind; null and absent both mean unknown. */
export type FieldsOf<Id extends KindId> = {
  [F in Extract<FieldIn<Id>, Always> as F["name"]]: ValueIn<F>;
} & { [F in Exclude<FieldIn<Id>, Always> as F["name"]]?: ValueIn<F> | null };
