import { z } from "zod";
import { headerOf, idOfBytes, isSame, signatureOf } from "#connectors/webhook.ts";
import type { Connector } from "#connectors/connector.ts";
import { booksOf } from "#connectors/quickbooks/books.ts";
import { quickbooksFault, refusesToken } from "#connectors/quickbooks/faults.ts";
import { quickbooksSource } from "#connectors/quickbooks/source.ts";

const intuit = {
  authorize: "https://appcenter.intuit.com/connect/oauth2",
  token: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
  revoke: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
  api: "https://quickbooks.api.intuit.com",
};

/** QuickBooks Online, which is only read, at Intuit's addresses or a stand-in's. */
export const quickbooksConnector = (at: typeof intuit = intuit): Connector => ({
  id: "quickbooks",
  name: "QuickBooks",
  agent: "CFO",
  api: `${at.api}/v3/company/`,
  credentials: z.strictObject({
    client_id: z.string().trim().min(1, "Enter the client ID"),
    client_secret: z.string().trim().min(1, "Enter the client secret"),
    verifier_token: z.string().trim().max(200).default(""),
  }),
  oauth: {
    authorizeUrl: at.authorize,
    tokenUrl: at.token,
    revokeUrl: at.revoke,
    scopes: ["com.intuit.quickbooks.accounting"],
    clientAuth: "basic",
    pkce: false,
    revokesWithJson: true,
    // The company that the person chose.
    keeps: { realmId: /^\d{5,20}$/ },
    explain: ({ error }) =>
      error === "invalid_client" ? "QuickBooks does not know this client ID and client secret." : undefined,
  },
  faultOf: quickbooksFault,
  refusesToken,
  source: quickbooksSource,
  webhook: {
    secretOf: ({ verifier_token: token = "" }) => token || null,
    verify: ({ headers, bytes, secret }) =>
      isSame(signatureOf(secret, [bytes], "base64"), headerOf(headers, "intuit-signature"))
        ? { id: idOfBytes(bytes), at: null }
        : null,
  },
  async test(call, { credentials }) {
    const { realmId = "" } = credentials;
    const name = await booksOf(call, realmId).companyName();
    return { id: realmId, name };
  },
});
