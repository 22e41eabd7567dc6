import { longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Alternative, Forecast } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound } from "./figures.ts";
import { claim, notify, task } from "./proposal-parts.ts";

/** Shares a newcomer may reach in the first year: an assumption, said as such wherever it is shown. */
export const lowShare = 0.005;
export const highShare = 0.02;
export const setUpDays = 14;
export const testWeeks = 8;

/** The test: what it may cost, what it has to bring and until when; company currency. */
export function testOf(marketSize: number, today: string) {
  const low = marketSize * lowShare;
  const high = marketSize * highShare;
  // A quarter of the low year's sales: small against even the worst case it is to tell apart.
  return {
    low,
    high,
    cap: floorRound(low / 4),
    least: floorRound((low * testWeeks) / 52),
    ends: addDays(today, setUpDays + testWeeks * 7),
  };
}
export type Test = ReturnType<typeof testOf>;

/** What approving does: tasks with days and hours, a message each to the CMO and the owner. */
export function effectsOf(title: string, test: Test, facts: Facts): PlannedAction[] {
  const cap = money(test.cap, facts.currency);
  const least = money(test.least, facts.currency);
  const ends = longDay(test.ends);
  const plan = `At most ${cap} may be spent. Stop when it is spent, or on ${ends} below ${least} of orders.`;
  return [
    task(
      "Sales",
      "Talk to ten buyers of the new market",
      `Ask what they buy today, from whom and for how much; write down their words. First results by ${longDay(addDays(facts.today, 28))}.`,
      { days: 28, hours: 10, priority: "high" },
    ),
    task("CMO", `Plan the ${testWeeks}-week test within ${cap}`, `One offer, one channel, one measure. ${plan}`, {
      days: setUpDays,
      hours: 8,
      priority: "high",
    }),
    task(
      "CEO",
      `Settle the test on ${ends}`,
      `Add up orders and cost. ${least} or more of orders: propose the next step. Less: close it and write down why.`,
      { days: setUpDays + testWeeks * 7, hours: 3 },
    ),
    ...notify(
      ["CMO"],
      `Test approved: ${title}`,
      `Please plan ${testWeeks} weeks with one offer and one channel. ${plan}`,
    ),
    ...notify(
      ["owner"],
      `Test approved: ${title}`,
      `${facts.agentName} tests before anything larger is decided. ${plan} You hear the result on ${ends}.`,
    ),
  ];
}

/** What else could be done; nothing is known to value it by. */
export const alternatives: Alternative[] = [
  {
    title: "Enter with everything now",
    detail: "Nothing known supports it: share, price and cost of entry are guesses until a test",
    value: null,
  },
  {
    title: "Only ask ten buyers first",
    detail: "Costs hours, no money; shows whether anybody wants it, not whether they pay",
    value: null,
  },
  { title: "Do nothing", detail: "Costs nothing; the market stays with those who are there", value: 0 },
];

/** One sign within 28 days and one claim about the test, in the company's currency; a person answers both. */
export function forecastsOf(test: Test, facts: Facts): Forecast[] {
  const soon = addDays(facts.today, 28);
  return [
    claim("proxy", `Three of ten buyers asked want an offer by ${longDay(soon)}`, soon, odds(0.4, null), 3),
    claim(
      "final",
      `The test brings orders of at least ${money(test.least, facts.currency)} for at most ${money(test.cap, facts.currency)} by ${longDay(test.ends)}`,
      test.ends,
      odds(0.3, facts.record),
      test.least,
    ),
  ];
}
