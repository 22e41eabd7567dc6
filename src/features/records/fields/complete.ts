import { type RecordFields, type RecordKind, recordFields } from "#features/records/contract.ts";
import type { Value } from "#contract/csv.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { kindOf } from "#features/records/kinds/all.ts";
import { type Fields, normalized } from "#features/records/kinds/kind.ts";

export type { Fields };

export function complete(kind: RecordKind, given: Fields): Fields {
  const { defaults, settle: settled } = kindOf(kind);
  const filled = { ...given, ...settled?.(given) };
  for (const [name, value] of Object.entries(defaults)) filled[name] ??= value(given);
  return settle(kind, filled);
}

export const settle = (kind: RecordKind, fields: Fields): Fields => ({ ...fields, ...kindOf(kind).follow?.(fields) });

export function checked<Kind extends RecordKind>(
  kind: Kind,
  fields: Fields,
): { fields: RecordFields[Kind] } | { fault: string } {
  const parsed = recordFields[kind].safeParse(fields);
  if (parsed.success) return { fields: parsed.data as RecordFields[Kind] };
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  const label = fieldsOf[kind].find((field) => field.name === name)?.label ?? name;
  const missing = fields[name] === null || fields[name] === undefined;
  return { fault: missing ? `${label} is missing` : `${label}: ${issue?.message ?? "is not valid"}` };
}

export function fitsAlone(kind: RecordKind, name: string, value: Value): boolean {
  const shape: Record<string, { safeParse: (value: unknown) => { success: boolean } }> = recordFields[kind].shape;
  return shape[name]?.safeParse(value).success ?? false;
}

const longestKey = 255;

/** The id of the second, third, ... of several rows that are equal in everything. */
const repeatedKey = (key: string, place: number): string =>
  place === 1 ? key : `${key.slice(0, longestKey - 12)} · ${place}`;

/** Whether rows of a kind may be equal in everything, such as two fares on one day. */
export const mayRepeat = (kind: RecordKind): boolean => kindOf(kind).repeats === true;

/**
 * Numbers the equal rows of a file, so that none is lost and the same file again changes nothing. `seen` tells the
 * earlier line with an id; only ids that repeat are remembered besides.
 */
export function numberRepeats(
  seen: (id: string, line: number) => number | null,
): (key: string, line: number) => string {
  const places = new Map<string, number>();
  return (key, line) => {
    if (seen(key, line) === null) return key;
    const place = (places.get(key) ?? 1) + 1;
    places.set(key, place);
    return repeatedKey(key, place);
  };
}

/** The first free id of a row like this. */
export async function freeKey(key: string, isTaken: (key: string) => Promise<boolean>): Promise<string> {
  for (let place = 1; ; place += 1) {
    const free = repeatedKey(key, place);
    if (!(await isTaken(free))) return free;
  }
}

/**
 * The id of a record without one: its number or name, with the party if two parties may use the same. Expects defaults
 * to be set; lower case, so that spelling creates no duplicate.
 */
export const naturalKey = (kind: RecordKind, fields: Fields): string =>
  kindOf(kind).key(fields).map(normalized).filter(Boolean).join(" · ").slice(0, longestKey);
