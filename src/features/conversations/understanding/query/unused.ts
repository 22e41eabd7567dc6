import type { Filter } from "#contract/query.ts";
import { currencyWords, fillers, functionWords, normalized } from "../words.ts";
import { stem, verbStem } from "../stem.ts";
import type { Draft } from "./draft.ts";
import { exclusionWord } from "./filters.ts";
import { fieldIn } from "./lexicon.ts";
import type { Sentence } from "./sentence.ts";
import { namesIn } from "./row-names.ts";
import { figureTerms, sideOf } from "./subject.ts";
import { terms } from "./terms.ts";
import { finishedStatuses } from "./value-terms.ts";

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
  // A bill has no customer, and what customers owe no vendor.
  const side = sideOf(term);
  if (fieldIn(subject, ["customerName"]) && side !== "payable") sentence.take("customer, client");
  if (fieldIn(subject, ["vendorName"]) && side !== "receivable") sentence.take("vendor, supplier");
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

/** Conditions that no row meets together: nothing is overdue once it has ended, and no invoice to a customer is a bill. */
export function contraryIn(all: readonly Filter[]): string | null {
  const isView = (...names: string[]): boolean =>
    all.some(({ field, values }) => field === "view" && names.includes(String(values[0])));
  const isWith = (met: (value: string) => boolean): boolean =>
    all.some(({ field, test, values }) => field !== "view" && test === "is" && values.every((one) => met(String(one))));
  const isEnded = isWith((value) => finishedStatuses.has(value));
  if (isView("overdue", "overdueBills") && isEnded) return "overdue";
  return isView("bills", "payable", "overdueBills") && isWith((value) => value === "receivable") ? "bills" : null;
}

/** "Bills and expenses": a figure of the company beside rows is no other word for them, and they do not hold it. */
export function figureBeside({ sentence, subject, lexicon }: Draft): string | null {
  if (subject.id === "figures") return null;
  for (const { words } of figureTerms(lexicon)) {
    const found = sentence.find(words, { exact: true, used: true });
    const beside = found && [sentence.at(found.at - 1), sentence.at(found.at + found.length)];
    if (beside?.some((word) => /^(?:and|plus|with|together|or)$/.test(word ?? "")))
      return sentence.words(found?.at ?? 0, (found?.at ?? 0) + (found?.length ?? 0));
  }
  return null;
}
