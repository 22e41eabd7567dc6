import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { now } from "#platform/clock.ts";

/** The last verification: how much it read, and the company of each fault. */
const verdict = z.object({
  at: z.string(),
  companies: z.number(),
  records: z.number(),
  faults: z.array(z.string()),
  /** The last restored-lines note that a verification reported. */
  healed: z.number().optional(),
});
export type Verdict = z.infer<typeof verdict>;

const fileIn = (dataDir: string): string => join(dataDir, "audit-verdict.json");

/** Saves a verification's result for the metrics and the status page. */
export function keepVerdict(dataDir: string, found: Omit<Verdict, "at">): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = fileIn(dataDir);
  // Written aside and renamed, so a reader never sees half a file.
  writeFileSync(`${path}.new`, JSON.stringify({ at: now().toISOString(), ...found }), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function readVerdict(dataDir: string): Verdict | null {
  try {
    return verdict.parse(JSON.parse(readFileSync(fileIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** When `audit:verify` last ran here and whether this company's journal was intact; null if it never ran. */
export function lastVerified(dataDir: string, company: string): { at: string; isSound: boolean } | null {
  const found = readVerdict(dataDir);
  return found && { at: found.at, isSound: !found.faults.includes(company) };
}
