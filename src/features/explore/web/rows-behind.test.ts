import { expect, test } from "vitest";
import { exploreRowsHref, type QueryField, type QuerySubject } from "#contract/query.ts";
import { queryOfRows, recordNamed } from "./rows-behind.ts";

const field = (name: string, type: QueryField["type"] = "text", values: readonly string[] = []): QueryField => ({
  name,
  label: name,
  type,
  alsoCalled: [],
  choices: values.map((value) => ({ value, label: value })),
});
const subject = (id: string, amount: string | null, fields: QueryField[]): QuerySubject => ({
  id,
  one: id,
  many: id,
  alsoCalled: [],
  day: null,
  amount,
  needs: null,
  fields,
});
const subjects = [
  subject("invoices", "amount", [
    field("view", "view", ["overdue", "bills"]),
    field("customerName"),
    field("currency", "choice"),
    field("dueOn", "day"),
    field("issuedOn", "day"),
    field("channel"),
  ]),
  subject("customers", null, [field("name"), field("view", "view", ["kept"])]),
  subject("tasks", null, [field("view", "view", ["open", "overdue"]), field("agent", "agent")]),
];
const is = (name: string, value: string) => ({ field: name, test: "is", values: [value] });

test("the rows behind a figure open in Explore as the same rows", () => {
  expect(queryOfRows("/records/invoices?view=overdue&customerId=1", "Acme Ltd", true, subjects)).toEqual({
    subject: "invoices",
    filters: [is("view", "overdue"), is("customerName", "Acme Ltd")],
    search: null,
    measure: { of: "sum", field: null },
  });
  const bills = "/records/invoices?view=bills&currency=GBP&day=issuedOn&from=2026-05-28&to=2026-11-23&known=channel";
  expect(queryOfRows(bills, null, false, subjects)?.filters).toEqual([
    is("view", "bills"),
    is("currency", "GBP"),
    { field: "channel", test: "known", values: [] },
    { field: "issuedOn", test: "atLeast", values: ["2026-05-28"] },
    { field: "issuedOn", test: "atMost", values: ["2026-11-23"] },
  ]);
  expect(queryOfRows("/records/invoices?to=2026-08-21", null, false, subjects)?.filters).toEqual([
    { field: "dueOn", test: "atMost", values: ["2026-08-21"] },
  ]);
  expect(queryOfRows("/tasks?view=late&assignee=7", null, false, subjects)?.filters).toEqual([
    is("view", "overdue"),
    is("agent", "7"),
  ]);
});

test("a row's page opens as the row of its name, a figure by month", () => {
  expect(queryOfRows("/records/customers/7", "Acme Ltd", true, subjects)).toEqual({
    subject: "customers",
    filters: [is("name", "Acme Ltd")],
    search: null,
  });
  expect(queryOfRows("/records/figures/daily_revenue", null, true, subjects)).toMatchObject({
    subject: "figures",
    measure: { of: "sum" },
  });
});

test("a record is named by its own address, its customer's or its vendor's", () => {
  expect([
    recordNamed("/records/deals/7"),
    recordNamed("/records/invoices?view=overdue&customerId=8"),
    recordNamed("/records/invoices?vendorId=9"),
    recordNamed("/records/figures/cash"),
    recordNamed("/tasks?view=late"),
  ]).toEqual([{ kind: "deals", id: "7" }, { kind: "customers", id: "8" }, { kind: "vendors", id: "9" }, null, null]);
});

test("rows Explore cannot query have no address", () => {
  expect(exploreRowsHref("/runs/1", false)).toBeNull();
  expect(exploreRowsHref(null, true)).toBeNull();
  expect(exploreRowsHref("/explore?q=1", true)).toBe("/explore?q=1");
  expect(exploreRowsHref("/records/deals?view=open", true)).toBe(
    "/explore?rows=%2Frecords%2Fdeals%3Fview%3Dopen&measure=sum",
  );
});
