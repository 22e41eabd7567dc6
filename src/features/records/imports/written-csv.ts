import { csvLine } from "#contract/csv.ts";
import type { BusinessRecord, RecordKind } from "#features/records/contract.ts";
import type { CustomField } from "#features/records/custom/contract.ts";
import { writeTyped } from "#features/records/custom/rules.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";

/** The heading of templates and exports, which an import recognizes; the company's own fields come last. */
export const headingOf = (kind: RecordKind, own: readonly CustomField[] = []): string =>
  csvLine(["External id", ...fieldsOf[kind].map(({ label }) => label), ...own.map(({ label }) => label)]);

export const lineOf = (
  kind: RecordKind,
  row: { externalId: string; fields: Fields; custom?: BusinessRecord["custom"] },
  own: readonly CustomField[] = [],
): string =>
  csvLine([
    row.externalId,
    ...fieldsOf[kind].map(({ name }) => row.fields[name] ?? null),
    ...own.map(({ key, type }) => {
      const value = row.custom?.[key] ?? null;
      return type === "percent" && value !== null ? writeTyped(type, value) : value;
    }),
  ]);
