import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { proposal } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { decisionDoubted } from "#features/decisions/events.ts";
import { proposeFrom } from "#features/decisions/proposal/service.ts";
import * as decisions from "#features/decisions/store.ts";
import { record } from "#platform/journal/record.ts";

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

/** Lowers the confidence of an agent's own proposal; never raises it. */
export const doubt = defineAction({
  id: "decisions_doubt",
  label: "Lower the confidence of a proposal",
  description: "Takes a pending decision of the agent and a confidence from 0 to 1; a higher one changes nothing.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ decisionId: z.uuid(), confidence: z.number().min(0).max(1) }),
  output: z.null(),
  summary: ({ confidence }) => `Lower the confidence to ${Math.round(confidence * 100)}%`,
  async run(tx, { agent }, { decisionId, confidence }) {
    const before = await decisions.find(tx, decisionId);
    if (!before || !(await decisions.lowerConfidence(tx, { id: decisionId, agentId: agent.id, confidence })))
      return null;
    await record(tx, decisionDoubted(before, { from: before.confidence, to: confidence }));
    return null;
  },
});

export const actions: readonly Action[] = [propose, doubt];
