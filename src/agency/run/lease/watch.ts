import { limits } from "#agency/run/limits.ts";
import { Interrupted } from "#agency/run/steps/steps.ts";
import * as lease from "#agency/run/lease/store.ts";
import { AppError } from "#contract/errors.ts";
import type { Ctx } from "#platform/context.ts";
import { note } from "#platform/db/transaction.ts";

/** Renews a run's lease while it works, and aborts its signal when it is stopped, taken over or out of time. */
export function watch(
  ctx: Ctx,
  runId: string,
  token: string,
): { signal: AbortSignal; end: (reason: Error) => void; stop: () => void } {
  const controller = new AbortController();
  let isChecking = false;
  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      const { held, stopAsked } = await note(ctx, (tx) => lease.renew(tx, runId, token, limits.lease));
      if (!held) controller.abort(new Interrupted("lost"));
      else if (stopAsked) controller.abort(new Interrupted("stopped"));
    } catch (error) {
      // The lease outlasts many failed checks; if it expires, ending the run notices.
      ctx.log.warn({ err: error, run: runId }, "a run's lease could not be renewed");
    } finally {
      isChecking = false;
    }
  };
  const checks = setInterval(() => void check(), limits.checkEvery);
  const last = setTimeout(
    () =>
      controller.abort(new AppError("conflict", `Stopped: the run took longer than ${limits.run / 60_000} minutes.`)),
    limits.run,
  );
  return {
    signal: controller.signal,
    end: (reason) => controller.abort(reason),
    stop() {
      clearInterval(checks);
      clearTimeout(last);
    },
  };
}

/** For a run inside one transaction, which is invisible to others until it ends. */
export function unwatched(): ReturnType<typeof watch> {
  const controller = new AbortController();
  return { signal: controller.signal, end: (reason) => controller.abort(reason), stop: () => undefined };
}
