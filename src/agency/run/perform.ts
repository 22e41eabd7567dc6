import { runFailed, runFinished, runStopped } from "#agency/run/events.ts";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { agencyOf } from "#agency/agency.ts";
import { added, rules } from "#agency/engine.ts";
import type { Cost } from "#contract/words.ts";
import { barred, circle } from "#agency/policy.ts";
import { isPassing } from "#agency/passing.ts";
import { limits } from "#agency/run/limits.ts";
import { openHeld, printOf, runJobName } from "#agency/run/start.ts";
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

/** A run that this process holds. */
type Held = {
  row: store.RunRow;
  token: string;
  agent: Persona;
  duty: Duty;
  signal: AbortSignal;
  /** Ends the run for a reason, whatever it is at. */
  end: (reason: Error) => void;
  /** Who does its thinking in this attempt, and what that has cost so far. */
  engine: string;
  cost: Cost;
  /** The job that would bring it back, where it came without one. */
  jobId?: string;
};

/** A verb has one moment; work of its own goes on in time. */
const later = (ctx: Ctx): Ctx => (isOpen(ctx) ? ctx : { ...ctx, now: now() });

export const stoppedByPerson = "Stopped by a person.";

/** What trying again would not change. */
const isExpected = (error: unknown): boolean => error instanceof AppError && error.code !== "unavailable";

/** Whether another attempt may go better. Whoever delegated a run is told of its surprises, and goes on without it. */
const isRetryable = ({ parentId }: store.RunRow, error: unknown): boolean =>
  parentId === null ? !isExpected(error) : isPassing(error);

/** What came out of a run. */
type Done = { output: unknown; origin: Origin; facts: Fact[]; engine: string; cost: Cost };

/**
 * Works on a run that was claimed; gives what came out. Whatever ends it early is thrown, after the run says so; what might
 * go well another time leaves it waiting where somebody will try again.
 */
export async function perform(
  ctx: Ctx,
  run: Omit<Held, "signal" | "end" | "engine" | "cost">,
  tryAgain: boolean,
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
    // With its transaction the run goes as well.
    if (!isOpen(ctx)) await handleFailure(ctx, held, error, tryAgain);
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
  // Taken up for the first time it has none.
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
            const { origin, output } = await delegated(at, held, to, other, given);
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
      held.cost = added(held.cost, cost);
    },
  };
  const work = engine.run(skill, session, { input, prompt: row.given ?? [] });
  const output: unknown = skill.output.parse(await unlessEnded(work, held.signal));
  const origin = inheritedOrigin(seen);
  await write(later(ctx), async (tx) => {
    const ending = { status: "done" as const, output, facts, origin, sentence: null, ...spentBy(held) };
    const end = async (): Promise<void> => {
      if (!(await lease.end(tx, row.id, token, ending)))
        throw new Interrupted((await lease.isHeldBy(tx, row.id, token)) ? "stopped" : "lost");
    };
    // Another attempt may have left something there.
    const leave = async () => (hasDelegated || row.attempts > 1 ? stopChildRuns(tx, row) : undefined);
    const tell = async () => (skill.isQuiet ? undefined : recordEnd(tx, row, (asking) => runFinished(row, asking)));
    const wake = async (): Promise<void> => (row.parentId === null && !isOpen(ctx) ? wakeNext(tx) : undefined);
    const dropJob = async () => held.jobId && tx.jobs.drop(tx.db, runJobName, held.jobId);
    if (!duty.deliver) return void (await batch(tx, end, leave, tell, wake, dropJob));
    // Between its beginning and its effects a person may have paused it, or taken the work from it.
    const [, still] = await batch(tx, end, () => agencyOf(tx).persona(tx, agent.id));
    if (hasDelegated) await requireStillBelow(tx, row.id);
    const by = { agent: uses.requireStill(still, skill), runId: row.id, origin, engine: engine.id };
    const finished: Finished = { ...by, askedBy: row.askedBy, use: finishedWith(tx, by) };
    await duty.deliver(tx, finished, output, input);
    await batch(tx, leave, tell, wake, dropJob);
  });
  return { output, origin, facts, engine: engine.id, cost: held.cost };
}

/** What the end of a run writes of who did its thinking, and what that cost. */
const spentBy = ({ engine, cost }: Pick<Held, "engine" | "cost">) => ({
  engine,
  costState: cost.state,
  costUsd: cost.usd,
});

/** Takes work, gives its result; fails as soon as the run is to end, whatever the work waits for. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const stop = (): void => over.reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  // Whichever loses is nobody's any more.
  work.catch(() => undefined);
  over.promise.catch(() => undefined);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Lets another agent work under a run; whoever holds the parent holds the child, so that after a crash it is taken over. */
async function delegated<I extends z.ZodType, O extends z.ZodType>(
  ctx: Ctx,
  parent: Held,
  to: Persona,
  skill: Skill<I, O>,
  input: z.output<I>,
): Promise<{ origin: Origin; output: unknown }> {
  const token = randomUUID();
  const place = { parentId: parent.row.id, depth: parent.row.depth + 1 };
  const { child, agent } = await write(later(ctx), async (tx) => {
    // Who was looked up a while ago may have been paused since, or switched off.
    const agent = await agencyOf(tx).persona(tx, to.id);
    if (!agent) throw new AppError("conflict", `${to.name} is no longer there.`);
    const asked = { agent, skill, input, origin: parent.row.origin, trigger: "agent" as const };
    const print = printOf(asked);
    const known = await store.findChild(tx, parent.row.id, print);
    if (known?.status === "done") return { child: known, agent };
    const refusal = circle(await store.fingerprintsAbove(tx, parent.row.id), print);
    if (refusal) throw refusal;
    const child = await (known ? lease.take(tx, known.id, token, limits.lease) : openHeld(tx, asked, token, place));
    return { child, agent };
  });
  if (!child) throw new AppError("conflict", `${to.name} did not answer.`);
  if (child.status === "done") return { origin: child.origin, output: child.output };
  const held = { row: child, token, agent, duty: dutyOf({ skill }) };
  // Whoever comes back to the parent comes back to it.
  return perform(ctx, held, true, parent.signal);
}

/** Says of a run that it broke off: for good where trying again is no use, else until somebody comes back to it. */
async function handleFailure(ctx: Ctx, held: Held, error: unknown, tryAgain: boolean): Promise<void> {
  const { row, token, agent, duty } = held;
  if (error instanceof Interrupted && error.why === "lost") return;
  const isStopped = error instanceof Interrupted;
  await write(later(ctx), async (tx) => {
    const again = !isStopped && tryAgain && isRetryable(row, error);
    if (again && (await waitAgain(tx, held))) return;
    // What would be tried again and does not wait again was asked to stop, or is not this worker's any more.
    const byPerson = isStopped || again;
    const sentence = byPerson ? stoppedByPerson : sentenceOf(error);
    const status = byPerson ? ("stopped" as const) : ("failed" as const);
    if (!(await lease.end(tx, row.id, token, { status, sentence, ...spentBy(held) }))) return;
    await finishEarly(tx, { row, agent, duty }, status, sentence);
  });
}

/** Lets a run wait for its next attempt; gives whether it does. */
async function waitAgain(tx: Tx, held: Held): Promise<boolean> {
  const { row, token, jobId } = held;
  // As long as the queue waits, so that nobody else wakes it sooner. What another one delegated waits for that one.
  const pause = row.parentId === null ? row.attempts * 10_000 : 0;
  if (!(await lease.release(tx, row.id, token, "It broke off and is tried again.", { pause, ...spentBy(held) })))
    return false;
  // Its job would come back after the lease of whoever had it; nobody has it any more.
  if (jobId) await tx.jobs.send(tx.db, runJobName, tx.company, { runId: row.id }, { after: pause });
  // Until then there is room for another one.
  if (row.parentId === null) await wakeNext(tx);
  return true;
}

/** Records the early end of a run, tells who waits for it, and lets the next one begin. */
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

/** What another executive still does for a run that is over is for nobody, and no job of its own would ever take it up. */
async function stopChildRuns(tx: Tx, row: store.RunRow): Promise<void> {
  const sentence = "The run it was part of is over.";
  for (const left of await lease.endBelow(tx, row.id, { status: "stopped", sentence }))
    await record(tx, runStopped(left, sentence, row.input));
}

/** Records the end of a run; one that another run asked for is told with that one's question. */
async function recordEnd(tx: Tx, row: store.RunRow, entry: (asking: unknown) => Entry): Promise<void> {
  const parent = row.parentId === null ? null : await store.find(tx, row.parentId);
  await record(tx, entry(parent?.input));
}

/** Queues the run that has waited longest: there is room for it now. */
async function wakeNext(tx: Tx): Promise<void> {
  const next = await waiting.nextQueued(tx);
  if (next) await tx.jobs.send(tx.db, runJobName, tx.company, { runId: next });
}
