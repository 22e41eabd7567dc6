import type { Target } from "#features/imports/contract.ts";
import type { Column, Matched, Rivals } from "#features/imports/planning/columns.ts";
import { type Cents, centsOf, isFee, less, stepsOf, withFurther } from "#features/imports/planning/flows.ts";
import { names, readingsOf } from "#features/imports/planning/meanings.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";

/** Fewer lines prove nothing. */
const leastLines = 3;
/** What rounding may take or add. */
const rounding = 1;
/** Tax that is worked out of an amount of fewer cents fits any rate. */
const leastAmount = 2_000;
const mostRates = 4;
const mostParts = 12;
const mostColumns = 24;

const isNumeric = ({ format, filled }: Column): boolean =>
  filled > 0 && (format.type === "money" || format.type === "number");
const isMoving = ({ below, above }: Column): boolean => below + above > 0;
/** Whether a heading says that a column holds the tax of its line. */
const isTax = ({ heading }: Column): boolean =>
  readingsOf(heading).some((one) =>
    ["tax", "amount tax", "tax total", "amount tax total", "invoice tax", "amount invoice tax"].includes(one),
  );
const says = ({ heading }: Column, word: string): boolean =>
  readingsOf(heading).some((one) => one.split(" ").includes(word));

/** Whether one column is the sum of others on all lines, of which some have more than one of them. */
function isSum(total: Cents, parts: readonly Cents[]): boolean {
  let proving = 0;
  for (const [at, sum] of total.entries()) {
    const cells = parts.map((part) => part[at] ?? 0);
    if (sum === null && cells.every((cell) => cell === 0)) continue;
    if (Math.abs((sum ?? 0) - cells.reduce((all, cell) => all + cell, 0)) > rounding) return false;
    if (cells.filter((cell) => cell !== 0).length > 1) proving += 1;
  }
  return proving >= leastLines;
}

const isEqual = (one: Cents, other: Cents): boolean =>
  one.filter((cell) => cell !== null).length >= leastLines && one.every((cell, at) => cell === (other[at] ?? null));

type Given = { columns: readonly Column[]; profile: FileProfile; place: Place };

/** Of several amounts of an invoice the one that is another with its tax, or all of them if they are equal. */
export function provenTotal(
  { columns, profile, place }: Given,
  rivals: Rivals,
): { column: Column; because: string } | null {
  const cents = new Map(columns.filter(isNumeric).map((column) => [column, centsOf(profile, column, place)]));
  const of = (column: Column) => cents.get(column) ?? [];
  const [first, ...rest] = rivals.columns;
  // Amounts that are alike in the first lines may differ further down.
  const isWhole = profile.first.length >= profile.lines;
  if (first && isWhole && rest.every((other) => isEqual(of(first), of(other))))
    return { column: first, because: "its amounts are those of the other" };
  const taxes = [...cents.keys()].filter((column) => isTax(column) && isMoving(column));
  if (taxes.length === 0) return null;
  for (const total of rivals.columns) {
    const net = [...cents.keys()].find(
      (column) => column !== total && !taxes.includes(column) && isSum(of(total), [of(column), ...taxes.map(of)]),
    );
    const isProven = rivals.columns.every(
      (other) => other === total || isEqual(of(other), of(total)) || (net && isEqual(of(other), of(net))),
    );
    if (net && isProven) return { column: total, because: `it is "${net.name}" with its tax` };
  }
  return null;
}

/** Whether tax beside an amount is in it: by the rates it makes, which are even one way and not the other. */
function isIncluded(amounts: Cents, taxes: Cents): boolean | null {
  const fits = (baseOf: (amount: number, tax: number) => number): boolean => {
    const rates = new Set<number>();
    let lines = 0;
    for (const [at, amount] of amounts.entries()) {
      const tax = taxes[at] ?? 0;
      if (amount === null || tax === 0 || Math.abs(amount) < leastAmount) continue;
      const base = baseOf(amount, tax);
      const rate = Math.round((tax / base) * 200) / 2;
      if (rate <= 0 || Math.abs((base * rate) / 100 - tax) > rounding) return false;
      rates.add(rate);
      lines += 1;
    }
    return lines >= leastLines && rates.size <= mostRates;
  };
  const [without, within] = [fits((amount) => amount), fits((amount, tax) => amount - tax)];
  return without === within ? null : within;
}

/** Whether a balance moves by amounts alone, or by them and the fees beside them. */
function isInMoves(balances: Cents, amounts: Cents, fees: Cents): boolean | null {
  const misses = (moved: Cents) => {
    const { steps, plus } = stepsOf(balances, moved);
    return plus < leastLines ? steps : steps - plus;
  };
  const [within, beside] = [misses(amounts), misses(less(amounts, fees))];
  return within === beside ? null : within < beside;
}

const asked: Partial<Record<Target, { isPart: (column: Column) => boolean; part: string; answers: [string, string] }>> =
  {
    invoices: { isPart: isTax, part: "+amount", answers: ["It is in the amount", "It comes on top of the amount"] },
    transactions: {
      isPart: isFee,
      part: "-amount",
      answers: ["It is in the amount", "It was taken besides the amount"],
    },
  };

/** Asks whether the tax or the fee beside an amount is in it, unless its heading or the figures say so. */
export function settleBeside(
  target: Target,
  { columns, profile, place }: Given,
  { fields, free }: Matched,
  asking: Asking,
): void {
  const kind = asked[target];
  const amount = columns.find(({ name }) => fields.get(name) === "amount");
  const has = (field: string) => [...fields.values()].includes(field);
  if (!kind || !amount || has(kind.part)) return;
  const part = free.find(
    (column) => !fields.has(column.name) && isNumeric(column) && isMoving(column) && kind.isPart(column),
  );
  if (!part) return;
  const [amounts, parts] = [centsOf(profile, amount, place), centsOf(profile, part, place)];
  const isTaxed = target === "invoices";
  const others = columns
    .filter((column) => column !== amount && column !== part && isNumeric(column))
    .slice(0, mostParts);
  const isProven = others.some((other) => isSum(amounts, [centsOf(profile, other, place), parts]));
  const balance = columns.find(({ name }) => fields.get(name) === "balance");
  const included = isTaxed
    ? isIncluded(amounts, parts)
    : balance
      ? isInMoves(centsOf(profile, balance, place), amounts, parts)
      : null;
  const isSaid = isTaxed && included !== false && (says(amount, "gross") || says(amount, "total"));
  if (isProven || isSaid) return;
  const [inside, beside] = kind.answers;
  const evidence =
    included === null || (isTaxed && says(amount, "gross"))
      ? null
      : {
          answer: included ? "in" : "beside",
          because: isTaxed ? "the rates are even in this way" : `as "${balance?.name ?? ""}" moves`,
        };
  const answer = asking.missing(
    `beside:${part.name}`,
    `"${part.name}" stands beside "${amount.name}". Is it in that amount?`,
    [
      { value: "in", label: inside },
      { value: "beside", label: beside },
    ],
    evidence,
    { column: part.name, lines: 0 },
  );
  if (answer === "beside") fields.set(part.name, kind.part);
}

/** What came in of a marketplace's order: the column that is what it was made of less its fees, and these. */
function provenNet({ columns, profile, place }: Given): { net: Column; fees: Column[]; others: Column[] } | null {
  const numeric = columns.filter((column) => isNumeric(column) && isMoving(column)).slice(0, mostColumns);
  const cents = new Map(numeric.map((column) => [column, centsOf(profile, column, place)]));
  const of = (column: Column) => cents.get(column) ?? [];
  const proven = numeric.flatMap((net) => {
    if (!["total", "net", "amount", "payout"].some((word) => names(net.heading, word))) return [];
    const parts = numeric.filter((column) => column !== net && !isEqual(of(column), of(net)));
    const fees = parts.filter(({ heading }) => names(heading, "fee"));
    const others = parts.filter((column) => !fees.includes(column));
    const signed = parts.map((column) =>
      fees.includes(column) && column.above > column.below ? of(column).map((cell) => -(cell ?? 0)) : of(column),
    );
    return fees.length > 0 && others.length > 0 && isSum(of(net), signed) ? [{ net, fees, others }] : [];
  });
  const [only, ...more] = proven;
  return only && more.length === 0 ? only : null;
}

/** Of columns that could be the amount those from which a fee leaves what a third one has. */
function lessFee({ columns, profile, place }: Given, amounts: readonly Column[]) {
  const numeric = columns.filter((column) => isNumeric(column) && isMoving(column)).slice(0, mostColumns);
  const proving = withFurther(profile);
  const of = (column: Column) => centsOf(proving, column, place);
  const nets = numeric.filter(({ heading }) => ["net", "payout", "total"].some((word) => names(heading, word)));
  return amounts.flatMap((amount) =>
    numeric
      .filter((fee) => fee !== amount && names(fee.heading, "fee"))
      .flatMap((fee) =>
        nets
          .filter(
            (net) =>
              net !== amount &&
              net !== fee &&
              isSum(of(net), [of(amount), of(fee).map((cents) => -Math.abs(cents ?? 0))]),
          )
          .map((net) => ({ amount, fee, net })),
      ),
  );
}

/** Payments whose amounts the file proves: what came in, the fees taken off, and what both were made of. */
export function takeProvenNet(given: Given, { fields, rivals }: Matched, asking: Asking, notes: string[]): void {
  const of = (field: string) => [
    ...given.columns.filter(({ name }) => fields.get(name) === field),
    ...rivals.filter((one) => one.field.name === field).flatMap((one) => one.columns),
  ];
  const found = provenNet(given);
  const amounts = of("amount");
  const isOf = (one: Rivals) => ["amount", "net", "fee"].includes(one.field.name);
  const clear = () => {
    for (const column of ["amount", "net", "fee"].flatMap(of)) fields.delete(column.name);
    rivals.splice(0, rivals.length, ...rivals.filter((one) => !isOf(one)));
  };
  if (!found) {
    const [only, ...others] = lessFee(given, amounts);
    if (!only || others.length > 0) return;
    clear();
    fields.set(only.amount.name, "amount").set(only.fee.name, "fee").set(only.net.name, "net");
    notes.push(`"${only.net.name}" is "${only.amount.name}" after "${only.fee.name}".`);
    return;
  }
  if (amounts.length === 1 && amounts[0] !== found.net) {
    const [single, ...others] = found.others;
    if (single === amounts[0] && others.length === 0 && of("net").length === 0) fields.set(found.net.name, "net");
    return;
  }
  clear();
  const parts = [...found.others, ...found.fees];
  const taken = asking.parts(
    found.net,
    parts.map((column) => ({ column, ...partOf(column, found.fees) })),
  );
  const [single, ...more] = parts.filter((column) => !taken.includes(column));
  const isSingle = single !== undefined && more.length === 0;
  fields.set(found.net.name, "net");
  if (isSingle) fields.set(single.name, "amount");
  for (const { name } of taken) fields.set(name, isSingle && taken.length === 1 ? "fee" : "-fee");
  const all = parts.map(({ name }) => `"${name}"`).join(", ");
  notes.push(`"${found.net.name}" is what came in, after the fees: ${all} make it up.`);
}

/** Whether a part of what came in is of the sale or a fee; what only lowers it and does not say why is asked about. */
function partOf(column: Column, fees: readonly Column[]): { answer: string | null; because: string | null } {
  if (fees.includes(column)) return { answer: "fee", because: "its heading says so" };
  const isOfSale = ["discount", "refund", "tax", "income", "price"].some((word) => names(column.heading, word));
  if (isOfSale) return { answer: "sale", because: "its heading says so" };
  return column.above > column.below ? { answer: "sale", because: "it adds to it" } : { answer: null, because: null };
}
