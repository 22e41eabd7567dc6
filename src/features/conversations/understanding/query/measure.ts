import { amountOf, type MeasureKind, type Query, type QuerySubject } from "#contract/query.ts";
import type { Draft } from "./draft.ts";
import type { filtersIn } from "./filters.ts";
import { fieldIn } from "./lexicon.ts";
import type { Found, Sentence } from "./sentence.ts";
import { type Term, terms } from "./terms.ts";

type Measure = { of: MeasureKind; field: string | null; isExplicit: boolean };

export function measureIn(
  sentence: Sentence,
  subject: QuerySubject,
  term: Term,
  quantity: { field: string; of: MeasureKind } | null,
): Measure {
  const has = (words: string): boolean => sentence.find(words) !== null;
  const isCounted = sentence.take("how many, number of, count of, count") !== null;
  const isSum = has(sumWords);
  const asked = has(medianWords) ? "median" : has(averageWords) ? "average" : null;
  const isMeasured = quantity !== null || subject.amount !== null;
  const of = isMeasured ? asked : null;
  // What a measure does not use stays unused, so that the question is not answered without it.
  if (of) sentence.take(of === "median" ? medianWords : averageWords);
  const isAmount = quantity !== null || (subject.amount !== null && (!isCounted || isSum || of !== null));
  if (isAmount || term.measure?.always) while (sentence.take(sumWords)) continue;
  sentence.take("in total, total, altogether, overall, whole, entire");
  if (quantity) sentence.take("score, rating, level", { exact: true });
  if (quantity) return { of: of ?? (isCounted ? "sum" : quantity.of), field: quantity.field, isExplicit: true };
  // Sales can be counted, a figure cannot: its sum counts.
  const isOfRows = sentence.has(`${subject.one}, ${subject.many}, employee, staff`);
  const isCount =
    isCounted && !isSum && (!term.measure?.always || (!subject.needs && (!term.measure.field || isOfRows)));
  if (isCount) return { of: "count", field: null, isExplicit: true };
  const field = term.measure?.field ?? null;
  if (of && subject.amount) return { of, field, isExplicit: true };
  if (isSum && subject.amount) return { of: "sum", field, isExplicit: true };
  if (term.measure?.always) return { of: term.measure.of, field, isExplicit: false };
  return { of: "count", field: null, isExplicit: isCounted };
}

export const averageWords = "on average, average, avg, mean, typical, typically, usually";
const medianWords = "median";
const sumWords =
  "how much, how big, add up to, come to, total value, total, sum of, sum, value of, worth of, worth, value, amount of, amount, cost, price, bring in, size, money";

export const shareWords =
  "what share, share of, share, what percentage, percentage of, percentage, percent of, percent, proportion, what part";

/** Verbs before the condition of a share: "share of overdue invoices that is disputed". */
const verbs = "is are was were come go went did do have has that who which from".split(" ");

/** The base of a share, and the conditions after the verb that its part meets. */
export function shareOf(
  { sentence, subject, term }: Draft,
  { own, asked, places }: ReturnType<typeof filtersIn>,
  measure: Measure,
  { at, length }: Found,
): { base: Query["filters"]; part: Query["filters"]; measure: Query["measure"] } | null {
  if (measure.of !== "count" && measure.of !== "sum") return null;
  const field = measure.of === "sum" ? (measure.field ?? amountOf(subject, { filters: [...own, ...asked] })) : null;
  const of = { of: "share" as const, field };
  if (asked.length === 0) {
    // "What share of deals did we win": the verb alone is the condition.
    const plain = terms.find((one) => one.subject === subject.id && !one.filters);
    return own.length > 0 && plain && plain !== term && sentence.has(plain.words)
      ? { base: [], part: own, measure: { of: "share", field: null } }
      : null;
  }
  const from = at + length;
  const verbAt = Math.min(
    ...verbs.map((verb) => sentence.find(verb, { from, used: true, exact: true })?.at ?? Infinity),
  );
  // "Deals from the fair that we won": the verb is the condition, what stands before it the base.
  const plain = terms.find((one) => one.subject === subject.id && !one.filters);
  const ownAt = sentence.find(term.words, { used: true, exact: true })?.at ?? -1;
  if (
    own.length > 0 &&
    plain &&
    plain !== term &&
    sentence.has(plain.words) &&
    ownAt >= verbAt &&
    places.every((place) => place < ownAt)
  )
    return { base: asked, part: own, measure: { of: "share", field: null } };
  const behind = asked.filter((_, place) => (places[place] ?? 0) > verbAt);
  const part = behind.length > 0 ? behind : asked.slice(-1);
  const isFlag = (name: string): boolean => fieldIn(subject, [name])?.type === "flag";
  // Unknown is not "no": a forecast that is not due has not failed.
  const known = part
    .filter((one) => isFlag(one.field))
    .map((one) => ({ field: one.field, test: "known" as const, values: [] }));
  return { base: [...own, ...asked.filter((one) => !part.includes(one)), ...known], part, measure: of };
}
