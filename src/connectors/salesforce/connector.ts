import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { ask, found, queryPath, refusesToken, salesforceFault } from "#connectors/salesforce/api.ts";
import { instanceOf, logIn, sessionOf, splitSession } from "#connectors/salesforce/login.ts";
import { salesforceSource } from "#connectors/salesforce/source.ts";

const salesforce = "https://login.salesforce.com";

const line = (most: number) => z.string().trim().max(most);
const credentials = z.union(
  [
    z.strictObject({
      username: line(200).min(3),
      password: z.string().min(1).max(200),
      security_token: line(100).default(""),
      login_url: line(200).optional(),
    }),
    z.strictObject({ client_id: line(400).min(8), client_secret: line(400).min(8) }),
  ],
  { error: "Enter the username, the password and the security token" },
) as z.ZodType<Record<string, string>>;

const granted = z.object({ access_token: z.string().min(1), instance_url: z.string() });

/** Salesforce, by OAuth or by a password, at its address or a stand-in's. */
export function salesforceConnector(login = salesforce): Connector {
  const standIn = login === salesforce ? null : login;
  return {
    id: "salesforce",
    name: "Salesforce",
    agent: "Sales",
    api: `${login}/`,
    apiOf: (session) => `${splitSession(session).instance}/`,
    credentials,
    isWhole: (given) => "username" in given,
    logIn: (http, company, given) => logIn(http, company, given, { login, standIn }),
    oauth: {
      authorizeUrl: `${login}/services/oauth2/authorize`,
      tokenUrl: `${login}/services/oauth2/token`,
      revokeUrl: `${login}/services/oauth2/revoke`,
      scopes: ["api", "refresh_token"],
      parameters: { prompt: "consent" },
      clientAuth: "form",
      pkce: true,
      // Salesforce does not say it: two hours, unless the company chose less.
      expiresIn: 5_400,
      accessOf(body) {
        const { data } = granted.safeParse(body);
        const instance = instanceOf(data?.instance_url, standIn);
        if (!data || !instance) throw new ConnectorFault("lost", "Salesforce named an address that is not its own.");
        return sessionOf(instance, data.access_token);
      },
    },
    sign: (_credentials, session) => ({ authorization: `Bearer ${splitSession(session ?? "").token}` }),
    faultOf: salesforceFault,
    refusesToken,
    source: salesforceSource,
    async test(call) {
      const path = queryPath("SELECT Id, Name FROM Organization LIMIT 1");
      const [one] = (await ask(call, found, path)).records;
      for (const kind of ["Account", "Opportunity"])
        jsonOf(await call({ path: queryPath(`SELECT Id FROM ${kind} LIMIT 1`) }));
      const name = typeof one?.["Name"] === "string" ? one["Name"] : "your organization";
      return { id: one?.Id ?? "organization", name };
    },
  };
}
