import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { Database } from "#platform/db/database.ts";
import type { FormatRefusal } from "#platform/http/bare.ts";
import { neverRefused, openRefusals } from "#platform/http/refusals.ts";
import type { Log } from "#platform/log.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Milliseconds left for the work on this request. */
    patience: number;
    /** The caller got a timeout response; nothing more is done for it. */
    givenUp: boolean;
    /** It was admitted, and its work has not started. */
    awaited: boolean;
  }
}

/**
 * The most requests served or waiting for the database at once (R5). The limit is lower once the database has been busy
 * without a pause for longer than a rush: more waiting requests would only delay every response.
 */
const maxRequests = { inRush: 200, lasting: 64 };
const rushMs = 1_000;
/** How often the event loop reports, and how late a report may be before new requests are refused. */
const [beatMs, maxLagMs] = [500, 1_000];
/**
 * The time limit for all work on a request, in milliseconds, without receiving its body. Requests behind a stuck
 * statement of the embedded engine are answered once it is canceled, within 3 s more.
 */
const timeBudget = { postgres: 5_000, embedded: 8_000 };
/** Milliseconds before that limit at which a dear read gives up. */
const marginMs = 1_000;
const warnEveryMs = 10_000;
const sentence = "Service temporarily unavailable";

const timedOut = (): AppError => new AppError("unavailable", sentence, { retryAfter: 2 });

export type Turns = {
  /** Runs part of a request's work within its time limit; past it, throws a 503 and abandons the work. */
  take<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
};

/** Refuses requests before any work while the server is at capacity. */
export function openTurns(
  app: FastifyInstance,
  format: FormatRefusal,
  database: Database,
  log: Log,
  count: Count,
): Turns {
  const { kind, pool } = database;
  let underWay = 0;
  let turnedAway = 0;
  let warnedAt = -warnEveryMs;
  /** When the database last had no caller waiting. */
  let calmAt = performance.now();
  app.decorateRequest("patience", timeBudget[kind]);
  app.decorateRequest("givenUp", false);
  app.decorateRequest("awaited", false);

  let beatAt = performance.now();
  const beat = setInterval(() => (beatAt = performance.now()), beatMs).unref();
  app.addHook("onClose", async () => clearInterval(beat));
  const isFull = (): boolean => {
    const moment = performance.now();
    if (pool.waitingCount === 0) calmAt = moment;
    return (
      underWay >= (moment - calmAt > rushMs ? maxRequests.lasting : maxRequests.inRush) ||
      moment - beatAt > beatMs + maxLagMs
    );
  };
  const refusals = openRefusals(app.server, format, isFull, () => {
    turnedAway += 1;
    count("turned_away");
    if (performance.now() - warnedAt < warnEveryMs) return;
    log.warn({ turnedAway, underWay }, "requests are turned away");
    warnedAt = performance.now();
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (neverRefused.has(request.url)) return done();
    if (!isFull()) {
      // Counted here, because simultaneous requests must see each other.
      request.awaited = !request.ws;
      if (request.awaited) underWay += 1;
      return done();
    }
    // Bypasses hooks and compression: a refusal must cost next to nothing.
    reply.hijack();
    refusals.refuse(request.raw, reply.raw);
  });

  /** From here the request is counted through its work, or is finished. */
  const stopWaiting = (request: FastifyRequest): void => {
    if (request.awaited) underWay -= 1;
    request.awaited = false;
  };
  app.addHook("onResponse", (request, reply, done) => {
    stopWaiting(request);
    refusals.end(request.raw, reply.raw);
    done();
  });

  return {
    async take(request, work) {
      const started = performance.now();
      stopWaiting(request);
      underWay += 1;
      // Work that was given up still holds the body.
      request.bytes?.keep();
      const { bytes } = request;
      // Also counts down when `work` throws before its first await.
      const done = (async () => work())().finally(() => {
        underWay -= 1;
        bytes?.release();
      });
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          request.givenUp = true;
          reject(timedOut());
        }, request.patience);
      });
      try {
        return await Promise.race([done, timeout]);
      } finally {
        clearTimeout(timer);
        request.patience -= performance.now() - started;
      }
    },
  };
}

/**
 * The database for one request whose work runs within its time limit: its transactions stop and roll back once the
 * request was abandoned.
 */
export function databaseFor(request: FastifyRequest, database: Database): Database {
  const started = performance.now();
  // A dear read gives up before the request does, so that its own sentence is the answer.
  const patience = (): number => Math.max(0, request.patience - (performance.now() - started) - marginMs);
  return {
    ...database,
    patience,
    transaction: (company, work, mode, options) =>
      database.transaction(company, work, mode, {
        ...options,
        isAbandoned: () => request.givenUp,
        patience: patience(),
      }),
  };
}
