import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { Database } from "#platform/db/database.ts";
import type { FormatRefusal } from "#platform/http/bare.ts";
import { neverRefused, openRefusals } from "#platform/http/refusals.ts";
import type { Log } from "#platform/log.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Milliseconds that the work on this request may still take. */
    patience: number;
    /** Its caller has been answered: nothing more is done for it. */
    givenUp: boolean;
    /** It was let in, and nothing of the work on it has begun. */
    awaited: boolean;
  }
}

/**
 * Requests that are worked on or wait for the database at once, at most (R5). Where the database is waited for without a
 * pause this is no rush that passes: then more of them make every answer later and none of them sooner.
 */
const most = { inRush: 200, lasting: 64 };
const rushMs = 1_000;
/** How often the process notes that it comes to things, and how late it may be with that before it takes no more. */
const [beatMs, latestMs] = [500, 1_000];
/**
 * How long the work on one request may take in all, in milliseconds; waiting for its body does not count. Who waits
 * behind a stuck statement of the embedded engine is answered by the one that takes its place, within 3 s more.
 */
const patience = { postgres: 5_000, embedded: 8_000 };
const tellEveryMs = 10_000;
const sentence = "Service temporarily unavailable";

const late = (): AppError => new AppError("unavailable", sentence, { retryAfter: 2 });

export type Turns = {
  /** Does a part of the work on a request; when it takes too long, throws what is answered 503 and gives it up. */
  take<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
};

/** Turns requests away while as many as can be served are under way, before anything is spent on them. */
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
  let toldAt = -tellEveryMs;
  /** When the database was last seen with nobody waiting for it. */
  let calmAt = performance.now();
  app.decorateRequest("patience", patience[kind]);
  app.decorateRequest("givenUp", false);
  app.decorateRequest("awaited", false);

  let beatAt = performance.now();
  const beat = setInterval(() => (beatAt = performance.now()), beatMs).unref();
  app.addHook("onClose", async () => clearInterval(beat));
  const isFull = (): boolean => {
    const moment = performance.now();
    if (pool.waitingCount === 0) calmAt = moment;
    return underWay >= (moment - calmAt > rushMs ? most.lasting : most.inRush) || moment - beatAt > beatMs + latestMs;
  };
  const refusals = openRefusals(app.server, format, isFull, () => {
    turnedAway += 1;
    count("turned_away");
    if (performance.now() - toldAt < tellEveryMs) return;
    log.warn({ turnedAway, underWay }, "requests are turned away");
    toldAt = performance.now();
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (neverRefused.has(request.url)) return done();
    if (!isFull()) {
      // From here on: many come at the same moment, and each must see those before it.
      request.awaited = !request.ws;
      if (request.awaited) underWay += 1;
      return done();
    }
    // Past the hooks and the compression: what is not served must cost next to nothing.
    reply.hijack();
    refusals.refuse(request.raw, reply.raw);
  });

  /** Counts a request no longer by itself: its work is counted from now on, or it is over. */
  const begin = (request: FastifyRequest): void => {
    if (request.awaited) underWay -= 1;
    request.awaited = false;
  };
  app.addHook("onResponse", (request, reply, done) => {
    begin(request);
    refusals.end(request.raw, reply.raw);
    done();
  });

  return {
    async take(request, work) {
      const started = performance.now();
      begin(request);
      underWay += 1;
      // Whatever throws before its first pause has had its turn as well.
      const done = (async () => work())().finally(() => (underWay -= 1));
      let timer: NodeJS.Timeout | undefined;
      const cut = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          request.givenUp = true;
          reject(late());
        }, request.patience);
      });
      try {
        return await Promise.race([done, cut]);
      } finally {
        clearTimeout(timer);
        request.patience -= performance.now() - started;
      }
    },
  };
}

/** The database for one request: a transaction stops, and is not committed, once its caller has been given up. */
export function databaseFor(request: FastifyRequest, database: Database): Database {
  return {
    ...database,
    transaction: (company, work, mode, options) =>
      database.transaction(company, work, mode, { ...options, isOver: () => request.givenUp }),
  };
}
