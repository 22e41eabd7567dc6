import { errors, type Adapter, type AdapterPayload } from "oidc-provider";
import type { Scope } from "#contract/scopes.ts";
import { now } from "#platform/clock.ts";
import { hashToken } from "#platform/http/session.ts";
import { startOf } from "#platform/http/bearer.ts";
import { type Account, type AssistantAccess, assistantScopes, graceMs, lives } from "#platform/oauth/oauth.ts";
import type { States } from "#platform/oauth/states.ts";

/** A parameter that may be missing. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const accountIdOf = ({ company, userId }: Account): string => `${company}.${userId}`;
export function accountOf(id: unknown): Account {
  const [company = "", userId = ""] = textOf(id).split(".");
  return { company, userId };
}

export const scopesIn = (text: unknown): Scope[] => {
  const named = new Set(textOf(text).split(" "));
  return assistantScopes.filter((scope) => named.has(scope));
};

/** Keeps what the provider stores of one kind. Sessions are not kept: people are signed in to Boardroom itself. */
export function adapterFor(kind: string, states: States, access: AssistantAccess): Adapter {
  const isKept = kind !== "Session" && kind !== "Client";
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    if (!isKept) return undefined;
    const state = await states.get(kind, id);
    if (!state) return undefined;
    const { payload, consumedAt } = state;
    // Within the grace the answer may have been lost, and the same program asks again.
    const isUsedUp =
      consumedAt !== null && (kind !== "RefreshToken" || now().getTime() - consumedAt.getTime() > graceMs);
    return isUsedUp ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload;
  };
  return {
    async upsert(id, payload, expiresIn = lives.request) {
      if (!isKept) return;
      if (kind === "AccessToken") await issue(id, payload);
      await states.put(kind, id, payload, expiresIn, kind === "Grant" ? id : payload.grantId);
    },
    find: kind === "Client" ? findClient : find,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async consume(id) {
      const isFirst = await states.consume(kind, id);
      // Of two that come with one code at once, the second gets nothing.
      if (!isFirst && kind !== "RefreshToken") throw new errors.InvalidGrant("used before");
    },
    async destroy(id) {
      if (kind === "Grant") await endGrant(id);
      else if (isKept) await states.drop(kind, id);
    },
    revokeByGrantId: endGrant,
  };

  /** The grant goes last: several ask for this at once, and one that finds it gone relies on the access being gone. */
  async function endGrant(grantId: string): Promise<void> {
    const grant = await states.get("Grant", grantId);
    if (grant) await access.remove(accountOf(grant.payload["accountId"]), grantId, "its sign-in ended");
    await states.dropGrant(grantId);
  }

  async function issue(id: string, { accountId, grantId = "", scope, exp = 0 }: AdapterPayload): Promise<void> {
    const isIssued = await access.issue(accountOf(accountId), {
      assistant: grantId,
      hash: hashToken(id),
      start: startOf(id),
      scopes: scopesIn(scope),
      expiresAt: new Date(exp * 1000),
    });
    if (!isIssued) throw new errors.InvalidGrant("the person ended it");
  }

  async function findClient(id: string): Promise<AdapterPayload | undefined> {
    const client = await access.client(id);
    return client ? { ...clientMetadata(client.redirectUris), client_id: id, client_name: client.name } : undefined;
  }
}

const isNative = (uri: string): boolean => !uri.startsWith("https:");

/** Clients are public: they prove themselves by PKCE and the address their code goes to. */
export const clientMetadata = (redirectUris: readonly string[]) => ({
  application_type: redirectUris.some(isNative) ? ("native" as const) : ("web" as const),
  redirect_uris: [...redirectUris],
  token_endpoint_auth_method: "none" as const,
  response_types: ["code" as const],
  grant_types: ["authorization_code", "refresh_token"],
});
