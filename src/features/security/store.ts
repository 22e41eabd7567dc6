import { sql } from "drizzle-orm";
import type { Facts } from "#features/security/rules.ts";
import type { Tx } from "#platform/context.ts";

/** Row level security of the company tables, and what the role that serves requests may do to the journal. */
export async function databaseRights(tx: Tx): Promise<Pick<Facts, "isolation" | "mayRewriteJournal">> {
  const { rows } = await tx.db.execute(sql`
    SELECT count(*)::int AS tables, (count(*) FILTER (WHERE NOT (c.relrowsecurity AND c.relforcerowsecurity)))::int AS open,
      (SELECT r.rolsuper OR r.rolbypassrls FROM pg_roles r WHERE r.rolname = current_user) AS "mayBypass",
      has_table_privilege('journal', 'UPDATE') OR has_table_privilege('journal', 'DELETE')
        OR has_table_privilege('journal', 'TRUNCATE') AS "mayRewriteJournal"
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
  const [row] = rows as (Facts["isolation"] & Pick<Facts, "mayRewriteJournal">)[];
  if (!row) throw new Error("The database's tables could not be read.");
  const { mayRewriteJournal, ...isolation } = row;
  return { isolation, mayRewriteJournal };
}
