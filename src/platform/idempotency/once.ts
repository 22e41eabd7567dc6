import { createHash } from "node:crypto";
import { AppError } from "#contract/errors.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { keyOfPerson } from "#platform/db/transaction.ts";
import { sqlState } from "#platform/db/trouble.ts";
import type { Statement } from "#platform/db/group.ts";
import * as store from "#platform/idempotency/store.ts";

/** How long a repeated request waits for the first, in milliseconds: less than a statement timeout. */
const lockTimeoutMs = 4_000;
const lockTimeout = "55P03";

/**
 * Runs a request with a key once: its response is stored in the transaction of its effect, so a repetition gets the
 * response instead of a second effect. Failures store nothing.
 */
export async function once(
  ctx: Ctx,
  keyed: store.Keyed,
  work: (tx: Tx) => Promise<store.Answered>,
): Promise<store.Answered & { isRepeated: boolean }> {
  let isOpen = false;
  const answer = async (tx: Tx): Promise<store.Answered & { isRepeated: boolean }> => {
    const known = await store.find(tx, keyed);
    isOpen = true;
    if (!known) {
      const answered = await work(tx);
      await store.add(tx, keyed, answered);
      return { ...answered, isRepeated: false };
    }
    const { status, body, requestHash } = known;
    if (!requestHash.equals(keyed.requestHash)) throw keyReused();
    return { status, body, isRepeated: true };
  };
  try {
    return await ctx.database.transaction(ctx.company, (db) => answer({ ...ctx, db }), "write", {
      first: lockStatements(ctx, keyed),
      requires: keyOfPerson(ctx),
    });
  } catch (error) {
    if (!isOpen && sqlState(error) === lockTimeout) throw stillRunning();
    throw error;
  }
}

/**
 * Requests with one key take a transaction lock; the company's write lock would not show what a repetition waits for.
 */
function lockStatements(ctx: Ctx, { route, key }: store.Keyed): Statement[] {
  const scope = JSON.stringify([ctx.company, person(ctx).id, route, key]);
  const number = createHash("sha256").update(scope).digest().readBigInt64BE();
  return [
    { text: `SET LOCAL lock_timeout = ${lockTimeoutMs}` },
    { text: "SELECT pg_advisory_xact_lock($1)", values: [String(number)] },
    { text: "SET LOCAL lock_timeout TO DEFAULT" },
  ];
}

const stillRunning = (): AppError =>
  new AppError("conflict", "The first request with this Idempotency-Key is still running. Send it again in a moment.", {
    retryAfter: 2,
  });

const keyReused = (): AppError =>
  new AppError("unprocessable", "This Idempotency-Key was used for another request. Use a new key.");
