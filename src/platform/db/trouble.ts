import pg from "pg";

/** The server said nothing in time, and would not answer a ROLLBACK either: such a connection is given up as it is. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && (error.message === "Query read timeout" || isSilence(error.cause));
}

/** The database said no and the connection is as good as before. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(57P0|08|25P03|0A000)/.test(error.code ?? "");

/**
 * The connection was ended from outside, as when the embedded engine is replaced under a statement that waits; or what it
 * had prepared is of a schema that a newer instance has changed meanwhile. Nothing has happened.
 */
export const isCutOff = (error: unknown): boolean => /^(57P01|0A000)$/.test(String((error as { code?: unknown }).code));

const troubleCodes = /^(0A000|40P01|57014|57P0\d|08\d{3}|53\d{3}|25P03|XX000|58\d{3})$/;
const troubleSystem = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const troubleWords = /timeout|terminated|Connection ended|not queryable|Connection closed/i;

/** Says whether an error means that the database is away, slow or full rather than that a statement is wrong. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string") return troubleCodes.test(code) || troubleSystem.test(code);
  if (error.cause instanceof Error) return isDatabaseTrouble(error.cause);
  return troubleWords.test(error.message);
}

/** Gives the SQL state of what went wrong, also where the query builder has wrapped it; null without one. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : sqlState(error.cause);
}

/** Gives the name of the unique or foreign key a statement ran against, null when that was not the trouble. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" || code === "23503") return constraint ?? "";
  return error.cause ? violatedConstraint(error.cause) : null;
}
