import { unescapeFormula, type Value } from "#contract/csv.ts";
import { hasYear, lengths } from "#contract/words.ts";
import { type DateFormat, lengthFault, quote, readAmount, readDay } from "#features/metrics/rules.ts";
import type { Field } from "#features/records/fields/field.ts";

/** Date and number formats of a file. */
export type FileFormat = { dateFormat: DateFormat; decimalCommas: boolean };
type Read = { value: Value } | { fault: string };

/** A word as it is compared with the words of a choice. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();

const longestOf = ({ type }: Field): number =>
  type === "text" ? lengths.text : type === "line" || type === "email" ? lengths.title : lengths.figure;

/** The value of a cell, or what is wrong with it. An empty cell is null: unknown. */
export function readCell(field: Field, cell: string, format: FileFormat): Read {
  const trimmed = cell.trim();
  const text = unescapeFormula(trimmed);
  const fault = lengthFault(text, longestOf(field));
  if (fault) return { fault };
  // An escaped dash ('-) is text: unknown values are exported empty.
  if (trimmed === "" || /^(null|n\/a|#n\/a|-|–|—)$/i.test(trimmed)) return { value: null };
  switch (field.type) {
    case "day":
      return dayOf(text, format.dateFormat);
    case "money":
      return numberOf(text.replace(/^[A-Z]{3}\s?|\s?[A-Z]{3}$/, ""), format);
    case "number":
      return numberOf(text, format);
    case "whole":
      return numberOf(text.replace(/(?:days?|months?)$/i, ""), format);
    case "share":
      return shareOf(text, format);
    case "flag":
      return flagOf(text);
    case "choice":
      return choiceOf(field, text);
    default:
      return { value: text };
  }
}

const withoutTime = (text: string): string => text.replace(/(?<![T ,])[T ,]+\d{1,2}:\d{2}.*$/, "");

/** Dates in the file's format; year-first dates are always unambiguous. Times are dropped. */
function dayOf(text: string, format: DateFormat): Read {
  const day = withoutTime(text);
  const found = readDay(day, format) ?? readDay(day, "YYYY-MM-DD") ?? readDay(day.replaceAll("/", "-"), "YYYY-MM-DD");
  if (!found) return { fault: `${quote(text)} is not a date in the form ${format}` };
  return hasYear(found) ? { value: found } : { fault: `${quote(text)} is not a year from 1900 to 2199` };
}

function numberOf(text: string, { decimalCommas }: FileFormat): Read {
  const value = readAmount(text, decimalCommas);
  if (value !== null) return { value };
  const unclear = decimalCommas && readAmount(text) !== null;
  return {
    fault: `${quote(text)} ${unclear ? "could mean two numbers: write it without a thousands separator" : "is not a number"}`,
  };
}

/** 60%, 60 and 0.6 are equal. */
function shareOf(text: string, format: FileFormat): Read {
  const read = numberOf(text.replace(/%$/, ""), format);
  if ("fault" in read || typeof read.value !== "number") return read;
  return { value: text.endsWith("%") || read.value > 1 ? read.value / 100 : read.value };
}

function flagOf(text: string): Read {
  if (/^(yes|y|true|t|1|x|ja|on)$/i.test(text)) return { value: true };
  if (/^(no|n|false|f|0|nein|off)$/i.test(text)) return { value: false };
  return { fault: `${quote(text)} is neither yes nor no` };
}

/** Choices by name and alias; cached, because every line of a file needs them. */
const choicesByWord = new WeakMap<Field, Map<string, string>>();

function choiceOf(field: Field, text: string): Read {
  const { choices = [], words = {} } = field;
  let known = choicesByWord.get(field);
  if (!known) {
    const spellings = [...Object.entries(words), ...choices.map((choice) => [choice, choice] as const)];
    // A choice's own name takes precedence over an alias of another.
    known = new Map(spellings.map(([word, choice]) => [plain(word), choice]));
    choicesByWord.set(field, known);
  }
  const found = known.get(plain(text));
  return found === undefined ? { fault: `${quote(text)} is none of ${listChoices(choices)}` } : { value: found };
}

/** The choices of a field in a sentence; of many, the first. */
export const listChoices = (choices: readonly string[]): string =>
  choices.length > 20 ? `${choices.slice(0, 13).join(", ")} or ${choices.length - 13} more` : choices.join(", ");
