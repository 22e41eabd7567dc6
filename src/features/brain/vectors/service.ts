import { codeOf } from "#features/brain/search/passage-index.ts";
import * as store from "#features/brain/search/rows/store.ts";
import { embedJob } from "#features/brain/service.ts";
import { raiseVersion } from "#features/brain/store.ts";
import { companiesWithout } from "#features/brain/vectors/store.ts";
import { type Ctx, mintCompany, type Platform } from "#platform/context.ts";
import type { OpenDatabase } from "#platform/db/open.ts";
import { read, write } from "#platform/db/transaction.ts";

/** How many texts are encoded between two transactions. */
const batchSize = 16;
/** Vectors kept for equal texts in later batches. */
const mostKnown = 100;

/**
 * Computes the vectors that are missing or of another embedder, in batches, so that an interrupted run can continue.
 * Returns false if the encoder failed.
 */
export async function embedWaiting(ctx: Ctx): Promise<boolean> {
  const { embedder } = ctx;
  const vectorOf = new Map<string, Float32Array>();
  for (;;) {
    const waiting = await read(ctx, (tx) => store.withoutVector(tx, embedder.name, batchSize));
    if (waiting.length === 0) return true;
    const texts = [...new Set(waiting.map(({ meaning }) => meaning))].filter((text) => !vectorOf.has(text));
    const vectors = texts.length === 0 ? [] : await embedder.embed(texts);
    if (!vectors) return false;
    for (const [at, vector] of vectors.entries()) vectorOf.set(texts[at] ?? "", vector);
    await write(ctx, async (tx) => {
      const rows = waiting.flatMap((row) => {
        const vector = vectorOf.get(row.meaning);
        return vector ? [{ ...row, vector, code: Buffer.from(codeOf(vector).buffer) }] : [];
      });
      await store.putVectors(tx, embedder.name, rows, await raiseVersion(tx));
    });
    if (vectorOf.size > mostKnown) vectorOf.clear();
  }
}

/** At startup, queues the vectors that are missing: all of them if the embedder changed. */
export async function resumeEmbedding(connectOwner: OpenDatabase["connectOwner"], platform: Platform): Promise<void> {
  const { database, embedder, jobs, log } = platform;
  try {
    for (const id of await companiesWithout(connectOwner, embedder.name)) {
      const company = mintCompany(id);
      await database.transaction(company, (db) => jobs.send(db, embedJob, company, {}));
    }
  } catch (error) {
    log.warn({ err: error }, "could not queue the missing vectors");
  }
}
