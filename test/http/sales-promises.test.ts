import { describe } from "vitest";
import { hubspotConnector } from "#connectors/hubspot/connector.ts";
import { salesforceConnector } from "#connectors/salesforce/connector.ts";
import * as calls from "#features/integrations/contract.ts";
import { now } from "#platform/clock.ts";
import { type Changing, keepsPromises } from "../connector-promises.ts";
import { hubspotKey, openHubspot } from "../outside/hubspot.ts";
import { openSalesforce, salesforceUser } from "../outside/salesforce.ts";
import type { Member } from "../world.ts";

/** The outside has our time, also where a test travels. */
const clock = { now, advance: () => undefined };
const connectWith = (integrationId: string, credentials: Record<string, string>) => async (member: Member) =>
  (await member.call(calls.setUpCredentials, { body: { integrationId, credentials } })).id;
const kinds = {
  customers: { column: "name", mayChange: true, mayRemove: true },
  deals: { column: "name", mayChange: true, mayRemove: true },
};

describe("HubSpot", () => {
  let emptyBin = (): void => undefined;
  keepsPromises({
    name: "HubSpot",
    async open() {
      const hubspot = await openHubspot(clock);
      const of = (kind: string) =>
        kind === "deals" ? (["deals", "dealname"] as const) : (["companies", "name"] as const);
      const deal = { amount: "1200", dealstage: "first" };
      emptyBin = hubspot.emptyBin;
      const service: Changing = {
        ...hubspot,
        add: (kind, name) => hubspot.add(of(kind)[0], { [of(kind)[1]]: name, ...(kind === "deals" && deal) }),
        change: (kind, id, name) => hubspot.change(of(kind)[0], id, { [of(kind)[1]]: name }),
        remove: (kind, id) => hubspot.archive(of(kind)[0], id),
        holds: (kind) =>
          hubspot.objects(of(kind)[0]).map(({ id, properties }) => ({ id, name: properties[of(kind)[1]] ?? "" })),
      };
      const connector = hubspotConnector({ accounts: hubspot.url, api: hubspot.url });
      return { service, connector, close: hubspot.close };
    },
    connect: (member) => {
      emptyBin();
      return connectWith("hubspot", { api_key: hubspotKey })(member);
    },
    secrets: () => [hubspotKey],
    kinds,
    // The stages, and for each kind what changed and what was archived: pages of 100.
    leastCalls: 7,
  });
});

describe("Salesforce", () => {
  keepsPromises({
    name: "Salesforce",
    async open() {
      const salesforce = await openSalesforce(clock);
      const of = (kind: string) => (kind === "deals" ? "Opportunity" : "Account");
      const deal = { Amount: 1_200, StageName: "Prospecting", IsClosed: false, IsWon: false };
      const service: Changing = {
        ...salesforce,
        add: (kind, name) => salesforce.add(of(kind), { Name: name, ...(kind === "deals" && deal) }),
        change: (kind, id, name) => salesforce.change(of(kind), id, { Name: name }),
        remove: (kind, id) => salesforce.remove(of(kind), id),
        holds: (kind) => salesforce.objects(of(kind)).map(({ Id, Name }) => ({ id: Id, name: String(Name) })),
      };
      return { service, connector: salesforceConnector(salesforce.url), close: salesforce.close };
    },
    connect: connectWith("salesforce", salesforceUser),
    secrets: () => [salesforceUser.password + salesforceUser.security_token, salesforceUser.security_token],
    kinds,
    // The stages, and for each kind what changed and what was deleted.
    leastCalls: 3,
  });
});
