import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The longest life of a session, in milliseconds (SAFETY 12: 7 days; the gate ends it after 12 idle hours). */
export const sessionLife = 7 * 86_400_000;

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
/** A session's token as the gate takes it. */
export const sessionCredential = (token: string) => ({ kind: "session" as const, hash: hashToken(token) });
/** Creates an opaque 256-bit session token. */
export const makeToken = (): string => randomBytes(32).toString("base64url");

const cookieName = (secure: boolean): string => (secure ? "__Host-sid" : "sid");
const attributes = (secure: boolean) => ({ path: "/", httpOnly: true, secure, sameSite: "lax" as const });

/** Returns the request's session token, or null. */
export function readToken(request: FastifyRequest, secure: boolean): string | null {
  const token = request.cookies[cookieName(secure)];
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** The browser keeps the cookie a day longer than the session lasts, to ask why it ended. */
export const cookieLife = sessionLife + 86_400_000;

export function giveCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(secure), token, { ...attributes(secure), maxAge: cookieLife / 1000 });
}

/** Clears the cookie, which needs the attributes it was set with. */
export function takeCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(secure), attributes(secure));
}
