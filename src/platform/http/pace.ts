import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

/** The least speed of a body and of an answer, measured only while the server waits for the client. */
export type Pace = { windowMs: number; bytes: number };
export const leastPace: { arriving: Pace; leaving: Pace; drainMs: number; everyMs: number } = {
  arriving: { windowMs: 10_000, bytes: 80 * 1024 },
  // The system takes bytes in bursts of what it buffers, so the window is longer.
  leaving: { windowMs: 30_000, bytes: 120 * 1024 },
  /** How long the rest of a refused body is read and dropped: closing over it would discard the answer. */
  drainMs: 30_000,
  everyMs: 1_000,
};

type Window = { since: number; bytes: number };
type Watched = { request: FastifyRequest; reply: FastifyReply; in: Window | null; out: Window | null; endedAt: number };

/** Node keeps these for its own timeouts: bytes given to the system, and those of them it has not taken yet. */
type Outgoing = Socket & { _bytesDispatched: number; _handle: { writeQueueSize: number } | null };
const takenBySystem = (socket: Socket): number => {
  const { _bytesDispatched: given, _handle: handle } = socket as Outgoing;
  return given - (handle?.writeQueueSize ?? 0);
};

/** Answers a request whose body is still arriving; the rest of the body is dropped. */
export function interrupt({ raw }: FastifyRequest, reply: FastifyReply, fault: AppError): void {
  if (reply.sent) raw.socket.destroy();
  // The body's reader passes it on like a broken connection.
  else if (raw.listenerCount("error") > 0) raw.emit("error", fault);
  else void reply.send(fault);
}

/** Ends requests whose body arrives, and connections whose answer is read, slower than the least pace. */
export function keepPace(
  app: FastifyInstance,
  count: Count,
  { arriving, leaving, drainMs, everyMs } = leastPace,
): void {
  const watched = new Set<Watched>();
  const places = new WeakMap<FastifyRequest, Watched>();
  app.addHook("onRequest", (request, reply, done) => {
    // An upgraded connection is no exchange of bodies, and an injected request has no connection.
    if (request.ws || !(request.raw.socket instanceof Socket)) return done();
    const one: Watched = { request, reply, in: null, out: null, endedAt: 0 };
    watched.add(one);
    places.set(request, one);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    const one = places.get(request);
    if (one && request.raw.complete) watched.delete(one);
    done();
  });
  const timer = setInterval(() => {
    const moment = performance.now();
    for (const one of watched) if (!check(one, moment)) watched.delete(one);
  }, everyMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));

  /** Returns whether the request is still to be watched. */
  function check(one: Watched, moment: number): boolean {
    const { request, reply } = one;
    const { socket, complete } = request.raw;
    if (socket.destroyed || (complete && reply.raw.closed)) return false;
    if (reply.raw.writableFinished) {
      one.endedAt ||= moment;
      if (moment - one.endedAt > drainMs) socket.destroy();
    }
    // A full buffer waits for the server.
    const isReading = request.raw.readableLength < request.raw.readableHighWaterMark;
    one.in = complete || !isReading ? null : (one.in ?? { since: moment, bytes: socket.bytesRead });
    if (one.in && isSlow(one.in, socket.bytesRead, arriving, moment)) {
      count("slow_connections", { way: "body" });
      if (!reply.sent) reply.header("Connection", "close");
      interrupt(request, reply, new AppError("too_slow", "The request took too long to arrive"));
    }
    // Answers behind another on the same connection have no socket yet.
    const isWaiting = reply.raw.socket !== null && socket.writableLength > 0;
    one.out = isWaiting ? (one.out ?? { since: moment, bytes: takenBySystem(socket) }) : null;
    if (one.out && isSlow(one.out, takenBySystem(socket), leaving, moment)) {
      count("slow_connections", { way: "answer" });
      socket.destroy();
    }
    return !socket.destroyed;
  }
}

/** Whether a full window saw too few bytes; a window that saw enough starts again. */
export function isSlow(window: Window, bytes: number, least: Pace, moment: number): boolean {
  if (moment - window.since < least.windowMs) return false;
  if (bytes - window.bytes < least.bytes) return true;
  Object.assign(window, { since: moment, bytes });
  return false;
}
