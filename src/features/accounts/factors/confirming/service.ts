import type { z } from "zod";
import { confirmField } from "#contract/confirming.ts";
import { AppError } from "#contract/errors.ts";
import { personConfirmed } from "#features/accounts/factors/events.ts";
import type { signed as signature } from "#features/accounts/factors/passkeys/contract.ts";
import * as passkeys from "#features/accounts/factors/passkeys/service.ts";
import { list } from "#features/accounts/factors/passkeys/store.ts";
import { confirmedMs } from "#features/accounts/factors/rules.ts";
import type { Session } from "#features/accounts/factors/service.ts";
import { confirmedAt, confirmSession } from "#features/accounts/sessions/store.ts";
import { type Ctx, person } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import type { Caller } from "#platform/http/caller.ts";
import type { Exchange } from "#platform/http/route.ts";
import { record } from "#platform/journal/record.ts";

/** Binds a challenge to its person, and to confirming. */
const stepOf = ({ userId }: Session): string => `confirm:${userId}`;

export const start = (ctx: Ctx, session: Session, publicUrl: URL): Promise<{ challenge: string }> =>
  read(ctx, (tx) => passkeys.startSigning(tx, stepOf(session), session.userId, publicUrl));

export async function confirm(
  ctx: Ctx,
  { request, session, limits, publicUrl }: Exchange,
  passkey: z.output<typeof signature>,
): Promise<{ until: string }> {
  const { userId, sessionId } = session;
  const done = await limits.guess(request, [["currentPassword", `${userId} ${sessionId}`]], () =>
    write(ctx, async (tx) => {
      if ((await list(tx, userId)).length === 0) throw passkeys.noPasskey();
      if (!(await passkeys.isSigned(tx, stepOf(session), userId, publicUrl, passkey))) return null;
      await confirmSession(tx, sessionId);
      await record(tx, personConfirmed(userId));
      return { until: new Date(tx.now.getTime() + confirmedMs).toISOString() };
    }),
  );
  if (done) return done;
  throw new AppError("forbidden", "This passkey was not accepted. Use another one");
}

/**
 * Refuses an approval from a browser until its person has used their passkey there, if they have one. A token was given
 * its scope by its person and has no passkey to use.
 */
export const requireConfirmed = (ctx: Ctx, { id, scopes }: Caller): Promise<void> =>
  scopes
    ? Promise.resolve()
    : read(ctx, async (tx) => {
        if ((await list(tx, person(tx).id)).length === 0) return;
        const at = await confirmedAt(tx, id);
        if (!at || tx.now.getTime() - at.getTime() >= confirmedMs)
          throw new AppError("forbidden", "Confirm with your passkey to approve this", { field: confirmField });
      });
