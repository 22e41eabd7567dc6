import { z } from "zod";
import { connectorOf } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { type Mailbox, type MailboxKind, mailboxKindOf } from "#connectors/mailbox.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { shortDay } from "#contract/format.ts";
import { returnPathOf } from "#features/integrations/contract.ts";
import { begin } from "#features/integrations/oauth/service.ts";
import { storeCredentials } from "#features/integrations/service.ts";
import * as connections from "#features/integrations/store.ts";
import type * as calls from "#features/mailroom/connecting/contract.ts";
import * as events from "#features/mailroom/events.ts";
import { withMailbox } from "#features/mailroom/reaching/service.ts";
import * as store from "#features/mailroom/store.ts";
import type { Ctx } from "#platform/context.ts";
import { dayIn } from "#platform/clock.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

const redirectOf = ({ mail }: Pick<Ctx, "mail">, kind: string): URL => new URL(returnPathOf(kind), mail.publicUrl);

const kindsOf = (ctx: Ctx): MailboxKind[] => [...ctx.mailboxes.values()] as MailboxKind[];

const isSignIn = (ctx: Ctx, { id, settings }: MailboxKind): boolean =>
  settings === null && !!connectorOf(ctx, id)?.oauth;

export async function find(ctx: Ctx, address: string): Promise<Answer<typeof calls.findMailbox>> {
  const kinds = kindsOf(ctx);
  const kind = kinds.find((one) => one.find);
  const found = await kind?.find?.(ctx, ctx.http, address);
  const { provider = null, hint = null, oauth = null, settings = null } = found ?? {};
  const known = kinds.find(({ id }) => id === oauth);
  return { provider, hint, oauth: known ? oauth : null, isOauthOnly: !!known && settings === null, settings };
}

export const signIns = (ctx: Ctx): Answer<typeof calls.listSignIns> =>
  kindsOf(ctx).flatMap((kind) => {
    const { id, name } = kind;
    const connector = connectorOf(ctx, id);
    if (!connector?.oauth || !isSignIn(ctx, kind)) return [];
    const { credentials, name: provider, oauth } = connector;
    const needsAddress = credentials instanceof z.ZodObject && "address" in credentials.shape;
    return { kind: id, name, provider, needsAddress, redirect: redirectOf(ctx, id).href, scopes: [...oauth.scopes] };
  });

/** Stores the client, records what was agreed to, and says where the browser goes. */
export async function beginSignIn(
  ctx: Ctx,
  { kind: id, credentials }: Input<typeof calls.beginSignIn>["body"],
  at: Parameters<typeof begin>[2],
): Promise<Answer<typeof calls.beginSignIn>> {
  const kind = mailboxKindOf(ctx, id);
  if (!kind || !isSignIn(ctx, kind)) throw notFound();
  const redirect = redirectOf(ctx, id);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(redirect.hostname);
  if (redirect.protocol !== "https:" && !isLocal)
    throw new AppError(
      "unprocessable",
      `${kind.name} takes https redirect addresses only, and this server's is ${redirect.href}. Its operator sets PUBLIC_URL to an https address.`,
    );
  await write(ctx, async (tx) => {
    await storeCredentials(tx, { integrationId: id, credentials });
    await record(tx, events.processingAgreed({ id: null, kind: id }));
  });
  return { authUrl: await begin(ctx, id, at) };
}

/** Tries what a mailbox needs; the first fault is how its connection stands. */
export async function tryAll(mailbox: Mailbox, findings: calls.Finding[]): Promise<void> {
  const checks = mailbox.checks ?? [{ what: "Signing in", run: () => mailbox.account() }];
  let first: ConnectorFault | null = null;
  for (const { what, run } of checks) {
    try {
      await run();
      findings.push({ what, isOk: true, note: null });
    } catch (error) {
      if (!(error instanceof ConnectorFault)) throw error;
      findings.push({ what, isOk: false, note: error.message });
      first ??= error;
    }
  }
  if (first) throw first;
}

export async function check(ctx: Ctx, id: string): Promise<Answer<typeof calls.checkMailbox>> {
  const box = await read(ctx, (tx) => store.findMailbox(tx, id));
  if (!box) throw notFound();
  const findings: calls.Finding[] = [];
  try {
    await withMailbox(ctx, box, (mailbox) => tryAll(mailbox, findings));
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error;
    // It did not come to the checks.
    if (findings.every(({ isOk }) => isOk)) findings.push({ what: "Signing in", isOk: false, note: error.message });
  }
  const number = box.connectionId;
  const connection = number === null ? null : await read(ctx, (tx) => connections.find(tx, number));
  if (!connection) return { findings };
  const asked = connectorOf(ctx, connection.connector)?.oauth?.scopes ?? [];
  const end = connection.refreshExpiresAt && shortDay(dayIn(connection.refreshExpiresAt, ctx.timeZone));
  return {
    findings: [
      ...findings,
      { what: "Permissions", isOk: true, note: (connection.scopes.length > 0 ? connection.scopes : asked).join(" ") },
      { what: "Redirect address of the OAuth client", isOk: true, note: redirectOf(ctx, connection.connector).href },
      ...(end
        ? [
            {
              what: "Life of the sign-in",
              isOk: false,
              note: `It ends on ${end}. While Google's app is in testing mode, that is 7 days: publish it in Google Auth Platform, Audience.`,
            },
          ]
        : []),
    ],
  };
}
