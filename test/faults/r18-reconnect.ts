import type { Fault, FaultOutcome } from "./fault.ts";
import { pageReads } from "./live-client.ts";
import { backWithinMs, lagWithinMs, restartUnder } from "./reconnect-storm.ts";

const sockets = 1_000;

export const fault: Fault = {
  id: "R18",
  title: "a restart under many open pages",
  promise: `All lines are back within ${backWithinMs} ms of the signal, the server's event loop is less than ${lagWithinMs} ms late (p99), and no page is read again more than once in 2 s.`,
  async run({ databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) {
      say(`${database}: ${sockets} sockets`);
      const outcome = await restartUnder(database, sockets, say);
      const { lag, statuses } = outcome;
      const answered = Object.entries(statuses).map(([status, count]) => `${count} times ${status}`);
      outcomes[database] = {
        injected: `One restart (SIGTERM, then a new process on the same port) under ${outcome.sockets} sockets, 10 a person, each of which comes back at the product's own pace (src/ui/live-pace.ts) and then reads its page again: ${pageReads.length} reads. Then changes in 5 companies.`,
        hit: `${outcome.lost} lines broke; ${outcome.attempts} attempts brought all back; the new server began ${outcome.reads} page reads, by Node's own notice.`,
        figures: {
          back: `the new process was ready ${Math.round(outcome.readyMs)} ms after the signal, the last line ${Math.round(outcome.backMs)} ms${outcome.late}.`,
          lag: `inside the server, from its first request on: median ${Math.round(lag.p50)} ms, p99 ${Math.round(lag.p99)} ms, most ${Math.round(lag.max)} ms.`,
          reads: `${outcome.refreshes} refreshes after the restart, the closest two of one page ${Math.round(outcome.shortestMs)} ms apart; all reads were answered ${answered.join(", ")}.`,
        },
        isVoid: outcome.lost < outcome.sockets || outcome.reads === 0,
        violations: outcome.violations,
      };
    }
    return outcomes;
  },
};
