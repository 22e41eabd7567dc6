import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { deliveries, deliveryDestinations } from "#platform/outbox/tables.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;

const most = 100;
const own = (tx: Tx) => inCompany(tx, deliveries);
const stuck = inArray(deliveries.status, ["failed", "unknown"]);
const waiting = inArray(deliveries.status, ["held", "sending"]);

/** Deliveries that are stuck, that will leave, and that were settled since; with how many there are. */
export async function page(tx: Tx, since: Date) {
  const settled = and(own(tx), inArray(deliveries.status, ["sent", "cancelled"]), gt(deliveries.settledAt, since));
  const [stuckRows, waitingRows, settledRows, counts, destinations] = await Promise.all([
    tx.db
      .select()
      .from(deliveries)
      .where(and(own(tx), stuck))
      .orderBy(asc(deliveries.seq))
      .limit(most),
    tx.db
      .select()
      .from(deliveries)
      .where(and(own(tx), waiting))
      .orderBy(asc(deliveries.dueAt), asc(deliveries.seq))
      .limit(most),
    tx.db
      .select()
      .from(deliveries)
      .where(settled)
      .orderBy(desc(deliveries.settledAt), desc(deliveries.seq))
      .limit(most),
    tx.db
      .select({
        stuck: sql<number>`count(*) FILTER (WHERE ${stuck})::int`,
        scheduled: sql<number>`count(*) FILTER (WHERE ${waiting})::int`,
        sent: sql<number>`count(*) FILTER (WHERE ${deliveries.status} = 'sent' AND ${gt(deliveries.settledAt, since)})::int`,
      })
      .from(deliveries)
      .where(own(tx)),
    tx.db
      .select()
      .from(deliveryDestinations)
      .where(inCompany(tx, deliveryDestinations, gt(deliveryDestinations.failures, 0)))
      .orderBy(asc(deliveryDestinations.destination))
      .limit(most),
  ]);
  const [count = { stuck: 0, scheduled: 0, sent: 0 }] = counts;
  return { stuck: stuckRows, waiting: waitingRows, settled: settledRows, counts: count, destinations };
}

/** The first open delivery of each order key, and how many are open. */
export async function lines(tx: Tx): Promise<Map<string, { first: number; open: number }>> {
  const rows = await tx.db
    .select({ key: deliveries.orderKey, first: sql<number>`min(${deliveries.seq})`, open: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(and(own(tx), isNotNull(deliveries.orderKey), isNotNull(deliveries.sealed)))
    .groupBy(deliveries.orderKey);
  return new Map(rows.map(({ key, first, open }) => [key ?? "", { first, open }]));
}

export async function find(tx: Tx, id: string): Promise<DeliveryRow | null> {
  const [row] = await tx.db
    .select()
    .from(deliveries)
    .where(and(own(tx), eq(deliveries.id, id)));
  return row ?? null;
}
