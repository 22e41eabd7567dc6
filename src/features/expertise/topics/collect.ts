import {
  type Fact,
  type Figure,
  type Gap,
  type Line,
  type LinePart,
  type Nothing,
  type Proposal,
  toLine,
} from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import type { About, Concern, Conclusion } from "#features/expertise/topics/topic.ts";

type LongSource = { label: string; href?: string | null; asOf?: string | null };
/** The label of the rows, the link to them, and their day unless it is today. */
export type Source = LongSource | readonly [label: string, href?: string | null, asOf?: string | null];
type LongRest = { formula?: string | null; range?: Figure["range"] };
/** A formula alone, or with a range. */
type Rest = LongRest | string | null | undefined;
type Unit = Exclude<Figure["unit"], "money">;

/** What a topic concludes; empty parts are left out. Facts are of today unless they say otherwise. */
type Given = {
  title: string;
  headline?: Line | null;
  lines: readonly LinePart[];
  columns?: readonly string[];
  rows?: readonly (readonly LinePart[])[];
  answers?: Record<string, LinePart>;
  facts?: readonly GivenFact[];
  missing?: readonly (Gap | Nothing)[];
  concerns?: readonly ((Omit<Concern, "amount" | "dueOn"> & Partial<Concern>) | Nothing)[];
  proposals?: readonly Proposal[];
};

type GivenFact = Omit<Fact, "asOf"> & Partial<Pick<Fact, "asOf">>;
export const fact = (
  kind: string,
  reference: string,
  value: string | null,
  href: string | null,
  asOf?: string | null,
): GivenFact => ({ kind, reference, value, href, ...(asOf !== undefined && { asOf }) });

export const gap = (what: string, needed: string, href: string | null): Gap => ({ what, needed, href });

const asRest = (rest: Rest): LongRest => (typeof rest === "string" ? { formula: rest } : (rest ?? {}));

/** The sum of a number of each row. */
export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number | null | undefined): number =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);

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
  const from = (given: Source): LongSource => {
    const [label, href, asOf = today] = "label" in given ? [given.label, given.href, given.asOf] : given;
    const source = { label, href, asOf };
    if (!href) return source;
    const { customer, vendor } = about;
    const parties = [
      ...(customer && ofCustomers.test(href) ? [`customerId=${customer.id}`] : []),
      ...(vendor && ofVendors.test(href) ? [`vendorId=${vendor.id}`] : []),
    ];
    return { ...source, href: [href, ...parties].join("&").replace(/^([^?&]*)&/, "$1?") };
  };
  const add = (figure: Figure): Figure => {
    figures.push(figure);
    return figure;
  };
  return {
    figures,
    /** In the company's currency by default. Only a figure of a single record may be in another; sums never mix. */
    money: (id: string, label: string, value: number | null, source: Source, rest?: Rest, of?: string) =>
      add(money(id, label, value, (of as Currency | undefined) ?? currency, from(source), asRest(rest))),
    measure: (id: string, label: string, value: number | null, unit: Unit, source: Source, rest?: Rest) =>
      add(measure(id, label, value, unit, from(source), asRest(rest))),
    count: (id: string, label: string, value: number | null, source: Source, rest?: Rest) =>
      add(measure(id, label, value, "count", from(source), asRest(rest))),
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
    /** The conclusion with these figures. */
    conclude({ title, headline = null, lines, columns = [], rows = [], ...given }: Given): Conclusion {
      const { answers = {}, facts = [], missing = [], concerns = [], proposals = [] } = given;
      const kept = (parts: readonly LinePart[]) => parts.map((part) => toLine`${part}`);
      const filled = Object.entries(answers).map(([ask, part]) => [ask, toLine`${part}`] as const);
      return {
        headline,
        section: {
          title,
          lines: kept(lines).filter((one) => one.length > 0),
          table: rows.length > 0 ? { columns: [...columns], rows: rows.map(kept) } : null,
        },
        answers: Object.fromEntries(filled.filter(([, one]) => one.length > 0)),
        figures,
        facts: facts.map((one) => ({ asOf: today, ...one })),
        missing: missing.flatMap((one) => (one ? [one] : [])),
        concerns: concerns.flatMap((one) => (one ? [{ amount: null, dueOn: null, ...one }] : [])),
        proposals: [...proposals],
      };
    },
  };
}

/** The conclusion of a topic without data, in its own words; `concludeUnknown` takes them from the gap. */
export const withoutData = (title: string, words: string, ...missing: Gap[]): Conclusion => ({
  headline: null,
  section: { title, lines: words ? [[words]] : [], table: null },
  answers: {},
  figures: [],
  facts: [],
  missing,
  concerns: [],
  proposals: [],
});

export const concludeUnknown = (title: string, missing: Gap): Conclusion =>
  withoutData(title, `${missing.what} is unknown. Needed: ${missing.needed}.`, missing);

/** Without data: the gap if it was asked about; a report does not ask for what a company does not keep. */
export const concludeAbsent = (title: string, missing: Gap, { ask }: About): Conclusion =>
  ask === null ? withoutData(title, "") : concludeUnknown(title, missing);

/** The singular for 1, otherwise the plural; also for verbs: `noun(2, "is", "are")`. */
export const noun = (number: number, word: string, many = `${word}s`): string => (number === 1 ? word : many);

/** Truncates a name from a record to the length a proposal can store. */
export const truncate = (text: string, most: number): string => text.slice(0, most).toWellFormed();
