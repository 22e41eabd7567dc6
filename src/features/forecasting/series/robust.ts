/** NaN without numbers. */
export function medianOf(numbers: ArrayLike<number>): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** NaN without numbers. */
export const meanOf = (numbers: readonly number[]): number => sumOf(numbers) / numbers.length;

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** With fewer values away from the median, their own median is chance. */
const minDeviating = 7;

/**
 * Modified z-scores, 0.6745 (x − median) / MAD (Iglewicz & Hoaglin 1993); 0.6745 is the MAD of a standard normal. If
 * more than half of the numbers are equal the MAD is 0: then the others are scaled by their own median distance or, if
 * they are few, by the mean distance of all, (x − median) / (1.2533 mean distance); equal ones are 0.
 */
export function robustZ(numbers: readonly number[]): number[] {
  const middle = medianOf(numbers);
  const distances = numbers.map((number) => Math.abs(number - middle));
  const mad = medianOf(distances);
  if (mad > 0) return numbers.map((number) => (0.6745 * (number - middle)) / mad);
  const deviating = distances.filter((distance) => distance > 0);
  if (deviating.length === 0) return numbers.map(() => 0);
  const scale = deviating.length < minDeviating ? 1.2533 * meanOf(distances) : medianOf(deviating) / 0.6745;
  return numbers.map((number) => (number - middle) / scale);
}
