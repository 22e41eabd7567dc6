import { eq, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { type Registered } from "#platform/db/registry.ts";
import { keptRows } from "#platform/kept/tables.ts";
import { columnOf, companyTables, inCompany, storedName } from "#platform/personal/columns.ts";

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
const anyOf = (patterns: readonly string[]): string => patterns.join("|");

type Run = (statement: SQL) => Promise<void>;

/** Replaces names where a row quotes them, and the read texts where a run repeated them. */
export async function replaceQuoted(
  tx: Tx,
  { names, whole, runs, texts }: Quoted,
  replacement: string,
  run: Run,
): Promise<void> {
  for (const one of companyTables()) {
    const patterns = { text: [...names, ...names.map(inJson)].map(wordOf), json: whole.map(jsonWordOf) };
    if (names.length > 0)
      for (const column of one.quotes)
        await replaceIn(tx, one, { column, pattern: anyOf(patterns.text), replacement }, run);
    if (whole.length > 0)
      for (const column of one.quotesInJson)
        await replaceIn(tx, one, { column, pattern: anyOf(patterns.json), replacement }, run);
    const { copies } = one;
    if (!copies || runs.length === 0) continue;
    const chosen = inArray(columnOf(one.table, copies.run), [...runs]);
    for (const column of copies.columns)
      for (const chunk of chunksOf(texts)) {
        const isJson = columnOf(one.table, column).getSQLType() === "jsonb";
        const pattern = anyOf(chunk.map((text) => escapePattern(isJson ? inJson(text) : text)));
        await replaceIn(tx, { ...one, whenQuoted: "replace" }, { column, pattern, replacement: deleted, chosen }, run);
      }
  }
  await replaceKept(tx, { whole, texts }, replacement, run);
}

const deleted = "(deleted)";

type Change = { column: string; pattern: string; replacement: string; chosen?: SQL };

async function replaceIn(
  tx: Tx,
  { table, whenQuoted }: Registered,
  { column, pattern, replacement, chosen }: Change,
  run: Run,
): Promise<void> {
  const stored = columnOf(table, column);
  const text = sql`${stored}::text`;
  const quoting = sql`${inCompany(table, tx.company)} ${chosen ? sql`AND ${chosen}` : sql``} AND ${text} ~ ${pattern}`;
  const without = sql`regexp_replace(${text}, ${pattern}, ${replacement}, 'g')::${sql.raw(stored.getSQLType())}`;
  await run(
    whenQuoted === "delete"
      ? sql`DELETE FROM ${table} WHERE ${quoting}`
      : sql`UPDATE ${table} SET ${sql.identifier(storedName(column))} = ${without} WHERE ${quoting}`,
  );
}

/** Does the same to rows that were removed and can still be restored; kept rows are never updated, only moved. */
async function replaceKept(
  tx: Tx,
  { whole, texts }: Pick<Quoted, "whole" | "texts">,
  replacement: string,
  run: Run,
): Promise<void> {
  const replace = (sources: readonly string[], pattern: string, by: string): Promise<void> =>
    run(sql`
      WITH found AS (
        DELETE FROM ${keptRows} WHERE ${eq(keptRows.companyId, tx.company)}
          AND ${inArray(keptRows.source, [...sources])} AND ${keptRows.row}::text ~ ${pattern} RETURNING *)
      INSERT INTO ${keptRows} (company_id, bundle, source, place, row)
      SELECT company_id, bundle, source, place, regexp_replace(row::text, ${pattern}, ${by}, 'g')::jsonb FROM found`);
  const named = companyTables().filter(({ quotes, quotesInJson }) => quotes.length + quotesInJson.length > 0);
  const patterns = whole.map(jsonWordOf);
  const sourcesOf = (tables: readonly Registered[]): string[] => tables.map(({ table }) => getTableName(table));
  if (patterns.length > 0) await replace(sourcesOf(named), anyOf(patterns), replacement);
  const copying = companyTables().filter(({ copies, partOf }) => copies !== null || partOf !== null);
  for (const chunk of chunksOf(texts))
    await replace(sourcesOf(copying), anyOf(chunk.map((text) => escapePattern(inJson(text)))), deleted);
}
