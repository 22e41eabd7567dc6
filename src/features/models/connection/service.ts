import { createHash } from "node:crypto";
import * as consents from "#features/accounts/consents/store.ts";
import * as members from "#features/accounts/members/store.ts";
import * as store from "#features/models/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import type { Connection } from "#platform/model/connection.ts";
import { providers } from "#platform/model/providers.ts";

export const keyPlace = (company: string): string => `model key of ${company}`;

/** Where the operator's connection sends data, as an admin agrees to it; the addresses themselves may be internal. */
export const recipientsOf = (operator: Connection): string =>
  accountsOf(operator)
    .map(({ provider, baseUrl }) => {
      const address = createHash("sha256").update(baseUrl ?? "");
      return `${provider} ${address.digest("base64url")}`;
    })
    .join(", ");

/** Whether an admin has agreed to every account of the operator's connection, where one has to. */
export function hasAgreed(ctx: Ctx, operator: Connection, row: store.PrivacyRow | null): boolean {
  const agreed = new Set(row?.agreedTo?.split(", "));
  return (
    !ctx.models.asksConsent ||
    recipientsOf(operator)
      .split(", ")
      .every((one) => agreed.has(one))
  );
}

/** The company's own connection, else the operator's; null: there is neither, or no admin has agreed. */
export async function connectionOf(ctx: Ctx): Promise<(Connection & { hidesPersonalDetails: boolean }) | null> {
  const { operator } = ctx.models;
  const { row, privacy, prices } = await read(ctx, async (tx) => {
    const found = await store.findConnection(tx);
    return {
      row: found,
      prices: found ? await store.prices(tx) : [],
      privacy: found || !operator || !ctx.models.asksConsent ? null : await store.findPrivacy(tx),
    };
  });
  if (!row) return operator && hasAgreed(ctx, operator, privacy) ? { ...operator, hidesPersonalDetails: false } : null;
  const { provider, baseUrl, sealedKey, models, fallbacks, hidesPersonalDetails } = row;
  const apiKey = sealedKey ? ctx.secrets.open(sealedKey, keyPlace(ctx.company)).toString() : null;
  const own = prices.map((price) => ({ ...price, above: null }));
  const given = { provider, baseUrl, apiKey, models, fallbacks, prices: own, hidesPersonalDetails };
  return { ...given, fallback: null, setBy: "company" };
}

/** Words of the product and its prompts that a person may be called too. */
const ownWords = new Set(
  "admin agent agents answer approver boardroom company data demo figures manager member model owner person staff system test user viewer".split(
    " ",
  ),
);

/**
 * The connection for work that a person asked for, or `null` for the company's own work. A model outside this installation gets
 * personal details only if that person agreed to third-party sharing; for the company's own work, an admin.
 */
export async function connectionFor(
  ctx: Ctx,
  askedBy: string | null,
): Promise<(Connection & { hidesPersonalDetails: boolean; hiddenNames: readonly string[] }) | null> {
  const found = await connectionOf(ctx);
  if (!found) return null;
  const { isShared, people } = await read(ctx, async (tx) => ({
    isShared: outsideOf(found).length === 0 || (await consents.isGiven(tx, "thirdPartySharing", askedBy)),
    people: await members.list(tx),
  }));
  if (isShared) return { ...found, hiddenNames: [] };
  const names = people.flatMap(({ username, firstName, lastName }) => [
    username,
    [firstName, lastName].filter(Boolean).join(" "),
    firstName ?? "",
    lastName ?? "",
  ]);
  const hiddenNames = [...new Set(names)].filter((name) => name.length > 2 && !ownWords.has(name.toLowerCase()));
  return { ...found, hidesPersonalDetails: true, hiddenNames };
}

/** The models outside this installation that get the company's data, by name. */
export async function recipients(ctx: Ctx): Promise<string[]> {
  const found = await connectionOf(ctx);
  if (!found) return [];
  const nameOf = ({ provider, baseUrl }: Account): string =>
    providers[provider].label ?? (found.setBy === "company" && baseUrl ? new URL(baseUrl).host : "a language model");
  return [...new Set(outsideOf(found).map(nameOf))];
}

type Account = Pick<Connection, "provider" | "baseUrl">;

/** The accounts a connection may call. */
export const accountsOf = (found: Connection): Account[] => [found, ...(found.fallback ? [found.fallback] : [])];

/** Those that are not on the operator's own machines. */
export const outsideOf = (found: Connection): Account[] =>
  accountsOf(found).filter(({ provider }) => !providers[provider].isLocal);

/** What answers at the moment. */
export async function engine(ctx: Ctx): Promise<{ engine: string; paused: string | null }> {
  const used = await connectionOf(ctx);
  if (!used) return { engine: "rules", paused: null };
  const failure = ctx.models.calls.paused(used);
  const meanwhile = used.fallback ? "the fallback model" : "rules";
  return {
    engine: `${used.provider}/${used.models.answer}`,
    paused: failure && `${failure.sentence} Agents use ${meanwhile} until it answers.`,
  };
}
