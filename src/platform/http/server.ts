import { formatNumber } from "#contract/format.ts";
import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { constants } from "node:zlib";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { AppError, notFound } from "#contract/errors.ts";
import { lengths } from "#contract/words.ts";
import type { Config } from "#platform/config.ts";
import { bareRefusals, type FormatRefusal } from "#platform/http/bare.ts";
import { answerFault, answerUnreadable, printableKey, wrongContentType } from "#platform/http/faults.ts";
import { type Limits, openLimits, trustedHops } from "#platform/http/limits.ts";
import { limitBytes } from "#platform/http/bytes-under-way.ts";
import { keepPace } from "#platform/http/pace.ts";
import { readToken } from "#platform/http/session.ts";
import { serveVisitorPages } from "#platform/http/visitor-pages.ts";
import type { Log } from "#platform/log.ts";
import type { Telemetry } from "#platform/telemetry/telemetry.ts";

const bodyLimit = 100 * 1024;
const maxDepth = 20;
/** A path without a route or a page. */
const unknownPath = "/api";

/**
 * Compresses responses at the fastest levels, which take a third of the time of the default ones and leave 10 to 20%
 * more bytes. Up to `syncThreshold` they are compressed at once, which is faster than a stream.
 */
export const compression: FastifyCompressOptions = {
  threshold: 1_024,
  syncThreshold: 262_144,
  encodings: ["br", "gzip"],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
};

export type BareServer = { app: FastifyInstance; limits: Limits; format: FormatRefusal };

/** Creates a server without routes. Every answer it sends has the protective headers. */
export async function makeServer(config: Config, log: Log, telemetry: Telemetry): Promise<BareServer> {
  const sharedHeaders = await protectiveHeaders(config);
  const format = bareRefusals(sharedHeaders);
  const refuseUnreadable = (error: Error, socket: Duplex): void => {
    if (socket.writable) telemetry.count("unreadable_requests");
    void answerUnreadable(error, socket as Socket, limits, format);
  };
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    bodyLimit,
    trustProxy: trustedHops(config.trustedProxies),
    // The drain refuses instead, in the format of every other refusal.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // A body also has a least speed (pace.ts): this is what a large file may take on a slow line.
    requestTimeout: 300_000,
    routerOptions: { maxParamLength: 500 },
    // Requests without Host get our own refusal, like all others.
    http: { requireHostHeader: false, headersTimeout: 30_000 },
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
    // A path that is malformed or too long would skip the hooks, so it is routed again as an unknown one.
    frameworkErrors: (_error, { raw }, reply) => {
      raw.url = unknownPath;
      app.routing(raw, reply.raw);
    },
  }) as unknown as FastifyInstance;
  const limits = await openLimits(app, config, telemetry.count);
  app.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit("request", request, response),
  );
  app.server.on("connect", (_request: IncomingMessage, socket: Duplex) =>
    refuseUnreadable(new Error("Nothing is tunnelled."), socket),
  );
  // With PORT=0, the port and so the public address are known only now.
  app.addHook("onListen", (done) => {
    const { port } = app.server.address() as AddressInfo;
    if (config.publicUrl.port === "0") config.publicUrl.port = String(port);
    done();
  });
  app.decorateRequest("caller", null);
  app.setErrorHandler(answerFault);
  const headers = Object.entries(sharedHeaders);
  app.addHook("onRequest", (request, reply, done) => {
    // Set on the raw response, so that refusals outside the hooks have them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    reply.header("X-Request-Id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply, telemetry);
    done();
  });
  keepPace(app, telemetry.count);
  // Before compression: it holds the whole answer while the client reads.
  limitBytes(app, telemetry.count);
  await app.register(cookie);
  await app.register(compress, compression);
  takeBodies(app);
  return { app, limits, format };
}

/** Counts and logs an answered request. */
function logRequest(request: FastifyRequest, reply: FastifyReply, telemetry: Telemetry): void {
  const { statusCode: status, elapsedTime } = reply;
  // A path without a route gets the browser part's page, or a refusal.
  const route = `${request.method} ${request.routeOptions.url ?? (status < 400 ? "page" : "unknown")}`;
  telemetry.request(route, status, elapsedTime / 1000);
  request.log.info(
    {
      company: request.caller?.company,
      user: request.caller?.userId,
      ...(request.caller?.scopes && { apiToken: request.caller.id }),
      route,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
    },
    "request",
  );
}

/** Computes helmet's headers once: they are the same for every answer. */
async function protectiveHeaders(config: Config): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(helmet, policy(config));
  probe.get("/", async () => "");
  const { headers: all } = await probe.inject("/");
  await probe.close();
  const perAnswer = ["content-type", "content-length", "date", "connection"];
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !perAnswer.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

function policy(config: Config) {
  const sockets = `${config.secure ? "wss" : "ws"}://${config.publicUrl.host}`;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        connectSrc: ["'self'", sockets],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.secure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: "deny" },
  } as const;
}

/** Each route accepts one content type; JSON may be empty and at most 20 levels deep. */
function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  // An unknown path has no content type: its body is read, then answered with 404.
  const refused = (request: FastifyRequest, type: string): AppError | null => {
    const wanted = request.routeOptions.config.contentType ?? type;
    return wanted === type ? null : wrongContentType(wanted);
  };
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const fault = refused(request, "application/json");
    if (fault) return done(fault);
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body as Buffer)) return done(new AppError("invalid", "The request body is not valid UTF-8"));
    void parseJson(request, body.toString(), (error, value) => {
      const jsonFault = error ? null : faultIn(value);
      if (error) done(error);
      else if (jsonFault) done(new AppError("invalid", jsonFault));
      else done(null, value);
    });
  });
  app.addContentTypeParser("text/csv", { parseAs: "string" }, (request, body, done) => {
    const fault = refused(request, "text/csv");
    if (fault) done(fault);
    else done(null, body);
  });
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (request, body, done) => {
    const fault = refused(request, "application/octet-stream");
    if (fault) done(fault);
    else done(null, body);
  });
}

/** Finds what is wrong with any JSON, before a pattern reads its texts. */
function faultIn(value: unknown, name = "The request", level = 1): string | null {
  if (level > maxDepth) return `The request is nested deeper than ${maxDepth} levels`;
  if (typeof value === "string" && value.length > lengths.text)
    return `${name} must be at most ${formatNumber(lengths.text)} characters long`;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultIn(inner, Array.isArray(value) ? name : printableKey(key), level + 1);
    if (fault) return fault;
  }
  return null;
}

/**
 * Serves the built browser part from a folder, and its page at every path that is not a call. The first page of a
 * browser with a session cookie (unchecked) is the one that requests the dashboard's data at once.
 */
export async function serveBrowserPart(app: FastifyInstance, folder: string, config: Config): Promise<void> {
  const has = (page: string) => existsSync(join(folder, page));
  const built = has("index.html");
  const builtForSignedIn = has("signed-in.html");
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      // Pages for visitors are served filled, at their own paths; compressed files under the names of their originals.
      globIgnore: ["visitors/**", "**/*.{br,gz}"],
      acceptRanges: false,
      // Compressed by the build: compressing per request would cost more than the rest of the page.
      preCompressed: true,
      setHeaders: (reply, path) =>
        void reply
          .header("Cache-Control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache")
          .header("Vary", "Accept-Encoding"),
    });
  const visitors = await serveVisitorPages(app, folder, config);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === "GET" && !/^\/(api|ws|assets)(\/|$)/.test(request.url);
    if (!built || !wantsPage) throw notFound();
    const [path = ""] = request.url.split("?", 1);
    const isSignedIn = readToken(request, config.secure) !== null;
    const isKnown = visitors === null || visitors.isAppPath(path);
    if (!isKnown && !isSignedIn) return visitors.sendNotFound(request, reply);
    const isFirst = builtForSignedIn && path === "/" && isSignedIn;
    return reply
      .code(isKnown ? 200 : 404)
      .header("Cache-Control", "no-cache")
      .sendFile(isFirst ? "signed-in.html" : "index.html");
  });
}
