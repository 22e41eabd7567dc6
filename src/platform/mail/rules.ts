/** How long a mail waits for its next attempt after its first, second, … one failed, in milliseconds. */
const pauses = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;

/** The wait before the next attempt, or null when all are used. */
export const pauseAfter = (attempts: number): number | null => pauses[attempts - 1] ?? null;

/** The most attempts with an unknown outcome; after the second, a mail is never sent again. */
export const maxUnknownOutcomes = 2;

/** How long an attempt leases a mail, in milliseconds: longer than any attempt lasts. */
export const leaseMs = 60_000;

/** How long a mail is worth sending by default, in milliseconds. */
export const defaultLifeMs = 24 * 3_600_000;

/** How long the state of a settled mail is kept, in milliseconds. */
export const stateLifeMs = 30 * 86_400_000;

const failuresToOpen = 5;
const firstPauseMs = 60_000;
const maxPauseMs = 10 * 60_000;

/** Stops sending to a server that failed five times in a row; after a pause one mail probes it. */
export class MailCircuit {
  #failures = 0;
  #pauseMs = firstPauseMs;
  #closedUntil = 0;

  /** Milliseconds until the server may be tried again; 0: the caller tries it now. */
  wait(now: number): number {
    if (this.#failures < failuresToOpen) return 0;
    if (now < this.#closedUntil) return this.#closedUntil - now;
    // Other mails wait for the result of the probe.
    this.#closedUntil = now + firstPauseMs;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = firstPauseMs;
  }

  failed(now: number): void {
    this.#failures += 1;
    if (this.#failures < failuresToOpen) return;
    this.#closedUntil = now + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, maxPauseMs);
  }
}
