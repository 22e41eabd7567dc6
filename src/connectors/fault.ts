import { OutFault } from "#platform/http-out/fault.ts";

/** Why a service did not do what it was asked. */
export type ConnectorFaultKind =
  /** The sign-in is over: someone must connect again. */
  | "expired"
  /** A right is missing. */
  | "denied"
  /** It asks to be called less often. */
  | "busy"
  /** It cannot be reached, or has a fault of its own. */
  | "unavailable"
  /** It answered, or may have acted, but what it said did not arrive whole. */
  | "lost"
  /** A person changed or removed what it was about. */
  | "changed"
  /** What was typed in, or how it is set up, is wrong. */
  | "setup";

/** The one error of a connector. Its message is a sentence for people, without secrets. */
export class ConnectorFault extends Error {
  readonly kind: ConnectorFaultKind;
  readonly retryAfterMs: number | null;
  constructor(kind: ConnectorFaultKind, sentence: string, retryAfterMs: number | null = null) {
    super(sentence);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A connector's fault for one of the way out. */
export function faultOf(error: unknown): Error {
  if (!(error instanceof OutFault)) return error as Error;
  const { kind, isHandedOver, retryAfterMs, message } = error;
  if (kind === "paced") return new ConnectorFault("busy", message, retryAfterMs);
  return new ConnectorFault(isHandedOver ? "lost" : "unavailable", message);
}
