import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./node24.mjs";

const file = join(root, "node_modules", ".cache", "boardroom", "passed");

/** The hash of the checked-out tree; null if files differ from it or git is missing. */
export function cleanTree(): string | null {
  const git = (...flags: string[]) =>
    execFileSync("git", flags, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    return git("status", "--porcelain") === "" ? git("rev-parse", "HEAD^{tree}") : null;
  } catch {
    return null;
  }
}

/** Stores the hash of the tree that passed all steps, to look up whether a commit was tested. */
export function recordPassed(tree: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${tree}\n`);
}
