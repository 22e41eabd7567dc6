import { runFailed, runFinished, runStopped } from "#agency/run/events.ts";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { agencyOf } from "#agency/agency.ts";
import { addCosts, rules } from "#agency/engine.ts";
import type { Cost } from "#contract/words.ts";
import { barred, delegationRefusal } from "#agency/policy.ts";
import { isTransient } from "#agency/passing.ts";
import { limits } from "#agency/run/limits.ts";
import { openHeld, runKey, runJobName } from "#agency/run/start.ts";
import { Interrupted, Steps, sentenceOf } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import * as lease from "#agency/run/lease/store.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import * as stepRows from "#agency/run/steps/store.ts";
import { finishedWith, requireStillBelow, Uses } from "#agency/run/steps/uses.ts";
import { unwatched, watch } from "#agency/run/lease/watch.ts";
import { type Duty, duty as dutyOf, type Finished, type RunSession, type Skill } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { inheritedOrigin, type Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import { now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { isOpen, read, batch, write } from "#platform/db/transaction.ts";
import type { Entry } from "#platform/journal/event.ts";
import { record } from "#platform/journal/record.ts";

/** A run held by this process. */
type Held = {
  row: store.RunRow;
  token: string;
  agent: Persona;
  duty: Duty;
  signal: AbortSignal;
  /** Ends the run with a reason. */
  end: (reason: Error) => void;
  /** The engine of this attempt, and the cost so far. */
  engine: string;
  cost: Cost;
  /** The job that would restart it, if it was started without one. */
  jobId?: string;
};

/** A transaction has one moment; a run outside one follows the clock. */
const withCurrentTime = (ctx: Ctx): Ctx => (isOpen(ctx) ? ctx : { ...ctx, now: now() });

export const stoppedByPerson = "Stopped by a person.";

/** Retrying would not change these. */
const isExpected = (error: unknown): boolean => error instanceof AppError && error.code !== "unavailable";

/**
 * Whether another attempt may succeed. A delegated run retries transient failures only; its parent handles the rest.
 */
const isRetryable = ({ parentId }: store.RunRow, error: unknown): boolean =>
  parentId === null ? !isExpected(error) : isTransient(error);

/** The result of a run. */
type Done = { output: unknown; origin: Origin; facts: Fact[]; engine: string; cost: Cost };

/**
 * Runs a claimed run and returns its result. Early ends are recorded and thrown; retryable failures requeue the run.
 */
export async function perform(
  ctx: Ctx,
  run: Omit<Held, "signal" | "end" | "engine" | "cost">,
  canRetry: boolean,
  above?: AbortSignal,
): Promise<Done> {
  const watched = isOpen(ctx) ? unwatched() : watch(ctx, run.row.id, run.token);
  const signal = above ? AbortSignal.any([above, watched.signal]) : watched.signal;
  const held: Held = {
    ...run,
    signal,
    end: watched.end,
    engine: run.row.engine,
    cost: { state: run.row.costState, usd: run.row.costUsd },
  };
  try {
    return await execute(ctx, held);
  } catch (error) {
    // A rollback removes the run too.
    if (!isOpen(ctx)) await handleFailure(ctx, held, error, canRetry);
    throw error;
  } finally {
    watched.leave();
  }
}

async function execute(ctx: Ctx, held: Held): Promise<Done> {
  const { row, token, agent, duty } = held;
  const { skill } = duty;
  const refusal = barred(agent, skill);
  if (refusal) throw refusal;
  const input: unknown = skill.input.parse(row.input);
  const engine = isOpen(ctx) ? rules : await agencyOf(ctx).chooseEngine(ctx, { skill, agent });
  held.engine = engine.id;
  // A first attempt has no steps.
  const kept = row.attempts > 1 ? await read(ctx, (tx) => stepRows.ofRun(tx, row.id)) : [];
  const steps = new Steps(ctx, { id: row.id, token }, kept, held);
  const seen = new Set<Origin>([row.origin]);
  const facts: Fact[] = [];
  const uses = new Uses();
  let hasDelegated = false;
  const session: RunSession = {
    runId: row.id,
    agent,
    signal: held.signal,
    ctx,
    step: (title, work, options) => steps.step(title, work, options),
    use: uses.working({ agent, runId: row.id, origin: row.origin, engine: engine.id }, steps),
    delegate(to, other, given) {
      hasDelegated = true;
      return steps
        .step(
          `Ask ${to.name} (${to.role}): ${other.label}`,
          async (at) => {
            const { origin, output } = await delegate(at, held, to, other, given);
            return { origin, output };
          },
          { given: { to: to.id, skill: other.id, input: given } },
        )
        .then(({ origin, output }) => {
          seen.add(origin);
          return other.output.parse(output) as never;
        });
    },
    reads: (...origins) => origins.forEach((origin) => seen.add(origin)),
    cites: (...more) => facts.push(...more),
    spends: (cost) => {
      held.cost = addCosts(held.cost, cost);
    },
  };
  const work = engine.run(skill, session, { input, prompt: row.given ?? [] });
  const output: unknown = skill.output.parse(await raceWithSignal(work, held.signal));
  const origin = inheritedOrigin(seen);
  await write(withCurrentTime(ctx), async (tx) => {
    const ending = { status: "done" as const, output, facts, origin, sentence: null, ...spentBy(held) };
    const end = async (): Promise<void> => {
      if (!(await lease.end(tx, row.id, token, ending)))
        throw new Interrupted((await lease.isHeldBy(tx, row.id, token)) ? "stopped" : "lost");
    };
    // Only a delegating run or an earlier attempt can have left child runs.
    const leave = async () => (hasDelegated || row.attempts > 1 ? stopChildRuns(tx, row) : undefined);
    const recordFinish = async () =>
      skill.isQuiet ? undefined : recordEnd(tx, row, (asking) => runFinished(row, asking));
    const wake = async (): Promise<void> => (row.parentId === null && !isOpen(ctx) ? wakeNext(tx) : undefined);
    const dropJob = async () => held.jobId && tx.jobs.drop(tx.db, runJobName, held.jobId);
    if (!duty.deliver) return void (await batch(tx, end, leave, recordFinish, wake, dropJob));
    // Since the start, a person may have paused the agent or reassigned its work.
    const [, current] = await batch(tx, end, () => agencyOf(tx).persona(tx, agent.id));
    if (hasDelegated) await requireStillBelow(tx, row.id);
    const by = { agent: uses.requireStillAllowed(current, skill), runId: row.id, origin, engine: engine.id };
    const finished: Finished = { ...by, askedBy: row.askedBy, use: finishedWith(tx, by) };
    await duty.deliver(tx, finished, output, input);
    await batch(tx, leave, recordFinish, wake, dropJob);
  });
  return { output, origin, facts, engine: engine.id, cost: held.cost };
}

const spentBy = ({ engine, cost }: Pick<Held, "engine" | "cost">) => ({
  engine,
  costState: cost.state,
  costUsd: cost.usd,
});

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

/** Runs another agent's work under the parent; the parent's holder holds the child, so a crash hands over both. */
async function delegate<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  parent: Held,
  to: Persona,
  skill: Skill<I, O>,
  input: z.output<I>,
): Promise<{ origin: Origin; output: unknown }> {
  const token = randomUUID();
  const place = { parentId: parent.row.id, depth: parent.row.depth + 1 };
  const { child, agent } = await write(withCurrentTime(ctx), async (tx) => {
    // The agent may have been paused or switched off since it was looked up.
    const agent = await agencyOf(tx).persona(tx, to.id);
    if (!agent) throw new AppError("conflict", `${to.name} no longer exists.`);
    const asked = { agent, skill, input, origin: parent.row.origin, trigger: "agent" as const };
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
  const held = { row: child, token, agent, duty: dutyOf({ skill }) };
  // A retry of the parent resumes the child.
  return perform(ctx, held, true, parent.signal);
}

/** Records that a run failed or stopped, or requeues it if a retry may help. */
async function handleFailure(ctx: Ctx, held: Held, error: unknown, canRetry: boolean): Promise<void> {
  const { row, token, agent, duty } = held;
  if (error instanceof Interrupted && error.why === "lost") return;
  const isStopped = error instanceof Interrupted;
  await write(withCurrentTime(ctx), async (tx) => {
    const mayRetry = !isStopped && canRetry && isRetryable(row, error);
    if (mayRetry && (await requeue(tx, held))) return;
    // A retryable run that was not requeued was asked to stop, or is no longer held by this worker.
    const byPerson = isStopped || mayRetry;
    const sentence = byPerson ? stoppedByPerson : sentenceOf(error);
    const status = byPerson ? ("stopped" as const) : ("failed" as const);
    if (!(await lease.end(tx, row.id, token, { status, sentence, ...spentBy(held) }))) return;
    await finishEarly(tx, { row, agent, duty }, status, sentence);
  });
}

/** Requeues a run for its next attempt; false if that is no longer possible. */
async function requeue(tx: Tx, held: Held): Promise<boolean> {
  const { row, token, jobId } = held;
  // The same pause as the queue's, so that nothing starts it sooner. A delegated run waits for its parent instead.
  const pause = row.parentId === null ? row.attempts * 10_000 : 0;
  if (!(await lease.release(tx, row.id, token, "Failed temporarily. Retrying.", { pause, ...spentBy(held) })))
    return false;
  // Otherwise its job would return only after the old lease ends, although it is no longer held.
  if (jobId) await tx.jobs.send(tx.db, runJobName, tx.company, { runId: row.id }, { after: pause });
  // Another run can use the free place until then.
  if (row.parentId === null) await wakeNext(tx);
  return true;
}

/** Records a run's early end, notifies its waiters and starts the next one. */
export async function finishEarly(
  tx: Tx,
  { row, agent, duty }: { row: store.RunRow; agent?: Persona; duty?: Duty },
  status: "failed" | "stopped",
  sentence: string,
): Promise<void> {
  if (duty?.giveUp && agent)
    await duty.giveUp(tx, { runId: row.id, agent, askedBy: row.askedBy }, sentence, duty.skill.input.parse(row.input));
  await stopChildRuns(tx, row);
  await recordEnd(tx, row, (asking) => (status === "failed" ? runFailed : runStopped)(row, sentence, asking));
  if (row.parentId === null) await wakeNext(tx);
}

/** A child of an ended run has no use, and no job would resume it. */
async function stopChildRuns(tx: Tx, row: store.RunRow): Promise<void> {
  const sentence = "The run it was part of has ended.";
  for (const left of await lease.endBelow(tx, row.id, { status: "stopped", sentence }))
    await record(tx, runStopped(left, sentence, row.input));
}

/** Records the end of a run; a delegated one is reported with its parent's question. */
async function recordEnd(tx: Tx, row: store.RunRow, entry: (asking: unknown) => Entry): Promise<void> {
  const parent = row.parentId === null ? null : await store.find(tx, row.parentId);
  await record(tx, entry(parent?.input));
}

/** Queues the longest-waiting run. */
async function wakeNext(tx: Tx): Promise<void> {
  const next = await waiting.nextQueued(tx);
  if (next) await tx.jobs.send(tx.db, runJobName, tx.company, { runId: next });
}
