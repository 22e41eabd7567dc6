import { z } from "zod";
import { headerOf, idOfBytes, isSame, type Webhook } from "#connectors/webhook.ts";
import type { Connector, ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { explainGoogle, googleFault } from "#connectors/google-faults.ts";
import { jsonOf } from "#connectors/oauth.ts";

export const google = {
  accounts: "https://accounts.google.com",
  tokens: "https://oauth2.googleapis.com",
  api: "https://www.googleapis.com",
};
export type GoogleAddresses = typeof google;

/** What an admin types in for any service of Google's. */
export const googleClient = {
  client_id: z
    .string()
    .trim()
    .regex(
      /^[\w-]{1,200}\.apps\.googleusercontent\.com$/,
      "A client ID of Google ends with .apps.googleusercontent.com",
    ),
  client_secret: z.string().trim().min(1, "Enter the client secret"),
};

/** How one of Google's services is signed in to, with one permission, and how its refusals read. */
export function googleSignIn(
  { accounts, tokens }: GoogleAddresses,
  of: { name: string; host: string; scope: string },
): Pick<Connector, "oauth" | "faultOf"> {
  return {
    oauth: {
      authorizeUrl: `${accounts}/o/oauth2/v2/auth`,
      tokenUrl: `${tokens}/token`,
      revokeUrl: `${tokens}/revoke`,
      // The names under which Google grants them: it answers `email` with its long name.
      scopes: ["openid", "https://www.googleapis.com/auth/userinfo.email", of.scope],
      clientAuth: "form",
      pkce: true,
      // Without asking anew, Google gives no refresh token the second time.
      parameters: { access_type: "offline", prompt: "consent" },
      revokesAll: true,
      explain: (refusal) => explainGoogle(of.name, refusal),
    },
    faultOf: (answer) => googleFault(of, answer),
  };
}

/** Asks for JSON of one shape; null for the statuses that are allowed. */
export async function askGoogle<Shape extends z.ZodType>(
  call: ConnectorCall,
  path: string,
  shape: Shape,
  { query, allows = [] }: { query: Record<string, string | null>; allows?: readonly number[] },
): Promise<z.infer<Shape> | null> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) search.set(name, value);
  const answer = await call({
    path: `${path}?${search.toString()}`,
    allows,
    timeoutMs: 30_000,
    mostBytes: 8 * 1024 ** 2,
    isRepeatable: true,
  });
  if (answer.status >= 400) return null;
  const { success, data } = shape.safeParse(jsonOf(answer));
  if (!success) throw unreadGoogle();
  return data;
}

/** Messages of a channel: Google repeats the secret that it was given, and counts them. */
export const channelMessages: Webhook = {
  secretOf: (_credentials, _client, own) => own,
  verify({ headers, secret }) {
    const [channel, number] = ["x-goog-channel-id", "x-goog-message-number"].map((name) => headerOf(headers, name));
    if (!isSame(secret, headerOf(headers, "x-goog-channel-token")) || !channel || !number) return null;
    return { id: idOfBytes(Buffer.from(`${channel} ${number}`)), at: null };
  },
};

const channelMs = 7 * 86_400_000;

/** Has changes behind a place posted to an address; answers until when. */
export async function openChannel(
  call: ConnectorCall,
  path: string,
  { address, secret: token, now }: { address: string; secret: string; now: Date },
): Promise<Date> {
  const expiration = String(now.getTime() + channelMs);
  const answer = await call({
    path,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: crypto.randomUUID(), type: "web_hook", address, token, expiration }),
  });
  const { data } = z.object({ expiration: z.coerce.number().positive() }).safeParse(jsonOf(answer));
  return new Date(data?.expiration ?? now.getTime() + channelMs);
}

export const unreadGoogle = () => new ConnectorFault("unavailable", "The answer of Google could not be read.");
