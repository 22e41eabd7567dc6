import { setImmediate as nextTurn } from "node:timers/promises";
import { type Hit, PassageIndex } from "#features/brain/search/passage-index.ts";
import * as rows from "#features/brain/search/rows/store.ts";
import { isChanging } from "#features/brain/store.ts";
import type { CompanyId, Ctx, Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";

type CompanyIndex = { index: PassageIndex; languages: string[]; usedAt: number; refreshing: Promise<void> };

/** The indexes of this process by database and company; each is brought up to date in the read that uses it. */
const indexesByDatabase = new WeakMap<object, Map<CompanyId, CompanyIndex>>();
const mostPassages = 300_000;
/** Passages beyond this number are compared by their quantized vectors: exact ones load up to four times as slowly. */
const mostExact = 2_000;
const idleMs = 10 * 60_000;
const pageSize = 1_000;

const indexesOf = (tx: Tx): Map<CompanyId, CompanyIndex> => {
  const known = indexesByDatabase.get(tx.database);
  if (known) return known;
  const indexes = new Map<CompanyId, CompanyIndex>();
  indexesByDatabase.set(tx.database, indexes);
  // One timer frees the memory of unused indexes of all companies.
  const timer = setInterval(() => {
    for (const [company, { usedAt }] of indexes) if (performance.now() - usedAt > idleMs) indexes.delete(company);
    if (indexes.size > 0) return;
    clearInterval(timer);
    indexesByDatabase.delete(tx.database);
  }, idleMs / 5);
  timer.unref();
  return indexes;
};

/** Returns a function that yields to other work if 10 ms have passed since it last did. */
function makePause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 10) return;
    await nextTurn();
    since = performance.now();
  };
}

/** The company's index, brought up to the state that was read in this transaction. */
async function indexOf(tx: Tx, { version, deletedAt }: Awaited<ReturnType<typeof rows.state>>): Promise<CompanyIndex> {
  const fresh = (): CompanyIndex => ({
    index: new PassageIndex(),
    languages: [],
    usedAt: performance.now(),
    refreshing: Promise.resolve(),
  });
  if (isChanging(tx)) {
    const temporary = fresh();
    await refresh(tx, temporary, version);
    return temporary;
  }
  const all = indexesOf(tx);
  let own = all.get(tx.company);
  await own?.refreshing;
  if (!own || own.index.version < deletedAt || own.index.isMostlyOutdated) {
    own = fresh();
    all.set(tx.company, own);
  }
  own.usedAt = performance.now();
  if (own.index.version < version) {
    const refreshing = refresh(tx, own, version);
    own.refreshing = refreshing.catch(() => void all.delete(tx.company));
    await refreshing;
  }
  evictLeastRecentlyUsed(all, tx.company);
  return own;
}

async function refresh(tx: Tx, own: CompanyIndex, version: number): Promise<void> {
  const pause = makePause();
  const since = own.index.version;
  own.languages = await rows.languages(tx);
  let from: { version: number; id: string } | null = null;
  for (let isLast = false; !isLast; ) {
    const found = await rows.changedAfter(tx, since, from, pageSize, own.index.size < mostExact);
    for (const row of found) {
      own.index.put(row);
      await pause();
    }
    await own.index.encode(pause);
    const last = found.at(-1);
    isLast = found.length < pageSize || !last;
    if (last) from = { version: last.version, id: last.id };
  }
  own.index.version = version;
}

/** Drops the indexes used least recently while there are too many passages in memory. */
function evictLeastRecentlyUsed(all: Map<CompanyId, CompanyIndex>, company: CompanyId): void {
  const sum = (): number => [...all.values()].reduce((total, { index }) => total + index.size, 0);
  const others = [...all].filter(([id]) => id !== company).sort(([, one], [, other]) => one.usedAt - other.usedAt);
  for (const [id] of others) if (sum() > mostPassages) all.delete(id);
}

/** Computes a question's vector before the transaction that searches; null if the encoder does not answer in time. */
export async function vectorOf({ embedder }: Ctx, question: string): Promise<Float32Array | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), encoderMs).unref());
  const vectors = await Promise.race([embedder.embed([question], { isUrgent: true }), timeout]);
  return vectors?.[0] ?? null;
}
/** Below the time limit of a request. */
const encoderMs = 2_500;

/** The company's best passages for a question, by words and meaning. */
export async function search(tx: Tx, question: string, vector: Float32Array | null, most: number): Promise<Hit[]> {
  // Usually nothing changed since the last search, so one round trip to the database is enough.
  const known = indexesByDatabase.get(tx.database)?.get(tx.company)?.languages ?? [];
  const [state, knownLexemes] = await batch(
    tx,
    () => rows.state(tx),
    () => rows.lexemesOf(tx, question, known),
  );
  const { index, languages } = await indexOf(tx, state);
  if (index.size === 0) return [];
  const terms = languages === known ? knownLexemes : await rows.lexemesOf(tx, question, languages);
  const asked = { terms, vector, embedder: tx.embedder.name, now: tx.now.getTime() };
  return index.find(asked, most, makePause());
}
