import { and, eq, exists, gte, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import { columns as agreementColumns } from "#features/records/agreements/store.ts";
import { type Outlived, personalData, type Processor, type Uncovered } from "#features/records/coverage/rows.ts";
import { states } from "#features/records/kinds/states.ts";
import { isBilled, isInForce, isOngoing } from "#features/records/states/store.ts";
import { contracts, customers, invoices, subscriptions, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const total = sql<number>`(count(*) OVER ())::int`;
const inForce = (tx: Tx, today: string) => inCompany(tx, contracts, isInForce(today));
/** A non-disclosure agreement does not cover deliveries and payments. */
const coversTrade = inArray(contracts.kind, ["customer", "vendor", "partner", "other"]);

/** Invoices by party since a day. Parties billed only in other currencies are included with an amount of 0. */
const billed = (
  tx: Tx,
  party: typeof invoices.customerId | typeof invoices.vendorId,
  side: "receivable" | "payable",
  from: string,
  currency: string,
) =>
  tx.db
    .select({
      party: sql<string>`${party}`.as("party"),
      amount: sql<number>`coalesce(sum(${invoices.amount})
        FILTER (WHERE coalesce(${invoices.currency}, ${currency}) = ${currency}), 0)::float8`.as("billed_amount"),
    })
    .from(invoices)
    .where(
      inCompany(tx, invoices, eq(invoices.direction, side), gte(invoices.issuedOn, from), isBilled, isNotNull(party)),
    )
    .groupBy(party)
    .as("billed");

/** Whether any invoice since a day is in another currency. */
export async function billedElsewhere(tx: Tx, from: string, own: string): Promise<boolean> {
  const rows = await tx.db
    .select({ one: sql`1` })
    .from(invoices)
    .where(inCompany(tx, invoices, gte(invoices.issuedOn, from), isBilled, sql`${invoices.currency} <> ${own}`))
    .limit(1);
  return rows.length > 0;
}

/**
 * Active customers that were billed since a day or have a plan, without a contract in force; largest first, at most 10.
 */
export function customersWithout(tx: Tx, today: string, from: string, currency: string): Promise<Uncovered[]> {
  const bills = billed(tx, invoices.customerId, "receivable", from, currency);
  const amount = sql<number>`coalesce(${bills.amount}, 0)::float8`;
  const plan = tx.db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(inCompany(tx, subscriptions, eq(subscriptions.customerId, customers.id), isOngoing));
  const covered = tx.db
    .select({ one: sql`1` })
    .from(contracts)
    .where(and(inForce(tx, today), eq(contracts.customerId, customers.id), coversTrade));
  return tx.db
    .select({
      side: sql<"customer">`'customer'`,
      id: customers.id,
      name: customers.name,
      amount,
      total,
      origin: customers.origin,
    })
    .from(customers)
    .leftJoin(bills, sql`${bills.party} = ${customers.id}`)
    .where(
      inCompany(
        tx,
        customers,
        eq(customers.status, "active"),
        or(sql`${bills.party} IS NOT NULL`, exists(plan)),
        notExists(covered),
      ),
    )
    .orderBy(sql`${amount} DESC`, customers.id)
    .limit(10);
}

/** Active vendors that billed the company since a day, without a contract in force; largest first, at most 10. */
export function vendorsWithout(tx: Tx, today: string, from: string, currency: string): Promise<Uncovered[]> {
  const bills = billed(tx, invoices.vendorId, "payable", from, currency);
  const covered = tx.db
    .select({ one: sql`1` })
    .from(contracts)
    .where(and(inForce(tx, today), eq(contracts.vendorId, vendors.id), coversTrade));
  return tx.db
    .select({
      side: sql<"vendor">`'vendor'`,
      id: vendors.id,
      name: vendors.name,
      amount: bills.amount,
      total,
      origin: vendors.origin,
    })
    .from(vendors)
    .innerJoin(bills, sql`${bills.party} = ${vendors.id}`)
    .where(inCompany(tx, vendors, eq(vendors.status, "active"), notExists(covered)))
    .orderBy(sql`${bills.amount} DESC`, vendors.id)
    .limit(10);
}

/** Active vendors whose category implies personal data, without a data protection agreement in force; at most 10. */
export function processorsWithout(tx: Tx, today: string): Promise<Processor[]> {
  const words = `\\m(${personalData.join("|")})`;
  const covered = tx.db
    .select({ one: sql`1` })
    .from(contracts)
    .where(and(inForce(tx, today), eq(contracts.vendorId, vendors.id), eq(contracts.kind, "data protection")));
  return tx.db
    .select({
      id: vendors.id,
      name: vendors.name,
      category: sql<string>`${vendors.category}`,
      total,
      origin: vendors.origin,
    })
    .from(vendors)
    .where(
      inCompany(tx, vendors, eq(vendors.status, "active"), sql`${vendors.category} ~* ${words}`, notExists(covered)),
    )
    .orderBy(vendors.name, vendors.id)
    .limit(10);
}

/**
 * Contracts that ended since a day but are still in use, at most 10: marked as active, or billed after their end
 * without another contract in force.
 */
export async function outlived(tx: Tx, today: string, from: string, currency: string): Promise<Outlived[]> {
  // Qualified by hand: Drizzle omits the table of an outer column in a list of columns.
  const party = (row: string) =>
    sql.raw(`(${row}.customer_id = contracts.customer_id OR ${row}.vendor_id = contracts.vendor_id)`);
  const since = sql<number>`(SELECT count(*)::int FROM invoices i WHERE i.company_id = ${tx.company} AND i.status IN ${[...states.invoices.billed]}
    AND i.issued_on > contracts.ends_on AND ${party("i")})`;
  const other = sql`EXISTS (SELECT 1 FROM contracts o WHERE o.company_id = ${tx.company} AND o.status IN ${[...states.contracts.inForce]}
    AND o.kind = contracts.kind AND (o.ends_on IS NULL OR o.ends_on >= ${today}::date OR coalesce(o.auto_renews, false))
    AND ${party("o")})`;
  const { id, status, endsOn, autoRenews } = contracts;
  const isActive = sql`${status} IN ${[...states.contracts.inForce]} AND NOT coalesce(${autoRenews}, false)`;
  return tx.db
    .select({ ...agreementColumns(currency), invoicesSince: since, total })
    .from(contracts)
    .where(
      inCompany(
        tx,
        contracts,
        sql`${endsOn} < ${today}::date`,
        sql`((${isActive}) OR (${status} = 'ended' AND ${endsOn} >= ${from}::date AND ${since} > 0 AND NOT ${other}))`,
      ),
    )
    .orderBy(sql`${contracts.yearlyValue} DESC NULLS LAST`, id)
    .limit(10);
}
