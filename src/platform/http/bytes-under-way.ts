import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#contract/errors.ts";
import {
  type ByteOwner,
  type ByteScope,
  mostArriving,
  mostLeaving,
  openByteBudget,
} from "#platform/http/byte-budget.ts";
import { addressKey } from "#platform/http/limits.ts";
import { interrupt } from "#platform/http/pace.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The bytes of its body, counted until it is answered and its work has ended. */
    bytes: Hold | null;
  }
}

type Hold = { keep(): void; release(): void };

/** What a response that is read from a stream holds in memory. */
const streamBytes = 64 * 1024;
/** Smaller answers fit what the system buffers for a connection. */
const smallBytes = 16 * 1024;
const retryAfter = 5;

type Whose = "person" | "company" | "address" | "process";

const sentences: Record<"body" | "answer", Record<Whose, string>> = {
  body: {
    person: "You are sending too much at once. Try again when your other uploads are done.",
    company: "Your company is sending too much at once. Try again in a moment.",
    address: "Your address is sending too much at once. Try again in a moment.",
    process: "Service temporarily unavailable",
  },
  answer: {
    person: "Too many answers to you are still unread. Try again in a moment.",
    company: "Too many answers to your company are still unread. Try again in a moment.",
    address: "Too many answers to your address are still unread. Try again in a moment.",
    process: "Service temporarily unavailable",
  },
};

/** Whose budget is used up; the one that callers without a session share is the server's to them. */
function whose({ company }: ByteOwner, scope: ByteScope): Whose {
  if (company !== null) return scope;
  return scope === "person" ? "address" : "process";
}

/**
 * Limits the bytes of bodies and answers under way. A body is admitted before its first byte is read: with its declared
 * length, or piece by piece if it declares none.
 */
export function limitBytes(app: FastifyInstance, count: Count): void {
  const arriving = openByteBudget(mostArriving);
  const leaving = openByteBudget(mostLeaving);
  // The app's files, by address alone: whoever reads slowly must not keep them from everyone else.
  const files = openByteBudget({ ...mostLeaving, anonymous: Infinity, process: Infinity });
  const refuse = (what: "body" | "answer", owner: ByteOwner, scope: ByteScope): AppError => {
    count("byte_refusals", { scope });
    const place = whose(owner, scope);
    return new AppError(place === "process" ? "unavailable" : "too_many", sentences[what][place], { retryAfter });
  };

  app.decorateRequest("bytes", null);
  app.addHook("preParsing", (request, reply, payload, done) => {
    const declared = declaredBytes(request.raw);
    // Fastify refuses what is larger than the route takes, unread.
    if (declared === 0 || declared > request.routeOptions.bodyLimit) return done(null, payload);
    const owner = ownerOf(request);
    const admit = (bytes: number): AppError | null => {
      const scope = arriving.take(owner, bytes);
      return scope && refuse("body", owner, scope);
    };
    const fault = admit(Number.isNaN(declared) ? 0 : declared);
    if (fault) return done(fault);
    let held = Number.isNaN(declared) ? 0 : declared;
    if (Number.isNaN(declared))
      request.raw.on("data", (piece: Buffer) => {
        if (request.bytes === null) return;
        const over = admit(piece.length);
        if (over) interrupt(request, reply, over);
        else held += piece.length;
      });
    request.bytes = holdUntilClosed(reply, () => {
      request.bytes = null;
      arriving.give(owner, held);
    });
    done(null, payload);
  });

  app.addHook("onSend", (request, reply, payload: unknown, done) => {
    const isStream = payload instanceof Readable;
    const bytes = isStream
      ? Math.min(Number(reply.getHeader("content-length") ?? streamBytes), streamBytes)
      : sizeOf(payload);
    if (bytes < smallBytes) return done(null, payload);
    const owner = ownerOf(request);
    const budget = isStream && owner.company === null ? files : leaving;
    const scope = budget.take(owner, bytes);
    // A write has happened by now, so its answer is sent.
    if (scope && request.method === "GET") {
      if (isStream) payload.destroy();
      // Those of the file it would have been.
      for (const name of ["content-encoding", "cache-control", "etag", "last-modified"]) reply.removeHeader(name);
      return done(refuse("answer", owner, scope));
    }
    if (!scope) holdUntilClosed(reply, () => budget.give(owner, bytes));
    done(null, payload);
  });
}

const ownerOf = ({ caller, ip }: FastifyRequest): ByteOwner =>
  caller ? { person: caller.userId, company: caller.company } : { person: addressKey(ip), company: null };

/** The declared length of a body; 0 without one, NaN if it declares none. */
function declaredBytes({ headers }: IncomingMessage): number {
  if (headers["transfer-encoding"] !== undefined) return Number.NaN;
  return Number(headers["content-length"] ?? 0);
}

function sizeOf(payload: unknown): number {
  if (typeof payload === "string" || payload instanceof Uint8Array) return payload.length;
  return payload ? streamBytes : 0;
}

/** Calls `free` once the connection is done with the response and everything that kept the hold has released it. */
function holdUntilClosed({ raw }: FastifyReply, free: () => void): Hold {
  let keepers = 1;
  const release = (): void => {
    keepers -= 1;
    if (keepers === 0) free();
  };
  // A client may have left while its session was checked.
  if (raw.closed) queueMicrotask(release);
  else raw.once("close", release);
  return { keep: () => (keepers += 1), release };
}
