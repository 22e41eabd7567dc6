import { z } from "zod";
import type { MemberRole } from "./roles.ts";
import type { Scope } from "./scopes.ts";
import type { Tool } from "./tool.ts";

/** Anyone, or a signed-in member with at least this role. */
export type Access = "public" | MemberRole;

/** The rate limit a call counts against (see platform/http/limits). */
export type Rate = "anonymous" | "sign-in" | "register" | "lead" | "polled" | "normal" | "model";

/** External costs of a call. */
export type Cost = "none" | "model" | "external";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Shape = Record<string, z.ZodType>;

/** One call, described once: it is served, called, documented, fuzzed and tenancy-tested from this value. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Lines extends z.ZodType = z.ZodType,
> = {
  method: Method;
  path: string;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  response: Answer;
  /** The response to `shape=lines`; absent if the call has no such shape. */
  lines?: Lines | undefined;
  access: Access;
  /** What an API token needs to make the call; "browser": no token may, because it is about a sign-in or who may enter. */
  scope: Scope | "browser";
  rate: Rate;
  cost: Cost;
  /** The content type of an upload, sent instead of JSON. */
  upload?: string;
  /** Whether a repetition with the same Idempotency-Key gets the first response without a second effect. */
  takesKey: boolean;
  /** How assistants are offered the call; absent if they are not. */
  tool?: Tool;
};

export type Input<E extends Endpoint> = {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
};
export type Answer<E extends Endpoint> = z.output<E["response"]>;
export type LinesOf<E extends Endpoint> = z.output<NonNullable<E["lines"]>>;

/** Polled reads accept `shape=lines`, which returns only what lists and cards show. */
export const shape = z.enum(["lines"]).optional();

export function answerTo({ response, lines }: Endpoint, query: unknown): z.ZodType {
  return lines && (query as { shape?: string } | undefined)?.shape === "lines" ? lines : response;
}

const nothing = z.strictObject({});
/** An optional body; an empty object equals none. */
const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);

/** `path` may contain `:names`; unknown keys are refused in params, query and body. */
export function endpoint<
  P extends Shape = Record<never, never>,
  Q extends Shape = Record<never, never>,
  B extends z.ZodType = typeof noBody,
  R extends z.ZodType = z.ZodType,
  L extends z.ZodType = z.ZodNever,
>(
  method: Method,
  path: string,
  options: {
    summary: string;
    params?: P;
    query?: Q;
    body?: B;
    response: R;
    /** Requires `shape` in the query. */
    lines?: L;
    access: Access;
    /** By default "read" or "write" by the method, and "browser" where the call is public. */
    scope?: Scope | "browser";
    /** "normal" unless said otherwise. */
    rate?: Rate;
    cost?: Cost;
    upload?: string;
    /**
     * False: a write whose response must not be stored or repeated, such as one that sets a cookie. True: a write with
     * a cost whose transaction makes no external call.
     */
    takesKey?: boolean;
    tool?: Tool<z.output<R>>;
  },
): Endpoint<z.ZodObject<P, z.core.$strict>, z.ZodObject<Q, z.core.$strict>, B, R, L> {
  const { summary, params, query, body, response, lines, access, rate = "normal", cost = "none", upload } = options;
  const { tool } = options;
  const scope = options.scope ?? (access === "public" ? "browser" : method === "GET" ? "read" : "write");
  return {
    method,
    path,
    summary,
    params: (params ? z.strictObject(params) : nothing) as z.ZodObject<P, z.core.$strict>,
    query: (query ? z.strictObject(query) : nothing) as z.ZodObject<Q, z.core.$strict>,
    body: (body ?? noBody) as B,
    response,
    access,
    scope,
    rate,
    cost,
    // The response is stored in the transaction of the effect, which must not wait for anything external.
    takesKey: options.takesKey ?? (method !== "GET" && access !== "public" && cost === "none"),
    ...(lines ? { lines } : {}),
    ...(upload ? { upload } : {}),
    ...(tool ? { tool } : {}),
  };
}
