import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as product from "#app/rooms.ts";
import { stripeConnector } from "#connectors/stripe/connector.ts";
import { jobContext } from "#features/accounts/service.ts";
import { setLocale } from "#features/accounts/contract.ts";
import * as calls from "#features/integrations/contract.ts";
import { sync } from "#features/integrations/syncing/service.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { openStripe, stripeKey } from "../outside/stripe.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

let stripe: Awaited<ReturnType<typeof openStripe>>;
let world: World;
beforeAll(async () => {
  stripe = await openStripe();
  const rooms = { ...product, connectors: [stripeConnector(stripe.url)] };
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, rooms);
});
afterEach(() => stripe.heal());
afterAll(async () => {
  await world?.close();
  await stripe?.close();
});

/** Until something holds that happens in the background. */
const eventually = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 60_000, interval: 200 });
const day = 86_400;
const at = (ago: number): number => Math.floor(Date.now() / 1_000) - ago * day;
const credentials = (key = stripeKey) => ({
  body: { integrationId: "stripe", credentials: { secret_key: key } },
});
async function connect(member: Member): Promise<number> {
  const { id } = await member.call(calls.setUpCredentials, credentials());
  await eventually(async () => (await member.call(calls.listConnections))[0]?.lastSync !== null);
  return id;
}
const rowsOf = async (member: Member, kind: RecordKind) =>
  (await member.call(listRecords, { params: { kind }, query: {} })).rows.map(({ fields }) => fields);
const again = async ({ user }: Member, id: number) =>
  sync(await jobContext(world.boardroom.platform, mintCompany(user.companyId)), id);

test("its customers, plans, invoices and payments become records, and daily revenue their sum", async () => {
  const [harbour, quay] = [
    stripe.add("customers", { name: "Harbour Foods", email: "pay@harbour.example", created: at(40) }),
    stripe.add("customers", { description: "Quay Cafe", created: at(39) }),
  ];
  stripe.add("subscriptions", {
    customer: harbour,
    status: "active",
    currency: "usd",
    created: at(30),
    canceled_at: null,
  });
  const invoice = stripe.add("invoices", {
    customer: harbour,
    number: "HF-1",
    status: "open",
    total: 120_050,
    amount_remaining: 20_050,
    currency: "usd",
    created: at(20),
    effective_at: at(20),
    due_date: at(5),
  });
  const draft = stripe.add("invoices", {
    customer: quay,
    number: null,
    status: "draft",
    total: 900,
    amount_remaining: 900,
    created: at(3),
  });
  const paid = { currency: "usd", created: at(2) };
  stripe.add("balance_transactions", { ...paid, amount: 100_000, fee: 2_930, net: 97_070, payer: "Harbour Foods" });
  stripe.add("balance_transactions", { ...paid, amount: 5_500, fee: 190, net: 5_310 });
  stripe.add("balance_transactions", {
    ...paid,
    amount: -5_500,
    fee: 0,
    net: -5_500,
    type: "refund",
    reporting_category: "refund",
  });
  stripe.add("balance_transactions", {
    ...paid,
    amount: -90_000,
    fee: 0,
    net: -90_000,
    type: "payout",
    reporting_category: "payout",
  });

  const member = await world.member();
  const id = await connect(member);
  expect(await rowsOf(member, "customers")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "Harbour Foods", email: "pay@harbour.example", status: "active" }),
      expect.objectContaining({ name: "Quay Cafe" }),
    ]),
  );
  expect(await rowsOf(member, "subscriptions")).toMatchObject([
    {
      name: "Care plan",
      customerName: "Harbour Foods",
      amount: 20,
      interval: "month",
      status: "active",
      currency: "USD",
    },
  ]);
  expect(await rowsOf(member, "invoices")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        number: "HF-1",
        customerName: "Harbour Foods",
        amount: 1200.5,
        openAmount: 200.5,
        status: "open",
        direction: "receivable",
      }),
      expect.objectContaining({ number: draft, status: "draft" }),
    ]),
  );
  expect((await rowsOf(member, "payments")).map(({ type, amount, net }) => [type, amount, net])).toEqual(
    expect.arrayContaining([
      ["charge", 1000, 970.7],
      ["charge", 55, 53.1],
      ["refund", -55, -55],
      ["payout", -900, -900],
    ]),
  );
  await eventually(async () => {
    const series = await member.call(listMetrics, { query: { name: "daily_revenue" } });
    return series.at(-1)?.metricValue === 1000;
  });
  expect(await journalOf(world, member)).toContain("integration.synced");

  // What happened while it was read the first time is read once more.
  await again(member, id);
  // Without a change it costs one call for events and one for the balance, and is no event.
  const [before, records] = [stripe.journal.length, (await journalOf(world, member)).length];
  expect(await again(member, id)).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 });
  expect(stripe.journal.slice(before).map(({ path }) => path)).toEqual(["/v1/events", "/v1/balance_transactions"]);
  expect((await journalOf(world, member)).length).toBe(records);

  // What changed or went there changes and goes here.
  stripe.change("invoices", invoice, { status: "paid", amount_remaining: 0, status_transitions: { paid_at: at(0) } });
  stripe.change("customers", quay, { name: "Quay Café" });
  stripe.remove("invoices", draft);
  expect(await again(member, id)).toMatchObject({ added: 0, changed: 2, removed: 1 });
  expect(await rowsOf(member, "invoices")).toMatchObject([{ number: "HF-1", status: "paid", openAmount: 0 }]);
  stripe.remove("customers", quay);
  expect(await again(member, id)).toMatchObject({ removed: 1 });
  expect((await rowsOf(member, "customers")).map(({ name }) => name)).toEqual(["Harbour Foods"]);
});

test("amounts keep the exponent of their currency", async () => {
  const member = await world.member();
  for (const [currency, amount] of [
    ["jpy", 1_234],
    ["eur", 1_234],
  ] as const)
    stripe.add("balance_transactions", {
      currency,
      amount,
      fee: 0,
      net: amount,
      created: at(1),
      description: "exponents",
    });
  await connect(member);
  const rows = (await rowsOf(member, "payments")).filter(({ description }) => description === "exponents");
  expect(new Map(rows.map(({ currency, amount }) => [currency, amount]))).toEqual(
    new Map([
      ["JPY", 1234],
      ["EUR", 12.34],
    ]),
  );
});

test("a key that does not work, or may not read the balance, is refused in Stripe's own words", async () => {
  const member = await world.member();
  const wrong = await member.send(
    "POST",
    "/api/integrations/setup-credentials",
    credentials("rk_test_wrongwrongwrong"),
  );
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("Stripe does not take these credentials")]);
  stripe.settings.mayReadBalance = false;
  const denied = await member.send("POST", "/api/integrations/setup-credentials", credentials());
  stripe.settings.mayReadBalance = true;
  expect(denied.text).toContain("rak_balance_transaction_read");
  const public_ = await member.send("POST", "/api/integrations/setup-credentials", credentials("pk_test_publishable1"));
  expect(public_.text).toContain("rk_");
  expect(await member.call(calls.listConnections)).toEqual([]);
});

test("a fault in the middle of a reading loses nothing and doubles nothing", async () => {
  const member = await world.member();
  for (let one = 0; one < 250; one += 1) stripe.add("customers", { name: `Many ${one}`, created: at(50) });
  stripe.fail({ kind: "refuse", status: 500 }, { times: 1, on: ({ query }) => query.has("starting_after") });
  const { id } = await member.call(calls.setUpCredentials, credentials());
  await eventually(async () => stripe.journal.some(({ fault }) => fault === "refuse"));
  stripe.heal();
  await eventually(async () => {
    await again(member, id).catch(() => null);
    return (await member.call(calls.listConnections))[0]?.lastSync !== null;
  });
  const { total } = await member.call(listRecords, { params: { kind: "customers" }, query: { q: "Many" } });
  expect(total).toBe(250);
});

test("another company sees and touches nothing of it", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const id = await connect(member);
  expect(await rowsOf(stranger, "payments")).toEqual([]);
  expect(await again(stranger, id).catch((error: Error) => error.message)).toBe(null);
});

test.each([
  ["JPY", 0],
  ["KWD", 3],
  ["EUR", 2],
  ["USD", 2],
] as const)("daily revenue in %s is Stripe's own total over a change of summer time", async (currency, digits) => {
  const member = await world.member();
  const timeZone = "Europe/Berlin";
  await member.call(setLocale, { body: { currency, timeZone } });
  const part = (moment: number, of: "hour" | "day") =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      ...(of === "day" ? {} : { hour: "2-digit", hourCycle: "h23" }),
    }).format(new Date(moment));
  const hour = 3_600_000;
  // Clocks were set on the day before; older than what other tests add.
  let change = Math.floor(Date.now() / hour) * hour - 60 * 24 * hour;
  while (part(change, "hour") === part(change - 24 * hour, "hour")) change -= hour;
  const totals = new Map<string, number>();
  for (let moment = change - 30 * hour; moment <= change + 30 * hour; moment += hour / 2) {
    const amount = 1 + ((moment / hour) % 97) * 1_003;
    const isRefund = (moment / (hour / 2)) % 7 === 0;
    const signed = Math.round(isRefund ? -amount / 3 : amount);
    stripe.add("balance_transactions", {
      currency: currency.toLowerCase(),
      type: isRefund ? "refund" : "charge",
      amount: signed,
      fee: 0,
      net: signed,
      created: moment / 1_000,
    });
    const on = part(moment, "day");
    totals.set(on, (totals.get(on) ?? 0) + signed);
  }
  await connect(member);
  const days = [...totals.keys()];
  const revenue = async () => {
    const rows = await member.call(listMetrics, { query: { name: "daily_revenue" } });
    return new Map(
      rows
        .map(({ measurementDate: on, metricValue }) => [on, metricValue] as const)
        .filter(([on]) => days.includes(on)),
    );
  };
  const expected = new Map([...totals].map(([on, minor]) => [on, minor / 10 ** digits]));
  await vi.waitFor(async () => expect(await revenue()).toEqual(expected), { timeout: 60_000, interval: 300 });
});
