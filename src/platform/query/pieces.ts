import { type SQL, sql } from "drizzle-orm";
import type { QueryResult } from "#contract/query.ts";
import type { Tx } from "#platform/context.ts";
import { tooMuchIn } from "#platform/db/dear.ts";
import { allOf } from "#platform/query/conditions.ts";
import type { Part } from "#platform/query/parts.ts";
import type { Subject } from "#platform/query/subject.ts";

/** A query as SQL over the row `r`. */
type Asked = {
  /** SELECT of the group, value, day, currency, side and part of a row. */
  picked: SQL;
  where: SQL;
  /** Conditions of the rows whose first and last day is shown. */
  needed: readonly SQL[];
  day: SQL | null;
  hasMedian: boolean;
  /** The rows to list: so many of each currency. */
  list: { where: SQL; order: SQL; limit: number; currency: SQL | null } | null;
};

type Found = {
  read: number;
  last: string | null;
  parts: Part[] | null;
  from: string | null;
  to: string | null;
  ids: string[] | null;
  /** How long the statement ran, without the wait for its turn. */
  ms: number;
};

/** How long a piece should take, so that others hardly wait; the rows of the first, and the fewest and most. */
const pieceMs = 25;
const [firstSize, leastSize, mostSize] = [2_000, 200, 20_000];

/**
 * Reads a subject's rows in the order of their ids, a piece per statement, each aggregated. Rows changed meanwhile are
 * counted once, as they were when their piece was read.
 */
export async function inPieces(
  tx: Tx,
  subject: Subject,
  asked: Asked,
): Promise<{ parts: Part[]; span: QueryResult["data"]; candidates: string[] }> {
  const parts: Part[] = [];
  const candidates: string[] = [];
  let [from, to]: (string | null)[] = [null, null];
  let size = firstSize;
  for (let last: string | null = null; ; ) {
    const found: Found | null = await readPiece(tx, subject, asked, last, size).catch((error: unknown) => {
      if (size === leastSize || !tooMuchIn(error)?.isInterrupted) throw error;
      return null;
    });
    if (!found) {
      size = Math.max(leastSize, Math.floor(size / 2));
      continue;
    }
    parts.push(...(found.parts ?? []));
    candidates.push(...(found.ids ?? []));
    if (found.from && (!from || found.from < from)) ({ from } = found);
    if (found.to && (!to || found.to > to)) ({ to } = found);
    if (found.read < size) return { parts, span: from && to ? { from, to } : null, candidates };
    ({ last } = found);
    const ratio = pieceMs / Math.max(1, found.ms);
    size = Math.min(mostSize, Math.max(leastSize, Math.floor(size * Math.min(2, ratio))));
  }
}

async function readPiece(tx: Tx, subject: Subject, asked: Asked, last: string | null, size: number): Promise<Found> {
  const { picked, where, needed, day, hasMedian, list } = asked;
  const span = day ?? sql`NULL::date`;
  const { rows } = await tx.db.execute<Found>(sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM ${subject.from(tx)} WHERE r.company_id = ${tx.company}::uuid${last === null ? sql`` : sql` AND r.id > ${last}::uuid`}
      ORDER BY r.id LIMIT ${size}),
    picked AS (${picked} FROM page r WHERE ${where}),
    parts AS (
      SELECT g::text AS key, c AS currency, p AS "isPrevious", m AS "isPart", count(*)::int AS rows, count(v)::int AS known,
        sum(v)::text AS sum, min(v)::float8 AS least, max(v)::float8 AS most,
        max(d)::text AS "lastDay", (array_agg(v::float8 ORDER BY d DESC NULLS LAST))[1] AS latest,
        ${hasMedian ? sql`array_agg(v::float8) FILTER (WHERE v IS NOT NULL)` : sql`NULL::float8[]`} AS values,
        array_agg(DISTINCT o) FILTER (WHERE o IS NOT NULL) AS origins
      FROM picked GROUP BY g, c, p, m)
    SELECT (SELECT count(*)::int FROM page) AS read, (SELECT r.id::text FROM page r ORDER BY r.id DESC LIMIT 1) AS last,
      (SELECT json_agg(one) FROM parts one) AS parts, spanned.*,
      ${
        list
          ? sql`(SELECT json_agg(placed.id) FROM (SELECT r.id, row_number() OVER (PARTITION BY ${list.currency ?? sql`NULL::text`} ORDER BY ${list.order}) AS place
              FROM page r WHERE ${list.where}) placed WHERE place <= ${list.limit})`
          : sql`NULL::json`
      } AS ids,
      (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::float8 AS ms
    FROM (SELECT min(${span})::text AS "from", max(${span})::text AS "to" FROM page r WHERE ${needed.length > 0 ? allOf(needed) : sql`true`}) spanned`);
  const [found] = rows;
  if (!found) throw new Error("A piece of a query gave no row.");
  return found;
}
