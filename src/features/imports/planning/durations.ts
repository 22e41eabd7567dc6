import { names } from "#features/imports/planning/meanings.ts";
import { periodIn } from "#features/imports/programs/spoken.ts";

export const units = ["days", "weeks", "months", "years"] as const;
export type Unit = (typeof units)[number];

/** What each unit comes to in the field's own; a month is taken for 30 days, and other conversions are none. */
export const factors: Readonly<Record<string, Readonly<Partial<Record<Unit, number>>>>> = {
  noticeDays: { days: 1, weeks: 7, months: 30, years: 365 },
  renewalMonths: { months: 1, years: 12 },
};
export const unitIn = (text: string): Unit | null => {
  if (names(text, "days")) return "days";
  const period = periodIn(text);
  return period === "weekly" ? "weeks" : period === "monthly" ? "months" : period === "yearly" ? "years" : null;
};

const written = /^(\d+)\s*(\p{L}[^\d]*)?$/u;

/** How many of the field's units a cell says: "3 months" of notice; bare numbers are in the column's unit. */
export function durationIn(
  field: string,
  cell: string,
  unit: Unit | undefined,
): { value: number } | { fault: string } | null {
  const ofField = factors[field];
  const [, count = "", word] = written.exec(cell) ?? [];
  if (!ofField || count === "" || (word === undefined && unit === undefined)) return null;
  const said = word === undefined ? unit : unitIn(word);
  const factor = said ? ofField[said] : undefined;
  return factor === undefined
    ? { fault: `"${cell}" is in no unit that it can be read in` }
    : { value: Number(count) * factor };
}
