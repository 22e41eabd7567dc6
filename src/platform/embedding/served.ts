import { z } from "zod";
import { type Embedder, widest } from "#platform/embedding/embedder.ts";
import type { Log } from "#platform/log.ts";

export type Served = {
  /** With its path: "http://127.0.0.1:11434/v1". */
  baseUrl: string;
  apiKey: string | null;
  provider: string;
  model: string;
  fetch: typeof fetch;
};

const batchSize = 16;
const deadlineMs = 60_000;
/** Many models ignore text beyond this. */
const mostCharacters = 2_000;
const reply = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1) })) });

/**
 * A model of an OpenAI-compatible server; if its vectors are too wide to store, the server is asked to shorten them.
 */
export function servedEmbedder({ baseUrl, apiKey, provider, model, fetch }: Served, log: Log): Embedder {
  let isShortened = false;

  async function ask(input: readonly string[]): Promise<number[][]> {
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, input, ...(isShortened && { dimensions: widest }) }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const { data } = reply.parse(await response.json());
    const vectors = data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding);
    const width = vectors[0]?.length ?? 0;
    if (vectors.length !== input.length || vectors.some(({ length }) => length !== width))
      throw new Error(`The server gave ${vectors.length} vectors for ${input.length} texts, or of several widths.`);
    if (width <= widest) return vectors;
    // A server may ignore the requested number of dimensions.
    if (isShortened) throw new Error(`Vectors of ${width} numbers are too wide: at most ${widest} are kept.`);
    isShortened = true;
    return ask(input);
  }

  return {
    name: `${provider}/${model}`,
    async embed(texts) {
      try {
        const vectors: Float32Array[] = [];
        for (let at = 0; at < texts.length; at += batchSize) {
          const batch = texts.slice(at, at + batchSize).map((text) => text.slice(0, mostCharacters).trim() || ".");
          vectors.push(...(await ask(batch)).map(toUnit));
        }
        return vectors;
      } catch (error) {
        log.warn({ err: error, model }, "the embedding model failed");
        return null;
      }
    },
    close: async () => undefined,
  };
}

function toUnit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}
