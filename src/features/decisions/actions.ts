import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { proposal } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { proposeFrom } from "#features/decisions/proposal/service.ts";

/** Proposes decisions; which types an executive may propose is asked of each type's own switch and of the policy. */
export const propose = defineAction({
  id: "decisions_propose",
  label: "Propose decisions",
  description:
    "Takes decision types with their context; each is worked out by its rules and waits for a person. Gives why some were not proposed.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ proposals: z.array(proposal) }),
  output: z.strictObject({ refused: z.array(z.string()) }),
  summary: ({ proposals }) => `Propose ${proposals.length} decisions`,
  run: async (tx, { agent, runId, origin, engine }, { proposals }) => {
    const { refused } = await proposeFrom(tx, agent.id, { runId, origin, engine }, proposals);
    return { refused };
  },
});

export const actions: readonly Action[] = [propose];
