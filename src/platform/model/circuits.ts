import { createHash } from "node:crypto";
import type { Account } from "#platform/model/connection.ts";
import type { Failure, FailureKind } from "#platform/model/failure.ts";

/** Failures that say something about the model or the key, not about one request. */
const counted: readonly FailureKind[] = ["over_capacity", "timed_out", "unreachable", "cut_off"];
const immediate: readonly FailureKind[] = ["rate_limited", "wrong_key", "no_credit"];

const lasting: readonly FailureKind[] = ["wrong_key", "no_credit"];

const failuresToOpen = 5;
const pause = { open: 60_000, rateLimited: 30_000, probe: 30_000 };
const maxCircuits = 10_000;

type Circuit = { failures: number; last: Failure; until: number };

/** A model as one company reaches it. */
export type Place = Account & { company: string; model: string };

/**
 * A circuit per company, account and model: while it is open, calls fail at once with the failure that opened it. What
 * one company's model does says nothing about another company, even at the same address.
 */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();

  /** The failure that blocks calls, or null. */
  peek(place: Place, now: Date): Failure | null {
    const circuit = this.#circuits.get(keyOf(place));
    return circuit && circuit.until > now.getTime() ? { ...circuit.last, retryAt: new Date(circuit.until) } : null;
  }

  /** The failure people see: a wrong key or an empty account is shown until a call succeeds. */
  shown(place: Place, now: Date): Failure | null {
    const circuit = this.#circuits.get(keyOf(place));
    return circuit && lasting.includes(circuit.last.kind) ? circuit.last : this.peek(place, now);
  }

  /** The same as `peek` before a call. After the pause one call probes the model, and others wait for its result. */
  check(place: Place, now: Date): Failure | null {
    const blocked = this.peek(place, now);
    const circuit = this.#circuits.get(keyOf(place));
    if (circuit && circuit.until !== 0 && !blocked) circuit.until = now.getTime() + pause.probe;
    return blocked;
  }

  succeeded(place: Place): void {
    this.#circuits.delete(keyOf(place));
  }

  failed(place: Place, failure: Failure, now: Date): void {
    const opensNow = immediate.includes(failure.kind);
    if (!opensNow && !counted.includes(failure.kind)) return this.succeeded(place);
    const key = keyOf(place);
    const failures = (this.#circuits.get(key)?.failures ?? 0) + 1;
    const stated = failure.retryAt?.getTime();
    const defaultUntil = now.getTime() + (failure.kind === "rate_limited" ? pause.rateLimited : pause.open);
    const opens = opensNow || stated !== undefined || failures >= failuresToOpen;
    this.#circuits.set(key, { failures, last: failure, until: opens ? (stated ?? defaultUntil) : 0 });
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size > maxCircuits && oldest !== undefined) this.#circuits.delete(oldest);
  }
}

function keyOf({ company, provider, baseUrl, apiKey, model }: Place): string {
  const hash = createHash("sha256").update(JSON.stringify([company, provider, baseUrl, apiKey, model]));
  return hash.digest("base64url");
}
