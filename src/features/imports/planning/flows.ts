import { type Column, levelOf, levels } from "#features/imports/planning/columns.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import { fieldOfTarget } from "#features/imports/planning/fields.ts";
import { directionIn, moneyIn, moneyOut, says } from "#features/imports/programs/spoken.ts";
import { readWrittenNumber } from "#platform/reading/numbers.ts";
import type { ColumnFormat, FileProfile, Place } from "#platform/reading/reading.ts";

/** What the lines of a bank statement say about its columns by their numbers. */
export type Flows = {
  /** The fields that leave no doubt: "-amount", "+amount", "amount", "balance". */
  fields: Map<string, string>;
  /** Two columns of which each line fills one, where nothing tells which is money out. */
  open: [Column, Column] | null;
  note: string | null;
};

export type Cents = readonly (number | null)[];

/** A run that the balance confirms less often proves nothing. */
export const leastSteps = 3;
/** The share of the balance's steps that must be the amounts: a file may hold several accounts. */
const mostSteps = 0.75;
const mostLines = 0.9;
const mostWords = 12;

export const isNumeric = ({ format, filled }: Column): boolean =>
  filled > 0 && (format.type === "money" || format.type === "number");

export function centsOf(
  { first }: Pick<FileProfile, "first">,
  { at, format }: Column,
  place: Place,
): (number | null)[] {
  return first.filter(({ fault }) => fault === undefined).map(({ cells }) => centsIn(cells[at] ?? "", format, place));
}

/** What the first lines prove of each line must hold for those further down that are unlike them. */
export const withFurther = (profile: FileProfile): FileProfile => ({
  ...profile,
  first: [...profile.first, ...(profile.further ?? [])],
});

function centsIn(cell: string, { decimal, negative }: ColumnFormat, place: Place): number | null {
  const read = cell === "" ? null : readWrittenNumber(cell, place.currency);
  const value = read && (decimal === "," ? read.comma : decimal === "." ? read.point : (read.point ?? read.comma));
  if (read === null || value === null) return null;
  return Math.round(value * 100) * (read.mark !== null && read.mark === negative ? -1 : 1);
}

/**
 * Whether the balance moves by the amounts: 1, by their opposite: -1, or null if that cannot be told. Newest or oldest
 * first; a balance may stand only behind the last line of a day.
 */
export function movesBy(balances: Cents, amounts: Cents): 1 | -1 | null {
  const { steps, plus, minus } = stepsOf(balances, amounts);
  const most = Math.max(plus, minus);
  if (most < leastSteps || most < mostSteps * steps || plus === minus) return null;
  return plus > minus ? 1 : -1;
}

/** How often the balance moves, and how often by the amounts and by their opposite. */
export function stepsOf(balances: Cents, amounts: Cents): { steps: number; plus: number; minus: number } {
  const counts = { asc1: 0, "asc-1": 0, desc1: 0, "desc-1": 0 };
  let steps = 0;
  let [before, above, below] = [null as number | null, 0, 0];
  for (const [at, balance] of balances.entries()) {
    const amount = amounts[at] ?? 0;
    above += amount;
    if (balance !== null) {
      if (before !== null && (above !== 0 || below !== 0 || balance !== before)) {
        steps += 1;
        for (const sign of [1, -1] as const) {
          if (balance - before === sign * above) counts[`asc${sign}`] += 1;
          if (before - balance === sign * below) counts[`desc${sign}`] += 1;
        }
      }
      [before, above, below] = [balance, 0, 0];
    }
    below += amount;
  }
  return { steps, plus: Math.max(counts.asc1, counts.desc1), minus: Math.max(counts["asc-1"], counts["desc-1"]) };
}

/** Numbers that name a line: whole, of one length, each only once, and counting on. */
export function isNumbering(column: Column, profile: FileProfile): boolean {
  if (column.format.type !== "number" && column.format.type !== "text") return false;
  const cells = profile.first.map(({ cells: all }) => all[column.at] ?? "").filter(Boolean);
  const isPlain = cells.length >= leastSteps && cells.every((cell) => /^\d+$/.test(cell));
  if (!isPlain || new Set(cells.map(({ length }) => length)).size > 1 || new Set(cells).size < cells.length)
    return false;
  if (column.values?.some(({ count }) => count > 1)) return false;
  const steps = cells.slice(1).map((cell, at) => BigInt(cell) > BigInt(cells[at] ?? 0));
  return steps.every(Boolean) || !steps.some(Boolean) || (cells[0] ?? "").length >= 6;
}

/** Whether a heading says that a column holds the fee of its line. */
export const isFee = ({ heading }: Column): boolean =>
  readingsOf(heading).some((one) => ["fee", "amount fee", "fee transaction", "fee total"].includes(one));
/** Amounts without the fees beside them. */
export const less = (amounts: Cents, fees: Cents): Cents =>
  amounts.map((amount, at) => (amount === null ? null : amount - Math.abs(fees[at] ?? 0)));

const nonZero = ({ below, above }: Column): number => below + above;
const isBalance = (column: Column): boolean => {
  const field = fieldOfTarget("transactions", "balance");
  return field !== null && levelOf(field, column) >= levels.alias;
};

/** What the numbers of a statement tell: money out and in, and the balance they move. */
export function flowsOf(columns: readonly Column[], profile: FileProfile, place: Place): Flows {
  const fields = new Map<string, string>();
  const numeric = columns.filter((column) => isNumeric(column) && !isNumbering(column, profile));
  const cents = new Map(numeric.map((column) => [column.name, centsOf(profile, column, place)]));
  const of = ({ name }: Column) => cents.get(name) ?? [];
  const pairs = numeric
    .flatMap((one, at) => numeric.slice(at + 1).map((other): [Column, Column] => [one, other]))
    .filter(([one, other]) => !isBalance(one) && !isBalance(other) && isEither(one, other));
  const found = pairs.map(([one, other]) => {
    const amounts = of(one).map((out, at) => Math.abs(of(other)[at] ?? 0) - Math.abs(out ?? 0));
    const balances = numeric.filter((column) => column !== one && column !== other);
    const moved = balances.map((column) => ({ column, sign: movesBy(of(column), amounts) }));
    const balance = moved.find(({ sign }) => sign !== null) ?? null;
    const [first, second] = [directionOf(one), directionOf(other)];
    const said = first === second ? null : first === "out" || second === "in" ? 1 : -1;
    return { pair: [one, other] as [Column, Column], balance, said };
  });
  const best = found.filter(({ said }) => said !== null);
  const proven = (best.length > 0 ? best : found).filter(({ balance }) => balance !== null);
  const likely = proven.length > 0 ? proven : best.length > 0 ? best : found;
  const [only, ...others] = likely;
  if (only && others.length === 0) {
    const { pair, balance, said } = only;
    if (balance) fields.set(balance.column.name, "balance");
    const sign = balance?.sign ?? null;
    const told = said !== null && sign === null && isDenied(pair, said) ? null : said;
    const way = told !== null && sign !== null && told !== sign ? null : (told ?? sign);
    if (way === null) return { fields, open: pair, note: null };
    const [out, into] = way === 1 ? pair : [pair[1], pair[0]];
    fields.set(out.name, "-amount").set(into.name, "+amount");
    const note = said === null ? `"${out.name}" is money out and "${into.name}" money in: the balance says so.` : null;
    return { fields, open: null, note };
  }
  if (likely.length === 0) {
    const fees = numeric.filter((column) => column.below > 0 !== column.above > 0 && isFee(column));
    const moves = numeric.flatMap((balance) =>
      numeric
        .filter((amount) => amount !== balance && !isBalance(amount) && !fees.includes(amount))
        .flatMap((amount) =>
          [null, ...fees].map((fee) => ({ amount, balance, fee, cents: fee ? less(of(amount), of(fee)) : of(amount) })),
        )
        .filter(({ cents: moved }) => movesBy(of(balance), moved) !== null),
    );
    const missed = moves.map(({ balance, cents: moved }) => {
      const { steps, plus, minus } = stepsOf(of(balance), moved);
      return steps - Math.max(plus, minus);
    });
    const [single, ...more] = moves.filter((_, at) => missed[at] === Math.min(...missed));
    if (single && more.every(({ balance }) => balance === single.balance)) {
      fields.set(single.balance.name, "balance");
      if (more.length === 0) fields.set(single.amount.name, "amount");
      if (more.length === 0 && single.fee) {
        fields.set(single.fee.name, "-amount");
        const note = `"${single.fee.name}" is taken off "${single.amount.name}": "${single.balance.name}" moves by both.`;
        return { fields, open: null, note };
      }
    }
  }
  return { fields, open: null, note: null };

  /** Whether words beside the amounts deny what their headings say, as the books of a bank account do: a receipt is a debit. */
  function isDenied(pair: readonly [Column, Column], said: number): boolean {
    const [out, into] = said === 1 ? pair : [pair[1], pair[0]];
    const lines = profile.first.filter(({ fault }) => fault === undefined);
    return columns.some((column) => {
      if (column.format.type !== "text" || !column.values || column.values.length > mostWords) return false;
      const votes = lines.map(({ cells }, at) => {
        const word = cells[column.at] ?? "";
        const way = directionIn(word) ?? (readingsOf(word).includes("income") ? "in" : null);
        const moved = (of(into)[at] ?? 0) !== 0 ? "in" : (of(out)[at] ?? 0) !== 0 ? "out" : null;
        return way === null || moved === null ? 0 : way === moved ? 1 : -1;
      });
      return votes.reduce<number>((sum, vote) => sum + vote, 0) < 0;
    });
  }

  /** Whether nearly each line fills one of two columns, and none fills both. */
  function isEither(one: Column, other: Column): boolean {
    const [a, b] = [of(one), of(other)];
    const lines = a.map((left, at) => Number((left ?? 0) !== 0) + Number((b[at] ?? 0) !== 0));
    const all = nonZero(one) + nonZero(other);
    return (
      nonZero(one) > 0 &&
      nonZero(other) > 0 &&
      lines.every((count) => count < 2) &&
      all <= profile.lines &&
      all >= mostLines * profile.lines - 1
    );
  }
}

const directionOf = ({ heading, below, above }: Column): "in" | "out" | null => {
  const [out, into] = [says(heading, moneyOut), says(heading, moneyIn)];
  if (out !== into) return out ? "out" : "in";
  return out ? null : below > 0 && above === 0 ? "out" : null;
};
