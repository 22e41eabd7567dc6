import { lastDays, nextDays } from "#contract/spans.ts";
import { pluralize, longDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Ended, Plan, Window } from "#features/records/renewals/rows.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
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
    return concludeUnknown(title, {
      what: "Which customers renew when",
      needed: "subscriptions",
      href: "/records/subscriptions",
    });
  const { customer, period } = about;
  const make = collect(currency, today, about);
  const renewing = (days: number, of: Currency | null) =>
    rowsOf("subscriptions", { view: "goingPlans", currency: of, ...nextDays(days, today) });
  const own = facts.windows.find((window) => window.currency === currency);
  const figures = (
    [
      [30, own?.within30, own?.amount30],
      [60, own?.within60, own?.amount60],
      [90, own?.within90, own?.amount90],
    ] as const
  ).map(([days, plans = 0, amount = 0]) => {
    const source = {
      label: `${pluralize(plans, "plan")} renewing within ${days} days`,
      href: renewing(days, ownCurrencyIfMixed(facts.windows, currency)),
    };
    return {
      days,
      plans,
      count: make.measure(`renewals_${days}`, `Plans renewing within ${days} days`, plans, "count", source),
      amount: make.money(`stake_${days}`, `Renewing within ${days} days, a year`, amount, source, {
        formula: "sum of a year's price of each plan",
      }),
    };
  });
  const priced = (plan: Plan, id: string, label: string): Figure | null =>
    plan.yearly === null
      ? null
      : make.money(
          id,
          `${whose(plan)}, a year`,
          plan.yearly,
          { label, href: `/records/subscriptions/${plan.id}` },
          { in: plan.currency },
        );
  const named = facts.next.slice(0, 8).map((plan, at) => {
    const { href: to } = { href: `/records/subscriptions/${plan.id}` };
    return {
      plan,
      to,
      yearly: priced(plan, `plan_${at}`, `subscription "${plan.name}"`),
      days: make.measure(`plan_${at}_days`, `${whose(plan)} renews in`, daysBetween(today, plan.on), "days", {
        label: `renews on ${plan.on}`,
        href: to,
      }),
    };
  });
  const [soon, , far] = figures;
  const [first] = named;
  const who = customer ? ` of ${customer.name}` : "";
  const opening: Line =
    !far || far.plans === 0
      ? toLine`No plan${inCurrency(ownCurrencyIfMixed(facts.windows, currency))}${who} renews within 90 days.`
      : toLine`${far.count} ${noun(far.plans, "plan")}${who} ${noun(far.plans, "renews", "renew")} within 90 days, worth ${far.amount} a year; ${soon?.count ?? "none"} of them within 30 days, worth ${soon?.amount ?? "nothing"}.`;
  const nextLine: Line = first
    ? [
        ...toLine`Next is ${whose(first.plan)} on ${longDay(first.plan.on)}`,
        ...(first.yearly ? toLine`, ${first.yearly} a year` : []),
        ".",
      ]
    : [];
  const lost = facts.ended.find((one) => one.currency === currency);
  const span = period?.label ?? `the last ${recentDays} days`;
  const ended = {
    label: `${pluralize(lost?.plans ?? 0, "plan")} cancelled ${during(span)}`,
    href: rowsOf("subscriptions", {
      view: "plans",
      status: "cancelled",
      currency: ownCurrencyIfMixed(facts.ended, currency),
      day: "cancelledOn",
      ...cancelledIn(today, about),
    }),
  };
  const gone = make.measure("ended", `Plans cancelled ${during(span)}`, lost?.plans ?? 0, "count", ended);
  const goneAmount = make.money("ended_amount", `Cancelled ${during(span)}, a year`, lost?.yearly ?? 0, ended);
  const marked = make.measure("churned", "Customers marked as churned", facts.churned, "count", {
    label: pluralize(facts.churned, "churned customer"),
    href: "/records/customers?view=churned",
  });
  const names = facts.lost.slice(0, 3).map((plan, at): Line => {
    const yearly = priced(plan, `lost_${at}`, `subscription "${plan.name}"`);
    return [
      at > 0 ? "; " : " The biggest: ",
      `${whose(plan)} on ${longDay(plan.on)}`,
      ...(yearly ? toLine`, ${yearly} a year` : []),
    ];
  });
  const churnLine: Line =
    (lost?.plans ?? 0) === 0
      ? toLine`No plan${inCurrency(ownCurrencyIfMixed(facts.ended, currency))}${who} was cancelled ${during(span)}.`
      : [
          ...toLine`${gone} ${noun(lost?.plans ?? 0, "plan")}${who} worth ${goneAmount} a year ${noun(lost?.plans ?? 0, "was", "were")} cancelled ${during(span)}.`,
          ...(names.length > 0 ? [...names.flat(), "."] : []),
        ];
  const lapsed = own?.lapsed ?? 0;
  const answer: Line = nextLine.length > 0 ? [...opening, " ", ...nextLine] : opening;
  return concluded({
    headline: opening,
    section: {
      title,
      lines: [
        answer,
        churnLine,
        ...(customer
          ? []
          : [toLine`${marked} ${noun(facts.churned, "customer is", "customers are")} marked as churned in total.`]),
        ...make.inOtherCurrencies(
          "stake",
          "Renewing within 90 days",
          facts.windows.map(({ currency: of, amount90, within90 }) => ({
            currency: of,
            amount: amount90,
            rows: within90,
          })),
          ({ rows, currency: of }) => ({ label: pluralize(rows, "plan"), href: renewing(90, of as Currency) }),
        ),
      ],
      table:
        named.length === 0
          ? null
          : {
              columns: ["Plan", "Renews", "In", "A year"],
              rows: named.map(({ plan, days, yearly }) => [
                toLine`${whose(plan)}`,
                toLine`${longDay(plan.on)}`,
                toLine`${days}`,
                yearly ? toLine`${yearly}` : toLine`not known`,
              ]),
            },
    },
    answers: {
      renewals: answer,
      churned: customer
        ? churnLine
        : [
            ...churnLine,
            ...toLine` ${marked} ${noun(facts.churned, "customer is", "customers are")} marked as churned in total.`,
          ],
    },
    figures: make.figures,
    facts: named.slice(0, 5).map(({ plan, to }) => ({
      kind: "subscription",
      reference: whose(plan),
      value: `renews on ${plan.on}`,
      asOf: today,
      href: to,
    })),
    missing: [
      ...((own?.unpriced ?? 0) > 0
        ? [
            {
              what: `What ${pluralize(own?.unpriced ?? 0, "renewing plan")} will bring`,
              needed: "an amount and an interval",
              href: renewing(90, null),
            },
          ]
        : []),
      ...(lapsed > 0
        ? [
            {
              what: `Whether ${pluralize(lapsed, "plan")} renewed: the day has passed`,
              needed: "the next renewal day, or the cancellation",
              href: "/records/subscriptions?view=expired",
            },
          ]
        : []),
    ],
    concerns: named
      .filter(({ days }) => (days.value ?? 0) < 30)
      .slice(0, 2)
      .map(({ plan, yearly, days, to }) => ({
        key: `renewal:${plan.id}`,
        kind: "priority",
        line: [...toLine`${whose(plan)} renews in ${days}`, ...(yearly ? toLine`, ${yearly} a year` : []), "."],
        amount: plan.currency === currency ? plan.yearly : null,
        dueOn: plan.on,
        severity: 0.3,
        href: to,
      })),
  });
}
