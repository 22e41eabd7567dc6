import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export const refusalSentence = "Service temporarily unavailable";

/** Who watches the process must hear of it, and a line that comes back waits by itself. */
export const neverRefused = new Set(["/livez", "/readyz", "/ws"]);

/** What a request that is turned away is told, as header lines. */
export const refusalHeaders = (): Record<string, string> => ({
  "Content-Type": "text/plain; charset=utf-8",
  "Content-Length": String(refusalSentence.length),
  "Retry-After": "1",
  "X-Error-Code": "unavailable",
  "X-Request-Id": crypto.randomUUID(),
  "Cache-Control": "no-store",
});

const bytesOfRefusal = (): string => {
  const lines = Object.entries(refusalHeaders()).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 503 Service Unavailable\r\n${lines.join("\r\n")}\r\n\r\n${refusalSentence}`;
};

/**
 * Gives the path of the one whole request these bytes are. Null when they are anything else, or when it takes more than a
 * look to know where the request ends: two readers who disagree about that would let one caller speak for another.
 */
export function pathOfWhole(bytes: Buffer): string | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end + 2);
  const path = /^(?:GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?\S*)? HTTP\/1\.1\r\n/.exec(head)?.[1];
  if (path === undefined || /transfer-encoding|expect|upgrade|connection: ?close/i.test(head)) return null;
  const lengths = head.match(/content-length/gi)?.length ?? 0;
  const length = lengths === 0 ? "0" : /\r\ncontent-length: ?(\d{1,6})\r\n/i.exec(head)?.[1];
  return lengths < 2 && length !== undefined && bytes.length === end + 4 + Number(length) ? path : null;
}

/** A connection that is looked at; half a request is one whose head was handed on in part. */
type Looked = { look: (bytes: Buffer) => void; isHalf: boolean };

/**
 * Lets requests be turned away without being read. `refuse` answers one that was read already; what comes on its
 * connection from then on is looked at first, and while `isFull` is refused as bytes: reading it costs several times that.
 * `end` is told of every answered request.
 */
export function openRefusals(server: Server, isFull: () => boolean, tell: () => void) {
  /** The newest answer of each connection that is not over; an idle connection must hold nothing. */
  const newest = new WeakMap<Socket, ServerResponse>();
  const looked = new WeakMap<Socket, Looked>();
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    newest.set(socket, response);
    const line = looked.get(socket);
    if (line) line.isHalf = false;
  });
  // What comes after it is no request any more.
  server.prependListener("upgrade", (_request: IncomingMessage, socket: Socket) => {
    const line = looked.get(socket);
    if (line) socket.off("data", line.look);
  });
  const isOver = (response: ServerResponse): boolean => response.writableFinished && response.req.complete;

  function lookAt(socket: Socket): void {
    const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
    if (!parse || looked.has(socket)) return;
    const line: Looked = { look, isHalf: false };
    function look(bytes: Buffer): void {
      const last = newest.get(socket);
      if (!line.isHalf && (!last || isOver(last))) {
        const path = isFull() ? pathOfWhole(bytes) : null;
        if (path !== null && !neverRefused.has(path)) {
          tell();
          socket.write(bytesOfRefusal(), "latin1");
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
      response.writeHead(503, refusalHeaders()).end(refusalSentence);
    },
    end({ socket }: IncomingMessage, response: ServerResponse): void {
      if (newest.get(socket) === response && isOver(response)) newest.delete(socket);
    },
  };
}
