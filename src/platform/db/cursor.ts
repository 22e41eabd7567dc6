import { createHash } from "node:crypto";
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { badCursor, type Page } from "#contract/cursor.ts";
import { AppError } from "#contract/errors.ts";
import { text } from "#contract/words.ts";
import type { CompanyId } from "#platform/context.ts";

/** Where a row stands in its list: its sort values, in the text PostgreSQL writes them as. No digit of them is lost. */
export type Place = readonly string[];

const whole = (least: number, most: number) => (value: string) =>
  /^-?\d{1,16}$/.test(value) && Number(value) >= least && Number(value) <= most;
/** A calendar day that there is, of a year with four digits. */
const isDay = (value: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;

/** What a list can be ordered by: the type it is compared as, and which texts are such a value without a doubt. */
const kinds = {
  instant: {
    type: "timestamptz",
    holds: (value) =>
      isDay(value.slice(0, 10)) && /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?\+00$/.test(value.slice(10)),
  },
  day: { type: "date", holds: (value) => value === "infinity" || isDay(value) },
  int: { type: "int", holds: whole(-2_147_483_648, 2_147_483_647) },
  bigint: { type: "bigint", holds: whole(0, Number.MAX_SAFE_INTEGER) },
  amount: { type: "numeric", holds: (value) => /^-?\d{1,20}(\.\d{1,4})?$/.test(value) },
  text: { type: "text", holds: (value) => text(1_000).safeParse(value).success },
  id: { type: "uuid", holds: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) },
} as const satisfies Record<string, { type: string; holds: (value: string) => boolean }>;
export type Kind = keyof typeof kinds;

/** Takes a value of a place, or what stands for it in a statement, gives what rows are compared with. */
export const valueOf = (kind: Kind, value: string | Placeholder): SQL => sql`${value}::${sql.raw(kinds[kind].type)}`;

/** What a list is asked for: whose it is, its name, its order and its filter. A cursor holds for the same alone. */
export type Asked = Readonly<{ company: CompanyId; list: string } & Record<string, string | undefined>>;

const markOf = (asked: Asked): string => {
  const given = Object.entries(asked).filter(([name, value]) => name !== "cursor" && value !== undefined);
  return createHash("sha256")
    .update(JSON.stringify(given.toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest("base64url")
    .slice(0, 8);
};

/** Takes what a list was asked for and a place in it, gives the cursor of what comes after. */
export const cursorOf = (asked: Asked, place: Place): string =>
  Buffer.from(JSON.stringify([markOf(asked), ...place])).toString("base64url");

/** Takes a cursor and what a list is asked for, gives the place; refuses one that was not given out for it. */
export function placeOf(cursor: string, asked: Asked, wanted: readonly Kind[]): Place {
  const [mark, ...place] = partsOf(cursor);
  const isGood = mark === markOf(asked) && place.length === wanted.length;
  if (isGood && wanted.every((kind, at) => kinds[kind].holds(place[at] ?? ""))) return place;
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

/** Takes one row more than a page holds where there are more, gives the page. */
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

/** Reads one after the other, as far as it takes to have so many rows. */
export async function inTurn<Row>(
  size: number,
  ...reads: readonly ((rest: number) => Promise<readonly Row[]>)[]
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const read of reads) if (rows.length < size) rows.push(...(await read(size - rows.length)));
  return rows.slice(0, size);
}
