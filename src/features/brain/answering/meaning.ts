import type { Candidate, Meaning, Question } from "#features/brain/answering/ranking.ts";
import type { Ctx } from "#platform/context.ts";
import type { Aligned } from "#platform/embedding/embedder.ts";

/** What a question may wait for; without it the words decide. */
const mostMs = 2_000;
/** What a word of a heading counts, compared with one of the sentence itself. */
const headingShare = 0.7;

/** How candidates compare with the question in meaning; empty if the encoder does not answer in time. */
export async function meaningsOf<T extends Candidate>(
  { embedder }: Ctx,
  question: Question,
  asked: Float32Array | null,
  candidates: readonly T[],
): Promise<Map<T, Meaning>> {
  if (!asked || candidates.length === 0) return new Map();
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), mostMs).unref());
  const texts = candidates.map(({ unit }) => unit.text);
  const headings = candidates.map(({ unit, passage }) => [...passage.place.headingPath, unit.under].join(". "));
  const compare = async () => {
    const vectors = await embedder.embed(texts, { isUrgent: true });
    return vectors && ([vectors, await embedder.align?.(question.text, [...texts, ...headings])] as const);
  };
  const [vectors, aligned] = (await Promise.race([compare(), timeout])) ?? [];
  return new Map(
    (vectors ?? []).map((vector, at) => {
      const own = cosine(vector, asked);
      return [
        candidates[at] as T,
        { vector, cosine: own, closeness: aligned ? closenessOf(question, aligned, at, at + texts.length) : own },
      ];
    }),
  );
}

function closenessOf({ terms }: Question, aligned: readonly Aligned[], own: number, heading: number): number {
  const rareness = ({ word }: Aligned): number =>
    Math.max(0, ...[...terms].map(([term, value]) => (word.startsWith(stemOf(term)) ? value : 0)));
  const all = aligned.reduce((sum, one) => sum + rareness(one), 0);
  return aligned.reduce((sum, one) => {
    const nearest = Math.max(one.nearest[own] ?? 0, headingShare * (one.nearest[heading] ?? 0));
    return sum + nearest * (all === 0 ? 1 / aligned.length : rareness(one) / all);
  }, 0);
}

/** The beginning that a lexeme shares with its word. */
const stemOf = (lexeme: string): string => lexeme.slice(0, Math.max(3, lexeme.length - 1));

export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
