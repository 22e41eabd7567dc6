import { randomUUID } from "node:crypto";
import { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { limits } from "#agency/run/limits.ts";
import { finishEarly, stoppedByPerson } from "#agency/run/ending.ts";
import { perform } from "#agency/run/perform.ts";
import { hasCapacity } from "#agency/run/waiting/room.ts";
import { type StartedRun, runJobName, stopJobName } from "#agency/run/start.ts";
import { Interrupted } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import * as lease from "#agency/run/lease/store.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import { findWorker, type Worker } from "#agency/run/worker.ts";
import { AppError } from "#contract/errors.ts";
import type { Ctx, Platform, Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { defineJob, type Job } from "#platform/jobs.ts";

const input = z.strictObject({ runId: z.uuid() });

/** Concurrent runs per instance; a hanging one must not block the others. */
const instanceConcurrency = 8;

export const runJobs = (): readonly Job<typeof input, Platform>[] => [runJob(), stopJob()];

/** Ends a run that was asked to stop before it started. */
function stopJob(): Job<typeof input, Platform> {
  return defineJob({
    ...stopJobName,
    input,
    async run(platform: Platform, company, { runId }) {
      const ctx = await agencyOf(platform).context(platform, company);
      await write(ctx, async (tx) => {
        // A worker that has since taken over notices the stop itself.
        const row = await lease.endUnheld(tx, runId, { status: "stopped", sentence: stoppedByPerson });
        if (row) await finishEarly(tx, { row, ...(await findWorker(tx, row)) }, "stopped", stoppedByPerson);
      });
    },
  });
}

export function runJob(): Job<typeof input, Platform> {
  async function workOn(
    ctx: Ctx,
    run: { row: store.RunRow; token: string; jobId?: string },
    worker: Worker,
  ): Promise<void> {
    const { agentId } = run.row;
    const acting: Ctx = { ...ctx, actor: { kind: "agent", id: agentId } };
    try {
      await perform(acting, { ...run, ...worker }, true);
    } catch (error) {
      // The run records why it ended; the queue retries only what may succeed later.
      if (error instanceof Interrupted || (error instanceof AppError && error.code !== "unavailable")) return;
      throw error;
    }
  }
  return defineJob({
    ...runJobName,
    input,
    concurrency: instanceConcurrency,
    async run(platform: Platform, company, { runId }) {
      const ctx = await agencyOf(platform).context(platform, company);
      const token = randomUUID();
      const taken = await write(ctx, async (tx) => {
        const found = await findClaimable(tx, runId);
        if (!found) return null;
        const [row, worker] = await batch(
          tx,
          () => lease.claim(tx, runId, token, limits.lease),
          () => findWorker(tx, found),
        );
        return row && { row, worker };
      });
      if (!taken) return;
      const { row, worker } = taken;
      if (!worker) return endEarly(ctx, row, token, null, "stopped", "This executive no longer exists.");
      if (row.stopAskedAt) return endEarly(ctx, row, token, worker, "stopped", stoppedByPerson);
      // If every attempt killed its process, none of them could record the failure.
      if (row.attempts > limits.attempts) return endEarly(ctx, row, token, worker, "failed", failedEveryTime);
      return workOn(ctx, { row, token }, worker);
    },
    async begin(platform: Platform, company, given) {
      const { row, token, agent, jobId, place } = given as StartedRun;
      const handler = agencyOf(platform).skillHandlers.get(row.skill);
      const ctx: Ctx = { ...platform, company, actor: { kind: "system" }, origin: null, ...place };
      if (!handler) return endEarly(ctx, row, token, null, "stopped", "This executive no longer exists.");
      return workOn(ctx, { row, token, jobId }, { agent, handler });
    },
    async dead(platform: Platform, company, { runId }) {
      const ctx = await agencyOf(platform).context(platform, company);
      await write(ctx, async (tx) => {
        const row = await lease.endUnheld(tx, runId, { status: "failed", sentence: failedEveryTime });
        if (row) await finishEarly(tx, { row, ...(await findWorker(tx, row)) }, "failed", failedEveryTime);
      });
    },
  });
}

const failedEveryTime = "Every attempt failed. Ask again, or contact the administrator of this installation.";

/** The run, if it may be claimed now; one held elsewhere is checked again when its lease ends. */
async function findClaimable(tx: Tx, runId: string): Promise<store.RunRow | null> {
  const [, found, counts] = await batch(
    tx,
    () => waiting.acquireRunLock(tx),
    () => lease.findLeased(tx, runId),
    () => waiting.countRuns(tx),
  );
  if (!found) return null;
  const { row, heldFor } = found;
  if (row.status !== "queued" && row.status !== "running") return null;
  if (row.status === "running" && heldFor > 0) {
    // The job was delivered again while the run has a worker. The end of its lease shows if that worker is alive.
    await tx.jobs.send(tx.db, runJobName, tx.company, { runId }, { after: heldFor + limits.leaseOver });
    return null;
  }
  // The end of any run wakes the longest-waiting one.
  return row.stopAskedAt || hasCapacity(counts) ? row : null;
}

/** Ends a run before any work on it. */
async function endEarly(
  ctx: Ctx,
  row: store.RunRow,
  token: string,
  worker: Worker | null,
  status: "failed" | "stopped",
  sentence: string,
): Promise<void> {
  await write(ctx, async (tx) => {
    if (!(await lease.end(tx, row.id, token, { status, sentence }))) return;
    await finishEarly(tx, { row, ...worker }, status, sentence);
  });
}
