import { z } from "zod";
import { defineTool, type Tool } from "#agency/tool.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { workGrant } from "#features/authority/service.ts";
import { closeByAgent } from "#features/tasks/service.ts";
import { write } from "#platform/db/transaction.ts";

/** Completes an executive's own task with what came of it, under a grant; one that is closed already stays as it is. */
export const closeTask = defineTool({
  id: "tasks.close",
  label: "Close a task with its result",
  description: "Takes an open task of one's own and what came of it in words; the task is completed and shows them.",
  effect: "writes",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ taskId: z.uuid(), result: z.string().min(1) }),
  output: z.null(),
  use: (ctx, { agent, origin }, { taskId, result }) =>
    write(ctx, async (tx) => {
      const grant = await workGrant(tx, agent);
      await closeByAgent(tx, taskId, { agentId: agent.id, text: result, origin, grant });
      return null;
    }),
});

/** What executives do in this room. */
export const tools: readonly Tool[] = [closeTask];
