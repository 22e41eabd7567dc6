import { tryBackup, type Trial } from "./backup-trial.ts";
import type { Fault, FaultOutcome } from "./fault.ts";

/** Rows of figures, beside a tenth as many messages and what the load writes. */
const filler = 300_000;

export const fault: Fault = {
  id: "R23",
  title: "Backup, restore and the move to the other database",
  promise:
    "A backup taken under load restores into an empty place with everything acknowledged before it began, whole decisions, one journal and their jobs; people sign in, jobs run, sealed details open. The same file moves a company to the other database and back without a difference. Writes wait at most 2 s. What is damaged, cut, newer, of another key or would overwrite is refused in one sentence and changes nothing.",
  async run({ seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases)
      outcomes[database] = outcomeOf(await tryBackup(database, { filler, seed, say }), seed);
    return outcomes;
  },
};

function outcomeOf(trial: Trial, seed: number): FaultOutcome {
  const { kind, rows, megabytes, pauseMs, refused } = trial;
  const other = kind === "embedded" ? "postgres" : "embedded";
  return {
    injected: `One backup of ${rows} rows while 5 clients wrote without a pause (seed ${seed}), restored into an empty place by itself; then ${kind} → ${other} → ${kind}; then ${refused} bad backups and targets.`,
    hit: `${trial.acknowledged} writes acknowledged before the backup began and held against what was restored; ${trial.duringBackup} while it was taken.`,
    figures: {
      size: `${rows} rows in ${megabytes.toFixed(1)} MB, compressed and encrypted.`,
      time: `backup ${trial.backupSeconds.toFixed(1)} s under load, restore ${trial.restoreSeconds.toFixed(1)} s, two moves with their checksums ${trial.moveSeconds.toFixed(1)} s.`,
      pause: `${pauseMs === null ? "none: the database reads beside its writers" : `${pauseMs} ms, as the server says`}; the slowest small write took ${trial.slowestMs} ms during the backup, ${trial.calmMs} ms before it.`,
    },
    isVoid: trial.acknowledged === 0 || trial.duringBackup === 0 || refused === 0,
    violations: trial.violations,
  };
}
