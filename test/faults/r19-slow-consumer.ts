import type { Fault, FaultOutcome } from "./fault.ts";
import { capBytes, growthMb, stopReading } from "./slow-consumers.ts";

const sockets = 100;
const notices = 40_000;

export const fault: Fault = {
  id: "R19",
  title: "pages that stop reading",
  promise: `For a socket that does not read at most ${capBytes / 1024 ** 2} MB is held, then it is closed; ${sockets} of them cost less than ${growthMb} MB; nobody else waits for them.`,
  async run({ databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    if (!databases.includes("postgres")) return outcomes;
    say(`${sockets} sockets, ${notices} notices each`);
    const outcome = await stopReading({ sockets, notices, padding: 0 }, say);
    outcomes["postgres"] = {
      injected: `${outcome.sockets} sockets of 10 busy companies stopped reading while ${outcome.notices} notices of the usual size were passed on to each, through the database's own channel. Before, the same with all of them reading, to compare with.`,
      hit: `${outcome.closed} sockets were closed for what was held for them, as the server's log says; most held for one: ${outcome.mostHeld} bytes beyond what the system itself buffers.`,
      figures: {
        memory: `${Math.round(outcome.readMb)} MB at most while all read, ${Math.round(outcome.slowMb)} MB while none did.`,
        others: `a socket that reads heard ${outcome.heard} notices; a call of another company took ${Math.round(outcome.othersRead)} ms (p95) while all read, ${Math.round(outcome.othersSlow)} ms while none did${outcome.late}.`,
      },
      isVoid: outcome.closed === 0,
      violations: outcome.violations,
    };
    return outcomes;
  },
};
