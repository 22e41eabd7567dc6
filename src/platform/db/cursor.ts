import { createHash } from "node:crypto";
import { desc, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { badCursor, type Page } from "#contract/cursor.ts";
import { AppError } from "#contract/errors.ts";
import { text } from "#contract/words.ts";
import type { CompanyId } from "#platform/context.ts";

/** A row's position in its list: its sort values as PostgreSQL writes them, without loss of digits. */
export type Place = readonly string[];

const whole = (min: number, max: number) => (value: string) =>
  /^-?\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max;
/** An existing calendar day with a four-digit year. */
const isDay = (value: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;

/** The types a list can be ordered by, and which texts are valid values of them. */
const kinds = {
  instant: {
    type: "timestamptz",
    isValid: (value) =>
      isDay(value.slice(0, 10)) && /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?\+00$/.test(value.slice(10)),
  },
  day: { type: "date", isValid: (value) => value === "infinity" || isDay(value) },
  int: { type: "int", isValid: whole(-2_147_483_648, 2_147_483_647) },
  bigint: { type: "bigint", isValid: whole(0, Number.MAX_SAFE_INTEGER) },
  amount: { type: "numeric", isValid: (value) => /^-?\d{1,20}(\.\d{1,4})?$/.test(value) },
  text: { type: "text", isValid: (value) => text(1_000).safeParse(value).success },
  id: { type: "uuid", isValid: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) },
} as const satisfies Record<string, { type: string; isValid: (value: string) => boolean }>;
export type Kind = keyof typeof kinds;

/** A place's value, or its placeholder, cast to the type it is compared as. */
export const valueOf = (kind: Kind, value: string | Placeholder): SQL => sql`${value}::${sql.raw(kinds[kind].type)}`;

/** A list request: company, list name, order and filter. A cursor is valid only for the same request. */
export type Asked = Readonly<{ company: CompanyId; list: string } & Record<string, string | undefined>>;

const digestOf = (asked: Asked): string => {
  const given = Object.entries(asked).filter(([name, value]) => name !== "cursor" && value !== undefined);
  return createHash("sha256")
    .update(JSON.stringify(given.toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest("base64url")
    .slice(0, 8);
};

/** The cursor of what comes after a place in the list. */
export const cursorOf = (asked: Asked, place: Place): string =>
  Buffer.from(JSON.stringify([digestOf(asked), ...place])).toString("base64url");

/** The place a cursor points to; refuses cursors from another list request. */
export function placeOf(cursor: string, asked: Asked, wanted: readonly Kind[]): Place {
  const [mark, ...place] = partsOf(cursor);
  const isSameRequest = mark === digestOf(asked) && place.length === wanted.length;
  if (isSameRequest && wanted.every((kind, at) => kinds[kind].isValid(place[at] ?? ""))) return place;
  throw new AppError("invalid", badCursor);
}

function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

/** Builds a page; `rows` holds one more than `size` if there are more. */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  asked: Asked,
  placeIn: (row: Row) => Place,
): Page<readonly Row[]> {
  const last = rows[size - 1];
  const isLast = rows.length <= size || last === undefined;
  return { rows: rows.slice(0, size), nextCursor: isLast ? null : cursorOf(asked, placeIn(last)) };
}

/** The parts of a query that lists rows with the newest moment first; `at` is selected with each row. */
export function newestFirst(asked: Asked, moment: AnyPgColumn, id: AnyPgColumn, cursor: string | undefined, size = 50) {
  const [instant = "", last = ""] = cursor ? placeOf(cursor, asked, ["instant", "id"]) : [];
  return {
    at: sql<string>`${moment}::text`,
    older: cursor ? sql`(${moment}, ${id}) < (${valueOf("instant", instant)}, ${valueOf("id", last)})` : undefined,
    order: [desc(moment), desc(id)],
    /** One more than a page holds. */
    most: size + 1,
    pageOf<Row extends { id: string }, Shown>(rows: readonly { row: Row; at: string }[], show: (row: Row) => Shown) {
      const page = pageOf(rows, size, asked, ({ at, row }) => [at, row.id]);
      return { ...page, rows: page.rows.map(({ row }) => show(row)) };
    },
  };
}

/** Runs the reads in order until there are enough rows. */
export async function inTurn<Row>(
  size: number,
  ...reads: readonly ((rest: number) => Promise<readonly Row[]>)[]
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const read of reads) if (rows.length < size) rows.push(...(await read(size - rows.length)));
  return rows.slice(0, size);
}
