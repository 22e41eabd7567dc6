import { afterAll, beforeAll, expect, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { lookUp } from "#features/brain/search/store.ts";
import { ingest } from "#features/brain/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import { type Ctx, mintCompany } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { seeded } from "../clean.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const random = seeded(16);
const syllables = "ba co du fe gi ho ju ka le mi no pu ra se ti vo wu xa ye zo".split(" ");
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const words = Array.from({ length: 1_000 }, () => `${pick(syllables)}${pick(syllables)}${pick(syllables)}`);
const sentence = (length: number): string => Array.from({ length }, () => pick(words)).join(" ");

async function fill(ctx: Ctx, from: number, amount: number): Promise<void> {
  const items = Array.from({ length: amount }, (_, at) => {
    const key = `passage ${from + at}`;
    return { key, content: sentence(20), contentType: "document", stream: key, language: "english" } as const;
  });
  await write(ctx, (tx) => ingest(tx, { source: { type: "upload", origin: "staff" }, items }));
  await embedWaiting(ctx);
}

/** The share of the ten nearest by the company's stored vectors that the search finds without words. */
async function recallOf(ctx: Ctx, questions: number): Promise<number> {
  const stored = await world.asOwner<{ id: string; embedding: number[] }>(
    "SELECT id, embedding FROM memories WHERE company_id = $1",
    [ctx.company],
  );
  let found = 0;
  for (let asked = 0; asked < questions; asked += 1) {
    const [vector] = (await ctx.embedder.embed([sentence(8)])) ?? [];
    if (!vector) throw new Error("The encoder gave no vector.");
    const dots = stored.map(({ id, embedding }) => ({
      id,
      dot: vector.reduce((sum, value, at) => sum + value * Math.fround(embedding[at] ?? 0), 0),
    }));
    // Any of several as near as the tenth will do.
    const tenth = dots.map(({ dot }) => dot).sort((one, other) => other - one)[9] ?? 0;
    const hits = new Set((await read(ctx, (tx) => lookUp(tx, "", vector, 10))).hits.map(({ id }) => id));
    found += dots.filter(({ id, dot }) => dot >= tenth && hits.has(id)).length;
  }
  return found / (questions * 10);
}

test("a small company's passages are compared by their exact vectors, also what was added after the first search", async () => {
  const [own, other] = await Promise.all(
    ["own", "other"].map(async (name) => {
      const { user } = await world.member(name);
      return jobContext(world.boardroom.platform, mintCompany(user.companyId));
    }),
  );
  if (!own || !other) throw new Error("There are not two companies.");
  await fill(other, 0, 20);
  await fill(own, 0, 300);
  expect(await recallOf(own, 20)).toBe(1);
  await fill(own, 300, 300);
  expect(await recallOf(own, 20)).toBe(1);
  expect(await recallOf(other, 5)).toBe(1);
});

test("words are stemmed in a language that was added after the last search", async () => {
  const { user } = await world.member("languages");
  const ctx = await jobContext(world.boardroom.platform, mintCompany(user.companyId));
  const find = async () => (await read(ctx, (tx) => lookUp(tx, "Lieferung", null, 10))).hits;
  await fill(ctx, 0, 1);
  expect(await find()).toEqual([]);
  const content = "Die Lieferungen kommen dienstags.";
  const item = { key: "german", content, contentType: "document", language: "german" } as const;
  await write(ctx, (tx) => ingest(tx, { source: { type: "upload", origin: "staff" }, items: [item] }));
  expect(await find()).toHaveLength(1);
  expect(await find()).toHaveLength(1);
});
