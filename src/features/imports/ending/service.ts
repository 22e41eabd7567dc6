import { recordEnd } from "#features/imports/journal/service.ts";
import { meaningOf } from "#features/imports/means/service.ts";
import * as store from "#features/records/imports/store.ts";
import type { Counts } from "#features/records/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** The job that forgets what an undo would have needed. */
export const forgetJob = { name: "import-forget" };

export type Ending = {
  sentence: string;
  isGivenUp?: true;
  isDone?: boolean;
  badLines?: { line: number; sentence: string }[];
  badCount?: number;
  emptied?: number;
  created?: number;
} & Partial<Counts>;

/** What an import means is only shown: a query that had no turn must not end it. */
const leaveUnsaid = (ctx: Ctx) => (error: unknown) => {
  ctx.log.warn({ err: error }, "what an import means could not be read");
  return [];
};

/** Ends an import: its bytes are deleted, and the journal says what came of it. */
export async function end(
  ctx: Ctx,
  found: store.ImportRow,
  ending: Ending,
  more?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { isGivenUp, isDone: done, ...change } = ending;
  const { added = found.added, changed = found.changed, unchanged = found.unchanged } = change;
  const isDone = done ?? (added + changed + unchanged > 0 && !isGivenUp);
  const means = isDone ? await meaningOf(ctx, found.target).catch(leaveUnsaid(ctx)) : [];
  await write(ctx, async (tx) => {
    const status = isDone ? ("done" as const) : ("failed" as const);
    if (!(await store.update(tx, found.id, ["waiting", "running"], { ...change, means, status, finishedAt: ctx.now })))
      return;
    await store.removeParts(tx, found.id);
    await tx.jobs.send(tx.db, forgetJob, tx.company, { importId: found.id }, { after: 25 * 3_600_000 });
    const ended = {
      isDone,
      added,
      changed,
      unchanged,
      badCount: change.badCount ?? found.badCount,
      created: change.created ?? found.created,
    };
    if (more) await more(tx);
    else await recordEnd(tx, found, ended);
  });
}
