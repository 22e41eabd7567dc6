import { agencyOf } from "#agency/agency.ts";
import type { Persona } from "#agency/persona.ts";
import { rules } from "#agency/engine.ts";
import * as runs from "#agency/run/store.ts";
import { runKey } from "#agency/run/start.ts";
import { work } from "#agency/work.ts";
import { AppError } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import { type Argued, argument } from "#features/decisions/argument/contract.ts";
import { argue } from "#features/decisions/argument/skills.ts";
import type { Tx } from "#platform/context.ts";

type Proposed = { id: string; decisionType: string; origin: Origin; runId: string };

/** Has the agent argue its proposal in the background, where a language model is connected. */
export async function beginArgument(
  tx: Tx,
  agent: Persona,
  { id, decisionType, origin, runId }: Proposed,
): Promise<void> {
  const engine = await agencyOf(tx).chooseEngine(tx, { skill: argue, agent, askedBy: null });
  if (engine.id === rules.id) return;
  const input = { decisionId: id, decisionType };
  const isByPerson = (await runs.find(tx, runId))?.trigger === "person";
  try {
    await work(tx, { agent, skill: argue, input, origin, trigger: isByPerson ? "person" : "event" }, "queue");
  } catch (error) {
    // The proposal is complete without an argument.
    if (!(error instanceof AppError)) throw error;
  }
}

/** The run that argues a decision, with its result; null where there is none. */
export async function argumentOf(
  tx: Tx,
  decision: { id: string; decisionType: string; agentId: string; createdAt: Date },
): Promise<Argued | null> {
  const { id, decisionType, agentId, createdAt } = decision;
  const key = runKey({ agent: { id: agentId }, skill: argue, input: { decisionId: id, decisionType } });
  // It was queued in the transaction that proposed the decision.
  const row = await runs.findAt(tx, { agentId, fingerprint: key, at: createdAt });
  if (!row) return null;
  const { success, data } = argument.safeParse(row.output);
  const cost = { state: row.costState, usd: row.costUsd };
  return { runId: row.id, status: row.status, engine: row.engine, cost, argument: success ? data : null };
}
