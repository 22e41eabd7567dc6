import type { lookup } from "node:dns";
import { isIP } from "node:net";
import { mayCall } from "#contract/addresses.ts";
import { now } from "#platform/clock.ts";
import { OutFault, outFaultOf } from "#platform/http-out/fault.ts";
import { allowedAddresses } from "#platform/http-out/guarded-host.ts";
import { type GuardedFetch, guardFetch } from "#platform/http-out/guarded-fetch.ts";
import { Pace } from "#platform/http-out/pace.ts";

export type OutRequest = {
  url: string | URL;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds until it is given up, its answer included. */
  timeoutMs?: number;
  /** The most bytes of the answer that are read. */
  mostBytes?: number;
  /** Whether a longer answer, or a slow one, is cut off; by default it is a fault. */
  truncates?: boolean;
  /** Whether the answer is whole with this piece, so that the rest is not waited for. */
  isWhole?: (piece: Uint8Array, headers: Headers) => boolean;
  signal?: AbortSignal;
  /** Whether it may be sent twice: then a kept connection that ended is opened again. */
  isRepeatable?: boolean;
  /** The operator named this address, which may then be private, or plain http. */
  isOperators?: boolean;
};

export type OutAnswer = {
  status: number;
  headers: Headers;
  body: Uint8Array;
  isTruncated: boolean;
  /** When the server allows the next request, if it says. */
  retryAfterMs: number | null;
  ms: number;
};

export type HttpOut = {
  /** Calls an address outside. Throws only OutFault. `caller` keeps one company's pace from another's. */
  call(caller: { company: string }, request: OutRequest): Promise<OutAnswer>;
  /** Why an address is refused before its name is resolved; null if it is called. */
  refusal(address: string): string | null;
  /** The private addresses that the operator listed. */
  privateAddresses: readonly string[];
  close(): void;
};

const wrongAddress = "The address must begin with https:// and hold no password.";
const parse = (address: string | URL): URL | null => {
  const url = URL.parse(String(address));
  const isHttp = url?.protocol === "https:" || url?.protocol === "http:";
  return isHttp && url.username === "" && url.password === "" ? url : null;
};

const defaults = { timeoutMs: 10_000, mostBytes: 1024 ** 2 };

/**
 * The way out over HTTP: to public addresses, checked as resolved and then used, and to the private ones the operator
 * listed. Plain http goes to private addresses only. No redirect is followed.
 */
export function openHttpOut(listed: readonly string[], resolve?: typeof lookup): HttpOut {
  const pace = new Pace();
  const handedOver = new WeakSet<RequestInit>();
  const repeatable = new WeakSet<RequestInit>();
  const guardedBy = (allows: (address: string) => boolean): GuardedFetch =>
    guardFetch({
      mayCall: allows,
      fault: (kind, sentence) => new OutFault(kind, sentence),
      onHandedOver: (init) => handedOver.add(init),
      mayRepeat: (init) => repeatable.has(init),
      longestLine: Number.POSITIVE_INFINITY,
      ...(resolve && { resolve }),
    });
  const { encrypted, plain } = allowedAddresses(listed);
  const allows = {
    operator: (address: string) => mayCall(address, true),
    "https:": encrypted,
    "http:": plain,
  };
  const guards = {
    operator: guardedBy(allows.operator),
    "https:": guardedBy(allows["https:"]),
    "http:": guardedBy(allows["http:"]),
  };

  function refusal(address: string): string | null {
    const url = parse(address);
    if (!url) return wrongAddress;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    return isIP(host) !== 0 && !allows[url.protocol as "https:"](host) ? `The address ${host} is not allowed.` : null;
  }

  async function call({ company }: { company: string }, request: OutRequest): Promise<OutAnswer> {
    const { timeoutMs, mostBytes } = { ...defaults, ...request };
    const { truncates = false, isOperators = false, isRepeatable = false } = request;
    const url = parse(request.url);
    if (!url) throw new OutFault("wrong_address", wrongAddress);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    const { method = "GET", headers = {}, body } = request;
    const init: RequestInit = {
      method,
      headers,
      signal,
      ...(body !== undefined && { body: body as NonNullable<RequestInit["body"]> }),
    };
    if (isRepeatable) repeatable.add(init);
    const key = `${company} ${url.host}`;
    const startedAt = performance.now();
    let leave: (() => void) | undefined;
    try {
      leave = await pace.enter(key, url.host, signal);
      const guard = guards[isOperators ? "operator" : (url.protocol as "https:")];
      const response = await guard.fetch(url, init);
      const { status } = response;
      const retryAfterMs = [429, 503].includes(status) ? retryAfter(response.headers.get("retry-after")) : null;
      if (retryAfterMs !== null) pace.rest(key, retryAfterMs);
      if (status >= 300 && status < 400 && status !== 304) {
        await response.body?.cancel();
        throw new OutFault("redirected", `${url.host} answered with a redirect, which is not followed.`, {
          isHandedOver: true,
        });
      }
      const { bytes, isTruncated } = await readBody(response, mostBytes, { truncates, isWhole: request.isWhole });
      return {
        status,
        headers: response.headers,
        body: bytes,
        isTruncated,
        retryAfterMs,
        ms: performance.now() - startedAt,
      };
    } catch (error) {
      const cause: unknown = signal.aborted && !(error instanceof OutFault) ? signal.reason : error;
      throw outFaultOf(cause, url.host, handedOver.has(init));
    } finally {
      leave?.();
    }
  }

  return {
    call,
    refusal,
    privateAddresses: listed,
    close: () => Object.values(guards).forEach((guard) => guard.close()),
  };
}

/** The answer's bytes, up to the most; `truncates`: what comes too late or is too long is left. */
async function readBody(
  response: Response,
  most: number,
  { truncates, isWhole }: { truncates: boolean; isWhole: OutRequest["isWhole"] },
): Promise<{ bytes: Uint8Array; isTruncated: boolean }> {
  if (!response.body) return { bytes: new Uint8Array(), isTruncated: false };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  let isTruncated = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value as Uint8Array);
      size += next.value.length;
      isTruncated = size > most;
      if (isTruncated || isWhole?.(next.value as Uint8Array, response.headers)) break;
    }
    await reader.cancel().catch(() => undefined);
  } catch (error) {
    if (!truncates) throw error;
    isTruncated = true;
  }
  if (isTruncated && !truncates) throw new OutFault("too_large", "The answer was too large.", { isHandedOver: true });
  return { bytes: Buffer.concat(chunks).subarray(0, most), isTruncated };
}

/** Seconds or a date, in milliseconds from now; null if it says neither. */
export function retryAfter(header: string | null): number | null {
  if (header === null || header.length > 100) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now().getTime());
}
