import type { ModelAccount, ModelSettings } from "#features/models/contract.ts";

type Known = Pick<ModelSettings, "providers">;

/** An account's host, such as "api.openai.com"; null: the operator's, which may be internal. */
export function hostOf({ providers }: Known, { id, provider, baseUrl }: ModelAccount): string | null {
  const address = baseUrl ?? (id ? providers.find((one) => one.id === provider)?.baseUrl : null);
  return address ? new URL(address).host : null;
}

/** The provider's name, with the host if the company has several accounts there. */
export function nameOf(settings: Known, account: ModelAccount, all: readonly ModelAccount[] = []): string {
  const label = settings.providers.find(({ id }) => id === account.provider)?.label ?? account.provider;
  const isOnly = all.filter(({ provider }) => provider === account.provider).length < 2;
  const host = hostOf(settings, account);
  return isOnly || !host ? label : `${label}, ${host}`;
}
