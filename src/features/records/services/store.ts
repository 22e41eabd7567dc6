import { nextDays } from "#contract/spans.ts";
import { and, asc, desc, inArray, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import {
  type CostlyService,
  type Ending,
  type EndingKind,
  type Endings,
  endingKinds,
  type ServiceCost,
} from "#features/records/services/rows.ts";
import { isOngoing, isPast, isUsed, isWithin } from "#features/records/states/store.ts";
import { subscriptions } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** Services in use; subscriptions of customers to the company's product are not among them. */
const own = (tx: Tx) =>
  inCompany(tx, subscriptions, isOngoing, isNull(subscriptions.customerId), isNull(subscriptions.customerName));
const ending = (tx: Tx) => and(own(tx), inArray(subscriptions.kind, [...endingKinds]));

/** Certificates, domains, tokens and licences by when they end. */
export function endings(tx: Tx, today: string): Promise<Endings[]> {
  const within = (days: number) =>
    sql<number>`(count(*) FILTER (WHERE ${isWithin(subscriptions.renewsOn, days, today)}))::int`;
  return tx.db
    .select({
      kind: sql<EndingKind>`${subscriptions.kind}`,
      all: sql<number>`count(*)::int`,
      unknown: sql<number>`(count(*) FILTER (WHERE ${subscriptions.renewsOn} IS NULL))::int`,
      ended: sql<number>`(count(*) FILTER (WHERE ${isPast(subscriptions.renewsOn, today)}))::int`,
      within14: within(14),
      within30: within(30),
      within60: within(60),
      origins: sql<Origin[]>`array_agg(DISTINCT ${subscriptions.origin})`,
    })
    .from(subscriptions)
    .where(ending(tx))
    .groupBy(sql`1`);
}

/** Services that ended or end within 60 days, earliest first; at most twelve. */
export function nextEndings(tx: Tx, today: string): Promise<Ending[]> {
  return tx.db
    .select({
      id: subscriptions.id,
      name: subscriptions.name,
      kind: sql<EndingKind>`${subscriptions.kind}`,
      renewsOn: sql<string>`${subscriptions.renewsOn}::text`,
      vendor: subscriptions.vendorName,
    })
    .from(subscriptions)
    .where(and(ending(tx), isNotNull(subscriptions.renewsOn), lte(subscriptions.renewsOn, nextDays(60, today).to)))
    .orderBy(asc(subscriptions.renewsOn))
    .limit(12);
}

const monthly = sql<number>`(CASE ${subscriptions.interval} WHEN 'month' THEN ${subscriptions.amount} WHEN 'year' THEN ${subscriptions.amount} / 12 END)`;
const paid = (tx: Tx) => and(own(tx), ne(subscriptions.kind, "plan"), isUsed);

export function costs(tx: Tx, currency: string): Promise<ServiceCost[]> {
  return tx.db
    .select({
      currency: sql<string>`coalesce(${subscriptions.currency}, ${currency})`,
      services: sql<number>`count(*)::int`,
      monthly: sql<number>`coalesce(sum(${monthly}), 0)::float8`,
      seats: sql<number>`coalesce(sum(${subscriptions.seats}), 0)::int`,
      unknown: sql<number>`(count(*) FILTER (WHERE ${monthly} IS NULL))::int`,
      origins: sql<Origin[]>`array_agg(DISTINCT ${subscriptions.origin})`,
    })
    .from(subscriptions)
    .where(paid(tx))
    .groupBy(sql`1`);
}

/** The most expensive services per month in one currency; at most five. */
export function costliest(tx: Tx, currency: string): Promise<CostlyService[]> {
  return tx.db
    .select({
      id: subscriptions.id,
      name: subscriptions.name,
      kind: sql<string>`${subscriptions.kind}`,
      monthly: sql<number>`${monthly}::float8`,
      seats: subscriptions.seats,
    })
    .from(subscriptions)
    .where(and(paid(tx), sql`${monthly} > 0`, sql`coalesce(${subscriptions.currency}, ${currency}) = ${currency}`))
    .orderBy(desc(monthly))
    .limit(5);
}
