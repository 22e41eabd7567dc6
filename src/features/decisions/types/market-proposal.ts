import { longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Facts } from "./decision-type.ts";
import { floorRound } from "./figures.ts";
import { forecasting, notices, type Outcome, task } from "./proposal-parts.ts";

/** Assumed first-year market shares of a newcomer; screens label them as assumptions. */
export const lowShare = 0.005;
export const highShare = 0.02;
export const setUpDays = 14;
export const testWeeks = 8;

/** The share of cash a test may cost. */
const cashShare = 0.1;

/**
 * Budget cap, least orders and end of the test; company currency. The cap never exceeds 10% of cash or the agent's
 * limit, however large the market is.
 */
export function testOf(marketSize: number, { today, currency, means }: Facts) {
  const low = marketSize * lowShare;
  const high = marketSize * highShare;
  const { cash = null, limit = null } = means ?? {};
  // A quarter of the low case's annual sales: small even if the low case comes true.
  const bounds: [number, string][] = [[low / 4, "a quarter of annual sales at 0.5% share"]];
  if (cash)
    bounds.push([
      Math.max(0, cash.value) * cashShare,
      `10% of cash (${formatMoney(cash.value, currency)} on ${longDay(cash.day)})`,
    ]);
  if (limit !== null) bounds.push([limit, `the limit per decision (${formatMoney(limit, currency)})`]);
  const [most, why] = bounds.reduce((least, bound) => (bound[0] < least[0] ? bound : least));
  // Orders are compared with what this test can reach, not with the whole market.
  const cap = floorRound(most);
  return {
    low,
    high,
    cap,
    capFormula: `${why}, rounded down${bounds.length > 1 ? "; the lowest of its bounds" : ""}`,
    least: floorRound(Math.min((low * testWeeks) / 52, cap * (testWeeks / 13))),
    ends: addDays(today, setUpDays + testWeeks * 7),
  };
}
export type Test = ReturnType<typeof testOf>;

export function outcomeOf(
  title: string,
  { cap: most, least: fewest, low, high, ends: on }: Test,
  facts: Facts,
): Outcome {
  const format = (value: number) => formatMoney(value, facts.currency);
  const [cap, least, ends] = [format(most), format(fewest), longDay(on)];
  const soon = addDays(facts.today, 28);
  const { early, final } = forecasting(facts);
  const plan = `Spend at most ${cap}. Stop on ${ends} if orders are below ${least}.`;
  return {
    say: `Test first: spend at most ${cap} on an ${testWeeks}-week test. Stop if orders are below ${least} by ${ends}. A share of 0.5% to 2% is worth ${format(low)} to ${format(high)} per year.`,
    forecasts: [
      early("Three of ten buyers ask for a quote", soon, 0.4, 3),
      final(`The test brings orders of at least ${least} for at most ${cap}`, on, 0.3, fewest),
    ],
    tasks: [
      task(
        "Sales",
        "Talk to ten buyers in the new market",
        `Ask what they buy today, from whom and at what price, and quote them. First results by ${longDay(soon)}.`,
        { days: 28, hours: 10, priority: "high" },
      ),
      task("CMO", `Plan the ${testWeeks}-week test within ${cap}`, `One offer, one channel, one metric. ${plan}`, {
        days: setUpDays,
        hours: 8,
        priority: "high",
      }),
      task(
        "CEO",
        `Close the test on ${ends}`,
        `Add up orders and costs. With ${least} or more in orders, propose the next step. Otherwise stop and record why.`,
        { days: setUpDays + testWeeks * 7, hours: 3 },
      ),
      ...notices(["CMO"], `Test approved: ${title}`, `Plan ${testWeeks} weeks with one offer and one channel. ${plan}`),
      ...notices(
        ["owner"],
        `Test approved: ${title}`,
        `${facts.agentName} runs a test before proposing anything larger. ${plan} You get the result on ${ends}.`,
      ),
    ],
  };
}
