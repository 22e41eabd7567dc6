import { truncate } from "#contract/words.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";
import type { Target } from "#features/imports/contract.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { bare, fieldOfTarget } from "#features/imports/planning/fields.ts";
import { centsOf, leastSteps, movesBy, stepsOf } from "#features/imports/planning/flows.ts";
import type { Plan, PlannedColumn } from "#features/imports/planning/line-reader.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import type { Found } from "#features/imports/planning/recognize.ts";
import { costs, signsByWord, turnedBySides, turnedByType } from "#features/imports/planning/turned-sides.ts";
import { directionOf, type Marker } from "#features/imports/planning/signs.ts";
import { isYesNo } from "#features/imports/planning/content.ts";
import { names, readingsOf } from "#features/imports/planning/meanings.ts";
import { choiceOf, leaveLines, spellingOf } from "#features/imports/planning/words.ts";
import { flags } from "#platform/reading/cells.ts";
import { failures, refunds } from "#features/imports/programs/spoken.ts";

const noSigns = {
  negates: [] as Plan["negates"],
  leaves: [] as Plan["leaves"],
  overrides: [] as Plan["overrides"],
  missing: null as string | null,
};
type Signs = typeof noSigns;

/** Which amounts are turned, left out or of another type by what stands beside them. */
export function signsOf(
  input: { profile: FileProfile; place: Place },
  target: Target,
  columns: readonly Column[],
  { fields }: Matched,
  found: Found | null,
  asking: Asking,
  notes: string[],
  planned: readonly PlannedColumn[],
): Signs {
  const columnOf = (field: string) => columns.find(({ name }) => fields.get(name) === field) ?? null;
  if (target === "people") return { ...noSigns, overrides: departed(columns, fields) };
  const amount = columnOf("amount");
  const isSigned = found !== null || !amount;
  if (target === "transactions") {
    const signs = isSigned ? noSigns : signsOfBank(input, columns, amount, columnOf("balance"), asking, notes);
    const known = found?.export.leaves?.length ? new Set(columns.map(({ name }) => name)) : null;
    if (known) return signs;
    const asked = new Set(
      signs.leaves
        .concat(signs.negates.flatMap(({ at, words }) => (at === undefined ? [] : [{ at, words: words ?? [] }])))
        .map(({ at }) => at),
    );
    const failed = wordsBeside(
      columns.filter(({ at }) => !asked.has(at)),
      fields,
      "bank",
      asking,
      (words) => failedBy(input, columns, fields, signs.negates, words),
    );
    return { ...signs, leaves: [...signs.leaves, ...failed.leaves] };
  }
  const sides = found ? [] : turnedBySides(input, target, columns, fields, notes);
  if (target === "ledger") {
    // Credits less debits add up income.
    if (columnOf("-actual")) return { ...noSigns, negates: [{ field: "actual", where: { field: "type", in: costs } }] };
    const isTold = sides.length > 0 || found !== null;
    return { ...noSigns, negates: isTold ? sides : turnedByType(input, columns, fields, planned, asking) };
  }
  if (isSigned) return noSigns;
  const isBelow = amount.below > 0 && amount.above === 0 && amount.doubts.every(({ about }) => about !== "sign");
  if (target === "invoices" && isBelow) {
    const back = { value: "credit notes", label: "Credit notes: money that goes back" };
    const answer = asking.below(
      amount,
      "Invoices, written as negative amounts",
      back,
      creditsIn(columns, fields, columnOf),
    );
    return answer === "turned" ? { ...noSigns, negates: turned("openAmount", columnOf("openAmount")) } : noSigns;
  }
  if (target === "invoices") return { ...noSigns, negates: sides, overrides: voided(columns, fields) };
  if (target === "deals") return { ...noSigns, overrides: outcomes(columns, fields, asking) };
  if (target !== "payments") return noSigns;
  const marks = wordsBeside(columns, fields, "payment", asking);
  // A fee is a cost, also where it is written as money that goes out.
  const fee = columnOf("fee");
  const isCost = fee !== null && fee.below > fee.above && !columnOf("net");
  const signs = { ...marks, negates: [...sides, ...(isCost ? [{ field: "fee" }] : [])] };
  const types = columnOf("type");
  const isRefund = types?.values?.every(({ value }) => refunds.has(bare(value))) === true;
  if (!isBelow || isRefund) return signs;
  const back = { value: "refunds", label: "Refunds: money that goes back" };
  const answer = asking.below(amount, "Charges, written as negative amounts", back, { answer: null, because: null });
  return answer === "turned" ? { ...signs, negates: [...signs.negates, ...turned("net", columnOf("net"))] } : signs;
}

/** Invoices that a column of yes and no calls void, and drafts and void ones of a second status. */
function voided(columns: readonly Column[], fields: ReadonlyMap<string, string>): Plan["overrides"] {
  return columns.flatMap((column) => {
    const { name, at, heading, format, values } = column;
    if (fields.has(name) || !values || values.length > mostStates) return [];
    // Of the invoice, not of its delivery or its project.
    const of = readingsOf(heading).map((one) => one.replace(/\b(?:invoice|document|paid) ?/g, "").trim());
    const isVoid = isYesNo(column) && of.includes("void");
    const isState = format.type === "text" && of.includes("status");
    const words = values.flatMap(({ value }): [string, string][] => {
      const word = spellingOf(value);
      if (isVoid) return flags.get(value.trim().toLowerCase()) ? [[word, "void"]] : [];
      const said = isState ? readingsOf(value).filter((one) => one === "void" || one === "draft") : [];
      return said[0] ? [[word, said[0]]] : [];
    });
    return words.length > 0 ? [{ field: "status", at, words: Object.fromEntries(words) }] : [];
  });
}
const mostStates = 12;

/** People whom a second status calls inactive, such as one beside how they are employed. */
function departed(columns: readonly Column[], fields: ReadonlyMap<string, string>): Plan["overrides"] {
  const status = fieldOfTarget("people", "status");
  if (!status || ![...fields.values()].includes("status")) return [];
  return columns.flatMap(({ name, at, heading, values }) => {
    const isState = readingsOf(heading).some((one) => one === "status" || one === "person status");
    if (fields.has(name) || !isState || !values || values.length > mostStates) return [];
    const left = values.filter(({ value }) => choiceOf("people", status, value, null) === "left");
    const words = Object.fromEntries(left.map(({ value }) => [spellingOf(value), "left"]));
    return left.length > 0 ? [{ field: "status", at, words }] : [];
  });
}

/** Deals that a column beside their stage calls won or lost, whatever stage they stood in. */
function outcomes(columns: readonly Column[], fields: ReadonlyMap<string, string>, asking: Asking): Plan["overrides"] {
  const stage = fieldOfTarget("deals", "stage");
  if (!stage || ![...fields.values()].includes("stage")) return [];
  return columns.flatMap((column) => {
    const { name, at, format, values } = column;
    if (fields.has(name) || format.type !== "text" || !values || values.length > mostStates) return [];
    const said = values.map(({ value, count }) => ({
      item: value,
      count,
      answer: choiceOf("deals", stage, value, null) ?? (readingsOf(value).includes("open") ? "open" : null),
    }));
    if (!said.some(({ answer }) => answer === "won" || answer === "lost")) return [];
    const asStage = "its stage";
    const answers = asking.marks(
      `words:${name}`,
      `What do these words of "${name}" say about a deal?`,
      column,
      [
        { value: "won", label: "It is won" },
        { value: "lost", label: "It is lost" },
        { value: asStage, label: "Nothing: its stage holds" },
        { value: leaveLines, label: "Leave these lines out" },
      ],
      said.map(({ answer, ...one }) => {
        const isEnd = answer === null || answer === "won" || answer === "lost";
        return { ...one, answer: isEnd ? answer : asStage, because: answer === null ? null : "the word says so" };
      }),
    );
    const words = answers.flatMap(({ item, answer }): [string, string][] =>
      answer === "won" || answer === "lost" ? [[spellingOf(item), answer]] : [],
    );
    return words.length > 0 ? [{ field: "stage", at, words: Object.fromEntries(words) }] : [];
  });
}

/** An amount is turned, and the one that goes with it if it has the same sign. */
const turned = (beside: string, column: Column | null): Plan["negates"] => [
  { field: "amount" },
  ...(column && column.below > 0 && column.above === 0 ? [{ field: beside }] : []),
];

/** Whether invoices below 0 are all credit notes: their words or a state that only invoices have. */
function creditsIn(
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  columnOf: (field: string) => Column | null,
): { answer: string | null; because: string | null } {
  for (const field of ["document", "direction"]) {
    const column = columnOf(field);
    const target = fieldOfTarget("invoices", field);
    if (!column?.values || !target || column.values.length === 0) continue;
    const credits = column.values.map(({ value }) => {
      const own = choiceOf("invoices", target, value, null);
      const says = target.says?.[bare(value)]?.["document"] ?? null;
      return own === "credit note" || says === "credit note"
        ? true
        : own === null
          ? null
          : field === "document"
            ? false
            : null;
    });
    const because = `"${column.name}" says so`;
    if (credits.every((one) => one === true)) return { answer: "credit notes", because };
    if (credits.every((one) => one === false)) return { answer: "turned", because };
  }
  const status = columns.find(({ name }) => fields.get(name) === "status");
  const isLate = status?.values?.some(({ value }) => /^(?:overdue|pastdue)$/.test(bare(value))) === true;
  return isLate ? { answer: "turned", because: `"${status.name}" has overdue ones` } : { answer: null, because: null };
}

type Said = { at: number; word: string };
const wordAt = (at: number, word: string): string => `${at} ${word}`;
const [still, moves] = ["the balance does not move by it", "the balance moves by it"];
/** Words beyond these are too many to try. */
const mostTried = 6;

/**
 * Which of some words mark lines by which the balance does not move; null for a word of which that cannot be told: in
 * every way of leaving words out that explains each step of the balance it must be the same.
 */
function failedBy(
  { profile, place }: { profile: FileProfile; place: Place },
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  negates: Plan["negates"],
  words: readonly Said[],
): ReadonlyMap<string, boolean | null> | null {
  const balance = columns.find(({ name }) => fields.get(name) === "balance");
  if (!balance) return null;
  const open = new Map(words.map(({ at, word }) => [wordAt(at, word), null as boolean | null]));
  if (words.length > mostTried) return open;
  const lines = profile.first.filter(({ fault }) => fault === undefined);
  const signs = { amount: 0, "+amount": 1, "-amount": -1 } as const;
  const parts = columns.flatMap((column) => {
    const field = fields.get(column.name) ?? "";
    return field in signs ? [{ sign: signs[field as keyof typeof signs], cents: centsOf(profile, column, place) }] : [];
  });
  const amounts = lines.map(({ cells }, line) => {
    const sum = parts.reduce((all, { sign, cents }) => {
      const cell = cents[line] ?? 0;
      return all + (sign === 0 ? cell : sign > 0 ? cell : -Math.abs(cell));
    }, 0);
    const isTurned = negates.some(
      ({ at, words: of }) => at === undefined || of?.includes(spellingOf(cells[at] ?? "")) === true,
    );
    return isTurned ? -sum : sum;
  });
  const balances = centsOf(profile, balance, place);
  const explaining = Array.from({ length: 2 ** words.length }, (_, ways) => ways).filter((ways) => {
    const isLeft = (cells: readonly string[]) =>
      words.some(({ at, word }, bit) => (ways >> bit) % 2 === 1 && cells[at] === word);
    const moved = lines.map(({ cells }, line) => (isLeft(cells) ? 0 : (amounts[line] ?? 0)));
    const { steps, plus } = stepsOf(balances, moved);
    return plus >= leastSteps && plus === steps;
  });
  for (const [bit, { at, word }] of words.entries()) {
    const said = new Set(explaining.map((ways) => (ways >> bit) % 2 === 1));
    const [only = null] = said;
    open.set(wordAt(at, word), said.size === 1 ? only : null);
  }
  return open;
}

/** Payments whose words say that they went back, or never came about; of a bank's lines only the latter. */
function wordsBeside(
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  of: "payment" | "bank",
  asking: Asking,
  proven?: (words: readonly Said[]) => ReadonlyMap<string, boolean | null> | null,
): Signs {
  const isBack = (word: string) => of === "payment" && refunds.has(word);
  const isNone = (word: string) => failures.has(word) || readingsOf(word).includes("void");
  const signs: Signs = { ...noSigns, leaves: [], overrides: [] };
  const type = "as its type";
  const asWords = columns.filter(
    ({ name, values, format }) => !fields.has(name) && values && values.length <= 12 && format.type === "text",
  );
  const said = asWords.flatMap(({ at, values }) =>
    (values ?? []).flatMap(({ value }) => (failures.has(bare(value)) || isNone(value) ? [{ at, word: value }] : [])),
  );
  const known = proven && said.length > 0 ? proven(said) : null;
  for (const column of asWords) {
    const items = (column.values ?? []).flatMap(
      ({ value, count }): { item: string; count: number; answer: string | null; because: string | null }[] => {
        const word = bare(value);
        const parts = value.split(/[^\p{L}\p{N}]+/u).map(bare);
        // What a balance moves by came about, whatever it is called.
        const isFailed = known?.get(wordAt(column.at, value));
        if (isFailed !== undefined)
          return isFailed === null
            ? [{ item: value, count, answer: null, because: null }]
            : [{ item: value, count, answer: isFailed ? leaveLines : type, because: isFailed ? still : moves }];
        if (isBack(word)) return [{ item: value, count, answer: "refund", because: "the word says so" }];
        if (failures.has(word)) return [{ item: value, count, answer: leaveLines, because: "it did not come about" }];
        if (isNone(word)) return [{ item: value, count, answer: null, because: null }];
        return of === "payment" && parts.some((part) => refunds.has(part) || failures.has(part))
          ? [{ item: value, count, answer: null, because: null }]
          : [];
      },
    );
    if (items.length === 0) continue;
    const answers = asking.marks(
      `words:${column.name}`,
      `What do these words of "${column.name}" say about ${of === "payment" ? "a payment" : "a line"}?`,
      column,
      [
        ...(of === "payment" ? [{ value: "refund", label: "A refund" }] : []),
        { value: type, label: of === "payment" ? "Nothing: its type holds" : "Nothing: it holds" },
        { value: leaveLines, label: "Leave these lines out" },
      ],
      items,
    );
    const wordsOf = (answer: string) =>
      answers.filter((one) => one.answer === answer).map(({ item }) => spellingOf(item));
    signs.overrides.push({
      field: "type",
      at: column.at,
      words: Object.fromEntries(wordsOf("refund").map((word) => [word, "refund"])),
    });
    signs.leaves.push({ at: column.at, words: wordsOf(leaveLines) });
  }
  return signs;
}

/** The direction of all invoices of a file as its parties say; null if they do not. */
export function directionOfInvoices(
  columns: readonly Column[],
  { fields }: Matched,
  party: Column | null,
): string | null {
  const has = (field: string) => [...fields.values()].includes(field);
  const column = columns.find(({ name }) => fields.get(name) === "direction");
  const field = fieldOfTarget("invoices", "direction");
  if (column && field) {
    const said = new Set(column.values?.map(({ value }) => choiceOf("invoices", field, value, null)) ?? [null]);
    const [only = null] = said;
    return said.size === 1 ? only : null;
  }
  return !party && has("customerName") !== has("vendorName") ? (has("customerName") ? "receivable" : "payable") : null;
}

/** Who owes as the lines above the heading say: "Bills Payable", "Offene Posten Debitoren"; null if none does, or both. */
export function directionInTitles(titles: readonly string[]): string | null {
  const field = fieldOfTarget("invoices", "direction");
  if (!field) return null;
  const said = new Set(
    titles.flatMap((title) => [
      ...title
        .split(/[^\p{L}]+/u)
        .flatMap(
          (word) =>
            field.choices?.find((one) => `${one}s`.startsWith(bare(word)) && bare(word).length >= one.length) ?? [],
        ),
      ...(names(title, "vendor") ? ["payable"] : []),
      ...(names(title, "customer") ? ["receivable"] : []),
    ]),
  );
  const [only = null] = said;
  return said.size === 1 ? only : null;
}

/** The column of a direction that says throughout what the only party of the file rules out: "Invoice" beside vendors. */
export function contradicted(columns: readonly Column[], { fields }: Matched): Column | null {
  const has = (field: string) => [...fields.values()].includes(field);
  const column = columns.find(({ name }) => fields.get(name) === "direction");
  const field = fieldOfTarget("invoices", "direction");
  if (!column?.values || !field || has("customerName") === has("vendorName")) return null;
  const said = new Set(column.values.map(({ value }) => choiceOf("invoices", field, value, null)));
  said.delete(null);
  const other = has("customerName") ? "payable" : "receivable";
  return said.size === 1 && said.has(other) ? column : null;
}

/** The way of bank amounts that have no sign, or one that their balance contradicts. */
function signsOfBank(
  { profile, place }: { profile: FileProfile; place: Place },
  columns: readonly Column[],
  amount: Column,
  balance: Column | null,
  asking: Asking,
  notes: string[],
): Signs {
  if (amount.doubts.some(({ about }) => about === "sign")) return noSigns;
  if (amount.below > 0 && amount.above > 0) {
    const [balances, amounts] = [balance ? centsOf(profile, balance, place) : [], centsOf(profile, amount, place)];
    const { plus, minus } = stepsOf(balances, amounts);
    if (plus > minus) return noSigns;
    if (movesBy(balances, amounts) !== -1) {
      // Some cards write what was spent as positive amounts.
      const told = directionOf(columns, amount, null, profile, place);
      const way = told.by === "marker" ? signedBy(told.marker) : null;
      if (told.by === "marker" && way === "marks") return byMarks(told.marker, asking);
      if (way === "signs" || (minus === 0 && amount.above <= amount.below)) return noSigns;
      const answer = asking.direction(amount, { answer: null, because: null });
      return answer === "out" ? { ...noSigns, negates: [{ field: "amount" }] } : noSigns;
    }
    notes.push(`"${amount.name}" is turned: "${balance?.name ?? ""}" falls by its positive amounts.`);
    return { ...noSigns, negates: [{ field: "amount" }] };
  }
  if (amount.below > 0 || amount.above === 0) return noSigns;
  const found = directionOf(columns, amount, balance, profile, place);
  if (found.by === "marker") return byMarks(found.marker, asking);
  const evidence = found.by === "all" ? { answer: found.way, because: found.because } : { answer: null, because: null };
  const way = asking.direction(amount, evidence);
  const isMixed = found.by === "none" && found.isMixed;
  const missing = isMixed
    ? `No column says which amounts of "${truncate(amount.name, 60)}" went out, but the balance both rises and falls`
    : null;
  return { ...noSigns, negates: way === "out" ? [{ field: "amount" }] : [], missing };

  /** Whether the marks of lines say which way they went, reversals of them below 0, or repeat the sign of each. */
  function signedBy({ column, words }: Marker): "marks" | "signs" | null {
    const signs = signsByWord({ profile, place }, amount, column);
    const sumOf = (of: string) =>
      words.reduce((sum, { word, way }) => (way === of ? sum + (signs.get(spellingOf(word)) ?? 0) : sum), 0);
    const [out, into] = [sumOf("out"), sumOf("in")];
    return into > 0 && out !== 0 && words.every(({ way }) => way) ? (out > 0 ? "marks" : "signs") : null;
  }
}

function byMarks({ column, words }: Marker, asking: Asking): Signs {
  const items = words.map(({ word, count, way }) => ({
    item: word,
    count,
    answer: way,
    because: way === null ? null : "the word or the balance says so",
  }));
  const answers = asking.marks(
    `words:${column.name}`,
    `Did the money of these words of "${column.name}" come in or go out?`,
    column,
    [
      { value: "in", label: "It came in" },
      { value: "out", label: "It went out" },
      { value: leaveLines, label: "Leave these lines out" },
    ],
    items,
  );
  const wordsOf = (answer: string) =>
    answers.filter((one) => one.answer === answer).map(({ item }) => spellingOf(item));
  return {
    ...noSigns,
    negates: [{ field: "amount", at: column.at, words: wordsOf("out") }],
    leaves: [{ at: column.at, words: wordsOf(leaveLines) }],
  };
}
