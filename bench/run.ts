// `[ENGINE=embedded] npm run bench [-- <goal> ...]`: prints floor, ours, ratio and goal, and keeps them in bench/RESULTS.md.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import type { Engine } from "./ground.ts";
import type { Report } from "./report.ts";
import { closeLarge } from "./seed.ts";

type Goal = () => Promise<{ measure(engine: Engine): Promise<Report> }>;
/** Measured on PostgreSQL and on the embedded database. */
const onBothEngines: Record<string, Goal> = {
  1: () => import("./1-dashboard.ts"),
  2: () => import("./2-dashboard-sizes.ts"),
  3: () => import("./3-tasks.ts"),
  4: () => import("./4-pending.ts"),
  5: () => import("./5-feed.ts"),
  6: () => import("./6-create-task.ts"),
  7: () => import("./7-approve.ts"),
  8: () => import("./8-sockets.ts"),
  9: () => import("./9-one-tab.ts"),
  10: () => import("./10-polling.ts"),
  24: () => import("./24-mix.ts"),
  28: () => import("./28-dear-queries.ts"),
  33: () => import("./33-tokens.ts"),
  34: () => import("./34-tools.ts"),
};
const goals: Record<string, Goal> = {
  ...onBothEngines,
  11: () => import("./11-install.ts"),
  12: () => import("./12-memory.ts"),
  13: () => import("./13-idle-companies.ts"),
  14: () => import("./14-first-load.ts"),
  15: () => import("./15-first-paint.ts"),
  16: () => import("./16-memory-search.ts"),
  20: () => import("./20-mail.ts"),
  21: () => import("./21-clock.ts"),
  22: () => import("./22-sign-in.ts"),
  23: () => import("./23-run.ts"),
  26: () => import("./26-explore.ts"),
  29: () => import("./29-deliveries.ts"),
  32: () => import("./32-questions.ts"),
  dashboard: () => import("./dashboard-rows.ts"),
  fresh: () => import("./fresh.ts"),
  31: () => import("./31-click-to-content.ts"),
  ask: () => import("./ask.ts"),
  import: () => import("./import.ts"),
  reading: () => import("./reading.ts"),
  conversations: () => import("./conversations.ts"),
};
const engines = (["PostgreSQL", "embedded"] as const).filter((engine) =>
  [undefined, engine].includes(process.env["ENGINE"] as Engine),
);
const results = fileURLToPath(new URL("RESULTS.md", import.meta.url));
const isFile = (name: string): boolean => name.endsWith(".json");
const named = process.argv.slice(2).filter((name) => !isFile(name));
const chosen = named.length > 0 ? named : Object.keys(goals);
const unknown = chosen.find((name) => !(name in goals));
if (unknown !== undefined) {
  console.error(`There is no goal "${unknown}". Goals: ${Object.keys(goals).join(", ")}.`);
  process.exit(1);
}

try {
  for (const engine of engines)
    for (const name of chosen) {
      if (engine === "embedded" && !(name in onBothEngines)) continue;
      const goal = await goals[name]?.();
      if (!goal) continue;
      // A goal that cannot be measured does not stop the others, and leaves what was measured before.
      const report = await goal.measure(engine).catch((error: Error) => {
        process.exitCode = 1;
        console.log(`\n${name}  ${error.message}${error.cause instanceof Error ? `\n${error.cause.message}` : ""}`);
      });
      if (!report) continue;
      const text = write(report);
      console.log(`\n${text}`);
      keep(engine, text);
    }
} finally {
  await closeLarge();
}
process.exit();

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

/** Puts the text in place of what the goal came to before on this database. */
function keep(engine: Engine, text: string): void {
  const [head = "", ...sections] = readFileSync(results, "utf8").split(/^(?=## )/m);
  const place = (section: string): number => {
    const [, of = "", goal = ""] = /^## .*, (\w+)\n```\n(\w+)/.exec(section) ?? [];
    return 2 * Object.keys(goals).indexOf(goal) + (of === "embedded" ? 1 : 0);
  };
  const section = `## ${stamp()}, ${engine}\n\`\`\`\n${text}\n\`\`\`\n`;
  const others = sections.filter((one) => place(one) !== place(section)).map((one) => `${one.trimEnd()}\n`);
  const sorted = [...others, section].toSorted((one, other) => place(one) - place(other));
  writeFileSync(results, `${head.trimEnd()}\n\n${sorted.join("\n")}`);
}
