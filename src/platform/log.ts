import { type Logger, pino } from "pino";

export type Log = Logger;

/** Takes a level, gives a logger of JSON lines on standard output; secrets are struck out by key. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "msg",
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["password", "cookie", "authorization", "token", "key", "*.password", "*.cookie", "*.token", "*.key"],
      censor: "[struck out]",
    },
  });
}

/** Prints a line for the person at the terminal, beside the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints what is wrong, a sentence a line, to standard error. */
export function complain(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}
