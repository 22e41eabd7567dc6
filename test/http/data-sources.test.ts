import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as product from "#app/rooms.ts";
import { stripeConnector } from "#connectors/stripe/connector.ts";
import { jobContext } from "#features/accounts/service.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import * as calls from "#features/integrations/contract.ts";
import { recount } from "#features/integrations/recounting/service.ts";
import { sync, syncInBackground } from "#features/integrations/syncing/service.ts";
import { listMetrics, recordMetrics } from "#features/metrics/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { chooseMetricSource, listFreshness, listMetricSources } from "#features/metrics/sources/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { markStale } from "#features/records/figures/store.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { openStripe, stripeKey } from "../outside/stripe.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let stripe: Awaited<ReturnType<typeof openStripe>>;
let world: World;
/** What the service counts; null: it does not count. */
let counted: Record<string, number> | null = null;
beforeAll(async () => {
  stripe = await openStripe();
  const plain = stripeConnector(stripe.url);
  const connector = {
    ...plain,
    get source() {
      return plain.source && { ...plain.source, ...(counted && { count: async () => counted ?? {} }) };
    },
  };
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors: [connector] });
});
afterEach(() => {
  counted = null;
  stripe.heal();
});
afterAll(async () => {
  await world?.close();
  await stripe?.close();
});

const day = 86_400;
const noon = (ago: number): number => Math.floor(Date.now() / 1_000 / day) * day + day / 2 - ago * day;
const dayOf = (ago: number): string => new Date(noon(ago) * 1_000).toISOString().slice(0, 10);
const credentials = { integrationId: "stripe", credentials: { secret_key: stripeKey } };
const ctxOf = ({ user }: Member) => jobContext(world.boardroom.platform, mintCompany(user.companyId));
async function connect(member: Member): Promise<number> {
  const { id } = await member.call(calls.setUpCredentials, { body: credentials });
  await vi.waitFor(async () => expect((await member.call(calls.listConnections))[0]?.lastSync).not.toBeNull(), {
    timeout: 60_000,
  });
  return id;
}
const revenue = async (member: Member) =>
  (await member.call(listMetrics, { query: { name: "daily_revenue" } })).map(
    ({ measurementDate, metricValue, source }) => [measurementDate, metricValue, source],
  );
const pay = (ago: number, amount: number, currency = "usd") =>
  stripe.add("balance_transactions", { currency, amount, fee: 0, net: amount, created: noon(ago) });

test("of each day one source counts, never a sum: what is typed, then the service, then files; a person can choose", async () => {
  pay(5, 10_000);
  pay(3, 30_000);
  const member = await world.member();
  // The same sales from a file, and a day that only the file has.
  for (const [ago, amount] of [
    [5, 100],
    [4, 40],
    [3, 333],
    [9, 90],
  ] as const)
    await member.call(addRecord, {
      body: {
        kind: "payments",
        source: "api",
        externalId: `file-${ago}`,
        fields: { paidOn: dayOf(ago), type: "charge", amount },
      },
    });
  await vi.waitFor(async () => expect(await revenue(member)).toHaveLength(4), { timeout: 60_000 });
  await connect(member);
  // Between the first and the last payment Stripe knows every day: none on the fourth.
  const usual = [
    [dayOf(9), 90, "records"],
    [dayOf(5), 100, "stripe"],
    [dayOf(4), 0, "stripe"],
    [dayOf(3), 300, "stripe"],
  ];
  await vi.waitFor(async () => expect(await revenue(member)).toEqual(usual), { timeout: 60_000 });
  expect((await member.call(getDashboard)).revenue?.source).toBe("stripe");
  expect(await member.call(listMetricSources, { query: { name: "daily_revenue" } })).toMatchObject({
    chosen: null,
    sources: [
      { source: "stripe", days: 3 },
      { source: "records", days: 4 },
    ],
  });

  await member.call(chooseMetricSource, { body: { name: "daily_revenue", source: "records" } });
  expect(await journalOf(world, member)).toContain("metric.source_chosen");
  expect(await revenue(member)).toEqual([
    [dayOf(9), 90, "records"],
    [dayOf(5), 100, "records"],
    [dayOf(4), 40, "records"],
    [dayOf(3), 333, "records"],
  ]);
  expect((await member.call(getDashboard)).metrics.dailyRevenue).toBe(333);
  const q = JSON.stringify({
    subject: "figures",
    filters: [{ field: "name", test: "is", values: ["daily_revenue"] }],
    measure: { of: "sum", field: null },
  });
  expect((await member.call(exploreRows, { query: { q } })).total.value).toBe(563);
  await member.call(recordMetrics, {
    body: { source: "manual", points: [{ metricName: "daily_revenue", metricValue: 7, measurementDate: dayOf(3) }] },
  });
  expect((await revenue(member)).at(-1)).toEqual([dayOf(3), 7, "manual"]);

  const before = (await journalOf(world, member)).length;
  const refused = await member.send("PUT", "/api/metrics/sources", {
    body: { name: "daily_revenue", source: "quickbooks" },
  });
  expect(refused.status).toBe(422);
  expect(await journalOf(world, member)).toHaveLength(before);
  await member.call(chooseMetricSource, { body: { name: "daily_revenue", source: null } });
  expect((await revenue(member))[2]).toEqual([dayOf(4), 0, "stripe"]);
  const stranger = await world.member();
  expect(await stranger.call(listMetricSources, { query: { name: "daily_revenue" } })).toEqual({
    chosen: null,
    sources: [],
  });
});

test("revenue is the service's own total to the last decimal, in each currency by itself, over the change of summer time", async () => {
  const member = await world.member();
  const turn = Date.parse("2026-10-25T00:00:00Z") / 1_000;
  const sums = new Map<string, number>();
  const digits = { jpy: 0, kwd: 3, eur: 2, usd: 2 } as const;
  for (const [at, currency] of (["jpy", "kwd", "eur", "usd"] as const).entries())
    for (let hour = 0; hour < 50; hour += 1) {
      const amount = 1_001 + hour * 7 + at;
      const created = turn + hour * 3_600;
      stripe.add("balance_transactions", { currency, amount, fee: 0, net: amount, created, description: "turn" });
      sums.set(currency, (sums.get(currency) ?? 0) + amount);
    }
  await connect(member);
  const total = async (name: string) =>
    (await member.call(listMetrics, { query: { name, from: "2026-10-24", to: "2026-10-28" } })).reduce(
      (sum, { metricValue }) => sum + metricValue,
      0,
    );
  for (const currency of ["usd", "jpy", "kwd", "eur"] as const)
    await vi.waitFor(
      async () =>
        expect(await total(currency === "usd" ? "daily_revenue" : `daily_revenue_${currency}`)).toBeCloseTo(
          (sums.get(currency) ?? 0) / 10 ** digits[currency],
          6,
        ),
      { timeout: 60_000 },
    );
});

test("a source that is silent for three intervals is named in answers, forecasts and queries, and no longer when it is read", async () => {
  for (let ago = 1; ago < 90; ago += 1) pay(ago, 10_000 + ago);
  const member = await world.member();
  await hire(member, "CFO");
  const id = await connect(member);
  await vi.waitFor(async () => expect((await revenue(member)).length).toBeGreaterThan(60), { timeout: 60_000 });
  const ask = async (question: string) => {
    const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
    return vi.waitFor(
      async () => {
        const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
        expect(found?.answered).toBe(true);
        return JSON.stringify(found?.answer);
      },
      { timeout: 60_000 },
    );
  };
  const questions = ["What was our revenue in the last 30 days?", "What revenue do you expect for the next 30 days?"];
  const q = JSON.stringify({ subject: "payments" });
  for (const question of questions) expect(await ask(question)).not.toContain("last read");
  expect((await member.call(exploreRows, { query: { q } })).silent).toBeUndefined();
  await world.asOwner("UPDATE data_sources SET read_at = now() - interval '46 minutes' WHERE company_id = $1", [
    member.user.companyId,
  ]);
  for (const question of questions)
    expect(await ask(question)).toMatch(/Stripe was last read on .* may be out of date/);
  expect((await member.call(exploreRows, { query: { q } })).silent).toHaveLength(1);
  // Rows that do not come from it have nothing to do with it.
  expect((await member.call(exploreRows, { query: { q: '{"subject":"tickets"}' } })).silent).toBeUndefined();
  await sync(await ctxOf(member), id);
  expect((await member.call(exploreRows, { query: { q } })).silent).toBeUndefined();
  expect(await member.call(listFreshness)).toMatchObject([{ source: "stripe", name: "Stripe", everyMinutes: 15 }]);
});

test("a source that is silent for three intervals makes one notice, however often it fails, and another once it was read", async () => {
  const member = await world.member();
  const id = await connect(member);
  const { user } = member;
  const notices = async () =>
    (await member.call(listNotifications, { query: {} })).items.filter(({ kind }) => kind === "integration");
  const seen = async () => (await journalOf(world, member)).filter((one) => one.startsWith("integration.s")).length;
  const fail = async (minutesAgo: number, times: number) => {
    await world.asOwner(
      "UPDATE connections SET last_sync_at = now() - $2::int * interval '1 minute', sync_until = NULL WHERE company_id = $1",
      [user.companyId, minutesAgo],
    );
    stripe.fail({ kind: "refuse", status: 503 });
    for (let at = 0; at < times; at += 1) await syncInBackground(await ctxOf(member), id);
    stripe.heal();
  };
  await fail(40, 1);
  const before = await seen();
  await fail(46, 2);
  await vi.waitFor(async () => expect(await notices()).toHaveLength(1), { timeout: 30_000 });
  expect((await notices())[0]?.title).toBe("Stripe cannot be read");
  expect(await seen()).toBe(before + 1);
  // Five failures are an error, and no second notice.
  for (let at = 0; at < 3; at += 1) {
    stripe.fail({ kind: "refuse", status: 503 });
    await syncInBackground(await ctxOf(member), id);
  }
  stripe.heal();
  await vi.waitFor(async () => expect(await seen()).toBe(before + 2), { timeout: 30_000 });
  await syncInBackground(await ctxOf(member), id);
  await fail(50, 1);
  await vi.waitFor(async () => expect(await notices()).toHaveLength(2), { timeout: 30_000 });
});

test("a count that differs from the service's is logged, and everything is read anew", async () => {
  stripe.add("customers", { name: "Counted", created: noon(2) });
  const member = await world.member();
  const id = await connect(member);
  const here = async () =>
    Number(
      (
        await world.asOwner<{ n: string }>("SELECT count(*) AS n FROM customers WHERE company_id = $1", [
          member.user.companyId,
        ])
      )[0]?.n,
    );
  const all = await here();
  counted = { customers: all };
  await recount(await ctxOf(member), id);
  const logged = async () =>
    (await member.call(calls.listConnectionLog, { params: { id: String(id) as never } })).map(({ message }) => message);
  expect((await logged()).join(" ")).not.toContain("read anew");
  await world.asOwner("DELETE FROM customers WHERE company_id = $1 AND name = 'Counted'", [member.user.companyId]);
  await recount(await ctxOf(member), id);
  expect(await logged()).toContain(`Stripe counts ${all} customers instead of ${all - 1}: everything is read anew.`);
  await vi.waitFor(async () => expect(await here()).toBe(all), { timeout: 60_000 });
});

test("a month of the ledger comes from one source, and an account that a service keeps too counts once", async () => {
  const member = await world.member();
  const month = `${dayOf(70).slice(0, 8)}01`;
  const line = (externalId: string, fields: object) =>
    member.call(addRecord, { body: { kind: "ledger", source: "api", externalId, fields } as never });
  await line("file-income", { month, account: "Sales", type: "income", actual: 900, budget: 1_000 });
  await line("file-cost", { month, account: "Rent", type: "expense", actual: 300 });
  await line("books-income", { month, account: "Services", type: "income", actual: 800 });
  await line("books-cost", { month, account: "Office", type: "expense", actual: 250 });
  for (const [externalId, balance] of [
    ["file", 5_000],
    ["books", 4_000],
  ] as const)
    await member.call(addRecord, {
      body: {
        kind: "bankAccounts",
        source: "api",
        externalId: `${externalId}-account`,
        fields: { name: "Checking", status: "open", balance, balanceOn: dayOf(1) },
      },
    });
  const latest = async (name: string) =>
    (await member.call(listMetrics, { query: { name } })).at(-1)?.metricValue ?? null;
  await vi.waitFor(async () => expect(await latest("revenue")).toBe(1_700), { timeout: 60_000 });
  for (const table of ["ledger", "bank_accounts"])
    await world.asOwner(
      `UPDATE ${table} SET source = 'quickbooks' WHERE company_id = $1 AND external_id LIKE 'books-%'`,
      [member.user.companyId],
    );
  const ctx = await ctxOf(member);
  await write(ctx, async (tx) => {
    await markStale(tx, "ledger", false);
    await markStale(tx, "cash", false);
  });
  await vi.waitFor(
    async () =>
      expect([await latest("revenue"), await latest("expenses"), await latest("profit"), await latest("cash")]).toEqual(
        [800, 250, 550, 4_000],
      ),
    { timeout: 60_000 },
  );
  // A budget counts wherever it comes from.
  expect(await latest("revenue_budget")).toBe(1_000);
});
