import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { actionEffects } from "#contract/actions.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { agent, agentFields } from "#features/agents/contract.ts";
import { effectiveLimit } from "#features/authority/contract.ts";

/** One executive with all that the screens need to change or retire it. */
export const executive = z.strictObject({
  agent,
  /** Sent back with a change: who looked at an older state is told so. */
  updatedAt: instant,
  /** Since when and why it no longer serves; null for who serves. */
  retired: z.strictObject({ at: instant, reason: z.string().nullable() }).nullable(),
  limit: effectiveLimit,
  /** Its decisions that wait for an answer, the oldest first: they stand in the way of retiring it. */
  pendingDecisions: z.array(z.strictObject({ id, number: z.number().int(), title: z.string() })),
  openTasks: z.number().int(),
  /** What the person who set it should know. */
  remarks: z.array(z.string()),
});
export type Executive = z.infer<typeof executive>;

const { name, decisionAuthority, budgetLimit, emailAddress, customInstructions } = agentFields;
/** Flags of the role's own capabilities; what is left out stays as it is. */
const capabilities = z.record(text(lengths.name), z.boolean());
const settings = {
  name: name.optional(),
  emailAddress: emailAddress.nullable().optional(),
  budgetLimit: budgetLimit.optional(),
  decisionAuthority: decisionAuthority.optional(),
  customInstructions: customInstructions.optional(),
  capabilities: capabilities.optional(),
  reportsTo: id.nullable().optional(),
};

/** The settings as a form holds them. */
export const executiveForm = z.strictObject(settings);
export type ExecutiveForm = z.output<typeof executiveForm>;

export const getExecutive = endpoint("GET", "/api/agents/:id", {
  summary: "One executive, whether it serves or was retired: settings, limits, and what waits for it.",
  params: { id },
  response: executive,
  access: "viewer",
  rate: "normal",
});

export const editExecutive = endpoint("PUT", "/api/agents/:id", {
  summary: "Changes what is sent of an executive's settings; refuses who saw an older state of them.",
  params: { id },
  body: z.strictObject({ updatedAt: instant, ...settings }),
  response: executive,
  access: "admin",
  rate: "normal",
});

export const addExecutive = endpoint("POST", "/api/agents", {
  summary: "Adds the executive of a role that has none; what is left out has the role's defaults.",
  body: z.strictObject({ role: z.enum(agentRoleIds), ...settings }),
  response: executive,
  access: "admin",
  rate: "normal",
});

export const retireExecutive = endpoint("POST", "/api/agents/:id/retire", {
  summary: "Takes an executive out of service; what it did stays under its name. Refused while its decisions wait.",
  params: { id },
  body: z.union([z.undefined(), z.null(), z.strictObject({ reason: text(lengths.reason).trim().optional() })]),
  response: executive,
  access: "admin",
  rate: "normal",
});

export const reinstateExecutive = endpoint("POST", "/api/agents/:id/reinstate", {
  summary: "Takes a retired executive back into service, while nobody else has its role.",
  params: { id },
  response: executive,
  access: "admin",
  rate: "normal",
});

export const listRetired = endpoint("GET", "/api/agents/retired", {
  summary: "The executives who were retired, the last one first.",
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
  rate: "normal",
});

const named = { id: z.string(), label: z.string() };

/** What one switch of a role stands for: switched off, it forbids these to the executive. */
export const capabilityStake = z.strictObject({
  role: z.enum(agentRoleIds),
  capability: z.string(),
  decisionTypes: z.array(z.strictObject(named)),
  actions: z.array(z.strictObject({ ...named, description: z.string(), effect: z.enum(actionEffects) })),
});
export type CapabilityStake = z.infer<typeof capabilityStake>;

export const listCapabilities = endpoint("GET", "/api/agents/capabilities", {
  summary:
    "The capabilities of every role, each with the decision types and actions it forbids when it is switched off.",
  response: z.array(capabilityStake),
  access: "viewer",
  rate: "normal",
});
