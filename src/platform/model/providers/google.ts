import type { Provider } from "#platform/model/provider.ts";

export const google: Provider = {
  label: "Google",
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  needsKey: true,
  isLocal: false,
  models: {
    triage: "gemini-3.8-flash",
    answer: "gemini-3.8-flash",
    plan: "gemini-4-argon",
    write: "gemini-3.8-flash",
  },
  rungs: ["schema", "json", "text"],
  // Thoughts count against the limit of output tokens, so a short one would leave nothing for the answer.
  thinking: { effort: "low", tokens: 4_000 },
  async load({ baseUrl, apiKey, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    const provider = createGoogle({ baseURL: baseUrl, apiKey, fetch });
    return (model) => provider(model);
  },
};
