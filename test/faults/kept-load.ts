import { setTimeout as sleep } from "node:timers/promises";
import { type Ground, putLoad, type Random } from "./load.ts";
import type { Promises } from "./promises.ts";
import type { Server } from "./server.ts";

/** A load that comes back after every refusal, until it is told to stop. */
export function keepLoad(server: Server, ground: Ground, promises: Promises, random: Random) {
  let over = false;
  const run = async (): Promise<void> => {
    while (!over) {
      await putLoad(server.url, ground, promises, random, () => over);
      await sleep(100);
    }
  };
  const running = run();
  return {
    stop(): Promise<void> {
      over = true;
      return running;
    },
  };
}

/** What the load was told: 503 in words is allowed, anything else and silence are faults. */
export function sortRefusals(promises: Promises): { refused: number; sentences: Set<string>; faults: string[] } {
  const refusals = promises.refusals.splice(0);
  const sentences = new Set<string>();
  const faults: string[] = [];
  for (const refusal of refusals) {
    const [, status, text = ""] = /was answered (\d+): (.*)$/.exec(refusal) ?? [];
    if (status === "503") sentences.add(text);
    else faults.push(refusal);
  }
  if (promises.unanswered > 0) faults.push(`${promises.unanswered} writes got no answer at all`);
  return { refused: refusals.length, sentences, faults };
}
