import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { perform } from "#agency/run/perform.ts";
import { type Assignment, openHeld } from "#agency/run/start.ts";
import { duty } from "#agency/skill.ts";
import type { Fact } from "#contract/report.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** What an agent's work came to. */
export type Outcome<Output> = {
  runId: string;
  output: Output;
  /** "rules", or "provider/model". */
  engine: string;
  /** The company's own rows it stands on. */
  evidence: Fact[];
  usage: { state: "zero" | "billed" | "imputed" | "unknown"; usd: number | null };
};

/**
 * The one door to an agent's work: lets it do a piece of work now and gives what it came to. What may take longer goes to
 * the background instead (`assign`), through the same runs. Throws what a person may read as an AppError.
 */
export async function work<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  assignment: Assignment<I, O>,
): Promise<Outcome<z.output<O>>> {
  const token = randomUUID();
  const row = await write(ctx, (tx) => openHeld(tx, assignment, token));
  const { agent, skill } = assignment;
  const acting: Ctx = { ...ctx, actor: { kind: "agent", id: agent.id } };
  const held = { row, token, agent, duty: duty({ skill }) };
  const { output, facts: evidence } = await perform(acting, held, false);
  const { engine, costState: state, costUsd: usd } = row;
  return { runId: row.id, output: output as z.output<O>, engine, evidence, usage: { state, usd } };
}
