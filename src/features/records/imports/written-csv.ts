import { csvLine } from "#contract/csv.ts";
import type { RecordKind } from "#features/records/contract.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";

/** The heading of templates and exports, which an import recognizes. */
export const headingOf = (kind: RecordKind): string =>
  csvLine(["External id", ...fieldsOf[kind].map(({ label }) => label)]);

/** A record as a line under that heading. */
export const lineOf = (kind: RecordKind, row: { externalId: string; fields: Fields }): string =>
  csvLine([row.externalId, ...fieldsOf[kind].map(({ name }) => row.fields[name] ?? null)]);
