import type { FastifyReply, FastifyRequest } from "fastify";
import { nextCursorHeader, type Page } from "#contract/cursor.ts";
import type { Answer, Endpoint, Input, LinesOf } from "#contract/endpoint.ts";
import type { Written } from "#contract/written.ts";
import type { Ctx, Origin, Platform } from "#platform/context.ts";
import type { Limits } from "#platform/http/limits.ts";
import type { PageGate, Session } from "#platform/http/session.ts";

/** An answer as an object, or already written as JSON from the fields of its schema. */
type Given<E extends Endpoint> = Answer<E> | Written<Answer<E>> | Written<LinesOf<E>>;

/** What a handler may need of the exchange besides its input. */
export type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  origin: Origin;
  session: Session;
  limits: Limits;
  secure: boolean;
};

/** What the open calls get instead of a company's context. */
export type Door = Platform & {
  request: FastifyRequest;
  reply: FastifyReply;
  origin: Origin;
  session: Session | null;
  limits: Limits;
  secure: boolean;
  registration: "open" | "invite" | "closed";
  now: Date;
};

/** How an answer is kept in the database: a gate that gives it with the session, and what keeps a new one. */
export type Kept = {
  pass: PageGate;
  keep(ctx: Ctx, page: { version: string; day: string; body: string }): Promise<void>;
};

export type Route =
  | {
      kind: "signed-in";
      endpoint: Endpoint;
      handle(ctx: Ctx, input: never, exchange: Exchange): Promise<unknown>;
      /** The answer changes only when the company's version does: 304 without a read. */
      versioned: boolean;
      kept?: Kept;
      /** A cookie whose session has ended is taken back with the refusal. */
      takesCookie?: true;
    }
  | { kind: "open"; endpoint: Endpoint; handle(door: Door, input: never): Promise<unknown> };

type SignedInRoute = Extract<Route, { kind: "signed-in" }>;

/** Serves an endpoint to signed-in members. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Given<E>>,
): SignedInRoute {
  return { kind: "signed-in", endpoint, handle, versioned: false };
}

/** Serves a read that changes only with the company's rows; unchanged is answered 304 from the version alone. */
export function polledRoute<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Given<E>>,
): SignedInRoute {
  return { kind: "signed-in", endpoint, handle, versioned: true };
}

/** Serves a polled read whose written answer is kept beside the rows, so that the next who asks costs one statement. */
export function keptRoute<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Written<Answer<E>>>,
  kept: Kept,
): Route {
  return { kind: "signed-in", endpoint, handle, versioned: true, kept };
}

/** Serves an endpoint to everybody; the handler gets no company. */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  handle: (door: Door, input: Input<E>) => Promise<Answer<E>>,
): Route {
  return { kind: "open", endpoint, handle };
}

/** Answers a page of what is a plain list: its rows, and in a header where they go on. */
export function asList<Rows>({ reply }: Exchange, { rows, nextCursor }: Page<Rows>): Rows {
  if (nextCursor !== null) reply.header(nextCursorHeader, nextCursor);
  return rows;
}
