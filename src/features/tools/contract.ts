import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant, lengths, required, text } from "#contract/words.ts";

/** What an executive may do with a tool; one without an entry may not use it. */
export const toolModes = ["off", "ask", "allowed"] as const;
export type ToolMode = (typeof toolModes)[number];

const field = z.strictObject({
  name: z.string(),
  type: z.enum(["text", "number", "flag", "choice", "json"]),
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  note: z.string(),
});
export type ToolField = z.infer<typeof field>;

const serverTool = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** The server's own words. */
  description: z.string(),
  /** The digest of everything the server says of it. */
  print: z.string(),
  saysReadOnly: z.boolean(),
  /** The server changed it since an admin last looked, so each use asks. */
  isChanged: z.boolean(),
  reads: z.boolean(),
  cost: z.number(),
  fields: z.array(field),
  uses: z.array(z.strictObject({ agentId: id, mode: z.enum(toolModes) })),
});
export type ServerTool = z.infer<typeof serverTool>;

const toolServer = z.strictObject({
  id,
  name: z.string(),
  address: z.string(),
  hasSecret: z.boolean(),
  /** Why it could not be asked last; null: it answered. */
  problem: z.string().nullable(),
  /** How many tools it lists that cannot be used. */
  leftOut: z.number().int(),
  checkedAt: instant,
  tools: z.array(serverTool),
});
export type ToolServer = z.infer<typeof toolServer>;

const toolsPage = z.strictObject({
  servers: z.array(toolServer),
  agents: z.array(z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) })),
});
export type ToolsPage = z.infer<typeof toolsPage>;

export const getToolServers = endpoint("GET", "/api/tool-servers", {
  summary: "The company's servers of tools (MCP), with what each executive may do with each tool.",
  response: toolsPage,
  access: "admin",
});

const address = z.url({ protocol: /^https?$/, error: "Use an address that starts with https://" }).max(lengths.reason);

export const addToolServer = endpoint("POST", "/api/tool-servers", {
  summary: "Adds a server of tools, which is asked for them at once; all of them are off.",
  body: z.strictObject({
    name: required(40, "Name the server"),
    address,
    /** Sent as a bearer token. */
    secret: text(4_000)
      .regex(/^[\x21-\x7e]+$/, "A secret has no spaces")
      .optional(),
  }),
  response: toolServer,
  access: "admin",
  scope: "browser",
  cost: "external",
});

export const testToolServer = endpoint("POST", "/api/tool-servers/:id/test", {
  summary: "Asks a server for its tools again. Those it changed go back to asking.",
  params: { id },
  response: toolServer,
  access: "admin",
  cost: "external",
});

const toolName = text(128);

export const chooseTool = endpoint("PUT", "/api/tool-servers/:id/tools", {
  summary: "Chooses what a tool may cost and touch, and what each executive may do with it.",
  params: { id },
  body: z.strictObject({
    tool: toolName,
    /** As it was looked at: a tool that changed meanwhile is refused. */
    print: text(lengths.name),
    /** Whether it only reads. What it changes waits for the end of the run, and for the policy. */
    reads: z.boolean(),
    /** What one use costs, in the company's currency, which counts against the executive's limits. */
    cost: z.number().min(0, "Enter 0 or more").max(1e9, "Enter less"),
    uses: z.array(z.strictObject({ agentId: id, mode: z.enum(toolModes) })).max(100),
  }),
  response: toolServer,
  access: "admin",
  scope: "browser",
});

export const removeToolServer = endpoint("DELETE", "/api/tool-servers/:id", {
  summary: "Removes a server of tools with its secret; what waits to be sent there is cancelled.",
  params: { id },
  response: z.strictObject({ removed: z.boolean() }),
  access: "admin",
  scope: "browser",
});

export const tryTool = endpoint("POST", "/api/tool-servers/:id/try", {
  summary: "Has an executive use a tool as a run: at once, or once the policy or a person allows it.",
  params: { id },
  body: z.strictObject({
    tool: toolName,
    agentId: id,
    arguments: z.record(text(lengths.name), z.unknown()).refine((all) => JSON.stringify(all).length <= 10_000, {
      error: "Use at most 10,000 characters",
    }),
  }),
  response: z.strictObject({
    runId: id,
    /** What it answered; null: it was not used yet. */
    text: z.string().nullable(),
    ms: z.number().int().nullable(),
    bytes: z.number().int().nullable(),
    /** The decision that waits for a person, or for the time to undo it. */
    decisionId: id.nullable(),
  }),
  access: "admin",
  scope: "propose",
  cost: "external",
});
