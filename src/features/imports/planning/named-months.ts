import type { Column } from "#features/imports/planning/columns.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { monthNamed } from "#platform/reading/days.ts";

/** The first day of each month that a column names without its year, by the year that a person says. */
export function yearsOf({ profile, today }: PlanInput, column: Column, asking: Asking): Record<string, string> | null {
  const named = column.values?.map(({ value }) => ({ value, number: monthNamed(value) })) ?? [];
  const known = named.flatMap(({ value, number }) => (number === null ? [] : [{ value, number }]));
  if (known.length === 0 || known.length < named.length || today === undefined) return null;
  const order = [...new Set(profile.first.flatMap(({ cells }) => monthNamed(cells[column.at] ?? "") ?? []))];
  const first = order[0] ?? 1;
  const dayOf = (year: number, number: number) =>
    `${year + Number(order.length > 1 && number < first)}-${String(number).padStart(2, "0")}-01`;
  const thisYear = Number(today.slice(0, 4));
  const spanOf = (year: number): string => {
    const days = known.map(({ number }) => dayOf(year, number)).toSorted();
    const [from = "", to = ""] = [days[0], days.at(-1)];
    return from === to ? from.slice(0, 7) : `${from.slice(0, 7)} to ${to.slice(0, 7)}`;
  };
  const options = [0, -1, 1, -2, -3].map((by) => ({ value: String(thisYear + by), label: spanOf(thisYear + by) }));
  const year = asking.year(column, options);
  return year === null
    ? null
    : Object.fromEntries(known.map(({ value, number }) => [value, dayOf(Number(year), number)]));
}
