/** What a model is used for; each purpose has its own model. */
export const purposes = ["triage", "answer", "plan", "write"] as const;
export type Purpose = (typeof purposes)[number];

/** Whose connection and key it is. */
export const payers = ["operator", "company"] as const;
export type Payer = (typeof payers)[number];

export const providerIds = [
  "openai",
  "anthropic",
  "google",
  "azure",
  "ollama",
  "lmstudio",
  "vllm",
  "openai-compatible",
] as const;
export type ProviderId = (typeof providerIds)[number];
