import { barred } from "#agency/policy.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits } from "#agency/run/limits.ts";
import * as store from "#agency/run/store.ts";
import type { Persona } from "#agency/persona.ts";
import { markOf } from "#agency/prompt.ts";
import type { Skill } from "#agency/skill.ts";
import type { Origin } from "#contract/origins.ts";
import type { Trigger } from "#contract/runs.ts";
import type { Tx } from "#platform/context.ts";
import { together } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { z } from "zod";

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

/** Takes an assignment, writes the run that waits for it; refuses in a sentence what the agent may not do. */
async function open<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
  place: Place | null = null,
): Promise<string> {
  const row = rowOf(tx, assignment, place);
  await together(
    tx,
    () => store.add(tx, row),
    () => recordStart(tx, row),
  );
  return row.id;
}

/** Takes an assignment, writes the run as one that its writer works on; gives it. */
export async function openHeld<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
  token: string,
  place: Place | null = null,
): Promise<store.RunRow> {
  const row = rowOf(tx, assignment, place);
  const [held] = await together(
    tx,
    () => store.addHeld(tx, row, token, limits.lease),
    () => recordStart(tx, row),
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
    id: crypto.randomUUID(),
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
  return record(tx, {
    action: "run.started",
    resource: "run",
    resourceId: row.id,
    agentId: row.agentId,
    title: `${row.agentName} (${row.agentRole}): ${row.label}`,
    details: {
      skill: row.skill,
      trigger: row.trigger,
      parent: row.parentId ?? null,
      ...(row.given ? { given: markOf(row.given) } : {}),
    },
  });
}

/** Gives an agent a piece of work that is done in the background; gives the run. */
export async function assign<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
): Promise<string> {
  const id = await open(tx, assignment);
  const { notBefore } = assignment;
  await tx.jobs.send(tx.db, runJobName, tx.company, { runId: id }, notBefore ? { at: notBefore } : undefined);
  return id;
}
