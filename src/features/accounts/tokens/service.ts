import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { includesRole } from "#contract/roles.ts";
import { requireFresh } from "#features/accounts/factors/service.ts";
import type { ApiToken, newApiToken } from "#features/accounts/tokens/contract.ts";
import { tokenCreated, tokenRevoked } from "#features/accounts/tokens/events.ts";
import { maxTokens, uselessScope } from "#features/accounts/tokens/rules.ts";
import * as store from "#features/accounts/tokens/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { makeApiToken, startOf } from "#platform/http/bearer.ts";
import type { Session } from "#platform/http/caller.ts";
import { hashToken } from "#platform/http/session.ts";
import { record } from "#platform/journal/record.ts";

const dayMs = 86_400_000;

/** The caller's tokens; everyone's for admins. */
export async function list(tx: Tx): Promise<ApiToken[]> {
  const { id, role } = person(tx);
  const rows = await store.list(tx, includesRole(role, "admin") ? null : id);
  return rows.map(({ username, ...row }) => toToken(tx, row, username));
}

const toToken = ({ now }: Tx, row: store.TokenRow, username: string): ApiToken => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scopes: row.scopes,
  userId: row.userId,
  username,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: row.expiresAt <= now,
  usedAt: row.usedAt?.toISOString() ?? null,
  usedFrom: row.usedFrom,
});

/** Creates a token for the caller; a session that was stolen long after its sign-in makes none. */
export function create(
  ctx: Ctx,
  session: Session,
  { name, scopes, expiresInDays }: z.output<typeof newApiToken>,
): Promise<{ token: string; created: ApiToken }> {
  return write(ctx, async (tx) => {
    await requireFresh(tx, session);
    const { id: userId, role, username } = person(tx);
    const useless = uselessScope(role, scopes);
    if (useless)
      throw new AppError("invalid", `A token with the scope "${useless}" is of no use to a ${role}`, {
        field: "scopes",
      });
    if ((await store.list(tx, userId)).length >= maxTokens)
      throw new AppError("conflict", `You have ${maxTokens} tokens. Revoke one you no longer need first`);
    const token = makeApiToken();
    const row: store.TokenRow = {
      companyId: tx.company,
      id: crypto.randomUUID(),
      userId,
      name,
      tokenHash: hashToken(token),
      start: startOf(token),
      scopes,
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + expiresInDays * dayMs),
      usedAt: null,
      usedFrom: null,
      assistantId: null,
    };
    await store.add(tx, row);
    await record(tx, tokenCreated(row, scopes, row.expiresAt));
    return { token, created: toToken(tx, row, username) };
  });
}

/** Revokes one of the caller's tokens, or for an admin anyone's. */
export function revoke(ctx: Ctx, id: string): Promise<ApiToken> {
  return write(ctx, async (tx) => {
    const found = (await list(tx)).find((token) => token.id === id);
    const [row] = found ? await store.remove(tx, { id }) : [];
    if (!found || !row) throw notFound();
    await record(tx, tokenRevoked(row));
    return found;
  });
}
