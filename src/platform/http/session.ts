import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { MemberRole } from "#contract/roles.ts";
import type { CompanyId } from "#platform/context.ts";

/** A session the database has just confirmed. */
export type Session = {
  company: CompanyId;
  sessionId: string;
  userId: string;
  username: string;
  role: MemberRole;
  currency: string;
  timeZone: string;
  /** Changes with every change of the company's rows; decides whether to answer 304. */
  version: string;
  sealedKey: Buffer | null;
  /** It may only set up a second factor. */
  isLimited: boolean;
  /** The dashboard's complete response, compressed, if it was requested and its cache is valid. */
  page: Buffer | null;
};

/**
 * The session of a cookie's hash, if it is valid. With `dashboard`, the cached response is included unless the browser
 * has it: `known` is its "version|day".
 */
export type SessionGate = (
  tokenHash: Buffer,
  now: Date,
  dashboard?: { known: string | null },
) => Promise<Session | null>;

/** The longest life of a session, in milliseconds (SAFETY 12: 7 days; the gate ends it after 12 idle hours). */
export const sessionLife = 7 * 86_400_000;

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
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
