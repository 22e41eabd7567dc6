import { asc, desc, inArray, or, sql } from "drizzle-orm";
import { isOpenDeal, isOverdue, isOwed, owedAmount } from "#features/records/states/store.ts";
import { customers, deals, invoices, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const most = 5;

/** Customers and vendors with this address of record. */
export async function partiesAt(tx: Tx, address: string) {
  const of = async (kind: "customers" | "vendors", table: typeof customers | typeof vendors) => {
    const rows = await tx.db
      .select({ id: table.id, name: table.name, status: table.status })
      .from(table)
      .where(inCompany(tx, table, sql`lower(${table.email}) = ${address.toLowerCase()}`))
      .orderBy(asc(table.createdAt), asc(table.id))
      .limit(most);
    return rows.map((row) => ({ kind, ...row, name: row.name ?? "", status: row.status ?? "" }));
  };
  return [...(await of("customers", customers)), ...(await of("vendors", vendors))];
}

/** Their open deals, the largest first. */
export async function openDealsOf(tx: Tx, customerIds: readonly string[]) {
  const rows = await tx.db
    .select({
      id: deals.id,
      name: deals.name,
      stage: sql<string>`coalesce(nullif(trim(${deals.stageName}), ''), ${deals.stage})`,
      amount: sql<number>`coalesce(${deals.amount}, 0)::float8`,
      currency: sql<string>`coalesce(${deals.currency}, ${tx.currency})`,
      closesOn: sql<string | null>`${deals.expectedCloseOn}::text`,
    })
    .from(deals)
    .where(inCompany(tx, deals, isOpenDeal, inArray(deals.customerId, [...customerIds])))
    .orderBy(sql`${deals.amount} DESC NULLS LAST`, deals.id)
    .limit(most);
  return rows.map((row) => ({ ...row, name: row.name ?? "" }));
}

/** What is open of invoices with them on a day, the first due first. */
export async function openInvoicesOf(tx: Tx, partyIds: readonly string[], today: string) {
  const ids = [...partyIds];
  const rows = await tx.db
    .select({
      id: invoices.id,
      number: invoices.number,
      amount: sql<number>`${owedAmount}::float8`,
      currency: sql<string>`coalesce(${invoices.currency}, ${tx.currency})`,
      dueOn: sql<string | null>`${invoices.dueOn}::text`,
      isOverdue: sql<boolean>`coalesce(${isOverdue(today)}, false)`,
    })
    .from(invoices)
    .where(inCompany(tx, invoices, isOwed, or(inArray(invoices.customerId, ids), inArray(invoices.vendorId, ids))))
    .orderBy(sql`${invoices.dueOn} NULLS LAST`, desc(invoices.issuedOn), invoices.id)
    .limit(most);
  return rows.map((row) => ({ ...row, number: row.number ?? "" }));
}
