import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import { openApi, shapes } from "#connectors/gmail/api.ts";
import { explainTokens, gmailFault, modifyScope } from "#connectors/gmail/faults.ts";
import { openGmailMailbox } from "#connectors/gmail/mailbox.ts";
import type { MailboxKind } from "#connectors/mailbox.ts";

const google = {
  accounts: "https://accounts.google.com",
  tokens: "https://oauth2.googleapis.com",
  api: "https://gmail.googleapis.com",
};

/** Gmail, at Google's addresses or a stand-in's. */
export const gmailConnector = ({ accounts, tokens, api }: typeof google = google): Connector => ({
  id: "gmail",
  name: "Gmail",
  agent: "CEO",
  page: "/mail",
  api: `${api}/`,
  credentials: z.strictObject({
    client_id: z
      .string()
      .trim()
      .regex(
        /^[\w-]{1,200}\.apps\.googleusercontent\.com$/,
        "A client ID of Google ends with .apps.googleusercontent.com",
      ),
    client_secret: z.string().trim().min(1, "Enter the client secret"),
  }),
  oauth: {
    authorizeUrl: `${accounts}/o/oauth2/v2/auth`,
    tokenUrl: `${tokens}/token`,
    revokeUrl: `${tokens}/revoke`,
    // The names under which Google grants them: it answers `email` with its long name.
    scopes: ["openid", "https://www.googleapis.com/auth/userinfo.email", modifyScope],
    clientAuth: "form",
    pkce: true,
    // Without asking anew, Google gives no refresh token the second time.
    parameters: { access_type: "offline", prompt: "consent" },
    revokesAll: true,
    explain: explainTokens,
  },
  faultOf: gmailFault,
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
