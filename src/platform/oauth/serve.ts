import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { AppError } from "#contract/errors.ts";
import type { Config } from "#platform/config.ts";
import type { Platform } from "#platform/context.ts";
import type { Limits } from "#platform/http/limits.ts";
import { refuseForeignOrigin, requireOwnHost } from "#platform/http/origin.ts";
import { assistantScopes, type AssistantAccess, type OAuth, oauthPaths, resourceOf } from "#platform/oauth/oauth.ts";
import { openStates } from "#platform/oauth/states.ts";

type Opened = { provider: Provider; oauth: OAuth };
export type OpenOAuth = () => Promise<Opened>;

/** Opens the sign-in of assistants with its first use: most installations start without one. */
export function openOAuth(platform: Platform, access: AssistantAccess, { secure }: Config): OpenOAuth {
  let opened: Promise<Opened> | undefined;
  const states = openStates(platform);
  return () =>
    (opened ??= import("#platform/oauth/provider.ts").then(async ({ makeProvider, oauthOf }) => {
      const provider = await makeProvider(platform, states, access, secure);
      return { provider, oauth: oauthOf(provider, states) };
    }));
}

/** What rooms use, opened when they use it. */
export const lazily = (open: OpenOAuth): OAuth => ({
  request: async (id) => (await open()).oauth.request(id),
  allow: async (...given) => (await open()).oauth.allow(...given),
  refuse: async (id) => (await open()).oauth.refuse(id),
});

/** Where the metadata of the resource `/mcp` is. */
const resourceMetadata = "/.well-known/oauth-protected-resource";

/** The challenge of a refused request: where to sign in, and what to ask for. */
export const challengeOf = (publicUrl: URL, scope: string, error?: string): string =>
  [
    `Bearer resource_metadata="${publicUrl.origin}${resourceMetadata}/mcp"`,
    `scope="${scope}"`,
    ...(error ? [`error="${error}"`] : []),
  ].join(", ");

/** Serves the paths of sign-in, and the documents by which assistants find them. */
export async function serveOAuth(
  app: FastifyInstance,
  platform: Platform,
  limits: Limits,
  config: Config,
  open: OpenOAuth,
): Promise<void> {
  const { publicUrl } = config;
  const states = openStates(platform);
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    requireOwnHost(request.hostname, publicUrl);
    if (request.method === "POST") refuseForeignOrigin(request.headers.origin, publicUrl);
    await limits.spend(request, "anonymous", null, async () => false);
  };
  for (const path of [resourceMetadata, `${resourceMetadata}/mcp`])
    app.get(path, { onRequest }, (_request, reply) =>
      reply
        .header("Cache-Control", "no-store")
        .header("Access-Control-Allow-Origin", "*")
        .send({
          resource: resourceOf(publicUrl),
          resource_name: "Boardroom",
          authorization_servers: [publicUrl.origin],
          scopes_supported: assistantScopes,
          bearer_methods_supported: ["header"],
        }),
    );
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The provider reads bodies itself.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const handOver = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { raw } = request;
      // One without its length is counted while it flows, so that its beginning would be lost.
      if (raw.headers["transfer-encoding"] !== undefined)
        throw new AppError("invalid", "Send the body with its length");
      const { provider } = await open();
      // Its addresses are those of PUBLIC_URL, whatever a proxy says.
      raw.headers.host = publicUrl.host;
      raw.headers["x-forwarded-proto"] = publicUrl.protocol.slice(0, -1);
      raw.headers["x-forwarded-for"] = request.ip;
      delete raw.headers["x-forwarded-host"];
      reply.hijack();
      await provider.callback()(raw, reply.raw);
    };
    const { authorization, token, revocation, jwks } = oauthPaths;
    scope.get<{ Querystring: { scope?: string } }>(authorization, { onRequest }, async (request, reply) => {
      // Who names no scope asks for those that the metadata names.
      if (!request.query.scope) request.raw.url = `${request.url}&scope=${assistantScopes.join("%20")}`;
      await handOver(request, reply);
    });
    scope.get<{ Params: { request: string }; Querystring: { consent?: string } }>(
      `${authorization}/:request`,
      { onRequest },
      async (request, reply) => {
        const { provider } = await open();
        const { takeAnswer } = await import("#platform/oauth/provider.ts");
        const { consent } = request.query;
        if (consent) await takeAnswer(provider, states, request.params.request, consent);
        await handOver(request, reply);
      },
    );
    for (const path of [token, revocation]) scope.post(path, { onRequest }, handOver);
    for (const path of [jwks, "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])
      scope.get(path, { onRequest }, handOver);
  });
}
