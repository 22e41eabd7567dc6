// `npm run bench:brain -- locomo.json`: how well the Company Brain finds what it was told, and how often it says that it
// does not know. LoCoMo may be used for measuring only (CC BY-NC 4.0), so it is read from outside the project.
import { sql } from "drizzle-orm";
import { readFileSync, writeFileSync } from "node:fs";
import { jobContext } from "#features/accounts/service.ts";
import { confidenceOf, type Found, sentencesOf } from "#features/brain/answering/rules.ts";
import { findPassages } from "#features/brain/answering/store.ts";
import { leastConfidence, mostPassages } from "#features/brain/contract.ts";
import type { Item } from "#features/brain/rules.ts";
import { type Hit, type Indexed, PassageIndex } from "#features/brain/search/passage-index.ts";
import * as rows from "#features/brain/search/rows/store.ts";
import { search } from "#features/brain/search/store.ts";
import { ingest } from "#features/brain/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import { type Ctx, mintCompany } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { openWorld } from "../test/world.ts";

type Turn = { speaker: string; dia_id: string; text: string; blip_caption?: string };
type Question = { question: string; evidence?: string[]; category: number };
type Conversation = { qa: Question[]; conversation: Record<string, Turn[] | string> };

const file = process.argv[2];
if (!file) throw new Error("Name the file of LoCoMo: npm run bench:brain -- <file>");
const kinds = [
  { name: "all", is: (category: number) => category <= 4, floor: [0.533, 0.395] },
  { name: "multi-hop", is: (category: number) => category === 1, floor: [0.251, 0.177] },
  { name: "temporal", is: (category: number) => category === 2, floor: [0.678, 0.52] },
  { name: "open", is: (category: number) => category === 3, floor: [0.284, 0.168] },
  { name: "single-hop", is: (category: number) => category === 4, floor: [0.602, 0.446] },
];

const turnsOf = ({ conversation }: Conversation): { session: number; turn: Turn }[] =>
  Object.entries(conversation).flatMap(([name, turns]) =>
    Array.isArray(turns) && /^session_\d+$/.test(name)
      ? turns.map((turn) => ({ session: Number(name.slice(8)), turn }))
      : [],
  );
const itemOf = ({ session, turn }: { session: number; turn: Turn }, position: number): Item => ({
  key: turn.dia_id,
  content: `${turn.speaker}: ${turn.text} ${turn.blip_caption ?? ""}`.trim(),
  contentType: "document",
  stream: `session ${session}`,
  position,
  language: "english",
});
const evidenceOf = ({ evidence = [] }: Question): string[] => evidence.flatMap((one) => one.split(/[;,\s]+/));

type Score = { category: number; recall: number; gain: number };
function scoreOf(found: readonly string[], relevant: ReadonlySet<string>, category: number): Score {
  const hits = found.slice(0, 10).map((id) => Number(relevant.has(id)));
  const best = Array.from({ length: Math.min(10, relevant.size) }, () => 1);
  const gainOf = (list: readonly number[]) => list.reduce((sum, hit, at) => sum + hit / Math.log2(at + 2), 0);
  return {
    category,
    recall: hits.reduce((sum, hit) => sum + hit, 0) / relevant.size,
    gain: gainOf(hits) / gainOf(best),
  };
}

/** What the answer's confidence is computed from, of a question whose evidence is there or was removed. */
type Abstention = { isRemoved: boolean; confidence: number; hits: Hit[] };

/** A sentence of an answer: whether the passage it cites says it word for word, and whether that passage is evidence. */
type Citation = { isQuoted: boolean; isEvidence: boolean };

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").replace(/…$/, "");

/** The citations of an answer the product would give; none where it does not know. */
async function citationsOf(ctx: Ctx, question: string, vector: Float32Array, evidence: readonly string[]) {
  const found = await read(ctx, (tx) => findPassages(tx, question, vector));
  if (confidenceOf(found, [], ctx.now) < leastConfidence) return [];
  return sentencesOf(question, found, []).flatMap(({ text, sources }) =>
    sources.map((at): Citation => {
      const { id = "", content = "" } = found[at]?.passage ?? {};
      return { isQuoted: plain(content).includes(plain(text)), isEvidence: evidence.includes(id) };
    }),
  );
}

type Measured = { scores: Score[]; abstentions: Abstention[]; citations: Citation[] };

async function measure(ctx: Ctx, one: Conversation, { scores, abstentions, citations }: Measured): Promise<number[]> {
  const turns = turnsOf(one).map(itemOf);
  await write(ctx, (tx) => ingest(tx, { source: { type: "upload", origin: "staff" }, items: turns }));
  await embedWaiting(ctx);
  const stored = await read(ctx, (tx) => rows.changedAfter(tx, -1, null, 10_000, true));
  const keys = new Map(
    (
      await read(ctx, (tx) =>
        tx.db.execute<{ id: string; key: string | null }>(
          sql`SELECT id, key FROM memories WHERE company_id = ${tx.company}`,
        ),
      )
    ).rows.map(({ id, key }): [string, string] => [id, key ?? ""]),
  );
  const byKey = new Map(stored.map((row): [string, Indexed] => [keys.get(row.id) ?? "", row]));
  const index = new PassageIndex();
  for (const row of stored) index.put(row);
  const times: number[] = [];
  for (const question of one.qa) {
    if (question.category > 4) continue;
    const relevant = new Set(evidenceOf(question).filter((key) => byKey.has(key)));
    if (relevant.size === 0) continue;
    const [vector] = (await ctx.embedder.embed([question.question], { isUrgent: true })) ?? [];
    if (!vector) throw new Error("The encoder gave no vector.");
    const began = performance.now();
    const found = await read(ctx, (tx) => search(tx, question.question, vector, 10));
    times.push(performance.now() - began);
    scores.push(
      scoreOf(
        found.map(({ id }) => keys.get(id) ?? ""),
        relevant,
        question.category,
      ),
    );
    abstentions.push(abstentionOf(ctx, found, false));
    const terms = await read(ctx, (tx) => rows.lexemesOf(tx, question.question, ["english"]));
    const evidence = [...relevant].flatMap((key) => byKey.get(key) ?? []);
    const evidenceIds = evidence.map(({ id }) => id);
    citations.push(...(await citationsOf(ctx, question.question, vector, evidenceIds)));
    // Without its words the company no longer knows them; alone in its stream it lends nothing.
    for (const row of evidence) index.put({ ...row, terms: "", code: null, exact: null, stream: "", isUsable: false });
    const asked = { terms, vector, embedder: ctx.embedder.name, now: ctx.now.getTime() };
    abstentions.push(abstentionOf(ctx, await index.find(asked, 10, async () => undefined), true));
    for (const row of evidence) index.put(row);
  }
  return times;
}

function abstentionOf(ctx: Ctx, hits: Hit[], isRemoved: boolean): Abstention {
  const passage = { happenedAt: ctx.now.toISOString(), isDoubtful: false } as Found["passage"];
  const found = hits.slice(0, mostPassages).map((hit) => ({ ...hit, passage }));
  return { isRemoved, confidence: confidenceOf(found, [], ctx.now), hits };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const world = await openWorld({ EMBEDDER: "sentences", ROLE: "web" });
try {
  const measured: Measured = { scores: [], abstentions: [], citations: [] };
  const { scores, abstentions, citations } = measured;
  const times: number[] = [];
  for (const [at, one] of (JSON.parse(readFileSync(file, "utf8")) as Conversation[]).entries()) {
    const { user } = await world.member(`company${at}`);
    const ctx = await jobContext(world.boardroom.platform, mintCompany(user.companyId));
    times.push(...(await measure(ctx, one, measured)));
  }
  print("| questions | n | recall@10 | floor | nDCG@10 | floor |\n|---|---|---|---|---|---|");
  for (const { name, is, floor } of kinds) {
    const own = scores.filter(({ category }) => is(category));
    const [recall, gain] = [mean(own.map((one) => one.recall)), mean(own.map((one) => one.gain))];
    print(`| ${name} | ${own.length} | ${recall.toFixed(3)} | ${floor[0]} | ${gain.toFixed(3)} | ${floor[1]} |`);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const percentile = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  print(`\nSearch without the encoder: median ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms.\n`);
  const share = (of: (one: Citation) => boolean): string => mean(citations.map((one) => Number(of(one)))).toFixed(3);
  print(
    `${citations.length} citations: ${share(({ isQuoted }) => isQuoted)} quote the passage they cite; ` +
      `${share(({ isEvidence }) => isEvidence)} cite a passage that is named as evidence.\n`,
  );
  print("| threshold | not known, evidence removed | refused, answerable |\n|---|---|---|");
  const below = (isRemoved: boolean, threshold: number): string => {
    const all = abstentions.filter((one) => one.isRemoved === isRemoved);
    return `${((100 * all.filter(({ confidence }) => confidence < threshold).length) / all.length).toFixed(1)}%`;
  };
  for (const threshold of [0.2, 0.25, 0.3, leastConfidence, 0.4, 0.45, 0.5, 0.6])
    print(`| ${threshold} | ${below(true, threshold)} | ${below(false, threshold)} |`);
  if (process.argv[3]) writeFileSync(process.argv[3], JSON.stringify(abstentions));
} finally {
  await world.close();
}
