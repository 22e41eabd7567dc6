import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { now } from "#platform/clock.ts";

const note = z.object({ at: z.string(), broken: z.array(z.string()) });
const fileIn = (dataDir: string): string => join(dataDir, "audit-verified.json");

/** Notes that every journal was verified, and whose did not hold. */
export function noteVerified(dataDir: string, broken: readonly string[]): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ at: now().toISOString(), broken: [...new Set(broken)] });
  writeFileSync(fileIn(dataDir), text, { mode: 0o600 });
}

/** When `audit:verify` last ran here, and whether this company's journal held; null when it never did. */
export async function lastVerified(dataDir: string, company: string): Promise<{ at: string; isSound: boolean } | null> {
  try {
    const { at, broken } = note.parse(JSON.parse(await readFile(fileIn(dataDir), "utf8")));
    return { at, isSound: !broken.includes(company) };
  } catch {
    return null;
  }
}
