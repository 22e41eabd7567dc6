import { type SQL, sql } from "drizzle-orm";
import { date, index, numeric, type PgColumn, text, uuid } from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { RecordSource } from "#features/records/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { type Tag, tags } from "#platform/db/registry.ts";

export const money = () => numeric({ precision: 20, scale: 2, mode: "number" });
export const share = () => numeric({ precision: 5, scale: 4, mode: "number" });
export const hours = () => numeric({ precision: 10, scale: 2, mode: "number" });
export const dateColumn = () => date({ mode: "string" });

/** A record's key and source. */
export const head = () => ({
  companyId: companyId(),
  id: uuid().notNull(),
  source: text().$type<RecordSource>().notNull(),
  externalId: text().notNull(),
  origin: text().$type<Origin>().notNull(),
  /** The import that created it. */
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
 * The newest rows of a status, for views: further columns of a view's condition follow the order, so the index alone
 * excludes other rows.
 */
export const inState = (
  name: string,
  row: { companyId: PgColumn; updatedAt: PgColumn; id: PgColumn },
  state: PgColumn,
  ...more: (PgColumn | SQL)[]
) => index(`${name}_in_state`).on(row.companyId, state, row.updatedAt, row.id, ...more);

/** Amounts without a currency, which only earlier versions wrote. */
export const withoutCurrency = (name: string, row: { companyId: PgColumn; currency: PgColumn }, money: PgColumn) =>
  index(`${name}_without_currency`).on(row.companyId).where(sql`${row.currency} IS NULL AND ${money} IS NOT NULL`);

/** For undoing an import; most companies have few. */
export const ofImport = (name: string, row: { companyId: PgColumn; importId: PgColumn }) =>
  index(`${name}_of_import`).on(row.companyId, row.importId);

/**
 * Names without a matching record, for when one is added. Compared by a lower case key column: with row-level security
 * PostgreSQL would not use an index over lower().
 */
export const unknownCustomer = (
  name: string,
  row: { companyId: PgColumn; customerKey: PgColumn; customerId: PgColumn },
) => index(`${name}_unknown_customer`).on(row.companyId, row.customerKey).where(sql`${row.customerId} IS NULL`);
export const unknownVendor = (name: string, row: { companyId: PgColumn; vendorKey: PgColumn; vendorId: PgColumn }) =>
  index(`${name}_unknown_vendor`).on(row.companyId, row.vendorKey).where(sql`${row.vendorId} IS NULL`);

/** The party as written, and the record it was matched to. */
export const customer = () => ({ customerName: text(), customerKey: text(), customerId: uuid() });
export const vendor = () => ({ vendorName: text(), vendorKey: text(), vendorId: uuid() });
