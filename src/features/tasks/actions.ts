import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { cut } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { plannedTask } from "#features/tasks/contract.ts";
import { createTaskId, taskSummary } from "#features/tasks/rules.ts";
import { addTasks, closeByAgent, dueAt } from "#features/tasks/service.ts";

/** Completes an executive's own task with what came of it; one that is closed already stays as it is. */
export const closeTask = defineAction({
  id: "tasks_close",
  label: "Close a task with its result",
  description: "Takes an open task of one's own and what came of it in words; the task is completed and shows them.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ taskId: z.uuid(), result: z.string().min(1) }),
  output: z.null(),
  summary: () => "Close the task with its result",
  run: async (tx, { agent, origin, grant }, { taskId, result }) => {
    await closeByAgent(tx, taskId, { agentId: agent.id, text: result, origin, grant });
    return null;
  },
});

/** Creates a task for whoever has a role; where nobody has, it is open to anybody. */
const createTask = defineAction({
  id: createTaskId,
  label: "Create a task",
  description: "Takes what there is to do, for which role, in how many days and hours; gives the task.",
  effect: "write",
  approval: "by policy",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: plannedTask,
  output: z.strictObject({ taskId: z.uuid() }),
  summary: taskSummary,
  run: async (tx, { runId, origin, grant, plan }, { role, dueInDays, title, ...task }) => {
    const id = crypto.randomUUID();
    await grant.add();
    const holder = await agents.ofRole(tx, role);
    const decided = plan && {
      decisionId: plan.id,
      effectIndex: plan.place,
      metadata: { type: "decision", decisionNumber: plan.number },
    };
    await addTasks(tx, [
      {
        ...task,
        ...decided,
        id,
        title: cut(title, 255),
        dueDate: dueAt(tx, plan?.proposedAt ?? tx.now, dueInDays),
        assignedAgentId: holder?.id ?? null,
        grantId: grant.id,
        runId,
        origin,
      },
    ]);
    return { taskId: id };
  },
});

export const actions: readonly Action[] = [closeTask, createTask];
