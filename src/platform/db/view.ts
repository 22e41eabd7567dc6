import { fillPlaceholders, is, type SQL, sql } from "drizzle-orm";
import { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Page } from "#contract/cursor.ts";
import { Written, writtenList } from "#contract/written.ts";
import type { Tx } from "#platform/context.ts";
import { type Asked, pageOf, type Place } from "#platform/db/cursor.ts";
import { type Db, detached } from "#platform/db/database.ts";
import type { TextRow } from "#platform/db/group.ts";

/** How a value arrives over the wire, which determines how it is serialized. */
type Kind = "text" | "number" | "flag" | "instant" | "json";

const kinds: Record<string, Kind> = {
  PgUUID: "text",
  PgText: "text",
  PgDateString: "text",
  PgTimestamp: "instant",
  PgInteger: "number",
  PgNumericNumber: "number",
  PgBoolean: "flag",
  PgJsonb: "json",
};

const marked = Symbol("view");
type Expression = { [marked]: "expression"; kind: Kind; sql: SQL };
type Constant = { [marked]: "constant"; value: unknown };
type Optional = { [marked]: "optional"; shape: Shape };
type Leaf = PgColumn | Expression | Constant | Optional;
interface Shape {
  [key: string]: Leaf | Shape;
}
/** A shape with exactly the fields of a schema's object. */
type ShapeOf<T> = { [Key in keyof T]: Leaf | Shape };

/** An expression and how its value is serialized. */
export const written = (kind: Kind, expression: SQL): Expression => ({ [marked]: "expression", kind, sql: expression });
/** The same value in every row. */
export const constant = (value: unknown): Constant => ({ [marked]: "constant", value });
/** An object that is null if its first field is. */
export const optional = (shape: Shape): Optional => ({ [marked]: "optional", shape });

type Writer = (row: TextRow) => string;
type Selection = Record<string, PgColumn | SQL>;

/**
 * Turns rows into JSON of a schema without intermediate objects: the statement selects the columns, and their text is
 * serialized directly. The fields are checked against the schema here; unlisted columns never leave.
 */
export type View<T, Row extends Written<T> = Written<T>> = { selection: Selection; write: (row: TextRow) => Row };

/** A row that carries its place in its list. */
export class Placed<T> extends Written<T> {
  readonly place: Place;
  constructor(json: string, place: Place) {
    super(json);
    this.place = place;
  }
}

/** A view that also reads each row's place; `order` must be non-null columns. */
export function placed<T>({ selection, write }: View<T>, order: readonly (PgColumn | SQL)[]): View<T, Placed<T>> {
  const keys = Object.fromEntries(order.map((key, at) => [`k${at}`, key]));
  return {
    selection: { ...selection, ...keys },
    write: (row) => new Placed(write(row).json, row.slice(-order.length) as string[]),
  };
}

/** Throws unless schema and shape have the same fields. */
export function view<S extends z.ZodObject>(schema: S, shape: ShapeOf<z.output<S>>): View<z.output<S>> {
  const selection: Selection = {};
  const writer = writerOf(schema, shape as Shape, selection);
  return { selection, write: (row) => new Written(writer(row)) };
}

function writerOf(schema: z.ZodType, shape: Shape, selection: Selection): Writer {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const named = Object.keys(shape);
  if (fields.toSorted().join() !== named.toSorted().join())
    throw new Error(`A view has the fields ${named.join(", ")}, but its schema has ${fields.join(", ")}.`);
  const parts = named.map((name, at): [string, Writer] => {
    const inner = (schema as z.ZodObject).shape[name] as z.ZodType;
    const part = shape[name] as Leaf | Shape;
    return [`${at === 0 ? "{" : ","}${JSON.stringify(name)}:`, partOf(inner, part, selection)];
  });
  return (row) => {
    let text = "";
    for (const [key, write] of parts) text += key + write(row);
    return `${text}}`;
  };
}

function partOf(schema: z.ZodType, part: Leaf | Shape, selection: Selection): Writer {
  if (is(part, PgColumn)) {
    const kind = kinds[part.columnType];
    if (!kind) throw new Error(`A view cannot write a column of type ${part.columnType}.`);
    return leaf(kind, part, selection);
  }
  const mark = (part as Partial<Expression | Constant | Optional>)[marked];
  if (mark === "expression") return leaf((part as Expression).kind, (part as Expression).sql, selection);
  if (mark === "constant") {
    const text = JSON.stringify((part as Constant).value);
    return () => text;
  }
  if (mark === undefined) return writerOf(schema, part as Shape, selection);
  const first = Object.keys(selection).length;
  const object = writerOf(
    schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema,
    (part as Optional).shape,
    selection,
  );
  return (row) => (row[first] === null ? "null" : object(row));
}

function leaf(kind: Kind, source: PgColumn | SQL, selection: Selection): Writer {
  const at = Object.keys(selection).length;
  selection[`c${at}`] = source;
  const write = writers[kind];
  return (row) => {
    const value = row[at];
    return value === null || value === undefined ? "null" : write(value);
  };
}

const writers: Record<Kind, (value: string) => string> = {
  text: (value) => JSON.stringify(value),
  number: (value) => value,
  flag: (value) => (value === "t" ? "true" : "false"),
  instant: (value) => `"${instantOf(value)}"`,
  json: (value) => value,
};

/** `2026-11-20 14:15:40.8+00` as an ISO instant in milliseconds. */
function instantOf(value: string): string {
  if (!value.endsWith("+00") || value.length > 29) return new Date(value).toISOString();
  const fraction = value.slice(20, -3);
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}

/** A LIMIT inlined into the statement: as a parameter, PostgreSQL would replan the statement at each call. */
export const length = (rows: number): number => sql.raw(String(rows)) as unknown as number;

type Preparable = { prepare(name: string): unknown };
type Built = { queryString: string; params: unknown[] };

/** A function that runs a view's statement and serializes its rows. */
export function listing<
  T,
  Values extends Record<string, unknown> = Record<never, never>,
  Row extends Written<T> = Written<T>,
>(
  { selection, write }: View<T, Row>,
  build: (db: Db, selection: Selection) => Preparable,
): (tx: Tx, values: Values) => Promise<Row[]> {
  const { queryString, params } = build(detached, selection).prepare("") as Built;
  return async (tx, values) => {
    const filled = fillPlaceholders(params, { ...values, company: tx.company });
    const { rows } = await tx.db.$client.query({ text: queryString, asText: true }, filled);
    return (rows as unknown as TextRow[]).map(write);
  };
}

/** Builds a page; `found` holds one more than `size` if there are more. */
export function writtenPage<T>(found: readonly Placed<T>[], size: number, asked: Asked): Page<Written<T[]>> {
  const { rows, nextCursor } = pageOf(found, size, asked, ({ place }) => place);
  return { rows: writtenList(rows), nextCursor };
}
