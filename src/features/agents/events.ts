import { z } from "zod";
import { event } from "#platform/journal/event.ts";

type Named = { id: string; name: string; role: string };

const ofAgent = { resource: "agent", feed: null, refreshes: ["agents", "authority", "feed"] } as const;
const move = z.strictObject({ from: z.string(), to: z.string() });
const whose = ({ name, role }: Named): string => `${name} (${role})`;
const about = ({ id }: Named) => ({ id, agentId: id });

const start = z.strictObject({ role: z.string(), authority: z.string(), budget: z.number() });
type Started = Named & { authority: string; budget: number };
const startOf = ({ role, authority, budget }: Started) => ({ role, authority, budget });

export const agentCreated = event(
  "agent.created",
  { ...ofAgent, details: start, complianceRelevant: true },
  (agent: Started) => ({ ...about(agent), title: `${agent.name} joined as ${agent.role}`, details: startOf(agent) }),
);

export const agentUpdated = event(
  "agent.updated",
  { ...ofAgent, details: z.union([start, z.strictObject({ changes: z.looseObject({}) })]) },
  (agent: Started | Named, edited?: { changes: object; inWords: string; changesAuthority: boolean }) => ({
    ...about(agent),
    title: edited ? `${whose(agent)}: ${edited.inWords} changed` : `${whose(agent)} was set up again`,
    details: edited ? { changes: { ...edited.changes } } : startOf(agent as Started),
    complianceRelevant: edited?.changesAuthority ?? false,
  }),
);

export const agentStatusChanged = event(
  "agent.status_changed",
  { ...ofAgent, details: move },
  (agent: Named & { status: string }, to: string) => ({
    ...about(agent),
    title: `${whose(agent)} is ${to}`,
    details: { from: agent.status, to },
  }),
);

export const agentAutonomyChanged = event(
  "agent.autonomy_changed",
  { ...ofAgent, details: move, complianceRelevant: true },
  (agent: Named & { autonomy: string }, to: string) => ({
    ...about(agent),
    title: `${whose(agent)} works at level ${to}`,
    details: { from: agent.autonomy, to },
  }),
);

export const agentRetired = event(
  "agent.retired",
  {
    ...ofAgent,
    details: z.strictObject({
      role: z.string(),
      reason: z.string().nullable(),
      tasks: z.number(),
      reports: z.array(z.string()),
    }),
    severity: "warning",
    complianceRelevant: true,
  },
  (agent: Named, left: { reason: string | null; tasks: number; reports: string[] }) => ({
    ...about(agent),
    title: `${whose(agent)} was retired`,
    details: { role: agent.role, ...left },
  }),
);

export const agentReinstated = event(
  "agent.reinstated",
  { ...ofAgent, details: z.strictObject({ role: z.string(), retiredAt: z.string() }), complianceRelevant: true },
  (agent: Named, retiredAt: Date) => ({
    ...about(agent),
    title: `${agent.name} is the ${agent.role} again`,
    details: { role: agent.role, retiredAt: retiredAt.toISOString() },
  }),
);
