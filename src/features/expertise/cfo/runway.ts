import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { runway } from "#features/forecasting/series/runway.ts";
import { revenueHref } from "#features/expertise/cfo/revenue.ts";
import { collect, fact, gap, withoutData } from "#features/expertise/topics/collect.ts";
import { monthEnd } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { listed, writtenMonth } from "#features/expertise/topics/words.ts";

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

const flowGap = gap(
  "Net burn",
  'three whole months of the figures "expenses" and "daily_revenue", or of paid invoices',
  "/records/figures/expenses",
);

/** What a side of the months is called, its rows, and how the books add it up. */
function sidesOf({ books, fromBills, fromReceipts }: Runway, currency: Currency) {
  const days = (first: string, last: string) => ({ from: `${first}-01`, to: monthEnd(last), currency });
  const paid = (type: "payable" | "receivable" | null) => (first: string, last: string) =>
    rowsOf("invoices", { status: "paid", type, day: "paidOn", ...days(first, last) });
  const booked = (first: string, last: string) =>
    books?.isBank
      ? rowsOf("transactions", { day: "bookedOn", ...days(first, last) })
      : rowsOf("ledger", { day: "month", ...days(first, last) });
  if (books) {
    const of = (bank: string, ledger: string) => (books.isBank ? bank : ledger);
    return {
      spent: { name: of("Paid out of the bank", "Costs in the ledger"), rows: booked },
      earned: { name: of("Paid into the bank", "Income in the ledger"), rows: booked },
      burn: booked,
      formulas: {
        spent: of("sum of amounts below 0", "sum of cost accounts"),
        earned: of("sum of amounts above 0", "sum of income accounts"),
      },
    };
  }
  // Bills and recorded expenses are different figures, as are payments and recorded revenue.
  return {
    spent: fromBills
      ? { name: "Bills paid", rows: paid("payable") }
      : { name: "Expenses recorded", rows: () => flowGap.href },
    earned: fromReceipts
      ? { name: "Paid by customers", rows: paid("receivable") }
      : { name: "Revenue recorded", rows: () => revenueHref },
    burn: fromBills ? paid(fromReceipts ? null : "payable") : () => flowGap.href,
    formulas: { spent: null, earned: null },
  };
}

export function concludeRunway(facts: Runway, { today, currency }: Today): Conclusion {
  const title = "Cash and runway";
  const { elsewhere, books, unknownAccounts = [], cash: balance, cashBefore = null, spentFrom, earnedFrom } = facts;
  const balances = unknownAccounts.length > 0 && `the balance of ${listed(unknownAccounts.slice(0, 3))}`;
  const cashGap = gap(
    elsewhere.cash ? `Cash in ${currency}` : "Cash",
    balances || `the balance of the bank accounts: type it in as the figure "cash" in ${currency}`,
    balances ? "/records/bankAccounts" : cashHref,
  );
  const noCash = balances ? `Cash is unknown: ${balances} is missing.` : "Cash is unknown: there is no source for it.";
  const known = facts.months.flatMap(({ month, spent, earned }) =>
    spent === null || earned === null ? [] : [{ month, spent, earned, burn: spent - earned }],
  );
  const burns = known.map(({ burn }) => burn);
  const estimate = known.length >= 3 ? runway(balance?.value ?? 0, burns) : null;
  const otherCash = balance ? null : elsewhere.cash;
  if (!balance && !estimate && !otherCash && elsewhere.flows.length === 0)
    return withoutData(title, noCash, cashGap, flowGap);
  const make = collect(currency, today);
  const sides = sidesOf(facts, currency);
  const [firstMonth, lastMonth] = [known[0]?.month ?? "", known.at(-1)?.month ?? ""];
  const from = `${spentFrom} less ${earnedFrom} of ${pluralize(known.length, "whole month")} to ${lastMonth}`;
  const cashDay = balance && shortDay(balance.day);
  const cash = balance && make.money("cash", "Cash", balance.value, [balance.source, cashHref, balance.day]);
  const other =
    otherCash &&
    make.money(
      "cash_elsewhere",
      `Cash in ${otherCash.currency}`,
      otherCash.value,
      ["the last balance, in another currency", cashHref, otherCash.day],
      null,
      otherCash.currency,
    );
  const beforeDay = cashBefore && shortDay(cashBefore.day);
  const before =
    cashBefore &&
    make.money("cash_before", `Cash on ${beforeDay}`, cashBefore.value, [
      balance?.source ?? "",
      cashHref,
      cashBefore.day,
    ]);
  const isBurning = (estimate?.burn ?? 0) > 0;
  const burn =
    estimate &&
    make.money(
      "burn",
      isBurning ? "Net burn a month" : "Net gain a month",
      Math.abs(estimate.burn),
      [from, sides.burn(firstMonth, lastMonth), null],
      `mean of ${burns.map((one) => formatNumber(Math.round(one))).join(", ")}`,
    );
  const besides = books?.besides;
  const isLedgerBurning = (besides?.burn ?? 0) > 0;
  const ledgerBurn =
    besides &&
    make.money(
      "burn_ledger",
      isLedgerBurning ? "Net burn a month by the ledger" : "Net gain a month by the ledger",
      Math.abs(besides.burn),
      [`ledger lines of ${pluralize(besides.months, "whole month")}`, "/records/ledger", null],
      "mean of costs less income a month",
    );
  // The balances say whether cash is burned: expenses and revenue are not payments.
  const change = balance && cashBefore && balance.value - cashBefore.value;
  const isSteady = change !== null && change >= 0;
  const isUnexplained = change !== null && change < 0 && estimate !== null && !isBurning;
  const lasting = (id: string, label: string, value: number | null | undefined, rest = {}) =>
    value == null || !balance || isSteady || isUnexplained
      ? null
      : make.measure(id, label, value, "months", [`cash of ${cashDay}, ${from}`, cashHref, balance.day], rest);
  const { low: least, high: most } = estimate ?? { low: null, high: null };
  const months = lasting("months", "Runway", estimate?.months, {
    formula: "cash ÷ mean net burn a month, rounded down; range from how much months differ",
    range: least !== null && most !== null ? { low: least, high: most, level: 0.8 } : null,
  });
  const low = lasting("low", "Runway, low end of the 80% range", least);
  const high = lasting("high", "Runway, high end of the 80% range", most);
  const range = low && toLine` (80%: ${low} to ${high ?? "more than ten years"})`;
  const cashLine = cash
    ? toLine`Cash is ${cash} on ${cashDay}.`
    : otherCash
      ? toLine`Cash is not known in ${currency}: the last balance is ${other} on ${shortDay(otherCash.day)}, and no rate is known.`
      : toLine`${noCash}`;
  const moved =
    cash && before
      ? change === 0
        ? toLine`Cash is unchanged at ${cash} since ${beforeDay}`
        : toLine`Cash ${isSteady ? "rose" : "fell"} from ${before} on ${beforeDay} to ${cash} on ${cashDay}`
      : null;
  const flowLine = !burn
    ? toLine`Net burn is unknown: fewer than three whole months have figures.`
    : isBurning
      ? toLine`Net burn is ${burn} a month.`
      : toLine`More comes in than goes out: ${burn} a month.`;
  const burnLine =
    isSteady && isBurning
      ? toLine`${moved}, so there is no net burn, although ${spentFrom} are ${burn} a month more than ${earnedFrom}.`
      : isUnexplained
        ? toLine`${moved}, although ${earnedFrom} is ${burn} a month more than ${spentFrom}: payments are missing from these figures, so the runway is unknown.`
        : sentences(flowLine, moved && toLine`${moved}.`);
  const runwayLine =
    !cash || isUnexplained || !(estimate || isSteady)
      ? null
      : months
        ? toLine`It lasts about ${months}${range}.`
        : isBurning && !isSteady
          ? toLine`It lasts for more than ten years at that pace.`
          : toLine`It does not run out at that pace.`;
  const byLedger = isLedgerBurning
    ? toLine`it is a burn of ${ledgerBurn} a month`
    : toLine`more comes in than goes out, ${ledgerBurn} a month`;
  const caveats = [
    ledgerBurn && toLine`By the ledger ${byLedger}: it counts what was booked, not what was paid.`,
    facts.fromBills && burn && "Only paid bills are counted as spent: wages and taxes without a bill are not in it.",
    elsewhere.flows.length > 0 &&
      `Of these months what was spent and earned in ${listed(elsewhere.flows)} is not in it, as no rate is known.`,
  ];
  const flows = known.map((flow) => {
    const name = writtenMonth(flow.month);
    const figure = (side: "spent" | "earned", source: string) =>
      make.money(
        `${side}_${flow.month}`,
        `${sides[side].name} in ${name}`,
        flow[side],
        [source, sides[side].rows(flow.month, flow.month), null],
        sides.formulas[side],
      );
    return [name, figure("spent", spentFrom), figure("earned", earnedFrom)];
  });
  return make.conclude({
    title,
    headline: sentences(cashLine, runwayLine ?? burnLine),
    lines: [sentences(cashLine, burnLine), runwayLine, ...caveats],
    columns: ["Month", sides.spent.name, sides.earned.name],
    rows: flows,
    answers: {
      cash: cash && sentences(cashLine, isUnexplained ? burnLine : runwayLine),
      burn: (burn || moved) && sentences(burnLine, ...caveats),
      runway: cash && (runwayLine || isUnexplained) && sentences(cashLine, burnLine, runwayLine, ...caveats),
    },
    facts: balance ? [fact("metric", "cash", `${formatNumber(balance.value)} ${currency}`, cashHref, balance.day)] : [],
    missing: [!balance && cashGap, !estimate && flowGap],
    concerns: [
      balance &&
        months?.value != null &&
        months.value < 12 && {
          key: "runway",
          kind: "risk",
          line: toLine`Cash lasts about ${months} at the pace of the last months.`,
          amount: balance.value,
          dueOn: addDays(balance.day, Math.round(months.value * monthDays)),
          severity: Math.max(0, Math.min(1, 1 - months.value / 12)),
          href: cashHref,
        },
    ],
  });
}
