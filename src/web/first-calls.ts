import { listAgents } from "#features/agents/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";

/** What the dashboard asks for as it opens, what is seen first before the rest. */
export const firstCalls = [getDashboard, listDecisions, listTasks, listAgents] as const;
