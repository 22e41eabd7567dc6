import type { Currency } from "#contract/words.ts";
import { pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { collect } from "#features/expertise/topics/collect.ts";
import { openRows, otherCurrencyLine } from "#features/expertise/topics/words.ts";

type Row = {
  currency: string;
  amount: number;
  overdue: number;
  invoices: number;
  overdueInvoices: number;
  creditNotes: number;
};
type Words = { label: string; one: string; verb: string; open: string; overdue: string };

/** What is open in each other currency: a sentence of the amount, and one that adds what of it is overdue. */
export function openElsewhere(
  make: ReturnType<typeof collect>,
  rows: readonly Row[],
  { label, one, verb, open, overdue }: Words,
  href: (view: string, currency: Currency) => string,
): { short: Line; full: Line }[] {
  const all = rows.map((row) => {
    const currency = row.currency as Currency;
    const source = [openRows(row, `open ${one}`), href(open, currency)] as const;
    const figure = make.money(`owed_${currency}`, `${label} in ${currency}`, row.amount, source, null, currency);
    return { row, currency, figure };
  });
  return all.map(({ row, currency, figure }) => {
    const short = otherCurrencyLine(figure, verb);
    if (row.overdueInvoices === 0) return { short, full: short };
    const source = [pluralize(row.overdueInvoices, `overdue ${one}`), href(overdue, currency)] as const;
    const late = make.money(`overdue_${currency}`, `Overdue in ${currency}`, row.overdue, source, null, currency);
    const full = toLine`Besides, ${figure} ${verb}, ${late} of it overdue; it is not added, as no rate is known.`;
    return { short, full };
  });
}
