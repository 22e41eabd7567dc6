import { agencyOf } from "#agency/agency.ts";
import { trusted } from "#agency/prompt.ts";
import { dryRun } from "#agency/run/dry.ts";
import { runTried } from "#agency/run/events.ts";
import { firstOrigin } from "#agency/run/replay.ts";
import * as rows from "#agency/run/steps/store.ts";
import * as store from "#agency/run/store.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import { now } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** What a trial changes; null: unchanged. */
export type WhatIf = {
  model: string | null;
  /** In place of the owner's instructions to the agent. */
  instructions: string | null;
  /** Actions the policy forbids in it. */
  withoutActions: readonly string[];
};

export type Tried = {
  row: store.RunRow;
  output: unknown;
  engine: string;
  cost: Cost;
  /** Why rules finished it; null if the model did. */
  sentence: string | null;
  /** The titles of the steps, then and now. */
  steps: { before: string[]; after: string[] };
};

/**
 * Repeats a finished run with another model, prompt or policy. A recorded step returns its recorded result, so that
 * only the change makes a difference; other steps run now. No other agent is asked, no run is stored, and the result
 * has no effects.
 */
export async function tryRun(ctx: Ctx, runId: string, whatIf: WhatIf): Promise<Tried> {
  const { row, steps, agent } = await read(ctx, async (tx) => {
    const found = await store.find(tx, runId);
    if (!found) throw notFound();
    return {
      row: found,
      steps: await rows.ofRun(tx, runId),
      agent: await agencyOf(tx).persona(tx, found.agentId),
    };
  });
  const agency = agencyOf(ctx);
  const handler = agency.skillHandlers.get(row.skill);
  if (!handler || !agent) throw new AppError("conflict", "This executive or skill no longer exists.");
  if (row.status !== "done") throw new AppError("conflict", "Only a finished run can be tried again.");
  if (row.given === null) throw new AppError("conflict", "The prompts and replies of this run are no longer kept.");
  const denied = new Set(whatIf.withoutActions);
  const unknown = whatIf.withoutActions.find((id) => !agency.actions.has(id));
  if (unknown !== undefined) throw new AppError("unprocessable", `There is no action "${unknown}".`);
  const { skill } = handler;
  const engine = await agency.chooseEngine(ctx, {
    skill,
    agent,
    askedBy: ctx.actor.kind === "user" ? ctx.actor.id : null,
    ...(whatIf.model ? { model: whatIf.model } : {}),
  });
  const { timeout } = ctx.models.calls;
  const prompt = promptWith(row.given, whatIf.instructions);
  const { output, sentence, cost, ...done } = await dryRun(
    ctx,
    { runId, agent, skill, input: row.input, prompt, origin: firstOrigin(row) },
    {
      engine,
      signal: AbortSignal.timeout(timeout),
      until: performance.now() + timeout,
      recorded: steps,
      denied,
      endsByRules: true,
    },
  );
  await write({ ...ctx, now: now() }, (tx) => record(tx, runTried(row, { engine: done.engine, ...whatIf })));
  const before = steps.map(({ title }) => title);
  return { row, output, engine: done.engine, cost, sentence, steps: { before, after: done.steps } };
}

/** The recorded prompt, with other instructions of the owner. */
function promptWith(given: readonly GivenPart[], instructions: string | null): readonly GivenPart[] {
  if (instructions === null) return given;
  const others = given.filter(({ kind }) => kind !== "instructions");
  if (!instructions.trim()) return others;
  const [who, ...rest] = others;
  return [...(who ? [who] : []), trusted("instructions", instructions.trim(), "owner"), ...rest];
}
