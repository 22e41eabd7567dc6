import { and, asc, between, desc, eq, lte, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import { type Priority, priorities } from "#contract/words.ts";
import type { Began, OpenIncidents, OverdueIncident, Solved } from "#features/records/incidents/rows.ts";
import { isPast, isSolved, isUnresolved } from "#features/records/states/store.ts";
import { tickets } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const incidents = (tx: Tx) => inCompany(tx, tickets, eq(tickets.kind, "incident"));
const isOpen = (tx: Tx, customerId: string | null) =>
  and(incidents(tx), isUnresolved, customerId ? eq(tickets.customerId, customerId) : undefined);
const weight = sql`array_position(${sql.raw(`ARRAY['${priorities.join("','")}']`)}, ${tickets.priority})`;

export async function any(tx: Tx): Promise<boolean> {
  const rows = await tx.db.select({ one: sql`1` }).from(tickets).where(incidents(tx)).limit(1);
  return rows.length > 0;
}

export async function open(tx: Tx, today: string, customerId: string | null): Promise<OpenIncidents[]> {
  const age = sql`(${today}::date - ${tickets.openedOn})`;
  const aged = (from: number, to: number) =>
    sql<number>`(count(*) FILTER (WHERE ${age} BETWEEN ${from}::int AND ${to}::int))::int`;
  const rows = await tx.db
    .select({
      priority: tickets.priority,
      open: sql<number>`count(*)::int`,
      overdue: sql<number>`(count(*) FILTER (WHERE ${isPast(tickets.dueOn, today)}))::int`,
      young: aged(-100_000, 7),
      older: aged(8, 30),
      old: aged(31, 100_000),
      origins: sql<Origin[]>`array_agg(DISTINCT ${tickets.origin})`,
    })
    .from(tickets)
    .where(isOpen(tx, customerId))
    .groupBy(tickets.priority);
  return rows.map(({ young, older, old, ...row }) => ({
    ...row,
    priority: row.priority as Priority,
    ages: [young, older, old],
  }));
}

/** Incidents due before a day, by priority and then age; at most ten. */
export function overdue(tx: Tx, today: string, customerId: string | null): Promise<OverdueIncident[]> {
  return tx.db
    .select({
      id: tickets.id,
      number: tickets.number,
      title: tickets.title,
      priority: sql<Priority>`${tickets.priority}`,
      dueOn: sql<string>`${tickets.dueOn}::text`,
      openedOn: tickets.openedOn,
    })
    .from(tickets)
    .where(and(isOpen(tx, customerId), isPast(tickets.dueOn, today)))
    .orderBy(desc(weight), asc(tickets.dueOn))
    .limit(10);
}

/** Incidents resolved between two days, and their median days. */
export async function solved(tx: Tx, from: string, to: string): Promise<Solved> {
  const [row] = await tx.db
    .select({
      solved: sql<number>`count(*)::int`,
      median: sql<
        number | null
      >`(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${tickets.resolvedOn} - ${tickets.openedOn}))::float8`,
    })
    .from(tickets)
    .where(and(incidents(tx), isSolved, between(tickets.resolvedOn, from, to)));
  return row ?? { solved: 0, median: null };
}

/** Incidents that began between two days, and the latest up to the second day; optionally of one customer. */
export async function began(tx: Tx, from: string, to: string, customerId: string | null): Promise<Began> {
  const mine = and(incidents(tx), customerId ? eq(tickets.customerId, customerId) : undefined);
  const [row] = await tx.db
    .select({ number: sql<number>`count(*)::int` })
    .from(tickets)
    .where(and(mine, between(tickets.openedOn, from, to)));
  const [last] = await tx.db
    .select({ number: tickets.number, title: tickets.title, openedOn: tickets.openedOn })
    .from(tickets)
    .where(and(mine, lte(tickets.openedOn, to)))
    .orderBy(desc(tickets.openedOn), desc(tickets.id))
    .limit(1);
  return { number: row?.number ?? 0, last: last ?? null };
}
