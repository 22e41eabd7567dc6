/** Tells when whoever is watched has been silent for too long. */
export class IdleWatch<T> {
  readonly #limitMs: number;
  readonly #onSilence: (watched: T) => void;
  #watched: T | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onSilence: (watched: T) => void) {
    this.#limitMs = limitMs;
    this.#onSilence = onSilence;
  }

  /** Takes whom to watch from now on; goes on counting when it is watched already. Null: nobody. */
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
