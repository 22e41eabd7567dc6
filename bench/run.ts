// `npm run bench [-- <goal> ...]`: prints floor, ours, ratio and goal, and appends them to bench/RESULTS.md.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import type { Report } from "./report.ts";

const goals: Record<string, () => Promise<{ measure(): Promise<Report> }>> = {
  1: () => import("./1-dashboard.ts"),
  4: () => import("./4-pending.ts"),
  7: () => import("./7-approve.ts"),
  11: () => import("./11-install.ts"),
  12: () => import("./12-memory.ts"),
  14: () => import("./14-first-load.ts"),
};
const results = fileURLToPath(new URL("RESULTS.md", import.meta.url));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(goals);
const unknown = chosen.find((name) => !(name in goals));
if (unknown !== undefined) {
  console.error(`There is no goal "${unknown}". Goals: ${Object.keys(goals).join(", ")}.`);
  process.exit(1);
}

if (!existsSync(results))
  writeFileSync(
    results,
    "# Results\nRaw output of `npm run bench`, the newest last. Ratios count, not times: the machines are small and shared.\n",
  );
for (const name of chosen) {
  const goal = await goals[name]?.();
  if (!goal) continue;
  const text = write(await goal.measure());
  console.log(`\n${text}`);
  appendFileSync(results, `\n## ${stamp()}\n\`\`\`\n${text}\n\`\`\`\n`);
}
process.exit(0);

function write({ title, lines, goals: parts }: Report): string {
  const verdicts = parts.map(
    ({ what, found, wanted, met }) => `${met ? "met   " : "MISSED"}  ${what}: ${found}, goal ${wanted}`,
  );
  return [title, ...lines, ...verdicts].join("\n");
}

function stamp(): string {
  const git = (...flags: string[]) => execFileSync("git", flags, { encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--", "src", "migrations", "package-lock.json") !== "";
  const commit = `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
  return `${new Date().toISOString().slice(0, 16).replace("T", " ")}, commit ${commit}, ${machine}`;
}
