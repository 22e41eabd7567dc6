import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type FormatRefusal, refusalHeaders } from "#platform/http/bare.ts";

const sentence = "Service temporarily unavailable";

/** Health checks must be answered, and a reconnecting socket backs off by itself. */
export const neverRefused = new Set(["/livez", "/readyz", "/ws"]);

/** Refuses a parsed request; the headers of every response are already set. */
export function turnAway(response: ServerResponse, more: Record<string, string> = {}): void {
  response.writeHead(503, refusalHeaders("unavailable", sentence, { "Retry-After": "1", ...more })).end(sentence);
}

/**
 * The path of the one request these bytes begin, and how many bytes of its body are still to come; otherwise null, also if
 * finding its end takes real parsing: two readers that disagree about the end would allow request smuggling.
 */
export function requestIn(bytes: Buffer): { path: string; missing: number } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end + 2);
  const path = /^(?:GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?\S*)? HTTP\/1\.1\r\n/.exec(head)?.[1];
  if (path === undefined || /transfer-encoding|expect|upgrade|connection: ?close/i.test(head)) return null;
  const lengths = head.match(/content-length/gi)?.length ?? 0;
  const length = lengths === 0 ? "0" : /\r\ncontent-length: ?(\d{1,6})\r\n/i.exec(head)?.[1];
  if (lengths > 1 || length === undefined) return null;
  const missing = end + 4 + Number(length) - bytes.length;
  return missing < 0 ? null : { path, missing };
}

/** An inspected connection; `isHalf` means part of a request went to the parser, `missing` is the rest of a refused body. */
type Inspected = { inspect: (bytes: Buffer) => void; isHalf: boolean; missing: number };

/**
 * Refuses requests without parsing them. `refuse` answers a parsed one and inspects what follows on its connection:
 * while `isFull`, further requests are refused as bytes, which costs a fraction of parsing. Call `end` after every
 * answered request.
 */
export function openRefusals(server: Server, format: FormatRefusal, isFull: () => boolean, onRefused: () => void) {
  /** The newest unfinished response of each connection; idle connections must hold nothing. */
  const newest = new WeakMap<Socket, ServerResponse>();
  const inspected = new WeakMap<Socket, Inspected>();
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    newest.set(socket, response);
    const connection = inspected.get(socket);
    if (connection) connection.isHalf = false;
  });
  const isFinished = (response: ServerResponse): boolean => response.writableFinished && response.req.complete;
  // What follows an upgrade is not HTTP.
  server.prependListener("upgrade", (_request: IncomingMessage, socket: Socket) => {
    const connection = inspected.get(socket);
    if (connection) socket.off("data", connection.inspect);
    // An upgrade behind an unfinished response could never be answered or closed.
    const last = newest.get(socket);
    if (last && !isFinished(last)) socket.destroy();
  });

  function watch(socket: Socket): void {
    const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
    if (!parse || inspected.has(socket)) return;
    const connection: Inspected = { inspect, isHalf: false, missing: 0 };
    function inspect(received: Buffer): void {
      const dropped = Math.min(connection.missing, received.length);
      connection.missing -= dropped;
      if (dropped === received.length && dropped > 0) return;
      const bytes = received.subarray(dropped);
      const last = newest.get(socket);
      if (!connection.isHalf && (!last || isFinished(last))) {
        const request = isFull() ? requestIn(bytes) : null;
        if (request && !neverRefused.has(request.path)) {
          connection.missing = request.missing;
          onRefused();
          const status = "503 Service Unavailable";
          socket.write(format(status, "unavailable", sentence, { "Retry-After": "1" }), "latin1");
          return;
        }
        connection.isHalf = true;
      }
      parse?.call(socket, bytes);
    }
    inspected.set(socket, connection);
    socket.off("data", parse).on("data", inspect);
  }

  return {
    refuse(request: IncomingMessage, response: ServerResponse): void {
      onRefused();
      response.once("finish", () => watch(request.socket));
      turnAway(response);
    },
    end({ socket }: IncomingMessage, response: ServerResponse): void {
      if (newest.get(socket) === response && isFinished(response)) newest.delete(socket);
    },
  };
}
