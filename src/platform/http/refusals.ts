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
 * The path, if these bytes are exactly one whole request; otherwise null, also if finding its end takes real parsing:
 * two readers that disagree about the end would allow request smuggling.
 */
export function pathOfWholeRequest(bytes: Buffer): string | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end + 2);
  const path = /^(?:GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?\S*)? HTTP\/1\.1\r\n/.exec(head)?.[1];
  if (path === undefined || /transfer-encoding|expect|upgrade|connection: ?close/i.test(head)) return null;
  const lengths = head.match(/content-length/gi)?.length ?? 0;
  const length = lengths === 0 ? "0" : /\r\ncontent-length: ?(\d{1,6})\r\n/i.exec(head)?.[1];
  return lengths < 2 && length !== undefined && bytes.length === end + 4 + Number(length) ? path : null;
}

/** An inspected connection; `isHalf` means part of a request went to the parser. */
type Inspected = { inspect: (bytes: Buffer) => void; isHalf: boolean };

/**
 * Refuses requests without parsing them. `refuse` answers a parsed one and inspects what follows on its connection;
 * while `isFull`, that is refused as bytes, which costs a fraction of parsing. Call `end` after every answered request.
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
    const connection: Inspected = { inspect, isHalf: false };
    function inspect(bytes: Buffer): void {
      const last = newest.get(socket);
      if (!connection.isHalf && (!last || isFinished(last))) {
        const path = isFull() ? pathOfWholeRequest(bytes) : null;
        if (path !== null && !neverRefused.has(path)) {
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
