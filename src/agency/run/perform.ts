import { runFinished } from "#agency/run/events.ts";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Write } from "#agency/action.ts";
import { agencyOf } from "#agency/agency.ts";
import { addCosts, EngineFailed, rules } from "#agency/engine.ts";
import type { Cost } from "#contract/words.ts";
import { skillRefusal, delegationRefusal } from "#agency/policy.ts";
import * as endings from "#agency/run/ending.ts";
import { limits } from "#agency/run/limits.ts";
import { type Assignment, openHeld, runKey, runJobName } from "#agency/run/start.ts";
import { Interrupted, Steps } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import * as lease from "#agency/run/lease/store.ts";
import * as stepRows from "#agency/run/steps/store.ts";
import { finishedWith, requireChildActionsAllowed, Uses } from "#agency/run/steps/uses.ts";
import { unwatched, watch } from "#agency/run/lease/watch.ts";
import { defineSkillHandler as handlerOf, type Finished, type RunSession } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { inheritedOrigin, type Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { Actor, Ctx } from "#platform/context.ts";
import { announce } from "#platform/live/announce.ts";
import { isOpen, read, batch, note, write } from "#platform/db/transaction.ts";

type Held = endings.HeldRun & {
  signal: AbortSignal;
  end: (reason: Error) => void;
  /** Until when a model may work, in milliseconds of `performance.now()`. */
  until: number;
};

/** The result of a run. */
type Done = { output: unknown; origin: Origin; facts: Fact[]; engine: string; cost: Cost };

/**
 * Runs a claimed run and returns its result. Early ends are recorded and thrown; retryable failures requeue the run.
 */
export async function perform(
  ctx: Ctx,
  run: Omit<Held, "signal" | "end" | "until" | "engine" | "cost">,
  canRetry: boolean,
  above?: Pick<Held, "signal" | "until">,
): Promise<Done> {
  const watched = isOpen(ctx) ? unwatched() : watch(ctx, run.row.id, run.token);
  const signal = above ? AbortSignal.any([above.signal, watched.signal]) : watched.signal;
  const held: Held = {
    ...run,
    signal,
    end: watched.end,
    until: above?.until ?? performance.now() + limits.run - limits.rules,
    engine: run.row.engine,
    cost: { state: run.row.costState, usd: run.row.costUsd },
  };
  try {
    return await execute(ctx, held);
  } catch (error) {
    // A rollback removes the run too.
    if (!isOpen(ctx)) await endings.handleFailure(ctx, held, error, canRetry);
    throw error;
  } finally {
    watched.stop();
  }
}

async function execute(acting: Ctx, held: Held): Promise<Done> {
  const { row, token, agent, handler } = held;
  const { skill } = handler;
  // A private run of another skill is about what no model may read.
  const byRules = isOpen(acting) || (row.privateTo !== null && row.depth === 0 && !skill.isPrivate);
  const refusal = skillRefusal(agent, skill);
  if (refusal) throw refusal;
  const input: unknown = skill.input.parse(row.input);
  const engine = byRules ? rules : await agencyOf(acting).chooseEngine(acting, { skill, agent, askedBy: row.askedBy });
  const ctx = { ...acting, reader: await readerOf(acting, held, engine.id) };
  held.engine = engine.id;
  if (engine.id !== row.engine) await note(ctx, (tx) => stepRows.putEngine(tx, row.id, token, engine.id));
  // A first attempt has no steps.
  const earlierSteps = row.attempts > 1 ? await read(ctx, (tx) => stepRows.ofRun(tx, row.id)) : [];
  const steps = new Steps(ctx, { id: row.id, token }, earlierSteps, held);
  const seen = new Set<Origin>([row.origin]);
  const facts: Fact[] = [];
  const uses = new Uses();
  const later: { action: Write; input: unknown }[] = [];
  let hasDelegated = false;
  /** Why the run's engine was replaced by rules. */
  let degraded: string | null = null;
  const session: RunSession = {
    runId: row.id,
    agent,
    signal: held.signal,
    ctx,
    get origin() {
      return inheritedOrigin(seen);
    },
    step: (title, work, options) => steps.step(title, work, options),
    use: uses.working({ agent, runId: row.id, origin: row.origin, engine: engine.id }, steps),
    delegate(to, other, given, share = 1 / 2) {
      hasDelegated = true;
      return steps
        .step(
          `Ask ${to.name} (${to.role}): ${other.label}`,
          async (at) => {
            const asked = { agent: to, skill: other, input: given, origin: session.origin, trigger: "agent" } as const;
            const { origin, output } = await delegate(at, held, asked, session.timeLeft() * share);
            return { origin, output };
          },
          { given: { to: to.id, skill: other.id, input: given }, limit: limits.run },
        )
        .then(({ origin, output }) => {
          seen.add(origin);
          return other.output.parse(output);
        });
    },
    timeLeft: () => Math.max(0, held.until - performance.now()),
    reads: (...origins) => origins.forEach((origin) => seen.add(origin)),
    cites: (...more) => facts.push(...more),
    later: (action, input) => later.push({ action: action as unknown as Write, input }),
    spends: (cost) => {
      held.cost = addCosts(held.cost, cost);
    },
    drafts: (draft) => steps.show(draft),
    beginPhase: () => steps.startOver(),
    answersWith: (id) => {
      held.engine = id;
    },
  };
  const given = { input, prompt: row.given ?? [] };
  const work = engine.run(skill, session, given).catch((error: unknown) => {
    if (!(error instanceof EngineFailed)) throw error;
    held.engine = rules.id;
    degraded = error.message;
    // The rules cite their own facts, so the model's are dropped. The origins it read still count.
    facts.length = 0;
    later.length = 0;
    if (error.prepared) {
      facts.push(...error.prepared.facts);
      return error.prepared.output;
    }
    steps.startOver();
    return rules.run(skill, session, given);
  });
  const output: unknown = skill.output.parse(await raceWithSignal(work, held.signal));
  const origin = inheritedOrigin(seen);
  await write(endings.withCurrentTime(ctx), async (tx) => {
    const ending = {
      status: "done" as const,
      output,
      facts,
      origin,
      sentence: degraded,
      degraded: degraded !== null,
      ...endings.spentBy(held),
    };
    const end = async (): Promise<void> => {
      if (!(await lease.end(tx, row.id, token, ending)))
        throw new Interrupted((await lease.isHeldBy(tx, row.id, token)) ? "stopped" : "lost");
    };
    // Only a delegating run or an earlier attempt can have left child runs.
    const stopChildren = async () => (hasDelegated || row.attempts > 1 ? endings.stopChildRuns(tx, row) : undefined);
    const recordFinish = async () =>
      skill.isQuiet ? undefined : endings.recordEnd(tx, row, (asking) => runFinished(row, asking));
    const wake = async (): Promise<void> => (row.parentId === null && !isOpen(ctx) ? endings.wakeNext(tx) : undefined);
    // One banner reports that the provider failed, instead of one message per run.
    const announceDegraded = async () =>
      degraded && announce(tx, { type: "run.degraded", id: row.id, refreshes: ["models"] });
    const dropJob = async () => held.jobId && tx.jobs.drop(tx.db, runJobName, held.jobId);
    if (!handler.deliver && later.length === 0)
      return void (await batch(tx, end, stopChildren, recordFinish, announceDegraded, wake, dropJob));
    // Since the start, a person may have paused the agent or reassigned its work.
    const [, current] = await batch(tx, end, () => agencyOf(tx).persona(tx, agent.id));
    if (hasDelegated) await requireChildActionsAllowed(tx, row.id);
    const by = { agent: uses.requireStillAllowed(current, skill), runId: row.id, origin, engine: held.engine };
    const finished: Finished = { ...by, askedBy: row.askedBy, use: finishedWith(tx, by) };
    await handler.deliver?.(tx, finished, output, input);
    await endings.takeLater(tx, row, finished, later);
    await batch(tx, stopChildren, recordFinish, announceDegraded, wake, dropJob);
  });
  return { output, origin, facts, engine: held.engine, cost: held.cost };
}

/** Who a run reads for: what others can read holds nothing confidential, and no model reads it. */
async function readerOf(ctx: Ctx, { row, agent }: Held, engine: string): Promise<Actor> {
  const { privateTo } = row;
  const person =
    privateTo !== null && engine === rules.id ? await read(ctx, (tx) => agencyOf(tx).person(tx, privateTo)) : null;
  return person ?? { kind: "agent", id: agent.id };
}

/** The work's result, or an error as soon as the signal aborts. */
async function raceWithSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  // The losing promise's rejection is ignored.
  work.catch(() => undefined);
  aborted.promise.catch(() => undefined);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Runs another agent's work under the parent; the parent's holder holds the child, so a crash hands over both. A model
 * may take `within` milliseconds, rules another step.
 */
async function delegate<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  parent: Held,
  assignment: Assignment<I, O>,
  within: number,
): Promise<{ origin: Origin; output: unknown }> {
  const { agent: to, skill } = assignment;
  const token = randomUUID();
  const place = { parentId: parent.row.id, depth: parent.row.depth + 1, privateTo: parent.row.privateTo };
  const { child, agent } = await write(endings.withCurrentTime(ctx), async (tx) => {
    // The agent may have been paused or switched off since it was looked up.
    const agent = await agencyOf(tx).persona(tx, to.id);
    if (!agent) throw new AppError("conflict", `${to.name} no longer exists.`);
    const asked = { ...assignment, agent };
    const key = runKey(asked);
    const known = await store.findChild(tx, parent.row.id, key);
    if (known?.status === "done") return { child: known, agent };
    const refusal = delegationRefusal(await store.fingerprintsAbove(tx, parent.row.id), key);
    if (refusal) throw refusal;
    const child = await (known ? lease.take(tx, known.id, token, limits.lease) : openHeld(tx, asked, token, place));
    return { child, agent };
  });
  if (!child) throw new AppError("conflict", `${to.name} did not answer.`);
  if (child.status === "done") return { origin: child.origin, output: child.output };
  const held = { row: child, token, agent, handler: handlerOf({ skill }) };
  const timeout = new AbortController();
  const abort = () => timeout.abort(new AppError("conflict", `${to.name} did not answer in time.`));
  const timer = setTimeout(abort, within + limits.step);
  const above = { signal: AbortSignal.any([parent.signal, timeout.signal]), until: performance.now() + within };
  // A retry of the parent resumes the child.
  return perform(ctx, held, true, above).finally(() => clearTimeout(timer));
}
