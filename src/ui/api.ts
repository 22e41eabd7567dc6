import type { z } from "zod";
import { confirmField } from "#contract/confirming.ts";
import { nextCursorHeader, type Page } from "#contract/cursor.ts";
import type { Answer, Endpoint } from "#contract/endpoint.ts";

/** Optional if the contract allows it to be empty. */
type Part<Name extends string, Schema extends z.ZodType> =
  Record<never, never> extends z.input<Schema>
    ? { [name in Name]?: z.input<Schema> | undefined }
    : { [name in Name]: z.input<Schema> };

export type Sent<E extends Endpoint> = Part<"params", E["params"]> &
  Part<"query", E["query"]> &
  (undefined extends z.input<E["body"]> ? { body?: z.input<E["body"]> } : { body: z.input<E["body"]> });

/** The error of a refused call: `status: text`. */
export class CallError extends Error {
  readonly status: number;
  /** The server's sentence, without the status. */
  readonly sentence: string;
  /** Seconds until a retry makes sense, if the server says so. */
  readonly retryAfter: number | null;
  /** The form field the sentence is about, if the server says so. */
  readonly field: string | null;

  constructor(status: number, sentence: string, retryAfter: number | null = null, field: string | null = null) {
    super(`${status}: ${sentence}`);
    this.status = status;
    this.sentence = sentence;
    this.retryAfter = retryAfter;
    this.field = field;
  }
}

/** The server's sentence without the status, for errors shown beside a control. */
export const sentenceOf = (error: Error): string => (error instanceof CallError ? error.sentence : error.message);

export const fieldOf = (error: Error): string | null => (error instanceof CallError ? error.field : null);

type Loose = {
  params?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
};

export function addressOf(endpoint: Endpoint, sent: Loose): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(sent.params?.[name] ?? ""));
  const query = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return query.length ? `${path}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}` : path;
}

/** The error of a refused call; `headerOf` reads a header of the response. */
function errorOf(
  { status, statusText }: { status: number; statusText: string },
  text: string,
  headerOf: (name: string) => string | null,
): CallError {
  const wait = Number(headerOf("retry-after"));
  return new CallError(status, text.trim() || statusText, wait > 0 ? wait : null, headerOf("x-error-field"));
}

/** Makes a call with the session's cookie. */
export async function call<E extends Endpoint>(endpoint: E, sent: Sent<E>, signal?: AbortSignal): Promise<Answer<E>> {
  return (await answerOf(endpoint, sent as Loose, signal)).body as Answer<E>;
}

/** Makes a call that the server named as data, such as what can be done about a line. */
export const sendData = async (method: "POST" | "PUT", path: string, body?: unknown): Promise<unknown> =>
  (await answerOf({ method, path } as Endpoint, { body }, undefined)).body;

/** Like `call`, for a plain list with pages. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  signal?: AbortSignal,
): Promise<Page<Answer<E>>> {
  const { body, nextCursor } = await answerOf(endpoint, sent as Loose, signal);
  return { rows: body as Answer<E>, nextCursor };
}

type Received = { body: unknown; nextCursor: string | null };
/** Responses by address with their ETags, so that the server sends only changed ones. Browsers do not cache them. */
const cached = new Map<string, Received & { tag: string }>();
const maxCached = 100;

/** Forgets the previous user's answers. */
export const forgetAnswers = (): void => cached.clear();

/** Has the person use their passkey; throws if they do not. */
let confirm: (() => Promise<void>) | null = null;
export const confirmWith = (how: () => Promise<void>): void => void (confirm = how);

async function answerOf(endpoint: Endpoint, loose: Loose, signal: AbortSignal | undefined): Promise<Received> {
  try {
    return await receive(endpoint, loose, signal);
  } catch (error) {
    if (!confirm || !(error instanceof CallError) || error.field !== confirmField) throw error;
    await confirm();
    return receive(endpoint, loose, signal);
  }
}

async function receive(endpoint: Endpoint, loose: Loose, signal: AbortSignal | undefined): Promise<Received> {
  const writes = endpoint.method !== "GET";
  const address = addressOf(endpoint, loose);
  const known = writes ? undefined : cached.get(address);
  const response = await fetch(address, {
    method: endpoint.method,
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      ...(writes && { "content-type": "application/json" }),
      ...(known && { "if-none-match": known.tag }),
    },
    ...(loose.body === undefined ? {} : { body: JSON.stringify(loose.body) }),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    // The browser's own message is "Failed to fetch" or similar.
    if (!(cause instanceof TypeError)) throw cause;
    throw new Error("Can't reach the server. Check your connection and try again.", { cause });
  });
  if (response.status === 304 && known) return known;
  if (!response.ok) throw errorOf(response, await response.text(), (name) => response.headers.get(name));
  const received = { body: await response.json(), nextCursor: response.headers.get(nextCursorHeader) };
  const tag = response.headers.get("etag");
  if (!tag || writes) return received;
  cached.delete(address);
  cached.set(address, { ...received, tag });
  const [oldest] = cached.keys();
  if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
  return received;
}

/** Like `call`, but returns null when signed out. */
export async function callOrNull<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Answer<E> | null> {
  try {
    return await call(endpoint, sent);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

/** How long an upload waits for the server to have room, in seconds each time, and how often it asks. */
const [longestWait, mostUploads] = [10, 12];

/** Uploads a file, waiting while too much is being sent; `progress` receives the share sent, 0 to 1. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  sent: Omit<Sent<E>, "body">,
  file: Blob,
  progress: (share: number) => void,
): Promise<Answer<E>> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await uploadOnce(endpoint, sent, file, progress);
    } catch (error) {
      const wait = error instanceof CallError && error.status === 429 ? error.retryAfter : null;
      if (wait === null || wait > longestWait || attempt === mostUploads) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    }
}

function uploadOnce<E extends Endpoint>(
  endpoint: E,
  sent: Omit<Sent<E>, "body">,
  file: Blob,
  progress: (share: number) => void,
): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, sent as Loose));
    request.setRequestHeader("content-type", endpoint.upload ?? "application/octet-stream");
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) progress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 200 || request.status > 299)
        return reject(errorOf(request, request.responseText, (name) => request.getResponseHeader(name)));
      resolve(JSON.parse(request.responseText) as Answer<E>);
    };
    request.onerror = () => reject(new Error("The file could not be sent. Check your connection and try again."));
    request.send(file);
  });
}
