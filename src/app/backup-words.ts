import { sentenceOf } from "#app/sentence.ts";
import type { Progress } from "#platform/backup/dump.ts";
import type { Taken } from "#platform/backup/take.ts";
import { ConfigFault } from "#platform/config.ts";
import { printErrors, print } from "#platform/log.ts";
import type { Secrets } from "#platform/secrets.ts";

const everyMs = 1_000;
let told = performance.now();

/** Says how far long work has come, at most once a second. */
export const tellProgress: Progress = ({ table, rows, of }) => {
  if (performance.now() - told < everyMs) return;
  told = performance.now();
  print(`  ${table}: ${rows} of ${of} rows`);
};

/** Says what came of a backup, and what is not in it. */
export function tellEnd(file: string, { rows, tables, bytes, seconds }: Taken, secrets: Secrets): void {
  const keys = secrets.source === "file" ? "keys.json" : "ENCRYPTION_KEYS and AUDIT_KEY";
  print(`Wrote ${rows} rows of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s: ${file}`);
  print(`The keys are not in it: without ${keys} it is worth nothing. Keep them elsewhere, and the file too.`);
}

/** Says what went wrong in sentences, and ends the command with 1. */
export function tellFault(error: unknown): void {
  printErrors(error instanceof ConfigFault ? error.sentences : [sentenceOf(error)]);
  process.exitCode = 1;
}
