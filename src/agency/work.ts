import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { rules } from "#agency/engine.ts";
import { AppError } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import type { Cost } from "#contract/words.ts";
import { stoppedByPerson } from "#agency/run/ending.ts";
import { perform } from "#agency/run/perform.ts";
import { assign, type Assignment, openHeld } from "#agency/run/start.ts";
import { Interrupted } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import { defineSkillHandler, type Skill } from "#agency/skill.ts";
import type { Fact } from "#contract/report.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { isOpen, read, write } from "#platform/db/transaction.ts";

/** The result of an agent's work. */
export type Outcome<Output> = {
  runId: string;
  output: Output;
  /** The least trusted origin of what it has read. */
  origin: Origin;
  /** "rules", or "provider/model". */
  engine: string;
  /** The company's own rows it is based on. */
  evidence: Fact[];
  cost: Cost;
};

/**
 * The single entry point to an agent's work. "queue" records the run in the caller's transaction and returns its id; it
 * runs in the background. "wait" runs it now and returns the outcome, by rules if inside a transaction. Errors a person
 * may read are AppErrors.
 */
export function work<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  assignment: Assignment<I, O>,
  how: "queue",
): Promise<string>;
export function work<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  assignment: Assignment<I, O>,
  how: "wait",
  opening?: Opening,
): Promise<Outcome<z.output<O>>>;
export function work<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx | Tx,
  assignment: Assignment<I, O>,
  how: "queue" | "wait",
  opening?: Opening,
): Promise<string | Outcome<z.output<O>>> {
  return how === "queue" ? assign(ctx as Tx, assignment) : waitFor(ctx, assignment, opening);
}

/** What the person who waits for a run reads when it was taken from its worker. */
async function interruptionOf(ctx: Ctx, id: string, { why }: Interrupted): Promise<string> {
  if (why === "stopped") return stoppedByPerson;
  const run = await read(ctx, (tx) => store.find(tx, id));
  if (!run) return "This work was deleted before it ended.";
  if (run.status === "stopped") return run.sentence ?? stoppedByPerson;
  return "Another worker took over this work. Its run shows the result.";
}

/** Called in the transaction that creates the run. */
type Opening = (tx: Tx, runId: string) => Promise<void>;

async function waitFor<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  assignment: Assignment<I, O>,
  opening?: Opening,
): Promise<Outcome<z.output<O>>> {
  const token = randomUUID();
  const row = await write(ctx, async (tx) => {
    const opened = await openHeld(tx, assignment, token);
    await opening?.(tx, opened.id);
    return opened;
  });
  const { agent, skill } = assignment;
  // Inside a person's transaction, that person stays the actor.
  const acting: Ctx = isOpen(ctx) ? ctx : { ...ctx, actor: { kind: "agent", id: agent.id } };
  const held = {
    row,
    token,
    agent,
    handler: agencyOf(ctx).skillHandlers.get(skill.id) ?? defineSkillHandler({ skill }),
  };
  const done = await perform(acting, held, false).catch(async (error: unknown) => {
    if (error instanceof Interrupted) throw new AppError("conflict", await interruptionOf(ctx, row.id, error));
    throw error;
  });
  const { output, origin, facts: evidence, engine, cost } = done;
  return { runId: row.id, output: output as z.output<O>, origin, engine, evidence, cost };
}

/** Whether a language model would do this work. If so, do it before a transaction: none may wait for a model. */
export async function isForModel<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  { skill, agent }: Pick<Assignment<I, O>, "skill" | "agent">,
): Promise<boolean> {
  if (isOpen(ctx)) return false;
  const work = { skill: skill as unknown as Skill, agent, askedBy: person(ctx).id };
  return (await agencyOf(ctx).chooseEngine(ctx, work)).id !== rules.id;
}

/** The origin of a result's text: the caller's if rules wrote it, else the least trusted one the model has read. */
export const originOfWords = (ctx: Ctx, { engine, origin }: Pick<Outcome<unknown>, "engine" | "origin">): Origin =>
  engine === rules.id ? originOf(ctx) : origin;
