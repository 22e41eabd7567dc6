import { type Figure, type Gap, type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import type { About, Conclusion } from "#features/expertise/topics/topic.ts";

type Source = { label: string; href?: string | null };
type Rest = { formula?: string | null; range?: Figure["range"] };
type Unit = Exclude<Figure["unit"], "money">;
/** Sums of one currency. */
export type Sum = { currency: string; amount: number; rows: number };

/** A list of records by customer or vendor. */
const ofCustomers = /^\/records\/(deals|invoices|contracts|subscriptions|tickets)(\?|$)/;
const ofVendors = /^\/records\/(invoices|contracts|subscriptions)(\?|$)/;

/**
 * Makers of figures that collect every figure they make. With a customer or vendor, their links open that party's
 * lists.
 */
export function collect(currency: Currency, today: string, about: Partial<Pick<About, "customer" | "vendor">> = {}) {
  const figures: Figure[] = [];
  const from = (source: Source): Source & { asOf: string } => {
    const { href } = source;
    if (!href) return { asOf: today, ...source };
    const { customer, vendor } = about;
    const parties = [
      ...(customer && ofCustomers.test(href) ? [`customerId=${customer.id}`] : []),
      ...(vendor && ofVendors.test(href) ? [`vendorId=${vendor.id}`] : []),
    ];
    return { asOf: today, ...source, href: [href, ...parties].join("&").replace(/^([^?&]*)&/, "$1?") };
  };
  const kept = (figure: Figure): Figure => {
    figures.push(figure);
    return figure;
  };
  return {
    figures,
    /** In the company's currency by default: one row may be in another, a sum never is. */
    money: (id: string, label: string, value: number | null, source: Source, rest?: Rest & { in?: string }) =>
      kept(money(id, label, value, (rest?.in as Currency | undefined) ?? currency, from(source), rest)),
    measure: (id: string, label: string, value: number | null, unit: Unit, source: Source, rest?: Rest) =>
      kept(measure(id, label, value, unit, from(source), rest)),
    /** Sums in other currencies, one sentence each; `id` and `label` as for money. */
    abroad: (id: string, label: string, sums: readonly Sum[], source: (sum: Sum) => Source): Line[] =>
      sums
        .filter((sum) => sum.currency !== currency && sum.amount > 0)
        .map((sum) => {
          const title = `${label} in ${sum.currency}`;
          const figure = kept(
            money(`${id}_${sum.currency}`, title, sum.amount, sum.currency as Currency, from(source(sum))),
          );
          return toLine`Besides, ${figure}: ${label.charAt(0).toLowerCase()}${label.slice(1)} in another currency. It is not added, as no rate is known.`;
        }),
  };
}

/** The conclusion of a topic without data. */
export function unknown(title: string, missing: Gap): Conclusion {
  return {
    headline: null,
    section: {
      title,
      lines: [toLine`${missing.what} is unknown. Needed: ${missing.needed}.`],
      table: null,
    },
    answers: {},
    figures: [],
    facts: [],
    missing: [missing],
    concerns: [],
    proposals: [],
  };
}

export const noun = (number: number, word: string, many = `${word}s`): string => (number === 1 ? word : many);

/** Names from records, truncated to what a report can store. */
export const short = (text: string, most: number): string => text.slice(0, most).toWellFormed();
