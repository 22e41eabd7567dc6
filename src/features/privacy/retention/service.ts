import { setImmediate } from "node:timers/promises";
import { eraseFormer } from "#features/privacy/erasing/service.ts";
import { retentionRan } from "#features/privacy/events.ts";
import { formerFor, periodOf } from "#features/privacy/rules.ts";
import * as store from "#features/privacy/store.ts";
import { now } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { agingTables, deleteAged } from "#platform/personal/aging.ts";

export const retentionJob = { name: "privacy-retention-run" };

/** Rows per transaction, and the milliseconds after which the next job takes over. */
const limits = { portion: 5_000, ofOneJob: 20_000 };

/**
 * Deletes what is older than its period in the data registry, a batch per transaction, and the data of members who
 * left 90 days ago; records how much, and the run itself. An interrupted run continues where it stopped.
 */
export async function retain(ctx: Ctx, day: string, { portion, ofOneJob } = limits): Promise<void> {
  const started = performance.now();
  const dayStart = new Date(`${day}T00:00:00Z`);
  const leftBefore = new Date(dayStart.getTime() - formerFor);
  const former = await eraseFormer(ctx, leftBefore);
  if (former > 0)
    await write(ctx, (tx) => store.addRetention(tx, { day, source: "users", before: leftBefore, deleted: former }));
  for (const aging of agingTables()) {
    const period = periodOf(aging.retention);
    if (period === null) continue;
    const before = new Date(dayStart.getTime() - period);
    const source = aging.name;
    for (let hasMore = true; hasMore; ) {
      const isTimeUp = performance.now() - started > ofOneJob;
      hasMore = await write({ ...ctx, now: now() }, async (tx) => {
        const deleted = await deleteAged(tx, aging, before, portion);
        if (deleted > 0) await store.addRetention(tx, { day, source, before, deleted });
        const isDone = deleted < portion;
        const all = isDone && deleted > 0 ? await store.deletedOn(tx, day, source) : 0;
        if (all > 0) await record(tx, retentionRan(tx.company, { source, before: before.toISOString(), deleted: all }));
        if (!isDone && isTimeUp) await tx.jobs.send(tx.db, retentionJob, tx.company, { day });
        return !isDone;
      });
      if (hasMore && isTimeUp) return;
      await setImmediate();
    }
  }
  const whole = { day, source: store.wholeRun, before: dayStart, deleted: 0 };
  await write({ ...ctx, now: now() }, (tx) => store.addRetention(tx, whole));
}
