import { agencyOf } from "#agency/agency.ts";
import { runStarted } from "#agency/run/events.ts";
import { randomUUID } from "node:crypto";
import { skillRefusal } from "#agency/policy.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits } from "#agency/run/limits.ts";
import { queueRefusal, mayStartNow } from "#agency/run/waiting/room.ts";
import * as store from "#agency/run/store.ts";
import * as lease from "#agency/run/lease/store.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import type { Persona } from "#agency/persona.ts";
import { promptDigest } from "#agency/prompt.ts";
import type { Skill } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import type { Trigger } from "#contract/runs.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { z } from "zod";

/** A run started directly with its assignment: what its worker needs. */
export type StartedRun = {
  row: store.RunRow;
  token: string;
  agent: Persona;
  /** The job that restarts it if its worker is gone. */
  jobId: string;
  place: Pick<Tx, "now" | "timeZone" | "currency">;
};

export const runJobName = { name: "agent-run" };
/** The job that stops a queued run; separate, so that it never waits behind running ones. */
export const stopJobName = { name: "agent-run-stop" };

export type Assignment<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  agent: Persona;
  skill: Skill<I, O>;
  input: z.output<I>;
  /** Where its input came from. */
  origin: Origin;
  trigger: Trigger;
  /** Only the person who asks can read the run, which rules alone do; what that person may read, it may. */
  isPrivate?: boolean;
  /** The earliest start. */
  notBefore?: Date;
};

/** The place of a delegated run below its parent. */
export type Place = { parentId: string; depth: number; privateTo?: string | null };

/** Started by the clock or an event, so no person waits for it. */
const startsAlone = (trigger: Trigger): boolean => trigger === "schedule" || trigger === "event";

/** The same for equal agent, skill and input. */
export const runKey = (asked: { agent: { id: string }; skill: { id: string }; input: unknown }): string =>
  fingerprint(asked.skill.id, { agent: asked.agent.id, input: asked.input });

/**
 * Throws for a run that would start on its own while autonomous work is on hold. The caller holds the run lock, so that
 * a concurrent stop either sees the run or is seen here.
 */
async function requireMayStart(tx: Tx, { trigger }: store.NewRun): Promise<void> {
  if (startsAlone(trigger) && (await agencyOf(tx).isHeld(tx)))
    throw new AppError("conflict", "Autonomous work is on hold. Initialize AGI oversight to resume it.");
}

/** Creates a run that the caller works on; throws if the agent may not do it or autonomous work is on hold. */
export async function openHeld<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
  token: string,
  place: Place | null = null,
): Promise<store.RunRow> {
  const row = rowOf(tx, assignment, place);
  if (startsAlone(row.trigger)) await waiting.acquireRunLock(tx);
  await requireMayStart(tx, row);
  const [held] = await batch(
    tx,
    () => lease.addHeld(tx, row, token, limits.lease),
    async () => (assignment.skill.isQuiet ? undefined : recordStart(tx, row)),
  );
  return held;
}

function rowOf<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
  place: Place | null,
): store.NewRun {
  const { agent, skill, origin, trigger, isPrivate = skill.isPrivate, notBefore } = assignment;
  const refusal = skillRefusal(agent, skill);
  if (refusal) throw refusal;
  const input = skill.input.parse(assignment.input);
  const askedBy = tx.actor.kind === "user" ? tx.actor.id : null;
  return {
    id: randomUUID(),
    agentId: agent.id,
    agentName: agent.name,
    agentRole: agent.role,
    skill: skill.id,
    label: skill.label,
    trigger,
    askedBy,
    privateTo: place ? (place.privateTo ?? null) : isPrivate ? askedBy : null,
    parentId: place?.parentId ?? null,
    depth: place?.depth ?? 0,
    input,
    given: skill.prompt(agent, input, origin),
    fingerprint: runKey({ agent, skill, input }),
    origin,
    startOrigin: origin,
    status: "queued" as const,
    engine: "rules",
    notBefore: notBefore ?? null,
  };
}

async function recordStart(tx: Tx, row: store.NewRun): Promise<void> {
  if (row.privateTo) return;
  await record(tx, runStarted(row, row.given ? promptDigest(row.given) : null));
}

/**
 * Creates a run in the background and returns its id. If this instance has a free worker and the company has capacity,
 * it starts at the commit; otherwise the queue notifies the instances. Throws if the agent may not do it, too many
 * runs wait, or it would start on its own while autonomous work is on hold.
 */
export async function assign<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
): Promise<string> {
  const row = rowOf(tx, assignment, null);
  const [, counts] = await batch(
    tx,
    () => waiting.acquireRunLock(tx),
    () => waiting.countRuns(tx),
  );
  await requireMayStart(tx, row);
  const { agent, notBefore } = assignment;
  const startsNow = !notBefore && mayStartNow(counts);
  // A run that starts now does not wait in the queue.
  const refusal = startsNow ? null : queueRefusal(counts);
  if (refusal) throw refusal;
  const start = async () => (assignment.skill.isQuiet ? undefined : recordStart(tx, row));
  const startReserved = !startsNow ? null : tx.jobs.reserve(tx.db, runJobName);
  const queue = (options: { at?: Date; after?: number; id?: string }) =>
    tx.jobs.send(tx.db, runJobName, tx.company, { runId: row.id }, options);
  if (!startReserved) {
    await batch(
      tx,
      () => store.add(tx, row),
      start,
      () => queue(notBefore ? { at: notBefore } : {}),
    );
    return row.id;
  }
  const [token, jobId] = [randomUUID(), randomUUID()];
  const [held] = await batch(
    tx,
    () => lease.addHeld(tx, row, token, limits.lease),
    start,
    () => queue({ id: jobId, after: limits.lease + limits.leaseOver }),
  );
  const { now, timeZone, currency } = tx;
  startReserved(tx.company, {
    row: held,
    token,
    agent,
    jobId,
    place: { now, timeZone, currency },
  } satisfies StartedRun);
  return row.id;
}
