import { runStarted } from "#agency/run/events.ts";
import { randomUUID } from "node:crypto";
import { barred } from "#agency/policy.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits } from "#agency/run/limits.ts";
import { crowded, mayBeginAtOnce } from "#agency/run/waiting/room.ts";
import * as store from "#agency/run/store.ts";
import * as lease from "#agency/run/lease/store.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import type { Persona } from "#agency/persona.ts";
import { markOf } from "#agency/prompt.ts";
import type { Skill } from "#agency/skill.ts";
import type { Origin } from "#contract/origins.ts";
import type { Trigger } from "#contract/runs.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { z } from "zod";

/** A run that was taken up as it was assigned: what its worker needs besides its own. */
export type InHand = {
  row: store.RunRow;
  token: string;
  agent: Persona;
  /** The job that brings it back should its worker be gone. */
  jobId: string;
  place: Pick<Tx, "now" | "timeZone" | "currency">;
};

/** The name of the job that works on a run. */
export const runJobName = { name: "agent-run" };
/** The name of the job that ends a run that waits: it never waits behind one that works. */
export const stopJobName = { name: "agent-run-stop" };

/** A piece of work for an agent. */
export type Assignment<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  agent: Persona;
  skill: Skill<I, O>;
  input: z.output<I>;
  /** Where what it was given came from. */
  origin: Origin;
  trigger: Trigger;
  /** It waits at least until then. */
  notBefore?: Date;
};

/** Where a run hangs that another one delegated. */
export type Place = { parentId: string; depth: number };

/** Takes who shall do what with which input, gives the line that is the same for the same work. */
export const printOf = (asked: { agent: { id: string }; skill: { id: string }; input: unknown }): string =>
  fingerprint(asked.skill.id, { agent: asked.agent.id, input: asked.input });

/** Takes an assignment, writes the run as one that its writer works on; gives it. Refuses in a sentence what the agent may not do. */
export async function openHeld<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
  token: string,
  place: Place | null = null,
): Promise<store.RunRow> {
  const row = rowOf(tx, assignment, place);
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
  const { agent, skill, origin, trigger, notBefore } = assignment;
  const refusal = barred(agent, skill);
  if (refusal) throw refusal;
  const input = skill.input.parse(assignment.input);
  return {
    id: randomUUID(),
    agentId: agent.id,
    agentName: agent.name,
    agentRole: agent.role,
    skill: skill.id,
    label: skill.label,
    trigger,
    askedBy: tx.actor.kind === "user" ? tx.actor.id : null,
    parentId: place?.parentId ?? null,
    depth: place?.depth ?? 0,
    input,
    given: skill.prompt(agent, input, origin),
    fingerprint: printOf({ agent, skill, input }),
    origin,
    status: "queued" as const,
    engine: "rules",
    notBefore: notBefore ?? null,
  };
}

function recordStart(tx: Tx, row: store.NewRun): Promise<void> {
  return record(tx, runStarted(row, row.given ? markOf(row.given) : null));
}

/**
 * Gives an agent a piece of work that is done in the background; gives the run. Where this instance has a free hand and the
 * company room, it begins with the commit; else the queue tells whoever has. Refuses in a sentence what the agent may
 * not do, and what is too much.
 */
export async function assign<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
): Promise<string> {
  const row = rowOf(tx, assignment, null);
  const [, room] = await batch(
    tx,
    () => waiting.acquireRunLock(tx),
    () => waiting.room(tx),
  );
  const { agent, notBefore } = assignment;
  const atOnce = !notBefore && mayBeginAtOnce(room);
  // What does not wait stands in nobody's queue.
  const refusal = atOnce ? null : crowded(room);
  if (refusal) throw refusal;
  const hand = !atOnce ? null : tx.jobs.reserve(tx.db, runJobName);
  const queue = (options: { at?: Date; after?: number; id?: string }) =>
    tx.jobs.send(tx.db, runJobName, tx.company, { runId: row.id }, options);
  if (!hand) {
    await batch(
      tx,
      () => store.add(tx, row),
      () => recordStart(tx, row),
      () => queue(notBefore ? { at: notBefore } : {}),
    );
    return row.id;
  }
  const [token, jobId] = [randomUUID(), randomUUID()];
  const [held] = await batch(
    tx,
    () => lease.addHeld(tx, row, token, limits.lease),
    () => recordStart(tx, row),
    () => queue({ id: jobId, after: limits.lease + limits.leaseOver }),
  );
  const { now, timeZone, currency } = tx;
  hand(tx.company, { row: held, token, agent, jobId, place: { now, timeZone, currency } } satisfies InHand);
  return row.id;
}
