import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import { openApi, shapes } from "#connectors/gmail/api.ts";
import { openGmailMailbox } from "#connectors/gmail/mailbox.ts";
import { google, type GoogleAddresses, googleClient, googleSignIn } from "#connectors/google.ts";
import type { MailboxKind } from "#connectors/mailbox.ts";

const modifyScope = "https://www.googleapis.com/auth/gmail.modify";

/** Gmail, at Google's addresses or a stand-in's. */
export const gmailConnector = (
  addresses: GoogleAddresses = { ...google, api: "https://gmail.googleapis.com" },
): Connector => ({
  id: "gmail",
  name: "Gmail",
  agent: "CEO",
  page: "/mail",
  api: `${addresses.api}/`,
  credentials: z.strictObject(googleClient),
  ...googleSignIn(addresses, { name: "Gmail", host: "gmail.googleapis.com", scope: modifyScope }),
  async test(call) {
    const { emailAddress } = await openApi(call).need("profile", shapes.profile);
    return { id: emailAddress, name: emailAddress };
  },
});

/** Mailboxes that are reached through that connector. */
export const gmailMailboxes: MailboxKind = {
  id: "gmail",
  name: "Gmail",
  settings: null,
  open(reach) {
    if (!("call" in reach)) throw new Error("Gmail is reached through its connection.");
    return openGmailMailbox(reach.call);
  },
};
