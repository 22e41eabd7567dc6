import { sentenceOf } from "#app/sentence.ts";
import type { Progress } from "#platform/backup/dump.ts";
import type { Taken } from "#platform/backup/take.ts";
import { ConfigFault } from "#platform/config.ts";
import { printErrors, print } from "#platform/log.ts";
import type { Secrets } from "#platform/secrets.ts";

const everyMs = 1_000;
let printedAt = performance.now();

/** Prints progress at most once a second. */
export const printProgress: Progress = ({ table, rows, of }) => {
  if (performance.now() - printedAt < everyMs) return;
  printedAt = performance.now();
  print(`  ${table}: ${rows} of ${of} rows`);
};

export function printResult(file: string, { rows, tables, bytes, seconds }: Taken, secrets: Secrets): void {
  const keys = secrets.source === "file" ? "keys.json" : "ENCRYPTION_KEYS and AUDIT_KEY";
  print(`Wrote ${rows} rows of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s: ${file}`);
  print(`The backup is useless without ${keys}, which it does not contain. Store both safely, in different places.`);
}

/** Prints the error and exits with 1. */
export function printFault(error: unknown): void {
  printErrors(error instanceof ConfigFault ? error.sentences : [sentenceOf(error)]);
  process.exitCode = 1;
}
