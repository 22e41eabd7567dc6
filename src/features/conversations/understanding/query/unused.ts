import { currencyWords, fillers, functionWords, normalized } from "../words.ts";
import { stem, verbStem } from "../stem.ts";
import type { Draft } from "./draft.ts";
import { exclusionWord } from "./filters.ts";
import { fieldIn } from "./lexicon.ts";
import type { Sentence } from "./sentence.ts";
import { namesIn } from "./row-names.ts";
import { terms } from "./terms.ts";

/** The words of a question that carry a meaning and that no part of its query uses. */
export function unusedIn({ sentence, subject, term, beside }: Draft, used: readonly string[] = []): string[] {
  const own = [
    ...terms.filter((one) => one.subject === subject.id && !one.filters).map(({ words }) => words),
    term.words,
  ];
  // Other names of the same rows, and the parties on them.
  for (const words of [
    ...own,
    subject.one,
    subject.many,
    ...subject.alsoCalled.flatMap((one) => namesIn(withoutCommas(one))),
  ])
    sentence.take(words, { exact: true, all: true });
  if (fieldIn(subject, ["agent", "role"])) sentence.take("agent, executive");
  if (fieldIn(subject, ["customerName"])) sentence.take("customer, client");
  if (fieldIn(subject, ["vendorName"])) sentence.take("vendor, supplier");
  sentence.take("so far");
  // The rows of a figure are days: "sick days".
  if (subject.needs) sentence.take("day, days");
  const unmet = beside.flatMap(({ is, words }) =>
    is.filter((one) => one.subject === subject.id).length === 1 ? [] : words.split(" "),
  );
  // A currency left is the company's own, as a foreign one is a filter.
  // "Which cases does May handle": the field says "Handled by".
  const labels = new Set(
    subject.fields
      .filter(({ name }) => used.includes(name))
      .flatMap(({ label, alsoCalled }) =>
        [label, ...alsoCalled].flatMap((one) => normalized(one).split(" ").map(verbStem)),
      ),
  );
  const rows = [subject.one, subject.many, ...subject.alsoCalled].flatMap((one) => normalized(one).split(" "));
  // "Group deals" are all rows of the file "group deals".
  const ofFile = new Set(subject.alsoCalled.flatMap((one) => normalized(one).split(" ").map(stem)));
  // But "rate agreements" are some of them.
  const isBeforeRows = (word: string): boolean => rows.includes(sentence.at((sentence.find(word)?.at ?? -2) + 1) ?? "");
  return [...unmet, ...sentence.rest()].filter(
    (word) =>
      !functionWords.has(word) &&
      !currencyWords.has(word) &&
      !(ofFile.has(stem(word)) && isBeforeRows(word)) &&
      !(labels.has(verbStem(word)) && !isBeforeRows(word)),
  );
}

const withoutCommas = (text: string): string => text.replaceAll(",", " ");

/** An exclusion that the query cannot express: "without rent". */
export function unmetExclusion(sentence: Sentence): string | null {
  const found = sentence.find(exclusionWord);
  if (!found) return null;
  sentence.use(found);
  const next = sentence.find("a, an, any, the, our", { from: found.at + 1 });
  const noun = next?.at === found.at + 1 ? next.at + 1 : found.at + 1;
  const length = fillers.has(sentence.at(noun + 1) ?? "a") ? 1 : 2;
  sentence.use({ at: noun, length });
  return sentence.words(found.at, noun + length);
}
