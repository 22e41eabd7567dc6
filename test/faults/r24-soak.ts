import type { Fault, FaultOutcome } from "./fault.ts";
import { soak } from "./soak.ts";

const usualSeconds = 600;

export const fault: Fault = {
  id: "R24",
  title: "a soak: memory and descriptors",
  promise:
    "However long it is at work with requests, sockets, jobs, hostile upgrades and texts, its descriptors and connections return to where they were; at rest and collected, its whole process on PostgreSQL, its JavaScript heaps and buffers on the embedded database are at most 32 MiB larger than before; and the p99 of its answers in the last tenth is at most 50 ms more than twice that in the first.",
  async run({ databases, seconds = usualSeconds, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) outcomes[database] = await soak(database, seconds, say);
    return outcomes;
  },
};
