import type { Provider } from "#platform/model/provider.ts";

export const anthropic: Provider = {
  label: "Anthropic",
  baseUrl: "https://api.anthropic.com/v1",
  needsKey: true,
  isLocal: false,
  models: {
    triage: "claude-haiku-5-5",
    answer: "claude-sonnet-5-5",
    plan: "claude-opus-5-5",
    write: "claude-sonnet-5-5",
  },
  // It has no JSON mode without a schema.
  rungs: ["schema", "text"],
  async load({ baseUrl, apiKey, fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const provider = createAnthropic({ baseURL: baseUrl, apiKey, fetch });
    return (model) => provider(model);
  },
  // Newer models reject forced tool use, which is the other way to structured output.
  options: () => ({ anthropic: { structuredOutputMode: "outputFormat" } }),
  instructionOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
};
