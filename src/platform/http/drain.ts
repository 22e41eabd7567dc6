import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { turnAway } from "#platform/http/refusals.ts";

/** How long what was sent before its caller could know has to arrive, in milliseconds. */
const onItsWay = 100;

/**
 * Prepares the orderly end. From the call of what it gives on, requests are told to come back elsewhere, each connection
 * ends with its next answer, and connections that are idle are kept open a moment longer: closed at once, what is on its
 * way on them would be lost without a word. Done when that moment is over.
 */
export function openDrain(app: FastifyInstance): () => Promise<void> {
  let isDraining = false;
  app.addHook("onSend", (_request, reply, payload, done) => {
    // A connection that is kept after its last answer would keep the process as well.
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
    await sleep(onItsWay);
    // Late itself, the process reads what came meanwhile before anything is closed.
    await turn();
  };
}
