import type { Fault, FaultOutcome } from "./fault.ts";
import { endedWithinMs, stopUnderLoad } from "./graceful-stop.ts";
import { stopBesideHostileInput } from "./hostile-stop.ts";

export const fault: Fault = {
  id: "R17",
  title: "a graceful stop under load",
  promise: `After SIGTERM every request that was begun is answered, sockets are closed with 1012, jobs are ended or handed back whole, with one attempt used, and taken again by the next start, and the process ends with 0 within ${endedWithinMs} ms; a second SIGTERM ends it at once.`,
  async run({ runs, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    const rounds = Math.min(runs, 10);
    for (const database of databases) {
      say(`${database}: ${rounds} stops`);
      const outcome = await stopUnderLoad(database, { rounds, perSecond: 200 }, say);
      const slowest = (all: number[]) => `slowest ${Math.round(Math.max(...all))} ms`;
      const closed = Object.entries(outcome.closedWith).map(([code, count]) => `${count} with ${code}`);
      const stuck =
        database === "postgres"
          ? " The table imports write to was held by somebody else, so that the running one could not end in time."
          : "";
      outcomes[database] = {
        injected: `${outcome.stops} times SIGTERM while ${Math.round(outcome.perSecond)} requests a second came in (200 asked for), 20 sockets were open and 10 imports queued, of which an instance runs one at a time.${stuck}`,
        hit: `${outcome.inFlight} requests had been read and not answered at the signal, by Node's own notices of both in the server; ${outcome.runningAtSignal} imports were running, ${outcome.handedBack} of which were handed back whole; ${outcome.left} were left for the next starts.`,
        figures: {
          requests: `${outcome.answered} answered 200; ${outcome.unread} never read, as their connection was closed first.`,
          sockets: `closed: ${closed.join(", ")}.`,
          jobs: `all ten done after the next start was ready: ${slowest(outcome.jobsDoneMs)}.`,
          ended: `${slowest(outcome.endedMs)} after the signal; after a second one ${slowest(outcome.secondMs)}${outcome.late}.`,
        },
        isVoid: outcome.inFlight === 0 || outcome.runningAtSignal === 0,
        violations: outcome.violations,
      };
      const besides = await stopBesideHostileInput(database, Math.min(runs, 3), say);
      outcomes[`${database}, beside hostile input`] = besides;
    }
    return outcomes;
  },
};
