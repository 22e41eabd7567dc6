import type { Provider } from "#platform/model/provider.ts";

/** Any server that speaks OpenAI's chat completions. */
export const openaiCompatible: Provider = {
  label: null,
  baseUrl: null,
  needsKey: false,
  isLocal: false,
  models: null,
  rungs: ["schema", "json", "text"],
  async load({ baseUrl, apiKey, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "openaiCompatible",
      baseURL: baseUrl,
      ...(apiKey ? { apiKey } : {}),
      includeUsage: true,
      // Without this it sends no schema at all.
      supportsStructuredOutputs: true,
      fetch,
    });
    return (model) => provider(model);
  },
  options: ({ isStrict }) => ({ openaiCompatible: { strictJsonSchema: isStrict } }),
};

export const ollama: Provider = {
  ...openaiCompatible,
  label: "Ollama",
  baseUrl: "http://127.0.0.1:11434/v1",
  isLocal: true,
};
export const lmstudio: Provider = {
  ...openaiCompatible,
  label: "LM Studio",
  baseUrl: "http://127.0.0.1:1234/v1",
  isLocal: true,
};
export const vllm: Provider = {
  ...openaiCompatible,
  label: "vLLM",
  baseUrl: "http://127.0.0.1:8000/v1",
  isLocal: true,
};
