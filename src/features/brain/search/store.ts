import { setImmediate as nextTurn } from "node:timers/promises";
import { type Hit, PassageIndex } from "#features/brain/search/passage-index.ts";
import * as rows from "#features/brain/search/rows/store.ts";
import { isChanging } from "#features/brain/store.ts";
import type { CompanyId, Ctx, Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";

type Held = { index: PassageIndex; languages: string[]; usedAt: number; refreshing: Promise<void> };

/** The indexes of this process by database and company; each is brought up to date in the read that uses it. */
const held = new WeakMap<object, Map<CompanyId, Held>>();
const mostPassages = 300_000;
/** A company's passages beyond these are compared in bytes: exact vectors take up to four times as long to load. */
const mostExact = 2_000;
const idleMs = 10 * 60_000;
const pageSize = 1_000;

const heldBy = (tx: Tx): Map<CompanyId, Held> => {
  const known = held.get(tx.database);
  if (known) return known;
  const made = new Map<CompanyId, Held>();
  held.set(tx.database, made);
  // One timer for all companies gives their memory back.
  const timer = setInterval(() => {
    for (const [company, { usedAt }] of made) if (performance.now() - usedAt > idleMs) made.delete(company);
    if (made.size > 0) return;
    clearInterval(timer);
    held.delete(tx.database);
  }, idleMs / 5);
  timer.unref();
  return made;
};

/** Yields whenever 10 ms have passed. */
function breaks(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 10) return;
    await nextTurn();
    since = performance.now();
  };
}

/** The company's index as of this transaction, given the state that was read in it. */
async function indexOf(tx: Tx, { version, deletedAt }: Awaited<ReturnType<typeof rows.state>>): Promise<Held> {
  const fresh = (): Held => ({
    index: new PassageIndex(),
    languages: [],
    usedAt: performance.now(),
    refreshing: Promise.resolve(),
  });
  if (isChanging(tx)) {
    const alone = fresh();
    await refresh(tx, alone, version);
    return alone;
  }
  const all = heldBy(tx);
  let own = all.get(tx.company);
  await own?.refreshing;
  if (!own || own.index.version < deletedAt || own.index.isWorn) {
    own = fresh();
    all.set(tx.company, own);
  }
  own.usedAt = performance.now();
  if (own.index.version < version) {
    const refreshing = refresh(tx, own, version);
    own.refreshing = refreshing.catch(() => void all.delete(tx.company));
    await refreshing;
  }
  makeRoom(all, tx.company);
  return own;
}

async function refresh(tx: Tx, own: Held, version: number): Promise<void> {
  const pause = breaks();
  const since = own.index.version;
  own.languages = await rows.languages(tx);
  let from: { version: number; id: string } | null = null;
  for (let isLast = false; !isLast; ) {
    const found = await rows.changedAfter(tx, since, from, pageSize, own.index.size < mostExact);
    for (const row of found) {
      own.index.put(row);
      await pause();
    }
    const last = found.at(-1);
    isLast = found.length < pageSize || !last;
    if (last) from = { version: last.version, id: last.id };
  }
  own.index.version = version;
}

/** Drops the indexes used least recently while there are too many passages in memory. */
function makeRoom(all: Map<CompanyId, Held>, company: CompanyId): void {
  const sum = (): number => [...all.values()].reduce((total, { index }) => total + index.size, 0);
  const others = [...all].filter(([id]) => id !== company).sort(([, one], [, other]) => one.usedAt - other.usedAt);
  for (const [id] of others) if (sum() > mostPassages) all.delete(id);
}

/** Computes a question's vector before the transaction that searches; null if the encoder does not answer in time. */
export async function vectorOf({ embedder }: Ctx, question: string): Promise<Float32Array | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), encoderMs).unref());
  const vectors = await Promise.race([embedder.embed([question], { isUrgent: true }), late]);
  return vectors?.[0] ?? null;
}
/** Below the time limit of a request. */
const encoderMs = 2_500;

/** The company's best passages for a question, by words and meaning. */
export async function search(tx: Tx, question: string, vector: Float32Array | null, most: number): Promise<Hit[]> {
  // Most searches follow no change: then one message to the database is enough.
  const known = held.get(tx.database)?.get(tx.company)?.languages ?? [];
  const [state, early] = await batch(
    tx,
    () => rows.state(tx),
    () => rows.lexemesOf(tx, question, known),
  );
  const { index, languages } = await indexOf(tx, state);
  if (index.size === 0) return [];
  const terms = languages === known ? early : await rows.lexemesOf(tx, question, languages);
  const asked = { terms, vector, embedder: tx.embedder.name, now: tx.now.getTime() };
  return index.find(asked, most, breaks());
}
