import type { Fault, FaultOutcome } from "./fault.ts";
import { overload } from "./overload.ts";

export const fault: Fault = {
  id: "R25",
  title: "five times what it can do",
  promise:
    "Offered 5 times its capacity, the product goes on doing at least 80 % of its best, tells the others 429 or 503 with Retry-After in less than 100 ms, and within 10 s after it is over all is as before.",
  async run({ databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) outcomes[database] = await overload({ database, seconds: 15, times: 5, say });
    return outcomes;
  },
};
