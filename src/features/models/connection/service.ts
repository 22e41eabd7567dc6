import { createHash } from "node:crypto";
import { isOwnAddress } from "#contract/addresses.ts";
import * as consents from "#features/accounts/consents/store.ts";
import * as members from "#features/accounts/members/store.ts";
import * as store from "#features/models/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import * as connection from "#platform/model/connection.ts";
import { providers } from "#platform/model/providers.ts";

export const keyPlace = (company: string): string => `model key of ${company}`;

/** What an admin's consent covers: providers and addresses, hashed because the operator's may be internal. */
export const consentScopeOf = (operator: connection.Connection): string =>
  accountsOf(operator)
    .map(({ provider, baseUrl }) => {
      const address = createHash("sha256").update(baseUrl ?? "");
      return `${provider} ${address.digest("base64url")}`;
    })
    .join(", ");

/** Whether an admin has agreed to every account of the operator's connection, if consent is required. */
export function hasAgreed(ctx: Ctx, operator: connection.Connection, row: store.PrivacyRow | null): boolean {
  const agreed = new Set(row?.agreedTo?.split(", "));
  return (
    !ctx.models.asksConsent ||
    consentScopeOf(operator)
      .split(", ")
      .every((one) => agreed.has(one))
  );
}

export const openAccount = (ctx: Ctx, { id, provider, baseUrl, sealedKey }: store.AccountRow) => ({
  accountId: id,
  provider,
  baseUrl,
  apiKey: sealedKey ? ctx.secrets.open(sealedKey, keyPlace(ctx.company)).toString() : null,
});

type ActiveConnection = connection.Connection & { hidesPersonalDetails: boolean };

/** The company's own accounts, else the operator's connection; null: there is neither, or no admin has agreed. */
export async function connectionOf(ctx: Ctx): Promise<ActiveConnection | null> {
  const { operator } = ctx.models;
  const { rows, prices, privacy } = await read(ctx, async (tx) => {
    const assigned = await store.assignments(tx);
    const isOwn = assigned.length > 0;
    return {
      rows: assigned,
      prices: isOwn ? await store.prices(tx) : [],
      privacy: isOwn || (operator && ctx.models.asksConsent) ? await store.findPrivacy(tx) : null,
    };
  });
  if (rows.length === 0)
    return operator && hasAgreed(ctx, operator, privacy) ? { ...operator, hidesPersonalDetails: false } : null;
  const models = rows.map(({ purpose, model, account }) => [purpose, { ...openAccount(ctx, account), model }] as const);
  const fallbacks = rows.flatMap(({ purpose, fallbackModel: model, fallbackAccount: account }) =>
    account && model ? [[purpose, { ...openAccount(ctx, account), model }] as const] : [],
  );
  return {
    // A company with accounts has a row for every purpose.
    models: Object.fromEntries(models) as connection.Connection["models"],
    fallbacks: Object.fromEntries(fallbacks),
    fallback: null,
    setBy: "company",
    prices: prices.map((price) => ({ ...price, above: null })),
    hidesPersonalDetails: privacy?.hidesPersonalDetails ?? true,
  };
}

/** Words of the product and its prompts that may also be names: never hidden. */
const productWords = new Set(
  "admin agent agents answer approver boardroom company data demo figures manager member model owner person staff system test user viewer".split(
    " ",
  ),
);

type PersonsConnection = ActiveConnection & { hiddenNames: readonly string[] };

/**
 * The connection for work that a person asked for; `askedBy` is null for the company's own work. A model outside this
 * installation gets personal details only if that person agreed to third-party sharing; for the company's own work,
 * an admin.
 */
export async function connectionFor(ctx: Ctx, askedBy: string | null): Promise<PersonsConnection | null> {
  const found = await connectionOf(ctx);
  return found && hidingFor(ctx, askedBy, found);
}

/** A connection to one model that is not connected yet, for work that a person asks for. */
export async function connectionTo(ctx: Ctx, choice: connection.Choice, askedBy: string): Promise<PersonsConnection> {
  const { prices, privacy } = await read(ctx, async (tx) => ({
    prices: await store.prices(tx),
    privacy: await store.findPrivacy(tx),
  }));
  return hidingFor(ctx, askedBy, {
    models: connection.forEveryPurpose(choice),
    fallback: null,
    setBy: "company",
    prices: prices.map((price) => ({ ...price, above: null })),
    hidesPersonalDetails: privacy?.hidesPersonalDetails ?? true,
  });
}

async function hidingFor(ctx: Ctx, askedBy: string | null, found: ActiveConnection): Promise<PersonsConnection> {
  const { isShared, people } = await read(ctx, async (tx) => ({
    isShared: externalTargetsOf(found).length === 0 || (await consents.isGiven(tx, "thirdPartySharing", askedBy)),
    people: await members.list(tx),
  }));
  if (isShared) return { ...found, hiddenNames: [] };
  const names = people.flatMap(({ username, firstName, lastName }) => [
    username,
    [firstName, lastName].filter(Boolean).join(" "),
    firstName ?? "",
    lastName ?? "",
  ]);
  const hiddenNames = [...new Set(names)].filter((name) => name.length > 2 && !productWords.has(name.toLowerCase()));
  return { ...found, hidesPersonalDetails: true, hiddenNames };
}

/** The models outside this installation that get the company's data, by name. */
export async function recipients(ctx: Ctx): Promise<string[]> {
  const found = await connectionOf(ctx);
  if (!found) return [];
  const nameOf = (one: Account): string =>
    found.setBy === "company" ? accountNameOf(one) : (providers[one.provider].label ?? "a language model");
  return [...new Set(externalTargetsOf(found).map(nameOf))];
}

type Account = Pick<connection.Choice, "provider" | "baseUrl">;

/** A provider's name for people; a server without one goes by its address. */
export const accountNameOf = ({ provider, baseUrl }: Account): string =>
  providers[provider].label ?? (baseUrl ? new URL(baseUrl).host : "a language model");

/** The accounts a connection may call, whatever the purpose. */
export const accountsOf = (found: connection.Connection): connection.Target[] =>
  connection
    .targetsFor(found, "answer")
    .filter((one, at, all) => all.findIndex((other) => connection.isSameAccount(one, other)) === at);

/** Whether a company's account is its own server: both its provider and its address must be local. */
export function isOwnServer({ provider, baseUrl }: Account): boolean {
  const { isLocal, baseUrl: defaultUrl } = providers[provider];
  return isLocal && isOwnAddress(baseUrl ?? defaultUrl ?? "");
}

/** Targets outside the company's machines, or the operator's, whose choice of a local provider is trusted. */
export const externalTargetsOf = (found: connection.Connection): connection.Target[] =>
  accountsOf(found).filter((one) => (found.setBy === "company" ? !isOwnServer(one) : !providers[one.provider].isLocal));

/** What answers questions now: "rules" or "provider/model"; and why the chosen model is paused. */
export async function engine(ctx: Ctx): Promise<{ engine: string; paused: string | null }> {
  const used = await connectionOf(ctx);
  if (!used) return { engine: "rules", paused: null };
  const { calls } = ctx.models;
  const targets = connection.targetsFor(used, "answer");
  const pausedAt = (target: connection.Target) => calls.paused({ ...target, company: ctx.company });
  const failure = pausedAt(targets[0]);
  const next = targets.find((target) => !pausedAt(target));
  const answering = next ? connection.engineOf(next) : "rules";
  return { engine: answering, paused: failure && `${failure.sentence} Agents use ${answering} until it answers.` };
}
