import { type Blend, blend } from "#features/forecasting/series/blend.ts";
import type { Calendar } from "#features/forecasting/series/calendar.ts";
import type { Scale } from "#features/forecasting/series/scale.ts";

/** A series with every forecast that would have been made on its last origins. */
export type Backtest = { calendar: Calendar; scale: Scale; blend: Blend };

/** How many of the last origins' errors are used: the error window, and earlier ones to adapt the tails. */
const origins = 300;

/** Computes past forecasts up to `horizon` days ahead. */
export function backtest(calendar: Calendar, scale: Scale, horizon: number): Backtest {
  const warmUp = warmUpOf(scale.values);
  const from = Math.max(warmUp - 1, calendar.values.length - origins - horizon);
  return { calendar, scale, blend: blend(scale.values, { warmUp, from, horizon, clip: scale.clip }) };
}

/** Four weeks to initialize, two for short series; longer if they are full of gaps. */
function warmUpOf(values: Float64Array): number {
  const days = values.length < 70 ? 14 : 28;
  let known = 0;
  for (const [at, value] of values.entries()) {
    if (!Number.isNaN(value)) known += 1;
    if (at + 1 >= days && known >= days / 2) return at + 1;
  }
  return values.length;
}

/** The forecast made at an origin for `ahead` days later, on the series' scale. */
export const forecastAt = ({ blend: { from, horizon, forecasts } }: Backtest, origin: number, ahead: number): number =>
  forecasts[(origin - from) * horizon + ahead - 1] ?? Number.NaN;

/** The errors of one horizon, for each of the last origins whose target has passed. */
export function dayErrors(past: Backtest, ahead: number): Float64Array {
  const { calendar, scale } = past;
  return errorsOf(
    past,
    ahead,
    (origin) => scale.toScale(calendar.values[origin + ahead] ?? Number.NaN) - forecastAt(past, origin, ahead),
  );
}

function errorsOf({ calendar, blend }: Backtest, ahead: number, errorAt: (origin: number) => number): Float64Array {
  const end = calendar.values.length - ahead;
  const from = Math.max(blend.from, end - origins);
  return Float64Array.from({ length: Math.max(0, end - from) }, (_, at) => errorAt(from + at));
}

/** Days within `reach` after the origin that are not closed. */
export function openDays({ calendar: { closed } }: Backtest, origin: number, reach: number): number {
  let open = 0;
  for (let ahead = 1; ahead <= reach; ahead += 1) if (!closed[(origin + ahead) % 7]) open += 1;
  return open;
}

/** The sum of the forecasts made at an origin. */
export function sumAt(past: Backtest, origin: number, reach: number): number {
  const { calendar, scale } = past;
  let sum = 0;
  for (let ahead = 1; ahead <= reach; ahead += 1)
    if (!calendar.closed[(origin + ahead) % 7]) sum += scale.fromScaleInSum(forecastAt(past, origin, ahead));
  return sum;
}

/** The error of a sum is unknown if a smaller share of its open days has a figure. */
const minKnownShare = 0.8;

/**
 * Errors of sums over `length` days, each forecast times `smear`; days without a figure are omitted on both sides. In
 * logs an error is a ratio, else the mean per day.
 */
export function sumErrors(past: Backtest, length: number, smear: number): Float64Array {
  const { calendar, scale } = past;
  return errorsOf(past, length, (origin) => {
    let [actual, forecast, seen] = [0, 0, 0];
    for (let ahead = 1; ahead <= length; ahead += 1) {
      const value = calendar.values[origin + ahead] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      actual += value;
      forecast += scale.fromScaleInSum(forecastAt(past, origin, ahead));
      seen += 1;
    }
    if (seen === 0 || seen < minKnownShare * openDays(past, origin, length)) return Number.NaN;
    return scale.isLog ? scale.toScale(actual) - scale.toScale(forecast * smear) : (actual - forecast) / seen;
  });
}
