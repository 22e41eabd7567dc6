import type { Provider } from "#platform/model/provider.ts";

/** Chat completions, because the Responses API stores what it gets. */
export const openai: Provider = {
  label: "OpenAI",
  baseUrl: "https://api.openai.com/v1",
  needsKey: true,
  isLocal: false,
  models: { triage: "gpt-6-luna", answer: "gpt-6.1-terra", plan: "gpt-6.1-sol", write: "gpt-6.1-terra" },
  rungs: ["schema", "json", "text"],
  async load({ baseUrl, apiKey, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const provider = createOpenAI({ baseURL: baseUrl, apiKey, fetch });
    return (model) => provider.chat(model);
  },
  options: ({ isStrict }) => ({ openai: { strictJsonSchema: isStrict } }),
};
