import { setImmediate as nextTurn } from "node:timers/promises";
import { type Hit, PassageIndex } from "#features/brain/search/passage-index.ts";
import * as rows from "#features/brain/search/rows/store.ts";
import { isChanging } from "#features/brain/store.ts";
import { CompanyCache } from "#platform/company-cache.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";

type CompanyIndex = {
  index: PassageIndex;
  languages: string[];
  /** The company's version when loading began: it holds nothing deleted up to then. */
  cleanAt: number;
  /** The passage loaded last, while loading is under way or was given up. */
  from: { version: number; id: string } | null;
  refreshing: Promise<void>;
};

/** Each index is brought up to date in the read that uses it. A thousand passages take about 1 MiB. */
const indexes = new CompanyCache<CompanyIndex>({
  weigh: ({ index }) => index.size,
  most: 300_000,
  idleMs: 10 * 60_000,
});
/** Passages beyond this number are compared by their quantized vectors: exact ones load up to four times as slowly. */
const mostExact = 2_000;
const pageSize = 1_000;

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
    cleanAt: version,
    from: null,
    refreshing: Promise.resolve(),
  });
  if (isChanging(tx)) {
    const temporary = fresh();
    await refresh(tx, temporary, version);
    return temporary;
  }
  let own = indexes.get(tx);
  if (!own || own.cleanAt < deletedAt || own.index.isMostlyOutdated) {
    own = fresh();
    indexes.put(tx, own);
  }
  const { index } = own;
  // One request at a time loads; the others wait for it, and go on if it gave up.
  while (index.version < version) {
    const before = own.refreshing;
    await before;
    if (index.version >= version || own.refreshing !== before) continue;
    const refreshing = refresh(tx, own, version);
    own.refreshing = refreshing.catch(() => undefined);
    await refreshing;
  }
  indexes.trim(tx);
  return own;
}

/** Loads what changed since the index's version. What is loaded stays if the request is given up before all is. */
async function refresh(tx: Tx, own: CompanyIndex, version: number): Promise<void> {
  const pause = makePause();
  const { index } = own;
  const since = index.version;
  own.cleanAt = version;
  own.languages = await rows.languages(tx);
  let { from } = own;
  for (let isLast = false; !isLast; ) {
    const found = await rows.changedAfter(tx, since, from, pageSize, index.size < mostExact);
    for (const row of found) {
      index.put(row);
      await pause();
    }
    const last = found.at(-1);
    isLast = found.length < pageSize || !last;
    if (last) own.from = from = { version: last.version, id: last.id };
  }
  own.from = null;
  index.version = version;
}

/** Computes a question's vector before the transaction that searches; null if the encoder does not answer in time. */
export async function vectorOf({ embedder }: Ctx, question: string): Promise<Float32Array | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), encoderMs).unref());
  const vectors = await Promise.race([embedder.embed([question], { isUrgent: true }), timeout]);
  return vectors?.[0] ?? null;
}
/** Below the time limit of a request. */
const encoderMs = 2_500;

/** A question's lexemes, each with its rareness among the company's passages, and its best passages. */
export type Looked = { terms: ReadonlyMap<string, number>; hits: Hit[] };

const namesIn = (question: string): ReadonlySet<string> =>
  new Set((question.match(/\b\p{Lu}\p{L}+/gu) ?? []).map((name) => name.toLowerCase()));

/** The company's best passages for a question, by words and meaning. */
export async function lookUp(tx: Tx, question: string, vector: Float32Array | null, most: number): Promise<Looked> {
  // Usually nothing changed since the last search, so one round trip to the database is enough.
  const known = indexes.get(tx)?.languages ?? [];
  const [state, knownLexemes] = await batch(
    tx,
    () => rows.state(tx),
    () => rows.lexemesOf(tx, question, known),
  );
  const { index, languages } = await indexOf(tx, state);
  if (index.size === 0) return { terms: new Map(), hits: [] };
  const terms = languages === known ? knownLexemes : await rows.lexemesOf(tx, question, languages);
  const asked = { terms, vector, embedder: tx.embedder.name, now: tx.now.getTime(), names: namesIn(question) };
  return {
    terms: new Map(terms.map((term) => [term, index.rarenessOf(term)])),
    hits: await index.find(asked, most, makePause()),
  };
}
