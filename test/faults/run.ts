// `npm run faults [-- --runs N] [--database embedded|postgres|both] [--seed N]`
import { parseArgs } from "node:util";
import { killLoop, type Outcome, readyWithinMs } from "./kill-loop.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    database: { type: "string", default: "both" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
const databases = (["embedded", "postgres"] as const).filter(
  (database) => values.database === "both" || values.database === database,
);
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed) || databases.length === 0) {
  console.error("Use: npm run faults -- --runs 200 --database embedded|postgres|both --seed 1");
  process.exit(1);
}

let failed = false;
for (const database of databases) {
  console.log(`\n${database}: ${runs} kills, seed ${seed}`);
  const outcome = await killLoop(database, runs, seed, console.log);
  console.log(report(outcome));
  const isVoid = outcome.acknowledged === 0 || outcome.insideTransaction === 0;
  failed ||= isVoid || outcome.violations.length > 0;
}
process.exit(failed ? 1 : 0);

function report(outcome: Outcome): string {
  const ready = outcome.readyMs.toSorted((one, other) => one - other).map(Math.round);
  const at = (share: number) => ready[Math.min(ready.length - 1, Math.floor(ready.length * share))];
  const noted =
    "a module loaded before the product notes in a file when the driver's BEGIN and first write are answered and its COMMIT is sent";
  const how =
    outcome.database === "postgres"
      ? `${noted}; and PostgreSQL shows the transaction open while the process stands still (SIGSTOP) before the kill`
      : `${noted}; read after the kill`;
  const late =
    outcome.lateUnderLoad > 0
      ? `; ${outcome.lateUnderLoad} later than promised on a machine with more than twice its work, not held against it`
      : "";
  const isVoid = outcome.acknowledged === 0 || outcome.insideTransaction === 0;
  const result =
    outcome.violations.length > 0
      ? `BROKEN: ${outcome.violations.length} violations\n    ${outcome.violations.join("\n    ")}`
      : isVoid
        ? "VOID: nothing was acknowledged, or no kill fell inside a transaction"
        : "kept: 0 violations";
  return `  promise   what was answered 2xx is there after kill -9, no effect is there twice or in part, the journal is one
            chain, ledger and jobs agree with the decisions, and the server is ready again within ${readyWithinMs} ms
  injected  ${outcome.kills} times kill -9 at a random moment of 0 to 3 s, 5 clients writing without a pause
  hit       ${outcome.acknowledged} writes acknowledged; ${outcome.insideTransaction} kills inside a transaction that had written, ${outcome.atCommit} between COMMIT and its answer;
            ${outcome.unanswered} writes got no answer (of the new rows among them ${outcome.landed} were there, ${outcome.lost} were not)
            (inside: ${how})
  ready     median ${at(0.5)} ms, slowest ${ready.at(-1)} ms after the start of the process${late}
  checked   after each start: ${outcome.database === "postgres" ? "the database itself" : "a copy of the folder as the kill left it"}, and the newest decisions through the restarted server
  result    ${result}`;
}
