import { z } from "zod";
import { defineTool, type Tool } from "#agency/tool.ts";
import { proposal } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { proposeFrom } from "#features/decisions/proposal/service.ts";
import { write } from "#platform/db/transaction.ts";

/** Proposes decisions; which types an executive may propose is asked of each type's own switch and of the policy. */
export const propose = defineTool({
  id: "decisions.propose",
  label: "Propose decisions",
  description:
    "Takes decision types with their context; each is worked out by its rules and waits for a person. Gives why some were not proposed.",
  effect: "proposes",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ proposals: z.array(proposal) }),
  output: z.strictObject({ refused: z.array(z.string()) }),
  use: (ctx, { agent, runId, origin }, { proposals }) =>
    write(ctx, async (tx) => {
      const { refused } = await proposeFrom(tx, agent.id, { runId, origin }, proposals);
      return { refused };
    }),
});

/** What executives do in this room. */
export const tools: readonly Tool[] = [propose];
