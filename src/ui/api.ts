import type { z } from "zod";
import { nextCursorHeader, type Page } from "#contract/cursor.ts";
import type { Answer, Endpoint } from "#contract/endpoint.ts";

/** A part of a call may be left out where the contract lets it be empty. */
type Part<Name extends string, Schema extends z.ZodType> =
  Record<never, never> extends z.input<Schema>
    ? { [name in Name]?: z.input<Schema> | undefined }
    : { [name in Name]: z.input<Schema> };

export type Sent<E extends Endpoint> = Part<"params", E["params"]> &
  Part<"query", E["query"]> &
  (undefined extends z.input<E["body"]> ? { body?: z.input<E["body"]> } : { body: z.input<E["body"]> });

/** What a call that was refused says: `status: text`. */
export class CallError extends Error {
  readonly status: number;
  /** The sentence of the server without the status. */
  readonly sentence: string;
  /** Seconds after which trying again makes sense, where the server says so. */
  readonly retryAfter: number | null;
  /** The field of the form that the sentence is about, where the server says so. */
  readonly field: string | null;

  constructor(status: number, sentence: string, retryAfter: number | null = null, field: string | null = null) {
    super(`${status}: ${sentence}`);
    this.status = status;
    this.sentence = sentence;
    this.retryAfter = retryAfter;
    this.field = field;
  }
}

/** What is said beside a control that failed: the server's sentence without the status. */
export const sentenceOf = (error: Error): string => (error instanceof CallError ? error.sentence : error.message);

/** The field of a form that a refusal is about; null where it is about none. */
export const fieldOf = (error: Error): string | null => (error instanceof CallError ? error.field : null);

type Loose = {
  params?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
};

/** Takes an endpoint and what is sent, gives the address with its parameters and query filled in. */
export function addressOf(endpoint: Endpoint, sent: Loose): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(sent.params?.[name] ?? ""));
  const query = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return query.length ? `${path}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}` : path;
}

async function refusal(response: Response): Promise<CallError> {
  const text = (await response.text()).trim();
  const wait = Number(response.headers.get("retry-after"));
  const field = response.headers.get("x-error-field");
  return new CallError(response.status, text || response.statusText, wait > 0 ? wait : null, field);
}

/** Makes one call of the contract with the session's cookie. */
export async function call<E extends Endpoint>(endpoint: E, sent: Sent<E>, signal?: AbortSignal): Promise<Answer<E>> {
  const response = await answerOf(endpoint, sent as Loose, signal);
  return (await response.json()) as Answer<E>;
}

/** As `call`, of a plain list that goes on page by page. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  signal?: AbortSignal,
): Promise<Page<Answer<E>>> {
  const response = await answerOf(endpoint, sent as Loose, signal);
  return { rows: (await response.json()) as Answer<E>, nextCursor: response.headers.get(nextCursorHeader) };
}

async function answerOf(endpoint: Endpoint, loose: Loose, signal: AbortSignal | undefined): Promise<Response> {
  const writes = endpoint.method !== "GET";
  const response = await fetch(addressOf(endpoint, loose), {
    method: endpoint.method,
    credentials: "same-origin",
    headers: writes
      ? { "content-type": "application/json", accept: "application/json" }
      : { accept: "application/json" },
    ...(loose.body === undefined ? {} : { body: JSON.stringify(loose.body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

/** As `call`, but nobody being signed in is an answer: null. */
export async function callOrNull<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Answer<E> | null> {
  try {
    return await call(endpoint, sent);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

/** Sends a file as an endpoint's upload; `progress` hears the share that has left, 0 to 1. */
export function upload<E extends Endpoint>(
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
        return reject(new CallError(request.status, request.responseText.trim() || request.statusText));
      resolve(JSON.parse(request.responseText) as Answer<E>);
    };
    request.onerror = () => reject(new Error("The file could not be sent. Check the connection and try again."));
    request.send(file);
  });
}
