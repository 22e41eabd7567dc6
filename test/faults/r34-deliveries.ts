import { deliveriesTrial } from "./deliveries-trial.ts";
import type { Fault } from "./fault.ts";

export const fault: Fault = {
  id: "R34",
  title: "deliveries",
  promise:
    "Whatever dies or gets lost on the way, each intent is delivered at least once and, where the receiver honours ids, exactly once; none after it was cancelled; in order within a key.",
  async run({ seed, jobs = 10_000, seconds = 3_600, runs, say }) {
    const kills = Math.min(runs, 30);
    return { "2 instances": await deliveriesTrial({ deliveries: jobs, kills, downMs: seconds * 1_000, seed, say }) };
  },
};
