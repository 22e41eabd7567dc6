import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { AppError, unauthorized } from "#contract/errors.ts";
import { now } from "#platform/clock.ts";
import { readAssistantBearer } from "#platform/http/bearer.ts";
import type { Caller } from "#platform/http/caller.ts";
import { requireOwnHost, refuseForeignOrigin } from "#platform/http/origin.ts";
import { needsFactor, type Serving } from "#platform/http/serve.ts";
import { assistantScopes } from "#platform/oauth/oauth.ts";
import { challengeOf } from "#platform/oauth/serve.ts";
import type { From } from "#platform/mcp/call.ts";
import { type CallTool, toolsOf } from "#platform/mcp/catalogue.ts";

const mcpPath = "/mcp";

/** Older clients may send several messages at once. */
const mostMessages = 20;

type Message = { method?: unknown; params?: { name?: unknown } };

const messagesOf = (body: unknown): Message[] =>
  (Array.isArray(body) ? body : [body]).filter((one): one is Message => typeof one === "object" && one !== null);

/** Serves the calls that are offered to assistants as tools: host, origin, token, limits and scope are checked in that order. */
export function serveMcp(app: FastifyInstance, endpoints: readonly Endpoint[], serving: Serving): void {
  const { config, limits, turns, gate } = serving;
  const tools = toolsOf(endpoints);
  let opened: Promise<McpHttpHandler> | undefined;
  // Most installations start without an assistant.
  const open = () => (opened ??= import("#platform/mcp/server.ts").then(({ openMcp }) => openMcp(app, tools)));
  app.addHook("onClose", async () => (await opened)?.close());
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: mcpPath,
    onRequest: async (request, reply) => {
      const { headers, ip: address } = request;
      requireOwnHost(request.hostname, config.publicUrl);
      refuseForeignOrigin(headers.origin, config.publicUrl);
      const bearer = readAssistantBearer(request);
      const credential = bearer?.hash && { kind: "token" as const, hash: bearer.hash, address };
      request.caller = credential ? await turns.take(request, () => gate(credential, now())) : null;
      await limits.spend(request, "polled", request.caller, async () => false);
      if (!request.caller) {
        const wanted = assistantScopes.join(" ");
        reply.header("WWW-Authenticate", challengeOf(config.publicUrl, wanted, bearer ? "invalid_token" : undefined));
        throw unauthorized(
          bearer ? badToken : "Sign in, or send an API token as a header: Authorization: Bearer <token>",
        );
      }
      if (request.caller.isLimited) throw new AppError("forbidden", needsFactor);
    },
    handler: async (request, reply) => {
      const bearer = readAssistantBearer(request);
      const { caller, body } = request;
      if (!caller || !bearer) throw unauthorized();
      const messages = messagesOf(body);
      if (messages.length > mostMessages)
        throw new AppError("invalid", `Send at most ${mostMessages} messages at once`);
      const missing = missingScope(messages, tools, caller);
      if (missing) {
        const wanted = [...(caller.scopes ?? []), missing].join(" ");
        reply.header("WWW-Authenticate", challengeOf(config.publicUrl, wanted, "insufficient_scope"));
        throw new AppError("forbidden", `This tool needs a token with the scope "${missing}"`);
      }
      const from: From = {
        caller,
        bearer,
        address: request.ip,
        userAgent: request.headers["user-agent"] ?? "",
        publicUrl: config.publicUrl,
      };
      const authInfo = { token: bearer.start, clientId: caller.id, scopes: [...(caller.scopes ?? [])], extra: from };
      const { fetch } = await open();
      const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) };
      const response = await fetch(webRequest(request, config.publicUrl), options);
      for (const [name, value] of response.headers) reply.header(name, value);
      reply.code(response.status).header("Cache-Control", "no-store");
      return reply.send(response.body && Readable.fromWeb(response.body as ReadableStream));
    },
  });
}

const badToken = "This token does not work: it was revoked, has expired or was not copied whole";

/** The scope that a tool in these messages needs and the token lacks. */
function missingScope(
  messages: readonly Message[],
  tools: ReadonlyMap<string, CallTool>,
  { scopes }: Caller,
): string | null {
  for (const { method, params } of messages) {
    if (method !== "tools/call" && method !== "resources/read") continue;
    const needed = tools.get(String(params?.name))?.endpoint.scope ?? "read";
    if (!scopes?.some((scope) => scope === needed)) return needed;
  }
  return null;
}

function webRequest({ method, url, headers }: FastifyRequest, publicUrl: URL): Request {
  const sent = Object.entries(headers).filter(([name]) => name !== "authorization" && name !== "cookie");
  return new Request(new URL(url, publicUrl), { method, headers: sent.map(([name, value]) => [name, String(value)]) });
}
