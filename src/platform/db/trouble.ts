import pg from "pg";

/** The server stopped answering and would not answer a ROLLBACK either, so the connection is discarded. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === "Query read timeout" || isTimeout(error.cause));
}

/** The database refused the statement; the connection is still usable. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(57P0|08|25P03|0A000)/.test(error.code ?? "");

/**
 * The connection was closed before the statement ran, as when the embedded engine is replaced, or its prepared
 * statement was invalidated by a newer instance's schema change. Safe to retry.
 */
export const isRetryable = (error: unknown): boolean =>
  /^(57P01|0A000)$/.test(String((error as { code?: unknown }).code));

const troubleCodes = /^(0A000|40P01|57014|57P0\d|08\d{3}|53\d{3}|25P03|XX000|58\d{3})$/;
const troubleSystem = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const troubleWords = /timeout|terminated|Connection ended|not queryable|Connection closed/i;

/** Whether the database is unavailable, slow or full, rather than the statement wrong. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string") return troubleCodes.test(code) || troubleSystem.test(code);
  if (error.cause instanceof Error) return isDatabaseTrouble(error.cause);
  return troubleWords.test(error.message);
}

/** The SQL state, also of a wrapped error; null if there is none. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : sqlState(error.cause);
}

/** The name of a violated unique or foreign key, else null. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" || code === "23503") return constraint ?? "";
  return error.cause ? violatedConstraint(error.cause) : null;
}
