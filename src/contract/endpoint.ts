import { z } from "zod";
import type { MemberRole } from "./roles.ts";

/** Who may call: everybody, or a signed-in member of at least this role. */
export type Access = "public" | MemberRole;

/** Which bucket of the rate limits a call draws from (see platform/http/limits). */
export type Rate = "anonymous" | "sign-in" | "register" | "polled" | "normal" | "model";

/** What a call may cost besides our own processor time. */
export type Cost = "none" | "model" | "external";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Shape = Record<string, z.ZodType>;

/** One call of the product, described once: served, called, documented, fuzzed and tenancy-tested from this value. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  method: Method;
  path: string;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  response: Answer;
  access: Access;
  rate: Rate;
  cost: Cost;
  /** An upload carries its bytes as this content type instead of JSON. */
  upload?: string;
  /** A repetition with the same Idempotency-Key gets the first answer and has no second effect. */
  takesKey: boolean;
};

export type Input<E extends Endpoint> = {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
};
export type Answer<E extends Endpoint> = z.output<E["response"]>;

const nothing = z.strictObject({});
/** A body that may be left out; an empty object is the same as none. */
const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);

/** Takes a method, a path with `:names` and the schemas; unknown keys are refused in params, query and body. */
export function endpoint<
  P extends Shape = Record<never, never>,
  Q extends Shape = Record<never, never>,
  B extends z.ZodType = typeof noBody,
  R extends z.ZodType = z.ZodType,
>(
  method: Method,
  path: string,
  options: {
    summary: string;
    params?: P;
    query?: Q;
    body?: B;
    response: R;
    access: Access;
    rate: Rate;
    cost?: Cost;
    upload?: string;
    /** For a write whose answer must not be kept or given twice, such as one that hands out a cookie. */
    takesKey?: false;
  },
): Endpoint<z.ZodObject<P, z.core.$strict>, z.ZodObject<Q, z.core.$strict>, B, R> {
  const { summary, params, query, body, response, access, rate, cost = "none", upload } = options;
  return {
    method,
    path,
    summary,
    params: (params ? z.strictObject(params) : nothing) as z.ZodObject<P, z.core.$strict>,
    query: (query ? z.strictObject(query) : nothing) as z.ZodObject<Q, z.core.$strict>,
    body: (body ?? noBody) as B,
    response,
    access,
    rate,
    cost,
    // The answer is kept in the transaction of the effect: nothing outside may be waited for in it.
    takesKey: options.takesKey ?? (method !== "GET" && access !== "public" && cost === "none"),
    ...(upload ? { upload } : {}),
  };
}
