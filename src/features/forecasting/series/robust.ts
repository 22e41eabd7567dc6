/** Takes numbers, gives their median; NaN when there are none. */
export function medianOf(numbers: ArrayLike<number>): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Takes numbers, gives their mean; NaN when there are none. */
export const meanOf = (numbers: readonly number[]): number => sumOf(numbers) / numbers.length;

/** Takes numbers, gives their sum. */
export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** With fewer values than this apart from the median their own median is chance. */
const leastApart = 7;

/**
 * The modified z-score of each number, 0.6745 (x − median) / MAD (Iglewicz & Hoaglin 1993): 0.6745 is the MAD of a standard
 * normal. Where more than half are alike the MAD is 0: then those apart from the median are measured by their own median
 * distance or, where they are few, by the mean distance of all, (x − median) / (1.2533 mean distance); alike are all 0.
 */
export function robustZ(numbers: readonly number[]): number[] {
  const middle = medianOf(numbers);
  const distances = numbers.map((number) => Math.abs(number - middle));
  const mad = medianOf(distances);
  if (mad > 0) return numbers.map((number) => (0.6745 * (number - middle)) / mad);
  const apart = distances.filter((distance) => distance > 0);
  if (apart.length === 0) return numbers.map(() => 0);
  const scale = apart.length < leastApart ? 1.2533 * meanOf(distances) : medianOf(apart) / 0.6745;
  return numbers.map((number) => (number - middle) / scale);
}
