const roundSteps = [1, 2, 2.5, 5, 10];

/** A round step for about three grid lines. */
function gridStep(span: number): number {
  const rough = span / 3 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (roundSteps.find((step) => step * power >= rough) ?? 10) * power;
}

/** Extends the range to the next grid line if it is near. */
export function range(low: number, high: number): [number, number] {
  const step = gridStep(high - low);
  const near = (high - low) * 0.08;
  const above = Math.ceil(high / step) * step;
  const below = Math.floor(low / step) * step;
  return [low - below <= near ? below : low, above - high <= near ? above : high];
}

/** Multiples of the step inside the range. */
export function gridLines(low: number, high: number): number[] {
  const step = gridStep(high - low);
  const lines: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step)
    lines.push(Math.abs(value) < step * 1e-6 ? 0 : value);
  return lines;
}

/** The first month at or above zero of a line that starts below; null if never. */
export function breakEvenMonth(values: readonly number[]): number | null {
  if ((values[0] ?? 0) >= 0) return null;
  const month = values.findIndex((value) => value >= 0);
  return month < 0 ? null : month;
}

/** Moves overlapping labels apart, keeping their order; positions and `gap` in pixels. */
export function spreadLabels(places: readonly number[], gap: number, lowest: number): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let last = -Infinity;
  for (const index of order) {
    last = Math.max(moved[index] ?? 0, last + gap);
    moved[index] = last;
  }
  let next = lowest + gap;
  for (const index of order.toReversed()) {
    next = Math.min(moved[index] ?? 0, next - gap);
    moved[index] = next;
  }
  return moved;
}

/** Start, end and up to three round months between. */
export function axisMonths(last: number): number[] {
  const step = last <= 6 ? 2 : last <= 14 ? 4 : last <= 30 ? 6 : 12 * Math.ceil(last / 48);
  const months = [0];
  for (let month = step; month < last - step / 2; month += step) months.push(month);
  return last > 0 ? [...months, last] : months;
}
