import type { QueryField, QuerySubject } from "#contract/query.ts";
import { aliasesIn } from "../query/aliases.ts";
import { dayTerms, fieldTerms, quantityTerms } from "../query/field-terms.ts";
import { units } from "../query/group.ts";
import { fieldIn } from "../query/lexicon.ts";
import { isOwn } from "../query/own.ts";
import { namesIn } from "../query/row-names.ts";
import { type Term, terms } from "../query/terms.ts";
import { choiceTerms, flagTerms, viewTerms } from "../query/value-terms.ts";
import { stem, verbStem } from "../stem.ts";
import { currencyWords, functionWords, isNegation, normalized } from "../words.ts";
import type { Link, Meaning } from "./link.ts";
import { marksAt } from "./marks.ts";

/**
 * A question as words. `taken`: the places of words that say a time or name a party; `roles`: what people of the company
 * are, `people`: their names.
 */
export type Asked = {
  written: string;
  words: readonly string[];
  taken: ReadonlySet<number>;
  isWord: (word: string) => boolean;
  roles: readonly string[];
  people: readonly string[];
};

/** The rows of one kind: what they are called, and the values that the words of the question may be a part of. */
export type Ground = {
  subject: QuerySubject;
  values: ReadonlyMap<string, readonly string[]>;
};

const exactly = 0.5;
const ordering: ReadonlySet<string> = new Set(["high", "low", "long", "short", "newest", "oldest", "count"]);

type Phrase = { words: readonly string[]; weight: number; meaning: Meaning; stems: boolean };

const singular = (word: string): string => word.replace(/(?<=[a-z]{2}[^isu])s$/, "");
const split = (text: string): string[] => normalized(text).split(" ").filter(Boolean);
/** Words that place one thing in time or order to another: they are never grammar alone. */
const placing = new Set(["after", "before", "since", "until", "till", "between", "during", "only", "both", "except"]);
const isTelling = (word: string): boolean =>
  (!functionWords.has(word) && !currencyWords.has(word)) || placing.has(word);

/** The meanings of a question's words in rows of one kind, longest first and without overlaps, and the words left over. */
export function linksIn(asked: Asked, { subject, values }: Ground): { links: Link[]; left: string[] } {
  const { words, taken } = asked;
  const links: Link[] = [];
  const isFree = (at: number, length: number): boolean =>
    Array.from({ length }, (_, place) => at + place).every(
      (place) =>
        place < words.length &&
        !taken.has(place) &&
        !links.some((one) => place >= one.at && place < one.at + one.length),
    );
  const found: Link[] = [];
  // "Open" is open before it is opened.
  const isExact = (own: readonly string[], at: number): boolean =>
    own.every((word, place) => singular(words[at + place] ?? "") === singular(word));
  for (const { words: own, weight, meaning, stems } of phrasesOf(subject, values)) {
    const same = (word: string | undefined, other: string): boolean =>
      word !== undefined && (stems ? stem(word) === stem(other) : singular(word) === singular(other));
    for (let at = 0; at + own.length <= words.length; at += 1)
      if (
        own.every((word, place) => same(words[at + place], word)) &&
        // "Not" is no "notes".
        (meaning.kind === "unit" ||
          words.slice(at, at + own.length).some((word) => !functionWords.has(word) && !isNegation(word)))
      )
        found.push({ ...meaning, at, length: own.length, weight: weight + (isExact(own, at) ? exactly : 0) });
  }
  for (const one of fileWords(subject, words)) found.push(one);
  for (let at = 0; at < words.length; at += 1) {
    // A word of grammar is one before it is a value; a phrase of the company is longer.
    // "From customers" limits nothing.
    for (const { mark, length } of marksAt(words, at))
      if (words[at] !== "from" || numberAt(words, at + 1))
        found.push({ kind: "mark", mark, at, length, weight: ordering.has(mark) ? 2.7 : 0 });
    const number = numberAt(words, at);
    if (number) found.push({ ...number, at, weight: 0 });
  }
  for (const one of found.toSorted((a, b) => b.length - a.length || b.weight - a.weight))
    if (isFree(one.at, one.length)) links.push(one);
  const unread = () => words.filter((word, at) => isFree(at, 1) && isTelling(word));
  for (const alias of aliasesIn(asked.written, unread(), values, { isWord: asked.isWord, isNamed: false })) {
    const field = fieldIn(subject, [alias.field]);
    const own = split(alias.words);
    const at = words.findIndex((_, place) => own.every((word, next) => words[place + next] === word));
    if (!field || at < 0 || !isFree(at, own.length)) continue;
    links.push({
      kind: "value",
      field,
      values: alias.values,
      isWithin: alias.isWithin === true || field.type === "note",
      isPart: alias.isPart === true,
      at,
      length: own.length,
      weight: alias.isPart ? 1 : 3,
    });
  }
  for (const one of partsOfLabels(
    subject,
    words,
    (at) => isFree(at, 1) && isTelling(words[at] ?? "") && !placing.has(words[at] ?? ""),
  ))
    links.push(one);
  for (const one of whyIn(subject, words, isFree)) links.push(one);
  for (const one of peopleBy(subject, asked, isFree)) links.push(one);
  const used = new Set(
    links.flatMap((one) =>
      one.kind === "field" || one.kind === "value"
        ? [
            one.field.label,
            ...one.field.alsoCalled,
            // "Sales" of "the coffee bar" where the account is "Coffee bar sales".
            ...(one.kind === "value" && one.values.length === 1 ? [String(one.values[0])] : []),
          ].flatMap((name) => split(name).map(verbStem))
        : [],
    ),
  );
  const rows = new Set([subject.one, subject.many].flatMap((name) => split(name).map(stem)));
  const nouns = new Set(links.flatMap((one) => (one.kind === "rows" ? [one.at] : [])));
  const ofFile = new Set(subject.alsoCalled.flatMap((name) => split(name).map(stem)));
  return {
    links: links.toSorted((a, b) => a.at - b.at),
    // "Invoiced" says once more that the rows are invoices, "rated" that the field is the rating.
    left: unread().filter(
      (word) =>
        !used.has(verbStem(word)) &&
        !rows.has(stem(word)) &&
        // "Group deals" are all rows of the file "group deals".
        !(ofFile.has(stem(word)) && nouns.has(words.indexOf(word) + 1)),
    ),
  };
}

const unitWords = new Set(Object.values(units).flatMap((names) => names.split(", ")));

/** Everything a question can name in rows of one kind. */
function phrasesOf(subject: QuerySubject, values: Ground["values"]): Phrase[] {
  const phrases: Phrase[] = [];
  const add = (text: string, weight: number, meaning: Meaning, stems = false): void => {
    const words = split(text.replaceAll(",", " "));
    if (words.some(isTelling)) phrases.push({ words, weight, meaning, stems });
  };
  for (const term of terms.filter((one) => one.subject === subject.id && !one.beside))
    for (const words of term.words.split(",")) add(words, term.measure?.always ? 2 : 4.1, { kind: "rows", term });
  const plain: Term = { words: "", subject: subject.id, ...(subject.amount && { measure: { of: "sum" } }) };
  for (const name of [subject.one, subject.many]) add(name, 3.4, { kind: "rows", term: plain });
  for (const name of subject.alsoCalled.flatMap(namesIn)) add(name, 2.5, { kind: "rows", term: plain });
  // "Job #" numbers the jobs, which are the rows.
  const rows = new Set([subject.one, subject.many, ...subject.alsoCalled].map((name) => stem(normalized(name))));
  for (const field of subject.fields) {
    const isOfParty = field.name.includes(".");
    for (const name of namesOf(field).filter((one) => {
      if (field.type === "day") return !unitWords.has(normalized(one));
      return field.type !== "text" || !rows.has(stem(normalized(one)));
    }))
      add(name, isOwn(field.name) ? 4 : isOfParty ? 1 : 3, { kind: "field", field }, true);
    if (subject.id === "entries" && field.type === "day" && !isOwn(field.name))
      for (const one of field.alsoCalled) {
        const [, heading = "", table = ""] = /^(.*) \((.*)\)$/.exec(one) ?? [];
        add(heading, 4, { kind: "field", field, table }, true);
      }
    if (["number", "share"].includes(field.type)) continue;
    // "Overdue" as a program wrote it once is ours as it stands today.
    const isAsWritten = isOwn(field.name) && field.label.endsWith("(as written)");
    for (const { value, label } of isAsWritten ? [] : field.choices)
      for (const name of new Set([label, value.replaceAll("_", " ")])) {
        const isLongView = field.type === "view" && split(name).length > 3;
        if (!isLongView) add(name, isOwn(field.name) ? 4 : 3, { kind: "value", field, values: [value] });
      }
    if (field.type !== "choice")
      for (const value of values.get(field.name) ?? []) add(value, 4, { kind: "value", field, values: [value] }, true);
  }
  const choice = subject.fields.filter(({ type }) => type === "choice");
  for (const [names, all] of choiceTerms)
    for (const field of choice) {
      const known = all.filter((value) => field.choices.some((one) => one.value === value));
      if (known.length > 0)
        for (const name of names.split(",")) add(name, 2, { kind: "value", field, values: known }, true);
    }
  const view = subject.fields.find(({ type }) => type === "view");
  for (const [names, all] of viewTerms) {
    const known = all.find((one) => view?.choices.some(({ value }) => value === one));
    if (view && known)
      for (const name of names.split(",")) add(name, 2, { kind: "value", field: view, values: [known] }, true);
  }
  for (const [names, name] of flagTerms) {
    const field = fieldIn(subject, [name]);
    if (field) for (const one of names.split(",")) add(one, 2, { kind: "field", field }, true);
  }
  for (const [names, all] of [...fieldTerms, ...dayTerms]) {
    const field = fieldIn(subject, all);
    if (field)
      for (const name of names.split(",")) if (name.trim() !== "who") add(name, 1, { kind: "field", field }, true);
  }
  for (const [names, all, of, inView] of quantityTerms) {
    const field = fieldIn(subject, all);
    if (field) for (const name of names.split(",")) add(name, 2, { kind: "field", field, of, view: inView }, true);
  }
  for (const [unit, names] of Object.entries(units))
    for (const name of names.split(","))
      phrases.push({
        words: split(name),
        weight: 0,
        meaning: { kind: "unit", unit: unit as keyof typeof units },
        stems: false,
      });
  return phrases;
}

/** Words of a file's column cover at most so many of a question. */
const longestWord = 4;

/** Choices by their words in the company's files, whose spaces do not count: "work orders" are what "Work Order" was read as. */
function fileWords({ fields }: QuerySubject, words: readonly string[]): Link[] {
  const known = new Map<string, { field: QueryField; value: string }[]>();
  for (const field of fields)
    for (const { value, alsoCalled = [] } of field.choices)
      for (const word of alsoCalled) known.set(word, [...(known.get(word) ?? []), { field, value }]);
  return words.flatMap((_, at) =>
    Array.from({ length: longestWord }, (__, size) => size + 1).flatMap((length): Link[] => {
      const run = words.slice(at, at + length);
      if (run.length < length || run.every((word) => functionWords.has(word))) return [];
      const bare = run.join("");
      const [only, another] = known.get(bare) ?? known.get(singular(bare)) ?? [];
      if (!only || another) return [];
      return [{ kind: "value", field: only.field, values: [only.value], at, length, weight: 3.2 }];
    }),
  );
}

/** "Why" asks for the reason, where the rows have one. */
function whyIn(
  { fields }: QuerySubject,
  words: readonly string[],
  isFree: (at: number, length: number) => boolean,
): Link[] {
  const at = words.indexOf("why");
  const reasons = fields.filter(({ name, label }) => !name.includes(".") && /\breason$/i.test(label));
  const [field, another] = reasons;
  if (at < 0 || !field || another || !isFree(at, 1)) return [];
  return [
    { kind: "mark", mark: "which", at, length: 0, weight: 0 },
    { kind: "field", field, at, length: 1, weight: 2 },
  ];
}

/** "Which technician": a word of what people of the company are means the field that names one of them. */
function peopleBy(
  { fields }: QuerySubject,
  { words, roles, people }: Asked,
  isFree: (at: number, length: number) => boolean,
  values: Ground["values"] = new Map(),
): Link[] {
  const nouns = new Set(roles.flatMap((role) => split(role).slice(-1).map(stem)));
  const known = new Set(people.map((name) => normalized(name)));
  const field =
    fieldIn({ fields } as QuerySubject, ["ownerName", "assignee"]) ??
    fields.find(
      ({ name, type, choices }) =>
        type === "choice" &&
        isOwn(name) &&
        choices.length > 0 &&
        choices.filter(({ value }) => known.has(normalized(value))).length * 2 > choices.length,
    ) ??
    fields.find(({ name }) => (values.get(name) ?? []).some((value) => known.has(normalized(value))));
  if (!field) return [];
  return words.flatMap((word, at): Link[] =>
    isFree(at, 1) && nouns.has(stem(word)) ? [{ kind: "field", field, at, length: 1, weight: 1 }] : [],
  );
}

/** The names of a field: its label and what files call it, also without what stands in brackets. */
const namesOf = ({ label, alsoCalled, type }: QueryField): string[] => [
  ...new Set(
    [label, ...alsoCalled].flatMap((one) => {
      const bare = one.replaceAll(/\([^()]*\)/g, " ").replaceAll(/%|#/g, " ");
      return [one, bare, type === "day" ? bare.replace(/\s(?:on|date|day)$/i, "") : bare];
    }),
  ),
];

/** Labels of fewer words than these are named by all of them. */
const fewestOfLabel = 2;

/** Words that are a part of the label of one field alone: "gross" of "Gross pay". */
function partsOfLabels({ fields }: QuerySubject, words: readonly string[], isLeft: (at: number) => boolean): Link[] {
  const links: Link[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!isLeft(at)) continue;
    let length = 1;
    while (isLeft(at + length)) length += 1;
    for (let size = length; size > 0; size -= 1) {
      const run = words.slice(at, at + size).map(stem);
      const holding = fields.filter((field) =>
        namesOf(field).some((name) => {
          const own = split(name).map(stem);
          return own.length >= fewestOfLabel && run.every((word) => own.includes(word));
        }),
      );
      const own = holding.filter(({ name }) => !name.includes("."));
      const [field, another] = own.length > 0 ? own : holding;
      if (!field || another) continue;
      links.push({ kind: "field", field, at, length: size, weight: 1 });
      at += size - 1;
      break;
    }
  }
  return links;
}

const spelledNumbers = "two three four five six seven eight nine ten eleven twelve".split(" ");

/** A number at a place, with the word of its scale or unit. */
function numberAt(words: readonly string[], at: number): (Meaning & { kind: "number"; length: number }) | null {
  const spelled = spelledNumbers.indexOf(words[at] ?? "");
  const [, digits = "", scale = ""] = /^(\d+)(k|m|%)?$/.exec(spelled < 0 ? (words[at] ?? "") : `${spelled + 2}`) ?? [];
  if (digits === "") return null;
  let text = digits;
  let length = 1;
  // "5,000" was split at its mark.
  while (
    scale === "" &&
    text.length < 13 &&
    /^\d{3}$/.test(words[at + length] ?? "") &&
    (length > 1 || digits.length < 4)
  ) {
    text += words[at + length];
    length += 1;
  }
  const next = words[at + length] ?? "";
  const times = scale === "k" || next === "thousand" ? 1_000 : scale === "m" || next === "million" ? 1_000_000 : 1;
  if (next === "thousand" || next === "million") length += 1;
  const after = words[at + length] ?? "";
  const days = { day: 1, week: 7, month: 30, year: 365 }[singular(after)];
  if (days) return { kind: "number", value: Number(text) * times * days, unit: "day", length: length + 1 };
  if (/^hours?$/.test(after)) return { kind: "number", value: Number(text) * times, unit: "hour", length: length + 1 };
  const isShare = scale === "%" || /^per ?cent$/.test(after);
  return isShare
    ? { kind: "number", value: Number(text) / 100, unit: "%", length: scale === "%" ? length : length + 1 }
    : { kind: "number", value: Number(text) * times, unit: "", length };
}
