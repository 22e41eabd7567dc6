import { type Logger, pino } from "pino";

export type Log = Logger;

/** Takes a level, gives a logger of JSON lines on standard output; secrets are struck out by key. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "msg",
    serializers: { err: told },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["password", "cookie", "authorization", "token", "key", "*.password", "*.cookie", "*.token", "*.key"],
      censor: "[struck out]",
    },
  });
}

type Told = { name: string; message: string; code?: unknown; stack?: string | undefined; cause?: Told };

/** The query builder's errors carry the statement's values behind its text. */
const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, "");

/** What the log says of an error: never the connection, the statement's values or whatever else hangs on it. */
export function told(error: unknown): Told {
  if (!(error instanceof Error)) {
    // Some libraries hand over what an error was copied to.
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
    ...(cause === undefined ? {} : { cause: told(cause) }),
  };
}

/** Prints a line for the person at the terminal, beside the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints what is wrong, a sentence a line, to standard error. */
export function complain(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}
