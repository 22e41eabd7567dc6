import type { Fault, FaultOutcome } from "./fault.ts";
import { instanceLoop } from "./instance-loop.ts";

/** As many jobs as a run of the whole row puts; `--jobs` says another number. */
const usualJobs = 10_000;

export const fault: Fault = {
  id: "R2",
  title: "several instances, killed in turn",
  promise:
    "Of several instances on one PostgreSQL any may die at any moment: what was answered 2xx is there, each job takes effect exactly once and none is lost, those of the dead are taken again within 65 s, two instances share the jobs 30 to 70 %, and a tab on one instance hears what is decided on another.",
  async run({ runs, seed, databases, jobs = usualJobs, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    if (!databases.includes("postgres")) return outcomes;
    for (const count of [2, 4])
      outcomes[`${count} instances`] = await instanceLoop({ count, runs, seed, jobs, everyMs: 10_000, say });
    return outcomes;
  },
};
