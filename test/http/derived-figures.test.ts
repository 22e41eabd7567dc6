// On both databases: sums and balances are worked out in SQL.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { listSeries, listMetrics, recordMetrics } from "#features/metrics/contract.ts";
import { applyRules, listRules, setRules } from "#features/records/categories/contract.ts";
import { addRecord, type BusinessRecord, changeRecord, type RecordKind } from "#features/records/contract.ts";
import { exportRecords, listRecords } from "#features/records/list/contract.ts";
import { removeImported, removeRecord, restoreRecords } from "#features/records/removals/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { importFile } from "../importing.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
const on = (days: number) => addDays(today, days);
type Fields = Record<string, string | number | null>;
const add = (member: Member, kind: RecordKind, fields: Fields, source: "manual" | "api" = "manual") =>
  member.call(addRecord, { body: { kind, source, fields } as never });
const change = (member: Member, { kind, id, fields }: BusinessRecord, to: Fields) =>
  member.call(changeRecord, { params: { id }, body: { kind, fields: { ...fields, ...to } } as never });
const series = async (member: Member, name: string): Promise<[string, number, string | null, string][]> =>
  (await member.call(listMetrics, { query: { name } })).map((point) => [
    point.measurementDate,
    point.metricValue,
    point.currency,
    point.source,
  ]);
const becomes = (member: Member, name: string, expected: unknown[]) =>
  expect.poll(() => series(member, name), { timeout: 30_000 }).toEqual(expected);

const actionsOf = async (member: Member): Promise<unknown[]> =>
  (await world.asOwner("SELECT action FROM journal WHERE company_id = $1", [member.user.companyId])).map(
    ({ action }) => action,
  );

test("payments make daily revenue, gross and net, on every way they are written and go", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const own = "USD" as const;
  const file = [
    "id,Type,Created,Amount,Fee,Net,Currency",
    `a,charge,${on(-9)},100.10,3.20,96.90,${own}`,
    `b,charge,${on(-9)},200.25,6.05,194.20,${own}`,
    `c,refund,${on(-9)},-50.00,0,-50.00,${own}`,
    `d,payout,${on(-9)},-241.10,0,-241.10,${own}`,
    `e,fee,${on(-8)},-4.00,0,-4.00,${own}`,
    `f,charge,${on(-8)},10,0,10,EUR`,
  ].join("\n");
  const { id: importId, ...done } = await importFile(world, member, "payments", file);
  expect(done).toMatchObject({ status: "done", added: 6, badCount: 0 });
  await becomes(member, "daily_revenue", [[on(-9), 250.35, own, "records"]]);
  await becomes(member, "revenue_net", [
    [on(-9), 241.1, own, "records"],
    [on(-8), -4, own, "records"],
  ]);
  await becomes(member, "daily_revenue_eur", [[on(-8), 10, "EUR", "records"]]);

  const typed = await add(member, "payments", { paidOn: on(-7), type: "charge", amount: 30.5, currency: own });
  await becomes(member, "daily_revenue", [
    [on(-9), 250.35, own, "records"],
    [on(-7), 30.5, own, "records"],
  ]);
  await change(member, typed, { amount: 31, paidOn: on(-6) });
  await becomes(member, "daily_revenue", [
    [on(-9), 250.35, own, "records"],
    [on(-6), 31, own, "records"],
  ]);
  const { id: removal } = await member.call(removeRecord, { params: { kind: "payments", id: typed.id } });
  await becomes(member, "daily_revenue", [[on(-9), 250.35, own, "records"]]);
  await member.call(restoreRecords, { params: { id: removal } });
  await becomes(member, "daily_revenue", [
    [on(-9), 250.35, own, "records"],
    [on(-6), 31, own, "records"],
  ]);
  await member.call(removeImported, { params: { id: importId } });
  await becomes(member, "daily_revenue", [[on(-6), 31, own, "records"]]);
  await becomes(member, "daily_revenue_eur", []);
  expect(await actionsOf(member)).toContain("metric.derived");
  // A typed figure is better than one worked out, and that better than one of a file or program.
  const points = [{ metricName: "daily_revenue", metricValue: 1, measurementDate: on(-6), currency: own }];
  await member.call(recordMetrics, { body: { source: "api", points } });
  expect(await series(member, "daily_revenue")).toEqual([[on(-6), 31, own, "records"]]);
  await member.call(recordMetrics, { body: { source: "manual", points } });
  expect(await series(member, "daily_revenue")).toEqual([[on(-6), 1, own, "manual"]]);
  expect(await stranger.call(listSeries)).toEqual([]);
});

test("two equal rows of a file are two, and the same file again changes nothing", async () => {
  const member = await world.member();
  const file = `Date,Description,Amount\n${on(-3)},Fare,-2.40\n${on(-3)},Fare,-2.40\n${on(-3)},Fare,-2.40\n`;
  expect(await importFile(world, member, "transactions", file)).toMatchObject({ added: 3, badCount: 0 });
  expect(await importFile(world, member, "transactions", file)).toMatchObject({ added: 0, unchanged: 3 });
  await add(member, "transactions", { bookedOn: on(-3), description: "Fare", amount: -2.4 });
  await add(member, "transactions", { bookedOn: on(-3), description: "Fare", amount: -2.4 });
  const { sums, total } = await member.call(listRecords, { params: { kind: "transactions" }, query: {} });
  expect([total, sums?.[0]?.amount]).toEqual([5, -12]);
});

test("cash is the sum of all accounts in one currency, whichever way round a bank writes its file", async () => {
  const member = await world.member();
  const lines = [
    [on(-5), "Open", 1_000, 1_000],
    [on(-4), "Rent", -400.1, 599.9],
    [on(-4), "Sale", 50.05, 649.95],
    [on(-2), "Sale", 100, 749.95],
  ];
  const file = (order: typeof lines) =>
    `Date,Account,Description,Amount,Balance\n${order.map(([day, ...cells]) => [day, "Main", ...cells].join(",")).join("\n")}\n`;
  await importFile(world, member, "transactions", file(lines.toReversed()));
  const main = [
    [on(-5), 1_000],
    [on(-4), 649.95],
    [on(-3), 649.95],
    [on(-2), 749.95],
  ] as const;
  const cash = (more: number) => main.map(([day, value]) => [day, value + more, "USD", "records"]);
  await becomes(member, "cash", cash(0));
  const savings = await add(member, "bankAccounts", {
    name: "Savings",
    number: "DE89 3704 0044 0532 0130 00",
    status: "open",
    balance: 500,
    balanceOn: on(-5),
  });
  expect(savings.fields["number"]).toBe("3000");
  await becomes(member, "cash", cash(500));
  await add(member, "bankAccounts", { name: "Konto", status: "open", currency: "EUR", balance: 70, balanceOn: on(-1) });
  await becomes(member, "cash_eur", [[on(-1), 70, "EUR", "records"]]);
  await becomes(member, "cash", cash(500));
  // An account without a balance leaves no cash: a part is not the whole.
  const unknown = await add(member, "bankAccounts", { name: "Third", status: "open", currency: "USD" });
  await becomes(member, "cash", []);
  await change(member, unknown, { status: "closed" });
  await becomes(member, "cash", cash(500));
});

test("a balance needs its day, a refund gives back, and a person does not leave before they start", async () => {
  const member = await world.member();
  await expect(add(member, "bankAccounts", { name: "A", status: "open", balance: 1 })).rejects.toThrow(/which day/);
  await expect(add(member, "payments", { paidOn: on(-1), type: "refund", amount: 5 })).rejects.toThrow(/negative/);
  const left = { name: "A", status: "left", startedOn: on(-1), endedOn: on(-2) };
  await expect(add(member, "people", left)).rejects.toThrow(/first day/);
  await expect(add(member, "ledger", { account: "A", month: on(-1), type: "income" })).rejects.toThrow(/budget/);
  expect(await member.call(listRecords, { params: { kind: "ledger" }, query: {} })).toMatchObject({ total: 0 });
});

test("people make headcount and payroll; what one costs is read by members, not by viewers", async () => {
  const member = await world.member();
  const viewer = await colleague(world, member, "viewer");
  const add2 = (name: string, monthlyCost: number, more: Fields = {}) =>
    add(member, "people", { name, status: "active", startedOn: on(0), monthlyCost, ...more });
  await add2("Ines", 6_800.5);
  await add2("Jonas", 3_200.25, { team: "Sales" });
  await add2("Gone", 9_999, { status: "left", startedOn: on(-2), endedOn: on(-1) });
  await expect
    .poll(async () => (await series(member, "payroll")).at(-1), { timeout: 30_000 })
    .toEqual([today, 10_000.75, "USD", "records"]);
  expect((await series(member, "headcount")).at(-1)).toEqual([today, 2, null, "records"]);
  const list = { params: { kind: "people" as const }, query: { sort: "amount" as const } };
  const costs = async (client: Member) =>
    (await client.call(listRecords, list)).rows.map(({ fields }) => fields["monthlyCost"]);
  expect((await costs(member)).map(Number).toSorted((a, b) => a - b)).toEqual([3_200.25, 6_800.5, 9_999]);
  expect(await costs(viewer)).toEqual([null, null, null]);
  expect((await viewer.call(listRecords, list)).sums).toEqual([]);
  const { lines } = await viewer.call(exportRecords, { params: { kind: "people" }, query: {} });
  expect(JSON.stringify(lines)).not.toMatch(/3200|6800|9999/);
  const q = JSON.stringify({
    subject: "people",
    measure: { of: "sum", field: "monthlyCost" },
    groupBy: { field: "name" },
  });
  expect(JSON.stringify(await viewer.call(exploreRows, { query: { q } }))).not.toMatch(/3200|6800|9999/);
  expect(JSON.stringify(await member.call(exploreRows, { query: { q } }))).toMatch(/6800/);
  expect((await series(viewer, "payroll")).at(-1)?.[1]).toBe(10_000.75);
});

test("rules give categories; a person's stays, a file's stays, and the former rules bring back what was", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const rule = (contains: string, category: string, more: object = {}) => ({
    id: crypto.randomUUID(),
    contains,
    counterparty: null,
    sign: null,
    category,
    ...more,
  });
  const file = [
    "Date,Description,Counterparty,Category,Amount",
    `${on(-3)},RENT March,Metro,,-900`,
    `${on(-3)},Rent refund,Metro,,50`,
    `${on(-3)},Coffee,Bean,Food,-4`,
    `${on(-3)},Parking rent,Lot,,-30`,
  ].join("\n");
  await importFile(world, member, "transactions", file);
  const rows = async () => {
    const page = await member.call(listRecords, { params: { kind: "transactions" }, query: {} });
    return Object.fromEntries(page.rows.map((row) => [String(row.fields["description"]), row]));
  };
  const categories = async () =>
    Object.values(await rows())
      .map(({ fields }) => `${fields["description"]}: ${fields["category"]}`)
      .sort();
  const byHand = (await rows())["Parking rent"];
  if (byHand) await change(member, byHand, { category: "Travel" });
  const first = [rule("rent", "Premises", { sign: "out" }), rule("coffee", "Never")];
  const applied = await member.call(setRules, { body: { rules: first } });
  expect(applied).toMatchObject({ none: 1, given: 2, rules: [{ rows: 1 }, { rows: 0 }] });
  const after = ["Coffee: Food", "Parking rent: Travel", "RENT March: Premises", "Rent refund: null"];
  expect(await categories()).toEqual(after);
  // The file again keeps what people and rules set.
  await importFile(world, member, "transactions", file);
  expect(await categories()).toEqual(after);
  await member.call(setRules, { body: { rules: [rule("rent", "Housing")] } });
  expect(await categories()).toContain("Rent refund: Housing");
  await member.call(setRules, { body: { rules: first } });
  expect(await categories()).toEqual(after);
  await importFile(world, member, "transactions", `Date,Description,Amount\n${on(-1)},rent again,-1\n`);
  expect(await categories()).toContain("rent again: Premises");
  expect(await member.call(applyRules)).toMatchObject({ none: 1 });
  expect(await stranger.call(listRules)).toEqual({ rules: [], none: 0, given: 0 });
  expect(await actionsOf(member)).toEqual(
    expect.arrayContaining(["record.category_rules_changed", "record.category_rules_applied"]),
  );
  await expect(member.call(setRules, { body: { rules: [rule("x", "y", { contains: null })] } })).rejects.toThrow(
    /looks for/,
  );
});
