import { unescapeFormula, type Value } from "#contract/csv.ts";
import { hasYear, lengths } from "#contract/words.ts";
import { lengthFault, quote, readAmount, readDay } from "#features/metrics/rules.ts";
import type { Field } from "#features/records/fields/field.ts";

type Read = { value: Value } | { fault: string };

const longestOf = ({ type }: Field): number =>
  type === "text" ? lengths.text : type === "line" || type === "email" ? lengths.title : lengths.figure;

/** What a person typed into a form, or what is wrong with it. Nothing is null: unknown. */
export function readCell(field: Field, cell: string): Read {
  const trimmed = cell.trim();
  const text = unescapeFormula(trimmed);
  const fault = lengthFault(text, longestOf(field));
  if (fault) return { fault };
  // An escaped dash ('-) is text.
  if (trimmed === "" || /^(null|n\/a|#n\/a|-|–|—)$/i.test(trimmed)) return { value: null };
  switch (field.type) {
    case "day":
      return dayOf(text);
    case "money":
      return numberOf(text.replace(/^[A-Z]{3}\s?|\s?[A-Z]{3}$/, ""));
    case "number":
      return numberOf(text);
    case "whole":
      return numberOf(text.replace(/(?:days?|months?)$/i, ""));
    case "share":
      return shareOf(text);
    case "flag":
      return flagOf(text);
    default:
      return { value: text };
  }
}

function dayOf(text: string): Read {
  const found = readDay(text.replace(/(?<![T ,])[T ,]+\d{1,2}:\d{2}.*$/, "").replaceAll("/", "-"), "YYYY-MM-DD");
  if (!found) return { fault: `${quote(text)} is not a date in the form YYYY-MM-DD` };
  return hasYear(found) ? { value: found } : { fault: `${quote(text)} is not a year from 1900 to 2199` };
}

function numberOf(text: string): Read {
  const value = readAmount(text);
  return value === null ? { fault: `${quote(text)} is not a number` } : { value };
}

/** 60%, 60 and 0.6 are equal. */
function shareOf(text: string): Read {
  const read = numberOf(text.replace(/%$/, ""));
  if ("fault" in read || typeof read.value !== "number") return read;
  return { value: text.endsWith("%") || read.value > 1 ? read.value / 100 : read.value };
}

function flagOf(text: string): Read {
  if (/^(yes|y|true|t|1|x|ja|on)$/i.test(text)) return { value: true };
  if (/^(no|n|false|f|0|nein|off)$/i.test(text)) return { value: false };
  return { fault: `${quote(text)} is neither yes nor no` };
}

/** The choices of a field in a sentence; of many, the first. */
export const listChoices = (choices: readonly string[]): string =>
  choices.length > 20 ? `${choices.slice(0, 13).join(", ")} or ${choices.length - 13} more` : choices.join(", ");
