import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Input } from "#contract/endpoint.ts";
import { badCursor } from "#contract/cursor.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { exportRecords, listRecords } from "#features/records/list/contract.ts";
import { addRecord } from "../briefed.ts";
import { type Member, openWorld, type World } from "../world.ts";

type Query = NonNullable<Input<typeof listRecords>["query"]>;

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  member = await world.member();
});

const add = (table: string, row: Record<string, unknown>) => addRecord(world, member, table, row);
const bill = { direction: "payable", status: "open", amount: 1, issued_on: "2026-09-02", due_on: "2026-10-02" };

async function found(kind: RecordKind, query: Query): Promise<string[]> {
  const { rows, total } = await member.call(listRecords, { params: { kind }, query });
  const { lines } = await member.call(exportRecords, { params: { kind }, query });
  // The export asks the same.
  expect(lines).toHaveLength(total);
  return rows.map(({ fields }) => String(fields["number"] ?? fields["title"])).toSorted();
}

test("rows are found by their owner, however the name is written", async () => {
  const ticket = { kind: "support", status: "open", priority: "low", opened_on: "2026-09-02" };
  await add("tickets", { ...ticket, title: "one", owner_name: "Sam Okafor" });
  await add("tickets", { ...ticket, title: "two", owner_name: " SAM okafor", status: "closed" });
  await add("tickets", { ...ticket, title: "three", owner_name: "Sam", priority: "high" });
  await add("tickets", { ...ticket, title: "four" });
  expect(await found("tickets", { ownerName: "sam okafor" })).toEqual(["one", "two"]);
  expect(await found("tickets", { ownerName: "Sam Okafor", view: "open" })).toEqual(["one"]);
  expect(await found("tickets", { unknown: "ownerName" })).toEqual(["four"]);
  expect(await found("tickets", { known: "ownerName", field: "priority", is: "HIGH" })).toEqual(["three"]);
  expect(await found("tickets", { ownerName: "%" })).toEqual([]);
});

test("rows are found by the days between which one of theirs lies, both included", async () => {
  await add("invoices", { ...bill, number: "early" });
  await add("invoices", { ...bill, number: "late", issued_on: "2026-09-30", due_on: "2026-10-30", status: "paid" });
  expect(await found("invoices", { from: "2026-10-02", to: "2026-10-02" })).toEqual(["early"]);
  expect(await found("invoices", { day: "issuedOn", from: "2026-09-02", to: "2026-09-30" })).toEqual(["early", "late"]);
  expect(await found("invoices", { day: "issuedOn", from: "2026-09-03" })).toEqual(["late"]);
  expect(await found("invoices", { day: "issuedOn", to: "2026-09-29", view: "bills" })).toEqual(["early"]);
  expect(await found("invoices", { day: "paidOn", from: "2026-01-01" })).toEqual([]);
  const contract = { title: "frame", kind: "vendor", status: "active", ends_on: "2027-01-31", notice_days: 31 };
  await add("contracts", contract);
  expect(await found("contracts", { day: "noticeBy", from: "2026-12-31", to: "2026-12-31" })).toEqual(["frame"]);
});

test("a row without a currency is of the company's own", async () => {
  await add("invoices", { ...bill, number: "own" });
  await add("invoices", { ...bill, number: "euro", currency: "EUR" });
  expect(await found("invoices", { currency: "USD" })).toEqual(["own"]);
  expect(await found("invoices", { currency: "EUR" })).toEqual(["euro"]);
});

test("what a kind does not have cannot be asked of it", async () => {
  const refused: [RecordKind, Query, string][] = [
    ["invoices", { ownerName: "Sam" }, "Invoices have no owner"],
    ["tickets", { currency: "EUR" }, "Tickets have no currency"],
    ["tickets", { field: "priority" }, "Name a field and what it is, both"],
    ["tickets", { field: "detail", is: "x" }, 'Tickets have no name or choice "detail"'],
    ["tickets", { known: "company_id" }, 'Tickets have no field "company_id"'],
    ["vendors", { from: "2026-01-01" }, "Vendors have no day of their own"],
    ["tickets", { day: "noticeBy", from: "2026-01-01" }, 'Tickets have no day "noticeBy"'],
    ["tickets", { day: "openedOn" }, "Name the first day, the last, or both"],
    ["tickets", { from: "2026-02-01", to: "2026-01-01" }, "The last day is before the first"],
  ];
  for (const [kind, query, sentence] of refused)
    await expect(member.call(listRecords, { params: { kind }, query })).rejects.toThrow(sentence);
});

test("a cursor goes on in the same filter alone", async () => {
  for (let at = 0; at < 51; at += 1)
    await add("invoices", { ...bill, number: `B-${at}`, category: "Rent", currency: "EUR", notes: "yes" });
  const filter = { currency: "EUR", field: "category", is: "Rent", known: "notes", from: "2026-10-01" } as const;
  const list = (query: Query) => member.call(listRecords, { params: { kind: "invoices" }, query });
  const { nextCursor } = await list(filter);
  expect((await list({ ...filter, cursor: nextCursor ?? "" })).rows).toHaveLength(1);
  const others: Query[] = [
    { ...filter, from: "2026-10-02" },
    { ...filter, to: "2026-10-02" },
    { ...filter, is: "rent" },
    { ...filter, known: "category" },
    { ...filter, day: "issuedOn" },
    { field: "category", is: "Rent" },
  ];
  for (const other of others) await expect(list({ ...other, cursor: nextCursor ?? "" })).rejects.toThrow(badCursor);
});
