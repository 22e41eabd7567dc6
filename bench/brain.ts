// `npm run bench:brain -- locomo.json`: how well the Company Brain finds what it was told in conversations. LoCoMo may be used for measuring only (CC BY-NC 4.0), so it is read from outside the project.
import { sql } from "drizzle-orm";
import { readFileSync } from "node:fs";
import { jobContext } from "#features/accounts/service.ts";
import { consult, sentencesOf } from "#features/brain/answering/skills.ts";
import { leastConfidence } from "#features/brain/contract.ts";
import type { Item } from "#features/brain/rules.ts";
import { lookUp } from "#features/brain/search/store.ts";
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

/** What the product answers: nothing, or sentences with whether each cites evidence. */
type Answered = { isAdversarial: boolean; isKnown: boolean; citations: boolean[] };

type Measured = { scores: Score[]; answers: Answered[] };

async function measure(ctx: Ctx, one: Conversation, { scores, answers }: Measured): Promise<number[]> {
  const turns = turnsOf(one).map(itemOf);
  await write(ctx, (tx) => ingest(tx, { source: { type: "upload", origin: "staff" }, items: turns }));
  await embedWaiting(ctx);
  const stored = await read(ctx, (tx) =>
    tx.db.execute<{ id: string; key: string | null }>(
      sql`SELECT id, key FROM memories WHERE company_id = ${tx.company}`,
    ),
  );
  const keys = new Map(stored.rows.map(({ id, key }): [string, string] => [id, key ?? ""]));
  const known = new Set(keys.values());
  const times: number[] = [];
  for (const { question, evidence = [], category } of one.qa) {
    const relevant = new Set(evidence.flatMap((some) => some.split(/[;,\s]+/)).filter((key) => known.has(key)));
    const isAdversarial = category > 4;
    if (relevant.size === 0) continue;
    const consulted = await consult(ctx, question);
    const isKnown = consulted.confidence >= leastConfidence;
    const cited = isKnown ? sentencesOf(consulted).map(({ passage }) => relevant.has(keys.get(passage.id) ?? "")) : [];
    answers.push({ isAdversarial, isKnown, citations: cited });
    if (isAdversarial) continue;
    const [vector] = (await ctx.embedder.embed([question], { isUrgent: true })) ?? [];
    if (!vector) throw new Error("The encoder gave no vector.");
    const began = performance.now();
    const { hits: found } = await read(ctx, (tx) => lookUp(tx, question, vector, 10));
    times.push(performance.now() - began);
    const ids = found.map(({ id }) => keys.get(id) ?? "");
    scores.push(scoreOf(ids, relevant, category));
  }
  return times;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const world = await openWorld({ EMBEDDER: "sentences", ROLE: "web" });
try {
  const measured: Measured = { scores: [], answers: [] };
  const { scores, answers } = measured;
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
  const shareOf = (all: readonly boolean[]): string =>
    `${((100 * all.filter(Boolean).length) / all.length).toFixed(1)}%`;
  const refused = (isAdversarial: boolean): string =>
    shareOf(answers.filter((one) => one.isAdversarial === isAdversarial).map(({ isKnown }) => !isKnown));
  const firsts = answers.flatMap(({ isAdversarial, citations }) => (isAdversarial ? [] : citations.slice(0, 1)));
  print(
    `Not known: ${refused(false)} of the questions with an answer, ${refused(true)} of those about the wrong person.`,
  );
  print(`Of the others, ${shareOf(firsts)} of the first sentences are of a passage named as evidence.`);
} finally {
  await world.close();
}
