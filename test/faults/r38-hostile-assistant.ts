import { attackAsAssistant } from "../hostile-assistant.ts";
import { openWorld } from "../world.ts";
import type { Fault } from "./fault.ts";

export const fault: Fault = {
  id: "R38",
  title: "hostile assistant",
  promise:
    "No assistant has an effect by a token of another audience, ids of another company, a replayed or revoked token, injected arguments, or a call beyond its scopes and its person's rights.",
  async run({ runs }) {
    const world = await openWorld();
    try {
      const outcome = await attackAsAssistant(world, runs);
      return {
        "1 instance": {
          injected: `${outcome.runs} calls of 7 kinds, in turn.`,
          hit: `${outcome.refused} were refused.`,
          isVoid: outcome.runs === 0,
          violations: outcome.violations,
        },
      };
    } finally {
      await world.close();
    }
  },
};
