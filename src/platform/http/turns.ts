import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Milliseconds that the work on this request may still take. */
    patience: number;
    /** Its caller has been answered: nothing more is done for it. */
    givenUp: boolean;
  }
}

/** Requests that are worked on or wait for the database at once, at most (R5). */
const most = 200;
/**
 * How long the work on one request may take in all, in milliseconds; waiting for its body does not count. Who waits
 * behind a stuck statement of the embedded engine is answered by the one that takes its place, within 3 s more.
 */
const patience = { postgres: 5_000, embedded: 8_000 };
const tellEveryMs = 10_000;
/** Who watches the process must hear of it, and a line that comes back waits by itself. */
const exempt = new Set(["/livez", "/readyz", "/ws"]);
const sentence = "Service temporarily unavailable";

const late = (): AppError => new AppError("unavailable", sentence, { retryAfter: 2 });

export type Turns = {
  /** Does a part of the work on a request; when it takes too long, throws what is answered 503 and gives it up. */
  take<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
};

/** Turns requests away while as many as can be served are under way, before anything is spent on them. */
export function openTurns(app: FastifyInstance, kind: Database["kind"], log: Log): Turns {
  let underWay = 0;
  let turnedAway = 0;
  let toldAt = -tellEveryMs;
  app.decorateRequest("patience", patience[kind]);
  app.decorateRequest("givenUp", false);

  app.addHook("onRequest", (request, reply, done) => {
    const isFull = underWay >= most || app.isUnderPressure();
    if (!isFull || exempt.has(request.url)) return done();
    turnedAway += 1;
    if (performance.now() - toldAt > tellEveryMs) {
      log.warn({ turnedAway, underWay }, "requests are turned away");
      toldAt = performance.now();
    }
    // Past the hooks and the compression: what is not served must cost next to nothing.
    reply.hijack();
    reply.raw
      .writeHead(503, {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": sentence.length,
        "Retry-After": "1",
        "X-Error-Code": "unavailable",
        "X-Request-Id": request.id,
        "Cache-Control": "no-store",
      })
      .end(sentence);
  });

  return {
    async take(request, work) {
      const started = performance.now();
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
