import type { ProviderId } from "#platform/model/connection.ts";
import { providers } from "#platform/model/providers.ts";
import { truncate } from "#contract/words.ts";
import { hideSecrets } from "#platform/model/redaction.ts";

/** Everything that can go wrong with a model call. */
export type FailureKind =
  | "wrong_key"
  | "no_credit"
  | "no_model"
  | "rate_limited"
  | "over_capacity"
  | "timed_out"
  | "cut_off"
  | "refused"
  | "too_large"
  | "bad_output"
  | "unreachable"
  | "blocked_address"
  | "wrong_address"
  | "rejected"
  | "over_budget";

export type Failure = {
  kind: FailureKind;
  /** For people. */
  sentence: string;
  /** When the provider allows a retry, if it says. */
  retryAt: Date | null;
  /** The provider's own words without secrets, for the test button and the log. */
  detail: string | null;
};

type At = { provider: ProviderId; baseUrl: string | null; model: string };

const sentences: Record<FailureKind, (at: At, name: string) => string> = {
  wrong_key: (_at, name) => `${name} refused the API key. Enter a valid key.`,
  no_credit: (_at, name) => `The account at ${name} has no credit left. Add credit there.`,
  no_model: ({ model }, name) => `${name} has no model named "${truncate(model, 60)}". Choose another model.`,
  rate_limited: (_at, name) => `${name} limits the number of calls, and the limit is reached. Try again later.`,
  over_capacity: (_at, name) => `${name} is out of capacity. Try again later.`,
  timed_out: (_at, name) => `${name} did not answer in time. Try again later.`,
  cut_off: (_at, name) => `${name} ended its answer in the middle. Try again.`,
  refused: (_at, name) => `${name} refused to answer this. Reword the request.`,
  too_large: (_at, name) => `The request to ${name} or its answer was too large. Ask for less at once.`,
  bad_output: ({ model }) => `The model "${truncate(model, 60)}" gave no usable answer. Choose a larger model.`,
  unreachable: (_at, name) => `${name} cannot be reached. Check the address and whether the server runs.`,
  blocked_address: (_at, name) => `The address of ${name} is not allowed. Ask the operator of this server.`,
  wrong_address: (_at, name) => `${name} takes no chats at this address. Check it: most end with /v1.`,
  rejected: (_at, name) => `${name} rejected the request.`,
  over_budget: () => "The budget for language models is used up. Raise it to continue.",
};

/** A provider's name for people; a server without one goes by its address. */
function nameOf({ provider, baseUrl }: At): string {
  const { label } = providers[provider];
  return label ?? (baseUrl ? new URL(baseUrl).host.slice(0, 80) : "The model server");
}

export function failure(
  kind: FailureKind,
  at: At,
  { retryAt = null, detail = null }: { retryAt?: Date | null; detail?: string | null } = {},
): Failure {
  // Providers repeat parts of the key in their messages.
  const words =
    detail &&
    truncate(
      hideSecrets(detail.slice(0, maxWords))
        .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
        .trim(),
      300,
    );
  return { kind, sentence: sentences[kind](at, nameOf(at)), retryAt, detail: words || null };
}

/** An error raised by our own code, with the kind of failure it means. */
export class ModelFault extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The errors of the guarded fetch, as models report them. */
export const modelFault = (kind: FailureKind, message: string): ModelFault => new ModelFault(kind, message);

/** An error a server reports inside a stream, or with a status that means success. */
export class ServerSaid extends Error {
  readonly body: string;
  constructor(body: string) {
    super("The server reported an error.");
    this.body = body.slice(0, maxBody);
  }
}

/** The longest part of an error that is read, and of its words. */
const [maxBody, maxWords] = [20_000, 2_000];

/** What the SDK attaches to an error of a call. */
type CallError = { statusCode?: number; responseHeaders?: Record<string, string>; responseBody?: string };

/** The failure an error of a call means. `hasBegun`: part of the answer had arrived. */
export function failureOf(error: unknown, at: At, now: Date, hasBegun: boolean): Failure {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    if (one instanceof ModelFault) return failure(one.kind, at, { detail: one.message });
    if (one instanceof ServerSaid)
      return failure(kindOf(statusIn(one.body), one.body, at), at, { detail: wordsOf(one.body) });
  }
  const { statusCode: status, responseHeaders: headers = {}, responseBody = "" } = (error ?? {}) as CallError;
  const message = error instanceof Error ? error.message.slice(0, maxBody) : "It failed.";
  if (status === undefined || status < 300) {
    const isCut = hasBegun || /ECONNRESET|EPIPE|socket hang up|terminated|without a finish reason/i.test(message);
    return failure(isCut ? "cut_off" : "unreachable", at, { detail: message });
  }
  const body = responseBody.slice(0, maxBody);
  const kind = kindOf(status, `${message} ${body}`, at);
  const retryAt = kind === "rate_limited" || kind === "over_capacity" ? resetOf(headers, body, now) : null;
  return failure(kind, at, { detail: wordsOf(body) ?? message, retryAt });
}

/** Where servers put the words of an error, the most telling first. */
const wordKeys = ["message", "error", "detail", "msg", "errors", "title", "reason", "0"];

/** The words of an error's body: JSON of any server's shape, or plain text; null for a web page or nothing. */
function wordsOf(body: string): string | null {
  const text = body.slice(0, maxBody).trim();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return text === "" || text.startsWith("<") ? null : text.slice(0, maxWords);
  }
  for (let depth = 0; depth < 6; depth += 1) {
    if (typeof json === "string") return json.slice(0, maxWords);
    if (json === null || typeof json !== "object") return null;
    const of = json as Record<string, unknown>;
    json = wordKeys.map((key) => of[key]).find((value) => value !== undefined && value !== null && value !== "");
  }
  return null;
}

/** The status a body names itself, such as {"error": {"code": 400}}; null: none. */
function statusIn(body: string): number | null {
  const [, status] = /"(?:code|status|status_code)"\s{0,5}:\s{0,5}"?([45]\d\d)\b/.exec(body.slice(0, maxBody)) ?? [];
  return status === undefined ? null : Number(status);
}

/** Parts of a request that some servers or models cannot take. */
export type Feature = "schema" | "tools" | "system";

const features: Record<Feature, RegExp> = {
  schema: /response[ _]format|json[ _]schema|json[ _]object|structured|grammar/i,
  tools: /\btools?\b|tool[ _-](?:choice|call|use)|function[ _-]?call/i,
  system: /system[ _](?:role|message|prompt|instruction)|roles? must alternate|developer instruction/i,
};
const refusing =
  /support|require|unknown|unrecogni[sz]ed|unexpected|not (?:permitted|allowed|implemented|available|enabled)|invalid|disabled|extra (?:inputs|fields)|cannot|must|fail/i;

/** The part of a request an error's words complain about; null: none. */
export const refusedFeature = (words: string): Feature | null =>
  refusing.test(words)
    ? ((Object.keys(features) as Feature[]).find((feature) => features[feature].test(words)) ?? null)
    : null;

/** Whether an error says that the request is longer than the model's context. */
function isTooLarge(text: string): boolean {
  if (/context[ _-]?(?:length|size|window|limit)|contextwindow|maximum context|context the overflows/i.test(text))
    return true;
  if (/(?:request|payload)(?: entity)? too large/i.test(text)) return true;
  const isTooMuch = /exceed|too (?:long|large|many|big)|longer than|over the limit/i.test(text);
  if (/\b(?:prompt|inputs?|messages)\b/i.test(text) && isTooMuch) return true;
  // Limits of tokens per minute are no such thing.
  return (
    /tokens?\b/i.test(text) &&
    !/per[ _-]?(?:min|day|hour|second)|\brate\b/i.test(text) &&
    (isTooMuch || /less than|at least 1\b|<=|maximum|at most/i.test(text))
  );
}

/** The kind of failure that a server's error means; `status`: null if it gave none. */
function kindOf(status: number | null, text: string, { model }: At): FailureKind {
  if (status === 402 || /insufficient_quota|credit balance|billing_/i.test(text)) return "no_credit";
  if (status === 401 || status === 403 || /api key not valid|invalid[ _]api[ _]key/i.test(text)) return "wrong_key";
  const isRateLimited = status === 429 || /rate[ _-]limit/i.test(text);
  if (status === 413 || (!isRateLimited && isTooLarge(text))) return "too_large";
  if (isRateLimited) return "rate_limited";
  if (status === 408) return "timed_out";
  // Servers answer what they cannot take with any status.
  if (refusedFeature(text)) return "rejected";
  if (/model_not_found|DeploymentNotFound/i.test(text)) return "no_model";
  if (status === 404) return /model|deployment/i.test(text) || text.includes(model) ? "no_model" : "wrong_address";
  if (
    (status !== null && status < 400) ||
    status === 405 ||
    /unexpected endpoint|invalid url|no route|cannot post/i.test(text)
  )
    return "wrong_address";
  if (/overloaded|server_error|api_error|internal error/i.test(text)) return "over_capacity";
  return status !== null && status >= 500 ? "over_capacity" : "rejected";
}

const longestReset = 60 * 60_000;

/** When the provider says calls are accepted again, at most an hour from now; null if it does not say. */
function resetOf(headers: Record<string, string>, body: string, now: Date): Date | null {
  const after = (ms: number): Date | null =>
    Number.isFinite(ms) && ms >= 0 ? new Date(now.getTime() + Math.min(ms, longestReset)) : null;
  const until = (text: string): Date | null => after(Date.parse(text) - now.getTime());
  const exact = headers["retry-after-ms"];
  if (exact) return after(Number(exact));
  const stated = headers["retry-after"];
  if (stated) return after(Number(stated) * 1_000) ?? until(stated);
  const inBody = /"retryDelay":\s*"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(body)?.[1];
  if (inBody) return after(Number(inBody) * 1_000);
  const resets = Object.entries(headers).flatMap(([name, text]) => {
    const isUsedUp = headers[name.replace("reset", "remaining")] === "0";
    if (!name.includes("ratelimit") || !name.includes("reset") || !isUsedUp) return [];
    return [/^\d{4}-/.test(text) ? until(text) : after(milliseconds(text))].filter((one) => one !== null);
  });
  return resets.length > 0 ? new Date(Math.max(...resets.map((one) => one.getTime()))) : null;
}

/** Reads "6m0s", "1.5s" and "120ms". */
function milliseconds(text: string): number {
  const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
  const parts = [...text.slice(0, 50).matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|[smh])/g)];
  if (parts.length === 0) return Number.NaN;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0), 0);
}
