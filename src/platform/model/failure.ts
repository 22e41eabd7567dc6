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
  const words = detail && truncate(hideSecrets(detail).replace(/[\p{Cc}\p{Cf}]+/gu, " "), 300);
  return { kind, sentence: sentences[kind](at, nameOf(at)), retryAt, detail: words };
}

/** An error raised by our own code, with the kind of failure it means. */
export class ModelFault extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What the SDK attaches to an error of a call. */
type CallError = { statusCode?: number; responseHeaders?: Record<string, string>; responseBody?: string };

/** The failure an error of a call means. `hasBegun`: part of the answer had arrived. */
export function failureOf(error: unknown, at: At, now: Date, hasBegun: boolean): Failure {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (one instanceof ModelFault) return failure(one.kind, at, { detail: one.message });
  const { statusCode: status, responseHeaders: headers = {}, responseBody = "" } = (error ?? {}) as CallError;
  const detail = error instanceof Error ? error.message : JSON.stringify(error ?? null);
  if (status === undefined || status < 300) return failure(withoutStatus(detail, hasBegun), at, { detail });
  const body = responseBody.slice(0, 20_000);
  const kind = kindOf(status, `${detail} ${body}`);
  const retryAt = kind === "rate_limited" || kind === "over_capacity" ? resetOf(headers, body, now) : null;
  return failure(kind, at, { detail, retryAt });
}

/** An error inside the stream, or of the connection. */
function withoutStatus(text: string, hasBegun: boolean): FailureKind {
  if (/overloaded|server_error|api_error|internal error/i.test(text)) return "over_capacity";
  if (/rate_limit/i.test(text)) return "rate_limited";
  return hasBegun || /ECONNRESET|EPIPE|socket hang up|terminated/i.test(text) ? "cut_off" : "unreachable";
}

function kindOf(status: number, text: string): FailureKind {
  if (status === 402 || /insufficient_quota|credit balance|billing_/i.test(text)) return "no_credit";
  if (status === 401 || status === 403 || /api key not valid|invalid[ _]api[ _]key/i.test(text)) return "wrong_key";
  if (status === 404 || /model_not_found|DeploymentNotFound/i.test(text)) return "no_model";
  if (
    status === 413 ||
    /context[ _]length|maximum context|prompt is too long|too many tokens|maximum number of tokens/i.test(text)
  )
    return "too_large";
  if (status === 429) return "rate_limited";
  if (status === 408) return "timed_out";
  return status >= 500 ? "over_capacity" : "rejected";
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
