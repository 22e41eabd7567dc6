import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { assistantClients, assistants } from "#features/accounts/assistants/tables.ts";
import { users } from "#features/accounts/tables.ts";
import { apiTokens } from "#features/accounts/tokens/tables.ts";
import type { Tx } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";
import type { OAuthClient } from "#platform/oauth/oauth.ts";
import { grantKeyOf } from "#platform/oauth/states.ts";

export type AssistantRow = typeof assistants.$inferSelect;
export type ClientRow = typeof assistantClients.$inferSelect;

type Listed = AssistantRow & { username: string; usedAt: Date | null; usedFrom: string | null };

const lastUsed = (column: SQL): SQL =>
  sql`(SELECT ${column} FROM ${apiTokens} t WHERE t.company_id = ${assistants.companyId} AND t.assistant_id = ${assistants.id}
    ORDER BY t.used_at DESC NULLS LAST LIMIT 1)`;

/** A person's assistants, or everyone's, with whose each is and when it was last used. */
export async function list(tx: Tx, userId: string | null): Promise<Listed[]> {
  const rows = await tx.db
    .select({
      row: assistants,
      username: users.username,
      usedAt: lastUsed(sql`t.used_at`).mapWith(apiTokens.usedAt) as SQL<Date | null>,
      usedFrom: lastUsed(sql`t.used_from`) as SQL<string | null>,
    })
    .from(assistants)
    .innerJoin(users, and(eq(users.companyId, assistants.companyId), eq(users.id, assistants.userId)))
    .where(and(eq(assistants.companyId, tx.company), userId === null ? undefined : eq(assistants.userId, userId)))
    .orderBy(desc(assistants.createdAt), desc(assistants.id));
  return rows.map(({ row, ...more }) => ({ ...row, ...more }));
}

export async function add(tx: Tx, row: Omit<AssistantRow, "companyId">): Promise<void> {
  await tx.db.insert(assistants).values({ ...row, companyId: tx.company });
}

/** Removes assistants with their access and refresh tokens; returns what each was. */
export async function remove(
  tx: Tx,
  of: { userId: string } | { id: string } | { clientId: string },
): Promise<AssistantRow[]> {
  const which =
    "id" in of
      ? eq(assistants.id, of.id)
      : "userId" in of
        ? eq(assistants.userId, of.userId)
        : eq(assistants.clientId, of.clientId);
  const rows = await tx.db
    .delete(assistants)
    .where(and(eq(assistants.companyId, tx.company), which))
    .returning();
  for (const { id } of rows) {
    await tx.db.delete(apiTokens).where(and(eq(apiTokens.companyId, tx.company), eq(apiTokens.assistantId, id)));
    await tx.db.execute(sql`SELECT drop_assistant_states(NULL, ${grantKeyOf(id)}::bytea)`);
  }
  return rows;
}

/** Adds an access token and removes those that expired, except the newest, which says when it was used. */
export async function addToken(
  tx: Tx,
  assistant: string,
  row: Pick<typeof apiTokens.$inferInsert, "tokenHash" | "start" | "scopes" | "expiresAt">,
): Promise<boolean> {
  const [found] = await tx.db
    .select()
    .from(assistants)
    .where(and(eq(assistants.companyId, tx.company), eq(assistants.id, assistant)))
    .for("share");
  if (!found) return false;
  const { userId, name } = found;
  const [last] = await tx.db
    .select({ usedAt: apiTokens.usedAt, usedFrom: apiTokens.usedFrom })
    .from(apiTokens)
    .where(and(eq(apiTokens.companyId, tx.company), eq(apiTokens.assistantId, assistant)))
    .orderBy(sql`${apiTokens.usedAt} DESC NULLS LAST`)
    .limit(1);
  const expired = and(
    eq(apiTokens.companyId, tx.company),
    eq(apiTokens.assistantId, assistant),
    lt(apiTokens.expiresAt, tx.now),
  );
  await tx.db.delete(apiTokens).where(expired);
  await tx.db.insert(apiTokens).values({
    ...row,
    companyId: tx.company,
    id: crypto.randomUUID(),
    userId,
    name,
    createdAt: tx.now,
    assistantId: assistant,
    usedAt: last?.usedAt ?? null,
    usedFrom: last?.usedFrom ?? null,
  });
  return true;
}

export function clients(tx: Tx): Promise<ClientRow[]> {
  return tx.db
    .select()
    .from(assistantClients)
    .where(eq(assistantClients.companyId, tx.company))
    .orderBy(desc(assistantClients.createdAt), desc(assistantClients.id));
}

export async function addClient(tx: Tx, row: Omit<ClientRow, "companyId">): Promise<void> {
  await tx.db.insert(assistantClients).values({ ...row, companyId: tx.company });
}

export async function removeClient(tx: Tx, id: string): Promise<ClientRow | null> {
  const [row] = await tx.db
    .delete(assistantClients)
    .where(and(eq(assistantClients.companyId, tx.company), eq(assistantClients.id, id)))
    .returning();
  return row ?? null;
}

/** The client with this id, before any company is known. */
export async function findClient(database: Database, id: string): Promise<OAuthClient | null> {
  type Row = { name: string; redirect_uris: string[] };
  const [row] = await database.query<Row>("SELECT * FROM assistant_client_door($1)", [id]);
  return row ? { id, name: row.name, redirectUris: row.redirect_uris } : null;
}
