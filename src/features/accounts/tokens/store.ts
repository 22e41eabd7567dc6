import { and, desc, eq, isNull } from "drizzle-orm";
import { users } from "#features/accounts/tables.ts";
import { apiTokens } from "#features/accounts/tokens/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type TokenRow = typeof apiTokens.$inferSelect;

/** Those of the company that people made, without those of assistants. */
const isOwnToken = (tx: Tx) => inCompany(tx, apiTokens, isNull(apiTokens.assistantId));

/** A person's tokens, or everyone's, with whose each is. */
export async function list(tx: Tx, userId: string | null): Promise<(TokenRow & { username: string })[]> {
  const rows = await tx.db
    .select({ token: apiTokens, username: users.username })
    .from(apiTokens)
    .innerJoin(users, and(eq(users.companyId, apiTokens.companyId), eq(users.id, apiTokens.userId)))
    .where(and(isOwnToken(tx), userId === null ? undefined : eq(apiTokens.userId, userId)))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map(({ token, username }) => ({ ...token, username }));
}

export async function add(
  tx: Tx,
  row: Omit<TokenRow, "companyId" | "usedAt" | "usedFrom" | "assistantId">,
): Promise<void> {
  await tx.db.insert(apiTokens).values({ ...row, companyId: tx.company });
}

/** Removes a person's tokens, or one of them; returns what each was. */
export function remove(tx: Tx, of: { userId: string } | { id: string }): Promise<TokenRow[]> {
  const which = "id" in of ? eq(apiTokens.id, of.id) : eq(apiTokens.userId, of.userId);
  return tx.db
    .delete(apiTokens)
    .where(and(isOwnToken(tx), which))
    .returning();
}
