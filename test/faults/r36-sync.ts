import type { Fault } from "./fault.ts";
import { syncTrial } from "./sync-trial.ts";

export const fault: Fault = {
  id: "R36",
  title: "a first reading of a connected service, killed",
  promise:
    "A reading of many records goes on where it was killed, without a lost or doubled record, and its memory does not grow with their number.",
  async run({ seed, jobs = 100_000, runs, say }) {
    return { postgres: await syncTrial({ records: jobs, kills: Math.min(runs, 10), seed, say }) };
  },
};
