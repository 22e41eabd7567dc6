import { hasYear, lengths } from "#contract/words.ts";
import { type DateFormat, lengthFault, quote, readAmount, readDay } from "#features/metrics/rules.ts";
import type { Field } from "#features/records/fields/field.ts";

/** How a file writes its days and numbers. */
export type Writing = { dateFormat: DateFormat; decimalCommas: boolean };
export type Value = string | number | boolean | null;
type Read = { value: Value } | { fault: string };

/**
 * A spreadsheet takes a cell that begins like this for a formula, and works it out; full-width signs are signs to some.
 * Apostrophes before it are taken along, so that taking one away gives back exactly what one was put before.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Puts an apostrophe before text that a spreadsheet would take for a formula. */
export const disarm = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes the apostrophe away again that an export put before a text. */
export const rearm = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();

const longestOf = ({ type }: Field): number =>
  type === "text" ? lengths.text : type === "line" || type === "email" ? lengths.title : lengths.figure;

/** Takes a cell of a file, gives what its field holds, or what is wrong with it. An empty cell is null: not known. */
export function readCell(field: Field, cell: string, writing: Writing): Read {
  const trimmed = cell.trim();
  const text = rearm(trimmed);
  const fault = lengthFault(text, longestOf(field));
  if (fault) return { fault };
  // A dash that was disarmed is a text: what is not known is exported empty.
  if (trimmed === "" || /^(null|n\/a|#n\/a|-|–|—)$/i.test(trimmed)) return { value: null };
  switch (field.type) {
    case "day":
      return dayOf(text, writing.dateFormat);
    case "money":
      return numberOf(text.replace(/^[A-Z]{3}\s?|\s?[A-Z]{3}$/, ""), writing);
    case "number":
      return numberOf(text, writing);
    case "whole":
      return numberOf(text.replace(/(?:days?|months?)$/i, ""), writing);
    case "share":
      return shareOf(text, writing);
    case "flag":
      return flagOf(text);
    case "choice":
      return choiceOf(field, text);
    default:
      return { value: text };
  }
}

/** Takes a day as a file writes it, leaves its time out. */
export const withoutTime = (text: string): string => text.replace(/(?<![T ,])[T ,]+\d{1,2}:\d{2}.*$/, "");

/** Days as the file writes them; written year first they can mean only one. The time of day is left out. */
function dayOf(text: string, format: DateFormat): Read {
  const day = withoutTime(text);
  const found = readDay(day, format) ?? readDay(day, "YYYY-MM-DD") ?? readDay(day.replaceAll("/", "-"), "YYYY-MM-DD");
  if (!found) return { fault: `${quote(text)} is not a date in the form ${format}` };
  return hasYear(found) ? { value: found } : { fault: `${quote(text)} is not a year from 1900 to 2199` };
}

function numberOf(text: string, { decimalCommas }: Writing): Read {
  const value = readAmount(text, decimalCommas);
  if (value !== null) return { value };
  const unclear = decimalCommas && readAmount(text) !== null;
  return {
    fault: `${quote(text)} ${unclear ? "could mean two numbers: write it without a thousands separator" : "is not a number"}`,
  };
}

/** 60%, 60 and 0.6 are the same share. */
function shareOf(text: string, writing: Writing): Read {
  const read = numberOf(text.replace(/%$/, ""), writing);
  if ("fault" in read || typeof read.value !== "number") return read;
  return { value: text.endsWith("%") || read.value > 1 ? read.value / 100 : read.value };
}

function flagOf(text: string): Read {
  if (/^(yes|y|true|t|1|x|ja|on)$/i.test(text)) return { value: true };
  if (/^(no|n|false|f|0|nein|off)$/i.test(text)) return { value: false };
  return { fault: `${quote(text)} is neither yes nor no` };
}

/** What each word for a choice means: asked of every line of a file. */
const wordsOf = new WeakMap<Field, Map<string, string>>();

function choiceOf(field: Field, text: string): Read {
  const { choices = [], words = {} } = field;
  let known = wordsOf.get(field);
  if (!known) {
    const said = [...Object.entries(words), ...choices.map((choice) => [choice, choice] as const)];
    // A choice by its own name goes before a word for another.
    known = new Map(said.map(([word, choice]) => [plain(word), choice]));
    wordsOf.set(field, known);
  }
  const found = known.get(plain(text));
  return found === undefined ? { fault: `${quote(text)} is none of ${choices.join(", ")}` } : { value: found };
}
