import { addDays, daysBetween } from "#contract/days.ts";
import { type Blend, blend } from "#features/metrics/series/blend.ts";
import { type Calendar, calendarOf, type Point } from "#features/metrics/series/calendar.ts";
import { type Band, bandOf, errorWindow } from "#features/metrics/series/interval.ts";
import { unknownsOf } from "#features/metrics/series/unknowns.ts";
import { leastPoints, type Scale, scaleOf } from "#features/metrics/series/scale.ts";

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
/** Origins whose errors are looked at: those of the window and those before, by which the tails learn. */
const origins = 300;

/**
 * Takes points of a daily series in any order, days ahead (1 to 90) and the level of the intervals; gives the forecast from
 * the day after the last figure on. It has fewer days where the history is short, none below 28 days with a figure.
 * What it forecasts of a day is its median, of a sum its mean.
 */
export function forecastDaily(points: readonly Point[], horizon: number, level = 0.8): Forecast {
  if (!(Number.isInteger(horizon) && horizon >= 1 && horizon <= farthest))
    throw new RangeError("The horizon is 1 to 90 days.");
  if (!(level > 0 && level < 1)) throw new RangeError("The level is between 0 and 1.");
  const calendar = calendarOf(points);
  const known = calendar?.known ?? 0;
  if (!calendar || known < leastPoints)
    return {
      days: [],
      sum: null,
      level,
      method: null,
      points: known,
      last: calendar?.last ?? null,
      unknowns: [tooShort(known)],
    };
  const scale = scaleOf(calendar);
  const reach = Math.min(horizon, farthest, Math.floor(calendar.values.length / 2));
  const past = backtest(calendar, scale, reach + neighbours);
  const days = dayForecasts(calendar, scale, past, reach, level);
  return {
    days,
    sum: sumForecast(calendar, scale, past, reach, level),
    level,
    method: scale.method + (past.yearly ? ", with the weeks of a year ago" : ""),
    points: known,
    last: calendar.last,
    unknowns: unknownsOf(calendar, { asked: horizon, reach, scale, yearly: past.yearly }),
  };
}

const tooShort = (known: number): string =>
  `No forecast: ${known} ${known === 1 ? "day has a figure" : "days have figures"}, at least ${leastPoints} are needed.`;

/** Everything it would have said on each of the last origins. */
function backtest(calendar: Calendar, scale: Scale, horizon: number): Blend {
  const length = calendar.values.length;
  // A short history needs its days for errors more than for a start.
  const warmUp = length < 70 ? 14 : 28;
  return blend(scale.values, {
    warmUp,
    from: Math.max(warmUp - 1, length - origins - horizon),
    horizon,
    clip: scale.clip,
  });
}

const forecastAt = ({ from, horizon, forecasts }: Blend, origin: number, ahead: number): number =>
  forecasts[(origin - from) * horizon + ahead - 1] ?? Number.NaN;

function dayForecasts(calendar: Calendar, scale: Scale, past: Blend, reach: number, level: number): Forecast["days"] {
  const { values, closed, last } = calendar;
  const end = values.length - 1;
  const bands = Array.from({ length: reach + neighbours }, (_, at) =>
    bandOf(dayErrors(calendar, scale, past, at + 1), at + 1, level),
  );
  const known = widened(bands);
  return Array.from({ length: reach }, (_, at) => {
    const ahead = at + 1;
    const day = addDays(last, ahead);
    if (closed[(end + ahead) % 7]) return { day, value: 0, low: 0, high: 0 };
    const width = Math.min(neighbours, at);
    const near = known.slice(at - width, at + width + 1);
    const middle = forecastAt(past, end, ahead);
    const band = { low: mean(near.map(({ low }) => low)), high: mean(near.map(({ high }) => high)) };
    return { day, ...estimate(scale.back(middle), scale.back(middle + band.low), scale.back(middle + band.high)) };
  });
}

/** The errors of one horizon, one for each origin whose target has passed. */
function dayErrors({ values }: Calendar, scale: Scale, past: Blend, ahead: number): Float64Array {
  const errors = new Float64Array(Math.max(0, values.length - past.from - ahead));
  for (let at = 0; at < errors.length; at += 1) {
    const origin = past.from + at;
    errors[at] = scale.forth(values[origin + ahead] ?? Number.NaN) - forecastAt(past, origin, ahead);
  }
  return errors;
}

/** Horizons with too few errors get the band of the last one that has enough, wider with the root of the distance. */
function widened(bands: readonly (Band | null)[]): Band[] {
  let [last, from]: [Band, number] = [{ low: 0, high: 0 }, 1];
  return bands.map((band, at) => {
    if (band) [last, from] = [band, at + 1];
    const times = Math.sqrt((at + 1) / from);
    return { low: last.low * times, high: last.high * times };
  });
}

function sumForecast(calendar: Calendar, scale: Scale, past: Blend, reach: number, level: number): Estimate {
  const end = calendar.values.length - 1;
  const smear = scale.isLog ? smearing(dayErrors(calendar, scale, past, 1)) : 1;
  const total = sumAt(calendar, scale, past, end, reach) * smear;
  // The longest sum that has been seen often enough; beyond it the band widens as for days.
  for (let length = reach; length >= 1; length -= 1) {
    const band = bandOf(sumErrors(calendar, scale, past, length, smear), length, level);
    if (!band) continue;
    const times = Math.sqrt(reach / length);
    const open = openDays(calendar, end, reach);
    const at = (error: number) => (scale.isLog ? total * Math.exp(error * times) : total + error * times * open);
    return estimate(total, scale.floor(at(band.low)), scale.floor(at(band.high)));
  }
  return estimate(total, total, total);
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
  return mean([...seen].map((error) => Math.exp(Math.min(most, Math.max(least, error)) - middle)));
}

function openDays({ closed }: Calendar, origin: number, reach: number): number {
  let open = 0;
  for (let ahead = 1; ahead <= reach; ahead += 1) if (!closed[(origin + ahead) % 7]) open += 1;
  return Math.max(1, open);
}

function sumAt({ closed }: Calendar, scale: Scale, past: Blend, origin: number, reach: number): number {
  let sum = 0;
  for (let ahead = 1; ahead <= reach; ahead += 1)
    if (!closed[(origin + ahead) % 7]) sum += scale.back(forecastAt(past, origin, ahead));
  return sum;
}

/** Errors of sums over so many days, days without a figure left out on both sides; in logs a ratio, else per day. */
function sumErrors(calendar: Calendar, scale: Scale, past: Blend, length: number, smear: number): Float64Array {
  const { values } = calendar;
  const errors = new Float64Array(Math.max(0, values.length - past.from - length)).fill(Number.NaN);
  for (let at = 0; at < errors.length; at += 1) {
    const origin = past.from + at;
    let [actual, forecast, seen] = [0, 0, 0];
    for (let ahead = 1; ahead <= length; ahead += 1) {
      const value = values[origin + ahead] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      actual += value;
      forecast += scale.back(forecastAt(past, origin, ahead));
      seen += 1;
    }
    if (seen < 0.8 * openDays(calendar, origin, length)) continue;
    errors[at] = scale.isLog ? scale.forth(actual) - scale.forth(forecast * smear) : (actual - forecast) / seen;
  }
  return errors;
}

/** A point outside its own interval would say that it is known to be wrong: it moves to the nearer end. */
const estimate = (value: number, low: number, high: number): Estimate => ({
  value: Math.min(high, Math.max(low, value)),
  low,
  high,
});

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
