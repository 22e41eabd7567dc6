import { currenciesOf, readWrittenNumber } from "./numbers.ts";
import { dayOrderOf, regionOf } from "./place.ts";
import type { ColumnProfile, DayOrder, Doubt, Place } from "./reading.ts";

/** Settles doubts by the other columns of the file, by a sign beside the numbers or by the company's country. */
export function settleDoubts(columns: readonly ColumnProfile[], place: Place): void {
  const region = regionOf(place);
  const country = dayOrderOf(region);
  for (const column of columns) {
    for (const doubt of column.doubts) {
      if (doubt.settled) continue;
      if (doubt.about === "day order") doubt.settled = orderOf(doubt, columns, region, country);
      if (doubt.about === "decimal") doubt.settled = decimalOf(doubt, columns, place);
      const value = doubt.settled?.value;
      if (value === undefined) continue;
      if (doubt.about === "day order") column.format.dayOrder = value as DayOrder;
      if (doubt.about === "decimal") column.format.decimal = value === "," ? "," : ".";
    }
  }
}

type Settled = Doubt["settled"];

/** Cells that contradict each other leave only some of them readable: that is asked. */
const isContradiction = ({ readings }: Doubt): boolean => new Set(readings.map(({ cell }) => cell)).size > 1;

function orderOf(
  doubt: Doubt,
  columns: readonly ColumnProfile[],
  region: string | null,
  country: DayOrder | null,
): Settled {
  if (isContradiction(doubt)) return null;
  const offered = (order: DayOrder) => doubt.readings.some(({ value }) => value === order);
  const decided = columns.filter(
    ({ format, doubts }) => format.dayOrder && !doubts.some(({ about }) => about === "day order"),
  );
  const found = [...new Set(decided.map(({ format }) => format.dayOrder))];
  const [order] = found;
  if (order && found.length === 1 && offered(order))
    return { value: order, because: `as in ${decided[0]?.heading ?? ""}` };
  // No country writes the month first with points.
  if (
    found.length === 0 &&
    offered("day first") &&
    (country || !offered("year first")) &&
    doubt.readings.every(({ cell }) => /^\d+\. ?\d+\./.test(cell))
  )
    return { value: "day first", because: "days with points" };
  if (found.length > 0 || !country || !region || !offered(country)) return null;
  const name = new Intl.DisplayNames("en", { type: "region" }).of(region) ?? region;
  return { value: country, because: `as in ${name}` };
}

function decimalOf(doubt: Doubt, columns: readonly ColumnProfile[], place: Place): Settled {
  if (isContradiction(doubt)) return null;
  const decided = columns.filter(
    ({ format, doubts }) =>
      format.decimal && format.type !== "text" && !doubts.some(({ about }) => about === "decimal"),
  );
  const found = [...new Set(decided.map(({ format }) => format.decimal))];
  const [sign] = found;
  if (sign && found.length === 1) return { value: sign, because: `as in ${decided[0]?.heading ?? ""}` };
  if (found.length > 0) return null;
  const [reading] = doubt.readings;
  const read = reading && readWrittenNumber(reading.cell, place.currency);
  // No money has three decimals, but for a few currencies.
  const digits = read?.currency
    ? new Intl.NumberFormat("en", {
        style: "currency",
        currency: currenciesOf(read.currency)[0] ?? "USD",
      }).resolvedOptions().maximumFractionDigits
    : 3;
  return read && digits !== undefined && digits < 3
    ? {
        value: reading.cell.includes(",") ? "." : ",",
        because: `${read.currency ?? ""} amounts have no three decimals`,
      }
    : null;
}
