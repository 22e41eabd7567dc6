import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { turnAway } from "#platform/http/refusals.ts";

/** How long requests already in flight have to arrive, in milliseconds. */
const inFlightMs = 100;

/**
 * Prepares a graceful shutdown. Calling the result turns new requests away and ends each connection with its next
 * response; idle connections stay open a moment longer, because closing them would lose requests in flight. Resolves
 * after that moment.
 */
export function openDrain(app: FastifyInstance): () => Promise<void> {
  let isDraining = false;
  app.addHook("onSend", (_request, reply, payload, done) => {
    // A kept-alive connection would keep the process alive too.
    if (isDraining) reply.header("Connection", "close");
    done(null, payload);
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (!isDraining || request.url === "/livez") return done();
    reply.hijack();
    turnAway(reply.raw, { Connection: "close" });
  });
  return async () => {
    isDraining = true;
    await sleep(inFlightMs);
    // If the event loop is late, this reads what arrived before anything is closed.
    await turn();
  };
}
