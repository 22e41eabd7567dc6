/** Takes numbers, gives their median; NaN when there are none. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** Takes numbers, gives their mean; NaN when there are none. */
export const meanOf = (numbers: readonly number[]): number => sumOf(numbers) / numbers.length;

/** Takes numbers, gives their sum. */
export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const at = (sorted: Float64Array, index: number): number => sorted[index] ?? Number.NaN;
