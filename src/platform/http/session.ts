import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { MemberRole } from "#contract/roles.ts";
import type { CompanyId } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";

/** A session the database has just confirmed. */
export type Session = {
  company: CompanyId;
  sessionId: string;
  userId: string;
  username: string;
  role: MemberRole;
  currency: string;
  timeZone: string;
  /** Another one after every change of the company's rows; what a 304 is answered from. */
  version: string;
  sealedKey: Buffer | null;
  /** The whole answer, where the call's own gate found it kept and still true. */
  page?: string | null;
};

/** Takes a cookie's hash and the present moment, gives the session when it is valid. */
export type SessionGate = (tokenHash: Buffer, now: Date) => Promise<Session | null>;

/** A session gate of one call that may give its kept answer as well; `known` is "version|day" of what the browser has. */
export type PageGate = (
  database: Database,
  tokenHash: Buffer,
  now: Date,
  known: string | null,
) => Promise<Session | null>;

/** How long a session lives at most, in milliseconds (SAFETY 12: absolute 7 days; idle 12 hours is in the gate). */
export const sessionLife = 7 * 86_400_000;

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
/** Makes an opaque session token of 256 bits. */
export const makeToken = (): string => randomBytes(32).toString("base64url");

const cookieName = (secure: boolean): string => (secure ? "__Host-sid" : "sid");
const attributes = (secure: boolean) => ({ path: "/", httpOnly: true, secure, sameSite: "lax" as const });

/** Gives the session token a request carries, null without one. */
export function readToken(request: FastifyRequest, secure: boolean): string | null {
  const token = request.cookies[cookieName(secure)];
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** Hands the token to the browser. */
export function giveCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(secure), token, { ...attributes(secure), maxAge: sessionLife / 1000 });
}

/** Takes the cookie away, with the attributes it was given. */
export function takeCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(secure), attributes(secure));
}
