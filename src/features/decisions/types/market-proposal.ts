import { longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Alternative, Forecast } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound } from "./figures.ts";
import { claim, notices, task } from "./proposal-parts.ts";

/** Assumed first-year market shares of a newcomer; screens label them as assumptions. */
export const lowShare = 0.005;
export const highShare = 0.02;
export const setUpDays = 14;
export const testWeeks = 8;

/** Budget cap, least orders and end of the test; company currency. */
export function testOf(marketSize: number, today: string) {
  const low = marketSize * lowShare;
  const high = marketSize * highShare;
  // A quarter of the low case's annual sales: small even if the low case comes true.
  return {
    low,
    high,
    cap: floorRound(low / 4),
    least: floorRound((low * testWeeks) / 52),
    ends: addDays(today, setUpDays + testWeeks * 7),
  };
}
export type Test = ReturnType<typeof testOf>;

/** The tasks and messages an approval creates. */
export function effectsOf(title: string, test: Test, facts: Facts): PlannedAction[] {
  const cap = formatMoney(test.cap, facts.currency);
  const least = formatMoney(test.least, facts.currency);
  const ends = longDay(test.ends);
  const plan = `Spend at most ${cap}. Stop on ${ends} if orders are below ${least}.`;
  return [
    task(
      "Sales",
      "Talk to ten buyers in the new market",
      `Ask what they buy today, from whom and at what price, and quote them. First results by ${longDay(addDays(facts.today, 28))}.`,
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
  ];
}

export const alternatives: Alternative[] = [
  {
    title: "Enter the market now",
    detail: "Market share, price and cost of entry are guesses until a test",
    value: null,
  },
  {
    title: "Interview ten buyers first",
    detail: "Costs hours, not money; shows interest, not willingness to pay",
    value: null,
  },
  { title: "Do nothing", detail: "No cost; competitors keep the market", value: 0 },
];

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf(test: Test, facts: Facts): Forecast[] {
  const soon = addDays(facts.today, 28);
  return [
    claim("proxy", `Three of ten buyers ask for a quote by ${longDay(soon)}`, soon, odds(0.4, null), 3),
    claim(
      "final",
      `The test brings orders of at least ${formatMoney(test.least, facts.currency)} for at most ${formatMoney(test.cap, facts.currency)} by ${longDay(test.ends)}`,
      test.ends,
      odds(0.3, facts.record),
      test.least,
    ),
  ];
}
