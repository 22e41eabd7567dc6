import { sql } from "drizzle-orm";
import type { Currency } from "#contract/words.ts";
import { owedIn } from "#features/records/states/store.ts";
import type { Tx } from "#platform/context.ts";

/** What customers can be reminded of. */
export type Owed = {
  /** The record of the customer, its name there, and its address of record. */
  customerId: string | null;
  name: string;
  email: string | null;
  currency: Currency;
  invoices: { id: string; number: string; dueOn: string; open: number }[];
};

const mostInvoices = 50;

/**
 * The invoices that a customer owes past their due day, the oldest first, those of one currency; disputed ones left
 * out. `numbers`: of these alone. Null: none.
 */
export async function owedBy(
  tx: Tx,
  { party, numbers, today }: { party: string; numbers: readonly string[] | null; today: string },
): Promise<Owed | null> {
  const unit = sql`coalesce(r.currency, ${tx.currency}::text)`;
  const { rows } = await tx.db.execute<Owed>(sql`
    WITH due AS (
      SELECT r.id, r.number, r.due_on, ${owedIn("r")} AS open, ${unit} AS unit, r.customer_id,
        coalesce(c.name, r.customer_name) AS name, c.email
      FROM invoices r LEFT JOIN customers c ON c.company_id = r.company_id AND c.id = r.customer_id
      WHERE r.company_id = ${tx.company}::uuid AND r.direction = 'receivable' AND r.status = 'open'
        AND r.due_on < ${today}::date AND ${owedIn("r")} > 0
        AND (r.customer_name = ${party} OR c.name = ${party})
        AND ${numbers === null ? sql`true` : sql`r.number = ANY(${sql.param([...numbers])}::text[])`}
      ORDER BY r.due_on, r.number LIMIT ${mostInvoices})
    SELECT min(customer_id::text) AS "customerId", min(name) AS name, min(email) AS email, unit AS currency,
      json_agg(json_build_object('id', id, 'number', number, 'dueOn', due_on, 'open', open::float8) ORDER BY due_on, number) AS invoices
    FROM due GROUP BY unit ORDER BY (unit = ${tx.currency}::text) DESC, sum(open) DESC LIMIT 1`);
  return rows[0] ?? null;
}

/** Whether all of these invoices are still owed and past due. */
export async function areOwed(tx: Tx, ids: readonly string[], today: string): Promise<boolean> {
  const { rows } = await tx.db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM invoices r WHERE r.company_id = ${tx.company}::uuid AND r.id = ANY(${sql.param([...ids])}::uuid[])
      AND r.status = 'open' AND r.due_on < ${today}::date AND ${owedIn("r")} > 0`);
  return rows[0]?.count === ids.length;
}

/** The addresses of customers, by the record of a customer, deal, ticket or contract. */
export async function addressesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const listed = sql`${sql.param([...ids])}::uuid[]`;
  const of = (table: string) => sql`SELECT r.id, r.customer_id FROM ${sql.raw(table)} r
    WHERE r.company_id = ${tx.company}::uuid AND r.id = ANY(${listed})`;
  const { rows } = await tx.db.execute<{ id: string; email: string }>(sql`
    SELECT n.id::text, lower(c.email) AS email
    FROM (SELECT r.id, r.id AS customer_id FROM customers r WHERE r.company_id = ${tx.company}::uuid AND r.id = ANY(${listed})
      UNION ALL ${of("deals")} UNION ALL ${of("tickets")} UNION ALL ${of("contracts")}) n
    JOIN customers c ON c.company_id = ${tx.company}::uuid AND c.id = n.customer_id WHERE c.email <> ''`);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
