import { truncate } from "#contract/words.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";
import type { Target } from "#features/imports/contract.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { bare, fieldOfTarget } from "#features/imports/planning/fields.ts";
import { centsOf, movesBy } from "#features/imports/planning/flows.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import type { Found } from "#features/imports/planning/recognize.ts";
import { directionOf } from "#features/imports/planning/signs.ts";
import { isYesNo } from "#features/imports/planning/content.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
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
): Signs {
  const columnOf = (field: string) => columns.find(({ name }) => fields.get(name) === field) ?? null;
  const amount = columnOf("amount");
  const isSigned = found !== null || !amount || columns.some(({ name }) => /^[-+]amount$/.test(fields.get(name) ?? ""));
  if (target === "transactions") {
    const signs = isSigned ? noSigns : signsOfBank(input, columns, amount, columnOf("balance"), asking, notes);
    const known = found?.export.leaves?.length ? new Set(columns.map(({ name }) => name)) : null;
    if (known) return signs;
    const asked = new Set(
      signs.leaves
        .concat(signs.negates.flatMap(({ at, words }) => (at === undefined ? [] : [{ at, words: words ?? [] }])))
        .map(({ at }) => at),
    );
    // What the balance moves by came about.
    if (columnOf("balance")) return signs;
    const failed = wordsBeside(
      columns.filter(({ at }) => !asked.has(at)),
      fields,
      "bank",
      asking,
    );
    return { ...signs, leaves: [...signs.leaves, ...failed.leaves] };
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
  if (target === "invoices") return { ...noSigns, overrides: voided(columns, fields) };
  if (target !== "payments") return noSigns;
  const signs = wordsBeside(columns, fields, "payment", asking);
  const types = columnOf("type");
  const isRefund = types?.values?.every(({ value }) => refunds.has(bare(value))) === true;
  if (!isBelow || isRefund) return signs;
  const back = { value: "refunds", label: "Refunds: money that goes back" };
  const answer = asking.below(amount, "Charges, written as negative amounts", back, { answer: null, because: null });
  return answer === "turned" ? { ...signs, negates: turned("net", columnOf("net")) } : signs;
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

/** Payments whose words say that they went back, or never came about; of a bank's lines only the latter. */
function wordsBeside(
  columns: readonly Column[],
  fields: ReadonlyMap<string, string>,
  of: "payment" | "bank",
  asking: Asking,
): Signs {
  const isBack = (word: string) => of === "payment" && refunds.has(word);
  const isNone = (word: string) => failures.has(word) || readingsOf(word).includes("void");
  const signs: Signs = { ...noSigns, leaves: [], overrides: [] };
  const type = "as its type";
  for (const column of columns) {
    if (fields.has(column.name) || !column.values || column.values.length > 12 || column.format.type !== "text")
      continue;
    const items = column.values.flatMap(
      ({ value, count }): { item: string; count: number; answer: string | null; because: string | null }[] => {
        const word = bare(value);
        const parts = value.split(/[^\p{L}\p{N}]+/u).map(bare);
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
  if (!party && has("customerName") !== has("vendorName")) return has("customerName") ? "receivable" : "payable";
  // Only who is owed calls an invoice a bill.
  const isBill = columns.some(({ heading }) => /\bbills?\b(?!\s*to\b)/i.test(heading) && !/invoice/i.test(heading));
  return isBill && (party || !has("customerName")) ? "payable" : null;
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
    const way = balance && movesBy(centsOf(profile, balance, place), centsOf(profile, amount, place));
    if (way !== -1) return noSigns;
    notes.push(`"${amount.name}" is turned: "${balance?.name ?? ""}" falls by its positive amounts.`);
    return { ...noSigns, negates: [{ field: "amount" }] };
  }
  if (amount.below > 0 || amount.above === 0) return noSigns;
  const found = directionOf(columns, amount, balance, profile, place);
  if (found.by === "marker") {
    const { column, words } = found.marker;
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
  const evidence = found.by === "all" ? { answer: found.way, because: found.because } : { answer: null, because: null };
  const way = asking.direction(amount, evidence);
  const isMixed = found.by === "none" && found.isMixed;
  const missing = isMixed
    ? `No column says which amounts of "${truncate(amount.name, 60)}" went out, but the balance both rises and falls`
    : null;
  return { ...noSigns, negates: way === "out" ? [{ field: "amount" }] : [], missing };
}
