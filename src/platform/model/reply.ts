import { ModelFault, ServerSaid } from "#platform/model/failure.ts";

/** What the server of a call sent instead of a stream. */
class NotStreamed extends Error {}

/**
 * The reply to one call. A whole answer sent in place of the stream that was asked for is kept, so that the same
 * request without a stream reads it: nothing is sent a second time.
 */
export class Reply {
  readonly #fetch: typeof fetch;
  #whole: string | null = null;

  constructor(send: typeof fetch) {
    this.#fetch = send;
  }

  /** Whether a whole answer came where a stream was asked for. */
  get isWhole(): boolean {
    return this.#whole !== null;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (this.#whole !== null) return asJson(this.#whole);
    const response = await this.#fetch(input, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || type.includes("event-stream")) return response;
    const text = await response.text();
    // Some servers stream without saying so.
    if (/^\s{0,100}(?:data|event|id|retry)?:/.test(text.slice(0, 200)))
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    const fault = faultOf(text);
    if (fault) throw fault;
    this.#whole = text;
    throw new NotStreamed("The server sent its answer whole.");
  };
}

const asJson = (text: string): Response => new Response(text, { headers: { "content-type": "application/json" } });

/** Why a reply with a good status is no answer; null: it may be one. */
function faultOf(text: string): Error | null {
  if (text.trim() === "") return new ModelFault("bad_output", "It was empty.");
  if (/^\s{0,100}</.test(text.slice(0, 200)))
    return new ModelFault("wrong_address", "A web page came back instead of an answer.");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new ServerSaid(text);
  }
  if (body === null || typeof body !== "object") return new ServerSaid(text);
  const { error, object } = body as { error?: unknown; object?: unknown };
  const isAnswer = ["choices", "content", "candidates"].some((key) => key in body) || Array.isArray(body);
  return error || object === "error" || !isAnswer ? new ServerSaid(text) : null;
}
