import { currency, type Currency, lengths, text } from "#contract/words.ts";
import {
  bare,
  dayField,
  externalId,
  fieldOfTarget,
  fieldsOfTarget,
  figurePrefix,
  isKind,
  type TargetField,
} from "#features/imports/planning/fields.ts";
import {
  figuresFault,
  figuresIn,
  lineReader,
  type Plan,
  type PlannedColumn,
  type ReadRow,
} from "#features/imports/planning/line-reader.ts";
import { choiceOf, spellingOf } from "#features/imports/planning/words.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { type CustomField, customPrefix } from "#features/records/custom/contract.ts";
import { foldLabel } from "#features/records/custom/rules.ts";
import { mayRepeat } from "#features/records/fields/complete.ts";
import { dayInZone } from "#platform/reading/days.ts";
import type { ColumnFormat, Place } from "#platform/reading/reading.ts";

/** Where rows go: a kind of records, or daily figures. */
export type SentTarget = RecordKind | "figures";

/** The most rows of one message. */
const mostRows = 1_000;

/** What the sender's names may mean: what a person chose, the company's own fields, and figures it has. */
type Reading = {
  target: SentTarget;
  /** Before the ids of the rows; none if it is empty. */
  key: string;
  columns: readonly { name: string; field: string | null }[];
  own: readonly CustomField[];
  figures: readonly string[];
  place: Place;
  today: string;
};

/** Rows with the same names are written together; more sets of them would hold up the company's other writes. */
const mostGroups = 50;
const mostNames = 200;
const mostLeftOut = 50;

type Given = Record<string, unknown>;
type TakenRow = ReadRow & { row: number; currency: Currency | null };
/** Rows with the same fields, as one write takes them. */
export type Group = { plan: Plan; fields: string[]; rows: TakenRow[] };
export type Read = { groups: Group[]; refused: { row: number; id: string; why: string }[]; leftOut: string[] };

/** The rows of a message, or why there are none. */
export function rowsIn(bytes: Uint8Array): { rows: unknown[] } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { fault: "The message is not JSON in UTF-8." };
  }
  const given = value as { rows?: unknown } | null;
  const rows = Array.isArray(value) ? value : Array.isArray(given?.rows) ? given.rows : isRow(value) ? [value] : [];
  if (rows.length === 0) return { fault: 'The message holds no rows. Send a row, or {"rows": [...]}.' };
  return rows.length > mostRows ? { fault: `The message holds more than ${mostRows} rows.` } : { rows };
}

const isRow = (value: unknown): value is Given => typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields a name can mean, and whether a row needs an id of its own because two may be equal in everything. */
export const fieldsFor = (target: SentTarget): readonly TargetField[] => fieldsOfTarget(target);
export const needsId = (target: SentTarget): boolean => isKind(target) && mayRepeat(target);

/** Reads rows by the same fields and headings as a file. Nothing about a value is guessed: it fits, or the row is refused. */
export function readRows(rows: readonly unknown[], reading: Reading): Read {
  const refused: Read["refused"] = [];
  const leftOut = new Set<string>();
  const groups = new Map<string, { names: string[]; given: { row: number; value: Given }[] }>();
  for (const [at, value] of rows.entries()) {
    const names = isRow(value) ? Object.keys(value).toSorted() : [];
    if (!isRow(value)) refused.push({ row: at + 1, id: "", why: "It is no object with names and values." });
    else if (names.length > mostNames)
      refused.push({ row: at + 1, id: "", why: `It has more than ${mostNames} names.` });
    else if (groups.size >= mostGroups && !groups.has(names.join("\n")))
      refused.push({ row: at + 1, id: "", why: `The rows of the message have more than ${mostGroups} sets of names.` });
    else {
      const same = groups.get(names.join("\n")) ?? { names, given: [] };
      groups.set(names.join("\n"), same);
      same.given.push({ row: at + 1, value });
    }
  }
  const seen = new Map<string, number>();
  const read = [...groups.values()].map(({ names, given }): Group => {
    const { columns, unknown } = columnsOf(names, reading);
    for (const name of unknown) leftOut.add(name.slice(0, lengths.name));
    const taken: TakenRow[] = [];
    const plan = planOf(reading, columns, given);
    const readLine = lineReader(plan, reading.place, reading.today);
    const idAt = columns.find(({ field }) => field === externalId)?.at;
    for (const { row, value } of given) {
      const one = readOne({ names, columns, idAt, readLine, value }, reading);
      const id = idAt === undefined ? "" : textOf(value[names[idAt] ?? ""]).slice(0, 255);
      const keys = "why" in one ? [] : keysOf(one, reading.target);
      const before = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
      if ("why" in one) refused.push({ row, id, why: one.why });
      else if (before !== undefined) refused.push({ row, id, why: `The same stands in row ${before} already.` });
      else {
        for (const key of keys) seen.set(key, row);
        taken.push({ ...one, row });
      }
    }
    return { plan, fields: columns.map(({ field }) => field).filter((field) => field !== externalId), rows: taken };
  });
  return {
    groups: read,
    refused: refused.toSorted((one, other) => one.row - other.row),
    leftOut: [...leftOut].slice(0, mostLeftOut),
  };
}

/** What a row may not share with another one of its message: its id, or its figures' days. */
const keysOf = ({ externalId: id, fields }: ReadRow, target: SentTarget): string[] =>
  target === "figures"
    ? (figuresIn(fields)?.values ?? []).map(({ name }) => `${name} ${String(fields[dayField])}`)
    : [id];

/** The field of each name: as a person chose, by a field's own name, else by a heading that files have for it. */
function columnsOf(names: readonly string[], reading: Reading): { columns: PlannedColumn[]; unknown: string[] } {
  const { target, columns: chosen, own, figures } = reading;
  const meant = names.map((name, at) => {
    const choice = chosen.find((one) => one.name === name);
    if (choice) return { name, at, field: choice.field, level: 3 };
    const key = bare(name);
    const byName = fieldsFor(target).find((field) => field.names.includes(key));
    if (byName) return { name, at, field: byName.name, level: 2 };
    if (target === "figures" && (key === "currency" || figures.includes(name)))
      return { name, at, field: key === "currency" ? "currency" : `${figurePrefix}${name}`, level: 2 };
    const custom = own.find((field) => field.key === name || foldLabel(field.label) === foldLabel(name));
    if (custom) return { name, at, field: `${customPrefix}${custom.label}`, level: 2 };
    const alias = fieldsFor(target).find(({ aliases, vague = [] }) => aliases.includes(key) && !vague.includes(key));
    return { name, at, field: alias?.name, level: 1 };
  });
  const unknown: string[] = [];
  const taken = new Set<string>();
  const columns: PlannedColumn[] = [];
  for (const { name, at, field } of meant.toSorted((one, other) => other.level - one.level)) {
    if (field === null) continue;
    const custom = own.find(({ label }) => field === `${customPrefix}${label}`);
    const known =
      field === undefined ? null : field === "currency" ? true : fieldOfTarget(target, field, ownOf(custom));
    // A second name for the same field is not mixed into the first.
    if (field === undefined || !known || taken.has(field) || (field.startsWith(customPrefix) && !custom))
      unknown.push(name);
    else {
      taken.add(field);
      columns.push({
        at,
        name,
        field,
        format: { type: "text" },
        ...(custom && { own: ownOf(custom) ?? undefined }),
      } as PlannedColumn);
    }
  }
  return { columns, unknown };
}

const ownOf = (field: CustomField | undefined) =>
  field && {
    label: field.label,
    type: field.type,
    choices: field.choices,
    currency: field.currency,
    isNew: false,
    key: field.key,
  };

const isNumeric = ({ type }: TargetField): boolean => ["money", "number", "whole", "share"].includes(type);

const formatOf = ({ type }: TargetField): ColumnFormat => {
  if (type === "day") return { type: "day", dayOrder: "year first" };
  if (type === "share") return { type: "percent", decimal: ".", whole: "one" };
  return type === "money" ? { type: "money", decimal: "." } : { type: "number", decimal: "." };
};

function planOf(reading: Reading, columns: readonly PlannedColumn[], given: readonly { value: Given }[]): Plan {
  const { target, place } = reading;
  return {
    target,
    columns: columns.flatMap((column) => {
      const field = fieldOfTarget(target, column.field, column.own);
      if (!field || (target === "figures" && column.field === "currency")) return [];
      const said = given.map(({ value }) => value[column.name]).filter((one) => typeof one === "string");
      const words =
        field.type === "choice"
          ? Object.fromEntries(
              [...new Set(said)].flatMap((word) => {
                const choice = choiceOf(target, field, word, null);
                return choice === null ? [] : [[spellingOf(word), choice]];
              }),
            )
          : undefined;
      const format = isNumeric(field) || field.type === "day" ? formatOf(field) : column.format;
      return [{ ...column, format, ...(words && { words }) }];
    }),
    width: columns.length,
    always: {},
    leaves: [],
    negates: [],
    overrides: [],
    currency: place.currency,
    sameNumber: "refuse",
    createParties: false,
    sameNames: { customers: {}, vendors: {} },
    isStrict: false,
  };
}

type One = {
  names: readonly string[];
  columns: readonly PlannedColumn[];
  idAt: number | undefined;
  readLine: ReturnType<typeof lineReader>;
  value: Given;
};

function readOne(
  { names, columns, idAt, readLine, value }: One,
  reading: Reading,
): Omit<TakenRow, "row"> | { why: string } {
  const { target, key, place } = reading;
  const cells = names.map(() => "");
  let unit: Currency | null = null;
  for (const { at, name, field, own } of columns) {
    const cell = cellOf(fieldOfTarget(target, field, own), value[name], place.timeZone);
    if ("fault" in cell) return { why: `${name}: ${cell.fault}` };
    cells[at] = cell.text;
    if (target !== "figures" || field !== "currency" || cell.text === "") continue;
    const known = currency.safeParse(cell.text);
    if (!known.success) return { why: `${name}: "${cell.text.slice(0, 40)}" is no currency.` };
    unit = known.data;
  }
  const id = idAt === undefined ? "" : (cells[idAt] ?? "");
  if (id === "" && needsId(target))
    return {
      why: "It needs an id of the sender's: without one, two equal rows could not be told from one sent twice.",
    };
  if (id.length > 200) return { why: "The id is longer than 200 characters." };
  const read = readLine(cells);
  if (!("row" in read)) return { why: "fault" in read ? read.fault : "It is left out." };
  const [unread] = read.emptied;
  const fault = target === "figures" ? figuresFault(read) : unread ? `${unread.label}: ${unread.fault}.` : null;
  if (fault) return { why: fault };
  return {
    ...read.row,
    externalId: id === "" ? read.row.externalId : key === "" ? id : `${key}:${id}`,
    currency: unit,
  };
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? `${value}` : "";

/** A value as the cell of a file would hold it, if it leaves no doubt. */
function cellOf(field: TargetField | null, value: unknown, timeZone: string): { text: string } | { fault: string } {
  if (value === null || value === undefined) return { text: "" };
  if (typeof value === "object") return { fault: "send one value instead of a list or an object." };
  const text = textOf(value);
  if (field && isNumeric(field))
    return typeof value !== "boolean" && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)
      ? { text }
      : { fault: `send ${shorten(text)} as a number such as 1234.5.` };
  if (field?.type === "day") return dayOf(text, timeZone);
  return storable.safeParse(text).success
    ? { text }
    : { fault: "it is too long, or holds characters that cannot be stored." };
}

const storable = text(lengths.text);
const shorten = (word: string): string => `"${word.slice(0, 40)}"`;

const instant = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The day of the company's zone; a time without a zone is one of the day as written. */
function dayOf(text: string, timeZone: string): { text: string } | { fault: string } {
  const found = text.length > 40 ? null : instant.exec(text);
  const at = found?.[2] === undefined ? null : Date.parse(text.replace(" ", "T"));
  const midnight = Date.parse(`${found?.[1] ?? ""}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(found?.[1] ?? "");
  if (!found || !isDay || Number.isNaN(at))
    return { fault: `send ${shorten(text)} as YYYY-MM-DD or an ISO 8601 time.` };
  return { text: at === null ? (found[1] ?? "") : dayInZone(at, timeZone) };
}
