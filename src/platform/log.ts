import { type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

/** JSON lines on standard output, and to a copy if there is one; secrets are redacted by key. */
export function createLog(level: string, copy?: { write(line: string): void } | null): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "msg",
    serializers: { err: describeError },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["password", "cookie", "authorization", "token", "key", "*.password", "*.cookie", "*.token", "*.key"],
      censor: "[struck out]",
    },
  };
  if (!copy) return pino(options);
  const streams = [process.stdout, copy].map((stream) => ({ level: "trace" as const, stream }));
  return pino(options, pino.multistream(streams));
}

type LoggedError = { name: string; message: string; code?: unknown; stack?: string | undefined; cause?: LoggedError };

/** The query builder appends the statement's values to the error's text. */
const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, "");

/** An error's loggable fields: never the connection, the statement's values or other attachments. */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) {
    // Some libraries pass a plain copy of the error.
    const { message } = (typeof error === "object" && error !== null ? error : {}) as { message?: unknown };
    return { name: "unknown", message: withoutValues(typeof message === "string" ? message : String(error)) };
  }
  const { name, cause } = error;
  const message = withoutValues(error.message);
  const stack = error.stack && withoutValues(error.stack);
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** Prints a line for the person at the terminal. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints problems to standard error, one per line. */
export function printErrors(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}
