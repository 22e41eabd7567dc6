import { isPassing } from "#agency/passing.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits, sameInARow } from "#agency/run/limits.ts";
import * as rows from "#agency/run/steps/store.ts";
import type { StepOptions } from "#agency/skill.ts";
import { AppError, type ErrorCode } from "#contract/errors.ts";
import { now } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { isOpen, note, batch } from "#platform/db/transaction.ts";
import { announce } from "#platform/live/announce.ts";

/** What ends a run early without being a fault of it. */
export class Interrupted extends Error {
  readonly why: "stopped" | "lost";
  constructor(why: "stopped" | "lost") {
    super(why === "stopped" ? "The run was stopped." : "The run is worked on by somebody else.");
    this.why = why;
  }
}

/**
 * The step journal of one run: what was done before is given again, and what failed and was passed over fails again; what is
 * new is done, kept and shown. Whatever was tried counts among the steps a run may take.
 */
export class Steps {
  readonly #ctx: Ctx;
  readonly #runId: string;
  readonly #token: string;
  readonly #signal: AbortSignal;
  readonly #end: (reason: Error) => void;
  readonly #past: { key: string; came: string }[] = [];
  #kept: readonly rows.StepRow[];

  /** Takes whose run it is, what earlier attempts left, what says that it is over, and what ends it. */
  constructor(
    ctx: Ctx,
    run: { id: string; token: string },
    kept: readonly rows.StepRow[],
    { signal, end }: { signal: AbortSignal; end: (reason: Error) => void },
  ) {
    this.#ctx = ctx;
    this.#runId = run.id;
    this.#token = run.token;
    this.#kept = kept;
    this.#signal = signal;
    this.#end = end;
  }

  async step<T>(
    title: string,
    work: (ctx: Ctx) => Promise<T>,
    { given, detail, action }: StepOptions<T> & { action?: string } = {},
  ): Promise<T> {
    const position = this.#past.length;
    const key = fingerprint(title, given ?? null);
    const kept = this.#again(position, key);
    if (kept?.status === "done") {
      this.#past.push({ key, came: JSON.stringify(kept.result) });
      return kept.result as T;
    }
    if (kept) {
      this.#past.push({ key, came: cameTo(kept) });
      throw failureIn(kept);
    }
    if (this.#kept.some((row) => row.position === position && row.key !== key)) await this.#forgetFrom(position);
    const refusal = this.#refusal(position, key, title);
    if (refusal) this.#end(refusal);
    // Thrown, it might be caught and passed over, again and again. The run is over: whoever goes on is given nothing any more.
    if (this.#signal.aborted) return new Promise<never>(() => undefined);
    const startedAt = this.#now();
    const row = { position, key, title, action: action ?? null, startedAt };
    const shown = this.#showWhenItLasts(row);
    try {
      const result = await within(work({ ...this.#ctx, now: startedAt }), this.#signal, title);
      const text = JSON.stringify(result ?? null);
      if (text.length > limits.result) throw new Error(`The result of "${title}" is too large to be kept.`);
      await shown();
      const done = { status: "done" as const, result: result ?? null, detail: detail?.(result) ?? null };
      await this.#put({ ...row, ...done, finishedAt: this.#now() });
      this.#past.push({ key, came: text });
      return result;
    } catch (error) {
      await shown();
      // With its transaction the step goes as well, and in a broken one nothing can be written.
      if (error instanceof Interrupted || isOpen(this.#ctx)) throw error;
      const failed = failureOf(error);
      await this.#put({ ...row, ...failed, finishedAt: this.#now() });
      this.#past.push({ key, came: cameTo(failed) });
      throw error;
    }
  }

  /** A verb has one moment; work of its own goes on in time. */
  #now(): Date {
    return isOpen(this.#ctx) ? this.#ctx.now : now();
  }

  /** What an earlier attempt left of this step, where it is not done again. */
  #again(position: number, key: string): rows.StepRow | null {
    const kept = this.#kept.find((row) => row.position === position && row.key === key);
    if (!kept || kept.status === "running") return null;
    // One that failed last ended the attempt: that is what is tried again.
    const isPassedOver = this.#kept.some((row) => row.position > position);
    return kept.status === "done" || isPassedOver ? kept : null;
  }

  /** Says why there is no further step, null where there is. */
  #refusal(position: number, key: string, title: string): AppError | null {
    if (position >= limits.steps) return new AppError("conflict", `It took more than ${limits.steps} steps: stopped.`);
    if (!this.#runsInCircles(key)) return null;
    return new AppError("conflict", `"${title}" came to the same twice and was about to be done again: stopped.`);
  }

  /** What an earlier attempt did from here on, this one does otherwise. */
  async #forgetFrom(position: number): Promise<void> {
    this.#kept = this.#kept.filter((row) => row.position < position);
    await note(this.#ctx, (tx) => rows.removeFrom(tx, { runId: this.#runId, position }, this.#token));
  }

  /** Shows a step as under way unless it ends before that is worth a write; the answer ends the showing. */
  #showWhenItLasts(row: Omit<Shown, "status">): () => Promise<void> {
    if (isOpen(this.#ctx)) return async () => undefined;
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
    const last = this.#past.slice(1 - sameInARow);
    return last.length === sameInARow - 1 && last.every((one) => one.key === key && one.came === last[0]?.came);
  }

  /** One message: it touches nothing but the run's own rows, so that it takes no turn; whoever lost the run writes nothing. */
  async #put(row: Shown): Promise<void> {
    // Nothing of it is ever taken up again, so that results are not kept.
    if (isOpen(this.#ctx))
      return void (await rows.put(this.#ctx, { ...row, result: null, runId: this.#runId }, this.#token));
    const isHeld = await note({ ...this.#ctx, now: now() }, async (tx) => {
      const [written] = await batch(
        tx,
        () => rows.put(tx, { ...row, runId: this.#runId }, this.#token),
        () => announce(tx, { type: "run.progress", id: this.#runId, refreshes: ["runs", "agents", "feed"] }),
      );
      return written;
    });
    if (!isHeld) throw new Interrupted("lost");
  }
}

type Shown = Omit<rows.NewStep, "runId">;

type Failure = Pick<rows.StepRow, "detail" | "result">;

/** What is kept of a failure: its sentence, and which kind of expected one it was; of a surprise only that it was one. */
function failureOf(error: unknown): Failure & { status: "failed" } {
  const code = isPassing(error) ? "unavailable" : error instanceof AppError ? error.code : null;
  return { status: "failed", detail: sentenceOf(error), result: code && { code } };
}

/** Takes what was kept of a failure, gives it as it is thrown again. */
function failureIn({ detail, result }: Failure): Error {
  const { code } = (result ?? {}) as { code?: ErrorCode };
  return code ? new AppError(code, detail ?? "") : new Error(detail ?? "");
}

/** What a failure came to in one line; no result of a step reads so. */
const cameTo = ({ detail, result }: Failure): string => `failed ${JSON.stringify([detail, result])}`;

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
