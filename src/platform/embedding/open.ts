import type { Embedder } from "#platform/embedding/embedder.ts";
import { hashingEmbedder } from "#platform/embedding/hashing.ts";
import type { EmbedderName } from "#platform/embedding/names.ts";
import { sentenceEmbedder } from "#platform/embedding/sentences.ts";
import type { Log } from "#platform/log.ts";

export const openEmbedder = (name: EmbedderName, log: Log): Embedder =>
  name === "sentences" ? sentenceEmbedder(log) : hashingEmbedder;
