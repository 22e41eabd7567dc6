import type { MeasureKind, QueryField } from "#contract/query.ts";
import { functionWords, isNegation, normalized } from "../words.ts";
import { quantityTerms } from "./field-terms.ts";
import { fieldIn, type Lexicon } from "./lexicon.ts";
import { isNumeric, isOwn, ownQuantity } from "./own.ts";
import type { Sentence } from "./sentence.ts";
import { termOf } from "./subject.ts";
import type { Term } from "./terms.ts";

type Quantity = {
  fields: readonly string[];
  of: MeasureKind;
  view?: string | undefined;
  /** No word says which rows it is of. */
  isUnnamed?: boolean;
  /** Its own words negate: "without activity". */
  isNegated?: boolean;
};

/** The field of the rows that a quantity is read from. */
export type QuantityField = Omit<Quantity, "fields"> & { field: string };

/** The quantity a question asks for, of any subject. */
export function quantityIn(sentence: Sentence, { subjects }: Lexicon): Quantity | null {
  const custom = ownQuantity(sentence, subjects);
  for (const [words, fields, of, view] of quantityTerms) {
    const found = sentence.find(words);
    if (!found || (custom && custom.place.length > found.length)) continue;
    sentence.use(found);
    if (custom?.place.at === found.at && custom.place.length === found.length)
      return { fields: [...custom.fields, ...fields], of: custom.of };
    const own = sentence.words(found.at, found.at + found.length).split(" ");
    return { fields, of, view, isNegated: own.some((word) => isNegation(word) || /^(?:without$|un)/.test(word)) };
  }
  if (custom) {
    sentence.use(custom.place);
    return { fields: custom.fields, of: custom.of };
  }
  return labelledIn(sentence, subjects) ?? durationIn(sentence, subjects);
}

/** How the rows of a field of numbers are measured, unless the question says. */
const measuredAs: Partial<Record<QueryField["type"], MeasureKind>> = {
  money: "sum",
  number: "average",
  hours: "sum",
  share: "average",
  days: "average",
};

/** The field of numbers with the longest label in the sentence; of three words and more, two are enough to name it. */
function labelledIn(sentence: Sentence, subjects: Lexicon["subjects"]): Quantity | null {
  const found = subjects.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const of = measuredAs[field.type];
      const names = [
        ...(field.type === "money" ? [] : field.alsoCalled),
        ...[field.label, ...field.alsoCalled].filter((one) => /\S\s\S/.test(one)),
      ];
      const phrases = names.flatMap((one) => {
        const words = normalized(one.replaceAll(/[^\p{L} ]/gu, " ")).split(" ");
        if (!isOwn(field.name))
          return words
            .map((_, at) => words.slice(0, words.length - at))
            .filter((part, at) => at === 0 || part.length > 1);
        // Of one kind of rows, the words of a label that mean something are enough: "Cost to us".
        const telling = words.filter((word) => !functionWords.has(word));
        const isShorter = telling.length < words.length && telling.length > 0 && words[0] === telling[0];
        return subjects.length === 1 && isShorter ? [telling] : [];
      });
      const place = of && phrases.length > 0 ? sentence.find(phrases.map((part) => part.join(" ")).join(",")) : null;
      return of && place ? [{ name: field.name, of, place }] : [];
    }),
  );
  const longest = found.toSorted((one, other) => other.place.length - one.place.length)[0];
  if (!longest) return null;
  sentence.use(longest.place);
  const same = found.filter(({ place }) => place.at === longest.place.at && place.length === longest.place.length);
  return { fields: [...new Set(same.map(({ name }) => name))], of: longest.of };
}

export const lasting = "longest, shortest, slowest, fastest, quickest";
/** Durations of rows, when no verb tells which. */
const durations = ["daysToResolve", "daysToPay", "daysToComplete", "daysToSettle", "age"];

/** "Who solves cases fastest", "which customer pays slowest": the duration whose label has a verb of the question. */
function durationIn(sentence: Sentence, subjects: Lexicon["subjects"]): Quantity | null {
  const isRanked = sentence.find(`${lasting}, slower, faster, slowly`) !== null;
  if (!isRanked && !sentence.find("how long")) return null;
  const named = subjects.flatMap(({ fields }) =>
    fields.flatMap(({ name, type, label, alsoCalled }) => {
      const verbs = [label, ...alsoCalled].flatMap((one) => /\bto (\p{L}+)$/u.exec(one)?.[1] ?? []);
      return type === "days" && verbs.some((verb) => sentence.take(verb)) ? [name] : [];
    }),
  );
  if (named.length === 0 && !isRanked) return null;
  sentence.take("take");
  if (named.length === 0 && sentence.has("overdue, late, past due")) return { fields: ["daysOverdue"], of: "maximum" };
  return named.length > 0
    ? { fields: [...new Set(named)], of: "average" }
    : { fields: durations, of: "average", isUnnamed: true };
}

export function quantityOf({ fields, ...rest }: Quantity, term: Term, lexicon: Lexicon): QuantityField | null {
  const field = fieldFor(fields, term, lexicon);
  const found = lexicon.subjects.find(({ id }) => id === term.subject)?.fields.find(({ name }) => name === field);
  // One subject's own field may be a number under the name of another's text.
  return field && !(isOwn(field) && found && !isNumeric(found)) ? { field, ...rest } : null;
}

/** The first of these fields that the subject of a term has, or null. */
export const fieldFor = (fields: readonly string[], term: Term | null, { subjects }: Lexicon): string | null => {
  const subject = subjects.find(({ id }) => id === term?.subject);
  return subject ? (fieldIn(subject, fields)?.name ?? null) : null;
};

/** The rows that have a quantity, if those of the question do not. */
export const quantityTerm = (fields: readonly string[]): Term | null => {
  const subject = fields.map((field) => quantitySubjects[field]).find((one) => one !== undefined);
  return subject ? termOf(subject) : null;
};

const quantitySubjects: Readonly<Record<string, string>> = {
  daysToPay: "invoices",
  daysToResolve: "tickets",
  satisfaction: "customers",
  actualHours: "tickets",
  overrun: "tickets",
  daysSinceContact: "customers",
  usage30: "customers",
  seats: "subscriptions",
};
