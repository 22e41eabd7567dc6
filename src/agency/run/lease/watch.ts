import { limits } from "#agency/run/limits.ts";
import { Interrupted } from "#agency/run/steps/steps.ts";
import * as lease from "#agency/run/lease/store.ts";
import { AppError } from "#contract/errors.ts";
import type { Ctx } from "#platform/context.ts";
import { note } from "#platform/db/transaction.ts";

/**
 * Holds on to a run while it is worked on and ends its signal when somebody asked it to stop, when somebody else has it,
 * when it takes too long, or when it is told to.
 */
export function watch(
  ctx: Ctx,
  runId: string,
  token: string,
): { signal: AbortSignal; end: (reason: Error) => void; leave: () => void } {
  const controller = new AbortController();
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const { held, stopAsked } = await note(ctx, (tx) => lease.renew(tx, runId, token, limits.lease));
      if (!held) controller.abort(new Interrupted("lost"));
      else if (stopAsked) controller.abort(new Interrupted("stopped"));
    } catch (error) {
      // The lease lasts longer than many such looks; when it is over, ending the run finds out.
      ctx.log.warn({ err: error, run: runId }, "a run could not be held on to");
    } finally {
      looking = false;
    }
  };
  const looks = setInterval(() => void look(), limits.lookEvery);
  const last = setTimeout(
    () => controller.abort(new AppError("conflict", `It took longer than ${limits.run / 60_000} minutes: stopped.`)),
    limits.run,
  );
  return {
    signal: controller.signal,
    end: (reason) => controller.abort(reason),
    leave() {
      clearInterval(looks);
      clearTimeout(last);
    },
  };
}

/** For a run inside one transaction: nobody else sees it before it is over. */
export function unwatched(): ReturnType<typeof watch> {
  const controller = new AbortController();
  return { signal: controller.signal, end: (reason) => controller.abort(reason), leave: () => undefined };
}
