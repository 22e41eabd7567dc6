import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { hubspotConnector } from "#connectors/hubspot/connector.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as calls from "#features/integrations/contract.ts";
import { recount } from "#features/integrations/recounting/service.ts";
import { addCustomField, listCustomFields } from "#features/records/custom/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { connectionOf, eventually, follow, readAgain, readOnce, recordsOf } from "../connecting.ts";
import { hubspotClient, hubspotKey, openHubspot } from "../outside/hubspot.ts";
import { seeded } from "../clean.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

let hubspot: Awaited<ReturnType<typeof openHubspot>>;
let world: World;
const variables = {
  PRIVATE_ADDRESSES: "127.0.0.1",
  HUBSPOT_CLIENT_ID: hubspotClient.client_id,
  HUBSPOT_CLIENT_SECRET: hubspotClient.client_secret,
};
beforeAll(async () => {
  hubspot = await openHubspot();
  const connector = hubspotConnector({ accounts: hubspot.url, api: hubspot.url });
  world = await openWorld(variables, { ...product, connectors: [connector] });
});
afterEach(() => {
  hubspot.heal();
  hubspot.settings.denied.clear();
  hubspot.settings.columns = { companies: [], deals: [] };
});
afterAll(async () => {
  await world?.close();
  await hubspot?.close();
});

const ago = (days: number): number => Date.now() - days * 86_400_000;
const credentials = (key = hubspotKey) => ({ body: { integrationId: "hubspot", credentials: { api_key: key } } });
async function connect(member: Member): Promise<number> {
  const { id } = await member.call(calls.setUpCredentials, credentials());
  await eventually(async () => (await connectionOf(member, id))?.lastSync !== null);
  return id;
}
const dealOf = async (member: Member, externalId: string) =>
  (await recordsOf(member, "deals")).find((one) => one.externalId === externalId);
const pathsSince = (start: number) => hubspot.journal.slice(start).map(({ method, path }) => `${method} ${path}`);

/** What the pages of customers and deals show, beside what HubSpot holds. */
async function expectSame(member: Member): Promise<void> {
  const byId = (one: { externalId: string }, other: { externalId: string }) =>
    one.externalId.localeCompare(other.externalId);
  const customers = (await recordsOf(member, "customers")).map(({ externalId, name }) => ({ externalId, name }));
  expect(customers.toSorted(byId)).toEqual(
    hubspot
      .objects("companies")
      .map(({ id, properties }) => ({ externalId: id, name: properties["name"] ?? properties["domain"] }))
      .toSorted(byId),
  );
  const deals = (await recordsOf(member, "deals")).map(({ externalId, name, amount, stageName }) => ({
    externalId,
    name,
    amount,
    stageName,
  }));
  const labels = new Map(hubspot.settings.stages.map(({ id, label }) => [id, label]));
  expect(deals.toSorted(byId)).toEqual(
    hubspot
      .objects("deals")
      .filter(({ properties }) => properties["amount"])
      .map(({ id, properties }) => ({
        externalId: id,
        name: properties["dealname"],
        amount: Number(properties["amount"]),
        stageName: labels.get(properties["dealstage"] ?? ""),
      }))
      .toSorted(byId),
  );
}

const isSame = async (member: Member): Promise<boolean> =>
  (await recordsOf(member, "customers")).length === hubspot.objects("companies").length;

test("companies and deals become customers and deals under the company's own names", async () => {
  hubspot.settings.columns.deals = [
    { name: "region", label: "Region", type: "enumeration", options: [{ label: "North & East", value: "ne" }] },
    { name: "seats", label: "Seats", type: "number" },
    { name: "notes", label: "Amount", type: "number" },
    { name: "signed", label: "Paper signed", type: "bool" },
    { name: "visited", label: "Visited", type: "date" },
  ];
  const harbour = hubspot.add(
    "companies",
    { name: "Harbour Foods", phone: "+49 30 1", industry: "COMPUTER_SOFTWARE", lifecyclestage: "customer" },
    { at: ago(40) },
  );
  hubspot.add("companies", { name: null, domain: "quay.example", lifecyclestage: "lead" }, { at: ago(39) });
  const open = hubspot.add(
    "deals",
    {
      dealname: "Acme 100 seats",
      amount: "125000",
      dealstage: "contractsent",
      closedate: "2026-12-15T12:00:00Z",
      hubspot_owner_id: "41629779",
      region: "ne",
      seats: "100",
      notes: "7",
      signed: "true",
      visited: "2026-11-02",
    },
    { company: harbour, at: ago(20) },
  );
  const won = hubspot.add(
    "deals",
    { dealname: "Yen", amount: "1234", deal_currency_code: "JPY", dealstage: "yes", closedate: "2026-11-20T12:00:00Z" },
    { at: ago(19) },
  );
  const lost = hubspot.add(
    "deals",
    {
      dealname: "Dinar",
      amount: "1.234",
      deal_currency_code: "KWD",
      dealstage: "no",
      closedate: "2026-11-20T12:00:00Z",
    },
    { at: ago(18) },
  );
  const empty = hubspot.add("deals", { dealname: "No amount", amount: null, dealstage: "first" }, { at: ago(17) });
  const member = await world.member();
  const id = await connect(member);
  expect(await recordsOf(member, "customers")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: "Harbour Foods",
        status: "active",
        segment: "Computer software",
        phone: "+49 30 1",
      }),
      expect.objectContaining({ name: "quay.example", status: "prospect" }),
    ]),
  );
  expect(await dealOf(member, open)).toMatchObject({
    name: "Acme 100 seats",
    customerName: "Harbour Foods",
    stage: "negotiation",
    stageName: "Contract sent",
    amount: 125_000,
    currency: "USD",
    probability: 0.9,
    ownerName: "Ada Berg",
    expectedCloseOn: "2026-12-15",
    closedOn: null,
  });
  expect(await dealOf(member, won)).toMatchObject({
    stage: "won",
    amount: 1234,
    currency: "JPY",
    closedOn: "2026-11-20",
  });
  expect(await dealOf(member, lost)).toMatchObject({ stage: "lost", amount: 1.234, currency: "KWD" });
  // An amount that is not there is not guessed, and it is said.
  expect(await dealOf(member, empty)).toBeUndefined();
  expect(
    (await member.call(calls.listConnectionLog, { params: { id: String(id) as never } }))
      .map(({ message }) => message)
      .join(),
  ).toContain("could not be taken");

  const fields = await member.call(listCustomFields, { params: { kind: "deals" } });
  expect(fields.map(({ label, type }) => [label, type])).toEqual([
    ["Region", "text"],
    ["Seats", "number"],
    ["Amount (HubSpot)", "number"],
    ["Paper signed", "flag"],
    ["Visited", "day"],
  ]);
  const { rows } = await member.call(listRecords, { params: { kind: "deals" }, query: { q: "Acme 100" } });
  const own = Object.fromEntries(fields.map(({ key, label }) => [label, rows[0]?.custom[key]]));
  expect(own).toEqual({
    Region: "North & East",
    Seats: 100,
    "Amount (HubSpot)": 7,
    "Paper signed": true,
    Visited: "2026-11-02",
  });
  expect(await journalOf(world, member)).toContain("integration.synced");

  // Without a change: the names of the stages, and for each kind what changed and what was archived.
  const [start, records] = [hubspot.journal.length, (await journalOf(world, member)).length];
  expect(await readAgain(world, member, id)).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 });
  expect(pathsSince(start)).toEqual([
    "GET /crm/pipelines/2026-09/deals",
    "POST /crm/objects/2026-09/companies/search",
    "POST /crm/objects/2026-09/deals/search",
    "GET /crm/objects/2026-09/companies",
    "GET /crm/objects/2026-09/deals",
  ]);
  expect((await journalOf(world, member)).length).toBe(records);

  // Its stage has another name now, though no deal changed.
  const stage = hubspot.settings.stages[1];
  if (stage) stage.label = "Paper out";
  await readAgain(world, member, id);
  expect(await dealOf(member, open)).toMatchObject({ stageName: "Paper out", stage: "negotiation" });
  // So has its company, whose deals did not change.
  hubspot.change("companies", harbour, { name: "Harbour Group" });
  await readAgain(world, member, id);
  expect(await dealOf(member, open)).toMatchObject({ customerName: "Harbour Group" });
  // What loses its amount does not keep the one of before.
  hubspot.change("deals", lost, { amount: "" });
  await readAgain(world, member, id);
  expect(await dealOf(member, lost)).toBeUndefined();

  // The recycling bin moves no stamp, and neither does what is taken out of it.
  hubspot.archive("deals", open);
  expect(await readAgain(world, member, id)).toMatchObject({ removed: 1 });
  expect(await dealOf(member, open)).toBeUndefined();
  hubspot.restore("deals", open);
  await readAgain(world, member, id);
  expect(await dealOf(member, open)).toMatchObject({ amount: 125_000 });
  // Two were one.
  hubspot.merge("deals", open, won);
  await readAgain(world, member, id);
  expect((await recordsOf(member, "deals")).map(({ externalId }) => externalId)).toEqual([open]);
});

test("what is changed, archived and restored at random is here after one reading", async () => {
  const random = seeded(Number(process.env["TEST_SEED"] ?? 33));
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const kinds = ["companies", "deals"] as const;
  const member = await world.member();
  const stages = hubspot.settings.stages.map(({ id }) => id);
  const fill = (kind: (typeof kinds)[number], number: number): Record<string, string> =>
    kind === "companies"
      ? { name: `Company ${number}` }
      : {
          dealname: `Deal ${number}`,
          amount: String(1 + Math.floor(random() * 9_000)),
          dealstage: pick(stages) ?? "first",
        };
  const same = ago(3);
  // More with one stamp than a page of a search holds.
  for (let one = 0; one < 450; one += 1) hubspot.add("deals", fill("deals", one), { at: same });
  for (let one = 0; one < 150; one += 1) hubspot.add("companies", fill("companies", one), { at: same });
  const id = await connect(member);
  await expectSame(member);
  hubspot.settings.lateMs = 60_000;
  const before = Date.now() - 61_000;
  for (let one = 0; one < 1_000; one += 1) {
    const kind = pick(kinds) ?? "deals";
    const found = pick(hubspot.objects(kind))?.id;
    const binned = pick(hubspot.archived(kind))?.id;
    const dice = random();
    // Committed a minute ago, and shown by searches from now on.
    if (dice < 0.3 || !found) hubspot.add(kind, fill(kind, 1_000 + one), { at: before });
    else if (dice < 0.7) hubspot.change(kind, found, fill(kind, 2_000 + one), before);
    else if (dice < 0.9 || !binned) hubspot.archive(kind, found);
    else hubspot.restore(kind, binned);
  }
  hubspot.settings.lateMs = 0;
  do expect(await readAgain(world, member, id)).not.toBe(null);
  while ((await connectionOf(member, id))?.status !== "active");
  await expectSame(member);
  // Nothing was lost that a count would find; what vanishes without a trace is found by the nightly one.
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await recount(ctx, id);
  const log = async () =>
    (await member.call(calls.listConnectionLog, { params: { id: String(id) as never } }))
      .map((one) => one.message)
      .join();
  expect(await log()).not.toContain("read anew");
  for (const kind of kinds) for (const { id } of hubspot.objects(kind).slice(0, 3)) hubspot.purge(kind, id);
  await recount(ctx, id);
  await eventually(async () => {
    await readAgain(world, member, id);
    return isSame(member);
  });
  expect(await log()).toContain("read anew");
  await expectSame(member);
});

test("a fault between two pages loses nothing and doubles nothing, and a short limit is waited for", async () => {
  const member = await world.member();
  for (let one = 0; one < 350; one += 1) hubspot.add("companies", { name: `Many ${one}` }, { at: ago(9) });
  const isPage = ({ path, query }: { path: string; query: URLSearchParams }) =>
    path.endsWith("/companies") && query.has("after");
  hubspot.fail({ kind: "refuse", status: 429, body: hubspot.examples["limited"] ?? {} }, { times: 1, on: isPage });
  hubspot.fail({ kind: "reset" }, { times: 1, on: isPage });
  const { id } = await member.call(calls.setUpCredentials, credentials());
  await eventually(async () => hubspot.journal.some(({ fault }) => fault === "reset"));
  await eventually(async () => {
    await readAgain(world, member, id).catch(() => null);
    return (await connectionOf(member, id))?.lastSync !== null;
  });
  await expectSame(member);
  expect(await recordsOf(member, "customers")).toHaveLength(hubspot.objects("companies").length);
});

test("a fault inside an answer of 200 is one, and takes nothing away", async () => {
  const member = await world.member();
  const id = await connect(member);
  const before = (await recordsOf(member, "deals")).length;
  const body = JSON.stringify({ status: "error", category: "INTERNAL", message: "Something broke" });
  hubspot.fail({ kind: "malformed", body }, { on: ({ path }) => path.endsWith("/deals/search") });
  await expect(readAgain(world, member, id)).rejects.toThrow("Something broke");
  hubspot.heal();
  await readAgain(world, member, id);
  expect((await recordsOf(member, "deals")).length).toBe(before);
});

test("a key that does not work, or may not read deals, is refused in words", async () => {
  const member = await world.member();
  const setUp = (key?: string) => member.send("POST", "/api/integrations/setup-credentials", credentials(key));
  expect((await setUp("pat-eu1-wrong-wrong-wrong")).text).toContain("HubSpot does not take these credentials");
  hubspot.settings.denied.add("deals");
  expect((await setUp()).text).toContain("crm.objects.deals.read");
  expect((await setUp("short")).text).toContain("at least 20 characters");
  expect(await member.call(calls.listConnections)).toEqual([]);
});

test("with the operator's client people agree at HubSpot, tokens are renewed, and a revoked one says so", async () => {
  const member = await world.member();
  const { authUrl } = await member.call(calls.authorizeConnection, { params: { type: "hubspot" } });
  expect(await follow(world, member, authUrl)).toBe("/integrations?connected");
  const [{ id } = { id: 0 }] = await member.call(calls.listConnections);
  await eventually(async () => (await connectionOf(member, id))?.lastSync !== null);
  const [grant] = hubspot.grants.grants.slice(-1);
  // The access token is over by HubSpot's clock alone, and its refresh token counts once.
  const used = grant?.refresh;
  if (grant) grant.expiresAt = 0;
  await readAgain(world, member, id);
  expect(grant?.refresh).not.toBe(used);
  if (grant) grant.expiresAt = 0;
  await readAgain(world, member, id);
  expect((await connectionOf(member, id))?.status).toBe("active");
  if (grant) Object.assign(grant, { isOver: true, expiresAt: 0 });
  await expect(readAgain(world, member, id)).rejects.toThrow("refresh token is invalid");
  expect((await connectionOf(member, id))?.status).toBe("expired");
  // Removing it ends what is left there.
  if (grant) Object.assign(grant, { isOver: false });
  await member.call(calls.disconnect, { params: { id: String(id) as never } });
  await eventually(async () => grant?.isOver === true);
  expect(await recordsOf(member, "deals")).toEqual([]);
});

test("columns for which there is no room, or a field of another type, are left out, and the rows come all the same", async () => {
  const member = await world.member();
  await member.call(addCustomField, { params: { kind: "customers" }, body: { label: "Size", type: "text" } });
  hubspot.settings.columns.companies = [
    { name: "size", label: "size", type: "number" },
    ...Array.from({ length: 44 }, (_, at) => ({ name: `own_${at}`, label: `Own ${at}`, type: "string" })),
  ];
  const company = hubspot.add(
    "companies",
    { name: "Wide", size: "12", own_0: "first", own_38: "last" },
    { at: ago(2) },
  );
  await connect(member);
  const fields = await member.call(listCustomFields, { params: { kind: "customers" } });
  expect(fields).toHaveLength(40);
  const { rows } = await member.call(listRecords, { params: { kind: "customers" }, query: { q: "Wide" } });
  expect(rows).toMatchObject([
    { externalId: company, fields: { name: "Wide" }, custom: { own_0: "first", own_38: "last" } },
  ]);
  expect(rows[0]?.custom["size"]).toBeUndefined();
});

test("another company sees and touches nothing of it", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const id = await connect(member);
  expect(await recordsOf(stranger, "deals")).toEqual([]);
  expect(await readOnce(world, stranger, id)).toBe(null);
  expect(await readAgain(world, member, id)).not.toBe(null);
});
