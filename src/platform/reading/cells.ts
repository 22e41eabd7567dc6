import { unescapeFormula } from "#contract/csv.ts";
import { truncate } from "#contract/truncate.ts";
import { dayInZone, readWrittenDay, serialDay, type WrittenDay } from "./days.ts";
import { currenciesOf, readWrittenNumber, type WrittenNumber } from "./numbers.ts";
import type { ColumnFormat, DayOrder, DecimalSign, Place } from "./reading.ts";

/** A cell as its column is read; null for an empty one. Days are YYYY-MM-DD, percents 0 to 1. */
export type CellValue = { value: string | number | boolean | null; currency?: string } | { fault: string };

const quote = (cell: string): string => `"${cell.length > 40 ? `${truncate(cell, 40)}…` : cell}"`;

/** What a cell holds: without spaces around it, and without what keeps spreadsheets from changing or running it. */
export function cellText(cell: string): string {
  let text = cell.trim();
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2)
    text = text.slice(2, -1).replaceAll('""', '"').trim();
  // An escaped dash is text, a bare one is nothing: it stays escaped.
  return text.startsWith("'") && !isDash(text.slice(1)) ? unescapeFormula(text) : text;
}

const nothing =
  /^(?:null|undefined|nan|n\/a|n\.a\.|\(blank\)|\(none\)|\(empty\)|#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!)|[-‐-―−]{1,3})$/i;
/** Whether a cell says that there is nothing, such as "n/a" or a dash. */
export const isNothing = (cell: string): boolean => cell.length < 12 && nothing.test(cell);
export const isDash = (cell: string): boolean => /^[-‐-―−]$/.test(cell);

const email = /^[^\s@,;<>]{1,64}@[^\s@,;<>.]{1,63}(?:\.[^\s@,;<>.]{1,63})+$/;
export const isEmail = (cell: string): boolean => cell.includes("@") && email.test(cell);

const yes = "yes y true t 1 x on ja j wahr oui o vrai sí si s verdadero sim verdadeiro vero да tak はい 是 ✓ ✔";
const no = "no n false f 0 off nein falsch non faux falso não nao nee nej нет nie いいえ 否 ✗";
export const flags: ReadonlyMap<string, boolean> = new Map([
  ...yes.split(" ").map((word) => [word, true] as const),
  ...no.split(" ").map((word) => [word, false] as const),
]);

/** The readings of a day that differ; one if the cell is unambiguous. */
export const daysOf = ({ yearFirst, dayFirst, monthFirst }: WrittenDay): string[] =>
  [...new Set([dayFirst, monthFirst, yearFirst])].filter((day) => day !== null);

export const inOrder = (read: WrittenDay, order: DayOrder): string | null =>
  order === "day first" ? read.dayFirst : order === "month first" ? read.monthFirst : read.yearFirst;

export const inDecimal = (read: WrittenNumber, decimal: DecimalSign): number | null =>
  decimal === "." ? read.point : read.comma;

/** Returns a function that reads the cells of a column, as its lines give them. An ambiguous cell of an undecided column is a fault. */
export function cellReader(format: ColumnFormat, place: Place): (cell: string) => CellValue {
  const read = readerOf(format, place);
  // Most columns repeat their cells.
  const known = new Map<string, CellValue>();
  return (cell) => {
    let value = known.get(cell);
    if (!value) {
      value = read(cell.trim());
      if (known.size >= 1000) known.clear();
      if (cell.length < 100) known.set(cell, value);
    }
    return value;
  };
}

function readerOf(format: ColumnFormat, place: Place): (cell: string) => CellValue {
  const orNothing = (read: (cell: string) => CellValue) => (cell: string) =>
    cell === "" || isNothing(cell) || /^none$/i.test(cell) ? { value: null } : read(cell);
  switch (format.type) {
    case "day":
    case "instant":
      return orNothing((cell) => readDay(cell, format, place));
    case "money":
    case "number":
    case "percent":
      return (cell) => {
        // In a column of amounts the dash is how accountants write zero.
        if (isDash(cell)) return { value: format.type === "money" ? 0 : null };
        return orNothing((filled) => readNumber(filled, format, place))(cell);
      };
    case "flag":
      return orNothing((cell) => {
        const value = flags.get(cell.toLowerCase());
        return value === undefined ? { fault: `${quote(cell)} is neither yes nor no` } : { value };
      });
    default:
      return (cell) => ({ value: cell === "" || isNothing(cell) ? null : cell });
  }
}

/** Whether the cell is a spreadsheet's number of a day, from 1954 to 2119. */
export const isSerial = (cell: string): boolean =>
  /^\d{5}(?:\.\d+)?$/.test(cell) && Number(cell) > 20_000 && Number(cell) < 80_000;

/** Milliseconds since 1970 of a cell that counts them or seconds, from 1998 to 2099. */
export function epochOf(cell: string): number | null {
  if (!/^\d{10}$|^\d{13}$|^\d{10}\.\d{1,6}$/.test(cell)) return null;
  const instant = Number(cell) * (/^\d{13}$/.test(cell) ? 1 : 1000);
  return instant > 9e11 && instant < 41e11 ? instant : null;
}

function readDay(cell: string, format: ColumnFormat, place: Place): CellValue {
  if (isSerial(cell)) return { value: serialDay(Number(cell)) };
  const instant = epochOf(cell);
  if (instant !== null) return { value: dayInZone(instant, place.timeZone) };
  const read = readWrittenDay(cell);
  if (!read) return { fault: `${quote(cell)} is not a date` };
  if (read.month && !format.months) return { fault: `${quote(cell)} names no day` };
  const days = daysOf(read);
  const day = days.length === 1 && !format.dayOrder ? days[0] : format.dayOrder ? inOrder(read, format.dayOrder) : null;
  if (!day && !format.dayOrder) return { fault: `${quote(cell)} could be ${days.join(" or ")}` };
  if (!day) return { fault: `${quote(cell)} is not a date with the ${format.dayOrder ?? ""}` };
  const offset = read.offset ?? (format.zone ? 0 : null);
  if (format.midnights || read.time === null || offset === null) return { value: day };
  return { value: dayInZone(Date.parse(`${day}T${read.time}Z`) - offset * 60_000, place.timeZone) };
}

const percentOf = (value: number): number => Number((value / 100).toPrecision(15));

function readNumber(cell: string, format: ColumnFormat, place: Place): CellValue {
  const read = readWrittenNumber(cell, place.currency);
  if (!read) return { fault: `${quote(cell)} is not a number` };
  const { point, comma } = read;
  if (!format.decimal && point !== null && comma !== null && point !== comma)
    return { fault: `${quote(cell)} could be ${point} or ${comma}` };
  let value = format.decimal ? inDecimal(read, format.decimal) : (point ?? comma);
  if (value === null)
    return { fault: `${quote(cell)} is not a number with a decimal ${format.decimal === "," ? "comma" : "point"}` };
  if (read.mark) {
    if (!format.negative) return { fault: `${quote(cell)} could be positive or negative` };
    if (read.mark === format.negative && value !== 0) value = -value;
  }
  if (read.percent) return { value: percentOf(value) };
  if (format.type === "percent" && value !== 0) {
    if (!format.whole) return { fault: `${quote(cell)} could be ${value}% or ${value * 100}%` };
    return { value: format.whole === "hundred" ? percentOf(value) : value };
  }
  if (read.currency === null) return { value };
  const currency = currencyOf(read.currency, format, place);
  return currency ? { value, currency } : { fault: `${quote(cell)}: the currency of ${read.currency} is not known` };
}

/** The currency of a sign: its only one, the one chosen for the column, or the company's own. */
function currencyOf(sign: string, format: ColumnFormat, place: Place): string | null {
  const meant = currenciesOf(sign);
  if (meant.length === 1) return meant[0] ?? null;
  const chosen = format.currency ?? place.currency;
  return meant.includes(chosen) ? chosen : null;
}
