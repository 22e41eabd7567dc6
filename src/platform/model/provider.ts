import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Purpose } from "#platform/model/connection.ts";

/**
 * How a model is made to answer in JSON: by a native schema, by JSON mode with the schema in the instructions, or by
 * instructions alone.
 */
export type Rung = "schema" | "json" | "text";

export type Account = { baseUrl: string; apiKey: string; fetch: typeof fetch };

/** A provider of language models. Its package is loaded at the first call. */
export type Provider = {
  /** For people; null: named by its address. */
  label: string | null;
  /** Where it is reached unless an address is given; null: an address is required. */
  baseUrl: string | null;
  needsKey: boolean;
  /** Runs on the owner's machines: calls cost nothing, and the first may wait until the model is loaded. */
  isLocal: boolean;
  /** The models used unless others are chosen; null: none is safe to assume. */
  models: Record<Purpose, string> | null;
  /** The ways to structured output it knows, best first. */
  rungs: readonly Rung[];
  /**
   * For models that think before they answer: the requested effort, and the tokens added to each answer's limit for it.
   */
  thinking?: { effort: "low"; tokens: number };
  load(account: Account): Promise<(model: string) => LanguageModelV4>;
  /** Options for a call; `isStrict`: its schema fits the provider's strict mode. */
  options?(call: { isStrict: boolean }): SharedV4ProviderOptions;
  /** Options of the instructions, which begin every call of a conversation. */
  instructionOptions?: SharedV4ProviderOptions;
};
