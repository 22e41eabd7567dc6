import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type End, type How, launch } from "./server.ts";

export type Refused = End & {
  /** What it complained of, a line each. */
  sentences: string[];
  output: string;
  /** What is wrong with the way it ended, whatever it ended for. */
  faults: string[];
};

/** Every start that cannot succeed ends within this time (R26). */
export const refusedWithinMs = 5_000;
/** On a machine that is busy with other things it takes many times as long; a start that hangs is ended then. */
const patienceMs = 240_000;

/** Starts the product where it cannot start; gives how it ended and what it said. */
export async function startRefused(env: Record<string, string>, how: How = {}): Promise<Refused> {
  const { child, ended, output } = launch(env, [], how);
  const late = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const end = await ended;
  clearTimeout(late);
  const sentences = end.complaint.trimEnd().split("\n");
  const faults = sentences
    .filter((sentence) => !/^[A-Z][^{}]{10,300}\.$/.test(sentence))
    .map((line) => `it says what is no sentence: ${line}`);
  if (end.code !== 1) faults.push(`it ended with ${end.code ?? end.signal} instead of 1`);
  if (/is ready/.test(output())) faults.push("it called itself ready");
  return { ...end, sentences, output: output(), faults };
}

/** Every file below a folder, with what is in it and when it was written. */
export function contents(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), hash(join(parentPath, name))]),
  );
}
