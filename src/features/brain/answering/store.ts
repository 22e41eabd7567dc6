import { desc, inArray, or, and, sql } from "drizzle-orm";
import { type Edition, replacedBy } from "#features/brain/answering/editions.ts";
import type { Candidate } from "#features/brain/answering/ranking.ts";
import { unitsOf } from "#features/brain/answering/units.ts";
import { valuesIn, withoutAsking } from "#features/brain/answering/values.ts";
import type { Passage } from "#features/brain/contract.ts";
import { plainTitle } from "#features/brain/rules.ts";
import { lookUp } from "#features/brain/search/store.ts";
import * as store from "#features/brain/store.ts";
import { brainDocuments, memories } from "#features/brain/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** Passages whose sentences are compared, characters of each, and sentences in all. */
const most = { passages: 50, characters: 4_000, units: 600 };
const mostEditions = 200;
const openingLength = 600;

export type Material = {
  terms: ReadonlyMap<string, number>;
  candidates: Candidate[];
  /** By document. */
  editions: ReadonlyMap<string, Edition>;
  replaced: ReadonlyMap<string, Edition>;
};

/** The sentences of the passages found for a question. */
export async function findMaterial(tx: Tx, question: string, vector: Float32Array | null): Promise<Material> {
  const { terms, hits } = await lookUp(tx, withoutAsking(question), vector, most.passages);
  const similarityOf = new Map(hits.map(({ id, similarity }) => [id, similarity]));
  const passages = await store.byIds(tx, [...similarityOf.keys()]);
  const editions = await editionsOf(tx, [...new Set(passages.flatMap(({ place }) => place.documentId ?? []))]);
  const replaced = replacedBy([...editions.values()]);
  const texts: { id: string; text: string }[] = [];
  const add = (id: string, text: string): number => texts.push({ id, text }) - 1;
  const planned = passages
    .flatMap((passage) => {
      const { id, place, content } = passage;
      const units = unitsOf(content.slice(0, most.characters), place.headingPath);
      const [title, whole, headings] = [
        add(id, titleOf(passage, editions)),
        add(id, content.slice(0, most.characters)),
        add(id, place.headingPath.join(". ")),
      ];
      return units.map((unit, at) => ({ passage, unit, units, at, title, whole, headings }));
    })
    .slice(0, most.units)
    .map((one) => ({
      ...one,
      own: add(one.passage.id, one.unit.text),
      under: add(one.passage.id, one.unit.under),
    }));
  const lexemes = await lexemesOf(tx, texts);
  const setOf = (at: number): ReadonlySet<string> => lexemes[at] ?? new Set();
  return {
    terms,
    editions,
    replaced,
    candidates: planned.map(({ passage, unit, title, whole, headings, own, under }, at): Candidate => {
      const beside = [planned[at - 1], planned[at + 1]].filter((other) => other?.passage === passage);
      return {
        unit,
        passage,
        similarity: similarityOf.get(passage.id) ?? 0,
        isReplaced: replaced.has(passage.place.documentId ?? ""),
        lexemes: {
          own: setOf(own).union(initialsIn(unit.text)),
          under: setOf(headings).union(setOf(under)),
          title: setOf(title),
          near: beside.reduce((all, other) => all.union(setOf(other?.own ?? -1)), new Set<string>()),
          passage: setOf(whole),
        },
        values: valuesIn(unit.text),
      };
    }),
  };
}

/** What names of several words are shortened to: "nfrc" of "National Federation of Roofing Contractors". */
function initialsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let initials = "";
  for (const word of [...text.split(/\s+/), ""]) {
    if (/^\p{Lu}\p{L}/u.test(word)) initials += word.charAt(0).toLowerCase();
    else if (initials === "" || !/^(?:of|and|for|the|&)$/.test(word)) {
      if (initials.length > 2) found.add(initials);
      initials = "";
    }
  }
  return found;
}

/** A document's file name and first line; other sources have a title only. */
const titleOf = ({ place }: Passage, editions: ReadonlyMap<string, Edition>): string =>
  [plainTitle(place.title), editions.get(place.documentId ?? "")?.opening.split("\n")[0] ?? ""].join(". ");

/** These documents, and the newest others, which may replace them. */
async function editionsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Edition>> {
  if (ids.length === 0) return new Map();
  const opening = sql<string>`left(${brainDocuments.content}, ${openingLength})`;
  const columns = { id: brainDocuments.id, title: brainDocuments.title, opening };
  const own = inCompany(tx, brainDocuments);
  const newest = tx.db
    .select({ id: brainDocuments.id })
    .from(brainDocuments)
    .where(own)
    .orderBy(desc(brainDocuments.createdAt))
    .limit(mostEditions);
  const rows = await tx.db
    .select(columns)
    .from(brainDocuments)
    .where(and(own, or(inArray(brainDocuments.id, [...ids]), inArray(brainDocuments.id, newest))));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The lexemes of texts, each in the language of its passage. */
async function lexemesOf(tx: Tx, texts: readonly { id: string; text: string }[]): Promise<ReadonlySet<string>[]> {
  const { rows } = await tx.db.execute<{ lexemes: string[] }>(sql`
    SELECT tsvector_to_array(to_tsvector(m.language::regconfig, t.text)) AS lexemes
    FROM unnest(${sql.param(texts.map(({ id }) => id))}::uuid[], ${sql.param(texts.map(({ text }) => text))}::text[])
      WITH ORDINALITY AS t (id, text, at)
    JOIN ${memories} AS m ON m.company_id = ${tx.company} AND m.id = t.id ORDER BY t.at`);
  return rows.map(({ lexemes }) => new Set(lexemes));
}

/** The lexemes of texts in English. */
export async function lexemesOfText(tx: Tx, texts: readonly string[]): Promise<ReadonlySet<string>[]> {
  if (texts.length === 0) return [];
  const { rows } = await tx.db.execute<{ lexemes: string[] }>(sql`
    SELECT tsvector_to_array(to_tsvector('english', t.text)) AS lexemes
    FROM unnest(${sql.param([...texts])}::text[]) WITH ORDINALITY AS t (text, at) ORDER BY t.at`);
  return rows.map(({ lexemes }) => new Set(lexemes));
}
