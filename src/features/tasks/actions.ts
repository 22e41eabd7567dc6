import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { cut } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { plannedTask } from "#features/tasks/contract.ts";
import { createTaskId, taskSummary } from "#features/tasks/rules.ts";
import { addTasks, closeByAgent, dueAt } from "#features/tasks/service.ts";

export const closeTask = defineAction({
  id: "tasks_close",
  label: "Close a task with its result",
  description: "Completes one of your open tasks and records its result.",
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

/** Unassigned if the role has no agent. */
const createTask = defineAction({
  id: createTaskId,
  label: "Create a task",
  description: "Creates a task for a role, with its due date in days and estimated hours. Returns the task.",
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
    const fromDecision = plan && {
      decisionId: plan.id,
      effectIndex: plan.place,
      metadata: { type: "decision", decisionNumber: plan.number },
    };
    await addTasks(tx, [
      {
        ...task,
        ...fromDecision,
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
