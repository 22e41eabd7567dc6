import { currencies, type Currency, lengths, truncate } from "#contract/words.ts";
import { type Target, targets } from "#features/imports/contract.ts";
import { type Own, ownLabel } from "#features/imports/planning/own.ts";
import { scaleOf } from "#features/imports/planning/units.ts";
import { meaning, readingsOf } from "#features/imports/planning/meanings.ts";
import { meaningsOfField } from "#features/imports/programs/field-meanings.ts";
import { furtherHeadings } from "#features/imports/programs/headings.ts";
import { isMoney } from "#features/metrics/rules.ts";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { fieldTypes } from "#features/records/custom/rules.ts";
import type { Field, FieldType } from "#features/records/fields/field.ts";
import { fieldsOf, kindNames } from "#features/records/fields/fields.ts";
import type { ColumnType } from "#platform/reading/reading.ts";

/** Lower-case letters and digits alone: "Due Date", "due_date" and "dueDate" are equal. */
export const bare = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

const isCode = (word: string): boolean => (currencies as readonly string[]).includes(word);
const unitWords = /^(?:|[^\p{L}]+|in|utc|gmt|[cme]e?s?t|local|required|optional|iso|e?uros?|dollars?|pounds?)$/iu;
const zoneOrForm = /^[A-Z][a-z]+\/[\w/]+$|^[ymdhs]+(?:[\s/.:-]+[ymdhs]+)+$/i;
/** Whether it changes nothing about what a heading says: a currency, a scale, a zone, a form of days. */
const isUnit = (text: string): boolean =>
  text
    .split(/[,;]/)
    .every(
      (part) =>
        scaleOf(`(${part.trim()})`) !== undefined ||
        zoneOrForm.test(part.trim()) ||
        part.split(/[\s/.·_-]+/).every((word) => isCode(word) || unitWords.test(word)),
    );

/** Three letters at most that say nothing: the sign of a currency, as "Rp", "N" and "Kč" are; "m" may be a scale. */
const isMark = (text: string): boolean =>
  /^(?![bkmt]$)\p{L}$/iu.test(text.trim()) ||
  (/^[\p{L}\p{Sc}.]{2,3}$/u.test(text.trim()) && readingsOf(text).length === 0);

/** A heading without its unit: "Amount" of "Amount (EUR)", "Amount in USD" and "Probability (%)". */
export const withoutUnit = (heading: string): string => {
  const text = heading
    .slice(0, lengths.title)
    .replaceAll(/[([{（［]([^()[\]{}（）［］]*)[)\]}）］]/g, (brackets, inside: string) =>
      isUnit(inside) || isMark(inside) ? " " : brackets,
    )
    .replaceAll(/[*:%€£$¥₹]/g, " ")
    .trim();
  const words = text.split(/[\s_]+/);
  const last = words.at(-1) ?? "";
  const preposition = words.findIndex((word, at) => at > 0 && at < words.length - 1 && /^(?:in|en|em)$/i.test(word));
  if (preposition > 0 && isUnit(words.slice(preposition + 1).join(" "))) return words.slice(0, preposition).join(" ");
  const isKnown = words.length > 1 && (isCode(last) || /^(?:cents|pence)$/i.test(last));
  return isKnown ? words.slice(0, -1).join(" ") : text;
};

export type TargetField = {
  name: string;
  label: string;
  type: FieldType | "id";
  required: boolean;
  /** Bare: its own name and label, and its other headings. */
  names: readonly string[];
  aliases: readonly string[];
  /** What its headings say in any language, as `readingsOf` gives it. */
  meanings?: ReadonlySet<string>;
  /** Of its headings those that do not say of which period an amount is: asked about. */
  vague?: readonly string[] | undefined;
  choices?: readonly string[] | undefined;
  words?: Readonly<Record<string, string>> | undefined;
  /** The field that keeps the word itself, and what words say about other fields. */
  wordIn?: string | undefined;
  says?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
};

export const externalId = "externalId";
const ownId: TargetField = {
  name: externalId,
  label: "Id in its source",
  type: "id",
  required: false,
  names: ["externalid", "id"],
  aliases: ["recordid", "rowid", "uuid", "guid", "sourceid"],
};

const vague: Readonly<Record<string, readonly string[]>> = {
  "people monthlyCost": ["salary", "pay", "grosspay"],
  "contracts yearlyValue": ["value", "amount", "valor", "montant", "betrag", "importe"],
  "subscriptions amount": ["mrr"],
};

const ofRecords = (kind: RecordKind, field: Field & Pick<TargetField, "wordIn" | "says">): TargetField => ({
  name: field.name,
  label: field.label,
  type: field.type,
  required: field.required === true,
  names: [...new Set([bare(field.name), bare(field.label)])],
  aliases: [...(field.headings ?? []), ...furtherHeadings(kind, field.name)],
  vague: vague[`${kind} ${field.name}`],
  choices: field.choices,
  words: field.words,
  wordIn: field.wordIn,
  says: field.says,
});

export const isKind = (target: Target | null): target is RecordKind =>
  target !== null && (recordKinds as readonly string[]).includes(target);
export const isTarget = (text: string): text is Target => (targets as readonly string[]).includes(text);

/** What was paid of an invoice: the rest of its amount is open. */
export const paidPart = "-openAmount";

/** What several columns hold together: money out beside money in, a first name beside a last name. */
const partsOf = (kind: RecordKind): TargetField[] => {
  const part = (name: string, label: string, type: FieldType, headings: string): TargetField => ({
    name,
    label,
    type,
    required: false,
    names: [],
    aliases: [...headings.split(" ").filter(Boolean), ...furtherHeadings(kind, name)],
  });
  if (kind === "people" || kind === "customers" || kind === "pay")
    return [
      part(
        kind === "pay" ? "+employeeName" : "+name",
        "Part of the name",
        "line",
        "firstname givenname lastname surname familyname",
      ),
    ];
  if (kind === "deals")
    return [
      part("+closedOn", "Won or lost on", "day", "wontime losttime wondate lostdate closedwondate closedlostdate"),
    ];
  if (kind === "invoices")
    return [
      part(paidPart, "Paid of it", "money", "amountpaid paidamount paidtodate"),
      part("+amount", "On top of the amount", "money", ""),
    ];
  if (kind === "ledger")
    return [
      part("-actual", "Debit", "money", "debit debits debitamount"),
      part("+actual", "Credit", "money", "credit credits creditamount"),
    ];
  if (kind !== "transactions" && kind !== "payments") return [];
  const out = "paidout moneyout withdrawal withdrawals withdrawalamount debit debits debitamount";
  const into = "paidin moneyin deposit deposits depositamount credit credits creditamount";
  const fees = kind === "payments" ? [part("-fee", "Part of the fee", "money", "")] : [];
  return [part("-amount", "Money out", "money", out), part("+amount", "Money in", "money", into), ...fees];
};
export const isPart = (field: string): boolean => /^[-+]/.test(field);

/** A column kept as a figure: "figure:daily_revenue". */
export const figurePrefix = "figure:";
export const dayField = "day";

const knownFigures: readonly (readonly [name: string, label: string, headings: string])[] = [
  ["daily_revenue", "Daily revenue", "revenue sales turnover dailysales grosssales netsales totalsales takings"],
  ["cash", "Cash", "cashbalance bankbalance"],
  ["expenses", "Expenses", "costs spend totalexpenses"],
];

const figureFields: readonly TargetField[] = [
  {
    name: dayField,
    label: "Day",
    type: "day",
    required: true,
    names: ["day", "date"],
    aliases: ["when", "period", "month", ...furtherHeadings("figures", "day")],
  },
  ...knownFigures.map(([name, label, headings]) => ({
    name: `${figurePrefix}${name}`,
    label,
    type: "number" as const,
    required: false,
    names: [bare(name)],
    aliases: [...headings.split(" "), ...furtherHeadings("figures", `${figurePrefix}${name}`)],
  })),
];

/** A heading as the name of a figure; null if nothing of it can be one. */
export function figureNameOf(heading: string): string | null {
  // "Wholesale (EUR excl. VAT)" is "wholesale".
  const name = withoutUnit(
    heading.replaceAll(/\(([A-Z]{3})\b[^()]*\)/g, (brackets, code: string) =>
      currencies.includes(code as Currency) ? " " : brackets,
    ),
  )
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[\d_]+|_$/g, "");
  return name === "" ? null : truncate(name, lengths.name);
}

/** Headings that name no figure: which one their values are must be asked. */
const nameless = new Set("amount value total sum number count figure betrag montant importe".split(" "));
export const isNameless = (heading: string): boolean => nameless.has(bare(withoutUnit(heading)));

/** A field with what its headings say: those it has, and those of the table. */
function withMeanings(target: Target, field: TargetField): TargetField {
  const further = new Set(furtherHeadings(target, field.name));
  // Two words together say one thing; a word alone may be a heading for another reason: "plan" as a segment.
  const own = [...field.names, ...field.aliases].flatMap((text) => {
    const readings = readingsOf(text);
    return readings.length === 1 && readings[0]?.includes(" ") && !further.has(text) ? readings : [];
  });
  return { ...field, meanings: new Set([...own, ...meaningsOfField(target, field.name).map(meaning)]) };
}

const fieldsByTarget = new Map<Target, readonly TargetField[]>([
  ...recordKinds.map(
    (kind) =>
      [kind, [ownId, ...fieldsOf[kind].map((field) => ofRecords(kind, field)), ...partsOf(kind)]] as [
        Target,
        TargetField[],
      ],
  ),
  ["figures", figureFields],
  ["document", []],
]);
const readFields = new Map<Target, readonly TargetField[]>();
export function fieldsOfTarget(target: Target): readonly TargetField[] {
  let fields = readFields.get(target);
  if (!fields) {
    fields = (fieldsByTarget.get(target) ?? []).map((field) => withMeanings(target, field));
    readFields.set(target, fields);
  }
  return fields;
}

export function fieldOfTarget(target: Target, name: string, own?: Own): TargetField | null {
  const plain = name.replace(/^[-+]/, "");
  const ownName = isKind(target) ? ownLabel(plain) : null;
  if (ownName !== null) {
    // The words of a choice are its choices: none is unknown.
    const type = own && own.type !== "choice" ? fieldTypes[own.type] : "line";
    return { name: `${customPrefix}${ownName}`, label: ownName, type, required: false, names: [], aliases: [] };
  }
  const known = fieldsOfTarget(target).find((field) => field.name === plain);
  if (known || target !== "figures" || !plain.startsWith(figurePrefix)) return known ?? null;
  const label = plain.slice(figurePrefix.length).replaceAll("_", " ");
  return { name: plain, label, type: "number", required: false, names: [], aliases: [] };
}

export const isMoneyField = (target: Target, name: string, own?: Own): boolean =>
  fieldOfTarget(target, name, own)?.type === "money" ||
  (target === "figures" && isMoney(name.slice(figurePrefix.length)));

export const nameOfTarget = (target: Target): string =>
  isKind(target) ? kindNames[target].many : target === "figures" ? "daily figures" : "document";

const numeric: readonly ColumnType[] = ["number", "money", "percent", "flag", "text", "empty"];
const fitting: Partial<Record<TargetField["type"], readonly ColumnType[]>> = {
  day: ["day", "instant", "text", "empty"],
  money: numeric,
  number: numeric,
  whole: numeric,
  share: numeric,
  flag: ["flag", "text", "number", "empty"],
  email: ["email", "text", "empty"],
};

export const fits = (field: TargetField, type: ColumnType): boolean => fitting[field.type]?.includes(type) ?? true;
