import { startPostgres } from "../postgres.ts";
import { badStarts, onStage } from "./bad-starts.ts";
import type { Fault } from "./fault.ts";
import { holdTimes } from "./noise.ts";
import { refusedWithinMs, startRefused } from "./starts.ts";

export const fault: Fault = {
  id: "R26",
  title: "a start that cannot succeed",
  promise: `It ends with code 1 within ${refusedWithinMs} ms, says why in one clear line a fault, and never calls itself ready.`,
  async run({ say }) {
    const violations: string[] = [];
    const times = holdTimes(violations);
    const said: string[] = [];
    const skipped: string[] = [];
    let slowest = 0;
    const postgres = await startPostgres();
    try {
      for (const bad of badStarts)
        await onStage(bad, postgres, async (env) => {
          if (!env) return void skipped.push(bad.name);
          const { sentences, faults, tookMs } = await startRefused(env);
          violations.push(...faults.map((broken) => `${bad.name}: ${broken}`));
          if (!bad.says.every((words, at) => words.test(sentences[at] ?? "")) || sentences.length !== bad.says.length)
            violations.push(`${bad.name}: it says ${sentences.join(" ")}`);
          times.hold(`${bad.name}: it ended`, tookMs, refusedWithinMs);
          slowest = Math.max(slowest, tookMs);
          said.push(`${bad.name}: ${sentences.join(" ")}`);
          say(`${bad.name}: ${Math.round(tookMs)} ms`);
        });
    } finally {
      await postgres.stop();
    }
    const notTried = skipped.length > 0 ? ` Not tried, as it takes root: ${skipped.join(", ")}.` : "";
    return {
      start: {
        injected: `${badStarts.length - skipped.length} starts, each with one thing wrong.${notTried}`,
        hit: `${said.length} processes that ended by themselves, with what they wrote to standard error:\n${said.join("\n")}`,
        figures: { slowest: `${Math.round(slowest)} ms from the start of the process${times.said()}.` },
        isVoid: said.length === 0,
        violations,
      },
    };
  },
};
