import { type Beliefs, ahead, type Speed, smooth } from "#features/forecasting/series/smoothing.ts";
import { type Swing, yearlySwing } from "#features/forecasting/series/yearly.ts";

/** Forecasts of every origin from `from` to the last day: row `origin - from`, column `horizon - 1`. */
export type Blend = { from: number; horizon: number; forecasts: Float64Array; yearly: boolean };

type Member = { belief: Beliefs; isYearly: boolean };

/** Slow to quick levels, weekdays that hardly move or do, without trend or with one that dies away. */
const damping = 0.9;
const speeds: readonly Speed[] = [0.05, 0.1, 0.2, 0.35].flatMap((level) =>
  [0.03, 0.1].flatMap((weekday) => [
    { level, weekday, trend: 0, damping: 0 },
    { level, weekday, trend: 0.005, damping },
  ]),
);
/** The horizons at which members are compared, and the last horizon each of them speaks for. */
const anchors = [
  { anchor: 1, until: 2 },
  { anchor: 7, until: 13 },
  { anchor: 28, until: Number.POSITIVE_INFINITY },
] as const;
/** Errors of a hundred days ago count a fifth. */
const memory = 0.985;
/** Before so many errors chance would choose between members: all count alike. */
const leastErrors = 14;
/** A member that came late is heard after so many errors of its own. */
const leastLate = 28;

/**
 * An average of many smoothers is hard to beat and never as wrong as the worst of them (Bates & Granger 1969, Clemen
 * 1989). Each is weighed by its own past at that horizon, w ∝ (discounted mean square error)^-2, from errors that were
 * known at the origin: no origin knows anything of later days, so its errors are those of days not seen.
 * Takes values (NaN unknown), the days to learn the start from, the first origin wanted, the horizon and where errors are cut.
 */
export function blend(
  values: Float64Array,
  { warmUp, from, horizon, clip }: { warmUp: number; from: number; horizon: number; clip: number },
): Blend {
  const beliefs = speeds.map((speed) => smooth(values, warmUp, speed, clip));
  const swing = yearlySwing(values);
  const members: Member[] = beliefs.map((belief) => ({ belief, isYearly: false }));
  if (swing)
    members.push(...beliefs.filter(({ speed }) => speed.damping === 0).map((belief) => ({ belief, isYearly: true })));
  const forecasts = new Float64Array((values.length - from) * horizon);
  let least = 1;
  for (const { anchor, until } of anchors) {
    const most = Math.min(until, horizon);
    weigh(members, swing, values, { warmUp, from, anchor }, (at, weights) => {
      if (least > most) return;
      const mixed = mix(members, weights, at);
      for (let steps = least; steps <= most; steps += 1)
        forecasts[(at - from) * horizon + steps - 1] = lookAhead(mixed, swing, at, steps);
    });
    least = until + 1;
  }
  return { from, horizon, forecasts, yearly: swing !== null };
}

/** Calls `tell` for every origin with the weights known then. */
function weigh(
  members: readonly Member[],
  swing: Swing | null,
  values: Float64Array,
  { warmUp, from, anchor }: { warmUp: number; from: number; anchor: number },
  tell: (at: number, weights: Float64Array) => void,
): void {
  const squares = new Float64Array(members.length);
  const mass = new Float64Array(members.length);
  const seen = new Float64Array(members.length);
  const weights = new Float64Array(members.length);
  for (let at = warmUp - 1; at < values.length; at += 1) {
    const origin = at - anchor;
    const value = values[at] ?? Number.NaN;
    if (origin >= warmUp - 1 && !Number.isNaN(value)) {
      const turned = swing ? swing(origin, anchor) : 0;
      for (let which = 0; which < members.length; which += 1) {
        const member = members[which];
        if (!member) continue;
        const error = value - ahead(member.belief, origin, anchor) - (member.isYearly ? turned : 0);
        if (Number.isNaN(error)) continue;
        squares[which] = memory * (squares[which] ?? 0) + error * error;
        mass[which] = memory * (mass[which] ?? 0) + 1;
        seen[which] = (seen[which] ?? 0) + 1;
      }
    }
    if (at < from) continue;
    setWeights(weights, squares, mass, seen);
    tell(at, weights);
  }
}

function setWeights(weights: Float64Array, squares: Float64Array, mass: Float64Array, seen: Float64Array): void {
  const most = Math.max(...seen);
  let total = 0;
  for (let which = 0; which < weights.length; which += 1) {
    const count = seen[which] ?? 0;
    const isLate = which >= speeds.length;
    const error = (squares[which] ?? 0) / (mass[which] || 1);
    const weight = most < leastErrors ? 1 : error > 0 ? 1 / (error * error) : 1e18;
    weights[which] = isLate && count < leastLate ? 0 : weight;
    total += weights[which] ?? 0;
  }
  for (let which = 0; which < weights.length; which += 1) weights[which] = (weights[which] ?? 0) / total;
}

/** All forecasts are sums of the same terms, so the average of members is one forecaster with averaged terms. */
type Mixed = { level: number; trend: number; season: Float64Array; yearly: number };

function mix(members: readonly Member[], weights: Float64Array, at: number): Mixed {
  const mixed: Mixed = { level: 0, trend: 0, season: new Float64Array(7), yearly: 0 };
  for (let which = 0; which < members.length; which += 1) {
    const member = members[which];
    const weight = weights[which] ?? 0;
    if (!member || weight === 0) continue;
    const { belief, isYearly } = member;
    mixed.level += weight * (belief.level[at] ?? 0);
    mixed.trend += weight * (belief.trend[at] ?? 0);
    if (isYearly) mixed.yearly += weight;
    for (let slot = 0; slot < 7; slot += 1)
      mixed.season[slot] = (mixed.season[slot] ?? 0) + weight * (belief.weekday[at * 7 + slot] ?? 0);
  }
  return mixed;
}

function lookAhead({ level, trend, season, yearly }: Mixed, swing: Swing | null, at: number, steps: number): number {
  const turned = swing && yearly > 0 ? swing(at, steps) : 0;
  const plain = level + ((1 - damping ** steps) / (1 - damping)) * trend + (season[(at + steps) % 7] ?? 0);
  return plain + (Number.isNaN(turned) ? 0 : yearly * turned);
}
