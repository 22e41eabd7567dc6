import { agencyOf } from "#agency/agency.ts";
import { addCosts, EngineFailed, rules } from "#agency/engine.ts";
import { actionRefusal } from "#agency/policy.ts";
import { trusted } from "#agency/prompt.ts";
import { runTried } from "#agency/run/events.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits } from "#agency/run/limits.ts";
import { firstOrigin } from "#agency/run/replay.ts";
import * as rows from "#agency/run/steps/store.ts";
import { errorOf } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import type { RunSession, StepOptions } from "#agency/skill.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { inheritedOrigin, type Origin } from "#contract/origins.ts";
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
  const actions = new Map([...agency.actions].filter(([id]) => !denied.has(id)));
  const signal = AbortSignal.timeout(ctx.models.calls.timeout);
  const until = performance.now() + ctx.models.calls.timeout;
  const acting: Ctx = { ...ctx, agency: { ...agency, actions }, actor: { kind: "agent", id: agent.id } };
  const seen = new Set<Origin>([firstOrigin(row)]);
  const after: string[] = [];
  let cost: Cost = { state: "zero", usd: 0 };
  let maxSteps: number = limits.steps;

  async function step<T>(title: string, work: (at: Ctx) => Promise<T>, options: StepOptions<T> = {}): Promise<T> {
    if (after.length >= maxSteps) throw new AppError("conflict", `Stopped: it took more than ${limits.steps} steps.`);
    after.push(title);
    const key = fingerprint(title, options.given ?? null);
    // Model calls are always repeated.
    const recordedStep = options.request ? undefined : steps.find((one) => one.key === key && one.status !== "running");
    if (recordedStep?.status === "failed") throw errorOf(recordedStep);
    return recordedStep ? (recordedStep.result as T) : work({ ...acting, now: now() });
  }
  const session: RunSession = {
    runId,
    agent,
    ctx: acting,
    signal,
    get origin() {
      return inheritedOrigin(seen);
    },
    step,
    async use(action, input) {
      const refusal = denied.has(action.id)
        ? new AppError("forbidden", `${agent.name} may not use ${action.label.toLowerCase()} here.`)
        : actionRefusal(agent, action, "working");
      if (refusal) throw refusal;
      const taken = action.input.parse(input);
      const caller = { agent, runId, origin: row.origin, engine: row.engine };
      const given = { tool: action.id, input: taken };
      const output = await step(action.label, (at) => action.run(at, caller, taken), { given });
      return action.output.parse(output);
    },
    async delegate(to, other, input) {
      const given = { to: to.id, skill: other.id, input };
      const { origin, output } = await step<{ origin: Origin; output: unknown }>(
        `Ask ${to.name} (${to.role}): ${other.label}`,
        () => Promise.reject(new AppError("conflict", `${to.name} is not asked in a trial.`)),
        { given },
      );
      seen.add(origin);
      return other.output.parse(output);
    },
    reads: (...origins) => origins.forEach((origin) => seen.add(origin)),
    cites: () => undefined,
    later: () => undefined,
    spends: (more) => {
      cost = addCosts(cost, more);
    },
    drafts: () => undefined,
    timeLeft: () => Math.max(0, until - performance.now()),
    beginPhase: () => {
      maxSteps = after.length + limits.steps;
    },
    answersWith: (id) => {
      answeredBy = id;
    },
  };
  const given = { input: skill.input.parse(row.input), prompt: promptWith(row.given, whatIf.instructions) };
  const engine = await agency.chooseEngine(ctx, {
    skill,
    agent,
    askedBy: ctx.actor.kind === "user" ? ctx.actor.id : null,
    ...(whatIf.model ? { model: whatIf.model } : {}),
  });
  let answeredBy = engine.id;
  let sentence: string | null = null;
  const output: unknown = await engine.run(skill, session, given).catch((error: unknown) => {
    if (!(error instanceof EngineFailed)) throw error;
    sentence = error.message;
    answeredBy = rules.id;
    session.beginPhase();
    return error.prepared ? error.prepared.output : rules.run(skill, session, given);
  });
  await write({ ...ctx, now: now() }, (tx) => record(tx, runTried(row, { engine: answeredBy, ...whatIf })));
  const before = steps.map(({ title }) => title);
  return { row, output: skill.output.parse(output), engine: answeredBy, cost, sentence, steps: { before, after } };
}

/** The recorded prompt, with other instructions of the owner. */
function promptWith(given: readonly GivenPart[], instructions: string | null): readonly GivenPart[] {
  if (instructions === null) return given;
  const others = given.filter(({ kind }) => kind !== "instructions");
  if (!instructions.trim()) return others;
  const [who, ...rest] = others;
  return [...(who ? [who] : []), trusted("instructions", instructions.trim(), "owner"), ...rest];
}
