import { runStopAsked } from "#agency/run/events.ts";
import { stopJobName } from "#agency/run/start.ts";
import * as store from "#agency/run/store.ts";
import * as lease from "#agency/run/lease/store.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { acquireRunLock } from "#agency/run/waiting/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/**
 * Asks all runs to stop, or only those that no person asked for; returns how many. From the commit on none of them has
 * effects, even if its worker continues; workers notice within 5 s.
 */
export async function askAllToStop(tx: Tx, { alone, by }: { alone: boolean; by: string | null }): Promise<number> {
  await acquireRunLock(tx);
  const asked = (await lease.askAllToStop(tx, { alone, by })).filter(({ parentId }) => parentId === null);
  for (const { id, status } of asked)
    if (status === "queued") await tx.jobs.send(tx.db, stopJobName, tx.company, { runId: id });
  return asked.length;
}

const endedWord = { done: "finished", failed: "failed", stopped: "stopped" } as const;

/** Asks a run to stop, which takes at most 5 s; throws a conflict if it ended or is stopping. */
export function stop(ctx: Ctx, id: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await store.findReadable(tx, id);
    if (!row) throw notFound();
    if (row.status !== "queued" && row.status !== "running")
      throw new AppError("conflict", `Already ${endedWord[row.status]}`);
    if (row.stopAskedAt) throw new AppError("conflict", "Already being stopped");
    if (row.parentId) throw new AppError("conflict", "This run is part of another one. Stop that run instead.");
    if (!(await lease.askToStop(tx, id, person(tx).id)))
      throw new AppError("conflict", "The run has just ended. Reload to see its result.");
    // A running worker notices by itself; a queued run is stopped by this job.
    if (row.status === "queued") await tx.jobs.send(tx.db, stopJobName, tx.company, { runId: id });
    if (!row.privateTo) await record(tx, runStopAsked(row));
  });
}
