import type { FastifyReply, FastifyRequest } from "fastify";
import type { Answer, Endpoint, Input } from "#contract/endpoint.ts";
import type { Ctx, Origin, Platform } from "#platform/context.ts";
import type { Limits } from "#platform/http/limits.ts";
import type { Session } from "#platform/http/session.ts";

/** What a handler may need of the exchange besides its input. */
export type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  origin: Origin;
  session: Session;
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

export type Route =
  | {
      kind: "signed-in";
      endpoint: Endpoint;
      handle(ctx: Ctx, input: never, exchange: Exchange): Promise<unknown>;
      /** The answer changes only when the company's version does: 304 without a read. */
      versioned: boolean;
    }
  | { kind: "open"; endpoint: Endpoint; handle(door: Door, input: never): Promise<unknown> };

/** Serves an endpoint to signed-in members. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Answer<E>>,
): Route {
  return { kind: "signed-in", endpoint, handle, versioned: false };
}

/** Serves a read that changes only with the company's rows; unchanged is answered 304 from the version alone. */
export function polledRoute<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Answer<E>>,
): Route {
  return { kind: "signed-in", endpoint, handle, versioned: true };
}

/** Serves an endpoint to everybody; the handler gets no company. */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  handle: (door: Door, input: Input<E>) => Promise<Answer<E>>,
): Route {
  return { kind: "open", endpoint, handle };
}
