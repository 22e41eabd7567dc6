import type { Letter } from "#contract/letter.ts";
import { findUser } from "#features/accounts/store.ts";
import type { Tx } from "#platform/context.ts";
import { sendMail } from "#platform/mail/queue.ts";

type Account = { username: string; companyName: string };

/** Mails a person about a change of their account, in the transaction of the change; `to` if not their own address. */
export async function notify(tx: Tx, userId: string, letter: (account: Account) => Letter, to?: string): Promise<void> {
  if (!tx.installation.sendsMail) return;
  const user = await findUser(tx, userId);
  if (!user) return;
  const account = { username: user.username, companyName: user.company.name };
  await sendMail(tx, { kind: "notice", to: to ?? user.email, about: userId, letter: letter(account) });
}
