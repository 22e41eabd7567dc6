import { ConnectorFault } from "#connectors/fault.ts";
import { type Mailbox, mailboxKindOf, type MailboxReach } from "#connectors/mailbox.ts";
import { withConnection } from "#features/integrations/access/service.ts";
import type { MailboxRow } from "#features/mailroom/store.ts";
import type { Ctx } from "#platform/context.ts";

const placeOf = (company: string, id: string) => `mailbox:${company}:${id}:settings`;

export const sealSettings = ({ secrets, company }: Ctx, id: string, settings: Record<string, string>): Buffer =>
  secrets.seal(Buffer.from(JSON.stringify(settings)), placeOf(company, id));

/** Works with a mailbox, outside any transaction. Throws ConnectorFault. */
export async function withMailbox<T>(
  ctx: Ctx,
  {
    id,
    kind: name,
    address,
    connectionId,
    sealed,
  }: Pick<MailboxRow, "id" | "kind" | "address" | "connectionId" | "sealed">,
  work: (mailbox: Mailbox) => Promise<T>,
): Promise<T> {
  const kind = mailboxKindOf(ctx, name);
  if (!kind) throw new ConnectorFault("setup", `This version does not know mailboxes of the kind ${name}.`);
  const reach = async (by: MailboxReach): Promise<T> => {
    const mailbox = kind.open(by);
    try {
      return await work(mailbox);
    } finally {
      await mailbox
        .close()
        .catch((error: unknown) => ctx.log.warn({ err: error, mailbox: id }, "a mailbox stayed open"));
    }
  };
  if (connectionId !== null)
    return withConnection(ctx, connectionId, (call, _of, signIn, account) => {
      // Someone signed in with another account; its mailbox takes this one's place.
      if (account?.toLowerCase() !== address) throw new ConnectorFault("unavailable", "Another account was connected.");
      return reach({ call, signIn });
    });
  if (!sealed) throw new ConnectorFault("setup", "Connect the mailbox again.");
  const plain = ctx.secrets.open(sealed, placeOf(ctx.company, id)).toString();
  const settings = JSON.parse(plain) as Record<string, string>;
  return reach({ settings, privateAddresses: ctx.http.privateAddresses });
}
