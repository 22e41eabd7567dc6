import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf, type OAuthService } from "#connectors/oauth.ts";
import { type Answer, type Call, openService } from "./service.ts";

/** A made-up service that signs in by OAuth, and its connector, which only tests have. */
export const client = { client_id: "boardroom", client_secret: "a secret of the parcel service" };
const lifeSeconds = 3_600;

/** The connector of a parcel service at an address. */
export const parcelConnector = (url: string, more: Partial<OAuthService> = {}): Connector => ({
  id: "parcels",
  name: "Parcels",
  agent: "Operations",
  api: `${url}/api/`,
  credentials: z.strictObject({ client_id: z.string().min(1), client_secret: z.string().min(1) }),
  oauth: {
    authorizeUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    revokeUrl: `${url}/revoke`,
    scopes: ["parcels.read", "account.read"],
    clientAuth: "basic",
    pkce: true,
    ...more,
  },
  async test(call) {
    const parsed = z.object({ id: z.string(), name: z.string() }).safeParse(jsonOf(await call({ path: "account" })));
    if (!parsed.success) throw new ConnectorFault("lost", "The answer of Parcels could not be read.");
    return parsed.data;
  },
});

/** Another that takes a key. */
export const lockerConnector = (url: string): Connector => ({
  id: "lockers",
  name: "Lockers",
  agent: "Operations",
  api: `${url}/api/`,
  credentials: z.strictObject({ api_key: z.string().min(8, "The key of Lockers has at least 8 characters") }),
  sign: ({ api_key: key = "" }) => ({ authorization: `Bearer ${key}` }),
  test: parcelConnector(url).test,
});

type Grant = { id: string; access: string; expiresAt: number; refresh: string; used: Set<string>; isOver: boolean };

/**
 * The service. Refresh tokens rotate; one that is used a second time ends the whole grant, as at services that watch for
 * stolen tokens.
 */
export async function openParcelService() {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const grants: Grant[] = [];
  const settings = { rotates: true, scopes: "parcels.read account.read", key: "locker-key" };
  const service = await openService(serve);
  const { clock } = service;

  const tokensOf = (grant: Grant): Answer => ({
    body: {
      access_token: grant.access,
      refresh_token: grant.refresh,
      expires_in: lifeSeconds,
      token_type: "bearer",
      scope: settings.scopes,
    },
  });
  const renewed = () => ({
    access: `access-${randomUUID()}`,
    expiresAt: clock.now().getTime() + lifeSeconds * 1_000,
  });
  const refused = (error: string): Answer => ({
    status: 400,
    body: { error, error_description: `No, ${client.client_secret} ${error}` },
  });

  function serve({ path, query, headers, text }: Call): Answer {
    const sent = new URLSearchParams(text);
    if (path === "/authorize") {
      const back = new URL(query.get("redirect_uri") ?? "");
      const code = `code-${randomUUID()}`;
      codes.set(code, { challenge: query.get("code_challenge") ?? "", redirect: back.href });
      back.searchParams.set("code", code);
      back.searchParams.set("state", query.get("state") ?? "");
      return { status: 302, headers: { location: back.href } };
    }
    if (path === "/api/account") {
      const bearer = (headers.authorization ?? "").replace("Bearer ", "");
      const now = clock.now().getTime();
      const isValid = grants.some((one) => !one.isOver && one.access === bearer && one.expiresAt > now);
      if (!isValid && bearer !== settings.key) return { status: 401, body: { error: "unauthorized" } };
      return { body: { id: "account-7", name: "Acme parcels" } };
    }
    const proof = Buffer.from((headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
    if (proof !== [client.client_id, client.client_secret].map(encodeURIComponent).join(":"))
      return { status: 401, body: { error: "invalid_client" } };
    if (path === "/revoke") {
      const grant = grants.find(({ access, refresh }) => [access, refresh].includes(sent.get("token") ?? ""));
      if (grant) grant.isOver = true;
      return {};
    }
    if (sent.get("grant_type") === "authorization_code") {
      const waiting = codes.get(sent.get("code") ?? "");
      codes.delete(sent.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(sent.get("code_verifier") ?? "")
        .digest("base64url");
      if (!waiting || waiting.redirect !== sent.get("redirect_uri") || (waiting.challenge || challenge) !== challenge)
        return refused("invalid_grant");
      const grant = { id: randomUUID(), ...renewed(), refresh: `refresh-${randomUUID()}`, used: new Set<string>() };
      grants.push({ ...grant, isOver: false });
      return tokensOf(grants.at(-1) as Grant);
    }
    const given = sent.get("refresh_token") ?? "";
    const grant = grants.find(({ refresh, used }) => refresh === given || used.has(given));
    if (grant?.used.has(given)) grant.isOver = true;
    if (!grant || grant.isOver) return refused("invalid_grant");
    Object.assign(grant, renewed());
    if (settings.rotates) {
      grant.used.add(given);
      grant.refresh = `refresh-${randomUUID()}`;
    }
    return tokensOf(grant);
  }

  return { ...service, grants, settings };
}
