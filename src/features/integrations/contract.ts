import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { recordKinds } from "#features/records/contract.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { instant } from "#contract/words.ts";

/**
 * `pending` until the service confirmed the sign-in; `error` after five failures in a row, or one that only a person can
 * end; `inactive`: a person switched it off; `expired`: the service no longer accepts the sign-in.
 */
export const connectionStatuses = ["pending", "active", "error", "inactive", "expired"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

const connection = z.strictObject({
  id: z.number().int(),
  type: z.string(),
  name: z.string(),
  agentAssignment: z.enum(agentRoleIds).nullable(),
  /** The account there; null until it is known. */
  account: z.string().nullable(),
  status: z.enum(connectionStatuses),
  isActive: z.boolean(),
  scopes: z.array(z.string()),
  lastSync: instant.nullable(),
  errorCount: z.number().int(),
  /** What went wrong last. */
  problem: z.string().nullable(),
  /** Where it is set up further. */
  page: z.string().nullable(),
  /** When the sign-in ends unless it is renewed. */
  expiresAt: instant.nullable(),
  createdAt: instant,
});
export type Connection = z.infer<typeof connection>;

const params = {
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
};
const word = z.string().min(1).max(4_000);

const available = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.enum(["communication", "finance", "sales", "productivity", "storage"]),
  agentAssignment: z.enum(agentRoleIds),
  authType: z.enum(["oauth2", "api_key", "credentials"]),
  /** How its connection stands; `unavailable`: this version cannot connect it. */
  status: z.enum([...connectionStatuses, "available", "unavailable"]),
  /** Whether the browser can be sent to the service right away. */
  oauthReady: z.boolean(),
  /** Why it cannot be connected here. */
  note: z.string().nullable(),
  fields: z.array(z.strictObject({ name: z.string(), label: z.string(), isSecret: z.boolean() })),
  /** Where what is asked for is found. */
  help: z.string(),
  /** How it is made to say at once that something changed; null: nothing has to be set up, or it cannot. */
  webhook: z.strictObject({ how: z.string(), address: z.string() }).nullable(),
  /** What brings the same without it: a file with kinds of records, or a page. */
  instead: z.strictObject({
    text: z.string(),
    kinds: z.array(z.enum(recordKinds)),
    href: z.string().nullable(),
  }),
  /** What it brings in, and whether the company has none of it yet. */
  fills: z.array(z.strictObject({ what: z.string(), isMissing: z.boolean() })),
});
export type AvailableService = z.infer<typeof available>;

export const listAvailable = endpoint("GET", "/api/integrations/available", {
  summary: "The services Boardroom is made for, and which of them this installation can connect.",
  response: z.array(available),
  access: "viewer",
});

export const listConnections = endpoint("GET", "/api/integrations/active", {
  summary: "The services this company connected.",
  response: z.array(connection),
  access: "viewer",
});

export const initializeConnection = endpoint("POST", "/api/integrations/initialize", {
  summary: "Begins to connect a service; its credentials follow. A service that is connected stays as it is.",
  body: z.strictObject({ integrationId: z.string().max(40), config: z.strictObject({}).default({}) }),
  response: connection,
  access: "admin",
});

export const setUpCredentials = endpoint("POST", "/api/integrations/setup-credentials", {
  summary: "Stores what a service needs to sign in; without OAuth it is tried at once.",
  body: z.strictObject({
    integrationId: z.string().max(40),
    credentials: z
      .record(z.string().max(40), word)
      .refine((given) => Object.keys(given).length <= 10, "Enter at most 10 fields"),
  }),
  /** Where the browser goes to agree; null where the credentials are enough. */
  response: connection.extend({ authUrl: z.string().nullable() }),
  access: "admin",
  scope: "browser",
  cost: "external",
});

export const authorizeConnection = endpoint("GET", "/api/oauth/:type/authorize", {
  summary:
    "Where the browser goes to agree at a service. The answer there counts once, for this session, for 10 minutes.",
  params: { type: z.string().max(40) },
  response: z.strictObject({ authUrl: z.string() }),
  access: "admin",
  scope: "browser",
});

export const testConnection = endpoint("POST", "/api/integrations/:id/test", {
  summary: "Makes the smallest real call to a connected service.",
  params,
  response: z.strictObject({ success: z.boolean(), message: z.string() }),
  access: "admin",
  cost: "external",
});

export const syncConnection = endpoint("POST", "/api/integrations/:id/sync", {
  summary: "Takes over what changed at a connected service.",
  params,
  response: z.strictObject({ success: z.boolean(), message: z.string() }),
  access: "admin",
  cost: "external",
});

export const activateConnection = endpoint("POST", "/api/integrations/:id/activate", {
  summary: "Switches a connection on, and tries it.",
  params,
  response: z.strictObject({ message: z.string() }),
  access: "admin",
  cost: "external",
});

export const deactivateConnection = endpoint("POST", "/api/integrations/:id/deactivate", {
  summary: "Switches a connection off: the service is not called until it is switched on again.",
  params,
  response: z.strictObject({ message: z.string() }),
  access: "admin",
});

const logEntry = z.strictObject({
  id: z.number().int(),
  status: z.enum(connectionStatuses),
  action: z.enum(["initialize", "credentials", "connect", "test", "sync", "activate", "deactivate", "renew"]),
  message: z.string(),
  createdAt: instant,
});
export type LogEntry = z.infer<typeof logEntry>;

export const listConnectionLog = endpoint("GET", "/api/integrations/:id/logs", {
  summary: "What happened with a connection, newest first.",
  params,
  response: z.array(logEntry),
  access: "viewer",
});

export const disconnect = endpoint("DELETE", "/api/integrations/:id", {
  summary: "Disconnects a service: deletes everything secret here, and ends the sign-in there.",
  params,
  response: z.strictObject({ message: z.string() }),
  access: "admin",
});

export const keepOne = endpoint("POST", "/api/integrations/:id/keep", {
  summary:
    "Removes what the company's own records have of a connected service too, so that it counts once; it can be restored for 24 hours.",
  params,
  response: z.strictObject({ message: z.string() }),
  access: "admin",
  // What is removed cannot be removed again.
  takesKey: false,
});

/** Where a service sends the browser back to; the same address is registered there. */
export const returnPathOf = (type: string): string => `/integrations/return/${type}`;

/** Why connecting a service ended without a connection, by the value of `refused` in the address. */
export type ConnectRefusal = "cancelled" | "expired" | "refused" | "scopes" | "unavailable";
