import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { type Configuration, errors, interactionPolicy, Provider } from "oidc-provider";
import type { Platform } from "#platform/context.ts";
import { makeAssistantToken } from "#platform/http/bearer.ts";
import { accountIdOf, accountOf, adapterFor, scopesIn, textOf } from "#platform/oauth/adapter.ts";
import { fetchDocument } from "#platform/oauth/document.ts";
import {
  type AssistantAccess,
  assistantScopes,
  type ConsentRequest,
  lives,
  type OAuth,
  oauthPaths,
  resourceOf,
} from "#platform/oauth/oauth.ts";
import type { States } from "#platform/oauth/states.ts";

/** The page on which a person answers a request, with its id. */
const consentPath = "/connect";

/** Sign-in of assistants by OAuth 2.1: public clients, S256, one resource, opaque tokens that are rotated. */
export async function makeProvider(
  platform: Platform,
  states: States,
  access: AssistantAccess,
  secure: boolean,
): Promise<Provider> {
  const { publicUrl } = platform.mail;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2_048 });
  const resource = resourceOf(publicUrl);
  const policy = interactionPolicy.base();
  const cookie = { httpOnly: true, sameSite: "lax" as const, secure, signed: true };
  const configuration: Configuration = {
    adapter: (kind) => adapterFor(kind, states, access),
    // It has to have one, but signs nothing: an assistant learns nothing about the person.
    jwks: { keys: [privateKey.export({ format: "jwk" })] } as never,
    cookies: {
      keys: [platform.secrets.derive("cookies of assistants' sign-ins")],
      names: { session: "oauth_session", interaction: "oauth_request", resume: "oauth_resume" },
      long: cookie,
      short: cookie,
    },
    scopes: ["offline_access"],
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    pkce: { required: () => true },
    routes: oauthPaths,
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: lives.access,
      AuthorizationCode: 60,
      RefreshToken: lives.refresh,
      Grant: lives.grant,
      Interaction: lives.request,
      Session: lives.request,
    },
    findAccount: async (_ctx, id) =>
      (await access.isActive(accountOf(id))) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    interactions: { policy, url: (_ctx, { uid }) => `${consentPath}?request=${uid}` },
    fetch: (address) => fetchDocument(platform.http, new Request(address).url),
    clientBasedCORS: () => false,
    renderError(ctx, out) {
      ctx.type = "text/plain; charset=utf-8";
      ctx.body = `The assistant could not be connected: ${out.error_description ?? out.error}`;
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      registration: { enabled: false },
      revocation: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" } as never,
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, asked) {
          if (asked !== resource) throw new errors.InvalidTarget(`only ${resource} is served`);
          return {
            scope: assistantScopes.join(" "),
            audience: resource,
            accessTokenTTL: lives.access,
            accessTokenFormat: "opaque",
          };
        },
      },
    },
  };
  const provider = new Provider(publicUrl.origin, configuration);
  // Which headers of the proxy count was decided before the request came here.
  provider.proxy = true;
  Object.assign(provider.AccessToken.prototype, {
    generateTokenId(this: { format?: string; grantId?: string }): string {
      this.format = "opaque";
      return makeAssistantToken(this.grantId ?? "");
    },
  });
  return provider;
}

/** What rooms do with its requests. */
export function oauthOf(provider: Provider, states: States): OAuth {
  const find = async (id: string) => {
    const state = await states.get("Interaction", id);
    return state && state.consumedAt === null ? provider.Interaction.find(id) : undefined;
  };
  /** The browser that began the request has its cookie, and the one that answered it alone knows this secret. */
  const answer = async (id: string, result: object): Promise<string | null> => {
    const interaction = await find(id);
    if (!interaction || !(await states.consume("Interaction", id))) return null;
    const secret = crypto.randomUUID();
    await states.put("Consent", secret, { request: id, result }, lives.request);
    const next = new URL(interaction.returnTo);
    next.searchParams.set("consent", secret);
    return next.href;
  };
  return {
    async request(id): Promise<ConsentRequest | null> {
      const interaction = await find(id);
      const clientId = textOf(interaction?.params["client_id"]);
      const client = interaction && (await provider.Client.find(clientId).catch(() => undefined));
      if (!interaction || !client) return null;
      return {
        clientId,
        name: client.clientName ?? clientId,
        site: clientId.startsWith("https:") ? new URL(clientId).host : null,
        redirectUri: textOf(interaction.params["redirect_uri"]) || (client.redirectUris?.[0] ?? ""),
        scopes: scopesIn(interaction.params["scope"]),
      };
    },
    async allow(id, { id: grantId, account, scopes: given }) {
      const interaction = await find(id);
      if (!interaction) return null;
      const accountId = accountIdOf(account);
      const grant = new provider.Grant({ accountId, clientId: textOf(interaction.params["client_id"]) });
      grant.jti = grantId;
      const resource = textOf(interaction.params["resource"]) || resourceOf(new URL(provider.issuer));
      grant.addResourceScope(resource, given.join(" "));
      const others = scopesIn(interaction.params["scope"]).filter((scope) => !given.includes(scope));
      if (others.length > 0) grant.rejectResourceScope(resource, others.join(" "));
      grant.addOIDCScope("offline_access");
      await grant.save();
      return answer(id, { login: { accountId, remember: false }, consent: { grantId } });
    },
    refuse: (id) => answer(id, { error: "access_denied", error_description: "The person did not agree" }),
  };
}

/** Hands the answer of a request over to the provider, for the browser that knows its secret; once. */
export async function takeAnswer(provider: Provider, states: States, request: string, secret: string): Promise<void> {
  const state = await states.get("Consent", secret);
  if (state?.payload["request"] !== request || !(await states.consume("Consent", secret))) return;
  const interaction = await provider.Interaction.find(request);
  if (!interaction) return;
  interaction.result = state.payload["result"] as never;
  await interaction.save(lives.request);
}
