import type { Candidate } from "#features/brain/answering/ranking.ts";
import type { Ctx } from "#platform/context.ts";

/** Vectors of sentences asked about lately, the oldest first; a sentence takes 2 KB. */
const known = new Map<string, Float32Array>();
const mostKnown = 5_000;
/** What a question may wait for; without them the words decide. */
const mostMs = 1_500;

/** The vectors of candidates' sentences; none if the encoder does not answer in time. */
export async function vectorsOf<T extends Candidate>(
  { embedder }: Ctx,
  candidates: readonly T[],
): Promise<Map<T, Float32Array>> {
  const meant = ({ unit }: T): string => (unit.under.endsWith("?") ? `${unit.under} ${unit.text}` : unit.text);
  const keyOf = (one: T): string => `${embedder.name}\n${meant(one)}`;
  const missing = candidates.filter((one) => !known.has(keyOf(one)));
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), mostMs).unref());
  const texts = missing.map(meant);
  const vectors =
    texts.length === 0 ? [] : ((await Promise.race([embedder.embed(texts, { isUrgent: true }), timeout])) ?? []);
  const found = new Map(missing.flatMap((one, at) => (vectors[at] ? [[keyOf(one), vectors[at]] as const] : [])));
  const all = new Map(
    candidates.flatMap((one) => {
      const vector = known.get(keyOf(one)) ?? found.get(keyOf(one));
      return vector ? [[one, vector] as const] : [];
    }),
  );
  for (const [key, vector] of found) known.set(key, vector);
  for (const key of [...known.keys()].slice(0, Math.max(0, known.size - mostKnown))) known.delete(key);
  return all;
}

export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
