import { nextDays } from "#contract/spans.ts";
import { and, between, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import type { Agreement, Drafts, InForce, Party, Signed } from "#features/records/agreements/rows.ts";
import { isInForce, isSigned } from "#features/records/states/store.ts";
import { contracts } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const { status, kind, endsOn, noticeDays, autoRenews, startsOn, signedOn, yearlyValue } = contracts;
const inCurrency = (currency: string) => sql<string>`coalesce(${contracts.currency}, ${currency})`;
const counts = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const sums = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${yearlyValue}) FILTER (WHERE ${condition}), 0)::float8`;
const recordedOn = sql<string>`(${contracts.createdAt} AT TIME ZONE 'UTC')::date`;
const withVendor = sql`(${contracts.vendorName} IS NOT NULL OR ${contracts.vendorId} IS NOT NULL)`;
const withCustomer = sql`(NOT ${withVendor} AND (${contracts.customerName} IS NOT NULL OR ${contracts.customerId} IS NOT NULL))`;

export const columns = (currency: string) => ({
  id: contracts.id,
  title: contracts.title,
  kind,
  status,
  customerName: contracts.customerName,
  vendorName: contracts.vendorName,
  signedOn,
  startsOn,
  endsOn,
  noticeDays,
  autoRenews,
  renewalMonths: contracts.renewalMonths,
  yearlyValue,
  currency: inCurrency(currency),
  ownerName: contracts.ownerName,
  recordedOn: sql<string>`${recordedOn}::text`,
  origin: contracts.origin,
});

const ofParty = (tx: Tx, { customerId, vendorId }: Party) =>
  inCompany(
    tx,
    contracts,
    customerId ? eq(contracts.customerId, customerId) : undefined,
    vendorId ? eq(contracts.vendorId, vendorId) : undefined,
  );

/**
 * Contracts in force whose notice deadline is near or past, earliest first, at most 100; then those that have renewed,
 * whose next deadline the caller computes. `vendors`: only contracts with vendors.
 */
export function ending(
  tx: Tx,
  today: string,
  days: number,
  currency: string,
  { vendors = false, ...party }: Party & { vendors?: boolean },
): Promise<Agreement[]> {
  const noticeBy = sql`(${endsOn} - coalesce(${noticeDays}, 0))`;
  return tx.db
    .select(columns(currency))
    .from(contracts)
    .where(
      and(
        ofParty(tx, party),
        isInForce(today),
        isNotNull(endsOn),
        sql`${noticeBy} <= ${nextDays(days, today).to}::date`,
        vendors ? withVendor : undefined,
      ),
    )
    .orderBy(sql`${endsOn} < ${today}::date`, noticeBy, contracts.id)
    .limit(100);
}

export function inForce(tx: Tx, today: string, currency: string, party: Party): Promise<InForce[]> {
  return tx.db
    .select({
      currency: inCurrency(currency),
      customers: counts(withCustomer),
      vendors: counts(withVendor),
      others: counts(sql`NOT (${withCustomer} OR ${withVendor})`),
      customerValue: sums(withCustomer),
      vendorValue: sums(withVendor),
      unvalued: counts(sql`${yearlyValue} IS NULL AND (${withCustomer} OR ${withVendor})
        AND ${kind} IN ('customer', 'vendor', 'partner')`),
      endless: counts(sql`${endsOn} IS NULL`),
      origins: sql<Origin[]>`array_agg(DISTINCT ${contracts.origin})`,
    })
    .from(contracts)
    .where(and(ofParty(tx, party), isInForce(today)))
    .groupBy(sql`1`);
}

/** A party's contracts, or the largest of all: in force first, then drafts, then ended; at most 10. */
export function biggest(tx: Tx, currency: string, party: Party): Promise<Agreement[]> {
  return tx.db
    .select(columns(currency))
    .from(contracts)
    .where(ofParty(tx, party))
    .orderBy(
      sql`array_position(ARRAY['active', 'draft', 'ended'], ${status})`,
      sql`${yearlyValue} DESC NULLS LAST`,
      contracts.id,
    )
    .limit(10);
}

/** A draft is stale this many days after it was recorded, or after its planned start. */
const isStale = (today: string, days: number) =>
  sql`(${recordedOn} <= ${today}::date - ${days}::int OR ${startsOn} <= ${today}::date)`;
const unfinished = (tx: Tx) =>
  inCompany(tx, contracts, or(eq(status, "draft"), and(eq(status, "active"), isNull(signedOn))));

/** Drafts, stale drafts, and contracts in force without a signature. */
export async function drafts(tx: Tx, today: string, days: number): Promise<Drafts> {
  const isDraft = sql`${status} = 'draft'`;
  const [row] = await tx.db
    .select({
      drafts: counts(isDraft),
      long: counts(sql`${isDraft} AND ${isStale(today, days)}`),
      unsigned: counts(sql`${status} = 'active'`),
      origins: sql<Origin[] | null>`array_agg(DISTINCT ${contracts.origin})`,
    })
    .from(contracts)
    .where(unfinished(tx));
  return row ? { ...row, origins: row.origins ?? [] } : { drafts: 0, long: 0, unsigned: 0, origins: [] };
}

/** Drafts, or contracts in force without a signature: those past their start first, then the largest; at most 10. */
export function unsigned(tx: Tx, today: string, currency: string, which: "draft" | "active"): Promise<Agreement[]> {
  return tx.db
    .select(columns(currency))
    .from(contracts)
    .where(and(unfinished(tx), eq(status, which)))
    .orderBy(
      sql`coalesce(${startsOn} <= ${today}::date, false) DESC`,
      sql`${yearlyValue} DESC NULLS LAST`,
      contracts.id,
    )
    .limit(10);
}

/** Contracts signed between two days, and the newest five. */
export async function signed(tx: Tx, from: string, to: string, currency: string): Promise<Signed> {
  const rows = await tx.db
    .select({ ...columns(currency), total: sql<number>`(count(*) OVER ())::int` })
    .from(contracts)
    .where(inCompany(tx, contracts, isSigned, between(signedOn, from, to)))
    .orderBy(sql`${signedOn} DESC`, contracts.id)
    .limit(5);
  return { total: rows[0]?.total ?? 0, newest: rows.map(({ total: _, ...row }) => row) };
}
