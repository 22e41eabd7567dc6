import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { salesforceConnector } from "#connectors/salesforce/connector.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as calls from "#features/integrations/contract.ts";
import { recount } from "#features/integrations/recounting/service.ts";
import { listCustomFields } from "#features/records/custom/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { seeded } from "../clean.ts";
import { connectBySignIn, connectionOf, eventually, readAgain, readOnce, recordsOf } from "../connecting.ts";
import { openSalesforce, salesforceClient, salesforceUser } from "../outside/salesforce.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

let salesforce: Awaited<ReturnType<typeof openSalesforce>>;
let world: World;
beforeAll(async () => {
  salesforce = await openSalesforce();
  const connectors = [salesforceConnector(salesforce.url)];
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors });
});
afterEach(() => {
  salesforce.heal();
  const columns = { Account: [], Opportunity: [] };
  Object.assign(salesforce.settings, { usage: "18/15000", wrong: 0, pageSize: 2_000, hasCurrencies: false, columns });
});
afterAll(async () => {
  await world?.close();
  await salesforce?.close();
});

const ago = (days: number): number => Date.now() - days * 86_400_000;
const setUp = (member: Member, given: Record<string, string> = salesforceUser) =>
  member.send("POST", "/api/integrations/setup-credentials", {
    body: { integrationId: "salesforce", credentials: given },
  });
async function connect(member: Member): Promise<number> {
  expect(await setUp(member)).toMatchObject({ status: 200 });
  const [{ id } = { id: 0 }] = await member.call(calls.listConnections);
  await eventually(async () => (await connectionOf(member, id))?.lastSync !== null);
  return id;
}
const dealOf = async (member: Member, externalId: string) =>
  (await recordsOf(member, "deals")).find((one) => one.externalId === externalId);

async function expectSame(member: Member): Promise<void> {
  const byId = (one: { externalId: string }, other: { externalId: string }) =>
    one.externalId.localeCompare(other.externalId);
  const customers = (await recordsOf(member, "customers")).map(({ externalId, name }) => ({ externalId, name }));
  expect(customers.toSorted(byId)).toEqual(
    salesforce
      .objects("Account")
      .map(({ Id, Name }) => ({ externalId: Id, name: Name }))
      .toSorted(byId),
  );
  const deals = (await recordsOf(member, "deals")).map(({ externalId, name, amount, stageName }) => ({
    externalId,
    name,
    amount,
    stageName,
  }));
  // A name that says no more than our own stage is not kept.
  const labels = new Map(
    salesforce.settings.stages.map((one) => [one.ApiName, one.MasterLabel === "Negotiation" ? null : one.MasterLabel]),
  );
  expect(deals.toSorted(byId)).toEqual(
    salesforce
      .objects("Opportunity")
      .filter(({ Amount }) => typeof Amount === "number")
      .map((one) => ({
        externalId: one.Id,
        name: one["Name"],
        amount: one["Amount"],
        stageName: labels.get(String(one["StageName"])),
      }))
      .toSorted(byId),
  );
}

const isSame = async (member: Member): Promise<boolean> =>
  (await recordsOf(member, "customers")).length === salesforce.objects("Account").length;

test("accounts and opportunities become customers and deals under the company's own names", async () => {
  salesforce.settings.hasCurrencies = true;
  salesforce.settings.columns.Opportunity = [
    { name: "Region__c", label: "Region", type: "multipicklist" },
    { name: "Seats__c", label: "Seats", type: "double" },
  ];
  const harbour = salesforce.add(
    "Account",
    { Name: "Harbour Foods", Industry: "Food", Type: "Customer - Direct" },
    ago(40),
  );
  const quay = salesforce.add("Account", { Name: "Quay Cafe" }, ago(39));
  const bjorn = salesforce.user("Björn Dahl");
  const open = salesforce.add(
    "Opportunity",
    {
      Name: "Acme",
      StageName: "Negotiation",
      Amount: 125_000,
      Probability: 90,
      CloseDate: "2026-12-15",
      IsClosed: false,
      IsWon: false,
      AccountId: harbour,
      OwnerId: bjorn,
      CurrencyIsoCode: "EUR",
      Region__c: "North;East",
      Seats__c: 100,
    },
    ago(20),
  );
  const closed = { IsClosed: true, Probability: 100, CloseDate: "2026-11-20", CurrencyIsoCode: "JPY" };
  const won = salesforce.add(
    "Opportunity",
    { Name: "Yen", StageName: "Closed Won", Amount: 1_234, IsWon: true, AccountId: quay, ...closed },
    ago(19),
  );
  const empty = salesforce.add(
    "Opportunity",
    { Name: "No amount", StageName: "Prospecting", IsClosed: false, IsWon: false, CloseDate: "2026-12-01" },
    ago(18),
  );
  const member = await world.member();
  const id = await connect(member);
  expect((await connectionOf(member, id))?.account).toBe("Acme");
  expect(await recordsOf(member, "customers")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "Harbour Foods", status: "active", segment: "Food", ownerName: "Ada Berg" }),
      // Without a type, what it has bought says it.
      expect.objectContaining({ name: "Quay Cafe", status: "active" }),
    ]),
  );
  expect(await dealOf(member, open)).toMatchObject({
    name: "Acme",
    customerName: "Harbour Foods",
    stage: "negotiation",
    amount: 125_000,
    currency: "EUR",
    probability: 0.9,
    ownerName: "Björn Dahl",
    expectedCloseOn: "2026-12-15",
    closedOn: null,
  });
  expect(await dealOf(member, won)).toMatchObject({
    stage: "won",
    amount: 1234,
    currency: "JPY",
    closedOn: "2026-11-20",
  });
  expect(await dealOf(member, empty)).toBeUndefined();
  const fields = await member.call(listCustomFields, { params: { kind: "deals" } });
  const { rows } = await member.call(listRecords, { params: { kind: "deals" }, query: { q: "Acme" } });
  expect(Object.fromEntries(fields.map(({ key, label }) => [label, rows[0]?.custom[key]]))).toEqual({
    Region: "North, East",
    Seats: 100,
  });

  // Without a change: the names of the stages, and for each kind what changed, deleted rows among them.
  const [start, records] = [salesforce.journal.length, (await journalOf(world, member)).length];
  expect(await readAgain(world, member, id)).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 });
  expect(salesforce.journal.slice(start).map(({ path }) => path.split("/").at(-1))).toEqual([
    "query",
    "queryAll",
    "queryAll",
  ]);
  expect((await journalOf(world, member)).length).toBe(records);

  // A stage, an account and an owner with another name, though no opportunity changed.
  const stage = salesforce.settings.stages[1];
  if (stage) stage.MasterLabel = "Paper out";
  salesforce.change("Account", harbour, { Name: "Harbour Group" });
  salesforce.renameUser(bjorn, "Björn Ek");
  await readAgain(world, member, id);
  expect(await dealOf(member, open)).toMatchObject({
    stageName: "Paper out",
    customerName: "Harbour Group",
    ownerName: "Björn Ek",
  });
  // A column that is gone there stops nothing.
  salesforce.settings.columns.Opportunity = [{ name: "Seats__c", label: "Seats", type: "double" }];
  salesforce.change("Opportunity", open, { Seats__c: 120 });
  await readAgain(world, member, id);
  expect(await dealOf(member, open)).toMatchObject({ amount: 125_000 });

  salesforce.remove("Opportunity", open);
  expect(await readAgain(world, member, id)).toMatchObject({ removed: 1 });
  salesforce.restore("Opportunity", open);
  await readAgain(world, member, id);
  expect(await dealOf(member, open)).toMatchObject({ amount: 125_000 });
  salesforce.change("Opportunity", open, { Amount: null });
  await readAgain(world, member, id);
  expect((await recordsOf(member, "deals")).map(({ externalId }) => externalId)).toEqual([won]);
});

test("what is changed, deleted and brought back at random is here after one reading", async () => {
  const random = seeded(Number(process.env["TEST_SEED"] ?? 33));
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const stages = salesforce.settings.stages;
  const fill = (kind: "Account" | "Opportunity", number: number) => {
    if (kind === "Account") return { Name: `Account ${number}` };
    const { ApiName: StageName, IsClosed, IsWon } = pick(stages) ?? { ApiName: "", IsClosed: false, IsWon: false };
    return { Name: `Deal ${number}`, Amount: 1 + Math.floor(random() * 9_000), StageName, IsClosed, IsWon };
  };
  const same = ago(3);
  for (let one = 0; one < 700; one += 1) salesforce.add("Opportunity", fill("Opportunity", one), same);
  for (let one = 0; one < 150; one += 1) salesforce.add("Account", fill("Account", one), same);
  // Salesforce may answer fewer rows than were asked for.
  salesforce.settings.pageSize = 200;
  const member = await world.member();
  const id = await connect(member);
  await expectSame(member);
  const kinds = ["Account", "Opportunity"] as const;
  const binned: { kind: (typeof kinds)[number]; id: string }[] = [];
  // Stamped a minute before they are committed.
  const before = Date.now() - 60_000;
  for (let one = 0; one < 1_000; one += 1) {
    const kind = pick(kinds) ?? "Account";
    const found = pick(salesforce.objects(kind))?.Id;
    const dice = random();
    const back = dice > 0.9 ? binned.pop() : undefined;
    if (back) salesforce.restore(back.kind, back.id);
    else if (dice < 0.3 || !found) salesforce.add(kind, fill(kind, 1_000 + one), before);
    else if (dice < 0.7) salesforce.change(kind, found, fill(kind, 2_000 + one), before);
    else {
      salesforce.remove(kind, found);
      binned.push({ kind, id: found });
    }
  }
  await readAgain(world, member, id);
  await expectSame(member);
  expect(await recordsOf(member, "customers")).toHaveLength(salesforce.objects("Account").length);
  // Nothing was lost that a count would find; what vanishes without a trace is found by the nightly one.
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await recount(ctx, id);
  const log = async () =>
    (await member.call(calls.listConnectionLog, { params: { id: String(id) as never } }))
      .map((one) => one.message)
      .join();
  expect(await log()).not.toContain("read anew");
  for (const kind of kinds) for (const { Id } of salesforce.objects(kind).slice(0, 3)) salesforce.purge(kind, Id);
  await recount(ctx, id);
  await eventually(async () => {
    await readAgain(world, member, id);
    return isSame(member);
  });
  expect(await log()).toContain("read anew");
  await expectSame(member);
});

test("a fault between two pages loses nothing, and one inside an answer of 200 takes nothing away", async () => {
  const member = await world.member();
  for (let one = 0; one < 600; one += 1) salesforce.add("Account", { Name: `Many ${one}` }, ago(9));
  const isPage = ({ query }: { query: URLSearchParams }) => / FROM Account .*Id > '/.test(query.get("q") ?? "");
  salesforce.fail({ kind: "reset" }, { times: 2, on: isPage });
  await setUp(member);
  const [{ id } = { id: 0 }] = await member.call(calls.listConnections);
  await eventually(async () => salesforce.journal.some(({ fault }) => fault === "reset"));
  await eventually(async () => {
    await readAgain(world, member, id).catch(() => null);
    return (await connectionOf(member, id))?.lastSync !== null;
  });
  await expectSame(member);
  const body = JSON.stringify([{ errorCode: "QUERY_TIMEOUT", message: "Your query has been running for too long." }]);
  salesforce.fail({ kind: "malformed", body }, { on: ({ path }) => path.endsWith("/queryAll") });
  await expect(readAgain(world, member, id)).rejects.toThrow("running for too long");
  salesforce.heal();
  // The rest of a day's calls is left to others.
  salesforce.settings.usage = "12000/15000";
  await expect(readAgain(world, member, id)).rejects.toThrow("12000 of the 15000 calls");
  expect((await connectionOf(member, id))?.status).toBe("active");
  salesforce.settings.usage = "18/15000";
  await readAgain(world, member, id);
  await expectSame(member);
});

test("a wrong password is tried once, and a session that ends is begun again", async () => {
  const member = await world.member();
  const wrong = await setUp(member, { ...salesforceUser, password: "another" });
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining("Salesforce does not take these credentials"),
  ]);
  expect(salesforce.settings.wrong).toBe(1);
  expect((await setUp(member, { ...salesforceUser, login_url: "https://evil.example" })).text).toContain(
    "must be one of",
  );
  const id = await connect(member);
  salesforce.sessions.clear();
  await readAgain(world, member, id);
  expect((await connectionOf(member, id))?.status).toBe("active");
  // The password was changed there: nothing locks the person out.
  const user = salesforce.settings.user;
  salesforce.settings.user = { ...user, password: "changed" };
  salesforce.sessions.clear();
  const before = salesforce.settings.wrong;
  await expect(readAgain(world, member, id)).rejects.toThrow("does not accept this username");
  await expect(readAgain(world, member, id)).rejects.toThrow("does not accept this username");
  expect([salesforce.settings.wrong - before, (await connectionOf(member, id))?.status]).toEqual([1, "expired"]);
  salesforce.settings.user = user;
});

test("by OAuth its instance is called, refresh tokens count once, and a revoked one says so", async () => {
  const member = await world.member();
  const none = await member.send("GET", "/api/oauth/salesforce/authorize");
  expect([none.status, none.text]).toEqual([409, expect.stringContaining("SALESFORCE_CLIENT_ID")]);
  const id = await connectBySignIn(world, member, { type: "salesforce", credentials: salesforceClient });
  const [grant] = salesforce.grants.grants.slice(-1);
  const used = grant?.refresh;
  for (let time = 0; time < 2; time += 1) {
    if (grant) grant.expiresAt = 0;
    await readAgain(world, member, id);
  }
  expect(grant?.refresh).not.toBe(used);
  if (grant) Object.assign(grant, { isOver: true, expiresAt: 0 });
  await expect(readAgain(world, member, id)).rejects.toThrow("expired access");
  expect((await connectionOf(member, id))?.status).toBe("expired");
  if (grant) grant.isOver = false;
  await member.call(calls.disconnect, { params: { id: String(id) as never } });
  await eventually(async () => grant?.isOver === true);
  expect(await recordsOf(member, "deals")).toEqual([]);
});

test("another company sees and touches nothing of it", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const id = await connect(member);
  expect(await recordsOf(stranger, "deals")).toEqual([]);
  expect(await readOnce(world, stranger, id)).toBe(null);
  expect(await readAgain(world, member, id)).not.toBe(null);
});
