import { z } from "zod";
import type { PriceRow } from "#platform/model/price-table.ts";
import { payers, providerIds, type Purpose, purposes } from "#contract/models.ts";

export { type ProviderId, providerIds, type Purpose, purposes } from "#contract/models.ts";

/** One model at one account of a provider. */
const choice = z.strictObject({
  /** The id of a company's account; null: the operator's. */
  accountId: z.uuid().nullable().default(null),
  provider: z.enum(providerIds),
  /** Null: the provider's own address. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  apiKey: z.string().trim().min(1).max(500).nullable().default(null),
  model: z.string().trim().min(1).max(200),
});
export type Choice = z.output<typeof choice>;
export type Account = Omit<Choice, "accountId" | "model">;

/** Where a company's model calls go. */
export const connection = z.strictObject({
  models: z.strictObject({ triage: choice, answer: choice, plan: choice, write: choice }),
  /** The operator's, used when the purpose's own model fails. */
  fallback: choice.nullable().default(null),
  /** Who chose the addresses: the operator's may be private, a company's only if the operator allows it. */
  setBy: z.enum(payers),
});
export type Connection = z.output<typeof connection> & {
  /** A company's fallback per purpose, at any of its accounts. */
  fallbacks?: Partial<Record<Purpose, Choice>>;
  /** An admin's own prices, which take precedence over the table. */
  prices?: readonly PriceRow[];
};

export type Target = Choice & { setBy: Connection["setBy"]; prices: readonly PriceRow[] };

export const forEveryPurpose = <T>(value: T): Record<Purpose, T> => ({
  triage: value,
  answer: value,
  plan: value,
  write: value,
});

/** The models to try for a purpose, in order: its own, its fallback, the operator's, then the others in use. */
export function targetsFor(of: Connection, purpose: Purpose): [Target, ...Target[]] {
  const { models, fallbacks = {}, fallback, setBy, prices = [] } = of;
  const inUse = [models, fallbacks].flatMap((chosen) => purposes.map((one) => chosen[one]));
  const [first, ...rest] = [models[purpose], fallbacks[purpose], fallback, ...inUse]
    .filter((one) => one != null)
    .filter((one, at, all) => all.findIndex((other) => isSame(one, other)) === at);
  const target = (one: Choice): Target => ({ ...one, setBy, prices });
  return [target(first ?? models[purpose]), ...rest.map(target)];
}

const isSame = (one: Choice, other: Choice): boolean => isSameAccount(one, other) && one.model === other.model;

type Place = Pick<Account, "provider" | "baseUrl">;

/** An account is one provider at one address. */
export const isSameAccount = (one: Place, other: Place): boolean =>
  one.provider === other.provider && one.baseUrl === other.baseUrl;

/** A model as runs and calls name it: "provider/model". */
export const engineOf = ({ provider, model }: Pick<Choice, "provider" | "model">): string =>
  `${provider}/${model}`.slice(0, 100);
