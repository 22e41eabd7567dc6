import type { Origin } from "#contract/origins.ts";
import type { MeasureKind, Query } from "#contract/query.ts";

export type Row = {
  key: string | null;
  isTotal?: boolean;
  value: number | null;
  previous: number | null;
  rows: number;
};
/** What a query gives before it is put into words. */
export type Found = {
  currency: string | null;
  groups: Row[] | null;
  group_count: number;
  /** The groups with rows in the period, and those with a value above 0 in the compared one. */
  current_count: number;
  previous_count: number;
  /** The groups with the highest and the lowest value of all, not only of those that are shown. */
  highest: Row | null;
  lowest: Row | null;
  left_out: { currency: string; value: number | null; rows: number }[] | null;
  origins: Origin[] | null;
  /** The first and last day of all rows, if the query is over all. */
  span: { from: string; to: string } | null;
};

/** One group's rows of one currency and period in one piece. */
export type Part = {
  key: string | null;
  currency: string | null;
  /** Of the compared period. */
  isPrevious: boolean;
  /** In the part that a share measures. */
  isPart: boolean;
  rows: number;
  /** How many have a value. */
  known: number;
  sum: string | null;
  least: number | null;
  most: number | null;
  lastDay: string | null;
  /** The value of the last day. */
  latest: number | null;
  /** For a median only. */
  values: number[] | null;
  origins: Origin[] | null;
};

/** Which calendar units are whole: from the first on, and before the end if one is known. */
export type WholeUnits = { from: string; before: string | null };

type Measure = { of: MeasureKind; field: string | null };

/** What the whole query would have given: groups, the total and what is in other currencies. */
export function mergeParts(
  parts: readonly Part[],
  { measure, order }: Pick<Query, "measure" | "order">,
  ownCurrency: string,
  most: number,
  isCompared: boolean,
  unitsOfLowest: WholeUnits | null = null,
): Found {
  const chosen = mainCurrency(parts, ownCurrency);
  const own = parts.filter(({ currency }) => currency === chosen);
  const rowOf = (key: string | null, some: readonly Part[], isTotal: boolean): Row => {
    const current = some.filter(({ isPrevious }) => !isPrevious);
    return {
      key,
      isTotal,
      value: aggregate(measure, current),
      previous: isCompared
        ? aggregate(
            measure,
            some.filter(({ isPrevious }) => isPrevious),
          )
        : null,
      rows: rowsIn(current),
    };
  };
  const groups = [...grouped(own, ({ key }) => key)].map(([key, some]) => rowOf(key, some, false));
  const others = parts.filter(({ currency, isPrevious }) => !isPrevious && currency !== chosen);
  return {
    currency: chosen,
    groups: [rowOf(null, own, true), ...groups.toSorted(comparedBy(order)).slice(0, most)],
    group_count: groups.length,
    current_count: groups.filter(({ rows }) => rows > 0).length,
    previous_count: groups.filter(({ previous }) => (previous ?? 0) > 0).length,
    highest: extreme(groups, "largest"),
    lowest: extreme(
      groups.filter(({ key }) => !unitsOfLowest || (key !== null && isWithin(key, unitsOfLowest))),
      "smallest",
    ),
    left_out: [...grouped(others, ({ currency }) => currency)]
      .flatMap(([currency, some]) =>
        currency === null ? [] : [{ currency, value: aggregate(measure, some), rows: rowsIn(some) }],
      )
      .toSorted((one, other) => other.rows - one.rows),
    origins: [...new Set(parts.flatMap(({ origins }) => origins ?? []))],
    span: null,
  };
}

const isWithin = (key: string, { from, before }: WholeUnits): boolean =>
  key >= from && (before === null || key < before);

function extreme(groups: readonly Row[], which: "largest" | "smallest"): Row | null {
  const sign = which === "largest" ? -1 : 1;
  const known = groups.filter(({ key, value }) => key !== null && value !== null);
  const [first] = known.toSorted(
    (one, other) => sign * ((one.value ?? 0) - (other.value ?? 0)) || compareTexts(one.key ?? "", other.key ?? ""),
  );
  return first ?? null;
}

/** The company's own currency if there are rows in it, else the one with the most rows. */
function mainCurrency(parts: readonly Part[], ownCurrency: string): string | null {
  const counts = [...grouped(parts, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    rows: rowsIn(some),
  }));
  const rank = (currency: string | null): number => (currency === ownCurrency ? 0 : currency === null ? 2 : 1);
  const [first] = counts.toSorted(
    (one, other) =>
      rank(one.currency) - rank(other.currency) ||
      other.rows - one.rows ||
      compareTexts(one.currency ?? "", other.currency ?? ""),
  );
  return first?.currency ?? null;
}

function grouped<Key>(parts: readonly Part[], by: (part: Part) => Key): Map<Key, Part[]> {
  const found = new Map<Key, Part[]>();
  for (const part of parts) {
    const some = found.get(by(part));
    if (some) some.push(part);
    else found.set(by(part), [part]);
  }
  return found;
}

const rowsIn = (parts: readonly Part[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** As the database orders groups: missing values last, then by rows and key. */
function comparedBy(order: Query["order"]): (one: Row, other: Row) => number {
  const byKey = (one: Row, other: Row, sign: number): number =>
    one.key === null || other.key === null
      ? Number(one.key === null) - Number(other.key === null)
      : sign * compareTexts(one.key, other.key);
  if (order === "first" || order === "last") return (one, other) => byKey(one, other, order === "first" ? 1 : -1);
  const sign = order === "largest" ? -1 : 1;
  return (one, other) => {
    const isMissing = Number(one.value === null) - Number(other.value === null);
    return (
      isMissing ||
      sign * ((one.value ?? 0) - (other.value ?? 0)) ||
      sign * (one.rows - other.rows) ||
      byKey(one, other, 1)
    );
  };
}

function aggregate({ of, field }: Measure, parts: readonly Part[]): number | null {
  const known = parts.reduce((sum, part) => sum + part.known, 0);
  switch (of) {
    case "count":
      return rowsIn(parts);
    case "share": {
      const inPart = parts.filter(({ isPart }) => isPart);
      const [share, whole] = field ? [sumOf(inPart), sumOf(parts)] : [rowsIn(inPart), rowsIn(parts)];
      return whole ? (share ?? 0) / whole : null;
    }
    case "sum":
      return sumOf(parts);
    case "average":
      return known === 0 ? null : (sumOf(parts) ?? 0) / known;
    case "median":
      return medianOf(parts.flatMap(({ values }) => values ?? []));
    case "minimum":
      return leastOf(parts.map(({ least }) => least));
    case "maximum":
      return mostOf(parts.map(({ most }) => most));
    case "latest":
      return parts.toSorted((one, other) => compareTexts(other.lastDay ?? "", one.lastDay ?? ""))[0]?.latest ?? null;
  }
}

const without = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const leastOf = (values: readonly (number | null)[]): number | null =>
  without(values).reduce<number | null>((least, value) => (least === null || value < least ? value : least), null);
const mostOf = (values: readonly (number | null)[]): number | null =>
  without(values).reduce<number | null>((most, value) => (most === null || value > most ? value : most), null);

function medianOf(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (middle - Math.floor(middle));
}

/** Adds decimals exactly, as the database does; null without any. */
function sumOf(parts: readonly Part[]): number | null {
  const texts = parts.flatMap(({ sum }) => (sum === null ? [] : [sum]));
  if (texts.length === 0) return null;
  const places = texts.reduce((most, text) => Math.max(most, text.split(".")[1]?.length ?? 0), 0);
  let total = 0n;
  for (const text of texts) {
    const [whole = "0", decimals = ""] = text.split(".");
    if (!/^-?\d+$/.test(whole) || !/^\d*$/.test(decimals)) return texts.reduce((sum, one) => sum + Number(one), 0);
    total += BigInt(whole + decimals.padEnd(places, "0"));
  }
  const digits = String(total < 0n ? -total : total).padStart(places + 1, "0");
  const at = digits.length - places;
  return Number(`${total < 0n ? "-" : ""}${digits.slice(0, at)}.${digits.slice(at)}0`);
}
