import { mayCall } from "#contract/addresses.ts";
import type { Config } from "#platform/config.ts";
import type { Embedder } from "#platform/embedding/embedder.ts";
import { hashingEmbedder } from "#platform/embedding/hashing.ts";
import { sentenceEmbedder } from "#platform/embedding/sentences.ts";
import { servedEmbedder } from "#platform/embedding/served.ts";
import type { Log } from "#platform/log.ts";
import { guardFetch } from "#platform/http-out/guarded-fetch.ts";
import { modelFault } from "#platform/model/failure.ts";
import { providers } from "#platform/model/providers.ts";

type Chosen = Pick<Config, "embedder" | "embedderModel" | "models">;

export function openEmbedder({ embedder, embedderModel, models: { connection } }: Chosen, log: Log): Embedder {
  if (embedder === "hashing") return hashingEmbedder;
  if (embedder === "sentences" || !connection || !embedderModel) return sentenceEmbedder(log);
  const { provider, apiKey, ...account } = connection.models.answer;
  const baseUrl = account.baseUrl ?? providers[provider].baseUrl ?? "";
  const { fetch, close } = guardFetch({ mayCall: (address) => mayCall(address, true), fault: modelFault });
  return {
    ...servedEmbedder({ provider, baseUrl, apiKey, model: embedderModel, fetch }, log),
    close: async () => close(),
  };
}
