import type { Cost } from "#contract/words.ts";
import type { ProviderId } from "#contract/models.ts";
import { type PriceRow, priceTable, type Rates } from "#platform/model/price-table.ts";
import { providers } from "#platform/model/providers.ts";

export type Price = Pick<PriceRow, keyof Rates | "above">;

/** Tokens of a call. `input` includes the cached ones, `output` the reasoning. */
export type Usage = {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  /** The provider did not say, so lengths were counted instead. */
  isEstimated: boolean;
};

const free: Price = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, above: null };
const million = 1_000_000;

type Asked = { provider: ProviderId; model: string };

/**
 * The price of a model on a day; null: unknown. An admin's own prices come before those of the table; local servers
 * cost nothing unless an admin says otherwise.
 */
export const priceOf = (asked: Asked, at: Date, own: readonly PriceRow[] = []): Price | null =>
  rowOf(asked, at, own) ?? (providers[asked.provider].isLocal ? free : rowOf(asked, at, priceTable));

function rowOf({ provider, model }: Asked, at: Date, table: readonly PriceRow[]): PriceRow | null {
  const day = at.toISOString().slice(0, 10);
  // A dated edition of a model costs what the model costs.
  const names = [model, model.replace(/-\d{4}-?\d{2}-?\d{2}$/, "")];
  for (const name of names) {
    const rows = table.filter((row) => row.provider === provider && row.model === name && row.validFrom <= day);
    const row = rows.reduce<PriceRow | null>(
      (newest, one) => (newest && newest.validFrom >= one.validFrom ? newest : one),
      null,
    );
    if (row) return row;
  }
  return null;
}

/** The price that limits count by: the model's own or, if unknown, the highest the provider has ever had. */
export function enforcedPrice(asked: Asked, at: Date, own: readonly PriceRow[] = []): Price {
  const known = priceOf(asked, at, own);
  if (known) return known;
  const same = priceTable.filter((row) => row.provider === asked.provider);
  const rates = (same.length > 0 ? same : priceTable).flatMap((row) => [row, ...(row.above ? [row.above] : [])]);
  const highest = (name: keyof Rates): number => Math.max(0, ...rates.map((one) => one[name]));
  return {
    input: highest("input"),
    cachedInput: highest("cachedInput"),
    cacheWrite: highest("cacheWrite"),
    output: highest("output"),
    above: null,
  };
}

const ratesAt = (price: Price, inputTokens: number): Rates =>
  price.above && inputTokens > price.above.inputTokens ? price.above : price;

/** What a call cost, in USD. */
export function costOf({ input, cachedInput, cacheWrite, output }: Usage, price: Price): number {
  const rates = ratesAt(price, input);
  const plain = Math.max(0, input - cachedInput - cacheWrite);
  const sum =
    plain * rates.input + cachedInput * rates.cachedInput + cacheWrite * rates.cacheWrite + output * rates.output;
  return sum / million;
}

/** Tokens that a protocol adds to each message and tool. */
const tokensAround = 64;

/**
 * The most a request can cost, in USD. A token holds at least one byte of text, and answers end at the limit of output
 * tokens, reasoning included.
 */
export function largestCost(request: { texts: readonly string[]; maxOutputTokens: number }, price: Price): number {
  const input = request.texts.reduce((sum, text) => sum + Buffer.byteLength(text) + tokensAround, tokensAround);
  const rates = ratesAt(price, input);
  return (input * Math.max(rates.input, rates.cacheWrite) + request.maxOutputTokens * rates.output) / million;
}

/** A cost with its certainty: billed by the provider's own count, imputed from lengths, or unknown without a price. */
export function statedCost(usage: Usage, price: Price | null): Cost {
  if (!price) return { state: "unknown", usd: null };
  const usd = costOf(usage, price);
  if (usd === 0) return { state: "zero", usd: 0 };
  return { state: usage.isEstimated ? "imputed" : "billed", usd };
}

export const tokensIn = (text: string): number => Math.ceil(text.length / 4);
