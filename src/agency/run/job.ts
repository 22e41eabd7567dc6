import { randomUUID } from "node:crypto";
import { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { limits } from "#agency/run/limits.ts";
import { finishEarly, perform, stoppedByPerson } from "#agency/run/perform.ts";
import { isRoom } from "#agency/run/waiting/room.ts";
import { type InHand, runJobName, stopJobName } from "#agency/run/start.ts";
import { Interrupted } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import * as lease from "#agency/run/lease/store.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import type { Persona } from "#agency/persona.ts";
import type { Duty } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import type { Ctx, Platform, Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { defineJob, type Job } from "#platform/jobs.ts";

type Who = { agent: Persona; duty: Duty };

const input = z.strictObject({ runId: z.uuid() });

/** Runs that one instance works on at the same time; one that hangs keeps no other waiting. */
const atOnceHere = 8;

/** Who works with which skill; one that is gone meanwhile does not. */
async function staffOf(tx: Tx, row: store.RunRow): Promise<Who | null> {
  const { duties, persona } = agencyOf(tx);
  const [duty, agent] = [duties.get(row.skill), await persona(tx, row.agentId)];
  return duty && agent ? { duty, agent } : null;
}

/** The background work on runs, for every duty: doing them, and ending those that wait. */
export const runJobs = (): readonly Job<typeof input, Platform>[] => [runJob(), stopJob()];

/** Ends a run that somebody asked to stop before it began. */
function stopJob(): Job<typeof input, Platform> {
  return defineJob({
    ...stopJobName,
    input,
    async run(platform: Platform, company, { runId }) {
      const ctx = await agencyOf(platform).context(platform, company);
      await write(ctx, async (tx) => {
        // Whoever took it up meanwhile sees by themselves that it shall stop.
        const row = await lease.endUnheld(tx, runId, { status: "stopped", sentence: stoppedByPerson });
        if (row) await finishEarly(tx, { row, ...(await staffOf(tx, row)) }, "stopped", stoppedByPerson);
      });
    },
  });
}

/** The background work on runs, for every duty. */
export function runJob(): Job<typeof input, Platform> {
  async function workOn(ctx: Ctx, run: { row: store.RunRow; token: string; jobId?: string }, who: Who): Promise<void> {
    const { agentId } = run.row;
    const acting: Ctx = { ...ctx, actor: { kind: "agent", id: agentId } };
    try {
      await perform(acting, { ...run, ...who }, true);
    } catch (error) {
      // The run says why it ended; only what may go well another time is the queue's to try again.
      if (error instanceof Interrupted || (error instanceof AppError && error.code !== "unavailable")) return;
      throw error;
    }
  }
  return defineJob({
    ...runJobName,
    input,
    concurrency: atOnceHere,
    async run(platform: Platform, company, { runId }) {
      const ctx = await agencyOf(platform).context(platform, company);
      const token = randomUUID();
      const taken = await write(ctx, async (tx) => {
        const found = await mayClaim(tx, runId);
        if (!found) return null;
        const [row, who] = await batch(
          tx,
          () => lease.claim(tx, runId, token, limits.lease),
          () => staffOf(tx, found),
        );
        return row && { row, who };
      });
      if (!taken) return;
      const { row, who } = taken;
      if (!who) return endEarly(ctx, row, token, null, "stopped", "The executive is no longer there.");
      if (row.stopAskedAt) return endEarly(ctx, row, token, who, "stopped", stoppedByPerson);
      // Where each attempt took the whole process with it, nobody was left to say so.
      if (row.attempts > limits.attempts) return endEarly(ctx, row, token, who, "failed", brokeEveryTime);
      return workOn(ctx, { row, token }, who);
    },
    async begin(platform: Platform, company, given) {
      const { row, token, agent, jobId, place } = given as InHand;
      const duty = agencyOf(platform).duties.get(row.skill);
      const ctx: Ctx = { ...platform, company, actor: { kind: "system" }, origin: null, ...place };
      if (!duty) return endEarly(ctx, row, token, null, "stopped", "The executive is no longer there.");
      return workOn(ctx, { row, token, jobId }, { agent, duty });
    },
    async dead(platform: Platform, company, { runId }) {
      const ctx = await agencyOf(platform).context(platform, company);
      await write(ctx, async (tx) => {
        const row = await lease.endUnheld(tx, runId, { status: "failed", sentence: brokeEveryTime });
        if (row) await finishEarly(tx, { row, ...(await staffOf(tx, row)) }, "failed", brokeEveryTime);
      });
    },
  });
}

const brokeEveryTime = "It broke off every time it was tried. Ask again, or tell whoever runs this installation.";

/** Gives a run that may be taken now; one that is held elsewhere is looked at again when that lease ends. */
async function mayClaim(tx: Tx, runId: string): Promise<store.RunRow | null> {
  const [, found, room] = await batch(
    tx,
    () => waiting.acquireRunLock(tx),
    () => lease.findLeased(tx, runId),
    () => waiting.room(tx),
  );
  if (!found) return null;
  const { row, heldFor } = found;
  if (row.status !== "queued" && row.status !== "running") return null;
  if (row.status === "running" && heldFor > 0) {
    // Its job came back although somebody works on it: they may be gone, which is known when their lease is over.
    await tx.jobs.send(tx.db, runJobName, tx.company, { runId }, { after: heldFor + limits.leaseOver });
    return null;
  }
  // Whoever ends a run wakes the one that has waited longest.
  return row.stopAskedAt || isRoom(room) ? row : null;
}

/** Ends a run before anybody works on it. */
async function endEarly(
  ctx: Ctx,
  row: store.RunRow,
  token: string,
  who: Who | null,
  status: "failed" | "stopped",
  sentence: string,
): Promise<void> {
  await write(ctx, async (tx) => {
    if (!(await lease.end(tx, row.id, token, { status, sentence }))) return;
    await finishEarly(tx, { row, ...who }, status, sentence);
  });
}
