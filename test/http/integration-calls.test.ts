import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import * as calls from "#features/integrations/contract.ts";
import { client, openParcelService, parcelConnector } from "../outside/parcel-service.ts";
import { journalOf, openWorld, type World } from "../world.ts";

/** The calls of the integrations page. */
let service: Awaited<ReturnType<typeof openParcelService>>;
let world: World;
beforeAll(async () => {
  service = await openParcelService();
  const connectors = [parcelConnector(service.url)];
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors });
});
afterAll(async () => {
  await world?.close();
  await service?.close();
});

test("the eight services are told as they stand; one without a connector says so and cannot be connected", async () => {
  const member = await world.member();
  const services = await member.call(calls.listAvailable);
  expect(services.map(({ id }) => id).toSorted()).toEqual(
    ["gmail", "google_calendar", "google_drive", "hubspot", "quickbooks", "salesforce", "slack", "stripe"].toSorted(),
  );
  const stripe = services.find(({ id }) => id === "stripe");
  expect(stripe).toMatchObject({ status: "unavailable", oauthReady: false });
  expect(stripe?.fills[0]).toEqual({ what: "Daily Revenue", isMissing: true });
  expect(stripe?.instead.kinds).toContain("payments");
  await expect(
    member.call(calls.initializeConnection, { body: { integrationId: "stripe", config: {} } }),
  ).rejects.toThrow(/cannot be connected in this version/);
  await expect(member.call(calls.authorizeConnection, { params: { type: "stripe" } })).rejects.toThrow(/version/);
  await expect(member.call(calls.initializeConnection, { body: { integrationId: "fax", config: {} } })).rejects.toThrow(
    "404",
  );
});

test("a connection begins pending, is switched off and on, and its log says so; a stranger sees none of it", async () => {
  const member = await world.member();
  const stranger = await world.member();
  const begin = () => member.call(calls.initializeConnection, { body: { integrationId: "parcels", config: {} } });
  const begun = await begin();
  expect(begun).toMatchObject({ status: "pending", isActive: false, errorCount: 0 });
  expect((await begin()).id).toBe(begun.id);
  const given = await member.call(calls.setUpCredentials, {
    body: { integrationId: "parcels", credentials: client },
  });
  expect(given.authUrl).toContain("client_id");
  const { headers } = await fetch(given.authUrl ?? "", { redirect: "manual" });
  const back = new URL(headers.get("location") ?? "");
  const answer = await fetch(world.url + back.pathname + back.search, {
    redirect: "manual",
    headers: { ...(member.cookie && { cookie: member.cookie }) },
  });
  expect(answer.headers.get("location")).toBe("/integrations?connected");
  const { id } = begun;
  const at = { params: { id: String(id) as never } };
  await member.call(calls.deactivateConnection, at);
  const before = service.journal.length;
  expect(await member.call(calls.testConnection, at)).toEqual({ success: false, message: "Parcels is switched off." });
  expect(await member.call(calls.syncConnection, at)).toEqual({ success: false, message: "Parcels is switched off." });
  expect(service.journal.length).toBe(before);
  expect(await member.call(calls.listConnections)).toMatchObject([{ status: "inactive", isActive: false }]);
  expect((await member.call(calls.activateConnection, at)).message).toMatch(/answered for Acme parcels/);
  expect(await member.call(calls.listConnections)).toMatchObject([{ status: "active", isActive: true }]);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["integration.initialized", "integration.deactivated", "integration.activated"]),
  );
  const log = await member.call(calls.listConnectionLog, at);
  expect(log.map(({ action }) => action)).toEqual([
    "activate",
    "sync",
    "test",
    "deactivate",
    "connect",
    "credentials",
    "initialize",
  ]);
  await expect(stranger.call(calls.listConnectionLog, at)).rejects.toThrow("404");
  await member.call(calls.disconnect, at);
  await expect(member.call(calls.listConnectionLog, at)).rejects.toThrow("404");
});
