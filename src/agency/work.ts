import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import type { Cost } from "#contract/words.ts";
import { perform } from "#agency/run/perform.ts";
import { assign, type Assignment, openHeld } from "#agency/run/start.ts";
import { duty } from "#agency/skill.ts";
import type { Fact } from "#contract/report.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { isOpen, write } from "#platform/db/transaction.ts";

/** What an agent's work came to. */
export type Outcome<Output> = {
  runId: string;
  output: Output;
  /** "rules", or "provider/model". */
  engine: string;
  /** The company's own rows it stands on. */
  evidence: Fact[];
  cost: Cost;
};

/**
 * The one door to an agent's work. "queue" writes it down in the verb's transaction and gives the id of its run, which goes
 * on in the background; "wait" lets the agent do it now and gives what it came to, by rules where that is inside a verb's
 * transaction. Throws what a person may read as an
 * AppError.
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
): Promise<Outcome<z.output<O>>>;
export function work<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx | Tx,
  assignment: Assignment<I, O>,
  how: "queue" | "wait",
): Promise<string | Outcome<z.output<O>>> {
  return how === "queue" ? assign(ctx as Tx, assignment) : waitFor(ctx, assignment);
}

async function waitFor<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  assignment: Assignment<I, O>,
): Promise<Outcome<z.output<O>>> {
  const token = randomUUID();
  const row = await write(ctx, (tx) => openHeld(tx, assignment, token));
  const { agent, skill } = assignment;
  // Inside a person's own verb it is they who act.
  const acting: Ctx = isOpen(ctx) ? ctx : { ...ctx, actor: { kind: "agent", id: agent.id } };
  const held = { row, token, agent, duty: agencyOf(ctx).duties.get(skill.id) ?? duty({ skill }) };
  const { output, facts: evidence, engine, cost } = await perform(acting, held, false);
  return { runId: row.id, output: output as z.output<O>, engine, evidence, cost };
}
