import { createHash } from "node:crypto";
import { z } from "zod";
import { ConnectorFault, faultOf } from "#connectors/fault.ts";
import { safeWords } from "#platform/http-out/fault.ts";
import type { HttpOut, OutAnswer } from "#platform/http-out/http-out.ts";

/** How a service signs companies in by OAuth 2, with its departures from the standard. */
export type OAuthService = {
  authorizeUrl: string;
  tokenUrl: string;
  /** Ends a token; null: the service has no such call. */
  revokeUrl: string | null;
  scopes: readonly string[];
  scopeSeparator?: ",";
  /** How the client proves itself. */
  clientAuth: "form" | "basic";
  /** False where the service knows no PKCE, and at Slack, where using it once makes the app a public client for good. */
  pkce: boolean;
  /** Further parameters of the address that people open. */
  parameters?: Record<string, string>;
  /** The life of an access token in seconds, where the service does not say it. */
  expiresIn?: number;
  revokesWithJson?: true;
  /** What is kept as the access token, made of the whole answer. Throws ConnectorFault. */
  accessOf?: (answer: unknown) => string;
  /** Ending one sign-in ends every one of the same account and client: it is left while another one is used. */
  revokesAll?: true;
  /** What the address a person comes back with says besides the code, kept with the credentials: names and their form. */
  keeps?: Readonly<Record<string, RegExp>>;
  /** A sentence that says what to set, for a refusal of tokens; `redirect` is the return address that was sent. */
  explain?: (refusal: { error: string; redirect: string | undefined }) => string | undefined;
};

export type OAuthClient = { id: string; secret: string };

/** What a service handed out. `refresh` null: the one before stays; `scopes` null: those asked for. */
export type Tokens = {
  access: string;
  refresh: string | null;
  expiresInMs: number | null;
  refreshExpiresInMs: number | null;
  scopes: string[] | null;
};

/** Outlasts a slow service; two of them fit in the lease of a renewal. */
const timeoutMs = 15_000;

type At = { http: HttpOut; company: string; service: OAuthService; client: OAuthClient };

/** Where a person's browser goes to agree. */
export function authorizationAddress(
  { service, client }: Pick<At, "service" | "client">,
  { state, verifier, redirect }: { state: string; verifier: string; redirect: string },
): string {
  const url = new URL(service.authorizeUrl);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const parameters = {
    ...service.parameters,
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirect,
    scope: service.scopes.join(service.scopeSeparator ?? " "),
    state,
    ...(service.pkce && { code_challenge: challenge, code_challenge_method: "S256" }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

export const exchangeCode = (
  at: At,
  { code, verifier, redirect }: { code: string; verifier: string; redirect: string },
): Promise<Tokens> =>
  askForTokens(at, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirect,
    ...(at.service.pkce && { code_verifier: verifier }),
  });

export const renewTokens = (at: At, refresh: string): Promise<Tokens> =>
  askForTokens(at, { grant_type: "refresh_token", refresh_token: refresh });

/** Ends a token. A service that does not know it any more has nothing to end. */
export async function revokeToken(at: At, token: string): Promise<OutAnswer | null> {
  const { revokeUrl, revokesWithJson } = at.service;
  return revokeUrl === null ? null : post(at, revokeUrl, { token }, revokesWithJson);
}

function post(
  { http, company, service, client }: At,
  url: string,
  form: Record<string, string>,
  isJson = false,
): Promise<OutAnswer> {
  const isBasic = service.clientAuth === "basic";
  const sent = { ...form, ...(!isBasic && { client_id: client.id, client_secret: client.secret }) };
  const basic = `${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`;
  return http.call(
    { company },
    {
      url,
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
        ...(isBasic && { authorization: `Basic ${Buffer.from(basic).toString("base64")}` }),
      },
      body: isJson ? JSON.stringify(sent) : new URLSearchParams(sent).toString(),
      timeoutMs,
      mostBytes: 64 * 1024,
    },
  );
}

const seconds = z.coerce.number().positive().max(315_360_000).nullish().catch(null);
const token = z.string().min(1).max(8_192);
const granted = z.object({
  access_token: token,
  refresh_token: token.nullish(),
  expires_in: seconds,
  x_refresh_token_expires_in: seconds,
  /** Google's name for it, where a sign-in ends by itself: after seven days for an app in testing mode. */
  refresh_token_expires_in: seconds,
  scope: z.string().max(4_000).nullish(),
});
const word = z.string().max(2_000).nullish().catch(null);
const refused = z.object({
  error: word,
  error_description: word,
  message: word,
  ok: z.boolean().nullish().catch(null),
});

/** Words for a code or a refresh token that is not valid any more. */
const ended = new Set([
  "invalid_grant",
  "invalid_refresh_token",
  "invalid_code",
  "token_revoked",
  "token_expired",
  "code_already_used",
  "invalid_auth",
]);

async function askForTokens(at: At, form: Record<string, string>): Promise<Tokens> {
  const { host } = new URL(at.service.tokenUrl);
  const answer = await post(at, at.service.tokenUrl, form).catch((error: unknown) => {
    throw faultOf(error);
  });
  const { status, retryAfterMs } = answer;
  if (status === 429) throw new ConnectorFault("busy", `${host} asked to be called less often.`, retryAfterMs);
  if (status >= 500 || status === 408)
    throw new ConnectorFault("unavailable", `${host} answered ${status}.`, retryAfterMs);
  const body = jsonOf(answer);
  const { error, error_description: description, message, ok } = refused.safeParse(body).data ?? {};
  if (status >= 400 || error || ok === false) {
    const secrets = [at.client.secret, ...Object.values(form)];
    const words = safeWords(description ?? message ?? error ?? `It answered ${status}.`, secrets);
    const sentence = at.service.explain?.({ error: error ?? "", redirect: form["redirect_uri"] });
    throw new ConnectorFault(ended.has(error ?? "") ? "expired" : "setup", sentence ?? `${host} refused: ${words}`);
  }
  const parsed = granted.safeParse(body);
  if (!parsed.success) throw new ConnectorFault("lost", `The answer of ${host} could not be read.`);
  const { access_token: access, refresh_token: refresh, scope } = parsed.data;
  const lifeOf = (given: number | null | undefined) => (given ? given * 1_000 : null);
  return {
    access: at.service.accessOf?.(body) ?? access,
    refresh: refresh ?? null,
    expiresInMs: lifeOf(parsed.data.expires_in ?? at.service.expiresIn),
    refreshExpiresInMs: lifeOf(parsed.data.x_refresh_token_expires_in ?? parsed.data.refresh_token_expires_in),
    scopes: scope?.split(/[ ,]+/).filter(Boolean) ?? null,
  };
}

/** The JSON of an answer; null if it is none. */
export function jsonOf({ body }: Pick<OutAnswer, "body">): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString()) as unknown;
  } catch {
    return null;
  }
}
