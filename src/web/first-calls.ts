import type { Endpoint } from "#contract/endpoint.ts";
import { listAgents } from "#features/agents/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";

const whole = (endpoint: Endpoint) => ({ endpoint, sent: {}, path: endpoint.path });
const lines = (endpoint: Endpoint) => ({
  endpoint,
  sent: { query: { shape: "lines" } },
  path: `${endpoint.path}?shape=lines`,
});

/** The dashboard's first calls, most visible first. */
export const firstCalls = [whole(getDashboard), lines(listDecisions), lines(listTasks), whole(listAgents)];
