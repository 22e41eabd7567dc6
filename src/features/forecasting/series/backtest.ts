import { type Blend, blend } from "#features/forecasting/series/blend.ts";
import type { Calendar } from "#features/forecasting/series/calendar.ts";
import type { Scale } from "#features/forecasting/series/scale.ts";

/** A series and everything that would have been said of it on each of the last origins. */
export type Backtest = { calendar: Calendar; scale: Scale; blend: Blend };

/** Origins whose errors are looked at: those of the window and those before, by which the tails learn. */
const origins = 300;

/** Takes a series, its scale and how far to look ahead; gives its past forecasts. */
export function backtest(calendar: Calendar, scale: Scale, horizon: number): Backtest {
  const warmUp = warmUpOf(scale.values);
  const from = Math.max(warmUp - 1, calendar.values.length - origins - horizon);
  return { calendar, scale, blend: blend(scale.values, { warmUp, from, horizon, clip: scale.clip }) };
}

/** Four weeks to start from, two where the days are needed for errors; longer where they are full of holes. */
function warmUpOf(values: Float64Array): number {
  const days = values.length < 70 ? 14 : 28;
  let known = 0;
  for (const [at, value] of values.entries()) {
    if (!Number.isNaN(value)) known += 1;
    if (at + 1 >= days && known >= days / 2) return at + 1;
  }
  return values.length;
}

/** What was forecast on a day for so many days later, on the scale of the series. */
export const forecastAt = ({ blend: { from, horizon, forecasts } }: Backtest, origin: number, ahead: number): number =>
  forecasts[(origin - from) * horizon + ahead - 1] ?? Number.NaN;

/** The errors of one horizon, one for each of the last origins whose target has passed. */
export function dayErrors(past: Backtest, ahead: number): Float64Array {
  const { calendar, scale } = past;
  return errorsOf(
    past,
    ahead,
    (origin) => scale.forth(calendar.values[origin + ahead] ?? Number.NaN) - forecastAt(past, origin, ahead),
  );
}

function errorsOf({ calendar, blend }: Backtest, ahead: number, errorAt: (origin: number) => number): Float64Array {
  const end = calendar.values.length - ahead;
  const from = Math.max(blend.from, end - origins);
  return Float64Array.from({ length: Math.max(0, end - from) }, (_, at) => errorAt(from + at));
}

/** Days of so many after the origin that are not closed. */
export function openDays({ calendar: { closed } }: Backtest, origin: number, reach: number): number {
  let open = 0;
  for (let ahead = 1; ahead <= reach; ahead += 1) if (!closed[(origin + ahead) % 7]) open += 1;
  return open;
}

/** The sum of what was forecast on a day for so many days. */
export function sumAt(past: Backtest, origin: number, reach: number): number {
  const { calendar, scale } = past;
  let sum = 0;
  for (let ahead = 1; ahead <= reach; ahead += 1)
    if (!calendar.closed[(origin + ahead) % 7]) sum += scale.inSum(forecastAt(past, origin, ahead));
  return sum;
}

/** With fewer of the open days known a sum says nothing. */
const leastKnown = 0.8;

/**
 * Errors of sums over so many days, each forecast times `smear`; days without a figure are left out on both sides. In logs an
 * error is a ratio, else the mean of a day.
 */
export function sumErrors(past: Backtest, length: number, smear: number): Float64Array {
  const { calendar, scale } = past;
  return errorsOf(past, length, (origin) => {
    let [actual, forecast, seen] = [0, 0, 0];
    for (let ahead = 1; ahead <= length; ahead += 1) {
      const value = calendar.values[origin + ahead] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      actual += value;
      forecast += scale.inSum(forecastAt(past, origin, ahead));
      seen += 1;
    }
    if (seen === 0 || seen < leastKnown * openDays(past, origin, length)) return Number.NaN;
    return scale.isLog ? scale.forth(actual) - scale.forth(forecast * smear) : (actual - forecast) / seen;
  });
}
