import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { scopes } from "#contract/scopes.ts";
import { id, instant, lengths, required, withoutReordering } from "#contract/words.ts";

export const assistant = z.strictObject({
  id,
  name: z.string(),
  /** The host that vouches for the name; null for a client that an admin added. */
  site: z.string().nullable(),
  scopes: z.array(z.enum(scopes)),
  userId: id,
  username: z.string(),
  connectedAt: instant,
  /** To about a minute; null: never used. */
  usedAt: instant.nullable(),
  usedFrom: z.string().nullable(),
});
export type Assistant = z.infer<typeof assistant>;

export const listAssistants = endpoint("GET", "/api/assistants", {
  summary: "The assistants the signed-in person connected, the newest first; of everyone in the company for admins.",
  response: z.array(assistant),
  access: "viewer",
  scope: "browser",
});

export const removeAssistant = endpoint("DELETE", "/api/assistants/:id", {
  summary: "Disconnects one of the person's own assistants, or for an admin anyone's; it is refused at once.",
  params: { id },
  response: assistant,
  access: "viewer",
  scope: "browser",
});

const request = z.string().regex(/^[\w-]{21,43}$/, "Not found");
const next = z.strictObject({
  /** Where the browser goes next. */
  location: z.string(),
});

export const consent = z.strictObject({
  name: z.string(),
  site: z.string().nullable(),
  /** Where the assistant gets its code: a host, this machine, or a program on it. */
  goesTo: z.string(),
  isOnThisMachine: z.boolean(),
  companyName: z.string(),
  /** What it asks for, as far as the person's role has it. */
  scopes: z.array(z.enum(scopes)),
});
export type Consent = z.infer<typeof consent>;

export const getConsent = endpoint("GET", "/api/consents/:request", {
  summary: "What an assistant asks of the signed-in person before it is connected.",
  params: { request },
  access: "viewer",
  scope: "browser",
  response: consent,
});

export const giveConsent = endpoint("POST", "/api/consents/:request", {
  summary: "Connects an assistant with the chosen scopes. Needs a sign-in of the last 30 minutes.",
  params: { request },
  access: "viewer",
  scope: "browser",
  body: z.strictObject({ scopes: z.array(z.enum(scopes)).min(1, "Choose at least one scope").max(scopes.length) }),
  response: next,
  takesKey: false,
});

export const refuseConsent = endpoint("POST", "/api/consents/:request/refusal", {
  summary: "Tells an assistant that the person did not agree.",
  params: { request },
  access: "viewer",
  scope: "browser",
  response: next,
  takesKey: false,
});

export const assistantClient = z.strictObject({
  /** What is entered in the program as its client id. */
  id,
  name: z.string(),
  redirectUris: z.array(z.string()),
  createdAt: instant,
});
export type AssistantClient = z.infer<typeof assistantClient>;

export const listClients = endpoint("GET", "/api/assistant-clients", {
  summary: "The clients that admins added for programs that have no document of their own.",
  response: z.array(assistantClient),
  access: "admin",
  scope: "browser",
});

export const addClient = endpoint("POST", "/api/assistant-clients", {
  summary: "Adds a client, so that people of the company can connect a program by its id.",
  body: z
    .strictObject({
      name: required(lengths.name, "Name the program").overwrite(withoutReordering),
      redirectUris: z
        .array(required(500, "Enter the address the program names"))
        .min(1, "Enter the address the program names")
        .max(10, "Enter at most 10 addresses"),
    })
    .meta({ examples: [{ name: "Editor", redirectUris: ["http://127.0.0.1/callback"] }] }),
  response: assistantClient,
  access: "admin",
  scope: "browser",
});

export const removeClient = endpoint("DELETE", "/api/assistant-clients/:id", {
  summary: "Removes a client; assistants that people connected by it are disconnected.",
  params: { id },
  response: assistantClient,
  access: "admin",
  scope: "browser",
});
