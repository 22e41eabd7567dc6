import { type Embedder, widest as width } from "#platform/embedding/embedder.ts";

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Words, and the trigrams of their characters, hashed to places of a unit vector. */
export function hashedVector(text: string): Float32Array {
  const vector = new Float32Array(width);
  const add = (part: string, weight: number): void => {
    const hash = hashOf(part);
    const at = hash % width;
    vector[at] = (vector[at] ?? 0) + (hash & 0x80000000 ? -weight : weight);
  };
  for (const word of text
    .slice(0, 4_000)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    // Longer words tend to be rarer, so they weigh more.
    const weight = Math.min(word.length, 8) / 8;
    add(word, weight);
    const padded = `^${word}$`;
    for (let at = 0; at + 3 <= padded.length; at += 1) add(padded.slice(at, at + 3), weight / 2);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Needs no model and no memory of its own, but finds only texts with similar spelling. */
export const hashingEmbedder: Embedder = {
  name: "hashing-1",
  embed: async (texts) => texts.map(hashedVector),
  close: async () => undefined,
};
