import { AsyncLocalStorage } from "node:async_hooks";
import type { Bearer } from "#platform/http/bearer.ts";
import type { Caller } from "#platform/http/caller.ts";

/** Who calls, as the route that makes the call for them has just checked. */
export type OnBehalf = { caller: Caller; bearer: Bearer };

const within = new AsyncLocalStorage<OnBehalf>();

/** Runs a call that another route makes for its own caller: it is checked as theirs, without asking the database again. */
export const onBehalfOf = <T>(who: OnBehalf, call: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside: the call may begin only then.
  within.run(who, async () => await call());

/** For whom the request is made inside the server; null for one from outside. */
export const madeFor = (): OnBehalf | null => within.getStore() ?? null;
