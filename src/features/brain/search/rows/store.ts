import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { vectorWidth } from "#features/brain/contract.ts";
import type { Indexed } from "#features/brain/search/passage-index.ts";
import { brainState, memories } from "#features/brain/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const ofCompany = (tx: Tx) => inCompany(tx, memories);

export async function state(tx: Tx): Promise<{ version: number; deletedAt: number }> {
  const [row] = await tx.db
    .select({ version: brainState.version, deletedAt: brainState.deletedAt })
    .from(brainState)
    .where(inCompany(tx, brainState));
  return row ?? { version: 0, deletedAt: 0 };
}

const terms: SQL<string> = sql`coalesce((SELECT string_agg(t.lexeme || chr(30) || cardinality(t.positions), chr(31))
  FROM unnest(${memories.search}) AS t), '')`;

/** The stored vector without the zeros it is padded with. */
const exact = sql<number[] | null>`to_json(${memories.embedding}[1:octet_length(${memories.code})])`;

/** Passages changed after a version, in pages by version and id. */
export async function changedAfter(
  tx: Tx,
  version: number,
  from: { version: number; id: string } | null,
  most: number,
  isExact: boolean,
): Promise<Indexed[]> {
  const rows = await tx.db
    .select({
      ...pick(memories, "id version"),
      terms,
      code: memories.code,
      exact: isExact ? exact : sql<null>`NULL`,
      speaker: sql<string | null>`lower(substring(${memories.content} from '^([^:\n ]{2,40}):'))`,
      ...pick(memories, "embedder stream position importance happenedAt mark doubtedAt"),
    })
    .from(memories)
    .where(
      and(
        ofCompany(tx),
        gt(memories.version, version),
        from ? sql`(${memories.version}, ${memories.id}) > (${from.version}, ${from.id}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(memories.version), asc(memories.id))
    .limit(most);
  return rows.map(({ mark, doubtedAt, happenedAt, ...row }) => ({
    ...row,
    happenedAt: happenedAt.getTime(),
    isUsable: mark === null,
    isDoubtful: doubtedAt !== null,
  }));
}

/** The lexemes of a question in each language the company's passages are in. */
export async function lexemesOf(tx: Tx, question: string, languages: readonly string[]): Promise<string[]> {
  const { rows } = await tx.db.execute<{ lexeme: string }>(sql`
    SELECT DISTINCT t.lexeme FROM unnest(${sql.param([...languages])}::text[]) AS l (language),
      unnest(to_tsvector(l.language::regconfig, ${question})) AS t LIMIT 200`);
  return rows.map(({ lexeme }) => lexeme);
}

const decided = alias(memories, "decided");

/**
 * Passages without a vector of this embedder, oldest change first. `meaning` is the text to encode: a message that an
 * approval sent repeats its decision.
 */
export function withoutVector(
  tx: Tx,
  embedder: string,
  most: number,
): Promise<{ id: string; content: string; meaning: string }[]> {
  return tx.db
    .select({
      ...pick(memories, "id content"),
      meaning: sql<string>`coalesce(${decided.content}, ${memories.content})`,
    })
    .from(memories)
    .leftJoin(
      decided,
      and(
        eq(decided.companyId, memories.companyId),
        eq(decided.sourceType, "decision"),
        eq(decided.key, sql`substr(${memories.stream}, length('communication:') + 1)`),
        eq(memories.sourceType, "communication"),
      ),
    )
    .where(and(ofCompany(tx), or(isNull(memories.embedder), sql`${memories.embedder} <> ${embedder}`)))
    .orderBy(asc(memories.version), asc(memories.id))
    .limit(most);
}

/** Pads a vector with zeros to the width of the column. */
const padVector = (vector: Float32Array): number[] => [
  ...vector,
  ...Array.from({ length: vectorWidth - vector.length }, () => 0),
];

/** Stores vectors of texts that have not changed meanwhile. */
export async function putVectors(
  tx: Tx,
  embedder: string,
  rows: readonly { id: string; content: string; vector: Float32Array; code: Buffer }[],
  version: number,
): Promise<void> {
  const known = await tx.db
    .select({ id: memories.id, content: memories.content })
    .from(memories)
    .where(
      and(
        ofCompany(tx),
        inArray(
          memories.id,
          rows.map(({ id }) => id),
        ),
      ),
    );
  const contents = new Map(known.map(({ id, content }) => [id, content]));
  for (const { id, content, vector, code } of rows)
    if (contents.get(id) === content)
      await tx.db
        .update(memories)
        .set({ embedding: padVector(vector), code, embedder, version })
        .where(and(ofCompany(tx), eq(memories.id, id)));
}

export async function languages(tx: Tx): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ language: memories.language })
    .from(memories)
    .where(ofCompany(tx))
    .limit(10);
  return rows.map(({ language }) => language);
}
