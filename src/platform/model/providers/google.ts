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
  async load({ baseUrl, apiKey, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    const provider = createGoogle({ baseURL: baseUrl, apiKey, fetch });
    return (model) => provider(model);
  },
};
