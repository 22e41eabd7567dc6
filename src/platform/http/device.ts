import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { now } from "#platform/clock.ts";
import { makeToken } from "#platform/http/session.ts";
import type { Secrets } from "#platform/secrets.ts";

/**
 * A browser that has signed in to an account keeps an encrypted token for it, so its wrong passwords are counted
 * separately from strangers' (OWASP's "device cookies"). It never signs anyone in.
 */
type Exchange = { request: FastifyRequest; reply: FastifyReply; secrets: Secrets; secure: boolean };

/** How long a browser stays known after a sign-in, in milliseconds. */
const lifeMs = 180 * 86_400_000;

const place = (account: string): string => `device:${account}`;

/** One cookie per account, so a shared browser is known to each of them. */
function nameOf(account: string, secure: boolean): string {
  const print = createHash("sha256").update(place(account)).digest("hex").slice(0, 16);
  return `${secure ? "__Host-" : ""}device-${print}`;
}

/** The token of a browser that has signed in to this account before, else null. */
export function readDevice({ request, secrets, secure }: Exchange, account: string): string | null {
  const cookie = request.cookies[nameOf(account, secure)];
  if (!cookie || cookie.length > 500) return null;
  try {
    const decrypted = secrets.open(Buffer.from(cookie, "base64url"), place(account)).toString();
    const [token = "", givenAt = ""] = decrypted.split(" ");
    return now().getTime() - Number(givenAt) < lifeMs ? token : null;
  } catch {
    return null;
  }
}

/** Marks the browser as known to this account; a known one keeps its token. */
export function giveDevice(exchange: Exchange, account: string): void {
  const { reply, secrets, secure } = exchange;
  const plain = `${readDevice(exchange, account) ?? makeToken()} ${now().getTime()}`;
  const sealed = secrets.seal(Buffer.from(plain), place(account)).toString("base64url");
  const attributes = { path: "/", httpOnly: true, secure, sameSite: "lax" } as const;
  reply.setCookie(nameOf(account, secure), sealed, { ...attributes, maxAge: lifeMs / 1000 });
}
