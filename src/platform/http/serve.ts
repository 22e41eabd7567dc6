import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { answerTo, type Endpoint } from "#contract/endpoint.ts";
import { AppError, notFound, unauthorized } from "#contract/errors.ts";
import type { MemberRole } from "#contract/roles.ts";
import { Written } from "#contract/written.ts";
import { dayIn, now } from "#platform/clock.ts";
import { version } from "#platform/version.ts";
import type { Config } from "#platform/config.ts";
import type { Ctx, Platform } from "#platform/context.ts";
import { type Bearer, readBearer } from "#platform/http/bearer.ts";
import { type Caller, type CallerGate, requireRole, requireScope, sessionOf } from "#platform/http/caller.ts";
import { missingBody, validationError } from "#platform/http/faults.ts";
import { readKey } from "#platform/http/key.ts";
import type { Limits } from "#platform/http/limits.ts";
import { madeFor } from "#platform/http/on-behalf.ts";
import { requireOwnOrigin } from "#platform/http/origin.ts";
import type { Provider } from "#platform/http/provider.ts";
import { type Exchange, type Keep, type Route, StreamedJson } from "#platform/http/route.ts";
import { hashToken, readToken, sessionCredential, takeCookie } from "#platform/http/session.ts";
import { once } from "#platform/idempotency/once.ts";
import { databaseFor, type Turns } from "#platform/http/turns.ts";

export type Serving = {
  platform: Platform;
  config: Config;
  limits: Limits;
  turns: Turns;
  gate: CallerGate;
  /** Why the session of a token ended, in a sentence; null if that is not known. */
  whyEnded: (tokenHash: Buffer, now: Date) => Promise<string | null>;
  provider: Provider | null;
};

export const needsFactor = "Your company requires a second factor. Set it up under Your account";

const uploadLimit = 25 * 1024 * 1024;

/**
 * Serves one route. Every call goes through origin, caller, limits, scope, role, key, input, verb, answer, in that order.
 * A call with an API token has no cookie and no origin: no browser makes it on its own.
 */
export function serveRoute(app: FastifyInstance, route: Route, serving: Serving): void {
  const { endpoint } = route;
  const { config, limits, turns, provider } = serving;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.upload ? { bodyLimit: uploadLimit } : {}),
    config: { contentType: endpoint.upload ?? "application/json" },
    onRequest: async (request, reply) => {
      const inside = madeFor();
      const bearer = inside?.bearer ?? readBearer(request, route.kind === "open");
      if (!bearer) requireOwnOrigin(request, config.publicUrl);
      const caller = inside?.caller ?? (await turns.take(request, () => findCaller(request, bearer, route, serving)));
      request.caller = caller;
      const isAlone = async () => caller !== null && serving.platform.installation.isAlone(caller.company);
      await limits.spend(request, endpoint.rate, caller, isAlone);
      if (bearer && !caller) reply.header("WWW-Authenticate", "Bearer");
      requireScope(endpoint, caller, bearer);
      if (route.kind !== "signed-in") return;
      const ended = caller ? null : readToken(request, config.secure);
      if (ended && route.takesCookie) {
        takeCookie(reply, config.secure);
        const why = await turns.take(request, () => serving.whyEnded(hashToken(ended), now()));
        if (why) throw unauthorized(why);
      }
      requireRole(caller, endpoint.access as MemberRole);
      if (caller?.isLimited && !route.whileLimited) throw new AppError("forbidden", needsFactor);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      const inside = madeFor();
      const keyed = inside ? null : readKey(endpoint, request);
      const moment = now();
      // Calls to outside services take long, so they do not count among the requests that wait for the database, and
      // what they read afterwards has as much time as an agent's read in a job.
      const isTimed = route.kind === "open" || keyed !== null || endpoint.cost === "none";
      const { database: shared } = serving.platform;
      const platform = { ...serving.platform, database: isTimed ? databaseFor(request, shared) : shared };
      const origin = { requestId: request.id, address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
      if (route.kind === "open") {
        const input = readInput(route, request);
        const { secure, registration, publicUrl } = config;
        const sent = { request, reply, origin, caller, limits, secure, publicUrl, provider };
        const context = { ...platform, ...sent, now: moment, registration };
        const value = await turns.take(request, () => route.handle(context, input));
        return answer(reply, value instanceof StreamedJson ? streamOf(value) : bodyOf(route, input, value));
      }
      if (!caller) throw unauthorized();
      if (route.keep) reply.header("Vary", "accept-encoding");
      if (route.versioned && isUnchanged(request, reply, caller, moment)) return reply.code(304).send();
      if (caller.page) return answerGzip(request, reply, caller.page);
      const input = readInput(route, request);
      const token = caller.scopes && (inside?.bearer ?? readBearer(request));
      const ctx: Ctx = {
        ...platform,
        company: caller.company,
        actor: {
          kind: "user",
          id: caller.userId,
          role: caller.role,
          username: caller.username,
          sealedKey: caller.sealedKey,
        },
        origin: { ...origin, ...(token && { token: { id: caller.id, start: token.start } }) },
        now: moment,
        timeZone: caller.timeZone,
        currency: caller.currency,
      };
      const { secure, publicUrl } = config;
      const exchange: Exchange = {
        request,
        reply,
        origin,
        caller,
        get session() {
          return sessionOf(caller);
        },
        limits,
        secure,
        publicUrl,
        provider,
      };
      if (!keyed) {
        const work = () => route.handle(ctx, input, exchange);
        const value = await (isTimed ? turns.take(request, work) : work());
        if (route.keep && value instanceof Written) {
          const gzip = gzipSync(value.json as string, { level: 1 });
          keep(route.keep, ctx, caller.version, gzip);
          return answerGzip(request, reply, gzip);
        }
        return answer(reply, value instanceof StreamedJson ? streamOf(value) : bodyOf(route, input, value));
      }
      // The verb joins the context's transaction, so its effect and its stored answer commit together.
      const doOnce = () =>
        once(ctx, keyed, async (tx) => {
          const stored = bodyOf(route, input, await route.handle(tx, input, exchange));
          if (reply.hasHeader("Set-Cookie")) throw new Error("A call that sets a cookie takes no Idempotency-Key.");
          return { status: reply.statusCode, body: stored };
        });
      const { status, body, isRepeated } = await turns.take(request, doOnce);
      if (isRepeated) reply.code(status).header("Idempotent-Replayed", "true");
      return answer(reply, body);
    },
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The only content type the route accepts. */
    contentType?: string;
  }
}

/** Turns an API token, or else a cookie, into its caller. */
async function findCaller(
  request: FastifyRequest,
  bearer: Bearer | null,
  route: Route,
  { gate, config }: Serving,
): Promise<Caller | null> {
  const dashboard = route.kind === "signed-in" && route.keep ? { known: knownOf(request) } : undefined;
  const { ip: address } = request;
  if (bearer) return bearer.hash && gate({ kind: "token", hash: bearer.hash, address }, now(), dashboard);
  const token = readToken(request, config.secure);
  return token ? gate(sessionCredential(token), now(), dashboard) : null;
}

/** Caches a response without delaying it; if that fails, a later request caches it. */
function keep(page: Keep, ctx: Ctx, version: string, gzip: Buffer): void {
  page(ctx, { version, day: dayIn(ctx.now, ctx.timeZone), gzip }).catch((error: unknown) =>
    ctx.log.warn({ err: error }, "an answer was not kept"),
  );
}

/** The ETag covers the program, the rows' version, the company's day (today's counts depend on it) and the person. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, caller: Caller, moment: Date): boolean {
  const tag = `W/"${version}~${caller.version}|${dayIn(moment, caller.timeZone)}~${caller.userId.slice(0, 8)}"`;
  reply.header("ETag", tag).header("Cache-Control", "no-store");
  return request.headers["if-none-match"] === tag;
}

/** Returns the rows' version and the day of the browser's copy. */
function knownOf(request: FastifyRequest): string | null {
  return request.headers["if-none-match"]?.split("~")[1] ?? null;
}

function readInput(route: Route, request: FastifyRequest): never {
  const { endpoint } = route;
  const params = endpoint.params.safeParse(request.params);
  if (!params.success) throw notFound();
  return {
    params: params.data,
    query: read(endpoint.query, request.query),
    body: readBody(endpoint, request.body),
  } as never;
}

function readBody({ body, upload }: Endpoint, value: unknown): unknown {
  if (value === undefined && !upload && !body.safeParse(value).success) throw missingBody(body);
  return read(body, value);
}

function read(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error);
  return parsed.data;
}

/**
 * Rows leave only through the response schema, so a wrong answer fails instead of leaking data. Pre-serialized JSON was
 * built from the schema's own fields.
 */
const bodyOf = ({ endpoint }: Route, { query }: { query: unknown }, value: unknown): string =>
  value instanceof Written ? (value.json as string) : JSON.stringify(answerTo(endpoint, query).parse(value));

const acceptsGzip = /(?:^|[,\s])gzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** Sends a compressed response unchanged; decompressed for clients that do not accept gzip. */
export function answerGzip(request: FastifyRequest, reply: FastifyReply, gzip: Buffer): FastifyReply {
  if (!acceptsGzip.test(request.headers["accept-encoding"] ?? "")) return answer(reply, gunzipSync(gzip).toString());
  return answer(reply.header("Content-Encoding", "gzip"), gzip);
}

function answer(reply: FastifyReply, body: string | Buffer | Readable): FastifyReply {
  if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
  return reply.type("application/json; charset=utf-8").send(body);
}

const streamOf = ({ pieces }: StreamedJson): Readable => Readable.from(pieces, { objectMode: false });
