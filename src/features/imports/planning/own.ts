import { lengths, truncate } from "#contract/words.ts";
import { type CustomField, customPrefix, type CustomType } from "#features/records/custom/contract.ts";
import { choicesFrom, foldLabel } from "#features/records/custom/rules.ts";
import { isNothing } from "#platform/reading/cells.ts";
import type { ColumnProfile } from "#platform/reading/reading.ts";

/** The company's own fields in use, by kind. */
export type OwnFields = ReadonlyMap<string, readonly CustomField[]>;

/** A field of the company's own that a column is kept as; it has a key once the import has started. */
export type Own = Pick<CustomField, "label" | "type" | "choices"> & { isNew: boolean; key?: string };

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
  const filled = words.filter((value) => value.trim() !== "" && !isNothing(value));
  if (known) {
    const choices = known.type === "choice" ? choicesFrom([...known.choices, ...filled]) : [];
    const type = choices === null ? "text" : known.type;
    return { label: known.label, type, choices: choices ?? [], isNew: false };
  }
  const type = typeOf(column, amounts, fields);
  const isFew = filled.length <= mostNewChoices && filled.length === column.values?.length;
  // A few words that stand again and again are choices.
  if (type === "text" && isFew && filled.length > 0 && column.filled >= filled.length * 3)
    return { label, type: "choice", choices: choicesFrom(filled) ?? [], isNew: true };
  return { label, type, choices: [], isNew: true };
}

function typeOf(
  { format, currencies }: ColumnProfile,
  { hasCurrency, currency }: Amounts,
  fields: readonly CustomField[] = [],
): CustomType {
  switch (format.type) {
    case "day":
    case "instant":
      return "day";
    case "money": {
      // All own amounts of a kind without a currency are in one: others keep theirs as text.
      const unit = fields.find((field) => field.currency !== null)?.currency ?? currency;
      const named = Object.keys(currencies).map((code) => (code === "?" ? (format.currency ?? unit) : code));
      return hasCurrency || named.every((code) => code === unit) ? "money" : "text";
    }
    case "number":
    case "percent":
    case "flag":
      return format.type;
    default:
      return "text";
  }
}
