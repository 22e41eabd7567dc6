import { addDays } from "#contract/days.ts";
import {
  type Backtest,
  backtest,
  dayErrors,
  forecastAt,
  openDays,
  sumAt,
  sumErrors,
} from "#features/forecasting/series/backtest.ts";
import { calendarOf, type Point } from "#features/forecasting/series/calendar.ts";
import { type Band, bandOf, errorWindow } from "#features/forecasting/series/interval.ts";
import { meanOf } from "#features/forecasting/series/robust.ts";
import { unknownsOf } from "#features/forecasting/series/unknowns.ts";
import { leastPoints, scaleOf } from "#features/forecasting/series/scale.ts";

/** A figure with the interval it falls into with the level's probability. */
export type Estimate = { value: number; low: number; high: number };

/** `sum` has an interval of its own, from errors of sums: single days miss in both directions, sums less. */
export type Forecast = {
  days: ({ day: string } & Estimate)[];
  sum: Estimate | null;
  level: number;
  /** In words; null where there is no forecast. */
  method: string | null;
  /** Days with a figure that it rests on, and the last of them. */
  points: number;
  last: string | null;
  /** What it cannot know, one sentence each. */
  unknowns: string[];
};

/** No further than three months, whatever the history. */
const farthest = 90;
/** Bands of neighbouring horizons are averaged, so that the picture has no teeth that are only chance. */
const neighbours = 3;

/**
 * Takes points of a daily series in any order, days ahead (1 to 90) and the level of the intervals; gives the forecast from
 * the day after the last figure on. It has fewer days where the history is short, none below 28 days with a figure.
 * In logs it forecasts of a day its median and of a sum its mean, else means of both.
 */
export function forecastDaily(points: readonly Point[], horizon: number, level = 0.8): Forecast {
  if (!(Number.isInteger(horizon) && horizon >= 1 && horizon <= farthest))
    throw new RangeError("The horizon is 1 to 90 days.");
  if (!(level > 0 && level < 1)) throw new RangeError("The level is between 0 and 1.");
  const calendar = calendarOf(points);
  const known = calendar?.known ?? 0;
  const facts = { level, points: known, last: calendar?.last ?? null };
  const none = (why: string): Forecast => ({ ...facts, days: [], sum: null, method: null, unknowns: [why] });
  if (!calendar || known < leastPoints) return none(tooShort(known));
  const scale = scaleOf(calendar);
  const reach = Math.min(horizon, Math.floor(calendar.values.length / 2));
  const past = backtest(calendar, scale, reach + neighbours);
  const days = dayForecasts(past, reach, level);
  const sum = sumForecast(past, reach, level);
  if (!days || !sum) return none("No forecast: the figures have too many gaps to tell how wrong it would be.");
  const { yearly } = past.blend;
  const method = scale.method + (yearly ? ", with the weeks of a year ago" : "");
  return { ...facts, days, sum, method, unknowns: unknownsOf(calendar, { asked: horizon, reach, scale, yearly }) };
}

const tooShort = (known: number): string =>
  `No forecast: ${known} ${known === 1 ? "day has a figure" : "days have figures"}, at least ${leastPoints} are needed.`;

function dayForecasts(past: Backtest, reach: number, level: number): Forecast["days"] | null {
  const { calendar, scale } = past;
  const end = calendar.values.length - 1;
  const bands = widened(
    Array.from({ length: reach + neighbours }, (_, at) => bandOf(dayErrors(past, at + 1), at + 1, level)),
  );
  if (!bands) return null;
  return Array.from({ length: reach }, (_, at) => {
    const ahead = at + 1;
    const day = addDays(calendar.last, ahead);
    if (calendar.closed[(end + ahead) % 7]) return { day, value: 0, low: 0, high: 0 };
    const width = Math.min(neighbours, at);
    const near = bands.slice(at - width, at + width + 1);
    const middle = forecastAt(past, end, ahead);
    const band = { low: meanOf(near.map(({ low }) => low)), high: meanOf(near.map(({ high }) => high)) };
    return { day, ...estimate(scale.back(middle), scale.back(middle + band.low), scale.back(middle + band.high)) };
  });
}

/** Horizons with too few errors get the band of the last one that has enough, wider with the root of the distance; null where none has. */
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

function sumForecast(past: Backtest, reach: number, level: number): Estimate | null {
  const { calendar, scale } = past;
  const end = calendar.values.length - 1;
  const smear = scale.isLog ? smearing(dayErrors(past, 1)) : 1;
  const total = sumAt(past, end, reach) * smear;
  // The longest sum that has been seen often enough; beyond it the band widens as for days.
  for (let length = reach; length >= 1; length -= 1) {
    const band = bandOf(sumErrors(past, length, smear), length, level, length);
    if (!band) continue;
    const times = Math.sqrt(reach / length);
    const open = openDays(past, end, reach);
    const at = (error: number) => (scale.isLog ? total * Math.exp(error * times) : total + error * times * open);
    return estimate(scale.floor(total), scale.floor(at(band.low)), scale.floor(at(band.high)));
  }
  return null;
}

/** The mean of a log-normal is above its median by what its noise adds (Duan 1983), here without the wildest tenth. */
function smearing(errors: Float64Array): number {
  const seen = errors
    .filter((error) => !Number.isNaN(error))
    .slice(-errorWindow)
    .sort();
  const cut = Math.floor(seen.length / 20);
  const [least = 0, most = 0] = [seen[cut], seen[seen.length - 1 - cut]];
  const middle = seen[seen.length >> 1] ?? 0;
  return meanOf([...seen].map((error) => Math.exp(Math.min(most, Math.max(least, error)) - middle)));
}

/** A point outside its own interval would say that it is known to be wrong: it moves to the nearer end. */
const estimate = (value: number, low: number, high: number): Estimate => ({
  value: Math.min(high, Math.max(low, value)),
  low,
  high,
});
