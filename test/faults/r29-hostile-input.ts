import { whole } from "../long-texts.ts";
import type { Fault, FaultOutcome } from "./fault.ts";
import { groundsOn } from "./hostile-ground.ts";
import { type HostileOutcome, tryInputs } from "./hostile-input.ts";
import { lateMs } from "./livez.ts";
import { askForUpgrades, describeHeld } from "./upgrades.ts";

const rounds = 4;

export const fault: Fault = {
  id: "R29",
  title: "hostile input",
  promise: `Whatever text is sent, /livez is answered within ${lateMs} ms; a connection is upgraded at /ws alone, for who is signed in; every other answer is a refusal in one sentence with the protective headers, and the server's connections and descriptors return to where they were.`,
  async run({ databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) {
      outcomes[`long texts, ${database}`] = describeTexts(await tryInputs(database, whole, say));
      const grounds = await groundsOn(database);
      const on = await grounds.open();
      try {
        const { upgrades, opened, before, most, after, violations } = await askForUpgrades(on, rounds, say);
        outcomes[`upgrades, ${database}`] = {
          injected: `${upgrades} requests with Connection: Upgrade: ${rounds} times every address of the contract, static ones, unreadable ones and those around /ws, each for 4 protocols, signed in and not.`,
          hit: `${opened} lines were opened, all at /ws and signed in; of ${upgrades - opened} others the server ended the connection, which the caller held open.`,
          figures: {
            held: `${describeHeld(before)} before, ${most} connections at the most, ${describeHeld(after)} afterwards.`,
          },
          isVoid: opened === 0 || upgrades === opened,
          violations,
        };
      } finally {
        await on.close();
        await grounds.close();
      }
    }
    return outcomes;
  },
};

function describeTexts(outcome: HostileOutcome): FaultOutcome {
  const { inputs, asked, longestMs, longestOwnMs, longestInput, once, violations } = outcome;
  return {
    injected: `${inputs} inputs, one after the other: long runs of one pattern, of 99 kB and as long as a text may be, in every place of every call's body, of 14 kB (Node takes no more) in every place of its query and path and in every header that is read, of 199 kB in every cell, heading and line of every import, and files of up to 50 MB of them.`,
    hit: `/livez was asked ${asked} times meanwhile, from a thread of its own.`,
    figures: {
      livez: `longest answer ${Math.round(longestMs)} ms (${longestInput}), ${Math.round(longestOwnMs)} ms without what the machine gave to others meanwhile; ${once} inputs with something wrong did nothing of it when they were sent again alone.`,
    },
    // Many an input is answered sooner than /livez can be asked.
    isVoid: asked < inputs / 2,
    violations,
  };
}
