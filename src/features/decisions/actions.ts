import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { proposal } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { proposeFrom } from "#features/decisions/proposal/service.ts";

/** Each proposal is checked against its type's capability and the policy. */
export const propose = defineAction({
  id: "decisions_propose",
  label: "Propose decisions",
  description:
    "Proposes decisions from decision types with their context. Each is evaluated by its rules and waits for approval. Returns why any were refused.",
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
