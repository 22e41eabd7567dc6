// On PostgreSQL only: two instances on one database.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as calls from "#features/integrations/contract.ts";
import { withConnection } from "#features/integrations/access/service.ts";
import { mintCompany } from "#platform/context.ts";
import { client, lockerConnector, openParcelService, parcelConnector } from "../outside/parcel-service.ts";
import { colleague } from "../samples.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { type Client, journalOf, type Member, openOn, openWorld, signIn, type World } from "../world.ts";

/** Connections to services of the outside: what is stored of them, who may connect, and how tokens are renewed. */
let service: Awaited<ReturnType<typeof openParcelService>>;
let world: World;
let second: World;
beforeAll(async () => {
  service = await openParcelService();
  const connectors = [
    parcelConnector(service.url),
    lockerConnector(service.url),
    { ...parcelConnector(service.url, { pkce: false }), id: "plain" },
  ];
  const rooms = { ...product, connectors };
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, rooms);
  second = await openOn(world.config, rooms);
});
afterEach(() => {
  service.heal();
  service.settings.rotates = true;
  service.settings.scopes = "parcels.read account.read";
});
afterAll(async () => {
  await second?.close();
  await world?.close();
  await service?.close();
});

const credentials = (member: Client, type = "parcels") =>
  member.call(calls.setUpCredentials, { body: { integrationId: type, credentials: client } });
const authorize = async (member: Client, type = "parcels") =>
  new URL((await member.call(calls.authorizeConnection, { params: { type } })).authUrl);

/** Agrees at the service; returns the path it sends the browser back to. */
async function agree(address: URL): Promise<string> {
  const { headers } = await fetch(address, { redirect: "manual" });
  const back = new URL(headers.get("location") ?? "");
  return back.pathname + back.search;
}
async function goTo(browser: Client, path: string, at = world.url): Promise<string> {
  const { headers, status } = await fetch(at + path, {
    redirect: "manual",
    headers: { ...(browser.cookie && { cookie: browser.cookie }) },
  });
  return headers.get("location") ?? String(status);
}
async function connect(member: Member): Promise<number> {
  await credentials(member);
  expect(await goTo(member, await agree(await authorize(member)))).toBe("/integrations?connected");
  const [one] = await member.call(calls.listConnections);
  return one?.id ?? 0;
}
const rowOf = async ({ user }: Member) => {
  const [row] = await world.asOwner<Record<string, unknown>>("SELECT * FROM connections WHERE company_id = $1", [
    user.companyId,
  ]);
  return row ?? {};
};
const tokenCalls = () => service.journal.filter(({ path }) => path === "/token").length;
/** The token ends soon, by the database's clock and the service's. */
const expire = ({ user }: Member) =>
  world.asOwner("UPDATE connections SET expires_at = now() - interval '1 second' WHERE company_id = $1", [
    user.companyId,
  ]);
const ctxOf = ({ user }: Member, at = world) => jobContext(at.boardroom.platform, mintCompany(user.companyId));
const account = async (member: Member, id: number, at = world) =>
  withConnection(await ctxOf(member, at), id, (call, connector, signIn) => connector.test(call, signIn));
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => "worked",
    (error: unknown) => (error instanceof ConnectorFault ? error.kind : String(error)),
  );

test("an admin connects a service: sealed for row and field, named by its account, in the journal, seen by no one else", async () => {
  const member = await world.member();
  const stranger = await world.member();
  const pending = await credentials(member);
  expect(pending).toMatchObject({ id: 1, type: "parcels", status: "pending", isActive: false, errorCount: 0 });
  const id = await connect(member);
  const [shown] = await member.call(calls.listConnections);
  expect(shown).toMatchObject({
    id: 1,
    name: "Parcels",
    agentAssignment: "Operations",
    account: "Acme parcels",
    status: "active",
    isActive: true,
    scopes: ["parcels.read", "account.read"],
    problem: null,
  });
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["integration.credentials_stored", "integration.connected"]),
  );
  // Nothing secret is readable in the rows, the journal or an answer.
  const everything = JSON.stringify([
    await world.asOwner("SELECT *, encode(sealed_access, 'escape') AS a FROM connections"),
    await world.asOwner("SELECT * FROM journal WHERE company_id = $1", [member.user.companyId]),
    shown,
  ]);
  const [grant] = service.grants.slice(-1);
  for (const secret of [client.client_secret, grant?.access ?? "?", grant?.refresh ?? "?"])
    expect(everything).not.toContain(secret);

  // A value that is moved to another field, or another company's row, does not open.
  await world.asOwner("UPDATE connections SET sealed_access = sealed_refresh WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(await kindOf(account(member, id))).toMatch(/unable to authenticate/);
  await credentials(stranger);
  await world.asOwner(
    `UPDATE connections t SET status = 'active', sealed_access = f.sealed_access, sealed_refresh = f.sealed_refresh
     FROM connections f WHERE t.company_id = $1 AND f.company_id = $2`,
    [stranger.user.companyId, member.user.companyId],
  );
  expect(await kindOf(account(stranger, 1))).toMatch(/unable to authenticate/);
  // What cannot be read can still be disconnected.
  await stranger.call(calls.disconnect, { params: { id: 1 } });
  expect(await rowOf(stranger)).toMatchObject({ status: null, sealed_access: null, sealed_credentials: null });
});

test("another company cannot see, test or disconnect it, and a member or approver cannot connect", async () => {
  const member = await world.member();
  const id = await connect(member);
  const stranger = await world.member();
  expect(await stranger.call(calls.listConnections)).toEqual([]);
  expect((await stranger.send("POST", `/api/integrations/${id}/test`)).status).toBe(404);
  expect((await stranger.send("DELETE", `/api/integrations/${id}`)).status).toBe(404);
  expect(await rowOf(member)).toMatchObject({ status: "active" });
  const approver = await colleague(world, member, "approver");
  expect(await approver.call(calls.listConnections)).toHaveLength(1);
  for (const [method, path] of [
    ["DELETE", `/api/integrations/${id}`],
    ["POST", `/api/integrations/${id}/test`],
    ["GET", "/api/oauth/parcels/authorize"],
    ["POST", "/api/integrations/setup-credentials"],
  ] as const)
    expect([path, (await approver.send(method, path)).status]).toEqual([path, 403]);
  expect((await member.send("GET", "/api/oauth/nothing/authorize")).status).toBe(404);
  expect((await stranger.send("GET", "/api/oauth/parcels/authorize")).text).toBe(
    "Enter the client ID and the client secret of Parcels first",
  );
});

test("a state counts once, for its session and service, for ten minutes, with PKCE and the exact address", async () => {
  const member = await world.member();
  await credentials(member);
  const address = await authorize(member);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: new URL("/integrations/return/parcels", world.config.publicUrl).href,
    scope: "parcels.read account.read",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  const back = await agree(address);
  const others = { "another session": await signIn(world.url, member), "another company": await world.member() };
  for (const [name, browser] of Object.entries(others))
    expect([name, await goTo(browser, back)]).toEqual([name, "/integrations?refused=expired"]);
  expect(await goTo(world.client(), back)).toBe("/auth");
  const forged = back.replace(/state=[^&]*/, "state=forged");
  expect(await goTo(member, forged)).toBe("/integrations?refused=expired");
  expect(await goTo(member, back.replace("/parcels?", "/plain?"))).toBe("/integrations?refused=expired");
  expect(tokensAsked(back)).toBe(0);
  // On the other instance, at the same time: one of them connects.
  const both = await Promise.all([goTo(member, back), goTo(member, back, second.url)]);
  expect(both.toSorted()).toEqual(["/integrations?connected", "/integrations?refused=expired"]);
  expect(tokensAsked(back)).toBe(1);

  const denied = await agree(await authorize(member));
  expect(await goTo(member, denied.replace(/code=[^&]*/, "error=access_denied"))).toBe(
    "/integrations?refused=cancelled",
  );
  expect(await goTo(member, denied)).toBe("/integrations?refused=expired");
  await credentials(member, "plain");
  expect((await authorize(member, "plain")).searchParams.has("code_challenge")).toBe(false);
});
const tokensAsked = (back: string) => {
  const code = new URLSearchParams(back.split("?")[1]).get("code") ?? "";
  return service.journal.filter(({ path, text }) => path === "/token" && text.includes(code)).length;
};

test("a service that grants less than was asked is not connected, and what it handed out ends", async () => {
  const member = await world.member();
  await credentials(member);
  service.settings.scopes = "parcels.read";
  expect(await goTo(member, await agree(await authorize(member)))).toBe("/integrations?refused=scopes");
  expect(await rowOf(member)).toMatchObject({ status: "pending", sealed_access: null, sealed_refresh: null });
  await expect.poll(() => service.grants.at(-1)?.isOver).toBe(true);
});

test("a renewed token is stored before it is used", async () => {
  const member = await world.member();
  const id = await connect(member);
  await expire(member);
  const [before, stored] = [service.journal.length, Number((await rowOf(member))["token_version"])];
  const isAccount = ({ path }: { path: string }) => path === "/api/account";
  service.fail({ kind: "slow", ms: 1_000 }, { times: 1, on: isAccount });
  const work = account(member, id);
  await expect.poll(() => service.journal.slice(before).some(isAccount)).toBe(true);
  // The service has not answered yet.
  expect(await rowOf(member)).toMatchObject({ token_version: stored + 1, renewal_token: null });
  await work;
});

test("what an old sign-in came to says nothing about the one that replaced it", async () => {
  const member = await world.member();
  const id = await connect(member);
  for (const grant of service.grants) grant.isOver = true;
  const before = tokenCalls();
  service.fail({ kind: "slow", ms: 1_500 }, { times: 1, on: ({ path }) => path === "/token" });
  const old = kindOf(account(member, id));
  await expect.poll(() => tokenCalls() - before).toBe(1);
  expect(await goTo(member, await agree(await authorize(member)))).toBe("/integrations?connected");
  expect(await old).toBe("expired");
  expect(await rowOf(member)).toMatchObject({ status: "active", error_count: 0, problem: null });
  expect(await kindOf(account(member, id))).toBe("worked");
});

test("two instances renew an ended token once", async () => {
  const member = await world.member();
  const id = await connect(member);
  await expire(member);
  const before = tokenCalls();
  const seen: unknown[] = [];
  service.fail({ kind: "slow", ms: 300 }, { times: 1, on: ({ path }) => path === "/token" });
  const [stored] = [(await rowOf(member))["token_version"]];
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) => seen.push(await account(member, id, at % 2 === 0 ? world : second))),
  );
  expect(tokenCalls() - before).toBe(1);
  expect(seen).toHaveLength(20);
  expect(await rowOf(member)).toMatchObject({
    token_version: Number(stored) + 1,
    renewal_token: null,
    status: "active",
  });
  // It was refused although it should still be good: renewed once, and the call made again.
  for (const grant of service.grants) grant.expiresAt = 0;
  expect(await kindOf(account(member, id))).toBe("worked");
  expect(tokenCalls() - before).toBe(2);
});

test("no transaction is open while a token is renewed, and a token that still lasts is used meanwhile", async () => {
  const member = await world.member();
  const id = await connect(member);
  await world.asOwner("UPDATE connections SET expires_at = now() + interval '1 minute' WHERE company_id = $1", [
    member.user.companyId,
  ]);
  const gate = Promise.withResolvers<void>();
  const before = tokenCalls();
  service.fail({ kind: "slow", ms: 1_500 }, { times: 1, on: ({ path }) => path === "/token" });
  const renewing = account(member, id).finally(() => gate.resolve());
  await expect.poll(() => tokenCalls() - before).toBe(1);
  const open = await world.asOwner(
    "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()",
  );
  expect(open).toEqual([]);
  expect(await kindOf(account(member, id, second))).toBe("worked");
  await renewing;
  expect(tokenCalls() - before).toBe(1);
});

test("a lost answer does not lose the connection in silence: the old token goes once more, then someone must connect again", async () => {
  const member = await world.member();
  const id = await connect(member);
  await expire(member);
  service.settings.rotates = false;
  service.fail({ kind: "lost response" }, { times: 1, on: ({ path }) => path === "/token" });
  expect(await kindOf(account(member, id))).toBe("worked");

  service.settings.rotates = true;
  await expire(member);
  service.fail({ kind: "malformed" }, { times: 1, on: ({ path }) => path === "/token" });
  const before = tokenCalls();
  expect(await kindOf(account(member, id))).toBe("expired");
  expect(tokenCalls() - before).toBe(2);
  const [shown] = await member.call(calls.listConnections);
  expect(shown).toMatchObject({ status: "expired", isActive: false, errorCount: 1 });
  expect(shown?.problem).toContain("invalid_grant");
  expect(shown?.problem).not.toContain(client.client_secret);
  expect(await journalOf(world, member)).toContain("integration.status_changed");
  // It is not asked again, and connecting again mends it.
  expect(await kindOf(account(member, id, second))).toBe("expired");
  expect(tokenCalls() - before).toBe(2);
  expect(await goTo(member, await agree(await authorize(member)))).toBe("/integrations?connected");
  expect(await kindOf(account(member, id))).toBe("worked");
  expect(await rowOf(member)).toMatchObject({ status: "active", error_count: 0, problem: null });
});

test("an instance that died while it renewed is followed by another, which stores nothing late", async () => {
  const member = await world.member();
  const id = await connect(member);
  await expire(member);
  service.settings.rotates = false;
  // One took the lease and died; its time is over.
  await world.asOwner(
    "UPDATE connections SET renewal_token = gen_random_uuid(), renewal_until = now() - interval '1 second' WHERE company_id = $1",
    [member.user.companyId],
  );
  expect(await kindOf(account(member, id, second))).toBe("worked");
  // One is slow, and loses its lease to another meanwhile: what it got is not stored over the other's.
  await expire(member);
  service.fail({ kind: "slow", ms: 800 }, { times: 1, on: ({ path }) => path === "/token" });
  const before = tokenCalls();
  const slow = account(member, id);
  await expect.poll(() => tokenCalls() - before).toBe(1);
  await world.asOwner("UPDATE connections SET renewal_until = now() WHERE company_id = $1", [member.user.companyId]);
  await account(member, id, second);
  const { sealed_access: kept, token_version: version } = await rowOf(member);
  await slow;
  expect(await rowOf(member)).toMatchObject({ sealed_access: kept, token_version: version });
});

test("a service that fails is counted, and works again; being asked to wait is no failure", async () => {
  const member = await world.member();
  const id = await connect(member);
  const check = () => member.call(calls.testConnection, { params: { id } });
  service.fail({ kind: "refuse", status: 503 });
  for (let time = 1; time <= 5; time += 1) {
    expect(await check()).toEqual({ success: false, message: "Parcels answered 503." });
    expect(await rowOf(member)).toMatchObject({ error_count: time, status: time < 5 ? "active" : "error" });
  }
  service.heal();
  expect(await check()).toEqual({ success: true, message: "Parcels answered for Acme parcels." });
  expect(await rowOf(member)).toMatchObject({ error_count: 0, status: "active", problem: null });
  service.fail({ kind: "refuse", status: 403 });
  expect(await check()).toMatchObject({ success: false });
  expect(await rowOf(member)).toMatchObject({ status: "error" });
  service.heal();
  await check();
  service.fail({ kind: "refuse", status: 429, retryAfter: 0 }, { times: 1 });
  expect(await check()).toMatchObject({ success: false, message: "Parcels asked to be called less often." });
  expect(await rowOf(member)).toMatchObject({ error_count: 0, status: "active" });
});

test("disconnecting wipes what is secret, ends the sign-in there, and is one record; during a renewal too", async () => {
  const member = await world.member();
  const id = await connect(member);
  const grant = service.grants.at(-1);
  expect(await member.call(calls.disconnect, { params: { id } })).toEqual({ message: "Parcels is disconnected." });
  expect(await member.call(calls.listConnections)).toEqual([]);
  const wiped = await rowOf(member);
  for (const column of ["sealed_credentials", "sealed_access", "sealed_refresh", "account_name", "cursor", "status"])
    expect([column, wiped[column]]).toEqual([column, null]);
  await expect.poll(() => grant?.isOver).toBe(true);
  await expect
    .poll(() =>
      world.asOwner("SELECT status, sealed FROM deliveries WHERE company_id = $1 AND kind = 'revocation'", [
        member.user.companyId,
      ]),
    )
    .toEqual([{ status: "sent", sealed: null }]);
  expect((await journalOf(world, member)).filter((one) => one === "integration.disconnected")).toHaveLength(1);
  expect((await member.send("DELETE", `/api/integrations/${id}`)).status).toBe(404);

  expect(await connect(member)).toBe(id);
  await expire(member);
  service.fail({ kind: "slow", ms: 800 }, { times: 1, on: ({ path }) => path === "/token" });
  const before = tokenCalls();
  const renewing = kindOf(account(member, id, second));
  await expect.poll(() => tokenCalls() - before).toBe(1);
  await member.call(calls.disconnect, { params: { id } });
  expect(await renewing).toMatch(/Not found/);
  await hurryDeliveries(world);
  // What was handed out meanwhile does not live on.
  await expect.poll(() => service.grants.at(-1)?.isOver).toBe(true);
  expect(await rowOf(member)).toMatchObject({ status: null, sealed_access: null, sealed_refresh: null });
});

test("a service with a key is tried before anything is stored", async () => {
  const member = await world.member();
  const enter = (key: string) =>
    member.send("POST", calls.setUpCredentials.path, {
      body: { integrationId: "lockers", credentials: { api_key: key } },
    });
  expect(await enter("short")).toMatchObject({ status: 400, text: "The key of Lockers has at least 8 characters" });
  const missing = await member.send("POST", calls.setUpCredentials.path, {
    body: { integrationId: "lockers", credentials: { api_key: "long enough", more: "x" } },
  });
  expect([missing.status, missing.text.length < 200]).toEqual([400, true]);
  expect(await enter("a wrong key")).toMatchObject({ status: 422, text: "Lockers does not take these credentials" });
  service.fail({ kind: "reset" });
  expect((await enter(service.settings.key)).status).toBe(422);
  service.heal();
  expect(await member.call(calls.listConnections)).toEqual([]);
  expect(await enter(service.settings.key)).toMatchObject({ status: 200, json: { account: "Acme parcels" } });
  const [one] = await member.call(calls.listConnections);
  expect(await member.call(calls.testConnection, { params: { id: one?.id ?? 0 } })).toMatchObject({ success: true });
  expect((await member.send("GET", "/api/oauth/lockers/authorize")).status).toBe(409);
});
