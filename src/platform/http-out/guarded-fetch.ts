import { lookup as resolveName } from "node:dns";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";

/** The most bytes read of a reply, including the framing of a stream; of one line of it; and of an error. */
const most = { reply: 16 * 1024 ** 2, line: 4 * 1024 ** 2, error: 64 * 1024 };

export type GuardedFetch = { fetch: typeof fetch; close: () => void };

export type Guard = {
  mayCall: (address: string) => boolean;
  /** The error for a refused address, or for a reply that is too large. */
  fault: (kind: "blocked_address" | "too_large", sentence: string) => Error;
  /** How names are resolved; given by tests. */
  resolve?: typeof resolveName;
  /** Called once the request may have reached the server. */
  onHandedOver?: (init: RequestInit) => void;
  /** The most bytes of one line; `Infinity` where nothing reads by lines. */
  longestLine?: number;
  /** Whether to send a request again whose kept connection ended before an answer; by default it is. */
  mayRepeat?: (init: RequestInit) => boolean;
};

/**
 * A fetch that connects only to allowed IP addresses. Each name is checked as it is resolved for the connection itself,
 * so a later DNS answer cannot change the address. It follows no redirects.
 */
export function guardFetch({
  mayCall,
  fault,
  resolve: resolveHost = resolveName,
  onHandedOver = () => undefined,
  mayRepeat = () => true,
  longestLine = most.line,
}: Guard): GuardedFetch {
  const blocked = (host: string): Error => fault("blocked_address", `The address ${host} is not allowed.`);
  const lookup: LookupFunction = (host, options, done) =>
    resolveHost(host, options, (error, found, family) => {
      const all = typeof found === "string" ? [found] : (found ?? []).map(({ address }) => address);
      const isBlocked = !error && !all.every(mayCall);
      done(isBlocked ? blocked(host) : error, found, family);
    });
  const agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };

  function send(url: URL, init: RequestInit): Promise<Response> {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // A connection to a literal address resolves no name.
    if (isIP(host) !== 0 && !mayCall(host)) return Promise.reject(blocked(host));
    const isSecure = url.protocol === "https:";
    return new Promise((resolve, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        method: init.method ?? "GET",
        headers: Object.fromEntries(new Headers(init.headers)),
        agent: agents[isSecure ? "https:" : "http:"],
        lookup,
        ...(init.signal ? { signal: init.signal } : {}),
      });
      request.on("response", (response) => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headers))
          if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
        const status = response.statusCode ?? 500;
        const answer = (body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null) =>
          resolve(new Response(body, { status, headers }));
        if ([204, 205, 304].includes(status)) answer(null);
        else if (status >= 300) readStart(response).then(answer, reject);
        else {
          limitSize(response, fault, longestLine);
          answer(Readable.toWeb(response) as ReadableStream<Uint8Array>);
        }
      });
      request.on("socket", (socket) => {
        if (!socket.connecting) onHandedOver(init);
        else socket.once(isSecure ? "secureConnect" : "connect", () => onHandedOver(init));
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The server closed a kept-alive connection just as it was reused.
        if (request.reusedSocket && error.code === "ECONNRESET" && mayRepeat(init))
          send(url, init).then(resolve, reject);
        else reject(error);
      });
      request.end(init.body as string | Uint8Array | undefined);
    });
  }

  return {
    fetch: (input, init = {}) => send(new URL(input instanceof Request ? input.url : input), init),
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

/** The beginning of an error's body; the rest is left. */
async function readStart(response: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most.error) break;
  }
  return Uint8Array.from(Buffer.concat(chunks).subarray(0, most.error));
}

/** Ends a reply that is too long, or that has too long a line: readers collect a line before they parse it. */
function limitSize(response: IncomingMessage, fault: Guard["fault"], longestLine: number): void {
  let [size, line] = [0, 0];
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    const end = chunk.lastIndexOf("\n");
    line = end < 0 ? line + chunk.length : chunk.length - end;
    if (size > most.reply || line > longestLine) response.destroy(fault("too_large", "The reply was too large."));
  });
}
