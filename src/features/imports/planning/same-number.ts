import type { Facts } from "#features/imports/planning/choices.ts";
import type { Column } from "#features/imports/planning/columns.ts";
import { isDay, isOfType, isRunning } from "#features/imports/planning/content.ts";
import { bare, withoutUnit } from "#features/imports/planning/fields.ts";
import { centsOf } from "#features/imports/planning/flows.ts";
import type { PlannedColumn } from "#features/imports/planning/line-reader.ts";
import { lineAmounts, quantities, unitPrices } from "#features/imports/programs/spoken.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";

/**
 * The days that tell which of several lines of one person is the newest, such as those of pay: of the columns left that
 * each line fills, the one with the fewest days. Days of birth are more.
 */
export function newestBy(
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  lines: number,
): Column | null {
  const distinct = ({ values }: Column) => values?.length ?? Number.POSITIVE_INFINITY;
  const [fewest] = columns
    .filter((column) => !fields.has(column.name) && isDay(column) && column.filled === lines && distinct(column) > 1)
    .toSorted((one, other) => distinct(one) - distinct(other));
  return fewest ?? null;
}

/** The column whose cells tell apart records of one name, as the number of a quote does. */
export const apartBy = (columns: readonly Column[]): Column | null =>
  columns.find((column) => isOfType({ name: "number", type: "line" }, column) && !isRunning(column)) ?? null;

/** Whether lines of one number are lines to be added up: their amounts differ, or each is one line's alone. */
export function sameNumberBy(
  columns: readonly Column[],
  planned: readonly PlannedColumn[],
  { numbers, isSameAmount, differing = 0 }: NonNullable<Facts["repeated"]>,
  profile: FileProfile,
  place: Place,
): { answer: string | null; because: string | null } {
  const none = { answer: null, because: null };
  // A number given twice by mistake, and a total that was corrected once, differ as well.
  if (!isSameAmount)
    return numbers > 1 && differing * 2 > numbers ? { answer: "sum", because: "their amounts differ" } : none;
  const left = columns.filter(({ name, filled }) => filled > 0 && !planned.some((one) => one.name === name));
  const named = (known: ReadonlySet<string>) => left.find(({ heading }) => known.has(bare(withoutUnit(heading))));
  const cents = (column: Column | undefined) => (column ? centsOf(profile, column, place) : []);
  const [line, quantity, price] = [named(lineAmounts), named(quantities), named(unitPrices)];
  const amounts = cents(columns.find(({ at }) => planned.some((one) => one.at === at && one.field === "amount")));
  const [ofLine, counts, prices] = [cents(line), cents(quantity), cents(price)];
  const made = amounts.map((_, at) => (line ? (ofLine[at] ?? null) : product(counts[at], prices[at])));
  const known = made.flatMap((one, at) => (one === null ? [] : [one === amounts[at]]));
  // An amount that is that of its own line is no total.
  if (known.every(Boolean)) return none;
  const because = `"${line?.name ?? price?.name ?? ""}" has what each line is of`;
  return { answer: "once", because };
}

const product = (one: number | null | undefined, other: number | null | undefined): number | null =>
  typeof one === "number" && typeof other === "number" ? Math.round((one * other) / 100) : null;
