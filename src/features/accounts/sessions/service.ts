import { notFound } from "#contract/errors.ts";
import { endAccess } from "#features/accounts/access/service.ts";
import { requireFresh } from "#features/accounts/factors/service.ts";
import { endSteps } from "#features/accounts/factors/store.ts";
import { userLoggedOut, userSessionsEnded } from "#features/accounts/events.ts";
import type { Session } from "#features/accounts/sessions/contract.ts";
import { deviceOf } from "#features/accounts/sessions/device.ts";
import * as store from "#features/accounts/sessions/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** The caller's sessions, the one they call from first. */
export async function list(tx: Tx, currentId: string): Promise<Session[]> {
  const rows = (await store.ofPerson(tx, person(tx).id)).map(
    ({ id, userAgent, address, createdAt, seenAt }): Session => ({
      id,
      device: deviceOf(userAgent),
      address,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      isCurrent: id === currentId,
    }),
  );
  return rows.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Ends one of the caller's own sessions; another one than theirs takes a sign-in of the last 30 minutes. */
export function end(ctx: Ctx, id: string, currentId: string): Promise<Session> {
  return write(ctx, async (tx) => {
    if (id !== currentId) await requireFresh(tx, { sessionId: currentId });
    const found = (await list(tx, currentId)).find((session) => session.id === id);
    if (!found || !(await store.endSession(tx, id, "elsewhere"))) throw notFound();
    await record(tx, userLoggedOut(id, found.isCurrent ? "Signed out" : "Signed out from another session"));
    return found;
  });
}

/** Ends all of the caller's sessions, this one too, and their API tokens; takes a sign-in of the last 30 minutes. */
export function endAll(ctx: Ctx, sessionId: string): Promise<{ sessionsEnded: number }> {
  return write(ctx, async (tx) => {
    await requireFresh(tx, { sessionId });
    const { id } = person(tx);
    const sessionsEnded = await endAccess(tx, id, "elsewhere");
    await endSteps(tx, id);
    await record(tx, userSessionsEnded(id, sessionsEnded));
    return { sessionsEnded };
  });
}
