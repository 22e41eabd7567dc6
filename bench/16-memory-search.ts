import { jobContext } from "#features/accounts/service.ts";
import { addDocument, listUploads } from "#features/brain/documents/contract.ts";
import type { Item } from "#features/brain/rules.ts";
import { lookUp } from "#features/brain/search/store.ts";
import { ingest } from "#features/brain/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import { type Ctx, mintCompany } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { seeded } from "../test/clean.ts";
import { makePdf } from "../test/documents.ts";
import { openStage } from "../test/faults/stage.ts";
import { openWorld, type World } from "../test/world.ts";
import { median, percentile } from "./compare.ts";
import { atLeast, atMost, type Report } from "./report.ts";

const sizes = { small: 1_000, large: 99_000 };
const questions = 100;
const pages = 1_000;
const random = seeded(16);
const pick = (most: number): number => Math.floor(random() * most);
const syllables = "ba co du fe gi ho ju ka le mi no pu ra se ti vo wu xa ye zo".split(" ");
const words = Array.from({ length: 4_000 }, () => `${syllables[pick(20)]}${syllables[pick(20)]}${syllables[pick(20)]}`);
const sentence = (length: number): string =>
  Array.from({ length }, () => words[Math.floor(words.length * random() ** 2)]).join(" ");

/** A company's passages in the database, with vectors of the hashing encoder. */
async function fill(ctx: Ctx, amount: number): Promise<void> {
  for (let at = 0; at < amount; at += 1_000) {
    const items = Array.from({ length: 1_000 }, (_, place): Item => {
      const key = `passage ${at + place}`;
      return { key, content: sentence(20), contentType: "document", stream: key, position: 0, language: "english" };
    });
    await write(ctx, (tx) => ingest(tx, { source: { type: "upload", origin: "staff" }, items }));
  }
  await embedWaiting(ctx);
}

type Times = { ours: number[]; floor: number[]; recall: number[] };

/** The product's search beside a plain pass over the company's exact vectors, and what of its ten nearest ours finds. */
async function ask(world: World, ctx: Ctx): Promise<Times> {
  const times: Times = { ours: [], floor: [], recall: [] };
  const stored = await world.asOwner<{ id: string; embedding: number[] }>(
    "SELECT id, embedding FROM memories WHERE company_id = $1",
    [ctx.company],
  );
  const exact = stored.map(({ id, embedding }) => ({ id, vector: Float32Array.from(embedding) }));
  await read(ctx, (tx) => lookUp(tx, "warm", null, 10));
  for (let at = 0; at < questions; at += 1) {
    const question = sentence(8);
    const [vector] = (await ctx.embedder.embed([question])) ?? [];
    if (!vector) throw new Error("The encoder gave no vector.");
    let began = performance.now();
    await read(ctx, (tx) => lookUp(tx, question, vector, 10));
    times.ours.push(performance.now() - began);
    began = performance.now();
    const ranked = exact
      .map(({ id, vector: own }) => {
        let dot = 0;
        for (let place = 0; place < vector.length; place += 1) dot += (own[place] ?? 0) * (vector[place] ?? 0);
        return { id, dot };
      })
      .sort((one, other) => other.dot - one.dot);
    times.floor.push(performance.now() - began);
    const hits = new Set((await read(ctx, (tx) => lookUp(tx, "", vector, 10))).hits.map(({ id }) => id));
    // Any of several as near as the tenth will do.
    const tenth = ranked[9]?.dot ?? 0;
    times.recall.push(ranked.filter(({ id, dot }) => dot >= tenth && hits.has(id)).length / 10);
  }
  return times;
}

/** Pages of one PDF, from the request until its passages can be found, and until all have their vectors. */
async function takeIn(world: World): Promise<{ readable: number; encoded: number }> {
  const member = await world.member("reader");
  const pdf = makePdf(
    Array.from({ length: pages }, (_, at) => [`Page ${at + 1}`, ...Array.from({ length: 30 }, () => sentence(10))]),
  );
  const began = performance.now();
  const path = `${addDocument.path}?fileName=thousand.pdf`;
  const headers = {
    "content-type": "application/octet-stream",
    "sec-fetch-site": "same-origin",
    cookie: member.cookie ?? "",
  };
  const reply = await fetch(`${world.url}${path}`, { method: "POST", headers, body: new Uint8Array(pdf) });
  if (!reply.ok) throw new Error(await reply.text());
  const wait = () => new Promise((resolve) => setTimeout(resolve, 200));
  while ((await member.call(listUploads))[0]?.finishedAt === null) await wait();
  const [upload] = await member.call(listUploads);
  if (upload?.status !== "done") throw new Error(upload?.sentence ?? "There is no upload.");
  const readable = performance.now() - began;
  const missing = "SELECT 1 FROM memories WHERE company_id = $1 AND embedding IS NULL LIMIT 1";
  while ((await world.asOwner(missing, [member.user.companyId])).length > 0) await wait();
  return { readable, encoded: performance.now() - began };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Search in companies of 1,000 and 99,000 passages in one database, and a document of 1,000 pages. */
export async function measure(): Promise<Report> {
  await using stage = openStage("search");
  const world = stage.keep(await openWorld());
  const { readable, encoded } = await takeIn(world);
  const found: Record<string, Times> = {};
  for (const [name, amount] of Object.entries(sizes)) {
    const { user } = await world.member(name);
    const ctx = await jobContext(world.boardroom.platform, mintCompany(user.companyId));
    await fill(ctx, amount);
    found[name] = await ask(world, ctx);
  }
  const { small, large } = found as Record<keyof typeof sizes, Times>;
  const line = (name: string, { ours, floor }: Times): string =>
    `${name}: median ${median(ours).toFixed(1)} ms, p99 ${percentile(ours, 0.99).toFixed(1)} ms; all exact vectors, without words and database ${median(floor).toFixed(1)} ms`;
  return {
    title: "16, 18  Search of the Company Brain, words and vectors, and a PDF of 1,000 pages",
    lines: [
      line("1,000 of 100,000 passages", small),
      line("99,000 passages", large),
      `${pages} pages: found by words after ${(readable / 1_000).toFixed(1)} s, with vectors after ${(encoded / 1_000).toFixed(1)} s`,
    ],
    goals: [
      atLeast("recall@10 of vectors, 1,000 passages", mean(small.recall), 1, ""),
      atLeast("recall@10 of vectors, 99,000 passages", mean(large.recall), 0.98, ""),
      atMost("search in 1,000 passages against their exact vectors", median(small.ours) / median(small.floor), 2, "×"),
      atMost("search in 99,000 passages against their exact vectors", median(large.ours) / median(large.floor), 2, "×"),
      atMost("search in 99,000 passages, p99", percentile(large.ours, 0.99), 150, "ms"),
    ],
  };
}
