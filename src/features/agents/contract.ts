import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds, authorityLevels } from "#contract/roles.ts";
import { email, id, instant, lengths, text } from "#contract/words.ts";

export const agentStatuses = ["active", "inactive", "paused"] as const;
export type AgentStatus = (typeof agentStatuses)[number];
export const autonomyLevels = ["assist", "propose", "execute"] as const;
export type AutonomyLevel = (typeof autonomyLevels)[number];

export const voiceStyles = [
  "strategic",
  "diplomatic",
  "aggressive",
  "analytical",
  "conservative",
  "innovative",
] as const;
export type VoiceStyle = (typeof voiceStyles)[number];
export const responseLengths = ["short", "medium", "long"] as const;
export type ResponseLength = (typeof responseLengths)[number];
/** How early an agent asks: at 80% of a limit, at 90%, or at the limit itself. */
export const escalations = ["conservative", "balanced", "independent"] as const;
export type Escalation = (typeof escalations)[number];

export const agent = z.strictObject({
  id,
  name: z.string(),
  role: z.enum(agentRoleIds),
  companyId: id,
  capabilities: z.record(z.string(), z.boolean()),
  systemProps: z.strictObject({
    autonomyLevel: z.enum(autonomyLevels),
    decisionAuthority: z.enum(authorityLevels),
    budgetLimit: z.number(),
    customInstructions: z.string(),
    /** Null for the CEO or without a superior. */
    reportsTo: id.nullable(),
  }),
  /** A program of someone else's proposes as it; it does no work here. */
  isOutside: z.boolean(),
  /** The person whose programs propose as it; null for agents that work here, and once that person is deleted. */
  operatorId: id.nullable(),
  emailAddress: z.string().nullable(),
  status: z.enum(agentStatuses),
  /** Oversight paused it, and no person has changed that since: activating it takes a reason. */
  pausedByOversight: z.boolean(),
  /** 0 to 100; null without a record. */
  performance: z.number().min(0).max(100).nullable(),
  lastActivity: instant.nullable(),
  createdAt: instant,
});
export type Agent = z.infer<typeof agent>;

/** Editable fields, with the wizard's error texts. */
export const agentFields = {
  name: text(lengths.name).trim().min(2, "Agent name must be at least 2 characters"),
  decisionAuthority: z.enum(authorityLevels),
  budgetLimit: z.number().min(0, "Number must be greater than or equal to 0").max(1e12),
  emailAddress: email,
  customInstructions: text(lengths.text),
};

export const listAgents = endpoint("GET", "/api/agents", {
  summary: "The company's agents.",
  response: z.array(agent),
  access: "viewer",
  rate: "polled",
  tool: { name: "list_agents", effect: "read", hint: "Their ids are used to assign tasks and to propose decisions." },
});

export const listOutsideAgents = endpoint("GET", "/api/agents/outside", {
  summary: "The outside agents: other makers' programs that propose decisions here.",
  response: z.array(agent),
  access: "viewer",
});

export const setStatus = endpoint("PUT", "/api/agents/:id/status", {
  summary: "Sets an agent to active, inactive or paused; activating one that oversight paused takes a reason.",
  params: { id },
  body: z.strictObject({ status: z.enum(agentStatuses), reason: text(lengths.reason).trim().optional() }),
  response: agent,
  access: "admin",
  scope: "decide",
});

export const setAutonomy = endpoint("PUT", "/api/agents/:id/autonomy", {
  summary: "Sets an agent's autonomy level.",
  params: { id },
  body: z.strictObject({ autonomyLevel: z.enum(autonomyLevels) }),
  response: agent,
  access: "admin",
  scope: "decide",
});
