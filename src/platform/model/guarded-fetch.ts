import { lookup as resolveName } from "node:dns";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { ModelFault } from "#platform/model/failure.ts";

/** The most bytes read of a reply, including the framing of a stream. */
const maxBytes = 64 * 1024 ** 2;

export type GuardedFetch = { fetch: typeof fetch; close: () => void };

const blocked = (host: string): ModelFault =>
  new ModelFault("blocked_address", `The address ${host} is not allowed for models.`);

/**
 * A fetch that connects only to allowed IP addresses. Each name is checked as it is resolved for the connection itself,
 * so a later DNS answer cannot change the address. It follows no redirects.
 */
export function guardFetch(mayCall: (address: string) => boolean): GuardedFetch {
  const lookup: LookupFunction = (host, options, done) =>
    resolveName(host, options, (error, found, family) => {
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
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) response.destroy(new ModelFault("too_large", "The reply was too large."));
        });
        const status = response.statusCode ?? 500;
        const body = [204, 205, 304].includes(status) ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>);
        resolve(new Response(body, { status, headers }));
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The server closed a kept-alive connection just as it was reused.
        if (request.reusedSocket && error.code === "ECONNRESET") send(url, init).then(resolve, reject);
        else reject(error);
      });
      request.end(init.body as string | undefined);
    });
  }

  return {
    fetch: (input, init = {}) => send(new URL(input instanceof Request ? input.url : input), init),
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}
