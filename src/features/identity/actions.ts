import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { AppError } from "#contract/errors.ts";
import { roleTiers, tierNames } from "#features/identity/promotions/contract.ts";
import { changeTier, changeTierId } from "#features/identity/promotions/service.ts";

/** Runs only from an approved promotion: no role may use it. */
const changeTierAction = defineAction({
  id: changeTierId,
  label: "Change an agent's tier",
  description: "Moves an agent to the tier that a person approved.",
  effect: "write",
  approval: "by policy",
  cost: "zero",
  roles: [],
  capability: null,
  input: z.strictObject({
    agentId: z.uuid(),
    from: z.enum(roleTiers),
    to: z.enum(roleTiers),
    reason: z.string(),
    kind: z.enum(["automatic", "demotion"]),
    performance: z.number().nullable(),
  }),
  output: z.null(),
  summary: ({ from, to }) => `Move from ${tierNames[from]} to ${tierNames[to]}`,
  run: async (tx, { agent, plan }, input) => {
    if (!plan || agent.id !== input.agentId) throw new AppError("forbidden", "A person decides on a tier.");
    await changeTier(tx, plan.id, input);
    return null;
  },
});

export const actions: readonly Action[] = [changeTierAction];
