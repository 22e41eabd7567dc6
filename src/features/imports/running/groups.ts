import type { ReadLine, ReadRow } from "#features/imports/planning/line-reader.ts";
import { seenIds } from "#features/imports/running/seen-ids.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldsOf, roles } from "#features/records/fields/fields.ts";
import type { Line } from "#platform/reading/reading.ts";

export type Groups = {
  /** Takes a line of a number that several lines have; its record is full with the last of them. Null for other lines. */
  take(row: ReadRow, line: number): { full: ReadRow | null } | null;
};

/** Finds the last line of every number that several lines have. Only such records are in memory, until that line. */
export async function openGroups(
  source: () => AsyncIterable<Line>,
  readLine: (cells: readonly string[]) => ReadLine,
  kind: RecordKind,
  way: "sum" | "once",
): Promise<Groups> {
  const seen = seenIds();
  const lastLines = new Map<string, number>();
  for await (const { line, cells, fault } of source()) {
    if (fault !== undefined) continue;
    const read = readLine(cells);
    if ("row" in read && seen(read.row.externalId, line) !== null) lastLines.set(read.row.externalId, line);
  }
  const open = new Map<string, ReadRow>();
  return {
    take(row, line) {
      const last = lastLines.get(row.externalId);
      if (last === undefined) return null;
      const before = open.get(row.externalId);
      const full = before ? joined(kind, before, row, way) : row;
      if (line < last) open.set(row.externalId, full);
      else open.delete(row.externalId);
      return { full: line < last ? null : full };
    },
  };
}

/** Two lines of one record: its amount is their sum, or stands on each; of other fields the first that is filled counts. */
function joined(kind: RecordKind, one: ReadRow, other: ReadRow, way: "sum" | "once"): ReadRow {
  const fields = { ...one.fields };
  for (const { name, type } of fieldsOf[kind]) {
    const [first, second] = [fields[name] ?? null, other.fields[name] ?? null];
    fields[name] = first ?? second;
    if (way === "sum" && name === roles[kind].money && typeof first === "number" && typeof second === "number")
      fields[name] = Math.round((first + second) * 1e4) / 1e4;
    else if (way === "sum" && type === "text" && first !== second && first !== null && second !== null)
      fields[name] = `${String(first)}\n${String(second)}`.slice(0, 2_000);
  }
  const custom = { ...other.custom };
  for (const [key, value] of Object.entries(one.custom ?? {})) custom[key] = value ?? custom[key] ?? null;
  return { externalId: one.externalId, fields, ...(one.custom && { custom }) };
}
