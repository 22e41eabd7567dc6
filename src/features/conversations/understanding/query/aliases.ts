import type { QueryField } from "#contract/query.ts";
import { stem } from "../stem.ts";
import { functionWords, normalized } from "../words.ts";

/** Words of a question that mean values of a field: "germany" of "Germany (DE)". */
export type Alias = { field: string; words: string; values: readonly string[] };
export type Aliases = readonly Alias[];

/** Fields whose values a question may name without the field: those of few words that rows share. */
export const isListed = (subject: string, { name, type }: QueryField): boolean =>
  type === "text" &&
  !["number", "title", "email", "phone", "claim"].includes(name) &&
  (name !== "name" || ["customers", "vendors"].includes(subject));

const isName = (field: string): boolean => ["customerName", "vendorName", "ownerName", "assignee"].includes(field);

const wordsOf = (text: string): string[] => normalized(text).split(" ").filter(Boolean);
/** The longest value that a part of it names, in words: what is longer is a description. */
const longest = 5;

/**
 * The values that the unused words of a question name, by field: whole values before those that hold the words. Words
 * that are in the values of several fields name none of them.
 */
export function aliasesIn(
  question: string,
  unused: readonly string[],
  values: ReadonlyMap<string, readonly string[]>,
): Alias[] {
  const words = wordsOf(question);
  const left = new Set(unused.flatMap((one) => one.split(" ")));
  const known = [...values].flatMap(([field, all]) =>
    // A name is compared letter by letter: "associations" are not one of that name.
    all.map((value) => ({ field, value, stems: wordsOf(value).map(isName(field) ? (word) => word : stem) })),
  );
  const capitalized = new Set((question.match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? []).map((word) => normalized(word)));
  const found: Alias[] = [];
  for (let at = 0; at < words.length; at += 1)
    for (let size = Math.min(longest, words.length - at); size > 0; size -= 1) {
      const run = words.slice(at, at + size);
      if (!run.some((word) => left.has(word) && !functionWords.has(word))) continue;
      const stems = run.map(stem);
      const written = ({ field }: { field: string }) => (isName(field) ? run : stems);
      const whole = known.filter((one) => one.stems.join(" ") === written(one).join(" "));
      const telling = run.every((word) => left.has(word)) && run.some((word) => word.length > 3);
      // A common word is in many names: of a name a part counts only where it is written as one.
      const isWrittenAsName = capitalized.has(run[0] ?? "");
      const holding = telling
        ? known.filter(
            (one) =>
              (isWrittenAsName || !isName(one.field)) &&
              one.stems.length <= longest &&
              isWithin(written(one), one.stems),
          )
        : [];
      const matching = whole.length > 0 ? whole : holding;
      const fields = new Set(matching.map(({ field }) => field));
      const [field] = fields;
      if (!field || fields.size > 1) continue;
      found.push({ field, words: run.join(" "), values: [...new Set(matching.map(({ value }) => value))] });
      at += size - 1;
      break;
    }
  return found;
}

/** Whether words stand one after the other in a value. */
const isWithin = (run: readonly string[], value: readonly string[]): boolean =>
  ` ${value.join(" ")} `.includes(` ${run.join(" ")} `);
