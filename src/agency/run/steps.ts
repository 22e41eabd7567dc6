import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits, sameInARow } from "#agency/run/limits.ts";
import * as store from "#agency/run/store.ts";
import type { StepOptions } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { now } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { note, together } from "#platform/db/transaction.ts";
import { announce } from "#platform/live/announce.ts";

/** What ends a run early without being a fault of it. */
export class Interrupted extends Error {
  readonly why: "stopped" | "lost";
  constructor(why: "stopped" | "lost") {
    super(why === "stopped" ? "The run was stopped." : "The run is worked on by somebody else.");
    this.why = why;
  }
}

/** The step journal of one run: what was done before is given again, what is new is done, kept and shown. */
export class Steps {
  readonly #ctx: Ctx;
  readonly #runId: string;
  readonly #token: string;
  readonly #signal: AbortSignal;
  readonly #kept: store.StepRow[];
  readonly #done: { key: string; result: string }[] = [];

  constructor(ctx: Ctx, run: { id: string; token: string }, kept: store.StepRow[], signal: AbortSignal) {
    this.#ctx = ctx;
    this.#runId = run.id;
    this.#token = run.token;
    this.#kept = kept;
    this.#signal = signal;
  }

  async step<T>(
    title: string,
    work: (ctx: Ctx) => Promise<T>,
    { given, detail, tool }: StepOptions<T> & { tool?: string } = {},
  ): Promise<T> {
    const position = this.#done.length;
    const key = fingerprint(title, given ?? null);
    const kept = this.#kept.find((row) => row.position === position);
    if (kept?.status === "done" && kept.key === key) {
      this.#done.push({ key, result: JSON.stringify(kept.result) });
      return kept.result as T;
    }
    if (position >= limits.steps) throw new AppError("conflict", `It took more than ${limits.steps} steps: stopped.`);
    if (this.#runsInCircles(key))
      throw new AppError("conflict", `"${title}" came to the same twice and was about to be done again: stopped.`);
    this.#signal.throwIfAborted();
    const startedAt = now();
    const row = { position, key, title, tool: tool ?? null, startedAt };
    const shown = this.#showWhenItLasts(row);
    try {
      const result = await within(work({ ...this.#ctx, now: startedAt }), this.#signal, title);
      const text = JSON.stringify(result ?? null);
      if (text.length > limits.result) throw new Error(`The result of "${title}" is too large to be kept.`);
      await shown();
      const done = { status: "done" as const, result: result ?? null, detail: detail?.(result) ?? null };
      await this.#put({ ...row, ...done, finishedAt: now() });
      this.#done.push({ key, result: text });
      return result;
    } catch (error) {
      await shown();
      if (!(error instanceof Interrupted))
        await this.#put({ ...row, status: "failed", detail: sentenceOf(error), finishedAt: now() });
      throw error;
    }
  }

  /** Shows a step as under way unless it ends before that is worth a write; the answer ends the showing. */
  #showWhenItLasts(row: Omit<Shown, "status">): () => Promise<void> {
    let showing: Promise<void> | undefined;
    const timer = setTimeout(() => {
      // Nothing hangs on it: what is kept of a step is its end.
      showing = this.#put({ ...row, status: "running" }).catch((error: unknown) => {
        this.#ctx.log.debug({ err: error, run: this.#runId }, "a step could not be shown");
      });
    }, limits.shownAfter);
    return async () => {
      clearTimeout(timer);
      await showing;
    };
  }

  /** Whether the last steps all did this with one and the same result. */
  #runsInCircles(key: string): boolean {
    const last = this.#done.slice(1 - sameInARow);
    return last.length === sameInARow - 1 && last.every((one) => one.key === key && one.result === last[0]?.result);
  }

  /** One message: it touches nothing but the run's own rows, so that it takes no turn; whoever lost the run writes nothing. */
  async #put(row: Shown): Promise<void> {
    const isHeld = await note({ ...this.#ctx, now: now() }, async (tx) => {
      const [written] = await together(
        tx,
        () => store.putStep(tx, { ...row, runId: this.#runId }, this.#token),
        () => announce(tx, "run.progress", this.#runId),
      );
      return written;
    });
    if (!isHeld) throw new Interrupted("lost");
  }
}

type Shown = Omit<store.NewStep, "runId">;

/** What a person may read of a fault: an expected one's own sentence, of others that there was one. */
export const sentenceOf = (error: unknown): string =>
  error instanceof AppError ? error.message : "Something went wrong.";

/** Takes work, gives its result; fails when it takes longer than a step may, or when the run is to end. */
async function within<T>(work: Promise<T>, signal: AbortSignal, title: string): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => over.reject(new AppError("unavailable", `"${title}" took longer than ${limits.step / 1000} seconds.`)),
    limits.step,
  );
  const stop = (): void => over.reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  // Whichever loses is nobody's any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
