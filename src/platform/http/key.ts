import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { AppError } from "#contract/errors.ts";
import type { Keyed } from "#platform/idempotency/store.ts";

/** 1 to 255 printable ASCII characters. */
const printable = /^[\x20-\x7e]{1,255}$/;

/** Returns the request's Idempotency-Key and content hash, or null for reads and requests without a key. */
export function readKey(endpoint: Endpoint, request: FastifyRequest): Keyed | null {
  const given = request.raw.headersDistinct["idempotency-key"];
  if (!given || endpoint.method === "GET") return null;
  const [key = ""] = given;
  if (!endpoint.takesKey) throw new AppError("invalid", "This call takes no Idempotency-Key. Send it without one.");
  if (given.length > 1 || !printable.test(key))
    throw new AppError("invalid", "Idempotency-Key must be one key of 1 to 255 printable characters");
  return { route: `${endpoint.method} ${endpoint.path}`, key, requestHash: hashOf(request) };
}

/** Hashes path and body, independent of the order of the body's keys. */
function hashOf({ url, body }: FastifyRequest): Buffer {
  const hash = createHash("sha256").update(`${url}\n`);
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return hash.update(isRaw ? body : (JSON.stringify(body, sortKeys) ?? "")).digest();
}

function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
