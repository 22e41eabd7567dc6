import type { Fault, FaultOutcome } from "./fault.ts";
import { trySlots } from "./slots.ts";

/** As many slots as a run of the whole row puts; `--jobs` says another number. */
const usualSlots = 1_000;
const companies = 100;

export const fault: Fault = {
  id: "R31",
  title: "one schedule on two instances",
  promise:
    "Each slot of auto-pilot has exactly one cycle on two instances, also if it comes again after a clock was set back.",
  async run({ databases, jobs = usualSlots, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    if (!databases.includes("postgres")) return outcomes;
    const some = Math.min(companies, jobs);
    outcomes["2 instances"] = await trySlots(some, Math.ceil(jobs / some), say);
    return outcomes;
  },
};
