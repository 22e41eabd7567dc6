import type { Persona } from "#agency/persona.ts";
import { taskWork } from "#features/orchestrator/working/skills.ts";
import { sourceOf } from "#features/tasks/rules.ts";
import type * as tasks from "#features/tasks/store.ts";

/** A task as its agent's run. */
export const assignmentOf = (task: tasks.TaskRow, agent: Persona, trigger: "person" | "schedule", at: Date) => ({
  agent,
  skill: taskWork,
  input: {
    taskId: task.id,
    title: task.title,
    description: task.description,
    source: sourceOf(task),
    askedAt: at.toISOString(),
  },
  origin: task.origin,
  trigger,
});
