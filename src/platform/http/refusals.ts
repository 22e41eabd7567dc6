import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type FormatRefusal, refusalHeaders } from "#platform/http/bare.ts";

const sentence = "Service temporarily unavailable";

/** Who watches the process must hear of it, and a line that comes back waits by itself. */
export const neverRefused = new Set(["/livez", "/readyz", "/ws"]);

/** Turns a request away that was read; the headers of every answer are on it already. */
export function turnAway(response: ServerResponse, more: Record<string, string> = {}): void {
  response.writeHead(503, refusalHeaders("unavailable", sentence, { "Retry-After": "1", ...more })).end(sentence);
}

/**
 * Gives the path of the one request these bytes begin, and how many bytes of its body are still to come. Null when they
 * are anything else, or when it takes more than a look to know where the request ends: two readers who disagree about
 * that would let one caller speak for another.
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

/** A connection that is looked at; half a request is one whose head was handed on in part, `missing` the rest of a refused body. */
type Looked = { look: (bytes: Buffer) => void; isHalf: boolean; missing: number };

/**
 * Lets requests be turned away without being read. `refuse` answers one that was read already; what comes on its
 * connection from then on is looked at first, and while `isFull` is refused as bytes: reading it costs several times that.
 * `end` is told of every answered request.
 */
export function openRefusals(server: Server, format: FormatRefusal, isFull: () => boolean, tell: () => void) {
  /** The newest answer of each connection that is not over; an idle connection must hold nothing. */
  const newest = new WeakMap<Socket, ServerResponse>();
  const looked = new WeakMap<Socket, Looked>();
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    newest.set(socket, response);
    const line = looked.get(socket);
    if (line) line.isHalf = false;
  });
  const isOver = (response: ServerResponse): boolean => response.writableFinished && response.req.complete;
  // What comes after it is no request any more.
  server.prependListener("upgrade", (_request: IncomingMessage, socket: Socket) => {
    const line = looked.get(socket);
    if (line) socket.off("data", line.look);
    // Behind an answer that is still being given it could not be answered itself, and nothing would ever close it.
    const last = newest.get(socket);
    if (last && !isOver(last)) socket.destroy();
  });

  function lookAt(socket: Socket): void {
    const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
    if (!parse || looked.has(socket)) return;
    const line: Looked = { look, isHalf: false, missing: 0 };
    function look(received: Buffer): void {
      const dropped = Math.min(line.missing, received.length);
      line.missing -= dropped;
      if (dropped === received.length && dropped > 0) return;
      const bytes = received.subarray(dropped);
      const last = newest.get(socket);
      if (!line.isHalf && (!last || isOver(last))) {
        const request = isFull() ? requestIn(bytes) : null;
        if (request && !neverRefused.has(request.path)) {
          line.missing = request.missing;
          tell();
          const status = "503 Service Unavailable";
          socket.write(format(status, "unavailable", sentence, { "Retry-After": "1" }), "latin1");
          return;
        }
        line.isHalf = true;
      }
      parse?.call(socket, bytes);
    }
    looked.set(socket, line);
    socket.off("data", parse).on("data", look);
  }

  return {
    refuse(request: IncomingMessage, response: ServerResponse): void {
      tell();
      response.once("finish", () => lookAt(request.socket));
      turnAway(response);
    },
    end({ socket }: IncomingMessage, response: ServerResponse): void {
      if (newest.get(socket) === response && isOver(response)) newest.delete(socket);
    },
  };
}
