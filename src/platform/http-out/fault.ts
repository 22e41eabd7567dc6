import { hideSecrets } from "#platform/model/redaction.ts";

/** Everything that keeps a request from its answer. */
export type OutFaultKind =
  /** The address is private, or of a kind that no one may call. */
  | "blocked_address"
  /** The address is no http(s) address, or holds a password. */
  | "wrong_address"
  | "unreachable"
  | "encryption"
  | "timed_out"
  | "too_large"
  | "redirected"
  /** The server asked to be left alone for a while. */
  | "paced";

/** The one error of a request to the outside. Its message is a sentence for people, without secrets. */
export class OutFault extends Error {
  readonly kind: OutFaultKind;
  /** Whether the request may have reached the server. */
  readonly isHandedOver: boolean;
  readonly retryAfterMs: number | null;
  constructor(
    kind: OutFaultKind,
    sentence: string,
    { isHandedOver = false, retryAfterMs = null }: { isHandedOver?: boolean; retryAfterMs?: number | null } = {},
  ) {
    super(sentence);
    this.kind = kind;
    this.isHandedOver = isHandedOver;
    this.retryAfterMs = retryAfterMs;
  }
}

const tlsCodes = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/;

/** What an error of a connection means. `host` is the one that was called. */
export function outFaultOf(error: unknown, host: string, isHandedOver: boolean): OutFault {
  if (error instanceof OutFault) return error;
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const text = typeof code === "string" ? code : "";
  if (name === "TimeoutError" || name === "AbortError")
    return new OutFault("timed_out", `${host} did not answer in time.`, { isHandedOver });
  if (tlsCodes.test(text))
    return new OutFault("encryption", `The connection to ${host} could not be encrypted safely.`);
  return new OutFault("unreachable", isHandedOver ? `${host} ended the connection.` : `${host} cannot be reached.`, {
    isHandedOver,
  });
}

/** Words from outside for people: one line without secrets, as long as fits. */
export function safeWords(text: string, secrets: readonly string[] = [], longest = 200): string {
  const start = text.slice(0, 20_000);
  const hidden = secrets
    .filter((one) => one.length >= 4)
    .reduce((rest, one) => rest.replaceAll(one, "[secret]"), start);
  return hideSecrets(hidden.slice(0, 2_000))
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, longest);
}
