import type { Fault, FaultOutcome } from "./fault.ts";
import { soak } from "./soak.ts";

const usualSeconds = 600;

export const fault: Fault = {
  id: "R24",
  title: "a soak: memory and descriptors",
  promise:
    "However long it is at work with requests, sockets, jobs, hostile upgrades and texts, its descriptors and connections return to where they were, its memory grows by no more than 32 MiB, and its answers get no slower.",
  async run({ databases, seconds = usualSeconds, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) outcomes[database] = await soak(database, seconds, say);
    return outcomes;
  },
};
