import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Judgement } from "#features/mailroom/learning/contract.ts";
import { mailPreferences } from "#features/mailroom/learning/tables.ts";
import { letters, mailboxes } from "#features/mailroom/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type PreferenceRow = typeof mailPreferences.$inferSelect;

const ofCompany = (tx: Tx) => inCompany(tx, mailPreferences);

export async function add(tx: Tx, rows: readonly Omit<PreferenceRow, "companyId">[]): Promise<void> {
  if (rows.length > 0)
    await tx.db.insert(mailPreferences).values(rows.map((row) => ({ ...row, companyId: tx.company })));
}

/** The newest changes first, of one executive if given. */
export function newest(tx: Tx, most: number, role?: AgentRoleId): Promise<PreferenceRow[]> {
  return tx.db
    .select()
    .from(mailPreferences)
    .where(and(ofCompany(tx), role && eq(mailPreferences.role, role)))
    .orderBy(desc(mailPreferences.at), mailPreferences.id)
    .limit(most);
}

export async function subjectsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({ id: letters.id, subject: letters.subject })
    .from(letters)
    .where(inCompany(tx, letters, inArray(letters.id, [...ids])));
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}

export async function remove(tx: Tx, id: string): Promise<PreferenceRow | null> {
  const [row] = await tx.db
    .delete(mailPreferences)
    .where(and(ofCompany(tx), eq(mailPreferences.id, id)))
    .returning();
  return row ?? null;
}

/** A letter's changes are replaced when its answer is sent again. */
export async function forget(tx: Tx, letterId: string): Promise<void> {
  await tx.db.delete(mailPreferences).where(and(ofCompany(tx), eq(mailPreferences.letterId, letterId)));
}

export type Judged = { mailboxId: string; address: string; role: AgentRoleId } & Record<Judgement, number>;

/** Of each mailbox's and executive's drafts that people judged, the newest `most`. */
export async function judged(tx: Tx, most: number, one?: { mailboxId: string; role: AgentRoleId }): Promise<Judged[]> {
  const { rows } = await tx.db.execute<Judged>(sql`
    SELECT n.mailbox_id AS "mailboxId", b.address, n.role,
      (count(*) FILTER (WHERE n.judged = 'as is'))::int AS "as is",
      (count(*) FILTER (WHERE n.judged = 'changed'))::int AS changed,
      (count(*) FILTER (WHERE n.judged = 'left'))::int AS "left"
    FROM (
      SELECT mailbox_id, role, judged, row_number() OVER (PARTITION BY mailbox_id, role ORDER BY at DESC, id) AS place
      FROM ${letters}
      WHERE company_id = ${tx.company}::uuid AND judged IS NOT NULL AND role IS NOT NULL AND state IN ('sent', 'discarded', 'by_person')
        ${one ? sql`AND mailbox_id = ${one.mailboxId}::uuid AND role = ${one.role}` : sql``}
    ) AS n JOIN ${mailboxes} AS b ON b.company_id = ${tx.company}::uuid AND b.id = n.mailbox_id
    WHERE n.place <= ${most} GROUP BY 1, 2, 3 ORDER BY 2, 3`);
  return rows;
}
