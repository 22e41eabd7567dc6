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
  Lines extends z.ZodType = z.ZodType,
> = {
  method: Method;
  path: string;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  response: Answer;
  /** What is answered where `shape=lines` is asked for; left out where rows come whole only. */
  lines?: Lines | undefined;
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
/** The answer of a read that was asked for lines. */
export type LinesOf<E extends Endpoint> = z.output<NonNullable<E["lines"]>>;

/** What is read again and again can be asked for in lines: with only what lists and cards show of it. */
export const shape = z.enum(["lines"]).optional();

/** Takes an endpoint and what it was asked, gives the schema of its answer. */
export function answerTo({ response, lines }: Endpoint, query: unknown): z.ZodType {
  return lines && (query as { shape?: string } | undefined)?.shape === "lines" ? lines : response;
}

const nothing = z.strictObject({});
/** A body that may be left out; an empty object is the same as none. */
const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);

/** Takes a method, a path with `:names` and the schemas; unknown keys are refused in params, query and body. */
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
    /** Goes with `shape` in the query. */
    lines?: L;
    access: Access;
    rate: Rate;
    cost?: Cost;
    upload?: string;
    /** For a write whose answer must not be kept or given twice, such as one that hands out a cookie. */
    takesKey?: false;
  },
): Endpoint<z.ZodObject<P, z.core.$strict>, z.ZodObject<Q, z.core.$strict>, B, R, L> {
  const { summary, params, query, body, response, lines, access, rate, cost = "none", upload } = options;
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
    ...(lines ? { lines } : {}),
    ...(upload ? { upload } : {}),
  };
}
