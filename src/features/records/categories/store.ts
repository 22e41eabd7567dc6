import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { CategoryRule, CategoryRules } from "#features/records/categories/contract.ts";
import { transactionRules } from "#features/records/categories/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** In place of a rule's id: a person set the category, so no rule and no file changes it. */
export const byHand = "00000000-0000-0000-0000-000000000000";

export async function set(tx: Tx, rules: readonly CategoryRule[]): Promise<void> {
  await tx.db.delete(transactionRules).where(inCompany(tx, transactionRules));
  if (rules.length > 0)
    await tx.db
      .insert(transactionRules)
      .values(rules.map((rule, position) => ({ ...rule, position, companyId: tx.company })));
}

export async function list(tx: Tx): Promise<CategoryRules> {
  const { id, contains, counterparty, sign, category, position, companyId } = transactionRules;
  const rules = await tx.db
    .select({ id, contains, counterparty, sign, category })
    .from(transactionRules)
    .where(and(eq(companyId, tx.company)))
    .orderBy(asc(position));
  const { rows } = await tx.db.execute<{ rule: string | null; none: boolean; rows: number }>(sql`
    SELECT rule_id AS rule, category IS NULL AS none, count(*)::int AS rows FROM transactions
    WHERE company_id = ${tx.company}::uuid GROUP BY 1, 2`);
  const count = (is: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(is).reduce((sum, row) => sum + row.rows, 0);
  return {
    rules: rules.map((rule) => ({ ...rule, rows: count((row) => row.rule === rule.id) })),
    none: count(({ none }) => none),
    given: count(({ none, rule }) => !none && (rule === null || rule === byHand)),
  };
}

/**
 * Gives these transactions the category of the first rule that applies. Only categories that a rule gave, and missing
 * ones, change. Returns how many did.
 */
async function categorizeWhere(tx: Tx, chosen: SQL): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`
    UPDATE transactions t SET category = m.category, rule_id = m.id
    FROM (
      SELECT r.id AS row_id, found.id, found.category FROM transactions r LEFT JOIN LATERAL (
        SELECT u.id, u.category FROM transaction_rules u
        WHERE u.company_id = r.company_id
          AND (u.contains IS NULL OR position(lower(u.contains) IN lower(concat_ws(' ', r.description, r.counterparty, r.reference))) > 0)
          AND (u.counterparty IS NULL OR lower(trim(r.counterparty)) = lower(u.counterparty))
          AND (u.sign IS NULL OR sign(r.amount) = CASE u.sign WHEN 'in' THEN 1 ELSE -1 END)
        ORDER BY u.position LIMIT 1
      ) found ON true
      WHERE r.company_id = ${tx.company}::uuid AND ${chosen} AND r.rule_id IS DISTINCT FROM ${byHand}::uuid
        AND (r.category IS NULL OR r.rule_id IS NOT NULL)
    ) m
    WHERE t.company_id = ${tx.company}::uuid AND t.id = m.row_id
      AND (t.category, t.rule_id) IS DISTINCT FROM (m.category, m.id)`);
  return rowCount ?? 0;
}

export const categorize = (tx: Tx, ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? Promise.resolve(0) : categorizeWhere(tx, sql`r.id = ANY(${`{${ids.join(",")}}`}::uuid[])`);

/** The next transactions after an id: how many changed, and the last of them; null after the end. */
export async function categorizeNext(
  tx: Tx,
  after: string | null,
  size: number,
): Promise<{ changed: number; last: string } | null> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    SELECT id FROM transactions WHERE company_id = ${tx.company}::uuid AND id > ${after ?? byHand}::uuid
    ORDER BY id LIMIT ${size}`);
  const last = rows.at(-1)?.id;
  if (last === undefined) return null;
  const changed = await categorizeWhere(tx, sql`r.id > ${after ?? byHand}::uuid AND r.id <= ${last}::uuid`);
  return { changed, last };
}
