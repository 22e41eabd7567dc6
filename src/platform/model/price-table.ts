import type { ProviderId } from "#contract/models.ts";

/** USD per million tokens. */
export type Rates = { input: number; cachedInput: number; cacheWrite: number; output: number };
/** The price of a model from a day on; `above`: of calls with more input tokens than that. */
export type PriceRow = Rates & {
  provider: ProviderId;
  model: string;
  validFrom: string;
  above: (Rates & { inputTokens: number }) | null;
};

/** From the providers' public price lists of 2026-11-22. */
export const priceTable: readonly PriceRow[] = [
  openai("gpt-6-luna", 0.1, 0.5),
  openai("gpt-6.1-terra", 1, 5),
  openai("gpt-6.1-sol", 2, 10),
  openai("gpt-6-astra", 10, 50),
  {
    ...anthropic("claude-haiku-5-5", 0.1, 0.5),
    above: { inputTokens: 100_000, input: 0.5, cachedInput: 0.05, cacheWrite: 0.625, output: 2.5 },
  },
  anthropic("claude-sonnet-5-5", 2, 10),
  anthropic("claude-opus-5-5", 4, 20),
  google("gemini-3.8-flash", "2026-01-01", 0.75, 3.75),
  google("gemini-3.8-flash", "2027-01-01", 1.5, 7.5),
  google("gemini-4-argon", "2026-01-01", 2, 10),
  google("gemini-4-argon", "2026-12-01", 4, 20),
  google("gemini-4-carbon", "2026-01-01", 2, 10),
  google("gemini-4-carbon", "2026-12-01", 4, 20),
];

function openai(model: string, input: number, output: number): PriceRow {
  const price = { input, cachedInput: input / 10, cacheWrite: input, output };
  const long = { input: 2 * input, cachedInput: input / 5, cacheWrite: 2 * input, output: 2 * output };
  return { provider: "openai", model, validFrom: "2026-01-01", ...price, above: { inputTokens: 272_000, ...long } };
}

function anthropic(model: string, input: number, output: number): PriceRow {
  const price = { input, cachedInput: input / 10, cacheWrite: input * 1.25, output };
  return { provider: "anthropic", model, validFrom: "2026-01-01", ...price, above: null };
}

/** Its price for cached input is not in the list, so that input counts in full. */
function google(model: string, validFrom: string, input: number, output: number): PriceRow {
  return { provider: "google", model, validFrom, input, cachedInput: input, cacheWrite: input, output, above: null };
}
