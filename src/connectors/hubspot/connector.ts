import { z } from "zod";
import { headerOf, idOfBytes, isSame, signatureOf } from "#connectors/webhook.ts";
import { checkAnswer, type Connector } from "#connectors/connector.ts";
import { account, hubspotFault, objects, refusesToken, version } from "#connectors/hubspot/api.ts";
import { hubspotSource } from "#connectors/hubspot/source.ts";
import { jsonOf } from "#connectors/oauth.ts";

const hubspot = { accounts: "https://app.hubspot.com", api: "https://api.hubapi.com" };

/** A service key, the token of an older private app, or a client of OAuth. */
const credentials = z.union(
  [
    z.strictObject({
      api_key: z
        .string()
        .trim()
        .min(20)
        .max(400)
        .regex(/^[\x21-\x7e]+$/),
    }),
    z.strictObject({ client_id: z.string().trim().min(8).max(200), client_secret: z.string().trim().min(8).max(400) }),
  ],
  { error: "Enter the whole key: a service key, or the access token of a private app" },
);

/** HubSpot, by a key or by OAuth, at its address or a stand-in's. */
export const hubspotConnector = ({ accounts, api }: typeof hubspot = hubspot): Connector => ({
  id: "hubspot",
  name: "HubSpot",
  agent: "Sales",
  api: `${api}/`,
  credentials,
  isWhole: (given) => "api_key" in given,
  oauth: {
    authorizeUrl: `${accounts}/oauth/authorize`,
    tokenUrl: `${api}/oauth/${version}/token`,
    revokeUrl: `${api}/oauth/${version}/token/revoke`,
    scopes: ["oauth", "crm.objects.companies.read", "crm.objects.deals.read", "crm.objects.owners.read"],
    clientAuth: "form",
    pkce: true,
    expiresIn: 1_800,
  },
  sign: ({ api_key: key }, token) => ({ authorization: `Bearer ${key ?? token}` }),
  faultOf: hubspotFault,
  refusesToken,
  source: hubspotSource,
  webhook: {
    // Only apps have webhooks, which HubSpot signs with the app's client secret.
    secretOf: ({ api_key: key }, client) => (key === undefined ? (client?.secret ?? null) : null),
    verify({ headers, bytes, secret, url }) {
      const time = headerOf(headers, "x-hubspot-request-timestamp");
      const own = signatureOf(secret, ["POST", url, bytes, time], "base64");
      if (!/^\d{1,15}$/.test(time) || !isSame(own, headerOf(headers, "x-hubspot-signature-v3"))) return null;
      return { id: idOfBytes(bytes), at: new Date(Number(time)) };
    },
  },
  async test(call) {
    // The rights that customers and the pipeline need; the account itself may not be readable.
    for (const kind of ["companies", "deals"])
      checkAnswer({ name: "HubSpot", faultOf: hubspotFault }, await call({ path: `${objects(kind)}?limit=1` }));
    const answer = await call({ path: `account-info/${version}/details`, allows: [403] });
    const { data } = account.safeParse(answer.status < 400 ? jsonOf(answer) : null);
    return { id: data?.portalId ?? "account", name: data ? `account ${data.portalId}` : "your account" };
  },
});
