import { eq, sql } from "drizzle-orm";
import type { RecordKind } from "#features/records/contract.ts";
import { contracts, customers, deals, invoices, subscriptions, tickets, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";

const tables = { customers, vendors, deals, invoices, contracts, subscriptions, tickets };

/** Whether the company has any record of a kind. */
export async function any(tx: Tx, kind: RecordKind): Promise<boolean> {
  const table = tables[kind];
  const rows = await tx.db.select({ one: sql`1` }).from(table).where(eq(table.companyId, tx.company)).limit(1);
  return rows.length > 0;
}
