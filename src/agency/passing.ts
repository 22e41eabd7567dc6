import { AppError } from "#contract/errors.ts";
import { isDatabaseTrouble } from "#platform/db/trouble.ts";

/** Whether an error is temporary: something was unavailable, or the database was slow or full. */
export const isTransient = (error: unknown): boolean =>
  error instanceof AppError ? error.code === "unavailable" : isDatabaseTrouble(error);
