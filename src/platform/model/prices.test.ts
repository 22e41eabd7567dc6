import { describe, expect, test } from "vitest";
import { costOf, enforcedPrice, largestCost, priceOf, statedCost, type Usage } from "#platform/model/prices.ts";

const at = new Date("2026-11-22T12:00:00Z");
const usage = (given: Partial<Usage>): Usage => ({
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  isEstimated: false,
  ...given,
});
const price = (provider: "openai" | "anthropic" | "google", model: string, day = at) => {
  const found = priceOf({ provider, model }, day);
  if (!found) throw new Error(`${model} has no price.`);
  return found;
};

describe("the cost of a call", () => {
  test("counts cached input, writes to the cache and output at their own prices", () => {
    // 600 × 2 + 300 × 0.20 + 100 × 2.50 + 50 × 10, by a million.
    const used = usage({ input: 1_000, cachedInput: 300, cacheWrite: 100, output: 50, reasoning: 20 });
    expect(costOf(used, price("anthropic", "claude-sonnet-5-5"))).toBeCloseTo(0.00201, 10);
  });

  test("of a long prompt is higher as a whole", () => {
    const [short, long] = [usage({ input: 100_000, output: 1_000 }), usage({ input: 100_001, output: 1_000 })];
    const haiku = price("anthropic", "claude-haiku-5-5");
    expect(costOf(short, haiku)).toBeCloseTo(0.01 + 0.0005, 10);
    expect(costOf(long, haiku)).toBeCloseTo(0.0500005 + 0.0025, 10);
    expect(costOf(usage({ input: 300_000 }), price("openai", "gpt-6.1-terra"))).toBeCloseTo(0.6, 10);
  });

  test("follows the day", () => {
    const used = usage({ input: 1_000_000, output: 1_000_000 });
    const on = (model: string, day: string) => costOf(used, price("google", model, new Date(`${day}T00:00:00Z`)));
    expect([on("gemini-3.8-flash", "2026-12-31"), on("gemini-3.8-flash", "2027-01-01")]).toEqual([4.5, 9]);
    expect([on("gemini-4-argon", "2026-11-30"), on("gemini-4-argon", "2026-12-01")]).toEqual([12, 24]);
  });

  test("is billed, imputed, zero or unknown", () => {
    const used = usage({ input: 1_000, output: 1_000 });
    const terra = price("openai", "gpt-6.1-terra");
    expect(statedCost(used, terra)).toEqual({ state: "billed", usd: 0.006 });
    expect(statedCost({ ...used, isEstimated: true }, terra)).toEqual({ state: "imputed", usd: 0.006 });
    expect(statedCost(used, priceOf({ provider: "ollama", model: "anything" }, at))).toEqual({ state: "zero", usd: 0 });
    expect(statedCost(used, priceOf({ provider: "azure", model: "ours" }, at))).toEqual({
      state: "unknown",
      usd: null,
    });
  });
});

describe("the price of a model", () => {
  test("is that of its dated editions, and none of others", () => {
    expect(priceOf({ provider: "openai", model: "gpt-6.1-terra-2026-09-01" }, at)).toMatchObject({
      input: 1,
      output: 5,
    });
    expect(priceOf({ provider: "openai", model: "gpt-6.1-terra-pro" }, at)).toBeNull();
    expect(priceOf({ provider: "openai", model: "gpt-6.1-terra" }, new Date("2025-12-31T00:00:00Z"))).toBeNull();
  });

  test("comes from the rows of an admin where there are some", () => {
    const row = { input: 3, cachedInput: 3, cacheWrite: 3, output: 7, above: null };
    const table = [{ provider: "azure" as const, model: "ours", validFrom: "2026-01-01", ...row }];
    expect(priceOf({ provider: "azure", model: "ours" }, at, table)).toMatchObject({ input: 3, output: 7 });
  });

  test("counts for limits as the provider's highest where it is unknown, or the highest of all", () => {
    expect(enforcedPrice({ provider: "anthropic", model: "claude-next" }, at)).toMatchObject({
      input: 4,
      cacheWrite: 5,
      output: 20,
    });
    expect(enforcedPrice({ provider: "openai-compatible", model: "ours" }, at)).toMatchObject({
      input: 20,
      output: 100,
    });
    expect(enforcedPrice({ provider: "vllm", model: "ours" }, at)).toMatchObject({ input: 0, output: 0 });
  });
});

test("the largest cost is never below the cost", () => {
  const texts = ["é".repeat(5_000), "x".repeat(10_000)];
  for (const [provider, model] of [
    ["openai", "gpt-6.1-terra"],
    ["anthropic", "claude-haiku-5-5"],
  ] as const) {
    const known = price(provider, model);
    const largest = largestCost({ texts, maxOutputTokens: 1_000 }, known);
    // Every byte a token, all of them written to the cache, and the answer as long as it may be.
    const worst = usage({ input: 20_000, cacheWrite: 20_000, output: 1_000 });
    expect(largest).toBeGreaterThan(costOf(worst, known));
    expect(largest).toBeLessThan(costOf(worst, known) * 1.02);
  }
  // A prompt that may count as long is reserved as long.
  const haiku = price("anthropic", "claude-haiku-5-5");
  expect(largestCost({ texts: ["x".repeat(100_000)], maxOutputTokens: 0 }, haiku)).toBeGreaterThan(0.0625);
});
