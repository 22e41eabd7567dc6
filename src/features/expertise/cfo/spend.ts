import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import type { Part, Spent } from "#features/records/payables/rows.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { during, lengthOf, pastPeriod, type Period, periodBefore } from "#features/expertise/topics/period.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import * as words from "#features/expertise/topics/words.ts";

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
  if (!facts.anyPayables)
    return words.withoutData("Spending", "No bills are recorded, so what was spent is unknown.", {
      what: "What was spent",
      needed: "invoices from vendors (direction: payable)",
      href: "/records/invoices",
    });
  const { now, before } = spendPeriods(today, about);
  const own = facts.spent.find((row) => row.currency === currency);
  const { vendor } = about;
  const filters = {
    view: "bills",
    vendorId: vendor?.id,
    currency: ownCurrencyIfMixed(facts.spent, currency),
    day: "issuedOn",
  };
  const bills = { ...filters, from: now.from, to: now.to };
  const href = rowsOf("invoices", bills);
  const days = `issued ${shortDay(now.from)} to ${shortDay(now.to)}`;
  const source = { label: `${pluralize(own?.invoices ?? 0, "bill")} ${days}`, href, asOf: today };
  const total = money("total", `Spent ${during(now.label)}`, own?.amount ?? 0, currency, source, {
    formula: `sum of ${definitions.spending}`,
  });
  const earlier = money("before", `Spent ${during(before.label)}`, own?.before ?? 0, currency, {
    label: `bills issued ${shortDay(before.from)} to ${shortDay(before.to)}`,
    href: rowsOf("invoices", { ...filters, from: before.from, to: before.to }),
    asOf: today,
  });
  const change =
    own && own.before > 0
      ? measure(
          "change",
          own.amount < own.before ? "Less than before" : "More than before",
          Math.abs(own.amount / own.before - 1),
          "share",
          source,
          {
            formula: words.changeFormula(
              `spent (${formatNumber(own.amount)})`,
              `spent before (${formatNumber(own.before)})`,
              own.amount - own.before,
            ),
          },
        )
      : null;
  const otherCurrencyFigures = facts.spent
    .filter((row) => row !== own && row.amount > 0)
    .map((row) =>
      money(`total_${row.currency}`, `Spent in ${row.currency}`, row.amount, row.currency as Currency, {
        ...source,
        label: `${pluralize(row.invoices, "bill")} ${days}`,
        href: rowsOf("invoices", { ...bills, currency: row.currency as Currency }),
      }),
    );
  const recorded =
    facts.recorded &&
    money("recorded", `Expenses recorded ${during(now.label)}`, facts.recorded.amount, currency, {
      label: `figure "expenses" (${facts.recorded.source}): ${pluralize(facts.recorded.days, "day")} with a figure`,
      href: `/records/figures/expenses`,
      asOf: now.to,
    });
  const coverage =
    facts.recorded && facts.recorded.days < lengthOf(now) ? `, on ${pluralize(facts.recorded.days, "day")},` : "";
  const recordedLine =
    recorded && toLine`Expenses recorded in that time${coverage} are ${recorded}; bills are not added to them.`;
  const partsOf = (list: readonly Part[], kind: "vendor" | "category") =>
    list
      .filter(({ amount }) => amount > 0)
      .slice(0, 5)
      .map((part, at) => ({
        name: part.name ?? `no ${kind} named`,
        figure: money(`${kind}_${at}`, part.name ?? `No ${kind} named`, part.amount, currency, {
          label: `${pluralize(part.invoices, "bill")} ${days}`,
          href: rowsOf("invoices", { ...bills, ...(part.id ? { vendorId: part.id } : partFilter(part.name, kind)) }),
          asOf: today,
        }),
      }));
  const vendors = vendor ? [] : partsOf(facts.vendors, "vendor");
  const categories = vendor ? [] : partsOf(facts.categories, "category");
  const to = vendor ? ` with ${vendor.name}` : "";
  const otherCurrencies = otherCurrencyFigures.flatMap(
    (figure): Line => [" ", ...words.otherCurrencyLine(figure, "was spent")],
  );
  const headline =
    !own?.amount && otherCurrencyFigures.length > 0
      ? toLine`Nothing was spent in ${currency}${to} ${during(now.label)}.`
      : own && change
        ? [
            ...toLine`${total} was spent${to} ${during(now.label)}, `,
            ...words.changeInWords(change, own.amount - own.before, ["more than", "less than", "as much as"]),
            ` ${during(before.label)}.`,
          ]
        : toLine`${total} was spent${to} ${during(now.label)}; there is nothing before to compare it with.`;
  const listed = (parts: readonly { name: string; figure: Figure }[]) =>
    parts.slice(0, 3).flatMap(({ name, figure }, at) => [at === 0 ? "" : "; ", `${name} `, { figure: figure.id }]);
  const topAnswer = (ask: string, parts: ReturnType<typeof partsOf>, verb: string, preposition: string) => {
    if (parts.length === 0)
      return vendor || otherCurrencyFigures.length === 0 ? {} : { [ask]: [...headline, ...otherCurrencies] };
    const begin = `${during(now.label, true)} most ${verb}${inCurrency(filters.currency)} ${preposition} `;
    return { [ask]: [begin, ...listed(parts), "; ", ...toLine`${total} in all.`, ...otherCurrencies] };
  };
  return concluded({
    headline,
    section: {
      title: "Spending",
      lines: [
        headline,
        ...otherCurrencyFigures.map((figure) => words.otherCurrencyLine(figure, "was spent")),
        ...(recordedLine ? [recordedLine] : []),
      ],
      table:
        vendors.length === 0
          ? null
          : {
              columns: ["Vendor", "Spent"],
              rows: vendors.map(({ name, figure }) => [toLine`${name}`, words.cell(figure)]),
            },
    },
    answers: {
      spent: [...headline, ...otherCurrencies, ...(recordedLine ? [" ", ...recordedLine] : [])],
      ...topAnswer("vendors", vendors, "was billed", "by"),
      ...topAnswer("categories", categories, "went", "into"),
    },
    figures: [
      total,
      earlier,
      ...(change ? [change] : []),
      ...(recorded ? [recorded] : []),
      ...otherCurrencyFigures,
      ...[...vendors, ...categories].map(({ figure }) => figure),
    ],
  });
}
