import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { actionEffects } from "#contract/actions.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { agent, agentFields, autonomyLevels } from "#features/agents/contract.ts";
import { effectiveLimit } from "#features/authority/contract.ts";

export const executive = z.strictObject({
  agent,
  /** Sent back with an edit, to detect conflicts. */
  updatedAt: instant,
  /** Null unless retired. */
  retired: z.strictObject({ at: instant, reason: z.string().nullable() }).nullable(),
  limit: effectiveLimit,
  /** Oldest first; they prevent retiring. */
  pendingDecisions: z.array(z.strictObject({ id, number: z.number().int(), title: z.string() })),
  openTasks: z.number().int(),
  /** Warnings about the settings. */
  remarks: z.array(z.string()),
});
export type Executive = z.infer<typeof executive>;

const { name, decisionAuthority, budgetLimit, emailAddress, customInstructions } = agentFields;
/** Omitted capabilities keep their state. */
const capabilities = z.record(text(lengths.name), z.boolean());
const settings = {
  name: name.optional(),
  emailAddress: emailAddress.nullable().optional(),
  budgetLimit: budgetLimit.optional(),
  decisionAuthority: decisionAuthority.optional(),
  customInstructions: customInstructions.optional(),
  capabilities: capabilities.optional(),
  reportsTo: id.nullable().optional(),
  /** The person whose programs propose as it: makes a new agent an outside one. */
  operatorId: id.optional(),
};

export const executiveForm = z.strictObject(settings);
export type ExecutiveForm = z.output<typeof executiveForm>;

export const getExecutive = endpoint("GET", "/api/agents/:id", {
  summary: "One agent, active or retired: settings, limits and pending work.",
  params: { id },
  response: executive,
  access: "viewer",
});

export const editExecutive = endpoint("PUT", "/api/agents/:id", {
  summary: "Changes an agent's settings; refused if they changed since they were read.",
  params: { id },
  body: z.strictObject({ updatedAt: instant, ...settings }),
  response: executive,
  access: "admin",
  scope: "decide",
});

export const addExecutive = endpoint("POST", "/api/agents", {
  summary:
    "Adds an agent to a free role, or registers an outside agent of any role; missing settings get the role's defaults.",
  body: z.strictObject({ role: z.enum(agentRoleIds), autonomyLevel: z.enum(autonomyLevels).optional(), ...settings }),
  response: executive,
  access: "admin",
  scope: "decide",
});

export const retireExecutive = endpoint("POST", "/api/agents/:id/retire", {
  summary: "Retires an agent; its history keeps its name. Refused while it has pending decisions.",
  params: { id },
  body: z.union([z.undefined(), z.null(), z.strictObject({ reason: text(lengths.reason).trim().optional() })]),
  response: executive,
  access: "admin",
});

export const reinstateExecutive = endpoint("POST", "/api/agents/:id/reinstate", {
  summary: "Reinstates a retired agent if its role is free.",
  params: { id },
  response: executive,
  access: "admin",
  scope: "decide",
});

export const listRetired = endpoint("GET", "/api/agents/retired", {
  summary: "Retired agents, latest first.",
  response: z.array(
    z.strictObject({
      id,
      name: z.string(),
      role: z.enum(agentRoleIds),
      retiredAt: instant,
      reason: z.string().nullable(),
    }),
  ),
  access: "viewer",
});

const labelled = { id: z.string(), label: z.string() };

/** What turning a capability off forbids. */
export const capabilityStake = z.strictObject({
  role: z.enum(agentRoleIds),
  capability: z.string(),
  decisionTypes: z.array(z.strictObject(labelled)),
  actions: z.array(z.strictObject({ ...labelled, description: z.string(), effect: z.enum(actionEffects) })),
});
export type CapabilityStake = z.infer<typeof capabilityStake>;

export const listCapabilities = endpoint("GET", "/api/agents/capabilities", {
  summary: "The capabilities of every role, with the decision types and actions each allows.",
  response: z.array(capabilityStake),
  access: "viewer",
});
