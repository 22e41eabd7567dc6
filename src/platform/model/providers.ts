import type { ProviderId } from "#platform/model/connection.ts";
import type { Provider } from "#platform/model/provider.ts";
import { anthropic } from "#platform/model/providers/anthropic.ts";
import { azure } from "#platform/model/providers/azure.ts";
import { google } from "#platform/model/providers/google.ts";
import { lmstudio, ollama, openaiCompatible, vllm } from "#platform/model/providers/openai-compatible.ts";
import { openai } from "#platform/model/providers/openai.ts";

export const providers: Record<ProviderId, Provider> = {
  openai,
  anthropic,
  google,
  azure,
  ollama,
  lmstudio,
  vllm,
  "openai-compatible": openaiCompatible,
};
