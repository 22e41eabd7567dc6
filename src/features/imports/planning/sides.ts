import type { Target } from "#features/imports/contract.ts";
import type { Column } from "#features/imports/planning/content.ts";
import { centsOf, withFurther } from "#features/imports/planning/flows.ts";
import type { Plan, PlannedColumn } from "#features/imports/planning/line-reader.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { spellingOf } from "#features/imports/planning/words.ts";
import { credits, debits, says } from "#features/imports/programs/spoken.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";

type Side = "debit" | "credit" | "minus" | "plus";
/** A column whose words say of each line on which side of an account it stands, or its sign. */
type Sides = { column: Column; words: ReadonlyMap<string, Side> };

const mostWords = 4;
/** Letters that are known beside the one of debits alone. */
const letters: Readonly<Record<string, Side>> = { d: "debit", s: "debit", c: "credit", h: "credit" };
const besideDebit = new Set(["k", "a", "ma"]);

const sideOf = (word: string, isPair: boolean): Side | null => {
  if (debits.has(word)) return "debit";
  if (credits.has(word)) return "credit";
  if (/^[-−–]$/.test(word)) return "minus";
  return word === "+" ? "plus" : (letters[word] ?? (isPair && besideDebit.has(word) ? "credit" : null));
};

/** Null if any word says something else; a single word needs a heading that names both sides. */
export function sidesOf(column: Column): Sides | null {
  const { heading, values, format } = column;
  const isText = format.type === "text" || format.type === "flag";
  if (!isText || !values || values.length === 0 || values.length > mostWords) return null;
  const spelt = values.map(({ value }) => spellingOf(value));
  const isPair = spelt.some((word) => word === "d" || debits.has(word));
  const words = new Map<string, Side>();
  for (const word of spelt) {
    const side = sideOf(word, isPair);
    if (side === null) return null;
    words.set(word, side);
  }
  const isNamed = /^\W*(?:d\W*[chk]|s\W*h|c\W*d|h\W*s|dr\W*cr|cr\W*dr)\W*$/i.test(heading);
  const isBoth = new Set(words.values()).size > 1;
  return isBoth || isNamed || (says(heading, debits) && says(heading, credits)) ? { column, words } : null;
}

const incomes = ["income", "other income", "liability", "equity"];
export const costs = ["cost of sales", "expense", "other expense", "asset"];

/** Of which lines the amount is turned: of those on the other side than what their kind, direction or type adds up. */
const turnedOf: Partial<Record<Target, readonly { side: Side; where?: { field: string; in: string[] } }[]>> = {
  invoices: [
    { side: "credit", where: { field: "direction", in: ["receivable", ""] } },
    { side: "debit", where: { field: "direction", in: ["payable"] } },
  ],
  ledger: [
    { side: "credit", where: { field: "type", in: costs } },
    { side: "debit", where: { field: "type", in: incomes } },
  ],
  payments: [{ side: "debit" }],
};
const amountsOf: Partial<Record<Target, readonly string[]>> = {
  invoices: ["amount", "openAmount"],
  ledger: ["actual", "budget"],
  payments: ["amount", "net"],
};

type Given = { profile: FileProfile; place: Place };

/** How the words of a column of sides turn the amounts of invoices, payments and ledger lines that have no signs. */
export function turnedBySides(
  { profile, place }: Given,
  target: Target,
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  notes: string[],
): Plan["negates"] {
  const rules = turnedOf[target] ?? [];
  const [found, ...others] = columns
    .filter(({ name }) => rules.length > 0 && !fields.has(name))
    .flatMap((column) => sidesOf(column) ?? []);
  if (!found || others.length > 0) return [];
  const { column, words } = found;
  const isOf = (side: Side) => [...words].flatMap(([word, one]) => (one === side ? [word] : []));
  const negates = columns.flatMap((amount) => {
    const field = (fields.get(amount.name) ?? "").replace(/^[-+]/, "");
    if (!amountsOf[target]?.includes(field) || isSigned(amount)) return [];
    return [
      ...rules.map(({ side, where }) => ({ field, at: column.at, words: isOf(side), ...(where && { where }) })),
      { field, at: column.at, words: isOf("minus") },
    ].filter((one) => one.words.length > 0);
  });
  if (negates.length > 0) notes.push(`"${column.name}" says which amounts are taken off.`);
  return negates;

  /** Whether amounts have the sign already that a column of sides repeats. */
  function isSigned(amount: Column): boolean {
    const proving = withFurther(profile);
    const lines = proving.first.filter(({ fault }) => fault === undefined);
    const below = new Map<Side, number>();
    for (const [at, cents] of centsOf(proving, amount, place).entries()) {
      const side = words.get(spellingOf(lines[at]?.cells[column.at] ?? ""));
      if (side) below.set(side, (below.get(side) ?? 0) + Math.sign(cents ?? 0));
    }
    return [...below.values()].some((sum) => sum < 0);
  }
}

/** Programs that write income, or costs, as amounts below 0: asked about with what the other ones are. */
export function turnedByType(
  { profile, place }: Given,
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  planned: readonly PlannedColumn[],
  asking: Asking,
): Plan["negates"] {
  const type = planned.find(({ field }) => field === "type");
  if (!type?.words) return [];
  const proving = withFurther(profile);
  const lines = proving.first.filter(({ fault }) => fault === undefined);
  return columns.flatMap((amount) => {
    const field = fields.get(amount.name) ?? "";
    if (!["actual", "budget"].includes(field) || amount.below === 0) return [];
    const cents = centsOf(proving, amount, place);
    const sumOf = (types: readonly string[]) =>
      lines.reduce((sum, { cells }, at) => {
        const word = type.words?.[spellingOf(cells[type.at] ?? "")] ?? "";
        return types.includes(word) ? sum + Math.sign(cents[at] ?? 0) : sum;
      }, 0);
    const [ofIncomes, ofCosts] = [sumOf(incomes.slice(0, 2)), sumOf(costs.slice(0, 3))];
    const isTurned = ofIncomes < 0 ? incomes : ofCosts < 0 ? costs : null;
    if (!isTurned) return [];
    const name = isTurned === incomes ? "Income" : "Costs";
    const other = ofIncomes < 0 ? ofCosts : ofIncomes;
    const back = { value: "as written", label: `${name} below 0: money that goes the other way` };
    const evidence =
      other > 0 ? { answer: "turned", because: "the others are above 0" } : { answer: null, because: null };
    const answer = asking.below(
      amount,
      `${name}, written as negative amounts`,
      back,
      evidence,
      `Most amounts of ${name.toLowerCase()} in "${amount.name}" are negative. What are they?`,
    );
    return answer === "turned" ? [{ field, where: { field: "type", in: isTurned } }] : [];
  });
}
