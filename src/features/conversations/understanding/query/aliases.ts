import type { QueryField } from "#contract/query.ts";
import { stem } from "../stem.ts";
import { timeWords } from "../period.ts";
import { functionWords, isNegation, normalized } from "../words.ts";

/** Words of a question that mean values of a field: "germany" of "Germany (DE)"; or that its texts contain. */
export type Alias = {
  field: string;
  words: string;
  values: readonly string[];
  isWithin?: boolean;
  /** The words are a part of the values. */
  isPart?: boolean;
  /** "And" or "or" stands beside them. */
  isListed?: boolean;
};
export type Aliases = readonly Alias[];

/** Fields whose values a question may name without the field. */
export const isListed = (subject: string, { name, type }: QueryField): boolean =>
  ["text", "note", "choice"].includes(type) &&
  !["number", "email", "phone", "claim", "source", "currency", "externalId"].includes(name) &&
  (name !== "name" || ["customers", "vendors", "deals", "subscriptions", "people"].includes(subject));

/** Texts of a row's own, which are no categories however short they are. */
const descriptions = new Set(["title", "name", "description", "notes", "detail", "nextStep", "reference"]);
const isName = (field: string): boolean =>
  ["customerName", "vendorName", "ownerName", "assignee", "counterparty", "managerName"].includes(field);

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** "DE" as "Germany DE". */
const inWords = (value: string): string => (/^[A-Z]{2}$/.test(value) ? `${regions.of(value) ?? ""} ${value}` : value);

const wordsOf = (text: string): string[] => normalized(text).split(" ").filter(Boolean);
/** A value of more words is a description. */
const longest = 5;
/** More values than these are said by what they contain, where that tells them from the others. */
const few = 3;
const mostValues = 50;

/** Words that put two queries together are no part of a value. */
const isJoining = (word: string): boolean => /^(?:per|vs|versus|than|against|compared|before|after|since)$/.test(word);

type Known = { field: string; value: string; stems: string[] };

/**
 * The values that the unused words of a question name, by field: whole values before parts of them, names after
 * categories, and what a description contains last. Words that mean values of several fields mean none of them.
 * `isWord`: a word that need not be a name; `isNamed`: the question names the rows. If not, a common word in a description
 * names none of them.
 */
export function aliasesIn(
  question: string,
  unused: readonly string[],
  values: ReadonlyMap<string, readonly string[]>,
  { isWord = () => true, isNamed = true }: { isWord?: (word: string) => boolean; isNamed?: boolean } = {},
): Alias[] {
  const words = wordsOf(question);
  const left = new Set(unused.flatMap((one) => one.split(" ")));
  const known = [...values].flatMap(([field, all]) =>
    // A name is compared letter by letter: "associations" are not one of that name.
    all.map(
      (value): Known => ({ field, value, stems: wordsOf(inWords(value)).map(isName(field) ? (word) => word : stem) }),
    ),
  );
  // Where one value is longer, all of a field are descriptions.
  const texts = new Set([
    ...descriptions,
    ...known.flatMap(({ field, stems }) => (stems.length > longest && !isName(field) ? [field] : [])),
  ]);
  const capitalized = new Set((question.match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? []).map((word) => normalized(word)));
  const found: Alias[] = [];
  for (let at = 0; at < words.length; at += 1)
    for (let size = Math.min(longest, words.length - at); size > 0; size -= 1) {
      const run = words.slice(at, at + size);
      const alias = run.some((word) => left.has(word) && !functionWords.has(word)) && aliasOf(run);
      if (!alias) continue;
      const isListed = [words[at - 1], words[at + size]].some((word) => word === "and" || word === "or");
      found.push({ ...alias, ...(isListed && { isListed }) });
      at += size - 1;
      break;
    }
  return found.flatMap((one) => sharedBy(one, found) ?? []);

  function aliasOf(run: readonly string[]): Alias | null {
    const stems = run.map(stem);
    const written = (field: string): readonly string[] => (isName(field) ? run : stems);
    const whole = known.filter(({ field, stems: own }) => own.join(" ") === written(field).join(" "));
    if (whole.length > 0) {
      const { isPart: _, ...alias } = only(whole) ?? { field: "", words: "", values: [] };
      return alias.field ? alias : null;
    }
    const isPartOfValue = (word: string): boolean => left.has(word) && !isNegation(word) && !isJoining(word);
    const isTelling = run.some((word) => word.length > 2 && !timeWords.includes(word));
    if (!run.every(isPartOfValue) || !isTelling) return null;
    const holding = known.filter(({ field, stems: own }) => isWithin(written(field), own));
    const listed = holding.filter(({ field }) => !isName(field) && !texts.has(field));
    if (listed.length > 0) return only(listed);
    // Of a name a part counts only where it is written as one, or is no other word, and if it is of one name.
    const names = holding.filter(({ field }) => isName(field));
    const named = run.some((word) => word.length > 3 && !isWord(word)) && names.length > 0 ? only(names) : null;
    const isCapital = capitalized.has(run[0] ?? "") && names.length > 0;
    const name = isCapital ? only(names) : named;
    const inTexts = holding.filter(({ field }) => texts.has(field));
    if (isCapital || inTexts.length === 0) return name?.values.length === 1 ? name : null;
    return isNamed || !run.every(isWord) ? only(inTexts) : null;

    function only(matching: readonly Known[]): Alias | null {
      const fields = [...new Set(matching.map((one) => one.field))];
      // What the rows say themselves counts before what their customer or vendor is.
      const own = fields.filter((one) => !one.includes("."));
      const [field, another] = own.length > 0 ? own : fields;
      if (!field || another) return null;
      const named = [...new Set(matching.flatMap((one) => (one.field === field ? [one.value] : [])))];
      const alias = { field, words: run.join(" "), isPart: true };
      if (named.length <= few) return { ...alias, values: named };
      const others = known.filter((one) => one.field === field && !named.includes(one.value));
      const literal = [run, stems]
        .map((one) => one.join(" "))
        .find((text) => {
          const holds = (value: string): boolean => value.toLowerCase().includes(text);
          return named.every(holds) && !others.some(({ value }) => holds(value));
        });
      if (literal) return { ...alias, values: [literal], isWithin: true };
      return named.length > mostValues ? null : { ...alias, values: named };
    }
  }
}

/**
 * "HMRC for VAT": of values that two parts of a question name, those that both name. Parts that share none say nothing,
 * unless they are whole values or a list.
 */
function sharedBy(alias: Alias, all: readonly Alias[]): Alias | null {
  const { field, values, isWithin: isText, isPart } = alias;
  const others = all.filter((one) => one.field === field && one !== alias && !isText && !one.isWithin);
  const shared = values.filter((value) => others.every((one) => one.values.includes(value)));
  if (shared.length > 0) return { ...alias, values: shared };
  return isPart && !alias.isListed ? null : alias;
}

/** Whether words stand one after the other in a value. */
const isWithin = (run: readonly string[], value: readonly string[]): boolean =>
  ` ${value.join(" ")} `.includes(` ${run.join(" ")} `);
