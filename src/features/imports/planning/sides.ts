import type { Column } from "#features/imports/planning/content.ts";
import { spellingOf } from "#features/imports/planning/words.ts";
import { credits, debits, says } from "#features/imports/programs/spoken.ts";

export type Side = "debit" | "credit" | "minus" | "plus";
/** A column whose words say of each line on which side of an account it stands, or its sign. */
type Sides = { column: Column; words: ReadonlyMap<string, Side> };

const mostWords = 4;
/** Letters that are known beside the one of debits alone. */
const letters: Readonly<Record<string, Side>> = { d: "debit", s: "debit", c: "credit", h: "credit" };
const besideDebit = new Set(["k", "a", "ma"]);

const sideOf = (word: string, isPair: boolean): Side | null => {
  if (debits.has(word)) return "debit";
  if (credits.has(word)) return "credit";
  if (/^[-−–]$/.test(word)) return "minus";
  return word === "+" ? "plus" : (letters[word] ?? (isPair && besideDebit.has(word) ? "credit" : null));
};

/** Null if any word says something else; a single word needs a heading that names both sides. */
export function sidesOf(column: Column): Sides | null {
  const { heading, values, format } = column;
  const isText = format.type === "text" || format.type === "flag";
  if (!isText || !values || values.length === 0 || values.length > mostWords) return null;
  const spelt = values.map(({ value }) => spellingOf(value));
  const isPair = spelt.some((word) => word === "d" || debits.has(word));
  const words = new Map<string, Side>();
  for (const word of spelt) {
    const side = sideOf(word, isPair);
    if (side === null) return null;
    words.set(word, side);
  }
  const isNamed = /^\W*(?:d\W*[chk]|s\W*h|c\W*d|h\W*s|dr\W*cr|cr\W*dr)\W*$/i.test(heading);
  const isBoth = new Set(words.values()).size > 1;
  return isBoth || isNamed || (says(heading, debits) && says(heading, credits)) ? { column, words } : null;
}
