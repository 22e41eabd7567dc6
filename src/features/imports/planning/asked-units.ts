import type { Column } from "#features/imports/planning/columns.ts";
import { factors, type Unit, unitIn, units } from "#features/imports/planning/durations.ts";
import type { TargetField } from "#features/imports/planning/fields.ts";
import type { Asking } from "#features/imports/planning/questions.ts";

/** From which number on no other unit is likely. */
const evident: Readonly<Record<string, { from: number; unit: Unit }>> = {
  noticeDays: { from: 14, unit: "days" },
  renewalMonths: { from: 6, unit: "months" },
};

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
