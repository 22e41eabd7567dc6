import type { Endpoint } from "#contract/endpoint.ts";
import { AppError, unauthorized } from "#contract/errors.ts";
import { includesRole, type MemberRole, whoMay } from "#contract/roles.ts";
import type { Scope } from "#contract/scopes.ts";
import type { CompanyId } from "#platform/context.ts";
import type { Bearer } from "#platform/http/bearer.ts";

/** A person in a company, whose session or API token the database has just confirmed. */
export type Caller = {
  company: CompanyId;
  /** The session or token the call came with; limits count by it. */
  id: string;
  userId: string;
  username: string;
  role: MemberRole;
  /** What the token may do; null for a session, which may do all its person may. */
  scopes: readonly Scope[] | null;
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

/** The person's own session, for calls about sign-in. */
export type Session = { sessionId: string; userId: string; isLimited: boolean };

/** Throws for an API token, which the gate keeps from calls about sign-in. */
export function sessionOf({ id, userId, isLimited, scopes }: Caller): Session {
  if (scopes) throw new Error("A call that needs a session is open to API tokens.");
  return { sessionId: id, userId, isLimited };
}

/**
 * The caller with a session or token of this hash, if it is valid; a token's use is noted with the address. With
 * `dashboard`, the cached response is included unless the browser has it: `known` is its "version|day".
 */
export type CallerGate = (
  credential: { kind: "session" | "token"; hash: Buffer; address?: string },
  now: Date,
  dashboard?: { known: string | null },
) => Promise<Caller | null>;

const badToken = "This API token does not work: it was revoked, has expired or was not copied whole";
const browserOnly = "API tokens cannot make this call. Sign in to Boardroom in a browser";

/** Refuses a token that is not valid, may not make this call, or lacks its scope. */
export function requireScope({ scope }: Endpoint, caller: Caller | null, bearer: Bearer | null): void {
  if (bearer === null) return;
  if (scope === "browser") throw new AppError("forbidden", browserOnly);
  if (caller === null) throw unauthorized(badToken);
  if (caller.scopes?.includes(scope)) return;
  throw new AppError("forbidden", `This call needs an API token with the scope "${scope}"`);
}

export function requireRole(caller: Caller | null, needed: MemberRole): void {
  if (!caller) throw unauthorized();
  if (!includesRole(caller.role, needed)) throw new AppError("forbidden", `Only ${whoMay(needed)} may do this`);
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}
