import { type Figure, type Gap, type Line, say } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import type { About, Conclusion } from "#features/expertise/topics/topic.ts";

type Source = { label: string; href?: string | null };
type Rest = { formula?: string | null; range?: Figure["range"] };
type Unit = Exclude<Figure["unit"], "money">;
/** What rows of one currency come to. */
export type Sum = { currency: string; amount: number; rows: number };

/** A list of records that have a customer, or a vendor; without a record's own page. */
const ofCustomers = /^\/records\/(deals|invoices|contracts|subscriptions|tickets)(\?|$)/;
const ofVendors = /^\/records\/(invoices|contracts|subscriptions)(\?|$)/;

/**
 * Takes the company's currency and the day, gives makers of figures that keep every figure they make. About one customer
 * or vendor, the lists they lead to are theirs.
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
    /** In the company's currency, unless it says another: what is told of one row may be, a sum never. */
    money: (id: string, label: string, value: number | null, source: Source, rest?: Rest & { in?: string }) =>
      kept(money(id, label, value, (rest?.in as Currency | undefined) ?? currency, from(source), rest)),
    measure: (id: string, label: string, value: number | null, unit: Unit, source: Source, rest?: Rest) =>
      kept(measure(id, label, value, unit, from(source), rest)),
    /** Sums of other currencies, each in a sentence of its own; `id` and `label` as for money. */
    abroad: (id: string, label: string, sums: readonly Sum[], source: (sum: Sum) => Source): Line[] =>
      sums
        .filter((sum) => sum.currency !== currency && sum.amount > 0)
        .map((sum) => {
          const title = `${label} in ${sum.currency}`;
          const figure = kept(
            money(`${id}_${sum.currency}`, title, sum.amount, sum.currency as Currency, from(source(sum))),
          );
          return say`Besides, ${figure}: ${label.charAt(0).toLowerCase()}${label.slice(1)} in another currency. It is not added, as no rate is known.`;
        }),
  };
}

/** Takes a topic's title and what would have to be there, gives the conclusion that nothing can be said. */
export function unknown(title: string, missing: Gap): Conclusion {
  return {
    headline: null,
    section: {
      title,
      lines: [say`${missing.what} cannot be said: there is no source. Needed: ${missing.needed}.`],
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

/** Takes a number and a word, gives the word for so many. */
export const noun = (number: number, word: string, many = `${word}s`): string => (number === 1 ? word : many);

/** Takes a text of the company's rows and a length, gives it so short that it can be stored. */
export const short = (text: string, most: number): string => text.slice(0, most).toWellFormed();
