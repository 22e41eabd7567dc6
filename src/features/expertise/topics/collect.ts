import { type Figure, type Gap, type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import type { About, Conclusion } from "#features/expertise/topics/topic.ts";

type Source = { label: string; href?: string | null };
type Rest = { formula?: string | null; range?: Figure["range"] };
type Unit = Exclude<Figure["unit"], "money">;
/** A sum of `rows` records in one currency. */
export type Sum = { currency: string; amount: number; rows: number };

/** Record lists that can be filtered by customer or by vendor. */
const ofCustomers = /^\/records\/(deals|invoices|contracts|subscriptions|tickets)(\?|$)/;
const ofVendors = /^\/records\/(invoices|contracts|subscriptions)(\?|$)/;

/**
 * Functions that create figures and add each to `figures`. If the question names a customer or vendor, their links are
 * filtered by that party.
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
  const add = (figure: Figure): Figure => {
    figures.push(figure);
    return figure;
  };
  return {
    figures,
    /** In the company's currency by default. Only a figure of a single record may be in another; sums never mix. */
    money: (id: string, label: string, value: number | null, source: Source, rest?: Rest & { in?: string }) =>
      add(money(id, label, value, (rest?.in as Currency | undefined) ?? currency, from(source), rest)),
    measure: (id: string, label: string, value: number | null, unit: Unit, source: Source, rest?: Rest) =>
      add(measure(id, label, value, unit, from(source), rest)),
    /** Sums in other currencies, one sentence each; `id` and `label` as for money. */
    inOtherCurrencies: (id: string, label: string, sums: readonly Sum[], source: (sum: Sum) => Source): Line[] =>
      sums
        .filter((sum) => sum.currency !== currency && sum.amount > 0)
        .map((sum) => {
          const title = `${label} in ${sum.currency}`;
          const figure = add(
            money(`${id}_${sum.currency}`, title, sum.amount, sum.currency as Currency, from(source(sum))),
          );
          return toLine`Besides, ${figure}: ${label.charAt(0).toLowerCase()}${label.slice(1)} in another currency. It is not added, as no rate is known.`;
        }),
  };
}

type Section = Conclusion["section"];
type Given = Partial<Omit<Conclusion, "section">> & {
  section: Omit<Section, "table"> & Partial<Pick<Section, "table">>;
};

/** A conclusion of what there is; the rest is empty. */
export const concluded = ({ section, ...given }: Given): Conclusion => ({
  headline: null,
  section: { table: null, ...section },
  answers: {},
  figures: [],
  facts: [],
  missing: [],
  concerns: [],
  proposals: [],
  ...given,
});

/** The conclusion of a topic without data; its sentence names what is missing. */
export const concludeUnknown = (title: string, missing: Gap): Conclusion =>
  concluded({
    section: { title, lines: [toLine`${missing.what} is unknown. Needed: ${missing.needed}.`] },
    missing: [missing],
  });

/** Without data: the gap if it was asked about; a report does not ask for what a company does not keep. */
export function concludeAbsent(title: string, missing: Gap, { ask }: About): Conclusion {
  const unknown = concludeUnknown(title, missing);
  return ask === null ? { ...unknown, section: { title, lines: [], table: null }, missing: [] } : unknown;
}

/** The singular for 1, otherwise the plural; also for verbs: `noun(2, "is", "are")`. */
export const noun = (number: number, word: string, many = `${word}s`): string => (number === 1 ? word : many);

/** Truncates a name from a record to the length a proposal can store. */
export const truncate = (text: string, most: number): string => text.slice(0, most).toWellFormed();
