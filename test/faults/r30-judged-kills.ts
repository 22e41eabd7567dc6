import type { Fault } from "./fault.ts";
import { killJudged } from "./judged-kills.ts";

export const fault: Fault = {
  id: "R30",
  title: "kill -9 while oversight intervenes, an intervention is undone, or an outcome is recorded",
  promise:
    "Each is done with everything that belongs to it (the finding, the agent's status, the outcome, the kept score, the journal record) or not done, and doing it again ends the same, once.",
  async run({ runs, say }) {
    const { kills, inside, landed, violations } = await killJudged(Math.ceil(runs / 3), say);
    return {
      postgres: {
        injected: `${kills} kills after a check, an undo or an outcome was asked for`,
        hit: `${inside} found a transaction that had written; ${landed} came after the commit`,
        isVoid: inside === 0,
        violations,
      },
    };
  },
};
