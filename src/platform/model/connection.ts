import { z } from "zod";
import type { PriceRow } from "#platform/model/price-table.ts";
import { payers, providerIds, type Purpose, purposes } from "#contract/models.ts";

export { type ProviderId, providerIds, type Purpose, purposes } from "#contract/models.ts";

const modelName = z.string().trim().min(1).max(200);
const account = {
  provider: z.enum(providerIds),
  /** Null: the provider's own address. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  apiKey: z.string().trim().min(1).max(500).nullable().default(null),
};

/** Where a company's model calls go. */
export const connection = z.strictObject({
  ...account,
  models: z.strictObject({ triage: modelName, answer: modelName, plan: modelName, write: modelName }),
  /** Used when the purpose's own model fails. */
  fallback: z
    .strictObject({ ...account, model: modelName })
    .nullable()
    .default(null),
  /** Who chose the addresses: the operator's may be private, a company's only if the operator allows it. */
  setBy: z.enum(payers),
});
export type Connection = z.output<typeof connection> & {
  /** At the same account, used when the purpose's own model fails. */
  fallbacks?: Partial<Record<Purpose, string>>;
  /** An admin's own prices, which come before those of the table. */
  prices?: readonly PriceRow[];
};

/** One model at one account. */
export type Target = z.output<z.ZodObject<typeof account>> & {
  model: string;
  setBy: Connection["setBy"];
  prices: readonly PriceRow[];
};

/** The models to try for a purpose, in order: its own, the purpose's and the connection's fallback, then the others. */
export function targetsFor(of: Connection, purpose: Purpose): Target[] {
  const { provider, baseUrl, apiKey, models, fallback, setBy, prices = [] } = of;
  const own = (model: string): Target => ({ provider, baseUrl, apiKey, model, setBy, prices });
  const first = own(models[purpose]);
  const next = of.fallbacks?.[purpose];
  const others = [...new Set(purposes.map((one) => models[one]))].filter(
    (model) => model !== first.model && model !== next,
  );
  return [
    first,
    ...(next && next !== first.model ? [own(next)] : []),
    ...(fallback ? [{ ...fallback, setBy, prices }] : []),
    ...others.map(own),
  ];
}
