import type { Scope } from "#contract/scopes.ts";

/** Who connected an assistant. */
export type Account = { company: string; userId: string };

/** An assistant that the operator did not make: who it says it is, and where its answer goes. */
export type OAuthClient = { id: string; name: string; redirectUris: readonly string[] };

/** A request of an assistant that waits for a person's consent. */
export type ConsentRequest = {
  clientId: string;
  name: string;
  /** The host that vouches for its name: its document is there; null for a client an admin added. */
  site: string | null;
  /** Where the person is led with the code. */
  redirectUri: string;
  scopes: readonly Scope[];
};

/** What rooms do with sign-ins of assistants. */
export type OAuth = {
  /** The request with this id; null if there is none, or it was answered. */
  request(id: string): Promise<ConsentRequest | null>;
  /**
   * Answers a request, once; returns where the browser goes next, null if it was answered before. The grant has the id of
   * the connected assistant.
   */
  allow(id: string, grant: { id: string; account: Account; scopes: readonly Scope[] }): Promise<string | null>;
  refuse(id: string): Promise<string | null>;
};

/** What the sign-in needs to know of people and their assistants. */
export type AssistantAccess = {
  isActive(account: Account): Promise<boolean>;
  /** Stores an access token of a connected assistant; false if it is connected no more. */
  issue(
    account: Account,
    token: { assistant: string; hash: Buffer; start: string; scopes: readonly Scope[]; expiresAt: Date },
  ): Promise<boolean>;
  /** Ends an assistant's access because one of its refresh tokens was used twice, or it asked to be signed out. */
  remove(account: Account, assistant: string, because: string): Promise<void>;
  /** The client an admin added under this id. */
  client(id: string): Promise<OAuthClient | null>;
};

/** How long an access token works, a refresh token may rest, and a consent lasts, in seconds. */
export const lives = { access: 3_600, refresh: 30 * 86_400, grant: 365 * 86_400, request: 600 } as const;

/** How long a refresh token that was used works once more, because its answer may have been lost, in milliseconds. */
export const graceMs = 45_000;

export const oauthPaths = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  jwks: "/oauth/keys",
  end_session: "/oauth/end",
} as const;

/** What access tokens are for, and nothing else. */
export const resourceOf = (publicUrl: URL): string => new URL("/mcp", publicUrl).href;

/** What assistants are told to ask for: what the tools need. */
export const assistantScopes: readonly Scope[] = ["read", "write", "propose"];

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Why no code may be sent to an address, in a sentence; null if it may. Programs on a person's machine have their own scheme. */
export function redirectFault(address: string): string | null {
  const url = URL.parse(address);
  if (!url || url.hash !== "") return "Enter a whole address without #";
  if (url.protocol === "https:" || (url.protocol === "http:" && loopback.has(url.hostname))) return null;
  if (url.protocol === "http:") return "Use https, or http on this machine";
  return /^(?:javascript|data|vbscript|file|blob|about|ftp|ws|wss|mailto|view-source):$/.test(url.protocol)
    ? "Codes cannot be sent to such an address"
    : null;
}
