import { assistantRemoved } from "#features/accounts/assistants/events.ts";
import * as assistants from "#features/accounts/assistants/store.ts";
import type { SessionEnd } from "#features/accounts/sessions/rules.ts";
import { endSessions } from "#features/accounts/sessions/store.ts";
import { tokenRevoked } from "#features/accounts/tokens/events.ts";
import { remove } from "#features/accounts/tokens/store.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

/**
 * Ends a person's sessions, revokes their tokens and disconnects their assistants: whoever may have learned the password, or must be kept out, may hold
 * both. Returns how many sessions ended.
 */
export async function endAccess(tx: Tx, userId: string, reason: SessionEnd): Promise<number> {
  const sessionsEnded = await endSessions(tx, userId, reason);
  const because = revokedBecause[reason] ?? "access ended";
  const disconnected = await assistants.remove(tx, { userId });
  const revoked = await remove(tx, { userId });
  await record(
    tx,
    ...disconnected.map((row) => assistantRemoved(row, because)),
    ...revoked.map((row) => tokenRevoked(row, because)),
  );
  return sessionsEnded;
}

const revokedBecause: Partial<Record<SessionEnd, string>> = {
  elsewhere: "signed out everywhere",
  admin: "signed out by an admin",
  password: "password set again",
  suspended: "access suspended",
  removed: "removed from the company",
};
