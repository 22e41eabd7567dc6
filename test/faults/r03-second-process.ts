import type { Fault, FaultOutcome } from "./fault.ts";
import { besideFirst, type Place, places, refusedWithinMs, startSecond } from "./second-process.ts";

export const fault: Fault = {
  id: "R3",
  title: "a second process on the embedded folder",
  promise: `It is refused within ${refusedWithinMs} ms with one sentence that names the first one, writes not one byte, and the first one goes on; of two that start at the same moment one wins.`,
  async run({ runs, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    if (!databases.includes("embedded")) return outcomes;
    const times = Math.min(runs, 20);
    const pairs = Math.min(runs, 10);
    for (const place of Object.keys(places) as Place[]) {
      say(`${place}: ${times} starts, ${pairs} pairs`);
      const outcome = await besideFirst((first) => startSecond(first, place, times, pairs));
      const { refused, apart, slowestMs, late, pairs: made, violations } = outcome;
      if (violations === null) {
        outcomes[place] = {
          injected: "Nothing: this machine lets nobody leave its name spaces (unshare takes root).",
          hit: "no start.",
          isVoid: true,
          violations: [],
        };
        continue;
      }
      outcomes[place] = {
        injected: `${times} starts on a folder whose process stands still (SIGSTOP, so that every change would be the second one's), and ${made} pairs on a free folder. Spaces left with unshare: ${places[place].join(", ") || "none"}.`,
        hit: `${refused} refused, slowest ${Math.round(slowestMs)} ms from the start of the process${late}; ${apart} of them told other spaces than ours by /proc/self/ns before they became the product.`,
        isVoid: refused === 0 || apart < times,
        violations,
      };
    }
    return outcomes;
  },
};
