import type { Column } from "#features/imports/planning/columns.ts";
import { centsOf, movesBy } from "#features/imports/planning/flows.ts";
import { sidesOf } from "#features/imports/planning/sides.ts";
import { spellingOf } from "#features/imports/planning/words.ts";
import { directionIn } from "#features/imports/programs/spoken.ts";
import { isDash } from "#platform/reading/cells.ts";
import type { Doubt, FileProfile, Place } from "#platform/reading/reading.ts";

export type Way = "in" | "out";
/** A column whose words say which way the money of a line went; null where a word says neither. */
export type Marker = { column: Column; words: { word: string; count: number; way: Way | null }[] };

/** Words beyond these are no marks. */
const mostMarks = 12;
/** Words that the balance alone may tell. */
const mostProven = 3;

/** Settles the marks of amounts by the balance beside them; otherwise they stay asked about. */
export function settleMarks(column: Column, balance: Column | null, profile: FileProfile, place: Place): void {
  if (!balance) return;
  const balances = centsOf(profile, balance, place);
  const fits = (negative: "CR" | "DR") =>
    movesBy(balances, centsOf(profile, { ...column, format: { ...column.format, negative } }, place)) === 1;
  const [debit, credit] = [fits("DR"), fits("CR")];
  if (debit === credit) return;
  settle(column, { value: debit ? "DR" : "CR", because: `as "${balance.name}" moves` });
}

/** What is owed by a customer is a debit, what is owed to a vendor a credit. */
export function settleOwed(column: Column, direction: string | null): void {
  const doubt = column.doubts.find(({ about }) => about === "sign");
  if (!doubt || direction === null) return;
  const value = direction === "receivable" ? "CR" : "DR";
  const party = direction === "receivable" ? "a customer owes is a debit" : "is owed to a vendor is a credit";
  const isOther = doubt.settled !== null && doubt.settled.value !== value;
  settle(column, isOther ? null : { value, because: `what ${party}` });
}

function settle(column: Column, settled: Doubt["settled"]): void {
  column.doubts = column.doubts.map((doubt) => (doubt.about === "sign" ? { ...doubt, settled } : doubt));
  const { negative: _, ...format } = column.format;
  column.format = settled ? { ...format, negative: settled.value === "DR" ? "DR" : "CR" } : format;
}

/** The way of each line by the balance, where it moves by that line's amount alone. */
function waysBy(balances: readonly (number | null)[], amounts: readonly (number | null)[]): (Way | null)[] {
  const ways = ([-1, 1] as const).map((neighbour) =>
    balances.map((balance, at): Way | null => {
      const [before, amount] = [balances[at + neighbour] ?? null, amounts[at] ?? 0];
      if (balance === null || before === null || amount === 0) return null;
      const moved = balance - before;
      return Math.abs(moved) === Math.abs(amount) ? (moved > 0 ? "in" : "out") : null;
    }),
  );
  const count = (of: readonly (Way | null)[] = []) => of.filter((way) => way !== null).length;
  const [oldest = [], newest = []] = ways;
  const most = count(oldest) >= count(newest) ? oldest : newest;
  // In both orders the same number: nothing is told.
  return count(most) < 3 || count(oldest) === count(newest) ? balances.map(() => null) : most;
}

export type Direction =
  | { by: "all"; way: Way; because: string }
  | { by: "marker"; marker: Marker }
  /** The balance goes both ways, and no column says which line went which. */
  | { by: "none"; isMixed: boolean };

/** Which way amounts went of which none is below 0. */
export function directionOf(
  columns: readonly Column[],
  amount: Column,
  balance: Column | null,
  profile: FileProfile,
  place: Place,
): Direction {
  const ways = balance ? waysBy(centsOf(profile, balance, place), centsOf(profile, amount, place)) : [];
  const said = new Set(ways.filter((way) => way !== null));
  const [only] = said;
  const others = columns.filter((column) => column !== amount && column !== balance);
  const markers = others.flatMap((column) => markerOf(column, ways, profile) ?? []);
  const open = ({ words }: Marker) => words.filter(({ way }) => way === null).length;
  const [best] = markers.toSorted((one, other) => open(one) - open(other) || one.words.length - other.words.length);
  if (best) return { by: "marker", marker: best };
  if (only && said.size === 1) {
    const because = `"${balance?.name ?? ""}" ${only === "in" ? "rises" : "falls"} by them`;
    return { by: "all", way: only, because };
  }
  return { by: "none", isMixed: said.size > 1 };
}

function markerOf(column: Column, ways: readonly (Way | null)[], profile: FileProfile): Marker | null {
  const { values, format } = column;
  if (!values || values.length === 0 || values.length > mostMarks || !["text", "flag"].includes(format.type))
    return null;
  const sides = sidesOf(column);
  const seen = new Map<string, Set<Way>>();
  for (const [at, { cells }] of profile.first.filter(({ fault }) => fault === undefined).entries()) {
    const way = ways[at] ?? null;
    const word = cells[column.at] ?? "";
    if (way !== null) seen.set(word, (seen.get(word) ?? new Set()).add(way));
  }
  if ([...seen.values()].some(({ size }) => size > 1)) return null;
  const unsaid = profile.lines - values.reduce((sum, { count }) => sum + count, 0);
  // A dash beside a plus is a sign, and no empty cell.
  const isDashed = values.every(({ value }) => value === "+");
  const dash = profile.first.map(({ cells }) => cells[column.at] ?? "").find((cell) => isDashed && isDash(cell));
  if (unsaid > 0 && dash === undefined) return null;
  const words = [...values, ...(dash && unsaid > 0 ? [{ value: dash, count: unsaid }] : [])].map(({ value, count }) => {
    const [shown = null] = seen.get(value) ?? [];
    const side = sides?.words.get(spellingOf(value));
    const known = directionIn(value) ?? (side === "debit" ? "out" : side === "credit" ? "in" : null);
    return { word: value, count, known, way: shown && known && shown !== known ? null : (known ?? shown) };
  });
  const known = words.filter((one) => one.known !== null).length;
  const isProven =
    words.length <= mostProven &&
    words.every(({ way }) => way !== null) &&
    new Set(words.map(({ way }) => way)).size > 1;
  // One word of many that happens to be known makes no column of marks.
  return known === words.length || known >= 2 || isProven
    ? { column, words: words.map(({ word, count, way }) => ({ word, count, way })) }
    : null;
}
