import { wilson } from "#contract/wilson.ts";
import type { Channel } from "#features/expertise/cmo/channel.ts";

/** The largest share of spend to move, because the measured return only holds for small changes. */
const mostMoved = 0.1;
/** With fewer leads, the return of a channel is unknown. */
const leastLeads = 20;
/** With fewer leads in either half, or a smaller change of spend, marginal return is unknown. */
const leastOfHalf = 10;
const leastChange = 0.2;
/** The 90% quantile of the standard normal distribution, for an 80% interval. */
const z = 1.2816;

/**
 * Return per unit of money, with its 80% interval; `marginal` is the return of the money spent last, null if unknown.
 */
export type Return = { name: string; average: number; low: number; high: number; marginal: number | null };
export type Move = { from: Return; to: Return; amount: number; gain: number; share: number };

/**
 * The return of a channel; null if the sample is too small. `averageWorth`: the average value of a won lead over all
 * channels. Marginal return: change in leads × value of a lead ÷ change in spend.
 */
export function returnOf(channel: Channel, averageWorth: number): Return | null {
  const spend = channel.spend + channel.spendBefore;
  const leads = channel.leads + channel.leadsBefore;
  const won = channel.won + channel.wonBefore;
  if (spend <= 0 || leads < leastLeads || channel.spend <= 0) return null;
  const amount = channel.amount + channel.amountBefore;
  const worth = won > 0 ? amount / won : averageWorth;
  const { lower: low, upper: high } = wilson(won, leads, z);
  const change = channel.spend - channel.spendBefore;
  const isMarginalKnown =
    Math.abs(change) >= leastChange * Math.max(channel.spend, channel.spendBefore) &&
    Math.min(channel.leads, channel.leadsBefore) >= leastOfHalf &&
    channel.spendBefore > 0;
  return {
    name: channel.name,
    average: amount / spend,
    low: (low * leads * worth) / spend,
    high: (high * leads * worth) / spend,
    marginal: isMarginalKnown ? Math.max(0, ((channel.leads - channel.leadsBefore) * (amount / leads)) / change) : null,
  };
}

const bestKnownReturn = ({ average, marginal }: Return): number => marginal ?? average;

/**
 * Moves at most 10% of spend from the worst channel to the best, by marginal return if it is known; null unless their
 * 80% intervals do not overlap.
 */
export function reallocation(channels: readonly Channel[]): Move | null {
  const total = channels.reduce((sum, { spend }) => sum + spend, 0);
  const wins = channels.reduce((sum, { won, wonBefore }) => sum + won + wonBefore, 0);
  const earned = channels.reduce((sum, { amount, amountBefore }) => sum + amount + amountBefore, 0);
  if (wins === 0) return null;
  const returns = channels.flatMap((channel) => returnOf(channel, earned / wins) ?? []);
  const sorted = returns.toSorted((one, other) => bestKnownReturn(other) - bestKnownReturn(one));
  const [to, from] = [sorted[0], sorted.at(-1)];
  if (!to || !from || to === from || to.low <= from.high || bestKnownReturn(to) <= bestKnownReturn(from)) return null;
  const spendOnWorst = channels.find(({ name }) => name === from.name)?.spend ?? 0;
  const amount = Math.round(Math.min(mostMoved * total, spendOnWorst) * 100) / 100;
  return { from, to, amount, gain: amount * (bestKnownReturn(to) - bestKnownReturn(from)), share: amount / total };
}
