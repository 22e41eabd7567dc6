import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { truncate } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { plannedTask } from "#features/tasks/contract.ts";
import { createTaskId, taskSummary } from "#features/tasks/rules.ts";
import { addTasks, closeByAgent, dueAt } from "#features/tasks/service.ts";
import { reportByAgent } from "#features/tasks/working/service.ts";

export const closeTask = defineAction({
  id: "tasks_close",
  label: "Close a task with its result",
  description:
    "Closes one of your open tasks and records its result. Send answered: false if you could not do it; the result then says why.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ taskId: z.uuid(), result: z.string().min(1), answered: z.boolean().default(true) }),
  output: z.null(),
  summary: () => "Close the task with its result",
  run: async (tx, { agent, origin, grant }, { taskId, result, answered }) => {
    await closeByAgent(tx, taskId, { agentId: agent.id, text: result, answered, origin, grant });
    return null;
  },
});

/** A result leaves the task in progress until a person completes it; a stuck task goes back with the reason. */
export const reportTask = defineAction({
  id: "tasks_report",
  label: "Report on a task",
  description:
    "Adds what you prepared to one of your tasks in progress, for a person to use. Send isStuck: true to give it back with the reason.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ taskId: z.uuid(), text: z.string().min(1), isStuck: z.boolean().default(false) }),
  output: z.null(),
  summary: ({ isStuck }) => (isStuck ? "Give the task back with the reason" : "Add what was prepared to the task"),
  run: async (tx, { agent, runId, origin, grant }, { taskId, text, isStuck }) => {
    await reportByAgent(tx, taskId, { agentId: agent.id, runId, text, isStuck, origin, grant });
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
  run: async (tx, { agent, runId, origin, grant, plan }, { role, dueInDays, title, ...task }) => {
    const id = crypto.randomUUID();
    await grant.add();
    const holder = await agents.ofRole(tx, role);
    const fromDecision = plan && { decisionId: plan.id, effectIndex: plan.place };
    const metadata = {
      ...(plan && { type: "decision", decisionNumber: plan.number }),
      ...(agent.defaultTaskType && { taskType: agent.defaultTaskType }),
    };
    await addTasks(tx, [
      {
        ...task,
        ...fromDecision,
        metadata,
        id,
        title: truncate(title, 255),
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

export const actions: readonly Action[] = [closeTask, reportTask, createTask];
