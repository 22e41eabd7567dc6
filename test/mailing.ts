import { expect } from "vitest";
import type { MailStandIn, Received } from "./outside/smtp/server.ts";

/** The mails the server took for an address, once there are so many. */
export async function mailsFor(server: MailStandIn, address: string, wanted = 1): Promise<Received[]> {
  await expect.poll(() => server.takenFor(address).length).toBeGreaterThanOrEqual(wanted);
  return server.takenFor(address);
}

/** The last of so many mails to an address. */
export async function lastMailFor(server: MailStandIn, address: string, wanted = 1): Promise<Received> {
  const [last] = (await mailsFor(server, address, wanted)).toReversed();
  if (!last) throw new Error(`No mail for ${address}.`);
  return last;
}

/** What proves the address in the link of an invitation's mail. */
export const proofIn = ({ mail }: Received): string => /#[\w-]{43}\.([0-9a-f]{64})$/m.exec(mail.text ?? "")?.[1] ?? "";
/** The token of the link in a mail's text part. */
export const tokenIn = ({ mail }: Received): string =>
  /#([\w-]{43})(?:\.[0-9a-f]{64})?$/m.exec(mail.text ?? "")?.[1] ?? "";
