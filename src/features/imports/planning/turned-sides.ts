import type { Target } from "#features/imports/contract.ts";
import type { Column } from "#features/imports/planning/content.ts";
import { centsOf, withFurther } from "#features/imports/planning/flows.ts";
import type { Plan, PlannedColumn } from "#features/imports/planning/line-reader.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { type Side, sidesOf } from "#features/imports/planning/sides.ts";
import { spellingOf } from "#features/imports/planning/words.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";

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
  given: Given,
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
    const signs = signsByWord(given, amount, column);
    const sumOf = (side: Side) => isOf(side).reduce((sum, word) => sum + (signs.get(word) ?? 0), 0);
    return [...new Set(words.values())].some((side) => sumOf(side) < 0);
  }
}

/** Of each word of a column how many of its amounts are above 0, less those that are below. */
export function signsByWord(
  { profile, place }: Given,
  amount: Column,
  { at: of }: Pick<Column, "at">,
): ReadonlyMap<string, number> {
  const proving = withFurther(profile);
  const cents = centsOf(proving, amount, place);
  const sums = new Map<string, number>();
  for (const [at, { cells }] of proving.first.filter(({ fault }) => fault === undefined).entries()) {
    const word = spellingOf(cells[of] ?? "");
    sums.set(word, (sums.get(word) ?? 0) + Math.sign(cents[at] ?? 0));
  }
  return sums;
}

/** Programs that write income, or costs, as amounts below 0: asked about with what the other ones are. */
export function turnedByType(
  given: Given,
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  planned: readonly PlannedColumn[],
  asking: Asking,
): Plan["negates"] {
  const type = planned.find(({ field }) => field === "type");
  if (!type?.words) return [];
  return columns.flatMap((amount) => {
    const field = fields.get(amount.name) ?? "";
    if (!["actual", "budget"].includes(field) || amount.below === 0) return [];
    const signs = signsByWord(given, amount, type);
    const sumOf = (types: readonly string[]) =>
      [...signs].reduce((sum, [word, sign]) => (types.includes(type.words?.[word] ?? "") ? sum + sign : sum), 0);
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
