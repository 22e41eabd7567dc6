import * as people from "#features/accounts/members/store.ts";
import { closedFor } from "#features/privacy/rules.ts";
import * as store from "#features/privacy/store.ts";
import { now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { purgePortion, purgeTables } from "#platform/personal/purge.ts";
import { addReceipt } from "#platform/personal/receipts.ts";

export const purgeJob = { name: "privacy-purge" };

/** Rows per transaction, and the milliseconds after which the next job takes over. */
const limits = { portion: 5_000, ofOneJob: 20_000 };

/**
 * Deletes every row of a company that has been closed long enough, a batch per transaction; only a signed receipt
 * stays. `isRestored`: a restored backup brought the company back.
 */
export async function purge(ctx: Ctx, isRestored = false): Promise<void> {
  const started = performance.now();
  if (!(await write(ctx, (tx) => begin(tx, isRestored)))) return;
  for (const table of purgeTables()) {
    for (let hasMore = true; hasMore; ) {
      const isTimeUp = !isRestored && performance.now() - started > limits.ofOneJob;
      hasMore = await write({ ...ctx, now: now() }, async (tx) => {
        const isFull = (await purgePortion(tx, table, limits.portion)) >= limits.portion;
        if (isFull && isTimeUp) await tx.jobs.send(tx.db, purgeJob, tx.company, {});
        return isFull;
      });
      if (hasMore && isTimeUp) return;
    }
  }
  await addReceipt(ctx, ctx.company);
}

/** Writes the receipt first, so that an interrupted purge continues. False if the company is not closed long enough. */
async function begin(tx: Tx, isRestored: boolean): Promise<boolean> {
  if (isRestored) await people.closeAgain(tx, new Date(tx.now.getTime() - closedFor));
  else if (!(await store.hasErasure(tx, tx.company))) {
    const closedAt = await people.closedAt(tx);
    if (!closedAt) return false;
    const at = new Date(closedAt.getTime() + closedFor);
    // The queue uses the database's clock, which may be ahead.
    if (at > tx.now) {
      await tx.jobs.send(tx.db, purgeJob, tx.company, {}, { at });
      return false;
    }
  }
  await store.addErasure(tx, tx.company, 0);
  return true;
}
