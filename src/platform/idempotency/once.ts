import { createHash } from "node:crypto";
import { AppError } from "#contract/errors.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { sqlState } from "#platform/db/trouble.ts";
import type { Statement } from "#platform/db/group.ts";
import * as store from "#platform/idempotency/store.ts";

/** How long a repetition waits for the request it repeats, in milliseconds: less than a statement may take. */
const patienceMs = 4_000;
const lockTimeout = "55P03";

/**
 * Does a request that carries a key once: its answer is kept in the transaction of its effect, so that neither is ever
 * there without the other, and a repetition gets the answer instead of a second effect. What fails keeps nothing.
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
    if (!requestHash.equals(keyed.requestHash)) throw anotherRequest();
    return { status, body, isRepeated: true };
  };
  try {
    return await ctx.database.transaction(ctx.company, (db) => answer({ ...ctx, db }), "write", {
      first: lockOf(ctx, keyed),
    });
  } catch (error) {
    if (!isOpen && sqlState(error) === lockTimeout) throw stillRunning();
    throw error;
  }
}

/**
 * Requests with one key take turns at a lock that goes with the transaction. The turn among the company's verbs would do,
 * but would not tell a repetition what it waits for.
 */
function lockOf(ctx: Ctx, { route, key }: store.Keyed): Statement[] {
  const place = JSON.stringify([ctx.company, person(ctx).id, route, key]);
  const number = createHash("sha256").update(place).digest().readBigInt64BE();
  return [
    { text: `SET LOCAL lock_timeout = ${patienceMs}` },
    { text: "SELECT pg_advisory_xact_lock($1)", values: [String(number)] },
    { text: "SET LOCAL lock_timeout TO DEFAULT" },
  ];
}

const stillRunning = (): AppError =>
  new AppError("conflict", "The first request with this Idempotency-Key is still running. Send it again in a moment.", {
    retryAfter: 2,
  });

const anotherRequest = (): AppError =>
  new AppError("unprocessable", "This Idempotency-Key came with another request before. Use a new key for a new one.");
