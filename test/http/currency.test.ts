import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { addDays } from "#contract/days.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { jobContext } from "#features/accounts/service.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { listMetrics, recordMetrics } from "#features/metrics/contract.ts";
import { run } from "#features/imports/running/service.ts";
import { addRecord, changeRecord, type RecordKind } from "#features/records/contract.ts";
import { openImport, startImport } from "#features/records/imports/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { removeRecord, restoreRecords } from "#features/records/removals/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { mintCompany } from "#platform/context.ts";
import { brief, put } from "../briefing.ts";
import { importFile, sendPiece } from "../importing.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** What an amount means stays what it meant when it was written, whatever currency the company takes later. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "UTC");
const on = (days: number) => addDays(today, days);
const take = (member: Member, currency: "USD" | "EUR" | "GBP") =>
  member.call(setLocale, { body: { currency, timeZone: "UTC" } });
const rowsOf = async (member: Member, kind: RecordKind) =>
  (await member.call(listRecords, { params: { kind }, query: {} })).rows;
const currencies = async (member: Member, kind: RecordKind) =>
  Object.fromEntries((await rowsOf(member, kind)).map(({ externalId, fields }) => [externalId, fields["currency"]]));
const add = (member: Member, kind: RecordKind, source: "manual" | "api", externalId: string, fields: object) =>
  member.call(addRecord, { body: { kind, source, externalId, fields } as never });

const bill = { direction: "receivable", customerName: "Acme Ltd", issuedOn: on(-40), dueOn: on(-10), status: "open" };
const csv = `id,number,customer,issued,due,total\nc-1,C-1,Acme Ltd,${on(-40)},${on(-10)},300\n`;
const blank = `id,number,customer,issued,due,total,currency\nb-1,B-1,Acme Ltd,${on(-40)},${on(-10)},400,\nb-2,B-2,Acme Ltd,${on(-40)},${on(-10)},7,GBP\n`;

test("amounts keep the currency they were written in, through every door, when the company takes another one", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  await add(member, "invoices", "manual", "typed", { ...bill, number: "T-1", amount: 100 });
  await add(member, "invoices", "api", "sent", { ...bill, number: "A-1", amount: 200 });
  await importFile(world, member, "invoices", csv);
  await importFile(world, member, "invoices", blank);
  // As an earlier version left it.
  const old = { external_id: "old", number: "O-1", customer_name: "Acme Ltd", direction: "receivable", status: "open" };
  await put(world, "invoices", member.user.companyId, { ...old, issued_on: on(-40), due_on: on(-10), amount: 50 });
  await add(member, "deals", "manual", "deal", { name: "Rollout", stage: "lead", amount: 900, openedOn: on(-3) });
  await add(member, "contracts", "manual", "worth", {
    title: "Supply",
    kind: "vendor",
    status: "active",
    yearlyValue: 5,
  });
  await add(member, "contracts", "manual", "nothing", { title: "NDA", kind: "other", status: "active" });
  await add(member, "subscriptions", "manual", "plan", { name: "Team", kind: "plan", status: "active", amount: 9 });
  await add(member, "vendors", "manual", "vendor", { name: "Bolt", status: "active", yearlyBudget: 1_000 });
  const gone = await add(member, "invoices", "manual", "gone", { ...bill, number: "G-1", amount: 60 });
  const removal = await member.call(removeRecord, { params: { kind: "invoices", id: gone.id } });
  const said = ["typed", "sent", "c-1", "b-1"].map((id) => [id, "USD"]);
  expect(await currencies(member, "invoices")).toMatchObject({ ...Object.fromEntries(said), "b-2": "GBP" });

  await take(member, "EUR");
  await member.call(restoreRecords, { params: { id: removal.id } });
  const kept = { ...Object.fromEntries(said), old: "USD", gone: "USD", "b-2": "GBP" };
  expect(await currencies(member, "invoices")).toMatchObject(kept);
  expect(await currencies(member, "deals")).toEqual({ deal: "USD" });
  expect(await currencies(member, "contracts")).toEqual({ worth: "USD", nothing: null });
  expect(await currencies(member, "subscriptions")).toEqual({ plan: "USD" });
  expect(await currencies(member, "vendors")).toEqual({ vendor: "USD" });

  // The same file, and the same row of a program, once more: they are known, and mean what they meant.
  expect(await importFile(world, member, "invoices", csv)).toMatchObject({ unchanged: 1, changed: 0 });
  expect(await importFile(world, member, "invoices", blank)).toMatchObject({ unchanged: 2, changed: 0 });
  await add(member, "invoices", "api", "sent", { ...bill, number: "A-1", amount: 250 });
  const [typed] = (await rowsOf(member, "invoices")).filter(({ externalId }) => externalId === "typed");
  const { currency: _currency, ...fields } = typed?.fields ?? {};
  await member.call(changeRecord, {
    params: { id: typed?.id ?? "" },
    body: { kind: "invoices", fields: { ...fields, notes: "Called." } } as never,
  });
  expect(await currencies(member, "invoices")).toMatchObject(kept);
  // What is written from now on is in the new one; an amount that comes later is in the currency of its day.
  await add(member, "invoices", "manual", "new", { ...bill, number: "N-1", amount: 10 });
  await add(member, "contracts", "api", "later", { title: "Later", kind: "other", status: "active" });
  await add(member, "contracts", "api", "later", { title: "Later", kind: "other", status: "active", yearlyValue: 3 });
  expect(await currencies(member, "invoices")).toMatchObject({ ...kept, new: "EUR" });
  expect(await currencies(member, "contracts")).toMatchObject({ later: "EUR" });

  const { figure, said: sentences } = await brief(member, cfo);
  expect(figure("cfo.receivables.owed")).toMatchObject({ value: 10, currency: "EUR" });
  expect(sentences.join(" ")).toContain("Besides, $1,160 is open; it is not added, as no rate is known.");
});

test("figures of money keep their currency too, and the same figure sent again is known", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const points = ["daily_revenue", "cash", "expenses", "revenue_target", "visits"].map((metricName) => ({
    metricName,
    metricValue: 1_000,
    measurementDate: metricName === "revenue_target" ? `${Number(today.slice(0, 4)) + 1}-12-31` : on(-1),
  }));
  // A figure of money under a name of its own says so once.
  const own = [
    { metricName: "orders_value", metricValue: 5, measurementDate: on(-2), currency: "USD" as const },
    { metricName: "orders_value", metricValue: 6, measurementDate: on(-1) },
  ];
  const body = { source: "api" as const, points: [...points, ...own] };
  await member.call(recordMetrics, { body });
  await take(member, "EUR");
  const of = async (name: string) =>
    (await member.call(listMetrics, { query: { name } })).map(({ currency }) => currency);
  const standing = async () => Promise.all([...points.map(({ metricName }) => of(metricName)), of("orders_value")]);
  const meant = [["USD"], ["USD"], ["USD"], ["USD"], [null], ["USD", "USD"]];
  expect(await standing()).toEqual(meant);
  expect(await member.call(recordMetrics, { body })).toEqual({ added: 0, changed: 0, unchanged: 7 });
  expect(await standing()).toEqual(meant);
  expect((await member.call(getDashboard)).revenue).toMatchObject({ currency: "USD" });
  const { figure, missing } = await brief(member, cfo);
  expect(figure("cfo.runway.cash")).toBeUndefined();
  expect(missing).toContain("Cash in EUR");
  await member.call(recordMetrics, {
    body: { source: "api", points: [{ metricName: "cash", metricValue: 7, measurementDate: today }] },
  });
  expect(await of("cash")).toEqual(["USD", "EUR"]);
});

test("samples follow the company: added again they are in the currency it has then", async () => {
  const member = await world.member();
  await member.call(addSamples);
  await take(member, "GBP");
  expect(new Set(Object.values(await currencies(member, "deals")))).toEqual(new Set(["USD"]));
  await member.call(addSamples);
  for (const kind of ["deals", "invoices", "subscriptions"] as const)
    expect(new Set(Object.values(await currencies(member, kind)))).toEqual(new Set(["GBP"]));
});

test("a file is in the currency the company had when its import began, whenever it is read", async () => {
  const still = await openWorld({ ROLE: "web" });
  onTestFinished(() => still.close());
  const member = await still.member();
  const bytes = Buffer.from(csv);
  const { id } = await member.call(openImport, { body: { kind: "invoices", fileName: "a.csv", size: bytes.length } });
  await sendPiece(still, member, id, 0, bytes);
  await member.call(startImport, { params: { id }, body: {} });
  const figures = (metricName: string) =>
    `fileName=a.csv&metricName=${metricName}&dateColumn=day&valueColumn=sum&dateFormat=YYYY-MM-DD`;
  const headers = { "content-type": "text/csv" };
  const files = [];
  for (const name of ["daily_revenue", "visits"]) {
    const body = `day,sum\n${on(-1)},500\n`;
    const started = await member.send("POST", `/api/metrics/imports?${figures(name)}`, { body, headers });
    files.push((started.json as { id: string }).id);
  }
  await take(member, "EUR");
  const work = async () => jobContext(still.boardroom.platform, mintCompany(member.user.companyId));
  await run(await work(), id);
  for (const file of files) await run(await work(), file);
  expect(await currencies(member, "invoices")).toEqual({ "c-1": "USD" });
  const of = async (name: string) => (await member.call(listMetrics, { query: { name } }))[0]?.currency;
  expect([await of("daily_revenue"), await of("visits")]).toEqual(["USD", null]);
});

/** What each executive says of a company whose rows are all in another currency than its own, and must not say. */
const leftOut: Record<string, { says: RegExp[]; never: RegExp[] }> = {
  CFO: {
    says: [
      /Cash is not known in EUR: the last balance is \$90,000/,
      /Of these months what was spent and earned in USD is not in it/,
      /Besides, \$[\d,]+ is open/,
      /Besides, \$[\d,]+ is to be paid/,
      /No bills of the last year in EUR are recorded, .*those in USD are not compared/,
    ],
    never: [/Cash is unknown/],
  },
  CMO: {
    says: [
      /Besides, \$[\d,]+: spent on channels in another currency/,
      /Besides, \$[\d,]+: won by channels in another currency/,
    ],
    never: [/what the channels cost has no source/],
  },
  CTO: { says: [/Besides, \$[\d,]+ a month is paid/], never: [] },
  Sales: {
    says: [
      /No deal in EUR is open/,
      /No deal in EUR was closed/,
      /No open deal in EUR is stale/,
      /\d+ leads in other currencies are not among them/,
      /Besides, \$[\d,]+: won deals in another currency/,
    ],
    never: [/No deal is open/, /No deal was closed/, /No open deal is stale/],
  },
  "Customer Success": {
    says: [
      /No plan in EUR renews within 90 days/,
      /No plan in EUR was cancelled/,
      /What customers pay in USD is not in it/,
    ],
    never: [/No plan renews/, /No plan was cancelled/],
  },
  Legal: {
    says: [/Besides, \$[\d,]+: value of a year/, /invoices in other currencies is not in the sums/],
    never: [],
  },
};

test("an agent that leaves out amounts of another currency says so, and denies none of them", async () => {
  const member = await world.member();
  const roles = Object.keys(leftOut) as AgentRoleId[];
  const team = await hire(member, ...roles);
  await member.call(addSamples);
  const cash = { metricName: "cash", metricValue: 90_000, measurementDate: on(-2) };
  await member.call(recordMetrics, { body: { source: "manual", points: [cash] } });
  await take(member, "EUR");
  for (const role of roles) {
    const { said } = await brief(
      member,
      team.find((agent) => agent.role === role),
    );
    for (const words of leftOut[role]?.says ?? []) expect(said.join(" "), role).toMatch(words);
    for (const words of leftOut[role]?.never ?? []) expect(said.join(" "), role).not.toMatch(words);
  }
}, 60_000);

test("a company in any currency, with rows of another one, typed and from a file", async () => {
  const member = await world.member();
  await member.call(setLocale, { body: { currency: "CZK", timeZone: "Europe/Prague" } });
  await add(member, "invoices", "manual", "typed", { ...bill, number: "T-1", amount: 100.5, currency: "NGN" });
  await importFile(
    world,
    member,
    "invoices",
    csv.replace("total\n", "total,currency\n").replace("300\n", "300.25,KRW\n"),
  );
  await importFile(world, member, "invoices", csv.replaceAll("1,", "2,"));
  expect(
    (await rowsOf(member, "invoices"))
      .map(({ fields }) => fields["currency"])
      .toSorted((one, other) => String(one).localeCompare(String(other))),
  ).toEqual(["CZK", "KRW", "NGN"]);
  await member.call(setLocale, { body: { currency: "KWD", timeZone: "UTC" } });
  await add(member, "invoices", "manual", "dinars", { ...bill, number: "K-1", amount: 1.234, currency: "KWD" });
  expect((await rowsOf(member, "invoices")).map(({ fields }) => fields["amount"])).toContain(1.234);
});
