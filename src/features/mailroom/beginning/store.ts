import { eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Beginning } from "#features/mailroom/beginning/contract.ts";
import { letters, mailTemplates } from "#features/mailroom/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** Days in which nobody gets a second letter of a kind without a person. */
export const restDays = 7;

/** The newest letter of a kind to an address since a time that left, or that waits. */
export async function latestTo(
  tx: Tx,
  { kind, to, since }: { kind: Beginning; to: string; since: Date },
): Promise<{ at: Date; isSent: boolean } | null> {
  const { rows } = await tx.db.execute<{ at: string; isSent: boolean }>(sql`
    SELECT coalesce(${letters.sentAt}, ${letters.at})::text AS at, ${letters.state} = 'sent' AS "isSent" FROM ${letters}
    WHERE ${letters.companyId} = ${tx.company}::uuid AND ${letters.sender} = ${to} AND ${letters.begun} ->> 'kind' = ${kind}
      AND ${inArray(letters.state, ["drafted", "needs_human", "held", "sent", "failed"])}
      AND coalesce(${letters.sentAt}, ${letters.at}) >= ${since.toISOString()}::timestamptz
    ORDER BY 1 DESC LIMIT 1`);
  const [row] = rows;
  return row ? { at: new Date(row.at), isSent: row.isSent } : null;
}

/** What somebody at an address wrote last, which says in which language. */
export async function lastWordsOf(tx: Tx, address: string): Promise<string | null> {
  const { rows } = await tx.db.execute<{ body: string }>(sql`
    SELECT body FROM ${letters} WHERE ${letters.companyId} = ${tx.company}::uuid AND ${letters.sender} = ${address}
      AND ${letters.begun} IS NULL AND ${letters.body} <> '' ORDER BY ${letters.at} DESC LIMIT 1`);
  return rows[0]?.body ?? null;
}

type Template = { kind: Beginning; subject: string; body: string };

export const templatesOf = (tx: Tx): Promise<Template[]> =>
  tx.db
    .select({ kind: mailTemplates.kind, subject: mailTemplates.subject, body: mailTemplates.body })
    .from(mailTemplates)
    .where(inCompany(tx, mailTemplates, isNotNull(mailTemplates.subject)));

export async function putTemplate(tx: Tx, { kind, subject, body }: Template): Promise<void> {
  await tx.db
    .insert(mailTemplates)
    .values({ companyId: tx.company, kind, subject, body })
    .onConflictDoUpdate({ target: [mailTemplates.companyId, mailTemplates.kind], set: { subject, body } });
}

export async function dropTemplate(tx: Tx, kind: Beginning): Promise<boolean> {
  const { rowCount } = await tx.db
    .delete(mailTemplates)
    .where(inCompany(tx, mailTemplates, eq(mailTemplates.kind, kind)));
  return rowCount === 1;
}
