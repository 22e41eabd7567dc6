import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { AppError } from "#contract/errors.ts";
import { agentRoleIds } from "#contract/roles.ts";
import * as agents from "#features/agents/store.ts";
import { earnedLevel } from "#features/authority/levels/contract.ts";
import { levelNames } from "#features/authority/levels/rules.ts";
import { stepId } from "#features/decisions/levels/naming.ts";
import { changeLevel } from "#features/decisions/levels/service.ts";
import type { Tx } from "#platform/context.ts";

/** Raises what an agent may do alone; only a person's approval runs it, and no agent can ask for it. */
const authorityStep = defineAction({
  id: stepId,
  label: "Raise an earned level",
  description:
    "Raises how far an agent may go alone with one type of decision. Proposed by its record, never by an agent.",
  effect: "write",
  approval: "by a person",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({
    decisionType: z.string(),
    label: z.string(),
    from: earnedLevel,
    to: earnedLevel,
    good: z.number().int(),
    resolved: z.number().int(),
  }),
  output: z.null(),
  summary: ({ label, to }) => `Raise the level to ${levelNames[to]}: ${label.toLowerCase()}`,
  async run(tx: Tx, { agent: { id }, plan }, { decisionType, from, to, good, resolved }) {
    const agent = await agents.lock(tx, id);
    if (!plan || !agent) throw new AppError("forbidden", "Only an approved step raises a level.");
    const reason = `Raised by an approved step: ${good} of ${resolved} outcomes good.`;
    const change = { decisionType, from, to, reason, good, resolved, decisionId: plan.id };
    if (!(await changeLevel(tx, agent, change)))
      throw new AppError("conflict", `${agent.name}'s level has changed since this was proposed. Reject the step.`);
    return null;
  },
});

export const actions: readonly Action[] = [authorityStep];
