import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of reading after which other work gets a turn. */
const maxTurnMs = 12;

/** Returns a function to await between pieces of work: it lets other work go ahead once this has taken long enough. */
export function takeTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < maxTurnMs) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}
