import { lastDays, nextDays } from "#contract/spans.ts";
import { pluralize, longDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Ended, Plan, Window } from "#features/records/renewals/rows.ts";
import { collect, concludeUnknown, fact, gap, noun } from "#features/expertise/topics/collect.ts";
import { during } from "#features/expertise/topics/period.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type Renewals = {
  windows: Window[];
  next: Plan[];
  ended: Ended[];
  lost: Plan[];
  churned: number;
  anyPlans: boolean;
};

const title = "Renewals";
/** The default period for ended plans, in days. */
const recentDays = 90;
const whose = ({ name, customerName }: Plan): string => (customerName ? `${customerName} (${name})` : name);

export const cancelledIn = (today: string, { period }: Pick<About, "period">): { from: string; to: string } =>
  period ? { from: period.from, to: period.to } : lastDays(recentDays, today);

/** Recurring revenue up for renewal and lost. */
export function concludeRenewals(facts: Renewals, { today, currency }: Today, about: About): Conclusion {
  if (!facts.anyPlans)
    return concludeUnknown(title, gap("Which customers renew when", "subscriptions", "/records/subscriptions"));
  const { customer, period } = about;
  const make = collect(currency, today, about);
  const renewing = (days: number, of: string | null) =>
    rowsOf("subscriptions", { view: "goingPlans", currency: of as Currency, ...nextDays(days, today) });
  const own = facts.windows.find((window) => window.currency === currency);
  const only = ownCurrencyIfMixed(facts.windows, currency);
  const within = (days: 30 | 60 | 90) => {
    const plans = own?.[`within${days}`] ?? 0;
    const source = [`${pluralize(plans, "plan")} renewing within ${days} days`, renewing(days, only)] as const;
    const label = `Renewing within ${days} days, a year`;
    const formula = "sum of a year's price of each plan";
    const count = make.count(`renewals_${days}`, `Plans renewing within ${days} days`, plans, source);
    return { plans, count, amount: make.money(`stake_${days}`, label, own?.[`amount${days}`] ?? 0, source, formula) };
  };
  const [soon, , far] = [within(30), within(60), within(90)];
  const planOf = (plan: Plan, id: string) => {
    const name = whose(plan);
    const href = `/records/subscriptions/${plan.id}`;
    const source = [`subscription "${plan.name}"`, href] as const;
    const yearly = plan.yearly !== null && make.money(id, `${name}, a year`, plan.yearly, source, null, plan.currency);
    return { ...plan, name, href, day: longDay(plan.on), price: yearly, aYear: yearly && toLine`, ${yearly} a year` };
  };
  const named = facts.next.slice(0, 8).map((plan, at) => {
    const of = planOf(plan, `plan_${at}`);
    const left = daysBetween(today, plan.on);
    const source = [`renews on ${plan.on}`, of.href] as const;
    return { ...of, left, days: make.measure(`plan_${at}_days`, `${of.name} renews in`, left, "days", source) };
  });
  const [first] = named;
  const who = customer && ` of ${customer.name}`;
  const opening =
    far.plans === 0
      ? toLine`No plan${inCurrency(only)}${who} renews within 90 days.`
      : toLine`${far.count} ${noun(far.plans, "plan")}${who} ${noun(far.plans, "renews", "renew")} within 90 days, worth ${far.amount} a year; ${soon.count} of them within 30 days, worth ${soon.amount}.`;
  const answer = sentences(opening, first && toLine`Next is ${first.name} on ${first.day}${first.aYear}.`);
  const lost = facts.ended.find((one) => one.currency === currency);
  const lostPlans = lost?.plans ?? 0;
  const span = during(period?.label ?? `the last ${recentDays} days`);
  const ended = [
    `${pluralize(lostPlans, "plan")} cancelled ${span}`,
    rowsOf("subscriptions", {
      view: "plans",
      status: "cancelled",
      currency: ownCurrencyIfMixed(facts.ended, currency),
      day: "cancelledOn",
      ...cancelledIn(today, about),
    }),
  ] as const;
  const gone = make.count("ended", `Plans cancelled ${span}`, lostPlans, ended);
  const goneAmount = make.money("ended_amount", `Cancelled ${span}, a year`, lost?.yearly ?? 0, ended);
  const marked = make.count("churned", "Customers marked as churned", facts.churned, [
    pluralize(facts.churned, "churned customer"),
    "/records/customers?view=churned",
  ]);
  const names = facts.lost.slice(0, 3).map((plan, at) => {
    const { name, day, aYear } = planOf(plan, `lost_${at}`);
    return toLine`${name} on ${day}${aYear}`;
  });
  const biggest = names.length > 0 && toLine`The biggest: ${joinLines("; ", names)}.`;
  const churnLine =
    lostPlans === 0
      ? toLine`No plan${inCurrency(ownCurrencyIfMixed(facts.ended, currency))}${who} was cancelled ${span}.`
      : sentences(
          toLine`${gone} ${noun(lostPlans, "plan")}${who} worth ${goneAmount} a year ${noun(lostPlans, "was", "were")} cancelled ${span}.`,
          biggest,
        );
  const lapsed = own?.lapsed ?? 0;
  const unpriced = own?.unpriced ?? 0;
  const markedLine =
    !customer && toLine`${marked} ${noun(facts.churned, "customer is", "customers are")} marked as churned in total.`;
  const stakes = facts.windows.map((one) => ({ currency: one.currency, amount: one.amount90, rows: one.within90 }));
  return make.conclude({
    title,
    headline: opening,
    lines: [
      answer,
      churnLine,
      markedLine,
      ...make.inOtherCurrencies("stake", "Renewing within 90 days", stakes, (sum) => [
        pluralize(sum.rows, "plan"),
        renewing(90, sum.currency),
      ]),
    ],
    columns: ["Plan", "Renews", "In", "A year"],
    rows: named.map(({ name, day, days, price }) => [name, day, days, price || "not known"]),
    answers: { renewals: answer, churned: sentences(churnLine, markedLine) },
    facts: named.slice(0, 5).map(({ name, on, href }) => fact("subscription", name, `renews on ${on}`, href)),
    missing: [
      unpriced > 0 &&
        gap(`What ${pluralize(unpriced, "renewing plan")} will bring`, "an amount and an interval", renewing(90, null)),
      lapsed > 0 &&
        gap(
          `Whether ${pluralize(lapsed, "plan")} renewed: the day has passed`,
          "the next renewal day, or the cancellation",
          "/records/subscriptions?view=expired",
        ),
    ],
    concerns: named
      .filter(({ left }) => left < 30)
      .slice(0, 2)
      .map(({ id, name, on, days, currency: of, yearly, aYear, href }) => ({
        key: `renewal:${id}`,
        kind: "priority",
        line: toLine`${name} renews in ${days}${aYear}.`,
        amount: of === currency ? yearly : null,
        dueOn: on,
        severity: 0.3,
        href,
      })),
  });
}
