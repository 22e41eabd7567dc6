import type { Value } from "#contract/csv.ts";
import { listWork, type WorkTask } from "#features/tasks/load/contract.ts";
import type { WorkFilter } from "#features/tasks/load/rules.ts";
import { call } from "#ui/api.ts";
import { exportList } from "#ui/export-list.ts";
import { sentenceCase } from "#ui/format.ts";

export const exportWork = (query: WorkFilter): Promise<void> =>
  exportList<WorkTask>("tasks.csv", columns, (cursor, signal) =>
    call(listWork, { query: { ...query, cursor } }, signal),
  );

const columns = {
  Title: ({ title }) => title,
  Description: ({ description }) => description,
  Agent: ({ assignedAgent }) => assignedAgent?.name ?? null,
  Role: ({ assignedAgent }) => assignedAgent?.role ?? null,
  Person: ({ assignedPerson }) => assignedPerson?.name ?? null,
  Status: ({ status }) => sentenceCase(status.replaceAll("_", " ")),
  Priority: ({ priority }) => sentenceCase(priority),
  Due: ({ dueDate }) => dueDate,
  Created: ({ createdAt }) => createdAt,
  Completed: ({ completionDate }) => completionDate,
  "Completed by": ({ completedBy }) => completedBy,
  "Estimated hours": ({ estimatedHours }) => estimatedHours,
  "Hours worked": ({ workedHours }) => workedHours,
} satisfies Record<string, (row: WorkTask) => Value>;
