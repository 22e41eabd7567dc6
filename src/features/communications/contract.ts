import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

const messageTypes = ["internal", "owner", "external"] as const;

const party = z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) });

export const communication = z.strictObject({
  id,
  companyId: id,
  senderAgentId: id.nullable(),
  receiverAgentId: id.nullable(),
  /** Null if a person sent it. */
  sender: party.nullable(),
  /** Null for a person or an outside address. */
  receiver: party.nullable(),
  /** "Owner" or an address; null for an agent. */
  recipient: z.string().nullable(),
  recipientEmail: z.string().nullable(),
  subject: z.string(),
  content: z.string(),
  messageType: z.enum(messageTypes),
  status: z.string(),
  decisionId: id.nullable(),
  runId: id.nullable(),
  origin: z.enum(origins),
  createdAt: instant,
});
export type Communication = z.infer<typeof communication>;

export const plannedNotice = communication.pick({ subject: true, content: true }).extend({
  to: z.enum([...agentRoleIds, "owner"]),
});
export type PlannedNotice = z.infer<typeof plannedNotice>;

export const listCommunications = endpoint("GET", "/api/communications", {
  summary: "Messages between agents and the owner, newest first; at most 50 at a time.",
  query: { cursor },
  response: z.array(communication),
  access: "viewer",
});
