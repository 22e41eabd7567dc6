import { runFailed, runStopped } from "#agency/run/events.ts";
import { isTransient } from "#agency/passing.ts";
import type { Persona } from "#agency/persona.ts";
import * as lease from "#agency/run/lease/store.ts";
import { runJobName } from "#agency/run/start.ts";
import { Interrupted, sentenceOf } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import type { Write } from "#agency/action.ts";
import type { Finished, SkillHandler } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import type { Cost } from "#contract/words.ts";
import { now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { isOpen, write } from "#platform/db/transaction.ts";
import type { Entry } from "#platform/journal/event.ts";
import { record } from "#platform/journal/record.ts";

export type HeldRun = {
  row: store.RunRow;
  token: string;
  agent: Persona;
  handler: SkillHandler;
  /** The engine of this attempt, and the cost so far. */
  engine: string;
  cost: Cost;
  /** The fallback job that restarts it if its worker is gone; only for a run that was started directly. */
  jobId?: string;
};

/** A transaction has one moment; a run outside one follows the clock. */
export const withCurrentTime = (ctx: Ctx): Ctx => (isOpen(ctx) ? ctx : { ...ctx, now: now() });

export const stoppedByPerson = "Stopped by a person.";

/** Retrying would not change these. */
const isExpected = (error: unknown): boolean => error instanceof AppError && error.code !== "unavailable";

/**
 * Whether another attempt may succeed. A delegated run retries transient failures only; its parent handles the rest.
 */
const isRetryable = ({ parentId }: store.RunRow, error: unknown): boolean =>
  parentId === null ? !isExpected(error) : isTransient(error);

export const spentBy = ({ engine, cost }: Pick<HeldRun, "engine" | "cost">) => ({
  engine,
  costState: cost.state,
  costUsd: cost.usd,
});

/** Records that a run failed or stopped, or requeues it if a retry may help. */
export async function handleFailure(ctx: Ctx, held: HeldRun, error: unknown, canRetry: boolean): Promise<void> {
  const { row, token, agent, handler } = held;
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
    await finishEarly(tx, { row, agent, handler }, status, sentence);
  });
}

/** Requeues a run for its next attempt; false if that is no longer possible. */
async function requeue(tx: Tx, held: HeldRun): Promise<boolean> {
  const { row, token, jobId } = held;
  // The same pause as the queue's, so that nothing starts it sooner. A delegated run waits for its parent instead.
  const pause = row.parentId === null ? row.attempts * 10_000 : 0;
  if (!(await lease.release(tx, row.id, token, "Failed temporarily. Retrying.", { pause, ...spentBy(held) })))
    return false;
  // The fallback job would run when the old lease ends instead of after the pause.
  if (jobId) {
    await tx.jobs.drop(tx.db, runJobName, jobId);
    await tx.jobs.send(tx.db, runJobName, tx.company, { runId: row.id }, { after: pause });
  }
  // Another run can use the free place until then.
  if (row.parentId === null) await wakeNext(tx);
  return true;
}

/** Records a run's early end, notifies its waiters and starts the next one. */
export async function finishEarly(
  tx: Tx,
  { row, agent, handler }: { row: store.RunRow; agent?: Persona; handler?: SkillHandler },
  status: "failed" | "stopped",
  sentence: string,
): Promise<void> {
  if (handler?.giveUp && agent)
    await handler.giveUp(
      tx,
      { runId: row.id, agent, askedBy: row.askedBy },
      sentence,
      handler.skill.input.parse(row.input),
    );
  await stopChildRuns(tx, row);
  if (!handler?.skill.isQuiet)
    await recordEnd(tx, row, (asking) => (status === "failed" ? runFailed : runStopped)(row, sentence, asking));
  if (row.parentId === null) await wakeNext(tx);
}

/** A child of an ended run has no use, and no job would resume it. */
export async function stopChildRuns(tx: Tx, row: store.RunRow): Promise<void> {
  const sentence = "The run it was part of has ended.";
  for (const left of await lease.endBelow(tx, row.id, { status: "stopped", sentence }))
    if (!left.privateTo) await record(tx, runStopped(left, sentence, row.input));
}

/** Records the end of a run; a delegated one is reported with its parent's question. */
export async function recordEnd(tx: Tx, row: store.RunRow, entry: (asking: unknown) => Entry): Promise<void> {
  if (row.privateTo) return;
  const parent = row.parentId === null ? null : await store.find(tx, row.parentId);
  await record(tx, entry(parent?.input));
}

/** Takes what a finished run wants to have done; what is refused becomes a sentence of the run. */
export async function takeLater(
  tx: Tx,
  { id }: store.RunRow,
  finished: Finished,
  later: readonly { action: Write; input: unknown }[],
): Promise<void> {
  for (const { action, input } of later)
    try {
      await finished.use(action, input);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await store.addSentence(tx, id, error.message);
    }
}

export async function wakeNext(tx: Tx): Promise<void> {
  const next = await waiting.nextQueued(tx);
  if (next) await tx.jobs.send(tx.db, runJobName, tx.company, { runId: next });
}
