import { type SmootherState, ahead, type Speed, smooth } from "#features/forecasting/series/smoothing.ts";
import { type YearlyChange, yearlyChangeOf } from "#features/forecasting/series/yearly.ts";

/** Forecasts of every origin from `from` to the last day: row `origin - from`, column `horizon - 1`. */
export type Blend = { from: number; horizon: number; forecasts: Float64Array; yearly: boolean };

type Member = { state: SmootherState; isYearly: boolean };

/** Slow to fast levels, stable or moving weekdays, without or with a damped trend. */
const damping = 0.9;
const speeds: readonly Speed[] = [0.05, 0.1, 0.2, 0.35].flatMap((level) =>
  [0.03, 0.1].flatMap((weekday) => [
    { level, weekday, trend: 0, damping: 0 },
    { level, weekday, trend: 0.005, damping },
  ]),
);
/** The horizons at which members are compared, and the last horizon each comparison applies to. */
const anchors = [
  { anchor: 1, until: 2 },
  { anchor: 7, until: 13 },
  { anchor: 28, until: Number.POSITIVE_INFINITY },
] as const;
/** Errors a hundred days old weigh a fifth. */
const memory = 0.985;
/** With fewer errors all members weigh the same, because differences are chance. */
const minErrors = 14;
/** Yearly members start a year later; each needs this many errors of its own to get a weight. */
const minYearlyErrors = 28;

/**
 * An average of many smoothers is hard to beat and never as wrong as the worst of them (Bates & Granger 1969, Clemen
 * 1989). Each is weighted by its own past at that horizon, w ∝ (discounted mean square error)^-2, from errors known at
 * the origin; no origin uses later days, so its errors are out of sample. Values may be NaN; `warmUp` days initialize,
 * `from` is the first origin and `clip` limits errors.
 */
export function blend(
  values: Float64Array,
  { warmUp, from, horizon, clip }: { warmUp: number; from: number; horizon: number; clip: number },
): Blend {
  const smoothers = speeds.map((speed) => smooth(values, warmUp, speed, clip));
  const yearlyChange = yearlyChangeOf(values);
  const members: Member[] = smoothers.map((state) => ({ state, isYearly: false }));
  if (yearlyChange)
    members.push(...smoothers.filter(({ speed }) => speed.damping === 0).map((state) => ({ state, isYearly: true })));
  const forecasts = new Float64Array((values.length - from) * horizon);
  let first = 1;
  for (const { anchor, until } of anchors) {
    const last = Math.min(until, horizon);
    visitOrigins(members, yearlyChange, values, { warmUp, from, anchor }, (at, weights) => {
      if (first > last) return;
      const average = averageMembers(members, weights, at);
      for (let steps = first; steps <= last; steps += 1)
        forecasts[(at - from) * horizon + steps - 1] = forecastFrom(average, yearlyChange, at, steps);
    });
    first = until + 1;
  }
  return { from, horizon, forecasts, yearly: yearlyChange !== null };
}

/** Calls `visit` for every origin with the weights known then. */
function visitOrigins(
  members: readonly Member[],
  yearlyChange: YearlyChange | null,
  values: Float64Array,
  { warmUp, from, anchor }: { warmUp: number; from: number; anchor: number },
  visit: (at: number, weights: Float64Array) => void,
): void {
  const squares = new Float64Array(members.length);
  const mass = new Float64Array(members.length);
  const seen = new Float64Array(members.length);
  const weights = new Float64Array(members.length);
  for (let at = warmUp - 1; at < values.length; at += 1) {
    const origin = at - anchor;
    const value = values[at] ?? Number.NaN;
    if (origin >= warmUp - 1 && !Number.isNaN(value)) {
      const yearlyStep = yearlyChange ? yearlyChange(origin, anchor) : 0;
      for (let index = 0; index < members.length; index += 1) {
        const member = members[index];
        if (!member) continue;
        const error = value - ahead(member.state, origin, anchor) - (member.isYearly ? yearlyStep : 0);
        if (Number.isNaN(error)) continue;
        squares[index] = memory * (squares[index] ?? 0) + error * error;
        mass[index] = memory * (mass[index] ?? 0) + 1;
        seen[index] = (seen[index] ?? 0) + 1;
      }
    }
    if (at < from) continue;
    setWeights(weights, squares, mass, seen);
    visit(at, weights);
  }
}

function setWeights(weights: Float64Array, squares: Float64Array, mass: Float64Array, seen: Float64Array): void {
  const maxSeen = Math.max(...seen);
  let total = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const count = seen[index] ?? 0;
    const isYearly = index >= speeds.length;
    const error = (squares[index] ?? 0) / (mass[index] || 1);
    const weight = maxSeen < minErrors ? 1 : error > 0 ? 1 / (error * error) : 1e18;
    weights[index] = isYearly && count < minYearlyErrors ? 0 : weight;
    total += weights[index] ?? 0;
  }
  for (let index = 0; index < weights.length; index += 1) weights[index] = (weights[index] ?? 0) / total;
}

/** All forecasts are sums of the same terms, so an average of members is one forecaster with averaged terms. */
type AverageState = { level: number; trend: number; season: Float64Array; yearly: number };

function averageMembers(members: readonly Member[], weights: Float64Array, at: number): AverageState {
  const average: AverageState = { level: 0, trend: 0, season: new Float64Array(7), yearly: 0 };
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index];
    const weight = weights[index] ?? 0;
    if (!member || weight === 0) continue;
    const { state, isYearly } = member;
    average.level += weight * (state.level[at] ?? 0);
    average.trend += weight * (state.trend[at] ?? 0);
    if (isYearly) average.yearly += weight;
    for (let slot = 0; slot < 7; slot += 1)
      average.season[slot] = (average.season[slot] ?? 0) + weight * (state.weekday[at * 7 + slot] ?? 0);
  }
  return average;
}

function forecastFrom(
  { level, trend, season, yearly }: AverageState,
  yearlyChange: YearlyChange | null,
  at: number,
  steps: number,
): number {
  const yearlyStep = yearlyChange && yearly > 0 ? yearlyChange(at, steps) : 0;
  const plain = level + ((1 - damping ** steps) / (1 - damping)) * trend + (season[(at + steps) % 7] ?? 0);
  return plain + (Number.isNaN(yearlyStep) ? 0 : yearly * yearlyStep);
}
