import { createHash } from "node:crypto";
import type { Account } from "#platform/model/connection.ts";
import type { Failure, FailureKind } from "#platform/model/failure.ts";

/** Failures that say something about the provider or the key, not about one request. */
const counted: readonly FailureKind[] = ["over_capacity", "timed_out", "unreachable", "cut_off"];
const immediate: readonly FailureKind[] = ["rate_limited", "wrong_key", "no_credit"];

const lasting: readonly FailureKind[] = ["wrong_key", "no_credit"];

const failuresToOpen = 5;
const pause = { open: 60_000, rateLimited: 30_000, probe: 30_000 };
const maxCircuits = 10_000;

type Circuit = { failures: number; last: Failure; until: number };

/** A circuit per provider, address and key: while it is open, calls fail at once with the failure that opened it. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();

  /** The failure that blocks calls, or null. */
  peek(account: Account, now: Date): Failure | null {
    const circuit = this.#circuits.get(keyOf(account));
    return circuit && circuit.until > now.getTime() ? { ...circuit.last, retryAt: new Date(circuit.until) } : null;
  }

  /** The failure people see: a wrong key or an empty account is shown until a call succeeds. */
  shown(account: Account, now: Date): Failure | null {
    const circuit = this.#circuits.get(keyOf(account));
    return circuit && lasting.includes(circuit.last.kind) ? circuit.last : this.peek(account, now);
  }

  /** The same as `peek` before a call. After the pause one call probes the provider, and others wait for its result. */
  check(account: Account, now: Date): Failure | null {
    const blocked = this.peek(account, now);
    const circuit = this.#circuits.get(keyOf(account));
    if (circuit && circuit.until !== 0 && !blocked) circuit.until = now.getTime() + pause.probe;
    return blocked;
  }

  succeeded(account: Account): void {
    this.#circuits.delete(keyOf(account));
  }

  failed(account: Account, failure: Failure, now: Date): void {
    const opensNow = immediate.includes(failure.kind);
    if (!opensNow && !counted.includes(failure.kind)) return this.succeeded(account);
    const key = keyOf(account);
    const failures = (this.#circuits.get(key)?.failures ?? 0) + 1;
    const stated = failure.retryAt?.getTime();
    const defaultUntil = now.getTime() + (failure.kind === "rate_limited" ? pause.rateLimited : pause.open);
    const opens = opensNow || stated !== undefined || failures >= failuresToOpen;
    this.#circuits.set(key, { failures, last: failure, until: opens ? (stated ?? defaultUntil) : 0 });
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size > maxCircuits && oldest !== undefined) this.#circuits.delete(oldest);
  }
}

function keyOf({ provider, baseUrl, apiKey }: Account): string {
  const hash = createHash("sha256").update(JSON.stringify([provider, baseUrl, apiKey]));
  return hash.digest("base64url");
}
