import { lengths, truncate } from "#contract/words.ts";
import { type CustomField, customPrefix, type CustomType } from "#features/records/custom/contract.ts";
import { choicesFrom, foldLabel } from "#features/records/custom/rules.ts";
import { isNothing } from "#platform/reading/cells.ts";
import type { ColumnProfile } from "#platform/reading/reading.ts";

export type OwnFields = ReadonlyMap<string, readonly CustomField[]>;

/** A field of the company's own that a column is kept as; it has a key once the import has started. */
export type Own = Pick<CustomField, "label" | "type" | "choices"> & {
  /** Of its amounts; null: that of their record. */
  currency: string | null;
  isNew: boolean;
  key?: string;
};

/** "Region" of "custom:Region"; null for other fields. */
export function ownLabel(name: string): string | null {
  if (!name.startsWith(customPrefix)) return null;
  const label = truncate(name.slice(customPrefix.length).replaceAll(/\s+/g, " ").trim(), lengths.name).trim();
  return label === "" ? null : label;
}

export const labelled = (fields: readonly CustomField[] | undefined, label: string): CustomField | undefined =>
  fields?.find((field) => foldLabel(field.label) === foldLabel(label));

const mostNewChoices = 12;

/** Whether each record has a currency, and the company's. */
type Amounts = { hasCurrency: boolean; currency: string };

/** The field of a column: as the company has it, otherwise of the type that the whole column has. */
export function ownOf(
  fields: readonly CustomField[] | undefined,
  label: string,
  column: ColumnProfile,
  amounts: Amounts,
): Own {
  const known = labelled(fields, label);
  const words = (column.values ?? []).map(({ value }) => value).filter((value) => value.length <= lengths.name);
  // All own amounts of a kind without a currency are in one.
  const unit = fields?.find((field) => field.currency !== null)?.currency ?? amounts.currency;
  const currency = amounts.hasCurrency ? null : unit;
  const filled = words.filter((value) => value.trim() !== "" && !isNothing(value));
  if (known) {
    const all = known.type === "choice" ? [...known.choices, ...filled] : [];
    const choices = choicesFrom(all);
    // With too many choices it becomes a text.
    const type = choices === null ? "text" : known.type;
    return { label: known.label, type, choices: choices ?? all, currency, isNew: false };
  }
  const type = typeOf(column, currency);
  const isFew = filled.length <= mostNewChoices && filled.length === column.values?.length;
  // A few words that stand again and again are choices.
  if (type === "text" && isFew && filled.length > 0 && column.filled >= filled.length * 3)
    return { label, type: "choice", choices: choicesFrom(filled) ?? [], currency, isNew: true };
  return { label, type, choices: [], currency, isNew: true };
}

function typeOf({ format, currencies }: ColumnProfile, unit: string | null): CustomType {
  switch (format.type) {
    case "day":
    case "instant":
      return "day";
    case "money": {
      // Amounts in another currency than the field's are kept as they are written.
      const others = Object.keys(currencies).filter(
        (code) => (code === "?" ? (format.currency ?? unit) : code) !== unit,
      );
      return unit === null || others.length === 0 ? "money" : "text";
    }
    case "number":
    case "percent":
    case "flag":
      return format.type;
    default:
      return "text";
  }
}
