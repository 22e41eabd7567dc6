import { serviceOf } from "#connectors/catalogue.ts";
import { connectorOf } from "#connectors/connector.ts";
import { jobContext } from "#features/accounts/service.ts";
import { clientOf, credentialsOf } from "#features/integrations/access/service.ts";
import * as store from "#features/integrations/store.ts";
import { now } from "#platform/clock.ts";
import type { Ctx, Platform } from "#platform/context.ts";
import { note, read } from "#platform/db/transaction.ts";
import { companyOfToken, companyToken } from "#platform/http/company-token.ts";
import type { HookRoute } from "#platform/http/hook.ts";
import { claim } from "#platform/jobs/store.ts";

export const syncJob = { name: "integration-sync" };
/** Messages within this time are one reading. */
const gatherMs = 2_000;

const pathOf = (type: string): string => `/api/hooks/${type}/:token`;
const purposeOf = (type: string): string => `${type}-address`;

/** Where a service says that something changed, and what signs its messages if we choose it. */
export function hookOf({ secrets, company, mail }: Ctx, type: string): { address: string; secret: string } {
  const token = companyToken(secrets, purposeOf(type), company);
  const address = new URL(pathOf(type).replace(":token", token), mail.publicUrl).href;
  return { address, secret: secrets.derive(`${type}-channel:${company}`) };
}

/** What a person sets up at a service for it; null: nothing. */
export function webhookOf(ctx: Ctx, type: string): { address: string; how: string } | null {
  const how = serviceOf(type)?.webhook;
  return how && connectorOf(ctx, type)?.webhook ? { address: hookOf(ctx, type).address, how } : null;
}

/** Messages of a service hasten the next reading of its connection. */
export const hookFor = (type: string): HookRoute => ({
  path: pathOf(type),
  async find(platform: Platform, _hash, token) {
    const company = companyOfToken(platform.secrets, purposeOf(type), token);
    const connector = connectorOf(platform, type);
    if (company === null || !connector?.webhook) return null;
    const { secretOf, verify } = connector.webhook;
    const ctx = await jobContext(platform, company);
    const row = await read(ctx, (tx) => store.findOf(tx, type));
    if (!row || row.status === "inactive" || row.status === "pending") return null;
    const { address: url, secret: own } = hookOf(ctx, type);
    const credentials = credentialsOf(ctx, row);
    const secret = secretOf(credentials, clientOf(ctx, connector, credentials), own);
    return {
      company,
      id: `${type}:${company}`,
      secrets: secret ? [secret] : [],
      verify(headers, bytes) {
        const signed = secret ? verify({ headers, bytes, secret, url }) : null;
        return signed && { id: signed.id, at: signed.at ?? now() };
      },
    };
  },
  async take(platform, { company }, { id, receivedAt }) {
    const ctx = { ...(await jobContext(platform, company)), now: receivedAt };
    // Without the company's lock: a long write must not keep the service waiting.
    return note(ctx, async (tx) => {
      if (!(await claim(tx, "integration-hook", `${type}:${id}`))) return "repeated";
      const connection = await store.hasten(tx, type);
      if (connection !== null) await tx.jobs.send(tx.db, syncJob, company, { id: connection }, { after: gatherMs });
      return "taken";
    });
  },
  answer: () => "",
});
