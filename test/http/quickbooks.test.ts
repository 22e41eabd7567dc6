import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { quickbooksSource } from "#connectors/quickbooks/source.ts";
import * as calls from "#features/integrations/contract.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { seeded } from "../clean.ts";
import { connectBySignIn, connectionOf, eventually, follow, readAgain, recordsOf } from "../connecting.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { client, openQuickBooks } from "../outside/quickbooks.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** QuickBooks against a stand-in: what becomes of its books here, and how changes and faults are followed. */
let books: Awaited<ReturnType<typeof openQuickBooks>>;
let world: World;
beforeAll(async () => {
  books = await openQuickBooks();
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors: [books.connector] });
});
afterEach(() => {
  books.heal();
  books.settings.realm = "9341453474484455";
  books.settings.agrees = true;
});
afterAll(async () => {
  await world?.close();
  await books?.close();
});

const signIn = { type: "quickbooks", credentials: client };
const connect = (member: Member) => connectBySignIn(world, member, signIn);
const again = (member: Member, id: number) => readAgain(world, member, id);
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const [thisMonth, year] = [day(0).slice(0, 7), day(0).slice(0, 4)];
const latest = async (member: Member, name: string) =>
  (await member.call(listMetrics, { query: { name } })).at(-1)?.metricValue;
/** What was called since, without pages and reports. */
const callsSince = (from: number) =>
  books.journal.slice(from).map(({ path }) => path.replace(/^\/v3\/company\/\d+\//, ""));

/** Reads until nothing is new: what happened while it was read the first time is read once more. */
async function settle(member: Member, id: number): Promise<void> {
  await again(member, id);
  await again(member, id);
}

test("its books become records, receivables, payables, cash, and profit and loss by month", async () => {
  const member = await world.member();
  const ref = (value: string, name: string) => ({ value, name });
  const usd = { CurrencyRef: ref("USD", "United States Dollar") };
  const harbour = books.add("Customer", {
    DisplayName: "Harbour Foods",
    FullyQualifiedName: "Harbour Foods",
    PrimaryEmailAddr: { Address: "pay@harbour.example" },
  });
  books.add("Customer", { DisplayName: "Pier 4", FullyQualifiedName: "Harbour Foods:Pier 4", Active: false });
  const mill = books.add("Vendor", { DisplayName: "Paper Mill" });
  const customer = { CustomerRef: ref(harbour, "Harbour Foods"), ...usd };
  const invoice = books.add("Invoice", {
    ...customer,
    DocNumber: "1037",
    TxnDate: day(20),
    DueDate: day(5),
    TotalAmt: 362.07,
    Balance: 162.07,
    Line: [{ Amount: 362.07 }],
  });
  const voided = books.add("Invoice", {
    ...customer,
    DocNumber: "1038",
    TxnDate: day(9),
    DueDate: day(1),
    TotalAmt: 80,
    Balance: 80,
    Line: [{ Amount: 80 }],
  });
  // Everything was given away: it is no void.
  books.add("Invoice", {
    ...customer,
    DocNumber: "1039",
    TxnDate: day(8),
    TotalAmt: 0,
    Balance: 0,
    Line: [{ Amount: 50 }, { Amount: -50 }],
  });
  books.add("CreditMemo", {
    ...customer,
    DocNumber: "C-1",
    TxnDate: day(7),
    TotalAmt: 20,
    RemainingCredit: 20,
    Balance: 20,
  });
  const rent = { AccountBasedExpenseLineDetail: { AccountRef: ref("60", "Rent") } };
  const bill = books.add("Bill", {
    VendorRef: ref(mill, "Paper Mill"),
    TxnDate: day(10),
    DueDate: day(-10),
    TotalAmt: 250.5,
    Balance: 250.5,
    Line: [{ Amount: 250.5, ...rent }],
  });
  books.add("Purchase", {
    EntityRef: { name: "Paper Mill", type: "Vendor" },
    TxnDate: day(3),
    TotalAmt: 30,
    Line: [{ Amount: 30, ...rent }],
    ...usd,
  });
  books.add("Purchase", {
    EntityRef: { name: "Ada Lee", type: "Employee" },
    TxnDate: day(3),
    TotalAmt: 10,
    Line: [{ Amount: 10 }],
  });
  books.add("Payment", { ...customer, TxnDate: day(2), TotalAmt: 200, PaymentRefNum: "chq 7" });
  books.add("SalesReceipt", { ...customer, TxnDate: day(2), TotalAmt: 55.5, DocNumber: "S-1" });
  books.add("RefundReceipt", { ...customer, TxnDate: day(2), TotalAmt: 5.5, DocNumber: "R-1" });
  const bank = { AccountType: "Bank", CurrencyRef: ref("USD", "United States Dollar") };
  const checking = books.add("Account", {
    ...bank,
    Name: "Checking",
    FullyQualifiedName: "Checking",
    CurrentBalance: 1_201,
  });
  books.add("Account", { Name: "Visa", AccountType: "Credit Card", CurrentBalance: -400 });
  for (const [id, name, group, below] of [
    ["70", "Services", "Income", undefined],
    ["71", "Repairs", "Income", "70"],
    ["50", "Parts", "COGS", undefined],
    ["60", "Rent", "Expenses", undefined],
    ["90", "Interest", "OtherIncome", undefined],
  ] as const)
    books.account({ id, name, group, ...(below && { below }) });
  // Booked on an account that has others below it, and on those.
  for (const [account, amount] of [
    ["70", 900.1],
    ["71", 99.95],
    ["50", 300.01],
    ["60", 200],
    ["90", 1.06],
  ] as const)
    books.post(account, thisMonth, amount);
  books.post("71", `${Number(year) - 1}-03`, 0.1 + 0.2);

  const id = await connect(member);
  expect(await connectionOf(member, id)).toMatchObject({ account: "Elm & Sons", status: "active", problem: null });
  expect(await recordsOf(member, "customers")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "Harbour Foods", email: "pay@harbour.example", status: "active" }),
      expect.objectContaining({ name: "Harbour Foods:Pier 4", status: "churned" }),
    ]),
  );
  expect((await recordsOf(member, "vendors")).map(({ name }) => name)).toEqual(["Paper Mill"]);
  const papers = async () =>
    new Map(
      (await recordsOf(member, "invoices")).map(({ externalId, ...row }) => [
        externalId,
        row as Record<string, unknown>,
      ]),
    );
  const first = await papers();
  expect(first.get(`Invoice:${invoice}`)).toMatchObject({
    number: "1037",
    customerName: "Harbour Foods",
    direction: "receivable",
    issuedOn: day(20),
    dueOn: day(5),
    amount: 362.07,
    openAmount: 162.07,
    status: "open",
    currency: "USD",
  });
  expect([...first.values()].find(({ number }) => number === "1039")).toMatchObject({ status: "paid", amount: 0 });
  expect([...first.values()].find(({ number }) => number === "C-1")).toMatchObject({
    document: "credit note",
    amount: -20,
    openAmount: -20,
  });
  // A bill without a currency is in that of the books, and one without a number has its id.
  expect(first.get(`Bill:${bill}`)).toMatchObject({
    direction: "payable",
    vendorName: "Paper Mill",
    number: bill,
    category: "Rent",
    openAmount: 250.5,
    currency: "USD",
  });
  const bought = [...first.values()].filter(({ direction, status }) => direction === "payable" && status === "paid");
  expect(bought.map(({ vendorName, amount }) => [vendorName ?? null, amount])).toEqual(
    expect.arrayContaining([
      ["Paper Mill", 30],
      [null, 10],
    ]),
  );
  expect((await recordsOf(member, "payments")).map(({ type, amount }) => [type, amount])).toEqual(
    expect.arrayContaining([
      ["charge", 200],
      ["charge", 55.5],
      ["refund", -5.5],
    ]),
  );
  expect(await recordsOf(member, "bankAccounts")).toMatchObject([{ name: "Checking", balance: 1201, status: "open" }]);
  const ledger = await recordsOf(member, "ledger");
  expect(ledger.map(({ account, month, type, actual }) => [account, month, type, actual])).toEqual(
    expect.arrayContaining([
      ["Services", `${thisMonth}-01`, "income", 900.1],
      ["Repairs", `${thisMonth}-01`, "income", 99.95],
      ["Parts", `${thisMonth}-01`, "cost of sales", 300.01],
      ["Interest", `${thisMonth}-01`, "other income", 1.06],
      ["Repairs", `${Number(year) - 1}-03-01`, "income", 0.3],
    ]),
  );
  await eventually(async () => (await latest(member, "profit")) === 501.1 && (await latest(member, "cash")) === 1201);
  expect([await latest(member, "revenue"), await latest(member, "expenses")]).toEqual([1000.05, 200]);
  expect(await latest(member, "daily_revenue")).toBe(250);
  expect(await journalOf(world, member)).toContain("integration.synced");

  // Without a change it costs one call, and is no event.
  await settle(member, id);
  const [from, entries] = [books.journal.length, (await journalOf(world, member)).length];
  expect(await again(member, id)).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 });
  expect(callsSince(from)).toEqual(["cdc"]);
  expect((await journalOf(world, member)).length).toBe(entries);

  // What is paid, voided or deleted there is so here, with the figures behind it.
  books.change("Invoice", invoice, { Balance: 0 });
  books.voidOf("Invoice", voided);
  books.remove("Bill", bill);
  books.change("Account", checking, { CurrentBalance: 1_363.07 });
  books.postings.splice(0, 1);
  books.post("70", thisMonth, 1_000.1);
  await again(member, id);
  const second = await papers();
  expect(second.get(`Invoice:${invoice}`)).toMatchObject({ status: "paid", openAmount: 0 });
  expect(second.get(`Invoice:${voided}`)).toMatchObject({ status: "void", amount: 0 });
  expect(second.has(`Bill:${bill}`)).toBe(false);
  await eventually(
    async () => (await latest(member, "revenue")) === 1100.05 && (await latest(member, "cash")) === 1363.07,
  );

  // A month without anything booked any more has no lines.
  books.postings.splice(0, books.postings.length);
  books.change("Account", checking, { Active: false });
  await again(member, id);
  expect(await recordsOf(member, "ledger")).toEqual([]);
  expect(await recordsOf(member, "bankAccounts")).toMatchObject([{ status: "closed" }]);

  // Another company sees none of it.
  expect(await recordsOf(await world.member(), "invoices")).toEqual([]);
});

const lines = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => row.join(" | ")).toSorted();

/** The documents and customers there and here, in the same words. */
async function compare(member: Member): Promise<void> {
  const invoices = await recordsOf(member, "invoices");
  const customers = await recordsOf(member, "customers");
  expect(
    lines([
      ...invoices
        .filter(({ externalId }) => externalId.startsWith("Invoice:"))
        .map(({ externalId, amount, openAmount }) => [externalId, amount, openAmount]),
      ...customers.map(({ externalId, name, status }) => [externalId, name, status]),
    ]),
  ).toEqual(
    lines([
      ...books.alive("Invoice").map(({ Id, TotalAmt, Balance }) => [`Invoice:${Id}`, TotalAmt, Balance]),
      ...books
        .alive("Customer")
        .map(({ Id, FullyQualifiedName, Active }) => [
          `Customer:${Id}`,
          FullyQualifiedName,
          Active === false ? "churned" : "active",
        ]),
    ]),
  );
}

/** Adds, pays, voids, renames, archives and deletes at random. */
function shuffle(random: () => number, times: number): void {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const name = () => `Party ${Math.floor(random() * 1e6)}`;
  for (let at = 0; at < times; at += 1) {
    const roll = random();
    const invoice = pick(books.alive("Invoice"))?.Id;
    const customer = pick(books.alive("Customer"));
    if (roll < 0.35 || !invoice || !customer) {
      const TotalAmt = Math.floor(random() * 1e6 + 1) / 100;
      const CustomerRef = customer && { value: customer.Id, name: customer["FullyQualifiedName"] };
      books.add("Invoice", {
        TxnDate: day(Math.floor(random() * 300)),
        TotalAmt,
        Balance: TotalAmt,
        Line: [{ Amount: TotalAmt }],
        CustomerRef,
      });
      if (roll < 0.1 || !customer) books.add("Customer", { DisplayName: "", FullyQualifiedName: name() });
    } else if (roll < 0.55) books.change("Invoice", invoice, { Balance: 0 });
    else if (roll < 0.65) books.voidOf("Invoice", invoice);
    else if (roll < 0.8) books.remove("Invoice", invoice);
    else if (roll < 0.9) books.change("Customer", customer.Id, { Active: !customer.Active });
    else books.change("Customer", customer.Id, { FullyQualifiedName: name() });
  }
}

test.each([1, 2, 3])(
  "changes made at random are all here after one reading (seed %i)",
  async (seed) => {
    const random = seeded(seed);
    const member = await world.member();
    shuffle(random, 150);
    const id = await connect(member);
    await compare(member);
    // Written late, under a stamp of a minute before the last reading.
    books.settings.lateMs = 60_000;
    shuffle(random, 150);
    books.settings.lateMs = 0;
    await again(member, id);
    await compare(member);
    shuffle(random, 200);
    expect(await again(member, id)).toMatchObject({ refused: 0 });
    await compare(member);
  },
  240_000,
);

test("more pages than one: what is deleted between them, or was missed, is mended", async () => {
  const member = await world.member();
  const random = seeded(9);
  shuffle(random, 60);
  for (let at = 0; at < 1_100; at += 1)
    books.add("Invoice", { TxnDate: day(30), TotalAmt: 10, Balance: 10, Line: [{ Amount: 10 }] }, 30 * 86_400_000);
  // Rows of the first page go while the second is asked for: the pages move.
  const served = books.journal.length;
  const { call } = { call: books.alive("Invoice").slice(0, 20) };
  books.fail(
    { kind: "refuse", status: 500 },
    {
      times: 1,
      on: ({ query }) => {
        const isSecond = /FROM Invoice.*STARTPOSITION 501 /.test(query.get("query") ?? "");
        if (isSecond) for (const { Id } of call) books.remove("Invoice", Id);
        return isSecond;
      },
    },
  );
  const { authUrl, id } = await member.call(calls.setUpCredentials, {
    body: { integrationId: "quickbooks", credentials: client },
  });
  await follow(world, member, authUrl ?? "");
  await eventually(async () => {
    await again(member, id).catch(() => null);
    return (await connectionOf(member, id))?.lastSync !== null;
  });
  expect(books.journal.slice(served).some(({ fault }) => fault === "refuse")).toBe(true);
  await compare(member);

  // An answer of changes holds 1,000 objects: more are asked for by entity, and too many even so are read anew.
  for (const [at, { Id }] of books.alive("Invoice").entries())
    if (at < 600) books.change("Invoice", Id, { Balance: 0 });
  for (let at = 0; at < 600; at += 1) books.add("Customer", { DisplayName: "", FullyQualifiedName: `Many ${at}` });
  let from = books.journal.length;
  await again(member, id);
  await compare(member);
  expect(callsSince(from).filter((path) => path === "cdc")).toHaveLength(16);
  for (const { Id, TotalAmt } of books.alive("Invoice"))
    if (Number(TotalAmt) >= 1) books.change("Invoice", Id, { Balance: 1 });
  books.remove("Invoice", books.alive("Invoice")[0]?.Id ?? "");
  from = books.journal.length;
  await again(member, id);
  await compare(member);
  expect(callsSince(from)).toContain("query");

  // Rows that no list of changes names: a day later the count differs, and they are looked for.
  await settle(member, id);
  await world.asOwner(
    "DELETE FROM invoices WHERE company_id = $1 AND external_id IN (SELECT external_id FROM invoices WHERE company_id = $1 LIMIT 7)",
    [member.user.companyId],
  );
  const back = travelTo(new Date(Date.now() + 86_400_000 + 60_000));
  await again(member, id).finally(back);
  await compare(member);
}, 240_000);

test("a connection that slept longer than changes are kept is read anew, and what went meanwhile goes", async () => {
  const member = await world.member();
  shuffle(seeded(5), 80);
  const id = await connect(member);
  await settle(member, id);
  const [first] = books.alive("Invoice");
  books.remove("Invoice", first?.Id ?? "");
  const back = travelTo(new Date(Date.now() + 31 * 86_400_000));
  // The sign-in was used all the time, only readings failed.
  const from = books.journal.length;
  await again(member, id).finally(back);
  expect(callsSince(from)).not.toContain("cdc");
  await compare(member);
});

test("the sign-in names the company; without it, or with another one, nothing of the first stays", async () => {
  const member = await world.member();
  books.add("Customer", { DisplayName: "Only one", FullyQualifiedName: "Only one" });
  const { authUrl } = await member.call(calls.setUpCredentials, {
    body: { integrationId: "quickbooks", credentials: client },
  });
  const page = await fetch(authUrl ?? "", { redirect: "manual" });
  const forged = new URL(page.headers.get("location") ?? "");
  expect(forged.searchParams.get("realmId")).toBe("9341453474484455");
  forged.searchParams.set("realmId", "../companyinfo");
  const answer = await fetch(world.url + forged.pathname + forged.search, {
    redirect: "manual",
    headers: { cookie: member.cookie ?? "" },
  });
  expect(answer.headers.get("location")).toBe("/integrations?refused=refused");
  expect(await member.call(calls.listConnections)).toMatchObject([{ status: "pending" }]);
  const id = await connect(member);
  const count = (await recordsOf(member, "invoices")).length;
  expect(count).toBeGreaterThan(0);

  // Reconnected to another company's books, which have one invoice only.
  const kept = books.alive("Invoice").map(({ Id }) => Id);
  for (const Id of kept.slice(1)) books.remove("Invoice", Id);
  books.settings.realm = "4620816365000001";
  const { authUrl: next } = await member.call(calls.authorizeConnection, { params: { type: "quickbooks" } });
  expect(await follow(world, member, next)).toBe("/integrations?connected");
  await eventually(async () => {
    await again(member, id);
    return (
      (await recordsOf(member, "invoices")).filter(({ externalId }) => externalId.startsWith("Invoice:")).length === 1
    );
  });
});

test("tokens rotate and are renewed once, also if a refusal comes with status 200; a revoked sign-in says reconnect", async () => {
  const member = await world.member();
  const id = await connect(member);
  const tokens = () => books.journal.filter(({ path }) => path === "/oauth2/v1/tokens/bearer").length;
  const before = tokens();
  for (const grant of books.grants) grant.expiresAt = 0;
  await Promise.all([member.call(calls.testConnection, { params: { id } as never }), again(member, id)]);
  expect(tokens()).toBe(before + 1);
  const body = JSON.stringify({
    fault: {
      error: [{ message: "message=AuthenticationFailed; errorCode=003200; statusCode=401", code: "3200" }],
      type: "AUTHENTICATION",
    },
  });
  books.fail({ kind: "malformed", body }, { times: 1, on: ({ path }) => path.endsWith("/cdc") });
  await again(member, id);
  expect(tokens()).toBe(before + 2);
  expect(await connectionOf(member, id)).toMatchObject({ status: "active", problem: null });

  for (const grant of books.grants) grant.isOver = true;
  await again(member, id).catch(() => null);
  expect(await connectionOf(member, id)).toMatchObject({ status: "expired" });
  // Connecting again goes on.
  const { authUrl } = await member.call(calls.authorizeConnection, { params: { type: "quickbooks" } });
  expect(await follow(world, member, authUrl)).toBe("/integrations?connected");
  expect(await connectionOf(member, id)).toMatchObject({ status: "active" });
});

test("faults inside an answer, limits without a header, a half answer and an unknown report change nothing and say why", async () => {
  const member = await world.member();
  const id = await connect(member);
  await settle(member, id);
  const problemAfter = async () => {
    await again(member, id).catch(() => null);
    const { status, problem } = (await connectionOf(member, id)) ?? {};
    return [status, problem];
  };
  const count = (await recordsOf(member, "invoices")).length;
  const Fault = { Error: [{ Message: "Service is down", Detail: "", code: "10000" }], type: "SystemFault" };
  books.fail({ kind: "malformed", body: JSON.stringify({ Fault, time: "2026-11-20T00:00:00-08:00" }) });
  expect(await problemAfter()).toEqual(["active", "QuickBooks says: Service is down"]);
  books.heal();
  books.fail({
    kind: "refuse",
    status: 429,
    body: {
      fault: { error: [{ message: "message=ThrottleExceeded; errorCode=003001; statusCode=429" }], type: "SERVICE" },
    },
  });
  expect(await problemAfter()).toEqual(["active", "QuickBooks asked to be called less often."]);
  books.heal();
  books.fail({ kind: "malformed" });
  expect(await problemAfter()).toEqual(["active", "The answer of QuickBooks could not be read."]);
  books.heal();
  // The profit and loss does not add up: records go on, and nothing of it is taken.
  books.account({ id: "61", name: "Odd", group: "Expenses" });
  books.post("61", thisMonth, 12.5);
  books.add("Vendor", { DisplayName: "New vendor" });
  books.fail(
    {
      kind: "malformed",
      body: JSON.stringify({
        Header: { Currency: "USD" },
        Columns: { Column: [{}, { MetaData: [{ Name: "StartDate", Value: "2026-01-01" }] }] },
        Rows: {
          Row: [
            { group: "Income", Rows: {}, Summary: { ColData: [{}, { value: "5.00" }] } },
            { group: "NetIncome", Summary: { ColData: [{}, { value: "4.00" }] } },
          ],
        },
      }),
    },
    { on: ({ path }) => path.endsWith("ProfitAndLoss") },
  );
  expect((await problemAfter())[1]).toContain("profit and loss of QuickBooks has amounts");
  expect((await recordsOf(member, "vendors")).map(({ name }) => name)).toContain("New vendor");
  expect((await recordsOf(member, "ledger")).map(({ account }) => account)).not.toContain("Odd");
  books.heal();
  expect(await problemAfter()).toEqual(["active", null]);
  expect((await recordsOf(member, "ledger")).map(({ account }) => account)).toContain("Odd");
  expect((await recordsOf(member, "invoices")).length).toBe(count);
});

test("removing it ends the sign-in there and wipes it here; a stranger can do nothing with it", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const id = await connect(member);
  expect((await stranger.send("DELETE", `/api/integrations/${id}`)).status).toBe(404);
  await member.call(calls.disconnect, { params: { id } as never });
  await hurryDeliveries(world);
  await eventually(async () => books.revoked.length > 0);
  expect(await member.call(calls.listConnections)).toEqual([]);
  const [row] = await world.asOwner<Record<string, unknown>>("SELECT * FROM connections WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(row).toMatchObject({ sealed_credentials: null, sealed_refresh: null, cursor: null, account_id: null });
  expect(quickbooksSource.targets).toContain("ledger");
});
