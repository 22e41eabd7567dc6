import { sql } from "drizzle-orm";
import type { CitedRow } from "#features/records/cited/rows.ts";
import { owedAmount } from "#features/records/states/store.ts";
import { contracts, customers, deals, invoices, tickets } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** The customers whose address of record this is. */
export async function customersAt(tx: Tx, address: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: customers.id })
    .from(customers)
    .where(inCompany(tx, customers, sql`lower(trim(${customers.email})) = ${address.toLowerCase()}`))
    .limit(20);
  return rows.map(({ id }) => id);
}

/** More than a customer asks about. */
const mostOfKind = 500;

/**
 * The newest records of customers that may be named to them. What is disputed, void, unsigned or not won is a person's
 * to speak of, and so is the day by which a ticket was promised.
 */
export async function citable(tx: Tx, customerIds: readonly string[]): Promise<CitedRow[]> {
  if (customerIds.length === 0) return [];
  const ids = sql.param([...customerIds]);
  const newest = sql`ORDER BY updated_at DESC LIMIT ${mostOfKind}`;
  const own = sql`company_id = ${tx.company}::uuid AND customer_id = ANY (${ids}::uuid[])`;
  const { rows } = await tx.db.execute<CitedRow>(sql`
    (SELECT 'invoices' AS kind, id, number AS name, status, amount::float8 AS amount, ${owedAmount}::float8 AS "openAmount",
       coalesce(currency, ${tx.currency}) AS currency, issued_on::text AS "startsOn", due_on::text AS "endsOn", paid_on::text AS "doneOn"
     FROM ${invoices} WHERE ${own} AND direction = 'receivable' AND status IN ('open', 'paid') AND amount >= 0 ${newest})
    UNION ALL (SELECT 'tickets', id, coalesce(number, title), status, NULL, NULL, NULL, opened_on::text, NULL, resolved_on::text
     FROM ${tickets} WHERE ${own} ${newest})
    UNION ALL (SELECT 'contracts', id, title, status, NULL, NULL, NULL, starts_on::text, ends_on::text, NULL
     FROM ${contracts} WHERE ${own} AND status IN ('active', 'ended') ${newest})
    UNION ALL (SELECT 'deals', id, name, stage, amount::float8, NULL, coalesce(currency, ${tx.currency}), NULL, NULL, closed_on::text
     FROM ${deals} WHERE ${own} AND stage = 'won' ${newest})`);
  return rows.filter(({ name }) => !!name);
}
