import { getTableName } from "drizzle-orm";
import type { Line, Quote } from "#contract/events.ts";
import { shorten } from "#contract/words.ts";
import type { Tx } from "#platform/context.ts";
import { registry } from "#platform/db/registry.ts";
import { storedName } from "#platform/personal/columns.ts";

/** Quoted texts by `keyOf`; a row that is gone has none. */
type Quotes = ReadonlyMap<string, string>;

const keyOf = ({ of, id }: Quote): string => `${of} ${id}`;

const maxLength = 300;

/** Every text that the journal may quote: its name in a quote, and the query that finds it by ids. */
const sources = (): { of: string; find: (ids: string) => string }[] =>
  registry.flatMap(({ table, quoted }) =>
    Object.entries(quoted).map(([name, { column, keys = [], isFirstLine, privateTo }]) => {
      const stored = `q.${storedName(column)}`;
      const whole = keys.length > 0 ? `coalesce(${keys.map((key) => `${stored} ->> '${key}'`).join(", ")})` : stored;
      const text = isFirstLine ? `split_part(${whole}, chr(10), 1)` : whole;
      const isOpen = privateTo ? ` AND q.${storedName(privateTo)} IS NULL` : "";
      const found = (ids: string): string =>
        `SELECT q.id::text AS id, left(${text}, ${maxLength}) AS text FROM ${getTableName(table)} q
         WHERE q.company_id = $1${isOpen} AND q.id ${ids}`;
      return { of: `${getTableName(table)}.${name}`, find: found };
    }),
  );

/** Looks up the texts that these lines quote in one statement; none without quotes. */
export async function findQuotes(tx: Tx, lines: readonly (Line | null)[]): Promise<Quotes> {
  const asked = Map.groupBy(lines.flatMap(quotesOf), ({ of }) => of);
  const found = sources().filter(({ of }) => asked.has(of));
  if (found.length === 0) return new Map();
  const parts = found.map(
    ({ of, find }, at) => `SELECT '${of}' AS of, id, text FROM (${find(`= ANY($${at + 2}::uuid[])`)}) f`,
  );
  const ids = found.map(({ of }) => asked.get(of)?.map(({ id }) => id) ?? []);
  const { rows } = await tx.db.$client.query({ text: parts.join(" UNION ALL ") }, [tx.company, ...ids]);
  const texts = rows as (Quote & { text: string | null })[];
  return new Map(texts.flatMap((one) => (one.text ? [[keyOf(one), shorten(one.text, maxLength)] as const] : [])));
}

const quotesOf = (line: Line | null): Quote[] =>
  line
    ? [
        ...(line.quote ? [line.quote] : []),
        ...line.text.flatMap((part) => (typeof part === "object" && "quote" in part ? [part.quote] : [])),
      ]
    : [];

/** In SQL with the company as $1: the text that the title of a journal line quotes; NULL without one. */
export function quotedIn(line: string): string {
  const id = `(${line} -> 'quote' ->> 'id')::uuid`;
  const cases = sources().map(({ of, find }) => `WHEN '${of}' THEN (SELECT f.text FROM (${find(`= ${id}`)}) f)`);
  return `CASE ${line} -> 'quote' ->> 'of' ${cases.join(" ")} END`;
}
