import type { TargetField } from "#features/imports/planning/fields.ts";
import { monthNamed } from "#platform/reading/days.ts";
import type { ColumnProfile } from "#platform/reading/reading.ts";

/** A column with a heading that no other column of the file has. */
export type Column = ColumnProfile & { name: string };

export const isDay = (column: Column): boolean =>
  column.format.type === "day" || column.format.type === "instant" || isEpochs(column);

const cellsOf = ({ values, examples }: Column): string[] => values?.map(({ value }) => value) ?? examples;

/** Whether nearly every line has a cell of its own. */
export const isDistinct = ({ values, filled }: Column): boolean => values === null || values.length >= filled * 0.95;

/** Whether the cells number the lines, or records of their own: 1, 2, 3, or 20260117, 20260118, 20260121. A few cells can be so by chance. */
const isCount = (column: Column): boolean => {
  const cells = cellsOf(column);
  if (!isDistinct(column) || cells.length < 5 || !cells.every((cell) => /^\d{1,15}$/.test(cell))) return false;
  const [least, most] = [Math.min(...cells.map(Number)), Math.max(...cells.map(Number))];
  const isOfOneLength = String(least).length > 2 && String(least).length === String(most).length;
  return most - least < column.filled * (least <= 1 ? 1.2 : isOfOneLength ? 4 : 1.2);
};

/** Whether the cells are amounts or counts of something. */
export const isQuantity = (column: Column): boolean =>
  ["number", "money", "percent"].includes(column.format.type) && !isCount(column) && !isEpochs(column);

/** Whether the cells only count the lines: 1, 2, 3. */
export const isRunning = (column: Column): boolean => isCount(column) && Math.min(...cellsOf(column).map(Number)) <= 1;

type Counted = Pick<Column, "format" | "filled" | "serials" | "epochs">;
const isNumbers = ({ format, filled }: Counted): boolean =>
  filled > 0 && (format.type === "number" || format.type === "money");
/** Days as a spreadsheet counts them. */
export const isSerials = (column: Counted): boolean => isNumbers(column) && column.serials === column.filled;
/** Seconds or milliseconds since 1970. */
export const isEpochs = (column: Counted): boolean => isNumbers(column) && column.epochs === column.filled;

/** Yes and no, or 1 and 0. */
export const isYesNo = ({ format, values }: Pick<Column, "format" | "values">): boolean =>
  format.type === "flag" ||
  (format.type === "number" &&
    values !== null &&
    values.length > 0 &&
    values.every(({ value }) => /^[01]$/.test(value)));

/** Whether the cells tell nothing apart: one word in all of many lines. */
export const isConstant = ({ values, filled }: Column): boolean => values?.length === 1 && filled >= 5;

/** Whether any of the numbers is below 0. */
export const isSigned = (column: Column): boolean =>
  isQuantity(column) &&
  (cellsOf(column).some((cell) => /^\s*\(.*\)\s*$|[-−–]\s*[\d.,$€£]|\d\s*[-−–]\s*$/.test(cell)) ||
    column.doubts.some(({ about }) => about === "sign"));

/** Whether the cells tell records apart: a digit in each, no cell twice, and no more than two words. */
const isNumbering = (column: Column): boolean => {
  const { type } = column.format;
  if (type === "number") return isCount(column);
  if (type !== "text" || !isDistinct(column)) return false;
  const cells = cellsOf(column);
  return cells.length > 1 && cells.every((cell) => /\d/.test(cell) && /^\S+(?:\s\S+)?$/.test(cell));
};

/** Whether all its days are the first or the last of a month. */
export const isMonths = (column: Column): boolean =>
  isDay(column) &&
  (column.format.months === true ||
    cellsOf(column).every((cell) => /(?<!\d)(?:0?1|28|29|30|31)(?!\d)/.test(cell.replace(/\d{4}/, ""))));

/** Whether its cells are months without a year: "January". */
export const isNamedMonths = ({ values }: Pick<Column, "values">): boolean =>
  values !== null && values.length > 0 && values.every(({ value }) => monthNamed(value) !== null);

/** Whether a column's cells can only be values of such a field. */
export function isOfType({ name, type }: Pick<TargetField, "name" | "type">, column: Column): boolean {
  if (column.filled === 0) return false;
  if (type === "day") return isDay(column);
  if (type === "money") return isQuantity(column) && column.format.type !== "percent";
  if (type !== "line") return false;
  return name === "number" ? isNumbering(column) : column.format.type === "text";
}
