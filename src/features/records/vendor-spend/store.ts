import { lastDays } from "#contract/spans.ts";
import { and, eq, sql } from "drizzle-orm";
import { isBilled } from "#features/records/states/store.ts";
import { invoices, vendors } from "#features/records/tables.ts";
import { leastDays, type VendorSpend } from "#features/records/vendor-spend/rows.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/**
 * Active vendors whose billings exceed their yearly budget, largest excess first; at most 10. Other currencies are left
 * out.
 */
export function overBudget(tx: Tx, today: string, currency: string, vendorId: string | null): Promise<VendorSpend[]> {
  const billed = sql<number>`sum(${invoices.amount})::float8`;
  const days = sql<number>`(${today}::date - min(${invoices.issuedOn}) + 1)`;
  const yearly = sql`(${billed} / least(365, greatest(${leastDays}::int, ${days})) * 365)`;
  const budget = sql<number>`${vendors.yearlyBudget}::float8`;
  return tx.db
    .select({
      id: vendors.id,
      name: vendors.name,
      budget,
      billed,
      days,
      invoices: sql<number>`count(*)::int`,
      origin: vendors.origin,
    })
    .from(invoices)
    .innerJoin(vendors, and(eq(vendors.companyId, invoices.companyId), eq(vendors.id, invoices.vendorId)))
    .where(
      inCompany(
        tx,
        invoices,
        eq(invoices.direction, "payable"),
        sql`${invoices.issuedOn} BETWEEN ${lastDays(365, today).from}::date AND ${today}::date`,
        isBilled,
        sql`coalesce(${invoices.currency}, ${currency}) = ${currency} AND coalesce(${vendors.currency}, ${currency}) = ${currency}`,
        eq(vendors.status, "active"),
        sql`${vendors.yearlyBudget} IS NOT NULL`,
        vendorId ? eq(vendors.id, vendorId) : undefined,
      ),
    )
    .groupBy(vendors.companyId, vendors.id)
    .having(vendorId ? sql`true` : sql`${yearly} > ${vendors.yearlyBudget}`)
    .orderBy(sql`${yearly} - ${vendors.yearlyBudget} DESC`, vendors.id)
    .limit(10);
}

export async function budgets(tx: Tx): Promise<{ vendors: number; budgeted: number }> {
  const [row] = await tx.db
    .select({
      vendors: sql<number>`count(*)::int`,
      budgeted: sql<number>`(count(*) FILTER (WHERE ${vendors.yearlyBudget} IS NOT NULL))::int`,
    })
    .from(vendors)
    .where(inCompany(tx, vendors, eq(vendors.status, "active")));
  return { vendors: row?.vendors ?? 0, budgeted: row?.budgeted ?? 0 };
}
