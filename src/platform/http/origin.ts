import { AppError } from "#contract/errors.ts";
import type { FastifyRequest } from "fastify";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);
/** The names by which a browser reaches its own machine. */
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses requests that another site made the browser send (SAFETY 2.4): Sec-Fetch-Site, if sent, must be same-origin
 * or none, and Origin must be ours. A caller that sends neither is not a current browser.
 */
export function requireOwnOrigin({ method, headers }: FastifyRequest, publicUrl: URL): void {
  if (safe.has(method)) return;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw foreign(publicUrl);
  refuseForeignOrigin(headers.origin, publicUrl);
}

/** Refuses an Origin header other than PUBLIC_URL's, whatever the Host header says. */
export function refuseForeignOrigin(origin: string | undefined, publicUrl: URL): void {
  if (origin !== undefined && origin !== publicUrl.origin && !isSameMachine(origin, publicUrl))
    throw foreign(publicUrl);
}

/** Refuses a Host header other than PUBLIC_URL's: a page of another name that was made to lead here sends its own. */
export function requireOwnHost(hostname: string, publicUrl: URL): void {
  const isOwn = hostname === publicUrl.hostname || (loopback.has(hostname) && loopback.has(publicUrl.hostname));
  if (!isOwn)
    throw new AppError("forbidden", `Boardroom is not called "${printable(hostname)}": use ${publicUrl.origin}`);
}

const printable = (name: string): string => name.replaceAll(/[^\w.:[\]-]/g, "?").slice(0, 60);

function isSameMachine(origin: string, { protocol, hostname, port }: URL): boolean {
  const url = URL.parse(origin);
  const isLoopback = url?.origin === origin && loopback.has(url.hostname) && loopback.has(hostname);
  return isLoopback && url.protocol === protocol && url.port === port;
}

const foreign = ({ origin }: URL): AppError =>
  new AppError("forbidden", `This request came from another site. Open Boardroom at ${origin}`);
