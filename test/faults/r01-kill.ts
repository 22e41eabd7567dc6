import { type Fault, type FaultOutcome } from "./fault.ts";
import { killLoop, type Outcome, readyWithinMs } from "./kill-loop.ts";

export const fault: Fault = {
  id: "R1",
  title: "kill -9 at any moment",
  promise: `What was answered 2xx is there after kill -9, no effect is there twice or in part, the journal is one chain, ledger and jobs agree with the decisions, and the server is ready again within ${readyWithinMs} ms.`,
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) {
      say(`${database}: ${runs} kills, seed ${seed}`);
      outcomes[database] = outcomeOf(await killLoop(database, runs, seed, say), seed);
    }
    return outcomes;
  },
};

function outcomeOf(outcome: Outcome, seed: number): FaultOutcome {
  const ready = outcome.readyMs.toSorted((one, other) => one - other).map(Math.round);
  const noted =
    "a module loaded before the product notes in a file when a transaction's first writes are sent to the database and when its COMMIT is";
  const how =
    outcome.database === "postgres"
      ? `${noted}; and PostgreSQL shows the transaction open while the process stands still (SIGSTOP) before the kill`
      : `${noted}; read after the kill`;
  const late =
    outcome.lateUnderLoad > 0
      ? `; ${outcome.lateUnderLoad} later than promised on a machine with more than twice its work, not held against it`
      : "";
  const checked = outcome.database === "postgres" ? "the database itself" : "a copy of the folder as the kill left it";
  return {
    injected: `${outcome.kills} times kill -9 at a random moment of 0 to 3 s (seed ${seed}), 5 clients writing without a pause.`,
    hit: `${outcome.acknowledged} writes acknowledged; ${outcome.insideTransaction} kills inside a transaction that had written, ${outcome.atCommit} between COMMIT and its answer; ${outcome.unanswered} writes got no answer (of the new rows among them ${outcome.landed} were there, ${outcome.lost} were not). Inside: ${how}.`,
    figures: {
      ready: `median ${ready[Math.floor(ready.length / 2)]} ms, slowest ${ready.at(-1)} ms after the start of the process${late}.`,
      checked: `after each start: ${checked}, and the newest decisions through the restarted server.`,
    },
    isVoid: outcome.acknowledged === 0 || outcome.insideTransaction === 0,
    violations: outcome.violations,
  };
}
