import { addDays } from "#contract/days.ts";
import type { Plan, ReadLine, ReadRow } from "#features/imports/planning/line-reader.ts";
import { seenIds } from "#features/imports/running/seen-ids.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldsOf, roles } from "#features/records/fields/fields.ts";
import { cellReader } from "#platform/reading/cells.ts";
import type { Line, Place } from "#platform/reading/reading.ts";

export type Groups = {
  /**
   * Takes a line of a record that several lines have: the record, if it is full with this line, or why the line is
   * refused. Null for other lines.
   */
  take(row: ReadRow, line: Line): { full: ReadRow | null; fault?: string } | null;
};
type Reading = { source: () => AsyncIterable<Line>; readLine: (cells: readonly string[]) => ReadLine };

/** What finds the records of a plan that have several lines; null if such lines are refused. */
export async function openGroups(plan: Plan, kind: RecordKind, place: Place, reading: Reading): Promise<Groups | null> {
  const { sameNumber, sameBy } = plan;
  if (sameBy) return sameNumber === "newest" ? newestLines(sameBy, place, reading) : apartLines(sameBy, reading);
  return sameNumber === "sum" || sameNumber === "once" ? joinedLines(kind, sameNumber, reading) : null;
}

/** Finds the last line of every number that several lines have. Only such records are in memory, until that line. */
async function joinedLines(kind: RecordKind, way: "sum" | "once", { source, readLine }: Reading): Promise<Groups> {
  const seen = seenIds();
  const lastLines = new Map<string, number>();
  for await (const { line, cells, fault } of source()) {
    if (fault !== undefined) continue;
    const read = readLine(cells);
    if ("row" in read && seen(read.row.externalId, line) !== null) lastLines.set(read.row.externalId, line);
  }
  const open = new Map<string, ReadRow>();
  return {
    take(row, { line }) {
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

/** Who has had no line for so long before the last one of the file has left: of pay by month, for two months. */
const goneAfterDays = 61;

function left(row: ReadRow, endedOn: string): ReadRow {
  const { fields } = row;
  if ((fields["endedOn"] ?? null) !== null) return row;
  return { ...row, fields: { ...fields, endedOn, status: "left" } };
}

/** Finds the newest line of each record; of several lines of that day the first is taken and the others are refused. */
async function newestLines(
  { at, name, format }: NonNullable<Plan["sameBy"]>,
  place: Place,
  { source, readLine }: Reading,
): Promise<Groups> {
  const read = cellReader({ ...format, type: format.type === "instant" ? "instant" : "day" }, place);
  const dayOf = (cells: readonly string[]): string => {
    const found = read(cells[at] ?? "");
    return "value" in found && typeof found.value === "string" ? found.value : "";
  };
  const newest = new Map<string, { line: number; day: string }>();
  for await (const { line, cells, fault } of source()) {
    const result = fault === undefined ? readLine(cells) : null;
    if (!result || !("row" in result)) continue;
    const { externalId } = result.row;
    const [before, day] = [newest.get(externalId), dayOf(cells)];
    if (!before || day > before.day) newest.set(externalId, { line, day });
  }
  const last = [...newest.values()].reduce((latest, { day }) => (day > latest ? day : latest), "");
  const isGone = (day: string): boolean => day !== "" && addDays(day, goneAfterDays) < last;
  return {
    take(row, { line, cells }) {
      const best = newest.get(row.externalId);
      if (best && line === best.line && isGone(best.day)) return { full: left(row, best.day) };
      if (!best || line === best.line) return { full: row };
      if (dayOf(cells) !== best.day) return { full: null };
      return { full: null, fault: `Line ${best.line} is of the same person and of the same "${name}".` };
    },
  };
}

/**
 * Records of one name, told apart by their numbers: the lowest has the name alone as its id, whatever the order of the
 * lines, so that it stays the same record when another one of its name arises.
 */
async function apartLines({ at }: NonNullable<Plan["sameBy"]>, { source, readLine }: Reading): Promise<Groups> {
  const lowest = new Map<string, string>();
  for await (const { cells, fault } of source()) {
    const result = fault === undefined ? readLine(cells) : null;
    if (!result || !("row" in result)) continue;
    const [{ externalId }, number] = [result.row, cells[at] ?? ""];
    if (number < (lowest.get(externalId) ?? "\uffff")) lowest.set(externalId, number);
  }
  return {
    take(row, { cells }) {
      const number = cells[at] ?? "";
      if (number !== lowest.get(row.externalId))
        row.externalId = `${row.externalId.slice(0, 150)} · ${number.slice(0, 100)}`;
      return null;
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
