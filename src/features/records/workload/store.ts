import { and, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import { isOfAnyKind, isPast, isSolved, isUnresolved } from "#features/records/states/store.ts";
import { tickets } from "#features/records/tables.ts";
import type { Cycle, LateTicket, Load, OverrunTicket, TicketTotals, Week } from "#features/records/workload/rows.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const ofAnyKind = (tx: Tx) => inCompany(tx, tickets, isOfAnyKind);
const isOpen = (tx: Tx) => and(ofAnyKind(tx), isUnresolved);
const isDone = (tx: Tx) => and(ofAnyKind(tx), isSolved);
const isOverdue = (today: string) => isPast(tickets.dueOn, today);
const counts = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const origins = sql<Origin[] | null>`array_agg(DISTINCT ${tickets.origin})`;
const doneBetween = (tx: Tx, from: string, to: string) =>
  and(isDone(tx), sql`${tickets.resolvedOn} BETWEEN ${from}::date AND ${to}::date`);
const isOver = sql`${tickets.actualHours} > ${tickets.estimatedHours}`;

/** Open tickets by owner in any spelling, most overdue first; at most 10, and those without an owner. */
export async function byOwner(tx: Tx, today: string): Promise<Load[]> {
  const owner = sql`nullif(lower(trim(${tickets.ownerName})), '')`;
  const rows = await tx.db
    .select({
      name: sql<string | null>`min(trim(${tickets.ownerName}))`,
      open: sql<number>`count(*)::int`,
      overdue: counts(isOverdue(today)),
      origins: sql<Origin[]>`array_agg(DISTINCT ${tickets.origin})`,
    })
    .from(tickets)
    .where(isOpen(tx))
    .groupBy(owner)
    .orderBy(sql`${owner} IS NULL DESC, 3 DESC, 2 DESC, 1`)
    .limit(11);
  return rows.map((row) => ({ ...row, name: row.name || null }));
}

export async function totals(tx: Tx, today: string, from: string): Promise<TicketTotals> {
  const [open] = await tx.db
    .select({ open: sql<number>`count(*)::int`, overdue: counts(isOverdue(today)), origins })
    .from(tickets)
    .where(isOpen(tx));
  const [timed] = await tx.db
    .select({
      timed: sql<number>`count(*)::int`,
      over: counts(isOver),
      hoursOver: sql<number>`coalesce(sum(${tickets.actualHours} - ${tickets.estimatedHours}) FILTER (WHERE ${isOver}), 0)::float8`,
      origins,
    })
    .from(tickets)
    .where(timedSince(tx, from));
  return {
    open: open?.open ?? 0,
    overdue: open?.overdue ?? 0,
    timed: timed?.timed ?? 0,
    over: timed?.over ?? 0,
    hoursOver: timed?.hoursOver ?? 0,
    origins: [...(open?.origins ?? []), ...(timed?.origins ?? [])],
  };
}

/** Open tickets, and those resolved since a day, with both estimated and actual hours. */
const timedSince = (tx: Tx, from: string) =>
  and(
    ofAnyKind(tx),
    sql`(${isUnresolved} OR (${isSolved} AND ${tickets.resolvedOn} >= ${from}::date))`,
    sql`${tickets.actualHours} IS NOT NULL AND ${tickets.estimatedHours} IS NOT NULL`,
  );

/** Tickets over their estimate, by hours over; at most 5. */
export function overruns(tx: Tx, from: string): Promise<OverrunTicket[]> {
  return tx.db
    .select({
      id: tickets.id,
      title: tickets.title,
      ownerName: tickets.ownerName,
      estimated: sql<number>`${tickets.estimatedHours}::float8`,
      actual: sql<number>`${tickets.actualHours}::float8`,
    })
    .from(tickets)
    .where(and(timedSince(tx, from), isOver))
    .orderBy(sql`${tickets.actualHours} - ${tickets.estimatedHours} DESC`, tickets.id)
    .limit(5);
}

/** Open tickets that are overdue, longest first; at most 5. */
export function late(tx: Tx, today: string): Promise<LateTicket[]> {
  return tx.db
    .select({
      id: tickets.id,
      title: tickets.title,
      ownerName: tickets.ownerName,
      dueOn: sql<string>`${tickets.dueOn}::text`,
    })
    .from(tickets)
    .where(and(isOpen(tx), isOverdue(today)))
    .orderBy(tickets.dueOn, tickets.id)
    .limit(5);
}

export function doneByWeek(tx: Tx, today: string, weeks: number): Promise<Week[]> {
  const back = sql`((${today}::date - ${tickets.resolvedOn}) / 7)`;
  return tx.db
    .select({ from: sql<string>`(${today}::date - 6 - 7 * ${back})::text`, done: sql<number>`count(*)::int` })
    .from(tickets)
    .where(and(isDone(tx), sql`${today}::date - ${tickets.resolvedOn} BETWEEN 0 AND ${weeks * 7 - 1}::int`))
    .groupBy(sql`1`);
}

export async function cycle(tx: Tx, from: string, to: string): Promise<Cycle> {
  const days = sql`(${tickets.resolvedOn} - ${tickets.openedOn})`;
  const [row] = await tx.db
    .select({
      tickets: sql<number>`count(*)::int`,
      median: sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${days})`,
      ninth: sql<number | null>`percentile_cont(0.9) WITHIN GROUP (ORDER BY ${days})`,
      origins,
    })
    .from(tickets)
    .where(doneBetween(tx, from, to));
  return {
    tickets: row?.tickets ?? 0,
    median: row?.median ?? null,
    ninth: row?.ninth ?? null,
    origins: row?.origins ?? [],
  };
}
