import type { Fault, FaultOutcome } from "./fault.ts";
import { killRunInstances, killRuns } from "./run-kills.ts";

export const fault: Fault = {
  id: "R20",
  title: "executives at work while processes die",
  promise:
    "Every acknowledged question and briefing comes to one answer, or to one failure in words; no step that was done is done again, no task is completed twice, a run has one message at most and is worked on by one instance at a time, none is left half done, and the journal is one chain.",
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) outcomes[database] = await killRuns(database, { runs, seed, say });
    if (databases.includes("postgres")) outcomes["2 instances"] = await killRunInstances({ runs, seed, say });
    return outcomes;
  },
};
