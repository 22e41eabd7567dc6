import { createHash } from "node:crypto";
import * as store from "#features/models/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import type { Connection } from "#platform/model/connection.ts";

export const keyPlace = (company: string): string => `model key of ${company}`;

/** Where the operator's connection sends data, as an admin agrees to it; the address itself may be internal. */
export const recipientOf = ({ provider, baseUrl }: Connection): string =>
  `${provider} ${createHash("sha256")
    .update(baseUrl ?? "")
    .digest("base64url")}`;

/** Whether an admin has agreed to the operator's connection, where one has to. */
export const hasAgreed = (ctx: Ctx, operator: Connection, row: store.PrivacyRow | null): boolean =>
  !ctx.models.asksConsent || row?.agreedTo === recipientOf(operator);

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

/** What answers at the moment. */
export async function engine(ctx: Ctx): Promise<{ engine: string }> {
  const used = await connectionOf(ctx);
  return { engine: used ? `${used.provider}/${used.models.answer}` : "rules" };
}
