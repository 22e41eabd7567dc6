import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import type { Given, Totals } from "#features/records/promises/rows.ts";
import { isPast, isUnresolved, isWithin } from "#features/records/states/store.ts";
import { tickets } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const openPromises = (tx: Tx, customerId: string | null) =>
  inCompany(
    tx,
    tickets,
    eq(tickets.kind, "promise"),
    isUnresolved,
    customerId ? eq(tickets.customerId, customerId) : undefined,
  );

/** Promises that are open, overdue, and due within 14 days. */
export async function promised(tx: Tx, today: string, customerId: string | null): Promise<Totals> {
  const [row] = await tx.db
    .select({
      open: sql<number>`count(*)::int`,
      overdue: sql<number>`(count(*) FILTER (WHERE ${isPast(tickets.dueOn, today)}))::int`,
      soon: sql<number>`(count(*) FILTER (WHERE ${isWithin(tickets.dueOn, 14, today)}))::int`,
      undated: sql<number>`(count(*) FILTER (WHERE ${tickets.dueOn} IS NULL))::int`,
      origins: sql<Origin[] | null>`array_agg(DISTINCT ${tickets.origin})`,
    })
    .from(tickets)
    .where(openPromises(tx, customerId));
  return row ? { ...row, origins: row.origins ?? [] } : { open: 0, overdue: 0, soon: 0, undated: 0, origins: [] };
}

/** Open promises by due date, overdue ones first; at most 10. */
export async function dueFirst(tx: Tx, customerId: string | null): Promise<Given[]> {
  const { id, title, customerName, ownerName } = tickets;
  return tx.db
    .select({ id, title, customerName, ownerName, dueOn: sql<string>`${tickets.dueOn}::text` })
    .from(tickets)
    .where(and(openPromises(tx, customerId), isNotNull(tickets.dueOn)))
    .orderBy(tickets.dueOn, id)
    .limit(10);
}

export async function any(tx: Tx): Promise<boolean> {
  const rows = await tx.db
    .select({ one: sql`1` })
    .from(tickets)
    .where(inCompany(tx, tickets, eq(tickets.kind, "promise")))
    .limit(1);
  return rows.length > 0;
}
