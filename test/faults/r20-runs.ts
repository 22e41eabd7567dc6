import type { Fault, FaultOutcome } from "./fault.ts";
import { killAtEveryStart, throwAtEveryStart } from "./poison-job.ts";
import { killRunInstances, killRuns } from "./run-kills.ts";

export const fault: Fault = {
  id: "R20",
  title: "executives at work while processes die, and poisoned jobs",
  promise:
    "Every acknowledged question and briefing comes to one answer, or to one failure in words; no step that was done is done again, no task is completed twice, a run has one message at most and is worked on by one instance at a time, none is left half done, and the journal is one chain. A job that kills its process or throws at every start is given up after 5 attempts and says so; other kinds of jobs and the stop of a run do not wait behind it.",
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) outcomes[database] = await killRuns(database, { runs, seed, say });
    if (databases.includes("postgres")) outcomes["2 instances"] = await killRunInstances({ runs, seed, say });
    // Nearly all of it is waiting.
    const poisoned = databases.flatMap((database) => [
      killAtEveryStart({ database, say }).then((one) => (outcomes[`${database}, killed at every start`] = one)),
      throwAtEveryStart({ database, say }).then((one) => (outcomes[`${database}, throws at every start`] = one)),
    ]);
    await Promise.all(poisoned);
    return outcomes;
  },
};
