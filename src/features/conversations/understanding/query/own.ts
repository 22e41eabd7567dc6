import { fieldsIn, type Query, type QueryField, type QuerySubject } from "#contract/query.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { functionWords, isNegation, normalized } from "../words.ts";
import type { Sentence } from "./sentence.ts";
import { namesIn } from "./row-names.ts";
import { rowWords } from "./terms.ts";

/** The company's own fields in a question: by their labels, and by a value beside a label. */
export const isOwn = (name: string): boolean => name.includes(customPrefix);
const ownOf = ({ fields }: QuerySubject): QueryField[] => fields.filter(({ name }) => isOwn(name));

/** The phrases that name a field: its label, also without what stands in brackets; none if it is only grammar. */
export function labelPhrases({ label, type }: QueryField): string {
  const bare = label.replace(/\([^()]*\)/g, " ");
  const short =
    type === "flag"
      ? bare.replace(/^(?:is|has|was)\s/i, "")
      : type === "day"
        ? bare.replace(/\s(?:on|date)$/i, "")
        : bare;
  return [label, bare, short]
    .map((one) => normalized(one))
    .filter((one) => one.split(" ").some((word) => word !== "" && !functionWords.has(word)))
    .join(",");
}

/** A value of a field beside the field's label: "Region West", "the West region", "region is not West". */
export type Beside = {
  at: number;
  isNegated: boolean;
  words: string;
  /** What it is in each subject that has such a field. */
  is: { subject: string; field: string; value: string }[];
};

type Valued = { subject: string; field: QueryField; values: readonly string[] };

export const ownChoices = (subjects: readonly QuerySubject[]): Valued[] =>
  subjects.flatMap((subject) =>
    ownOf(subject).flatMap((field) => {
      const values = field.type === "flag" ? ["yes", "no"] : field.choices.map(({ value }) => value);
      return values.length > 0 ? [{ subject: subject.id, field, values }] : [];
    }),
  );

const connectors = new Set(["is", "are", "was", "were", "equals", "of", "in", "the", "as", "to", "set"]);

/** Takes the values that stand beside the labels of their fields. */
export function takeBeside(sentence: Sentence, valued: readonly Valued[], written: string): Beside[] {
  const found: (Omit<Beside, "words" | "is"> & { length: number; is: Beside["is"][number] })[] = [];
  for (const { subject, field, values } of valued) {
    const label = labelPhrases(field);
    if (label === "") continue;
    for (let from = 0; ; ) {
      const name = sentence.find(label, { from, exact: true });
      if (!name) break;
      from = name.at + 1;
      const end = name.at + name.length;
      const between = wordsFrom(sentence, end);
      for (const value of values) {
        const phrase = normalized(value).replaceAll(",", " ");
        if (phrase === "") continue;
        const is = { subject, field: field.name, value };
        const after = sentence.find(phrase, { from: end, exact: true });
        if (after && after.at <= end + between.length) {
          const isNegated = between.slice(0, after.at - end).some(isNegation);
          found.push({ at: name.at, length: after.at + after.length - name.at, isNegated, is });
          continue;
        }
        const length = phrase.split(" ").length;
        const before = sentence.find(phrase, { from: Math.max(0, name.at - length), exact: true });
        if (before && before.at + before.length === name.at && field.type !== "flag")
          found.push({ at: before.at, length: before.length + name.length, isNegated: false, is });
      }
    }
  }
  const taken: (Beside & { length: number })[] = [];
  for (const { is, ...one } of found.toSorted((a, b) => b.length - a.length)) {
    const same = taken.find(({ at, length }) => at === one.at && length === one.length);
    if (same) same.is.push(is);
    else if (taken.every(({ at, length }) => one.at >= at + length || one.at + one.length <= at))
      taken.push({ ...one, words: sentence.words(one.at, one.at + one.length), is: [is] });
  }
  for (const one of taken) {
    sentence.use(one);
    one.is = one.is.filter((value) => isWritten(value, one.is, written));
  }
  return taken;
}

/** Of values that differ by signs alone, the one that is written: "A+" is not "A". */
function isWritten(one: Beside["is"][number], all: Beside["is"], written: string): boolean {
  const like = all.filter(({ subject, field }) => subject === one.subject && field === one.field);
  const literal = like.filter(({ value }) => written.toLowerCase().includes(value.toLowerCase()));
  const longest = Math.max(...literal.map(({ value }) => value.length));
  return like.length === 1 || (literal.includes(one) && one.value.length === longest);
}

/** Words from a place on that may stand between a label and its value. */
function wordsFrom(sentence: Sentence, from: number): string[] {
  const words: string[] = [];
  for (let at = from; words.length < 3; at += 1) {
    const word = sentence.at(at);
    if (word === null || !(connectors.has(word) || isNegation(word))) break;
    words.push(word);
  }
  return words;
}

export const isNumeric = ({ type }: QueryField): boolean => ["money", "number", "share"].includes(type);

/** Labels up to this length are compared letter by letter. */
const shortLabel = 4;

/** The own field of numbers that a question names, in every subject that has it, and the length of its name. */
export function ownQuantity(sentence: Sentence, subjects: readonly QuerySubject[]) {
  const all = subjects.flatMap(ownOf).filter(isNumeric);
  const found = all.flatMap((field) => {
    const label = labelPhrases(field);
    // "PAYE" is no "pay".
    const isShort = normalized(field.label).length <= shortLabel;
    const found = label === "" ? null : sentence.find(label, { exact: isShort });
    // "Invoices" are rows, whatever a column "Invoiced" holds.
    const isRows = found?.length === 1 && rowWords.has(sentence.at(found.at) ?? "");
    const place = isRows ? sentence.find(label, { exact: true }) : found;
    return place && !isPresence(sentence, place.at, place.at + place.length) ? [{ field, place }] : [];
  });
  const longest = found.toSorted((one, other) => other.place.length - one.place.length)[0];
  if (!longest) return null;
  const fields = found.filter(({ place }) => place.at === longest.place.at && place.length === longest.place.length);
  return {
    place: longest.place,
    fields: [...new Set(fields.map(({ field }) => field.name))],
    of: longest.field.type === "share" ? ("average" as const) : ("sum" as const),
  };
}

/** "Deals with a contract size": that it is known, not how much it is. */
function isPresence(sentence: Sentence, at: number, end: number): boolean {
  let before = at - 1;
  while (/^(?:a|an|any|the|no)$/.test(sentence.at(before) ?? "")) before -= 1;
  const next = sentence.at(end);
  return (
    /^(?:with|without|have|has|having|had|missing|lacking)$/.test(sentence.at(before) ?? "") &&
    !/^(?:over|above|under|below|of|from|between|exceeding|more|less|fewer|at|up|greater|higher|lower|larger|\d.*)$/.test(
      next ?? "",
    )
  );
}

/** The own fields of a subject that a question says are known or not: "with a region", "without a region". */
export function takePresence(
  sentence: Sentence,
  subject: QuerySubject,
  hasTime: boolean,
): { field: string; isKnown: boolean; at: number }[] {
  return ownOf(subject).flatMap((field) => {
    const label = labelPhrases(field);
    const place = label === "" ? null : sentence.find(label);
    // "With a demo in October" is about the day.
    if (!place || (hasTime && field.type === "day")) return [];
    if (!isPresence(sentence, place.at, place.at + place.length)) return [];
    let from = place.at - 1;
    while (/^(?:a|an|any|the|no)$/.test(sentence.at(from) ?? "")) from -= 1;
    const lead = sentence.words(from, place.at);
    sentence.use({ at: from, length: place.at + place.length - from });
    return [{ field: field.name, isKnown: !/^(?:without|missing|lacking)|\bno\b/.test(lead), at: from }];
  });
}

/** The only subject with all own fields that the question names; null if it names none, or several have them. */
export function subjectOfOwn(
  sentence: Sentence,
  subjects: readonly QuerySubject[],
  beside: readonly Beside[],
): string | null {
  const named = new Map<string, Set<string>>();
  for (const subject of subjects)
    for (const label of ownOf(subject).map(labelPhrases)) {
      if (label === "" || !sentence.find(label, { used: true })) continue;
      named.set(label, (named.get(label) ?? new Set()).add(subject.id));
    }
  const all = [...named.values(), ...beside.map(({ is }) => new Set(is.map(({ subject }) => subject)))];
  const having = subjects.filter(({ id }) => all.every((ids) => ids.has(id)));
  // Of people only the newest payslip is known.
  const [only, ...others] =
    having.length === 2
      ? having.filter(({ id }) => !(id === "people" && having.some((one) => one.id === "pay")))
      : having;
  return all.length > 0 && only && others.length === 0 ? only.id : null;
}

/** A value that means its field without the label beside it: a word of its own, which no other own field shares. */
export function isTellingValue(value: string, field: QueryField, subject: QuerySubject): boolean {
  const words = normalized(value).split(" ");
  const isWord =
    /^\p{L}/u.test(words[0] ?? "") &&
    words.some((word) => word.length > 1 && !functionWords.has(word) && !isNegation(word));
  const others = ownOf(subject).filter(({ name }) => name !== field.name);
  return isWord && !others.some(({ choices }) => choices.some((one) => normalized(one.value) === normalized(value)));
}

/** The own day field that a question names; null if none. */
export function ownDay(sentence: Sentence, subject: QuerySubject): string | null {
  const rows = subject.alsoCalled.flatMap(namesIn).join(",");
  for (const field of ownOf(subject)) {
    const label = labelPhrases(field);
    const found = field.type === "day" && label !== "" ? sentence.find(label, { used: true }) : null;
    // "Bookings" are the rows, not the day on which they were booked.
    const isRows =
      found && rows !== "" && sentence.find(rows, { used: true, exact: true, from: found.at })?.at === found.at;
    if (found && !isRows) {
      sentence.use(found);
      return field.name;
    }
  }
  return null;
}

/** Takes the labels of the own fields that a query uses already: in "the region, West or East" the label belongs to the value. */
export function takeLabels(sentence: Sentence, subject: QuerySubject, names: readonly string[]): void {
  for (const field of ownOf(subject)) {
    const label = labelPhrases(field);
    if (names.includes(field.name) && label !== "") sentence.take(label, { all: true });
  }
}

/** The own text fields whose values a question may name: those whose label stands in it. */
export const ownNamed = (sentence: Sentence, subject: QuerySubject): string[] =>
  ownOf(subject)
    .filter((field) => field.type === "text" && labelPhrases(field) !== "" && sentence.has(labelPhrases(field)))
    .map(({ name }) => name);

export const ownIn = (query: Query): string[] => fieldsIn(query).filter(isOwn);
