import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import type { Part, Spent } from "#features/records/payables/rows.ts";
import { collect, gap, withoutData } from "#features/expertise/topics/collect.ts";
import { during, lengthOf, pastPeriod, type Period, periodBefore } from "#features/expertise/topics/period.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { changeFormula, changeInWords, otherCurrencyLine } from "#features/expertise/topics/words.ts";

export type Spend = {
  spent: Spent[];
  vendors: Part[];
  categories: Part[];
  anyPayables: boolean;
  /** The "expenses" figure of the period, which differs from bills; null if there is none, or for one vendor. */
  recorded: { amount: number; days: number; source: string } | null;
};

export const spendAsks: readonly Ask[] = [
  ask("spent", "vendor", "period")`How much did we spend in the last 30 days? What were our expenses last month? What
    did we spend this year? How much have we paid to Hostly this year? What are our total costs? How much money went
    out in May? What are we spending a month? How much did Hostly cost us? Are our costs going up? Did we spend more
    than last month? How high are our expenses? What did it all cost us last quarter?`,
  ask("vendors", "period")`Which vendors do we spend most on? Who are our most expensive suppliers? Which supplier
    costs us the most? What did we spend per vendor last year? Which suppliers got most of our money? Top suppliers by
    spend. Spending by supplier. Who do we pay the most?`,
  ask("categories", "period")`What do we spend our money on? Where does our money go? What are our biggest expenses?
    Spending by category. Which category costs the most? What are our main costs? Break down our expenses. On what do
    we spend most? How are our costs split up?`,
];

/** The filter for bills of a vendor or category, or for those without one. */
function partFilter(name: string | null, kind: "vendor" | "category") {
  const field = kind === "vendor" ? "vendorName" : kind;
  return name === null ? { unknown: field } : { field, is: name };
}

export function spendPeriods(today: string, about: About): { now: Period; before: Period } {
  const now = pastPeriod(about, today, 30);
  return { now, before: periodBefore(now) };
}

export function concludeSpend(facts: Spend, { today, currency }: Today, about: About): Conclusion {
  const title = "Spending";
  if (!facts.anyPayables)
    return withoutData(
      title,
      "No bills are recorded, so what was spent is unknown.",
      gap("What was spent", "invoices from vendors (direction: payable)", "/records/invoices"),
    );
  const make = collect(currency, today);
  const { now, before } = spendPeriods(today, about);
  const { spent, recorded } = facts;
  const { vendor } = about;
  const own = spent.find((row) => row.currency === currency);
  const only = ownCurrencyIfMixed(spent, currency);
  const bills = ({ from, to }: Period, more: object = {}) =>
    rowsOf("invoices", { view: "bills", vendorId: vendor?.id, currency: only, day: "issuedOn", from, to, ...more });
  const daysOf = ({ from, to }: Period) => `issued ${shortDay(from)} to ${shortDay(to)}`;
  const source = (rows: number, more: object = {}) =>
    [`${pluralize(rows, "bill")} ${daysOf(now)}`, bills(now, more)] as const;
  const all = source(own?.invoices ?? 0);
  const formula = `sum of ${definitions.spending}`;
  const total = make.money("total", `Spent ${during(now.label)}`, own?.amount ?? 0, all, formula);
  make.money("before", `Spent ${during(before.label)}`, own?.before ?? 0, [`bills ${daysOf(before)}`, bills(before)]);
  const difference = (own?.amount ?? 0) - (own?.before ?? 0);
  const change =
    own &&
    own.before > 0 &&
    make.measure(
      "change",
      difference < 0 ? "Less than before" : "More than before",
      Math.abs(own.amount / own.before - 1),
      "share",
      all,
      changeFormula(`spent (${formatNumber(own.amount)})`, `spent before (${formatNumber(own.before)})`, difference),
    );
  const elsewhere = spent
    .filter((row) => row !== own && row.amount > 0)
    .map(({ currency: of, amount, invoices }) => {
      const from = source(invoices, { currency: of as Currency });
      return otherCurrencyLine(make.money(`total_${of}`, `Spent in ${of}`, amount, from, null, of), "was spent");
    });
  const expenses =
    recorded &&
    make.money("recorded", `Expenses recorded ${during(now.label)}`, recorded.amount, [
      `figure "expenses" (${recorded.source}): ${pluralize(recorded.days, "day")} with a figure`,
      "/records/figures/expenses",
      now.to,
    ]);
  const coverage = recorded && recorded.days < lengthOf(now) && `, on ${pluralize(recorded.days, "day")},`;
  const recordedLine =
    expenses && toLine`Expenses recorded in that time${coverage} are ${expenses}; bills are not added to them.`;
  const partsOf = (list: readonly Part[], kind: "vendor" | "category") =>
    (vendor ? [] : list)
      .filter(({ amount }) => amount > 0)
      .slice(0, 5)
      .map(({ id, name, amount, invoices }, at) => {
        const from = source(invoices, id ? { vendorId: id } : partFilter(name, kind));
        const figure = make.money(`${kind}_${at}`, name ?? `No ${kind} named`, amount, from);
        return { name: name ?? `no ${kind} named`, figure };
      });
  const vendors = partsOf(facts.vendors, "vendor");
  const categories = partsOf(facts.categories, "category");
  const to = vendor && ` with ${vendor.name}`;
  const headline =
    !own?.amount && elsewhere.length > 0
      ? toLine`Nothing was spent in ${currency}${to} ${during(now.label)}.`
      : change
        ? toLine`${total} was spent${to} ${during(now.label)}, ${changeInWords(change, difference, ["more than", "less than", "as much as"])} ${during(before.label)}.`
        : toLine`${total} was spent${to} ${during(now.label)}; there is nothing before to compare it with.`;
  const topAnswer = (parts: typeof vendors, verb: string, preposition: string) => {
    if (parts.length === 0) return !vendor && elsewhere.length > 0 && sentences(headline, ...elsewhere);
    const named = parts.slice(0, 3).map(({ name, figure }) => toLine`${name} ${figure}`);
    const most = `${during(now.label, true)} most ${verb}${inCurrency(only)} ${preposition}`;
    return sentences(toLine`${most} ${joinLines("; ", named)}; ${total} in all.`, ...elsewhere);
  };
  return make.conclude({
    title,
    headline,
    lines: [headline, ...elsewhere, recordedLine],
    columns: ["Vendor", "Spent"],
    rows: vendors.map(({ name, figure }) => [name, figure]),
    answers: {
      spent: sentences(headline, ...elsewhere, recordedLine),
      vendors: topAnswer(vendors, "was billed", "by"),
      categories: topAnswer(categories, "went", "into"),
    },
  });
}
