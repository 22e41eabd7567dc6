import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { runway } from "#features/forecasting/series/runway.ts";
import { revenueHref } from "#features/expertise/cfo/revenue.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { monthEnd } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, listed, withoutData, writtenMonth } from "#features/expertise/topics/words.ts";

/** Spend and income of a month (YYYY-MM); null if unknown. */
export type MonthFlow = { month: string; spent: number | null; earned: number | null };
export type Runway = {
  cash: { value: number; day: string; source: string } | null;
  /** The first balance of the same months, at least 28 days before the last. */
  cashBefore?: { value: number; day: string } | null;
  /** Whole months, oldest first. */
  months: MonthFlow[];
  /** The sources of spend and income, in words. */
  spentFrom: string;
  earnedFrom: string;
  /** Spend from bills misses costs that are never billed, such as wages. */
  fromBills: boolean;
  fromReceipts: boolean;
  /** Where the months come from the bank or the ledger; `besides` is the ledger's burn where the bank tells it as well. */
  books?: { isBank: boolean; besides: { burn: number; months: number } | null };
  /** Open bank accounts without a balance, by name. */
  unknownAccounts?: readonly string[];
  /** Cash, spend and income in other currencies, which are left out. */
  elsewhere: { cash: { value: number; currency: Currency; day: string } | null; flows: readonly string[] };
};

export const runwayAsks: readonly Ask[] = [
  ask("runway")`How long does our cash last? What is our runway? When do we run out of money? How many months can we
    keep going? How long can we go on with the money we have? How long are we funded? When is our cash used up? How
    long can we survive on what we have? Will the cash last until summer? Are we running out of money? How long before
    we go broke? Do we have enough cash for the next six months? How long will the money in the bank last?`,
  ask("cash")`How much cash do we have? What is our bank balance? How much money is in the bank? What is our cash
    position? How much do we have in the bank right now? How liquid are we? What have we got in our accounts at the
    bank?`,
  ask("burn")`What is our burn rate? How much do we burn a month? How much money are we losing each month? What was
    our cash burn last month? Are we losing money? How fast are we spending our cash? How much more goes out than
    comes in? Are we profitable?`,
];

const cashHref = "/records/figures/cash";
const monthDays = 30.44;

export function concludeRunway(facts: Runway, { currency }: Today): Conclusion {
  const title = "Cash and runway";
  const { elsewhere, books, unknownAccounts = [] } = facts;
  const cashGap = {
    what: elsewhere.cash ? `Cash in ${currency}` : "Cash",
    needed:
      unknownAccounts.length > 0
        ? `the balance of ${listed(unknownAccounts.slice(0, 3))}`
        : `the balance of the bank accounts: type it in as the figure "cash" in ${currency}`,
    href: unknownAccounts.length > 0 ? "/records/bankAccounts" : cashHref,
  };
  const noCash =
    unknownAccounts.length > 0
      ? `Cash is unknown: the balance of ${listed(unknownAccounts.slice(0, 3))} is missing.`
      : "Cash is unknown: there is no source for it.";
  const known = facts.months.flatMap(({ month, spent, earned }) =>
    spent === null || earned === null ? [] : [{ month, spent, earned, burn: spent - earned }],
  );
  const flowGap = {
    what: "Net burn",
    needed: 'three whole months of the figures "expenses" and "daily_revenue", or of paid invoices',
    href: "/records/figures/expenses",
  };
  const balance = facts.cash;
  const estimate =
    known.length >= 3
      ? runway(
          balance?.value ?? 0,
          known.map(({ burn }) => burn),
        )
      : null;
  const other =
    !balance && elsewhere.cash
      ? money("cash_elsewhere", `Cash in ${elsewhere.cash.currency}`, elsewhere.cash.value, elsewhere.cash.currency, {
          label: "the last balance, in another currency",
          href: cashHref,
          asOf: elsewhere.cash.day,
        })
      : null;
  if (!balance && !estimate && !other && elsewhere.flows.length === 0)
    return withoutData(title, noCash, cashGap, flowGap);
  const from = `${facts.spentFrom} less ${facts.earnedFrom} of ${pluralize(known.length, "whole month")} to ${known.at(-1)?.month ?? ""}`;
  const paidIn = (first: string, last: string, type: string | null) =>
    rowsOf("invoices", { status: "paid", type, currency, day: "paidOn", from: `${first}-01`, to: monthEnd(last) });
  const bookHref = (first: string, last: string, type: string | null = null) =>
    books?.isBank
      ? rowsOf("transactions", { day: "bookedOn", from: `${first}-01`, to: monthEnd(last), currency })
      : rowsOf("ledger", { type, day: "month", from: `${first}-01`, to: monthEnd(last), currency });
  const burnSource = {
    label: from,
    href: books
      ? bookHref(known[0]?.month ?? "", known.at(-1)?.month ?? "")
      : facts.fromBills
        ? paidIn(known[0]?.month ?? "", known.at(-1)?.month ?? "", facts.fromReceipts ? null : "payable")
        : flowGap.href,
    asOf: null,
  };
  const cash = balance
    ? money("cash", "Cash", balance.value, currency, { label: balance.source, href: cashHref, asOf: balance.day })
    : null;
  const burn = estimate
    ? money(
        "burn",
        estimate.burn > 0 ? "Net burn a month" : "Net gain a month",
        Math.abs(estimate.burn),
        currency,
        burnSource,
        {
          formula: `mean of ${known.map((one) => formatNumber(Math.round(one.burn))).join(", ")}`,
        },
      )
    : null;
  // The balances say whether cash is burned: expenses and revenue are not payments.
  const { cashBefore = null } = facts;
  const change = balance && cashBefore && balance.value - cashBefore.value;
  const isSteady = change !== null && change >= 0;
  const isContrary = isSteady && (estimate?.burn ?? 0) > 0;
  const isUnexplained = change !== null && change < 0 && estimate !== null && estimate.burn <= 0;
  const runwayFigure = (id: string, label: string, value: number | null, range: Parameters<typeof measure>[5] = {}) =>
    value === null || !balance || isSteady || isUnexplained
      ? null
      : measure(
          id,
          label,
          value,
          "months",
          { label: `cash of ${shortDay(balance.day)}, ${from}`, href: cashHref, asOf: balance.day },
          range,
        );
  const low = runwayFigure("low", "Runway, low end of the 80% range", estimate?.low ?? null);
  const high = runwayFigure("high", "Runway, high end of the 80% range", estimate?.high ?? null);
  const months = runwayFigure("months", "Runway", estimate?.months ?? null, {
    formula: "cash ÷ mean net burn a month, rounded down; range from how much months differ",
    range: low && high ? { low: low.value ?? 0, high: high.value ?? 0, level: 0.8 } : null,
  });
  const range: Line =
    low && high ? toLine` (80%: ${low} to ${high})` : low ? toLine` (80%: ${low} to more than ten years)` : [];
  const cashLine = cash
    ? toLine`Cash is ${cash} on ${shortDay(balance?.day ?? "")}.`
    : other && elsewhere.cash
      ? toLine`Cash is not known in ${currency}: the last balance is ${other} on ${shortDay(elsewhere.cash.day)}, and no rate is known.`
      : toLine`${noCash}`;
  const before = cashBefore
    ? money("cash_before", `Cash on ${shortDay(cashBefore.day)}`, cashBefore.value, currency, {
        label: balance?.source ?? "",
        href: cashHref,
        asOf: cashBefore.day,
      })
    : null;
  const moved =
    before && cash && cashBefore
      ? change === 0
        ? toLine`Cash is unchanged at ${cash} since ${shortDay(cashBefore.day)}`
        : toLine`Cash ${isSteady ? "rose" : "fell"} from ${before} on ${shortDay(cashBefore.day)} to ${cash} on ${shortDay(balance?.day ?? "")}`
      : null;
  const flowLine = !burn
    ? toLine`Net burn is unknown: fewer than three whole months have figures.`
    : (estimate?.burn ?? 0) > 0
      ? toLine`Net burn is ${burn} a month.`
      : toLine`More comes in than goes out: ${burn} a month.`;
  const burnLine: Line = isContrary
    ? [
        ...(moved ?? []),
        ", so there is no net burn",
        ...(burn ? toLine`, although ${facts.spentFrom} are ${burn} a month more than ${facts.earnedFrom}.` : ["."]),
      ]
    : isUnexplained && burn
      ? [
          ...(moved ?? []),
          ...toLine`, although ${facts.earnedFrom} is ${burn} a month more than ${facts.spentFrom}: payments are missing from these figures, so the runway is unknown.`,
        ]
      : moved
        ? [...flowLine, " ", ...moved, "."]
        : flowLine;
  const runwayLine =
    !cash || isUnexplained || !(estimate || isSteady)
      ? null
      : isSteady
        ? toLine`It does not run out at that pace.`
        : !estimate
          ? null
          : months
            ? ([...toLine`It lasts about ${months}`, ...range, "."] satisfies Line)
            : estimate.burn > 0
              ? toLine`It lasts for more than ten years at that pace.`
              : toLine`It does not run out at that pace.`;
  const ledgerBurn = books?.besides
    ? money(
        "burn_ledger",
        books.besides.burn > 0 ? "Net burn a month by the ledger" : "Net gain a month by the ledger",
        Math.abs(books.besides.burn),
        currency,
        {
          label: `ledger lines of ${pluralize(books.besides.months, "whole month")}`,
          href: "/records/ledger",
          asOf: null,
        },
        { formula: "mean of costs less income a month" },
      )
    : null;
  const caveats = [
    ...(ledgerBurn
      ? [
          (books?.besides?.burn ?? 0) > 0
            ? toLine`By the ledger it is a burn of ${ledgerBurn} a month: it counts what was booked, not what was paid.`
            : toLine`By the ledger more comes in than goes out, ${ledgerBurn} a month: it counts what was booked, not what was paid.`,
        ]
      : []),
    ...(facts.fromBills && burn
      ? [toLine`Only paid bills are counted as spent: wages and taxes without a bill are not in it.`]
      : []),
    ...(elsewhere.flows.length > 0
      ? [
          toLine`Of these months what was spent and earned in ${listed(elsewhere.flows)} is not in it, as no rate is known.`,
        ]
      : []),
  ];
  const joinLines = (...lines: (Line | null)[]): Line =>
    lines.flatMap((line, at) => (line === null ? [] : at === 0 ? line : [" ", ...line]));
  // Bills and recorded expenses are different figures, as are payments and recorded revenue.
  const spentName = books
    ? books.isBank
      ? "Paid out of the bank"
      : "Costs in the ledger"
    : facts.fromBills
      ? "Bills paid"
      : "Expenses recorded";
  const earnedName = books
    ? books.isBank
      ? "Paid into the bank"
      : "Income in the ledger"
    : facts.fromReceipts
      ? "Paid by customers"
      : "Revenue recorded";
  const flows = known.map(({ month, spent, earned }) => ({
    month,
    spent: money(
      `spent_${month}`,
      `${spentName} in ${writtenMonth(month)}`,
      spent,
      currency,
      {
        label: facts.spentFrom,
        href: books ? bookHref(month, month) : facts.fromBills ? paidIn(month, month, "payable") : flowGap.href,
      },
      books ? { formula: books.isBank ? "sum of amounts below 0" : "sum of cost accounts" } : {},
    ),
    earned: money(
      `earned_${month}`,
      `${earnedName} in ${writtenMonth(month)}`,
      earned,
      currency,
      {
        label: facts.earnedFrom,
        href: books ? bookHref(month, month) : facts.fromReceipts ? paidIn(month, month, "receivable") : revenueHref,
      },
      books ? { formula: books.isBank ? "sum of amounts above 0" : "sum of income accounts" } : {},
    ),
  }));
  const runsOutOn =
    months?.value != null && balance ? addDays(balance.day, Math.round(months.value * monthDays)) : null;
  return concluded({
    headline: joinLines(cashLine, runwayLine ?? burnLine),
    section: {
      title,
      lines: [joinLines(cashLine, burnLine), ...(runwayLine ? [runwayLine] : []), ...caveats],
      table:
        flows.length === 0
          ? null
          : {
              columns: ["Month", spentName, earnedName],
              rows: flows.map((flow) => [toLine`${writtenMonth(flow.month)}`, cell(flow.spent), cell(flow.earned)]),
            },
    },
    answers: {
      ...(cash ? { cash: joinLines(cashLine, isUnexplained ? burnLine : runwayLine) } : {}),
      ...(burn || moved ? { burn: joinLines(burnLine, ...caveats) } : {}),
      ...(cash && (runwayLine || isUnexplained)
        ? { runway: joinLines(cashLine, burnLine, runwayLine, ...caveats) }
        : {}),
    },
    figures: [
      cash,
      other,
      before,
      burn,
      ledgerBurn,
      months,
      low,
      high,
      ...flows.flatMap(({ spent, earned }) => [spent, earned]),
    ].filter((one) => one !== null),
    facts: balance
      ? [
          {
            kind: "metric",
            reference: "cash",
            value: `${formatNumber(balance.value)} ${currency}`,
            asOf: balance.day,
            href: cashHref,
          },
        ]
      : [],
    missing: [...(balance ? [] : [cashGap]), ...(estimate ? [] : [flowGap])],
    concerns:
      months?.value != null && months.value < 12
        ? [
            {
              key: "runway",
              kind: "risk",
              line: toLine`Cash lasts about ${months} at the pace of the last months.`,
              amount: balance?.value ?? null,
              dueOn: runsOutOn,
              severity: Math.max(0, Math.min(1, 1 - months.value / 12)),
              href: cashHref,
            },
          ]
        : [],
  });
}
