/** Calls `onSilence` when the watched item has been idle too long. */
export class IdleWatch<T> {
  readonly #limitMs: number;
  readonly #onSilence: (watched: T) => void;
  #watched: T | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onSilence: (watched: T) => void) {
    this.#limitMs = limitMs;
    this.#onSilence = onSilence;
  }

  /** Starts watching an item; if it is already watched, its timer continues. Null stops. */
  watch(next: T | null): void {
    if (next === this.#watched) return;
    clearTimeout(this.#timer);
    this.#watched = next;
    if (next === null) return;
    this.#timer = setTimeout(() => {
      this.#watched = null;
      this.#onSilence(next);
    }, this.#limitMs);
  }
}
