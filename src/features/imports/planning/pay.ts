import type { Asking } from "#features/imports/planning/questions.ts";
import { type Column, levelOf, levels } from "#features/imports/planning/columns.ts";
import { bare, fieldOfTarget, fieldsOfTarget } from "#features/imports/planning/fields.ts";
import { pay, type Period, periodIn, perMonth, says } from "#features/imports/programs/spoken.ts";

/** How many a month has of what a column holds, for each line by the words of another column. */
export type Per = { at: number; factors: Record<string, number | null> };
export type Pay = { column: Column; factor: number; per: Per | null };

const mostPeriods = 8;

/** A column that says of which time the pay of a line is: "Monthly", "Per hour". */
function perColumn(columns: readonly Column[]): Per | null {
  for (const { at, values, format } of columns) {
    if (!values || values.length === 0 || values.length > mostPeriods || format.type !== "text") continue;
    const said = values.map(({ value }) => ({ value, period: periodIn(value) }));
    if (said.every(({ period }) => period !== null))
      return {
        at,
        factors: Object.fromEntries(said.map(({ value, period }) => [bare(value), period && perMonth[period]])),
      };
  }
  return null;
}

/** The column of what people cost, once its period is known; money of no said period is asked about. */
export function payOf(
  columns: readonly Column[],
  taken: Column | null,
  rivals: readonly Column[],
  left: readonly Column[],
  asking: Asking,
  notes: string[],
): Pay | null {
  const field = fieldOfTarget("people", "monthlyCost");
  const isNamed = (column: Column) => field !== null && levelOf(field, column) === levels.name;
  const isPay = (column: Column) =>
    column.filled > 0 &&
    (column.format.type === "money" || (column.format.type === "number" && says(column.heading, pay))) &&
    !fieldsOfTarget("people").some((one) => one !== field && levelOf(one, column) >= levels.alias);
  const candidates = [
    ...new Set([
      ...(taken ? [taken] : []),
      ...rivals,
      ...left.filter((column) => isPay(column) && (!taken || !isNamed(taken))),
    ]),
  ];
  if (taken && isNamed(taken)) return { column: taken, factor: 1, per: null };
  if (candidates.length === 0) return null;
  const per = perColumn(columns);
  const paid = candidates.filter((column) => column === taken || rivals.includes(column) || says(column.heading, pay));
  const known = paid.flatMap((column) => {
    const period = periodIn(column.heading);
    return period ? [{ column, period }] : [];
  });
  const usable = known.filter(({ period }) => perMonth[period] !== null);
  const [only] = usable;
  const unsaid = paid.filter((column) => !known.some((one) => one.column === column));
  if (only && usable.length === 1 && unsaid.length === 0) return paidBy(only.column, only.period, notes);
  if (known.length === candidates.length && usable.length === 0) {
    for (const { column } of known)
      notes.push(`"${column.name}" is left out: pay by the hour says no cost of a month.`);
    return null;
  }
  const single = unsaid[0] ?? (paid.length === 0 ? candidates[0] : undefined);
  if (single && per && unsaid.length <= 1 && known.length === 0 && candidates.length === 1)
    return { column: single, factor: 1, per };
  const answer = asking.pay(candidates);
  return answer && paidBy(answer.column, answer.period, notes);
}

function paidBy(column: Column, period: Period, notes: string[]): Pay | null {
  const factor = perMonth[period];
  if (factor === null) return null;
  if (factor !== 1)
    notes.push(`"${column.name}" is read as pay by the ${units[period]}: a month costs ${shares[period]}.`);
  return { column, factor, per: null };
}

const units: Record<Period, string> = {
  monthly: "month",
  yearly: "year",
  weekly: "week",
  fortnightly: "two weeks",
  hourly: "hour",
};
const shares: Record<Period, string> = {
  monthly: "as much",
  yearly: "a twelfth of it",
  weekly: "52 twelfths of it",
  fortnightly: "26 twelfths of it",
  hourly: "nothing known",
};
