import type { FastifyReply, FastifyRequest } from "fastify";
import { nextCursorHeader, type Page } from "#contract/cursor.ts";
import type { Answer, Endpoint, Input, LinesOf } from "#contract/endpoint.ts";
import type { Written } from "#contract/written.ts";
import type { Ctx, Origin, Platform } from "#platform/context.ts";
import type { Limits } from "#platform/http/limits.ts";
import type { Provider } from "#platform/http/provider.ts";
import type { Caller, Session } from "#platform/http/caller.ts";

/** A response streamed while it is read, because it may be large. An error on the way breaks the connection. */
export class StreamedJson {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** A response as an object, or already serialized from its schema's fields. */
type Returned<E extends Endpoint> = Answer<E> | Written<Answer<E>> | Written<LinesOf<E>> | StreamedJson;

/** The HTTP side of a call, for handlers that need it. */
export type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  origin: Origin;
  caller: Caller;
  /** For calls about sign-in, which no API token may make. */
  session: Session;
  limits: Limits;
  secure: boolean;
  publicUrl: URL;
  provider: Provider | null;
};

/** The context of public calls, which have no company. */
export type PublicContext = Platform & {
  request: FastifyRequest;
  reply: FastifyReply;
  origin: Origin;
  caller: Caller | null;
  limits: Limits;
  secure: boolean;
  publicUrl: URL;
  provider: Provider | null;
  registration: "open" | "invite" | "closed";
  now: Date;
};

/** Stores a response in the database, from where the session check returns it. */
export type Keep = (ctx: Ctx, page: { version: string; day: string; gzip: Buffer }) => Promise<void>;

export type Route =
  | {
      kind: "signed-in";
      endpoint: Endpoint;
      handle(ctx: Ctx, input: never, exchange: Exchange): Promise<unknown>;
      /** The response changes only with the company's version: 304 without a read. */
      versioned: boolean;
      keep?: Keep;
      /** If the cookie's session has ended, the refusal also clears the cookie. */
      takesCookie?: true;
      /** Also served to a session that may only set up a second factor. */
      whileLimited?: true;
    }
  | { kind: "open"; endpoint: Endpoint; handle(ctx: PublicContext, input: never): Promise<unknown> };

type SignedInRoute = Extract<Route, { kind: "signed-in" }>;

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Returned<E>>,
): SignedInRoute {
  return { kind: "signed-in", endpoint, handle, versioned: false };
}

/** Serves an endpoint also to a session that may only set up a second factor. */
export const limitedRoute: typeof route = (endpoint, handle) => ({ ...route(endpoint, handle), whileLimited: true });

/** Serves a read that changes only with the company's rows; if unchanged, the version alone gives a 304. */
export function polledRoute<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Returned<E>>,
): SignedInRoute {
  return { kind: "signed-in", endpoint, handle, versioned: true };
}

/** Serves a polled read whose serialized response is cached in the database: the next reader costs one statement. */
export function keptRoute<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, exchange: Exchange) => Promise<Written<Answer<E>>>,
  keep: Keep,
): Route {
  return { kind: "signed-in", endpoint, handle, versioned: true, keep };
}

/** Serves an endpoint without a session; the handler gets no company. */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: PublicContext, input: Input<E>) => Promise<Answer<E> | StreamedJson>,
): Route {
  return { kind: "open", endpoint, handle };
}

/** A page of a plain list: its rows, with the next cursor in a header. */
export function asList<Rows>({ reply }: Exchange, { rows, nextCursor }: Page<Rows>): Rows {
  if (nextCursor !== null) reply.header(nextCursorHeader, nextCursor);
  return rows;
}
