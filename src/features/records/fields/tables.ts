import { type SQL, sql } from "drizzle-orm";
import { date, index, numeric, type PgColumn, text, uuid } from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { RecordSource } from "#features/records/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { type Tag, tags } from "#platform/db/registry.ts";

export const money = () => numeric({ precision: 20, scale: 2, mode: "number" });
export const share = () => numeric({ precision: 5, scale: 4, mode: "number" });
export const hours = () => numeric({ precision: 10, scale: 2, mode: "number" });
export const on = () => date({ mode: "string" });

/** The key of every record, and where it came from. */
export const head = () => ({
  companyId: companyId(),
  id: uuid().notNull(),
  source: text().$type<RecordSource>().notNull(),
  externalId: text().notNull(),
  origin: text().$type<Origin>().notNull(),
  /** The file it first came with. */
  importId: uuid(),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
});
export const headTags = {
  companyId: tags.key,
  id: tags.key,
  source: tags.record,
  externalId: tags.record,
  origin: tags.record,
  importId: tags.record,
  createdAt: tags.record,
  updatedAt: tags.record,
} satisfies Record<string, Tag>;

/**
 * The newest of one state, for the views: what else a view asks for stands behind the order, so that rows it does not mean
 * are passed over without being looked at.
 */
export const inState = (
  name: string,
  row: { companyId: PgColumn; updatedAt: PgColumn; id: PgColumn },
  state: PgColumn,
  ...more: (PgColumn | SQL)[]
) => index(`${name}_in_state`).on(row.companyId, state, row.updatedAt, row.id, ...more);

/** Amounts without a currency, of which there are none but what an earlier version wrote. */
export const withoutCurrency = (name: string, row: { companyId: PgColumn; currency: PgColumn }, money: PgColumn) =>
  index(`${name}_without_currency`).on(row.companyId).where(sql`${row.currency} IS NULL AND ${money} IS NOT NULL`);

/** Found by the file they came with, to take that back; most companies have rows of few files. */
export const ofImport = (name: string, row: { companyId: PgColumn; importId: PgColumn }) =>
  index(`${name}_of_import`).on(row.companyId, row.importId);

/**
 * Found by a name nobody is known by yet, for the day that somebody is. Names are compared by a key of their own, in small
 * letters: behind the walls between companies an index over lower() would not be used.
 */
export const unknownCustomer = (
  name: string,
  row: { companyId: PgColumn; customerKey: PgColumn; customerId: PgColumn },
) => index(`${name}_unknown_customer`).on(row.companyId, row.customerKey).where(sql`${row.customerId} IS NULL`);
export const unknownVendor = (name: string, row: { companyId: PgColumn; vendorKey: PgColumn; vendorId: PgColumn }) =>
  index(`${name}_unknown_vendor`).on(row.companyId, row.vendorKey).where(sql`${row.vendorId} IS NULL`);
