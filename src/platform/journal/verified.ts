import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { now } from "#platform/clock.ts";

/** What the last verification found: how much it read, and whose journals did not hold, once for each fault. */
const verdict = z.object({
  at: z.string(),
  companies: z.number(),
  records: z.number(),
  faults: z.array(z.string()),
  /** The last healing of a file that a verification has named. */
  healed: z.number().optional(),
});
export type Verdict = z.infer<typeof verdict>;

const fileIn = (dataDir: string): string => join(dataDir, "audit-verdict.json");

/** Keeps what a verification found, for the server's figures and the status page. */
export function keepVerdict(dataDir: string, found: Omit<Verdict, "at">): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = fileIn(dataDir);
  // A reader sees the whole of the old one or of the new one.
  writeFileSync(`${path}.new`, JSON.stringify({ at: now().toISOString(), ...found }), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Gives what the last verification on this data folder found; null when there was none. */
export function readVerdict(dataDir: string): Verdict | null {
  try {
    return verdict.parse(JSON.parse(readFileSync(fileIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** When `audit:verify` last ran here, and whether this company's journal held; null when it never did. */
export function lastVerified(dataDir: string, company: string): { at: string; isSound: boolean } | null {
  const found = readVerdict(dataDir);
  return found && { at: found.at, isSound: !found.faults.includes(company) };
}
