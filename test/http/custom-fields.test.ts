// On both databases: values are JSON that SQL casts.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Query, QueryInput } from "#contract/query.ts";
import { query as querySchema } from "#contract/query.ts";
import { jobContext } from "#features/accounts/service.ts";
import { understand } from "#features/conversations/understanding/skills.ts";
import { exploreRows, listSubjects } from "#features/explore/contract.ts";
import { addRecord, changeRecord, type RecordKind } from "#features/records/contract.ts";
import * as calls from "#features/records/custom/contract.ts";
import { fitCustom } from "#features/records/custom/rules.ts";
import { ensureCustomFields, forget } from "#features/records/custom/service.ts";
import { exportRecords, getRecord, listRecords } from "#features/records/list/contract.ts";
import { removeRecord, restoreRecords } from "#features/records/removals/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { colleague } from "../samples.ts";
import { type Client, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: process.env["LL"] ?? "fatal" });
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.member();
});

type Field = { label: string; type: calls.CustomType; choices?: string[] };
type Values = Record<string, string | number | boolean | null>;

const kind = "deals" as const;
const keyed = (key: string, among: RecordKind = kind) => ({ params: { kind: among, key } });
const define = (client: Client, field: Field, among: RecordKind = kind) =>
  client.call(calls.addCustomField, { params: { kind: among }, body: field });
const fields = (client: Client, among: RecordKind = kind) =>
  client.call(calls.listCustomFields, { params: { kind: among } });
const deal = (name: string) => ({ name, stage: "lead" as const, amount: 100, openedOn: "2026-09-01" });
const addDeal = (client: Client, name: string, custom: Values = {}) =>
  client.call(addRecord, { body: { kind, source: "manual", fields: deal(name), custom } });
const names = async (query: object) =>
  (await member.call(listRecords, { params: { kind }, query })).rows.map(({ fields: of }) => of["name"]);
const explore = (asked: QueryInput) => {
  const whole: Query = querySchema.parse(asked);
  return member.call(exploreRows, { query: { q: JSON.stringify(whole) } });
};
/** The answer to a call that is refused. */
const refused = async (client: Client, method: string, path: string, body?: unknown) => {
  const { status, text } = await client.send(method, path, { body });
  return [status, text];
};
const journal = async () => (await journalOf(world, member)).filter((type) => type.startsWith("record."));

const region = { label: "Region", type: "choice", choices: ["West", "East"] } satisfies Field;
const everyType: Field[] = [
  region,
  { label: "Contract size", type: "money" },
  { label: "Seats wanted", type: "number" },
  { label: "Discount", type: "percent" },
  { label: "Demo on", type: "day" },
  { label: "Is partner", type: "flag" },
  { label: "Competitor's name", type: "text" },
];
const everyValue = {
  region: "West",
  contract_size: 1200.5,
  seats_wanted: 12,
  discount: 0.15,
  demo_on: "2026-10-03",
  is_partner: true,
  competitor_s_name: "Globex; \"quoted\", 'and' -- more",
};

async function withAll(): Promise<void> {
  for (const field of everyType) await define(member, field);
}

test("a company's own fields keep values of every type, which a change without them leaves alone", async () => {
  await withAll();
  const added = await addDeal(member, "Frame", everyValue);
  expect(added.custom).toEqual(everyValue);
  const { record } = await member.call(getRecord, { params: { kind, id: added.id } });
  expect(record.custom).toEqual(everyValue);
  const put = (body: object) =>
    member.call(changeRecord, { params: { id: added.id }, body: { kind, fields: deal("Frame"), ...body } as never });
  await put({ fields: { ...deal("Frame"), amount: 250 } });
  expect((await put({ custom: { region: null, seats_wanted: 13 } })).custom).toEqual({
    contract_size: 1200.5,
    seats_wanted: 13,
    discount: 0.15,
    demo_on: "2026-10-03",
    is_partner: true,
    competitor_s_name: everyValue.competitor_s_name,
  });
  const before = await journal();
  await put({ fields: { ...deal("Frame"), amount: 250 }, custom: { seats_wanted: 13, region: null } });
  await put({ fields: deal("Frame"), custom: { seats_wanted: 13 } });
  expect(before).toEqual([
    ...everyType.map(() => "record.field_added"),
    "record.added",
    "record.changed",
    "record.changed",
  ]);
  // The first of the two changed the amount back, the second changed nothing.
  expect((await journal()).length - before.length).toBe(2);
});

test("by API the given keys are merged into the existing row, and null clears one", async () => {
  await withAll();
  const send = (custom?: Values) =>
    member.call(addRecord, {
      body: { kind, source: "api", externalId: "D-1", fields: deal("By API"), ...(custom && { custom }) },
    });
  expect((await send({ region: " west ", seats_wanted: 5 })).custom).toEqual({ region: "West", seats_wanted: 5 });
  expect((await send({ seats_wanted: 6 })).custom).toEqual({ region: "West", seats_wanted: 6 });
  expect((await send()).custom).toEqual({ region: "West", seats_wanted: 6 });
  expect((await send({ region: null })).custom).toEqual({ seats_wanted: 6 });
  expect((await send({ region: "" })).custom).toEqual({ seats_wanted: 6 });
  const types = await journal();
  expect(types.slice(everyType.length)).toEqual(["record.added", "record.changed", "record.changed"]);
});

test("a value that does not fit its field is refused in a sentence, and nothing is written", async () => {
  await withAll();
  const add = (custom: unknown) =>
    refused(member, "POST", "/api/records", { kind, source: "manual", fields: deal("Refused"), custom });
  expect(await add({ region: "North" })).toEqual([422, "Region is not one of its choices"]);
  expect(await add({ contract_size: "12" })).toEqual([422, "Contract size is not an amount"]);
  expect(await add({ seats_wanted: 1e16 })).toEqual([422, "Seats wanted is not a number"]);
  expect(await add({ demo_on: "2026-02-30" })).toEqual([422, "Demo on is not a day, such as 2026-01-31"]);
  expect(await add({ demo_on: "20255-01-01" })).toEqual([422, "Demo on is not a day, such as 2026-01-31"]);
  expect(await add({ is_partner: "yes" })).toEqual([422, "Is partner is not yes or no"]);
  expect(await add({ no_such_field: 1 })).toEqual([422, 'There is no field "no_such_field"']);
  for (const custom of [
    { region: { nested: 1 } },
    { region: ["West"] },
    { "region'; DROP TABLE deals; --": "West" },
    { competitor_s_name: "x\u0000y" },
    { competitor_s_name: "x".repeat(2001) },
    { __proto__x: { a: 1 } },
    "West",
  ])
    expect((await add(custom))[0]).toBe(400);
  expect((await member.call(listRecords, { params: { kind } })).total).toBe(0);
});

test("fields are defined once each, under a label that is free, at most forty of a kind", async () => {
  await define(member, region);
  const add = (body: unknown, among = "deals") => refused(member, "POST", `/api/records/${among}/fields`, body);
  expect(await add({ label: " REGION ", type: "text" })).toEqual([
    409,
    'There is a field "Region" already. Use another name',
  ]);
  expect(await add({ label: "next  STEP", type: "text" })).toEqual([
    409,
    'Deals have a field "Next step" already. Use that one, or another name',
  ]);
  expect(await add({ label: "Weighted amount", type: "money" })).toEqual([
    409,
    'Deals have a field "Weighted amount" already. Use that one, or another name',
  ]);
  expect(await add({ label: "Tier", type: "choice", choices: [] })).toEqual([422, "Name at least one choice"]);
  expect((await add({ label: "\u200b", type: "text" }))[0]).toBe(400);
  expect((await add({ label: "Size", type: "colour" }))[0]).toBe(400);
  expect((await add({ label: "Size", type: "text" }, "nothing"))[0]).toBe(404);
  // Labels in other letters, and labels whose letters are the same, get keys of their own.
  for (const label of ["地域", "Größe", "Grösse", "grosse"]) await define(member, { label, type: "text" });
  expect((await fields(member)).map(({ key }) => key)).toEqual(["region", "field", "gro_e", "grosse", "grosse_2"]);
  for (let at = 5; at < 40; at += 1) await define(member, { label: `Field ${at}`, type: "number" });
  expect(await add({ label: "One more", type: "text" })).toEqual([
    409,
    "There are 40 fields already. Remove one first",
  ]);
  expect(await fields(member, "tickets")).toEqual([]);
});

test("a field is renamed, hidden, shown as a column and ordered", async () => {
  await withAll();
  const added = await addDeal(member, "Frame", everyValue);
  const change = (key: string, body: object) => member.call(calls.changeCustomField, { ...keyed(key), body });
  await change("region", { label: "Sales region", inList: true });
  await change("discount", { hidden: true });
  const before = await journal();
  await change("discount", { hidden: true });
  expect(await journal()).toEqual(before);
  const found = await fields(member);
  expect(found[0]).toMatchObject({ key: "region", label: "Sales region", inList: true, hidden: false });
  expect(found.find(({ key }) => key === "discount")).toMatchObject({ hidden: true });
  expect((await member.call(getRecord, { params: { kind, id: added.id } })).record.custom).toEqual(everyValue);
  const keys = found.map(({ key }) => key).toReversed();
  await member.call(calls.orderCustomFields, { params: { kind }, body: { keys } });
  expect((await fields(member)).map(({ key }) => key)).toEqual(keys);
  const order = (body: object) => refused(member, "POST", `/api/records/${kind}/fields/order`, body);
  expect((await order({ keys: keys.slice(1) }))[0]).toBe(409);
  expect((await order({ keys: [...keys.slice(1), keys[1]] }))[0]).toBe(409);
  expect((await journal()).slice(-3)).toEqual(["record.field_changed", "record.field_changed", "record.field_changed"]);
  expect(await refused(member, "PUT", `/api/records/${kind}/fields/seats_wanted`, { label: "sales REGION" })).toEqual([
    409,
    'There is a field "Sales region" already. Use another name',
  ]);
});

test("a type changes only where every value fits the new one", async () => {
  await define(member, { label: "Answer", type: "text" });
  await addDeal(member, "One", { answer: "1,200" });
  const two = await addDeal(member, "Two", { answer: "abc" });
  await addDeal(member, "None");
  const to = (body: object) => refused(member, "PUT", `/api/records/${kind}/fields/answer`, body);
  expect(await to({ type: "number" })).toEqual([409, '1 value is not a number, such as "abc". Change it first']);
  expect(await to({ type: "day" })).toEqual([
    409,
    '2 values are not a day, such as 2026-01-31, such as "1,200". Change them first',
  ]);
  await member.call(changeRecord, {
    params: { id: two.id },
    body: { kind, fields: deal("Two"), custom: { answer: "-0.5" } },
  });
  const typeOf = async (body: object) => {
    await member.call(calls.changeCustomField, { ...keyed("answer"), body });
    const { rows } = await member.call(listRecords, { params: { kind }, query: { sort: "name" } });
    return rows.map(({ custom }) => custom["answer"] ?? null);
  };
  expect(await typeOf({ type: "number" })).toEqual([null, 1200, -0.5]);
  expect(await typeOf({ type: "money" })).toEqual([null, 1200, -0.5]);
  expect(await typeOf({ type: "text" })).toEqual([null, "1200", "-0.5"]);
  expect(await typeOf({ type: "choice" })).toEqual([null, "1200", "-0.5"]);
  expect((await fields(member))[0]?.choices.toSorted()).toEqual(["-0.5", "1200"]);
  expect(await to({ choices: ["1200"] })).toEqual([
    409,
    '1 value is not one of its choices, such as "-0.5". Change it first',
  ]);
  expect(await typeOf({ type: "percent" })).toEqual([null, 12, -0.005]);
  expect(await typeOf({ type: "text" })).toEqual([null, "1200%", "-0.5%"]);
});

test("a removed field takes its values along, comes back within a day, and then is gone for good", async () => {
  await withAll();
  const added = await addDeal(member, "Frame", everyValue);
  const shown = async () => (await member.call(getRecord, { params: { kind, id: added.id } })).record.custom["region"];
  await member.call(calls.removeCustomField, keyed("region"));
  expect(await shown()).toBeUndefined();
  expect((await fields(member)).at(-1)).toMatchObject({ key: "region", removedUntil: expect.any(String) });
  expect((await refused(member, "DELETE", `/api/records/${kind}/fields/region`))[0]).toBe(404);
  await member.call(calls.restoreCustomField, keyed("region"));
  expect(await shown()).toBe("West");
  expect((await refused(member, "POST", `/api/records/${kind}/fields/region/restore`))[0]).toBe(409);
  expect((await journal()).slice(-2)).toEqual(["record.field_removed", "record.field_added"]);
  // Another field with its name has a key of its own, and keeps the former one away.
  await member.call(calls.removeCustomField, keyed("region"));
  await define(member, { label: "Region", type: "number" });
  expect((await fields(member)).map(({ key }) => key)).toContain("region_2");
  expect((await refused(member, "POST", `/api/records/${kind}/fields/region/restore`))[0]).toBe(409);
  await member.call(calls.removeCustomField, keyed("region_2"));
  await world.asOwner("UPDATE record_custom_fields SET removed_at = now() - interval '25 hours' WHERE key = 'region'");
  expect(await refused(member, "POST", `/api/records/${kind}/fields/region/restore`)).toEqual([
    409,
    "This field can't be brought back any more: 24 hours have passed",
  ]);
  expect((await fields(member)).filter(({ key }) => key === "region")).toEqual([]);
});

test("a removed record comes back with its fields", async () => {
  await withAll();
  const { id } = await addDeal(member, "Frame", everyValue);
  const removal = await member.call(removeRecord, { params: { kind, id } });
  await member.call(restoreRecords, { params: { id: removal.id } });
  expect((await member.call(getRecord, { params: { kind, id } })).record.custom).toEqual(everyValue);
});

test("lists are filtered and ordered by the company's fields, page by page", async () => {
  await withAll();
  await addDeal(member, "A", { region: "West", contract_size: 50, is_partner: true, demo_on: "2026-10-03" });
  await addDeal(member, "B", { region: "East", contract_size: -20, competitor_s_name: "globex" });
  await addDeal(member, "C", { region: "West", contract_size: 1000, demo_on: "2026-09-01" });
  await addDeal(member, "D");
  const field = (name: string, is: string) => names({ field: `custom:${name}`, is, sort: "name" });
  expect(await field("region", "WEST")).toEqual(["A", "C"]);
  expect(await field("competitor_s_name", "Globex")).toEqual(["B"]);
  expect(await field("is_partner", "yes")).toEqual(["A"]);
  expect(await names({ known: "custom:demo_on", sort: "name" })).toEqual(["A", "C"]);
  expect(await names({ unknown: "custom:region" })).toEqual(["D"]);
  expect(await names({ day: "custom:demo_on", from: "2026-09-02", to: "2026-12-31" })).toEqual(["A"]);
  expect(await names({ sort: "custom:contract_size" })).toEqual(["C", "A", "B", "D"]);
  expect(await names({ sort: "custom:demo_on" })).toEqual(["C", "A", expect.anything(), expect.anything()]);
  expect((await names({ sort: "custom:competitor_s_name" }))[0]).toBe("B");
  for (let at = 0; at < 60; at += 1) await addDeal(member, `E${at}`, { seats_wanted: at });
  for (const sort of ["seats_wanted", "competitor_s_name", "demo_on", "is_partner", "region"] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await member.call(listRecords, {
        params: { kind },
        query: { sort: `custom:${sort}`, ...(cursor && { cursor }) },
      });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size, sort).toBe(64);
    expect(seen, sort).toHaveLength(64);
  }
  const list = (query: string) => refused(member, "GET", `/api/records/${kind}?${query}`);
  expect(await list("sort=custom:nothing")).toEqual([422, 'Deals have no field "custom:nothing"']);
  expect(await list("known=custom:nothing")).toEqual([422, 'Deals have no field "custom:nothing"']);
  expect((await list("field=custom:contract_size&is=50"))[0]).toBe(422);
  expect((await list(`sort=${encodeURIComponent("custom:a'||pg_sleep(9)--")}`))[0]).toBe(400);
  expect((await list(`known=${encodeURIComponent("custom:a' OR '1'='1")}`))[0]).toBe(422);
});

test("an export has them under their labels", async () => {
  await withAll();
  await addDeal(member, "Frame", everyValue);
  const { heading, lines } = await member.call(exportRecords, { params: { kind } });
  expect(heading.trim().split(",").slice(-7)).toEqual(everyType.map(({ label }) => label));
  expect(lines[0]?.csv.trim()).toMatch(/West,1200\.5,12,15%,2026-10-03,yes,"Globex; ""quoted"", 'and' -- more"$/);
});

test("queries know them: filter, group, sum, average, months, and what is hidden or removed", async () => {
  await withAll();
  await addDeal(member, "A", { region: "West", contract_size: 50, seats_wanted: 10, demo_on: "2026-09-03" });
  await addDeal(member, "B", { region: "East", contract_size: 20, discount: 0.1, demo_on: "2026-09-20" });
  await addDeal(member, "C", { region: "West", contract_size: 1000.5, seats_wanted: 20, demo_on: "2026-11-01" });
  await addDeal(member, "D", { is_partner: true });
  const subject = async () => (await member.call(listSubjects)).find(({ id }) => id === kind);
  expect((await subject())?.fields.find(({ name }) => name === "custom:region")).toMatchObject({
    label: "Region",
    type: "choice",
    choices: [
      { value: "West", label: "West" },
      { value: "East", label: "East" },
    ],
  });
  const sum = await explore({
    subject: kind,
    groupBy: { field: "custom:region" },
    measure: { of: "sum", field: "custom:contract_size" },
  });
  expect(sum).toMatchObject({ unit: "money", currency: "USD", title: expect.stringContaining("contract size") });
  expect(sum.groups?.map(({ label, value }) => [label, value])).toEqual([
    ["West", 1050.5],
    ["East", 20],
    ["No region", 0],
  ]);
  const of = async (asked: Omit<QueryInput, "subject">) => (await explore({ subject: kind, ...asked })).total.value;
  expect(await of({ filters: [{ field: "custom:region", test: "is", values: ["West"] }] })).toBe(2);
  expect(await of({ filters: [{ field: "custom:region", test: "isNot", values: ["West"] }] })).toBe(2);
  expect(await of({ filters: [{ field: "custom:is_partner", test: "is", values: ["yes"] }] })).toBe(1);
  expect(await of({ filters: [{ field: "custom:contract_size", test: "atLeast", values: [50] }] })).toBe(2);
  expect(await of({ measure: { of: "average", field: "custom:seats_wanted" } })).toBe(15);
  expect(await of({ measure: { of: "median", field: "custom:contract_size" } })).toBe(50);
  const months = await explore({
    subject: kind,
    day: "custom:demo_on",
    groupBy: { field: "custom:demo_on", unit: "month" },
    order: "first",
  });
  expect(months.groups?.map(({ label, value }) => [label, value])).toEqual([
    ["September 2026", 2],
    ["October 2026", 0],
    ["November 2026", 1],
    [expect.stringContaining("No demo on"), 1],
  ]);
  const west = months.groups?.[0]?.href ?? "";
  expect(west).toContain("/explore?q=");
  // Hidden, it is not offered; a query that names it still holds.
  await member.call(calls.changeCustomField, { ...keyed("region"), body: { hidden: true } });
  expect((await subject())?.fields.map(({ name }) => name)).not.toContain("custom:region");
  expect(await of({ filters: [{ field: "custom:region", test: "is", values: ["West"] }] })).toBe(2);
  await member.call(calls.removeCustomField, keyed("region"));
  const q = JSON.stringify({ subject: kind, filters: [{ field: "custom:region", test: "is", values: ["West"] }] });
  expect(await refused(member, "GET", `/api/explore?q=${encodeURIComponent(q)}`)).toEqual([
    400,
    'Deals have no field called "custom:region"',
  ]);
});

test("amounts of records without a currency have that of their field", async () => {
  const [revenue] = await define(member, { label: "Annual revenue", type: "money" }, "customers");
  expect(revenue?.currency).toBe("USD");
  for (const [name, value] of [
    ["Acme", 100],
    ["Bolt", 250],
  ] as const)
    await member.call(addRecord, {
      body: {
        kind: "customers",
        source: "manual",
        fields: { name, status: "active" },
        custom: { annual_revenue: value },
      },
    });
  await world.asOwner("UPDATE companies SET currency = 'EUR' WHERE company_id = $1", [member.user.companyId]);
  const { total, currency, unit } = await explore({
    subject: "customers",
    measure: { of: "sum", field: "custom:annual_revenue" },
  });
  expect([total.value, currency, unit]).toEqual([350, "USD", "money"]);
  expect((await define(member, { label: "Potential", type: "money" }, "customers")).map((one) => one.currency)).toEqual(
    ["USD", "USD"],
  );
});

test("another company has none of them, and may use one key with another type", async () => {
  await define(member, region);
  await addDeal(member, "Ours", { region: "West" });
  const stranger = await world.member();
  expect(await fields(stranger)).toEqual([]);
  expect((await refused(stranger, "PUT", `/api/records/${kind}/fields/region`, { hidden: true }))[0]).toBe(404);
  expect((await refused(stranger, "DELETE", `/api/records/${kind}/fields/region`))[0]).toBe(404);
  await define(stranger, { label: "Region", type: "number" });
  await addDeal(stranger, "Theirs", { region: 7 });
  const theirs = await stranger.call(listRecords, { params: { kind }, query: { known: "custom:region" } });
  expect(theirs.rows.map(({ custom }) => custom)).toEqual([{ region: 7 }]);
  expect(await names({ field: "custom:region", is: "West" })).toEqual(["Ours"]);
  expect(JSON.stringify(await stranger.call(listSubjects))).not.toContain("West");
  await stranger.call(calls.removeCustomField, keyed("region"));
  expect(await fields(member)).toMatchObject([{ key: "region", type: "choice", removedUntil: null }]);
});

test("a viewer sees the fields and changes none", async () => {
  await define(member, region);
  const viewer = await colleague(world, member, "viewer");
  expect(await fields(viewer)).toHaveLength(1);
  expect((await refused(viewer, "POST", `/api/records/${kind}/fields`, { label: "X", type: "text" }))[0]).toBe(403);
  expect((await refused(viewer, "DELETE", `/api/records/${kind}/fields/region`))[0]).toBe(403);
});

const context = async () => jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
const ensure = async (wanted: Parameters<typeof ensureCustomFields>[2], among: RecordKind = kind) =>
  write(await context(), (tx) => ensureCustomFields(tx, among, wanted));

test("an import makes the fields its columns need, once, and a field that exists keeps its type", async () => {
  const wanted = [
    { label: "Region", type: "choice" as const, choices: ["West", "East", "west "] },
    { label: "Contract size", type: "money" as const },
  ];
  expect(await ensure(wanted)).toEqual(["region", "contract_size"]);
  expect(await ensure(wanted)).toEqual(["region", "contract_size"]);
  expect(await journal()).toEqual(["record.field_added", "record.field_added"]);
  expect(await ensure([{ label: "REGION", type: "choice", choices: ["North", "EAST"] }])).toEqual(["region"]);
  // Values are stored in the first spelling, which stays.
  expect((await fields(member))[0]?.choices).toEqual(["West", "East", "North"]);
  expect(await ensure([{ label: "contract  size", type: "text" }])).toEqual(["contract_size"]);
  const found = await fields(member);
  expect(found.map(({ type }) => type)).toEqual(["choice", "money"]);
  expect(fitCustom(found, { region: "north", contract_size: "a lot", no_field: 1 })).toEqual({
    custom: { region: "North", contract_size: null },
    emptied: ["contract_size", "no_field"],
  });
  // More choices than a choice may have make it a text.
  const many = Array.from({ length: 120 }, (_, at) => `Town ${at}`);
  await ensure([
    { label: "Town", type: "choice", choices: many },
    { label: "Region", type: "choice", choices: many },
    { label: "Tier", type: "choice" },
  ]);
  expect((await fields(member)).map(({ label, type, choices }) => [label, type, choices.length])).toEqual([
    ["Region", "text", 0],
    ["Contract size", "money", 0],
    ["Town", "text", 0],
    ["Tier", "text", 0],
  ]);
  await expect(ensure([{ label: "Stage", type: "text" }])).rejects.toThrow("Deals have a field");
  await expect(ensure([{ label: " ", type: "text" }])).rejects.toThrow("Give the field a name");
  const tooMany = Array.from({ length: 40 }, (_, at) => ({ label: `Column ${at}`, type: "text" as const }));
  await expect(ensure(tooMany)).rejects.toThrow("There are 40 fields already");
  // A refusal keeps none of them.
  expect(await fields(member)).toHaveLength(4);
});

test("after a day the values of a removed field are out of every record", async () => {
  await withAll();
  const added = await addDeal(member, "Frame", everyValue);
  await member.call(calls.removeCustomField, keyed("region"));
  const ctx = await context();
  const stored = async () =>
    (await world.asOwner<{ custom: object }>("SELECT custom FROM deals WHERE id = $1", [added.id]))[0]?.custom;
  await forget(ctx, kind, "region");
  expect(await stored()).toHaveProperty("region");
  await forget({ ...ctx, now: new Date(ctx.now.getTime() + 25 * 3_600_000) }, kind, "region");
  expect(await stored()).not.toHaveProperty("region");
  const ofCompany = [member.user.companyId];
  const rows = await world.asOwner(
    "SELECT * FROM record_custom_fields WHERE company_id = $1 AND key = 'region'",
    ofCompany,
  );
  expect(JSON.stringify(rows)).not.toContain("West");
  await define(member, region);
  expect((await fields(member)).map(({ key }) => key)).toContain("region_2");
  expect((await refused(member, "POST", `/api/records/${kind}/fields/region/restore`))[0]).toBe(404);
});

test("what a person costs is not told to viewers by a field of the company's own either", async () => {
  await define(member, { label: "Bonus", type: "money" }, "people");
  await define(member, { label: "Desk", type: "text" }, "people");
  const custom = { bonus: 5000, desk: "4B" };
  const body = { kind: "people", source: "manual", fields: { name: "Ann Lee", status: "active" }, custom } as const;
  const { id } = await member.call(addRecord, { body: body as never });
  const shown = async (client: Client) =>
    (await client.call(getRecord, { params: { kind: "people", id } })).record.custom;
  expect(await shown(member)).toEqual(custom);
  expect(await shown(await colleague(world, member, "viewer"))).toEqual({ desk: "4B" });
});

/** How a question is read: the query's subject, filters, group and measure; null if no query answers it. */
async function readAs(question: string) {
  const { query: found, topicId } = await read(await context(), (tx) => understand(tx, question));
  if (!found) return topicId === null ? "refused" : `topic ${topicId}`;
  const { subject, filters, groupBy, measure, day } = found.query;
  return [
    subject,
    ...filters.map(({ field, test: how, values }) => [field, how, ...values].join(" ")),
    ...(groupBy ? [`by ${groupBy.field}${groupBy.unit ? ` ${groupBy.unit}` : ""}`] : []),
    ...(measure.of === "count" ? [] : [`${measure.of} ${measure.field}`]),
    ...(day ? [`on ${day}`] : []),
  ].join(", ");
}

test("questions name the company's fields and their values, or are refused by rules", async () => {
  await withAll();
  await define(
    member,
    { label: "Territory", type: "choice", choices: ["North America", "Asia", "A", "A+"] },
    "customers",
  );
  await define(member, { label: "Risk level", type: "choice", choices: ["High", "Low"] });
  await addDeal(member, "A", { competitor_s_name: "Globex" });
  const asked = {
    "How many deals have Region West?": "deals, custom:region is West",
    "How many deals are in the West region?": "deals, custom:region is West",
    "How many deals are not in region West?": "deals, custom:region isNot West",
    // Without "how many", deals are added up and counted.
    "Deals where the region is not East": "deals, custom:region isNot East, sum null",
    "How many deals have region West or East?": "deals, custom:region is West East",
    "How many East deals are there?": "deals, custom:region is East",
    "total Contract size by Region": "deals, by custom:region, sum custom:contract_size",
    "What is the average contract size of deals?": "deals, average custom:contract_size",
    "Which region has the most deals?": "deals, by custom:region",
    "Which deals have no region?": "deals, custom:region unknown",
    "How many deals have a contract size?": "deals, custom:contract_size known",
    "deals with a contract size over 500": "deals, custom:contract_size moreThan 500, sum null",
    "How many deals have a discount of more than 10%?": "deals, custom:discount moreThan 0.1",
    "deals with a contract size between 500 and 1,000":
      "deals, custom:contract_size atLeast 500, custom:contract_size atMost 1000",
    "deals with a contract size between 2,000 and 500":
      "deals, custom:contract_size atLeast 500, custom:contract_size atMost 2000",
    "deals with a contract size between 500 and 2000":
      "deals, custom:contract_size atLeast 500, custom:contract_size atMost 2000",
    "How many deals have a contract size between 5 and 10k?":
      "deals, custom:contract_size atLeast 5000, custom:contract_size atMost 10000",
    "How many deals have a discount between 5% and 10%?":
      "deals, custom:discount atLeast 0.05, custom:discount atMost 0.1",
    // Half a range, or its contrary, is not read in silence.
    "How many deals have a discount between 5 and 10 percent?": "refused",
    "deals with a contract size not between 500 and 1,000": "refused",
    "deals with a contract size between 2024 and 2026": "refused",
    "How many deals are from partners?": "deals, custom:is_partner is yes",
    "deals by demo on by month": "deals, by custom:demo_on month, on custom:demo_on",
    "How many deals have a demo in October?": "deals, on custom:demo_on",
    "How many deals have risk level high?": "deals, custom:risk_level is High",
    "deals where the competitor's name is Globex": "deals, custom:competitor_s_name is Globex",
    "How many customers have territory A+?": "customers, custom:territory is A+",
    "How many customers have territory A?": "customers, custom:territory is A",
    "How many customers are in North America?": "customers, custom:territory is North America",
    // Another kind has the field, or no field has the value: no topic answers without it.
    "How many invoices are overdue in region West?": "refused",
    "How many deals are in territory Asia?": "deals, customer.custom:territory is Asia",
    "What is our pipeline in territory Asia?": "deals, view is open, customer.custom:territory is Asia, sum null",
    "deals where the competitor's name is Umbrella": "refused",
  };
  const got: Record<string, string> = {};
  for (const question of Object.keys(asked)) got[question] = await readAs(question);
  expect(got).toEqual(asked);
  // A hidden field is asked about no more.
  await member.call(calls.changeCustomField, { ...keyed("region"), body: { hidden: true } });
  expect(await readAs("How many deals have Region West?")).not.toContain("custom:");
});
