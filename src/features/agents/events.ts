import { z } from "zod";
import { type AgentRoleId, roleTitle } from "#contract/roles.ts";
import { event } from "#platform/journal/event.ts";

type Named = { id: string; name: string; role: string };

const common = { resource: "agent", feed: null, refreshes: ["agents", "authority", "feed"] } as const;
const nameWithRole = ({ name, role }: Named): string => `${name} (${role})`;
const subject = ({ id }: Named) => ({ id, agentId: id });

const initialDetails = z.strictObject({ role: z.string(), authority: z.string(), budget: z.number() });
type NewAgent = Named & { authority: string; budget: number };
const initialSettings = ({ role, authority, budget }: NewAgent) => ({ role, authority, budget });

export const agentCreated = event(
  "agent.created",
  { ...common, details: initialDetails, complianceRelevant: true },
  (agent: NewAgent) => ({
    ...subject(agent),
    title: `${agent.name} joined as ${agent.role}`,
    details: initialSettings(agent),
  }),
);

export const agentUpdated = event(
  "agent.updated",
  common,
  (agent: NewAgent | Named, edited?: { changes: object; fields: string; changesAuthority: boolean }) => ({
    ...subject(agent),
    title: edited ? `${nameWithRole(agent)}: ${edited.fields} changed` : `${nameWithRole(agent)} was reconfigured`,
    details: edited ? { changes: { ...edited.changes } } : initialSettings(agent as NewAgent),
    complianceRelevant: edited?.changesAuthority ?? false,
  }),
);

export const agentStatusChanged = event(
  "agent.status_changed",
  common,
  (agent: Named & { status: string }, to: string, reason?: string) => ({
    ...subject(agent),
    title: `${nameWithRole(agent)} is ${to}`,
    details: { from: agent.status, to, ...(reason && { reason }) },
  }),
);

export const agentAutonomyChanged = event(
  "agent.autonomy_changed",
  { ...common, complianceRelevant: true },
  (agent: Named & { autonomy: string }, to: string) => ({
    ...subject(agent),
    title: `${nameWithRole(agent)}: autonomy set to ${to}`,
    details: { from: agent.autonomy, to },
  }),
);

export const agentRetired = event(
  "agent.retired",
  {
    ...common,
    severity: "warning",
    complianceRelevant: true,
  },
  (agent: Named, retirement: { reason: string | null; tasks: number; reports: string[] }) => ({
    ...subject(agent),
    title: `${nameWithRole(agent)} was retired`,
    details: { role: agent.role, ...retirement },
  }),
);

export const agentReinstated = event(
  "agent.reinstated",
  { ...common, complianceRelevant: true },
  (agent: Named & { role: AgentRoleId }, retiredAt: Date) => ({
    ...subject(agent),
    title: `${agent.name} is the ${roleTitle(agent.role)} again`,
    details: { role: agent.role, retiredAt: retiredAt.toISOString() },
  }),
);
