/** Lower and upper end of the errors to reckon with. */
export type Band = { low: number; high: number };

/** Errors of so many last origins count. */
export const errorWindow = 150;
/** γ: how far one hit or miss moves a tail. Small, as errors of long horizons come late and many at a time. */
const ofOneError = 0.005;
/** With fewer errors a tail of 10 % is the smallest error itself. */
const leastErrors = 10;

/**
 * Takes the past errors of one horizon in the order of their origins (NaN where a day is unknown), how many origins later
 * an error is known, the level, and over how many days each error reaches; gives the band of the next error, null with
 * fewer than ten errors.
 * Quantiles of errors on days not seen (split conformal, Vovk et al. 2005), whose tails are moved after every hit and miss:
 *   α ← α + γ (target − missed), each tail by itself (adaptive conformal inference, Gibbs & Candès 2021).
 * Sums of so many days lie one day apart and share all others: what one odd day does to as many of them counts once.
 */
export function bandOf(errors: Float64Array, delay: number, level: number, shared = 1): Band | null {
  const target = (1 - level) / 2;
  const step = ofOneError / shared;
  let [below, above] = [target, target];
  const sorted = new Sorted(errorWindow);
  const lows = new Float64Array(errors.length).fill(Number.NaN);
  const highs = new Float64Array(errors.length).fill(Number.NaN);
  for (let at = 0; at < errors.length + delay; at += 1) {
    const error = at < delay ? Number.NaN : (errors[at - delay] ?? Number.NaN);
    if (!Number.isNaN(error)) {
      const [low, high] = [lows[at - delay] ?? Number.NaN, highs[at - delay] ?? Number.NaN];
      if (!Number.isNaN(low)) {
        below = keep(below + step * (target - (error < low ? 1 : 0)));
        above = keep(above + step * (target - (error > high ? 1 : 0)));
      }
      sorted.add(error);
    }
    if (at < errors.length && sorted.size >= leastErrors) {
      lows[at] = sorted.quantile(below);
      highs[at] = sorted.quantile(1 - above);
    }
  }
  return sorted.size < leastErrors ? null : { low: sorted.quantile(below), high: sorted.quantile(1 - above) };
}

const keep = (tail: number): number => Math.min(0.5, Math.max(0.001, tail));

/** The last `most` numbers that were added, in order of size. */
class Sorted {
  size = 0;
  readonly #numbers: Float64Array;
  readonly #order: Float64Array;
  #added = 0;

  constructor(most: number) {
    this.#numbers = new Float64Array(most + 1);
    this.#order = new Float64Array(most);
  }

  add(number: number): void {
    const most = this.#order.length;
    const slot = this.#added % most;
    if (this.size === most) {
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

  /** At rank p (n + 1), between two numbers where it falls between them: unbiased where errors are exchangeable. */
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
