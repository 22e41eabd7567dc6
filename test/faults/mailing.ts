import { z } from "zod";
import * as product from "#app/rooms.ts";
import { checkAnswer, type ConnectorCall } from "#connectors/connector.ts";
import { faultOf } from "#connectors/fault.ts";
import { gmailConnector } from "#connectors/gmail/connector.ts";
import { openGmailMailbox } from "#connectors/gmail/mailbox.ts";
import { openImapMailbox } from "#connectors/imap/mailbox.ts";
import type { MailboxKind } from "#connectors/mailbox.ts";
import { openHttpOut } from "#platform/http-out/http-out.ts";

const listed = ["127.0.0.1"];
const http = openHttpOut(listed);

/** The product's Gmail mailbox at one of several stand-ins, with a token that was typed in. */
const gmailAt: MailboxKind = {
  id: "gmail-at",
  name: "Gmail at an address",
  settings: z.strictObject({ address: z.string(), url: z.string(), access: z.string() }),
  open(reach) {
    if (!("settings" in reach)) throw new Error("It is reached with settings.");
    const { url = "", access } = reach.settings;
    const call: ConnectorCall = async ({ path, headers, allows = [], ...request }) => {
      const signed = { ...headers, authorization: `Bearer ${access}` };
      const answer = await http
        .call({ company: "trial" }, { ...request, url: new URL(path, url), headers: signed })
        .catch((error: unknown) => {
          throw faultOf(error);
        });
      return allows.includes(answer.status) ? answer : checkAnswer(gmailConnector(), answer);
    };
    return openGmailMailbox(call);
  },
};

/** The product's IMAP mailbox of a user of Dovecot, whose letters leave through a server of the test. */
const dovecotAt: MailboxKind = {
  id: "dovecot-at",
  name: "Dovecot at a port",
  settings: z.strictObject({ address: z.string(), user: z.string(), imap: z.string(), smtp: z.string() }),
  open(reach) {
    if (!("settings" in reach)) throw new Error("It is reached with settings.");
    const { address = "", user = "", imap, smtp } = reach.settings;
    const at = (port: string | undefined) => ({ host: "127.0.0.1", port: Number(port), security: "plain" as const });
    const account = { address, aliases: [], name: "The company" };
    return openImapMailbox(
      { imap: at(imap), smtp: at(smtp), user, secret: "secret", isToken: false, account },
      { privateAddresses: listed },
    );
  },
};

export const rooms = { ...product, mailboxes: [...product.mailboxes, gmailAt, dovecotAt] };
