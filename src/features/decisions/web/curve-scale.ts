const nice = [1, 2, 2.5, 5, 10];

/** A round step that gives about three lines over a span. */
function gridStep(span: number): number {
  const rough = span / 3 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (nice.find((each) => each * power >= rough) ?? 10) * power;
}

/** The range that is drawn: up to the next grid line where that is near, so that the highest point has a line above it. */
export function range(low: number, high: number): [number, number] {
  const step = gridStep(high - low);
  const near = (high - low) * 0.08;
  const above = Math.ceil(high / step) * step;
  const below = Math.floor(low / step) * step;
  return [low - below <= near ? below : low, above - high <= near ? above : high];
}

/** The values where a grid line stands: multiples of the step inside the range, zero among them where it lies inside. */
export function gridLines(low: number, high: number): number[] {
  const step = gridStep(high - low);
  const lines: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step)
    lines.push(Math.abs(value) < step * 1e-6 ? 0 : value);
  return lines;
}

/** The first month in which a line that began below zero is not below it any more; null when it never is. */
export function paidBack(values: readonly number[]): number | null {
  if ((values[0] ?? 0) >= 0) return null;
  const month = values.findIndex((value) => value >= 0);
  return month < 0 ? null : month;
}

/** Moves labels apart that would lie on each other, keeping their order; `gap` in pixels. */
export function apart(places: readonly number[], gap: number, lowest: number): number[] {
  const order = places.map((_, at) => at).toSorted((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  const moved = [...places];
  let last = -Infinity;
  for (const at of order) {
    last = Math.max(moved[at] ?? 0, last + gap);
    moved[at] = last;
  }
  let next = lowest + gap;
  for (const at of order.toReversed()) {
    next = Math.min(moved[at] ?? 0, next - gap);
    moved[at] = next;
  }
  return moved;
}

/** The months named on the axis: start, end, and up to three round ones between. */
export function axisMonths(last: number): number[] {
  const step = last <= 6 ? 2 : last <= 14 ? 4 : last <= 30 ? 6 : 12 * Math.ceil(last / 48);
  const months = [0];
  for (let month = step; month < last - step / 2; month += step) months.push(month);
  return last > 0 ? [...months, last] : months;
}
