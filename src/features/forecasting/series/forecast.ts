import { addDays } from "#contract/days.ts";
import * as backtests from "#features/forecasting/series/backtest.ts";
import { calendarOf, type Point } from "#features/forecasting/series/calendar.ts";
import { type Band, bandOf, errorWindow } from "#features/forecasting/series/interval.ts";
import { meanOf } from "#features/forecasting/series/robust.ts";
import { unknownsOf } from "#features/forecasting/series/unknowns.ts";
import { minPoints, scaleOf } from "#features/forecasting/series/scale.ts";

/** A value with the interval that contains it with probability `level`. */
export type Estimate = { value: number; low: number; high: number };

/** `sum` has its own interval, from errors of sums: errors of single days partly cancel out. */
export type Forecast = {
  days: ({ day: string } & Estimate)[];
  sum: Estimate | null;
  level: number;
  /** In words; null without a forecast. */
  method: string | null;
  /** The number of days with a figure, and the last of them. */
  points: number;
  last: string | null;
  /** The forecast's limitations, one sentence each. */
  unknowns: string[];
};

/** The longest horizon, whatever the history. */
const maxHorizon = 90;
/** Bands are averaged over this many horizons on either side, so that the chart's band is smooth. */
const neighbors = 3;

/**
 * Forecasts a daily series from the day after its last figure, up to `horizon` (1 to 90) days. Short histories get
 * fewer days; below 28 days with a figure there is no forecast. Points may be in any order. In logs a day's forecast is
 * its median and a sum's its mean, else both are means.
 */
export function forecastDaily(points: readonly Point[], horizon: number, level = 0.8): Forecast {
  if (!(Number.isInteger(horizon) && horizon >= 1 && horizon <= maxHorizon))
    throw new RangeError("The horizon must be 1 to 90 days.");
  if (!(level > 0 && level < 1)) throw new RangeError("The level must be between 0 and 1.");
  const calendar = calendarOf(points);
  const known = calendar?.known ?? 0;
  const common = { level, points: known, last: calendar?.last ?? null };
  const none = (why: string): Forecast => ({ ...common, days: [], sum: null, method: null, unknowns: [why] });
  if (!calendar || known < minPoints) return none(tooShort(known));
  const scale = scaleOf(calendar);
  const reach = Math.min(horizon, Math.floor(calendar.values.length / 2));
  const past = backtests.backtest(calendar, scale, reach + neighbors);
  const days = dayForecasts(past, reach, level);
  const sum = sumForecast(past, reach, level);
  if (!days || !sum) return none("No forecast: the figures have too many gaps to estimate its error.");
  const { yearly } = past.blend;
  const method = scale.method + (yearly ? ", with the weeks of a year ago" : "");
  return { ...common, days, sum, method, unknowns: unknownsOf(calendar, { asked: horizon, reach, scale, yearly }) };
}

const tooShort = (known: number): string =>
  `No forecast: ${known} ${known === 1 ? "day has a figure" : "days have figures"}, but at least ${minPoints} are needed.`;

function dayForecasts(past: backtests.Backtest, reach: number, level: number): Forecast["days"] | null {
  const { calendar, scale } = past;
  const end = calendar.values.length - 1;
  const bands = widened(
    Array.from({ length: reach + neighbors }, (_, at) => bandOf(backtests.dayErrors(past, at + 1), at + 1, level)),
  );
  if (!bands) return null;
  return Array.from({ length: reach }, (_, at) => {
    const ahead = at + 1;
    const day = addDays(calendar.last, ahead);
    if (calendar.closed[(end + ahead) % 7]) return { day, value: 0, low: 0, high: 0 };
    const width = Math.min(neighbors, at);
    const near = bands.slice(at - width, at + width + 1);
    const middle = backtests.forecastAt(past, end, ahead);
    const band = { low: meanOf(near.map(({ low }) => low)), high: meanOf(near.map(({ high }) => high)) };
    return {
      day,
      ...estimate(scale.fromScale(middle), scale.fromScale(middle + band.low), scale.fromScale(middle + band.high)),
    };
  });
}

/**
 * Horizons with too few errors get the nearest shorter horizon's band, widened with the square root of the horizon. Null
 * if no horizon has a band.
 */
function widened(bands: readonly (Band | null)[]): Band[] | null {
  const first = bands.findIndex((band) => band !== null);
  let [last, from] = [bands[first], first + 1];
  if (!last) return null;
  const found: Band[] = [];
  for (const [at, band] of bands.entries()) {
    if (band) [last, from] = [band, at + 1];
    const times = Math.sqrt(Math.max(1, (at + 1) / from));
    found.push({ low: last.low * times, high: last.high * times });
  }
  return found;
}

function sumForecast(past: backtests.Backtest, reach: number, level: number): Estimate | null {
  const { calendar, scale } = past;
  const end = calendar.values.length - 1;
  const smear = scale.isLog ? smearing(backtests.dayErrors(past, 1)) : 1;
  const total = backtests.sumAt(past, end, reach) * smear;
  // Uses the longest sums with enough errors; a longer reach widens their band with the square root, as for days.
  for (let length = reach; length >= 1; length -= 1) {
    const band = bandOf(backtests.sumErrors(past, length, smear), length, level, length);
    if (!band) continue;
    const times = Math.sqrt(reach / length);
    const open = backtests.openDays(past, end, reach);
    const at = (error: number) => (scale.isLog ? total * Math.exp(error * times) : total + error * times * open);
    return estimate(scale.floor(total), scale.floor(at(band.low)), scale.floor(at(band.high)));
  }
  return null;
}

/**
 * The mean of a log-normal exceeds its median by the effect of its noise (Duan 1983), here with extreme errors clipped.
 */
function smearing(errors: Float64Array): number {
  const seen = errors
    .filter((error) => !Number.isNaN(error))
    .slice(-errorWindow)
    .sort();
  const trim = Math.floor(seen.length / 20);
  const [min = 0, max = 0] = [seen[trim], seen[seen.length - 1 - trim]];
  const middle = seen[seen.length >> 1] ?? 0;
  return meanOf([...seen].map((error) => Math.exp(Math.min(max, Math.max(min, error)) - middle)));
}

/** A value outside its own interval would be known to be wrong, so it moves to the nearer end. */
const estimate = (value: number, low: number, high: number): Estimate => ({
  value: Math.min(high, Math.max(low, value)),
  low,
  high,
});
