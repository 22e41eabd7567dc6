import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { limits } from "#agency/run/limits.ts";
import { perform } from "#agency/run/perform.ts";
import { type Assignment, open } from "#agency/run/start.ts";
import * as store from "#agency/run/store.ts";
import type { Skill } from "#agency/skill.ts";
import type { Fact } from "#contract/report.ts";
import type { Ctx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";

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
  const row = await write(ctx, async (tx) => store.take(tx, await open(tx, assignment), token, limits.lease));
  if (!row) throw new Error("The run vanished before it began.");
  const { agent, skill } = assignment;
  const acting: Ctx = { ...ctx, actor: { kind: "agent", id: agent.id } };
  const output = (await perform(
    acting,
    { row, token, agent, duty: { skill: skill as unknown as Skill } },
    false,
  )) as z.output<O>;
  const done = await read(ctx, (tx) => store.find(tx, row.id));
  if (!done) throw new Error("The run vanished before it ended.");
  const { engine, facts: evidence, costState: state, costUsd: usd } = done;
  return { runId: row.id, output, engine, evidence, usage: { state, usd } };
}
