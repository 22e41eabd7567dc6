/** How long a mail waits for its next attempt after its first, second, … one failed, in milliseconds. */
const pauses = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;

/** The wait before the next attempt, or null when all are used. */
export const pauseAfter = (attempts: number): number | null => pauses[attempts - 1] ?? null;

/** Attempts of which nobody knows whether they arrived; a mail is never sent after the second. */
export const mostDoubts = 2;

/** How long an attempt keeps a mail to itself, in milliseconds: longer than any attempt lasts. */
export const leaseMs = 60_000;

/** How long a mail is worth sending if its letter does not say, in milliseconds. */
export const usualLifeMs = 24 * 3_600_000;

/** How long the state of a settled mail is kept, in milliseconds. */
export const stateLifeMs = 30 * 86_400_000;

const failuresToOpen = 5;
const firstRestMs = 60_000;
const longestRestMs = 10 * 60_000;

/** Keeps mails away from a server that failed five times in a row; after a rest one mail tries it. */
export class MailCircuit {
  #failures = 0;
  #rest = firstRestMs;
  #closedUntil = 0;

  /** When the server may be tried again, in milliseconds from now; 0: now. The caller then tries it. */
  wait(now: number): number {
    if (this.#failures < failuresToOpen) return 0;
    if (now < this.#closedUntil) return this.#closedUntil - now;
    // The others wait for the one that tries.
    this.#closedUntil = now + firstRestMs;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#rest = firstRestMs;
  }

  failed(now: number): void {
    this.#failures += 1;
    if (this.#failures < failuresToOpen) return;
    this.#closedUntil = now + this.#rest;
    this.#rest = Math.min(2 * this.#rest, longestRestMs);
  }
}
