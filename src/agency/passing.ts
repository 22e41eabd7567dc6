import { AppError } from "#contract/errors.ts";
import { isDatabaseTrouble } from "#platform/db/trouble.ts";

/** Whether what went wrong is over by itself: the database was away, slow or full. Who asked others waits with them. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppError ? error.code === "unavailable" : isDatabaseTrouble(error);
