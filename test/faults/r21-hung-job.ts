import { jobLimits } from "#platform/jobs/limits.ts";
import type { Fault } from "./fault.ts";
import { hangAJob } from "./hung-job.ts";

export const fault: Fault = {
  id: "R21",
  title: "a job that hangs",
  promise: `A job that never comes back keeps neither its lease nor its worker longer than ${jobLimits.longest / 1000} s, is taken again once, and its effect is there once, also when the hung attempt goes on later; jobs of other kinds do not wait for it.`,
  async run({ databases, seconds, say }) {
    const longestMs = seconds ? seconds * 1000 : jobLimits.longest;
    // Nearly all of it is waiting.
    const outcomes = databases.map(async (database) => [database, await hangAJob(database, longestMs, say)] as const);
    return Object.fromEntries(await Promise.all(outcomes));
  },
};
