import type { Column } from "#features/imports/planning/columns.ts";
import type { TargetField } from "#features/imports/planning/fields.ts";
import { names } from "#features/imports/planning/meanings.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { periodIn } from "#features/imports/programs/spoken.ts";

const units = ["days", "weeks", "months", "years"] as const;
export type Unit = (typeof units)[number];

/** What each unit comes to in the field's own; a month is taken for 30 days, and other conversions are none. */
const factors: Readonly<Record<string, Readonly<Partial<Record<Unit, number>>>>> = {
  noticeDays: { days: 1, weeks: 7, months: 30, years: 365 },
  renewalMonths: { months: 1, years: 12 },
};
/** From which number on no other unit is likely. */
const evident: Readonly<Record<string, { from: number; unit: Unit }>> = {
  noticeDays: { from: 14, unit: "days" },
  renewalMonths: { from: 6, unit: "months" },
};

const unitIn = (text: string): Unit | null => {
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

/** The unit of a column's bare numbers: as its heading or their size says, otherwise it is asked about. */
export function unitOf(
  column: Column,
  { name, label }: TargetField,
  asking: Asking,
  notes: string[],
): Unit | undefined {
  const ofField = factors[name];
  if (!ofField) return undefined;
  const cells = column.values?.map(({ value }) => value) ?? column.examples;
  const bare = cells.filter((cell) => /^\d+$/.test(cell)).map(Number);
  const { from, unit } = evident[name] ?? { from: 0, unit: "days" };
  const inHeading = unitIn(column.heading);
  const found = inHeading ?? (bare.every((count) => count === 0 || count >= from) ? unit : null);
  const answer =
    found ??
    asking.missing(
      `unit:${column.name}`,
      `In which unit is "${column.name}" (${bare[0] ?? ""})?`,
      units
        .filter((one) => one in ofField)
        .map((one) => ({ value: one, label: one.replace(/^./, (first) => first.toUpperCase()) })),
      null,
      { column: column.name, lines: 0 },
    );
  const said = [answer, ...cells.map((cell) => unitIn(cell))];
  if (name === "noticeDays" && said.includes("months"))
    notes.push(`${label}: a month of "${column.name}" is read as 30 days.`);
  return units.find((one) => one === answer);
}
