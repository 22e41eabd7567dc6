import type { Fault, FaultOutcome } from "./fault.ts";
import { type Kills, killRepeats } from "./repeat-kills.ts";
import { deliver, type Deliveries } from "./repeats.ts";

/** A round takes as long as some dozen kills. */
const killsARound = 40;

export const fault: Fault = {
  id: "R15",
  title: "Duplicate delivery",
  promise:
    "A write sent again with its Idempotency-Key, one after the other or at once, to one instance or two, over a cut connection or after a kill -9 that took its answer, has one effect, and every copy gets the same status and body; another body is refused with 422; without a key approvals and changes of status happen once all the same; a socket that comes back repeats nothing.",
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) {
      const rounds = Math.max(1, Math.round(runs / killsARound));
      say(`${database}: ${rounds} rounds of every write, ${runs} kills, seed ${seed}`);
      const deliveries = await deliver(database, rounds, seed, say);
      outcomes[database] = outcomeOf(rounds, deliveries, await killRepeats(database, runs, seed, say), seed);
    }
    return outcomes;
  },
};

function outcomeOf(rounds: number, deliveries: Deliveries, kills: Kills, seed: number): FaultOutcome {
  const { writes, requests, repeated, cut, landed, waited, instances } = deliveries;
  return {
    injected: `${rounds} ${rounds === 1 ? "round" : "rounds"} over ${instances} ${instances === 1 ? "instance" : "instances"}: every write of the contract 2 times apart and 5 times at once under one key and once with another body, 6 of them 5 times at once without a key, 20 connections cut 1 to 25 ms after sending, 2 sockets that come back; ${kills.kills} times kill -9 of ${kills.instances === 1 ? "the instance" : "one of 2 instances"} under 4 to 6 clients writing with keys (seed ${seed}), half of them when a commit is sent, half when a transaction has written.`,
    hit: `${writes} writes in ${requests} requests, ${repeated} answered from the kept answer, ${waited} told to wait first; ${cut} connections cut, ${landed} of them after the effect. Kills: ${kills.inside} inside a transaction that had written, ${kills.atCommit} between COMMIT and its answer; ${kills.unanswered} writes got no answer, and sent again ${kills.landed} found their effect and ${kills.done} had it then.`,
    figures: {
      recalled: `${kills.recalled} of ${kills.answered} answers from before a kill were asked for again after it.`,
      checked:
        "rows of every table against a company that made each call once; effects by their marks, kept answers, journal and ledger after the last kill.",
    },
    isVoid: repeated === 0 || cut === 0 || kills.unanswered === 0 || kills.landed === 0 || kills.done === 0,
    violations: [...deliveries.violations, ...kills.violations],
  };
}
