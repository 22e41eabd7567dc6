import { AppError } from "#contract/errors.ts";
import type { FastifyRequest } from "fastify";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what another site made the browser send (SAFETY 2.4): Sec-Fetch-Site must say same-origin or none; without it
 * Origin must be ours; a caller with neither is no current browser.
 */
export function requireOwnOrigin(request: FastifyRequest, publicOrigin: string): void {
  if (safe.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site !== "same-origin" && site !== "none") throw foreign();
  } else if (request.headers.origin !== undefined && !isOwnOrigin(request, publicOrigin)) throw foreign();
}

/** Says whether the Origin header names this server. */
export function isOwnOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  const { origin, host } = request.headers;
  return origin === publicOrigin || (origin !== undefined && host !== undefined && URL.parse(origin)?.host === host);
}

const foreign = (): AppError => new AppError("forbidden", "This request came from another site");
