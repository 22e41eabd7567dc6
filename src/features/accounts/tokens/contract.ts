import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { scopes } from "#contract/scopes.ts";
import { id, instant, lengths, required, withoutReordering } from "#contract/words.ts";

/** The most days a token works. */
const maxDays = 366;

export const apiToken = z.strictObject({
  id,
  name: z.string(),
  /** What the token starts with, to tell it from others. */
  start: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Whose it is. */
  userId: id,
  username: z.string(),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
  /** To about a minute; null: never used. */
  usedAt: instant.nullable(),
  usedFrom: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const newApiToken = z.strictObject({
  name: required(lengths.name, "Name what the token is for").overwrite(withoutReordering),
  scopes: z
    .array(z.enum(scopes))
    .min(1, "Choose at least one scope")
    .max(scopes.length)
    .refine((given) => new Set(given).size === given.length, "Name each scope once"),
  expiresInDays: z
    .int()
    .min(1, `Enter a number of days from 1 to ${maxDays}`)
    .max(maxDays, `Enter a number of days from 1 to ${maxDays}`),
});

export const listTokens = endpoint("GET", "/api/tokens", {
  summary: "The signed-in person's API tokens, the newest first; of everyone in the company for admins.",
  response: z.array(apiToken),
  access: "viewer",
  scope: "browser",
  rate: "normal",
});

export const createToken = endpoint("POST", "/api/tokens", {
  summary: "Creates an API token, shown once. Needs a sign-in of the last 30 minutes.",
  body: newApiToken,
  response: z.strictObject({ token: z.string(), created: apiToken }),
  access: "viewer",
  scope: "browser",
  rate: "normal",
  takesKey: false,
});

export const revokeToken = endpoint("DELETE", "/api/tokens/:id", {
  summary: "Revokes one of the person's own API tokens, or for an admin anyone's; calls with it are refused at once.",
  params: { id },
  response: apiToken,
  access: "viewer",
  scope: "browser",
  rate: "normal",
});
