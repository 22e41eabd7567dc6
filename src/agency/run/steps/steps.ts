import { setTimeout as pause } from "node:timers/promises";
import { isTransient } from "#agency/passing.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits, sameInARow } from "#agency/run/limits.ts";
import * as rows from "#agency/run/steps/store.ts";
import type { StepOptions } from "#agency/skill.ts";
import { AppError, type ErrorCode } from "#contract/errors.ts";
import type { Draft } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import { now } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { isOpen, note, batch } from "#platform/db/transaction.ts";
import { announce } from "#platform/live/announce.ts";

/** Ends a run early without being an error. */
export class Interrupted extends Error {
  readonly why: "stopped" | "lost";
  constructor(why: "stopped" | "lost") {
    super(why === "stopped" ? "The run was stopped." : "Another worker took over the run.");
    this.why = why;
  }
}

/**
 * A run's step journal. Finished steps return their stored result, and failures the skill handled fail again; new steps
 * are run, stored and shown. Every attempted step counts toward the limit.
 */
export class Steps {
  readonly #ctx: Ctx;
  readonly #runId: string;
  readonly #token: string;
  readonly #signal: AbortSignal;
  readonly #end: (reason: Error) => void;
  readonly #past: { key: string; outcome: string }[] = [];
  #earlierSteps: readonly rows.StepRow[];
  #maxSteps: number = limits.steps;
  readonly #cost: () => Cost;
  #storedCost: Cost;
  #draft: (() => Draft | null) | null = null;
  #isShowing = false;
  #isDraftShown = false;

  /** `earlierSteps` are the steps of earlier attempts; `signal`, `end` and the cost so far belong to the run. */
  constructor(
    ctx: Ctx,
    run: { id: string; token: string },
    earlierSteps: readonly rows.StepRow[],
    held: { signal: AbortSignal; end: (reason: Error) => void; cost: Cost },
  ) {
    this.#ctx = ctx;
    this.#runId = run.id;
    this.#token = run.token;
    this.#earlierSteps = earlierSteps;
    this.#signal = held.signal;
    this.#end = held.end;
    this.#cost = () => held.cost;
    this.#storedCost = held.cost;
  }

  async step<T>(
    title: string,
    work: (ctx: Ctx) => Promise<T>,
    { given, detail, action, interrupted, limit = limits.step }: StepOptions<T> & { action?: string } = {},
  ): Promise<T> {
    const position = this.#past.length;
    const key = fingerprint(title, given ?? null);
    const stored = this.#stored(position, key);
    if (stored?.status === "done") {
      this.#past.push({ key, outcome: JSON.stringify(stored.result) });
      return stored.result as T;
    }
    if (stored) {
      this.#past.push({ key, outcome: outcomeOf(stored) });
      throw errorOf(stored);
    }
    const before = this.#earlierSteps.find((row) => row.position === position);
    if (before?.key === key && before.status === "running") interrupted?.();
    if (before && before.key !== key) await this.#discardFrom(position);
    const refusal = this.#refusal(position, key, title);
    if (refusal) this.#end(refusal);
    // An exception could be caught and ignored over and over, so an ended run waits forever instead.
    if (this.#signal.aborted) return new Promise<never>(() => undefined);
    const startedAt = this.#now();
    const row = { position, key, title, action: action ?? null, startedAt };
    const shown = this.#showIfSlow(row);
    try {
      const result = await runWithTimeout(work({ ...this.#ctx, now: startedAt }), this.#signal, { title, limit });
      const text = JSON.stringify(result ?? null);
      if (text.length > limits.result) throw new Error(`The result of "${title}" is too large to be kept.`);
      await shown();
      const done = { status: "done" as const, result: result ?? null, detail: detail?.(result) ?? null };
      await this.#put({ ...row, ...done, finishedAt: this.#now() });
      this.#past.push({ key, outcome: text });
      return result;
    } catch (error) {
      await shown();
      // A rollback removes the step too, and nothing can be written to a failed transaction.
      if (error instanceof Interrupted || isOpen(this.#ctx)) throw error;
      const failed = failureOf(error);
      await this.#put({ ...row, ...failed, finishedAt: this.#now() });
      this.#past.push({ key, outcome: outcomeOf(failed) });
      throw error;
    }
  }

  /** Shows what a model has written so far, null for nothing; while a draft is being saved, only the newest waits. */
  show(draft: () => Draft | null): void {
    if (isOpen(this.#ctx)) return;
    this.#draft = draft;
    if (this.#isShowing) return;
    this.#isShowing = true;
    void this.#showDrafts().finally(() => (this.#isShowing = false));
  }

  async #showDrafts(): Promise<void> {
    while (this.#draft && !this.#signal.aborted) {
      const draft = this.#draft;
      this.#draft = null;
      const isHeld = await this.#showDraft(draft).catch((error: unknown) => {
        this.#ctx.log.debug({ err: error, run: this.#runId }, "a draft could not be shown");
        return false;
      });
      if (!isHeld) return;
      await pause(limits.draftEvery);
    }
  }

  /** Writes a draft for the pages that show it; false if this worker no longer holds the run. */
  async #showDraft(read: () => Draft | null): Promise<boolean> {
    const draft = read();
    if (!draft && !this.#isDraftShown) return true;
    this.#isDraftShown = draft !== null;
    return note({ ...this.#ctx, now: now() }, async (tx) => {
      const [isHeld] = await batch(
        tx,
        () => rows.putDraft(tx, this.#runId, this.#token, draft),
        () => announce(tx, { type: "run.draft", id: this.#runId, refreshes: ["drafts"] }),
      );
      return isHeld;
    });
  }

  /** Another engine begins: it has as many steps as the first. */
  startOver(): void {
    this.#maxSteps = this.#past.length + limits.steps;
  }

  /** A transaction has one moment; a run outside one follows the clock. */
  #now(): Date {
    return isOpen(this.#ctx) ? this.#ctx.now : now();
  }

  /** The stored result of this step, unless it must run again. */
  #stored(position: number, key: string): rows.StepRow | null {
    const stored = this.#earlierSteps.find((row) => row.position === position && row.key === key);
    if (!stored || stored.status === "running") return null;
    // The last failed step ended the attempt, so it is retried.
    const wasHandled = this.#earlierSteps.some((row) => row.position > position);
    return stored.status === "done" || wasHandled ? stored : null;
  }

  /** Why no further step is allowed, or null. */
  #refusal(position: number, key: string, title: string): AppError | null {
    if (position >= this.#maxSteps)
      return new AppError("conflict", `Stopped: the run took more than ${limits.steps} steps.`);
    if (!this.#isRepeating(key)) return null;
    return new AppError("conflict", `Stopped: "${title}" gave the same result twice and was about to repeat.`);
  }

  /** This attempt differs from the earlier one from here on. */
  async #discardFrom(position: number): Promise<void> {
    this.#earlierSteps = this.#earlierSteps.filter((row) => row.position < position);
    await note(this.#ctx, (tx) => rows.removeFrom(tx, { runId: this.#runId, position }, this.#token));
  }

  /** Shows a slow step as running; the returned function waits for that write and ends it. */
  #showIfSlow(row: Omit<Shown, "status">): () => Promise<void> {
    if (isOpen(this.#ctx)) return async () => undefined;
    let showing: Promise<void> | undefined;
    const timer = setTimeout(() => {
      // A failure here is harmless: only the end of a step matters.
      showing = this.#put({ ...row, status: "running" }).catch((error: unknown) => {
        this.#ctx.log.debug({ err: error, run: this.#runId }, "a step could not be shown");
      });
    }, limits.shownAfter);
    return async () => {
      clearTimeout(timer);
      await showing;
    };
  }

  /** Whether the last steps were all this one, with the same result. */
  #isRepeating(key: string): boolean {
    const last = this.#past.slice(1 - sameInARow);
    return last.length === sameInARow - 1 && last.every((one) => one.key === key && one.outcome === last[0]?.outcome);
  }

  /** Touches only the run's own rows, so it takes no company lock; a worker that lost the run writes nothing. */
  async #put(row: Shown): Promise<void> {
    if (isOpen(this.#ctx)) return void (await rows.put(this.#ctx, { ...row, runId: this.#runId }, this.#token));
    const cost = this.#cost();
    const isHeld = await note({ ...this.#ctx, now: now() }, async (tx) => {
      const [written] = await batch(
        tx,
        () => rows.put(tx, { ...row, runId: this.#runId }, this.#token),
        () => announce(tx, { type: "run.progress", id: this.#runId, refreshes: ["runs", "agents", "feed"] }),
        // Stored with the step, which is not repeated after a crash.
        ...(cost === this.#storedCost ? [] : [() => rows.putCost(tx, this.#runId, this.#token, cost)]),
      );
      return written;
    });
    if (!isHeld) throw new Interrupted("lost");
    this.#storedCost = cost;
  }
}

type Shown = Omit<rows.NewStep, "runId">;

type Failure = Pick<rows.StepRow, "detail" | "result">;

/** Stores a failure's sentence and the code of an expected one. */
function failureOf(error: unknown): Failure & { status: "failed" } {
  const code = isTransient(error) ? "unavailable" : error instanceof AppError ? error.code : null;
  return { status: "failed", detail: sentenceOf(error), result: code && { code } };
}

/** The error to throw again for a stored failure. */
export function errorOf({ detail, result }: Failure): Error {
  const { code } = (result ?? {}) as { code?: ErrorCode };
  return code ? new AppError(code, detail ?? "") : new Error(detail ?? "");
}

/** A failure as one line, distinct from any result. */
const outcomeOf = ({ detail, result }: Failure): string => `failed ${JSON.stringify([detail, result])}`;

/** What people may read about an error: its own sentence if expected, else a general one. */
export const sentenceOf = (error: unknown): string =>
  error instanceof AppError ? error.message : "Something went wrong.";

/** The work's result, or an error on timeout or when the signal aborts. */
async function runWithTimeout<T>(
  work: Promise<T>,
  signal: AbortSignal,
  { title, limit }: { title: string; limit: number },
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => aborted.reject(new AppError("unavailable", `"${title}" took longer than ${limit / 1000} seconds.`)),
    limit,
  );
  const stop = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  // The losing promise's rejection is ignored.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
