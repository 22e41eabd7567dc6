/** The range of errors to expect. */
export type Band = { low: number; high: number };

/** How many of the last origins' errors are used. */
export const errorWindow = 150;
/** γ: how far one hit or miss moves a tail. Small, because errors of long horizons arrive late and in bulk. */
const adaptation = 0.005;
/** With fewer errors a 10% tail is the smallest error itself. */
const minErrors = 10;

/**
 * The band of the next error. `errors` are past errors of one horizon in order of origin (NaN if unknown), `delay` is
 * how many origins later an error is known, `shared` how many days each error spans. Null with fewer than ten errors.
 * Quantiles of out-of-sample errors (split conformal, Vovk et al. 2005), whose tails adapt after every hit and miss:
 * α ← α + γ (target − missed), each tail separately (adaptive conformal inference, Gibbs & Candès 2021). Overlapping
 * sums share most days, so one odd day that affects many of them counts once.
 */
export function bandOf(errors: Float64Array, delay: number, level: number, shared = 1): Band | null {
  const target = (1 - level) / 2;
  const step = adaptation / shared;
  let [below, above] = [target, target];
  const sorted = new Sorted(errorWindow);
  const lows = new Float64Array(errors.length).fill(Number.NaN);
  const highs = new Float64Array(errors.length).fill(Number.NaN);
  for (let at = 0; at < errors.length + delay; at += 1) {
    const error = at < delay ? Number.NaN : (errors[at - delay] ?? Number.NaN);
    if (!Number.isNaN(error)) {
      const [low, high] = [lows[at - delay] ?? Number.NaN, highs[at - delay] ?? Number.NaN];
      if (!Number.isNaN(low)) {
        below = clampTail(below + step * (target - (error < low ? 1 : 0)));
        above = clampTail(above + step * (target - (error > high ? 1 : 0)));
      }
      sorted.add(error);
    }
    if (at < errors.length && sorted.size >= minErrors) {
      lows[at] = sorted.quantile(below);
      highs[at] = sorted.quantile(1 - above);
    }
  }
  return sorted.size < minErrors ? null : { low: sorted.quantile(below), high: sorted.quantile(1 - above) };
}

const clampTail = (tail: number): number => Math.min(0.5, Math.max(0.001, tail));

/** The last `max` numbers added, sorted. */
class Sorted {
  size = 0;
  readonly #numbers: Float64Array;
  readonly #order: Float64Array;
  #added = 0;

  constructor(max: number) {
    this.#numbers = new Float64Array(max + 1);
    this.#order = new Float64Array(max);
  }

  add(number: number): void {
    const max = this.#order.length;
    const slot = this.#added % max;
    if (this.size === max) {
      this.#numbers.copyWithin(this.#place(this.#order[slot] ?? 0), this.#place(this.#order[slot] ?? 0) + 1, this.size);
      this.size -= 1;
    }
    const place = this.#place(number);
    this.#numbers.copyWithin(place + 1, place, this.size);
    this.#numbers[place] = number;
    this.#order[slot] = number;
    this.size += 1;
    this.#added += 1;
  }

  /** Interpolates at rank p (n + 1): unbiased for exchangeable errors. */
  quantile(share: number): number {
    const rank = Math.min(this.size, Math.max(1, share * (this.size + 1))) - 1;
    const lower = Math.floor(rank);
    const one = this.#numbers[lower] ?? 0;
    const next = this.#numbers[Math.min(lower + 1, this.size - 1)] ?? one;
    return one + (rank - lower) * (next - one);
  }

  #place(number: number): number {
    let [from, to] = [0, this.size];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#numbers[middle] ?? 0) < number) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
