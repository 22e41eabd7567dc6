// `npm run faults [-- <row> ...] [--runs N] [--jobs N] [--seconds N] [--rows N] [--database embedded|postgres|both] [--seed N] [--keep]`
// Tries the rows, prints what came of each, and with --keep writes it to docs/faults.md in place of what stood there.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Fault, written } from "./fault.ts";
import { rows } from "./rows.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "200" },
    rows: { type: "string", default: "1000000" },
    database: { type: "string", default: "both" },
    jobs: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    keep: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const size = Number(values.rows);
const seed = Number(values.seed);
const jobs = values.jobs === undefined ? undefined : Number(values.jobs);
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
const databases = (["embedded", "postgres"] as const).filter(
  (database) => values.database === "both" || values.database === database,
);
const ids = rows.map(({ id }) => id);
const unknown = positionals.find((id) => !ids.includes(id));
const chosen = rows.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
if (
  !Number.isInteger(runs) ||
  runs < 1 ||
  !Number.isInteger(seed) ||
  !Number.isInteger(jobs ?? 0) ||
  !Number.isInteger(seconds ?? 0) ||
  !Number.isInteger(size) ||
  size < 1 ||
  databases.length === 0 ||
  unknown
) {
  console.error(
    `Use: npm run faults -- [${ids.join(" ")}] --runs 200 --jobs 10000 --seconds 600 --rows 1000000 --database embedded|postgres|both --seed 1 --keep`,
  );
  process.exit(1);
}

let isBroken = false;
for (const fault of chosen) {
  console.log(`\n${fault.id}  ${fault.title}`);
  const outcomes = await fault.run({
    runs,
    rows: size,
    seed,
    databases,
    ...(jobs ? { jobs } : {}),
    ...(seconds ? { seconds } : {}),
    say: (line) => console.log(`  … ${line}`),
  });
  const parts = Object.entries(outcomes);
  isBroken ||= parts.some(([, { isVoid, violations }]) => isVoid || violations.length > 0);
  const text = parts.map(([part, outcome]) => written(part, fault.promise, outcome)).join("\n");
  console.log(text);
  if (values.keep) keep(fault, text);
}
process.exit(isBroken ? 1 : 0);

/** Puts the text where docs/faults.md tells of this row; the rows stand in their order. */
function keep({ id, title }: Fault, text: string): void {
  const path = fileURLToPath(new URL("../../docs/faults.md", import.meta.url));
  const [head = "", ...sections] = readFileSync(path, "utf8").split(/^(?=## R\d)/m);
  const command = `npm run faults -- ${id} --runs ${runs}${jobs ? ` --jobs ${jobs}` : ""}${seconds ? ` --seconds ${seconds}` : ""} --rows ${size} --database ${values.database} --seed ${seed}`;
  const section = `## ${id} ${title}\n\`${command}\`, ${stamp()}\n\n\`\`\`\n${text}\n\`\`\`\n\n`;
  const order = (one: string) => Number(/^## R(\d+)/.exec(one)?.[1]);
  const others = sections.filter((one) => !one.startsWith(`## ${id} `));
  const sorted = [...others, section].toSorted((one, other) => order(one) - order(other));
  writeFileSync(path, `${[head, ...sorted].join("").trimEnd()}\n`);
}

function stamp(): string {
  const git = (...flags: string[]) => execFileSync("git", flags, { encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--", "src", "migrations", "package-lock.json") !== "";
  const commit = `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${cpus().length} cores, Node ${process.versions.node}`;
}
