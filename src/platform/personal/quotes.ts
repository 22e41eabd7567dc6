import { getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { type Registered } from "#platform/db/registry.ts";
import { keptRows } from "#platform/kept/tables.ts";
import { columnOf, companyTables, storedName } from "#platform/personal/columns.ts";
import { matches, portionsOf } from "#platform/personal/portions.ts";

/** What a deletion removes from the rows of others: a person's names, and texts that runs read and may have repeated. */
export type Quoted = {
  names: readonly string[];
  /** Of them username, address and full name; a first or last name alone is too often another word. */
  whole: readonly string[];
  runs: readonly string[];
  texts: readonly string[];
};

const escapePattern = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`);
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const wordEnd = "(?![[:alnum:]_])";

/** A name where it stands as a word. */
const wordOf = (name: string): string => `(?<![[:alnum:]_])${escapePattern(name)}${wordEnd}`;

/** The same in JSON, whose keys and other short values may be the same word: a single word counts within a sentence, or as a name. */
const jsonWordOf = (name: string): string =>
  /[\s@]/.test(name)
    ? wordOf(inJson(name))
    : `(?:(?<=[ @“(])|(?<=[nN]ame": ")|(?<=[bB]y": "))${escapePattern(inJson(name))}${wordEnd}`;

/** A comment's text, and the sentences of it that an answer may quote. */
const leastSentence = 8;
export const sentencesOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [text, ...text.split(/(?<=[.!?])\s+|\n+/)]).map((part) => part.trim()))]
    .filter((part) => part.length >= leastSentence)
    .toSorted((one, other) => other.length - one.length);

/** As many texts as a pattern holds. */
const atOnce = 30;
const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce));

/** What a text is searched for: texts, and the pattern for the places where they count. */
type Sought = { literals: readonly string[]; pattern: string };
const soughtOf = (literals: readonly string[], patternOf: (literal: string) => string): Sought => ({
  literals,
  pattern: literals.map(patternOf).join("|"),
});

type Run = (statement: SQL) => Promise<void>;

/** Replaces names where a row quotes them, and the read texts where a run repeated them. */
export async function replaceQuoted(
  tx: Tx,
  { names, whole, runs, texts }: Quoted,
  replacement: string,
  run: Run,
): Promise<void> {
  const inText = soughtOf([...new Set([...names, ...names.map(inJson)])], wordOf);
  const inObject: Sought = { literals: whole.map(inJson), pattern: whole.map(jsonWordOf).join("|") };
  for (const one of companyTables()) {
    const changes: Change[] = [];
    if (names.length > 0)
      changes.push(...one.quotes.map((column) => ({ column, whenQuoted: one.whenQuoted, ...inText, replacement })));
    if (whole.length > 0)
      changes.push(
        ...one.quotesInJson.map((column) => ({ column, whenQuoted: one.whenQuoted, ...inObject, replacement })),
      );
    if (one.copies && runs.length > 0) {
      const chosen = inArray(columnOf(one.table, one.copies.run), [...runs]);
      for (const column of one.copies.columns)
        for (const chunk of chunksOf(texts)) {
          const isJson = columnOf(one.table, column).getSQLType() === "jsonb";
          const sought = soughtOf(isJson ? chunk.map(inJson) : chunk, escapePattern);
          changes.push({ column, whenQuoted: "replace", ...sought, replacement: deleted, chosen });
        }
    }
    if (changes.length === 0) continue;
    const columns = [...new Set(changes.map(({ column }) => columnOf(one.table, column)))];
    for await (const rows of portionsOf(tx, one.table, columns))
      for (const change of changes) await run(replaceIn(one.table, rows, change));
  }
  await replaceKept(tx, { whole, texts }, replacement, run);
}

const deleted = "(deleted)";

type Change = Sought & {
  column: string;
  whenQuoted: Registered["whenQuoted"];
  replacement: string;
  chosen?: SQL;
};

function replaceIn(table: PgTable, rows: SQL, change: Change): SQL {
  const { column, whenQuoted, literals, pattern, replacement, chosen } = change;
  const stored = columnOf(table, column);
  const text = sql`${stored}::text`;
  const quoting = sql`${rows} ${chosen ? sql`AND ${chosen}` : sql``} AND ${matches(text, literals, pattern)}`;
  const without = sql`regexp_replace(${text}, ${pattern}, ${replacement}, 'g')::${sql.raw(stored.getSQLType())}`;
  return whenQuoted === "delete"
    ? sql`DELETE FROM ${table} WHERE ${quoting}`
    : sql`UPDATE ${table} SET ${sql.identifier(storedName(column))} = ${without} WHERE ${quoting}`;
}

/** Does the same to rows that were removed and can still be restored; kept rows are never updated, only moved. */
async function replaceKept(
  tx: Tx,
  { whole, texts }: Pick<Quoted, "whole" | "texts">,
  replacement: string,
  run: Run,
): Promise<void> {
  const named = companyTables().filter(({ quotes, quotesInJson }) => quotes.length + quotesInJson.length > 0);
  const copying = companyTables().filter(({ copies, partOf }) => copies !== null || partOf !== null);
  const changes = chunksOf(texts).map((chunk) => ({
    tables: copying,
    sought: soughtOf(chunk.map(inJson), escapePattern),
    by: deleted,
  }));
  if (whole.length > 0)
    changes.unshift({
      tables: named,
      sought: { literals: whole.map(inJson), pattern: whole.map(jsonWordOf).join("|") },
      by: replacement,
    });
  if (changes.length === 0) return;
  for await (const rows of portionsOf(tx, keptRows, [keptRows.row]))
    for (const { tables, sought, by } of changes) {
      const sources = tables.map(({ table }) => getTableName(table));
      await run(sql`
        WITH found AS (
          DELETE FROM ${keptRows} WHERE ${rows} AND ${inArray(keptRows.source, sources)}
            AND ${matches(sql`${keptRows.row}::text`, sought.literals, sought.pattern)} RETURNING *)
        INSERT INTO ${keptRows} (company_id, bundle, source, place, row)
        SELECT company_id, bundle, source, place, regexp_replace(row::text, ${sought.pattern}, ${by}, 'g')::jsonb
        FROM found`);
    }
}
