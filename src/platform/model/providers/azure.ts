import type { Provider } from "#platform/model/provider.ts";
import { openai } from "#platform/model/providers/openai.ts";

/** Azure's v1 address speaks OpenAI's protocol; a model is named by its deployment. */
export const azure: Provider = {
  ...openai,
  label: "Azure OpenAI",
  baseUrl: null,
  models: null,
  async load({ baseUrl, apiKey, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const provider = createOpenAI({ baseURL: baseUrl, apiKey, headers: { "api-key": apiKey }, fetch });
    return (model) => provider.chat(model);
  },
};
