/** A passage as the index needs it. */
export type Indexed = {
  id: string;
  version: number;
  /** Its lexemes with how often each occurs: "lexeme\u001ecount" joined by "\u001f". */
  terms: string;
  /** Its vector quantized to bytes; null without one. */
  code: Uint8Array | null;
  /** Its vector as stored, used instead of `code`; null if `code` is to be used. */
  exact: readonly number[] | null;
  embedder: string | null;
  stream: string;
  position: number;
  /** 1 to 10. */
  importance: number;
  happenedAt: number;
  /** Not marked by a person. */
  isUsable: boolean;
  isDoubtful: boolean;
};

type Slot = Omit<Indexed, "version" | "code" | "exact"> & {
  /** Null without a vector. */
  vector: Float32Array | Quantized | null;
  length: number;
  isLive: boolean;
  before: number;
  after: number;
};

/** A vector quantized to bytes, and its Euclidean norm. */
type Quantized = { bytes: Int8Array; norm: number };

type Postings = { slots: number[]; counts: number[] };

export type Asked = { terms: readonly string[]; vector: Float32Array | null; embedder: string; now: number };

/** A found passage, with what the answer's confidence is computed from. */
export type Hit = {
  id: string;
  score: number;
  /** The share of the question's words that the passage contains, weighted by their rareness. */
  coverage: number;
  /** The cosine of the vectors; 0 without. */
  similarity: number;
  happenedAt: number;
};

/** BM25's saturation and length weights, and the share of its neighbours' scores that is added to a passage's. */
const k1 = 1.2;
const b = 0.75;
const neighbourShare = 0.3;
/** Small compared with the scores of words and vectors, which are standardized. */
const weightOf = { recency: 0.15, importance: 0.15, doubt: -0.75 };
const recencyDays = 180;
/** Long loops yield after this many passages. */
const sliceSize = 4_096;

/** Quantizes a unit vector to bytes; the scale is left out, because only directions are compared. */
export function codeOf(vector: Float32Array): Int8Array {
  let most = 1e-9;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return Int8Array.from(vector, (value) => Math.round((value * 127) / most));
}

/** One company's passages in memory: exact statistics of its words, and its vectors. */
export class PassageIndex {
  version = -1;
  readonly #slots: Slot[] = [];
  readonly #byId = new Map<string, number>();
  readonly #postings = new Map<string, Postings>();
  readonly #unlinked = new Set<string>();
  readonly #streams = new Map<string, number[]>();
  #live = 0;
  #length = 0;

  get size(): number {
    return this.#slots.length;
  }

  /** More than half of it is outdated. */
  get isMostlyOutdated(): boolean {
    return this.#slots.length > 1_000 && this.#live * 2 < this.#slots.length;
  }

  put({ id, version: _version, code, exact, ...read }: Indexed): void {
    const given = { ...read, vector: exact ? Float32Array.from(exact) : code && quantized(code) };
    const at = this.#byId.get(id);
    const known = at === undefined ? undefined : this.#slots[at];
    if (known?.isLive && known.terms === given.terms && known.stream === given.stream) {
      if (known.position !== given.position) this.#unlinked.add(given.stream);
      Object.assign(known, given);
      return;
    }
    if (known?.isLive) this.#retire(known);
    const slot = this.#slots.length;
    let length = 0;
    for (const entry of given.terms === "" ? [] : given.terms.split("\u001f")) {
      const [term = "", count = "1"] = entry.split("\u001e");
      const postings = this.#postings.get(term);
      if (postings) {
        postings.slots.push(slot);
        postings.counts.push(Number(count));
      } else this.#postings.set(term, { slots: [slot], counts: [Number(count)] });
      length += Number(count);
    }
    this.#slots.push({ ...given, id, length, isLive: true, before: -1, after: -1 });
    this.#byId.set(id, slot);
    this.#live += 1;
    this.#length += length;
    const stream = this.#streams.get(given.stream);
    if (stream) stream.push(slot);
    else this.#streams.set(given.stream, [slot]);
    this.#unlinked.add(given.stream);
  }

  #retire(slot: Slot): void {
    slot.isLive = false;
    this.#live -= 1;
    this.#length -= slot.length;
    this.#unlinked.add(slot.stream);
  }

  #link(): void {
    for (const name of this.#unlinked) {
      const stream = (this.#streams.get(name) ?? []).filter((at) => this.#slots[at]?.isLive);
      stream.sort((one, other) => (this.#slots[one]?.position ?? 0) - (this.#slots[other]?.position ?? 0));
      this.#streams.set(name, stream);
      for (const [place, at] of stream.entries()) {
        const slot = this.#slots[at] as Slot;
        slot.before = name === "" ? -1 : (stream[place - 1] ?? -1);
        slot.after = name === "" ? -1 : (stream[place + 1] ?? -1);
      }
    }
    this.#unlinked.clear();
  }

  /** The best passages for a question; `pause` lets other work happen within long loops. */
  async find({ terms, vector, embedder, now }: Asked, most: number, pause: () => Promise<void>): Promise<Hit[]> {
    this.#link();
    const slots = this.#slots;
    const words = new Float64Array(slots.length);
    const coverage = new Float64Array(slots.length);
    const average = this.#length / Math.max(1, this.#live);
    let asked = 0;
    for (const term of terms) {
      const postings = this.#postings.get(term) ?? { slots: [], counts: [] };
      const live = postings.slots.filter((at) => slots[at]?.isLive).length;
      const rareness = Math.log(1 + (this.#live - live + 0.5) / (live + 0.5));
      asked += rareness;
      for (const [place, at] of postings.slots.entries()) {
        const count = postings.counts[place] ?? 0;
        const saturation = count + k1 * (1 - b + (b * (slots[at]?.length ?? 0)) / average);
        words[at] = (words[at] ?? 0) + (rareness * count * (k1 + 1)) / saturation;
        coverage[at] = (coverage[at] ?? 0) + rareness;
      }
      await pause();
    }
    const similarity = new Float64Array(slots.length).fill(Number.NaN);
    for (let from = 0; vector && from < slots.length; from += sliceSize) {
      compare(slots, vector, embedder, similarity, from);
      await pause();
    }
    const isCounted = (at: number): boolean => slots[at]?.isLive === true && slots[at].isUsable;
    const sums = standardized(words, isCounted);
    const nearness = standardized(similarity, isCounted);
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) + (nearness[at] as number);
    const scoreAt = (at: number): number => (at >= 0 && isCounted(at) ? (sums[at] ?? 0) : 0);
    const hits: { at: number; score: number }[] = [];
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] as Slot;
      if (!isCounted(at) || ((words[at] ?? 0) === 0 && Number.isNaN(similarity[at]))) continue;
      const age = Math.max(0, now - slot.happenedAt) / 86_400_000;
      const score =
        scoreAt(at) +
        neighbourShare * (scoreAt(slot.before) + scoreAt(slot.after)) +
        weightOf.recency * Math.exp(-age / recencyDays) +
        (weightOf.importance * (slot.importance - 5)) / 5 +
        (slot.isDoubtful ? weightOf.doubt : 0);
      // Only the best are kept in order: sorting all would take as long as finding them.
      if (hits.length === most && score <= (hits.at(-1)?.score ?? 0)) continue;
      const place = hits.findLastIndex((one) => one.score >= score) + 1;
      hits.splice(place, 0, { at, score });
      if (hits.length > most) hits.pop();
    }
    await pause();
    return hits.map(({ at, score }) => ({
      id: slots[at]?.id ?? "",
      score,
      coverage: asked === 0 ? 0 : (coverage[at] ?? 0) / asked,
      similarity: Number.isNaN(similarity[at]) ? 0 : (similarity[at] ?? 0),
      happenedAt: slots[at]?.happenedAt ?? 0,
    }));
  }
}

function quantized(code: Uint8Array): Quantized {
  const bytes = Int8Array.from(code);
  let squares = 0;
  for (const value of bytes) squares += value * value;
  return { bytes, norm: Math.sqrt(squares) || 1 };
}

/** Fills in the cosines of one slice of passages. Inside the asynchronous `find` this loop takes 1.4 times as long. */
function compare(
  slots: readonly Slot[],
  asked: Float32Array,
  embedder: string,
  similarity: Float64Array,
  from: number,
): void {
  for (let at = from; at < Math.min(from + sliceSize, slots.length); at += 1) {
    const { vector, isLive, embedder: own } = slots[at] as Slot;
    if (!isLive || !vector || own !== embedder) continue;
    similarity[at] =
      vector instanceof Float32Array ? dot(vector, asked) : dotOfBytes(vector.bytes, asked) / vector.norm;
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  const length = Math.min(one.length, other.length);
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Separate from `dot`: one function for both types of array takes 1.4 times as long. */
function dotOfBytes(one: Int8Array, other: Float32Array): number {
  const length = Math.min(one.length, other.length);
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Scores in standard deviations from their mean; missing scores count as average. */
function standardized(values: Float64Array, isCounted: (at: number) => boolean): Float64Array {
  let n = 0;
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (Number.isNaN(value) || !isCounted(at)) continue;
    n += 1;
    sum += value;
    squares += value * value;
  }
  const mean = n === 0 ? 0 : sum / n;
  const deviation = n === 0 ? 0 : Math.sqrt(Math.max(0, squares / n - mean * mean));
  return values.map((value) => (Number.isNaN(value) || deviation === 0 ? 0 : (value - mean) / deviation));
}
