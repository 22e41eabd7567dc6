import { meanOf, medianOf } from "#features/forecasting/series/robust.ts";

/** How fast a smoother forgets level, trend and weekdays; `damping` 0 means no trend. */
export type Speed = { level: number; trend: number; weekday: number; damping: number };

/** A smoother's state at the end of each day; `trend` is the step expected next. */
export type SmootherState = { speed: Speed; level: Float64Array; trend: Float64Array; weekday: Float64Array };

/** How fast the typical size of an error adapts. */
const scaleSpeed = 0.05;

/**
 * Damped-trend exponential smoothing with additive weekdays, in error correction form, ETS(A,Ad,A) of Hyndman &
 * Athanasopoulos, Forecasting: Principles and Practice, 8.4:
 *   e = y − (l + φb + s),  l ← l + φb + αe,  b ← φb + βe,  s ← s + γe
 * with e clipped at `clip` times the typical error, so that one extreme day does not shift the level (Gelper, Fried &
 * Croux 2010). Values may be NaN; the first `warmUp` days initialize.
 */
export function smooth(values: Float64Array, warmUp: number, speed: Speed, clip: number): SmootherState {
  const days = values.length;
  const level = new Float64Array(days);
  const trend = new Float64Array(days);
  const weekday = new Float64Array(days * 7);
  const start = initialState(values, warmUp);
  const season = start.season;
  let { level: current, scale } = start;
  let step = 0;
  for (let at = 0; at < days; at += 1) {
    const value = values[at] ?? Number.NaN;
    const slot = at % 7;
    current += step;
    if (at >= warmUp && !Number.isNaN(value)) {
      const error = value - current - (season[slot] ?? 0);
      // Equal initial values have no scale: the first error sets it.
      if (scale === 0) scale = Math.abs(error);
      const maxError = scale === 0 ? 0 : clip * scale;
      const clipped = Math.max(-maxError, Math.min(maxError, error));
      // An outlier may be the first of many, so the scale grows with it, but not by its full size.
      const size = Math.min(Math.abs(error), 2 * maxError);
      scale += scaleSpeed * (size * Math.sqrt(Math.PI / 2) - scale);
      current += speed.level * clipped;
      step += speed.trend * clipped;
      season[slot] = (season[slot] ?? 0) + speed.weekday * clipped;
    }
    step *= speed.damping;
    level[at] = current;
    trend[at] = step;
    weekday.set(season, at * 7);
  }
  return { speed, level, trend, weekday };
}

/** A smoother's forecast at a day for a horizon. */
export function ahead({ speed, level, trend, weekday }: SmootherState, at: number, horizon: number): number {
  const { damping } = speed;
  const steps = damping === 0 ? 0 : (1 - damping ** horizon) / (1 - damping);
  return (level[at] ?? 0) + steps * (trend[at] ?? 0) + (weekday[at * 7 + ((at + horizon) % 7)] ?? 0);
}

function initialState(values: Float64Array, warmUp: number) {
  const seen = [...values.subarray(0, warmUp)].flatMap((value, at) => (Number.isNaN(value) ? [] : [{ value, at }]));
  const middle = medianOf(seen.map(({ value }) => value));
  const season = new Float64Array(7);
  for (let slot = 0; slot < 7; slot += 1) {
    const same = seen.filter(({ at }) => at % 7 === slot).map(({ value }) => value);
    // One extra week at the median: with two or three of a weekday most of the difference is chance.
    season[slot] = same.length === 0 ? 0 : ((medianOf(same) - middle) * same.length) / (same.length + 1);
  }
  const residuals = seen.map(({ value, at }) => Math.abs(value - middle - (season[at % 7] ?? 0)));
  return { level: middle, season, scale: 1.4826 * medianOf(residuals) || meanOf(residuals) };
}
