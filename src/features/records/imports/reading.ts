import type { RecordKind } from "#features/records/contract.ts";
import { unescapeFormula, type Value } from "#contract/csv.ts";
import { type FileFormat, plain, readCell } from "#features/records/fields/cells.ts";
import { checked, complete, type Fields, naturalKey } from "#features/records/fields/complete.ts";
import { fieldOf } from "#features/records/fields/fields.ts";
import { externalId, type Mapping } from "#features/records/imports/mapping.ts";

const longestId = 255;

/** Returns a function that reads a line: its id and fields, or its fault. */
export function reader(kind: RecordKind, heading: readonly string[], mapping: Mapping, format: FileFormat) {
  const columns = mapping.map(({ field, column }) => ({
    field: field === externalId ? null : fieldOf(kind, field),
    at: heading.indexOf(column),
  }));
  return (cells: readonly string[]): { externalId: string; fields: Fields } | { fault: string } => {
    if (cells.length !== heading.length)
      return { fault: `It has ${cells.length} columns where the heading has ${heading.length}.` };
    const given: Record<string, Value> = {};
    let key = "";
    for (const { field, at } of columns) {
      const cell = cells[at] ?? "";
      if (!field) {
        key = unescapeFormula(cell.trim());
        continue;
      }
      const read = readCell(field, cell, format);
      if ("fault" in read) return { fault: `${field.label}: ${read.fault}.` };
      given[field.name] = read.value;
      if (field.wordIn && read.value !== null) given[field.wordIn] ??= cell.trim();
      for (const [name, value] of Object.entries(field.says?.[plain(cell)] ?? {})) given[name] ??= value;
    }
    if (key.length > longestId) return { fault: `The id is longer than ${longestId} characters.` };
    const full = checked(kind, complete(kind, given));
    if ("fault" in full) return { fault: `${full.fault}.` };
    return { externalId: key || naturalKey(kind, full.fields), fields: full.fields };
  };
}
