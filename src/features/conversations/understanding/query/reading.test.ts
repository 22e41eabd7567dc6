import { expect, test } from "vitest";
import type { QueryField, QuerySubject } from "#contract/query.ts";
import { draftOf } from "./draft.ts";
import { type Reading, readingOf } from "./reading.ts";

const field = (name: string, type: QueryField["type"], values: readonly string[] = []): QueryField => ({
  name,
  label: name,
  type,
  alsoCalled: [],
  choices: values.map((value) => ({ value, label: value })),
});
const subject = (id: string, one: string, day: string, amount: string | null, fields: QueryField[]): QuerySubject => ({
  id,
  one,
  many: `${one}s`,
  alsoCalled: [],
  day,
  amount,
  needs: id === "figures" ? "name" : null,
  fields,
});

const subjects = [
  subject("invoices", "invoice", "issuedOn", "amount", [
    field("direction", "choice", ["receivable", "payable"]),
    field("status", "choice", ["open", "paid", "disputed", "void"]),
    field("customerName", "text"),
    field("vendorName", "text"),
    field("amount", "money"),
    field("issuedOn", "day"),
    field("dueOn", "day"),
    field("paidOn", "day"),
    field("daysToPay", "days"),
    field("view", "view", ["overdue", "receivable", "payable", "bills"]),
  ]),
  subject("tickets", "ticket", "openedOn", null, [
    field("priority", "choice", ["low", "medium", "high"]),
    field("ownerName", "text"),
    field("openedOn", "day"),
    field("actualHours", "hours"),
  ]),
  subject("figures", "figure", "day", "value", [
    field("name", "choice", ["daily_revenue"]),
    field("value", "money"),
    field("day", "day"),
  ]),
];

function read(question: string, customer: string | null = null): Reading | null {
  const draft = draftOf(question, { subjects, customer, vendor: null, currency: null, today: "2026-11-22" });
  return draft && readingOf(draft, new Map([["ownerName", ["Ines Duarte", "Tom Reed"]]]));
}
const bills = { field: "view", test: "is", values: ["bills"] };
const year = (number: number) => ({ kind: "between", from: `${number}-01-01`, to: `${number}-12-31` });

test.each([
  [
    "What was our best month in 2011?",
    { subject: "figures", period: year(2011), groupBy: { field: "day", unit: "month" }, measure: { of: "sum" } },
  ],
  [
    "Our worst revenue month in 2011",
    { subject: "figures", groupBy: { field: "day", unit: "month" }, order: "smallest" },
  ],
  ["How much did we spend this year?", { subject: "invoices", filters: [bills], period: year(2026) }],
  ["Which vendors do we spend most on?", { filters: [bills], groupBy: { field: "vendorName" }, order: "largest" }],
  ["top 5 customers by revenue", { subject: "invoices", groupBy: { field: "customerName" }, limit: 5 }],
  ["How long do customers take to pay us?", { measure: { of: "average", field: "daysToPay" } }],
  [
    "How many invoices over £5,000 are disputed?",
    {
      measure: { of: "count" },
      filters: [
        { field: "direction", values: ["receivable"] },
        { field: "status", test: "is", values: ["disputed"] },
        { field: "amount", test: "moreThan", values: [5_000] },
      ],
    },
  ],
  [
    "Did we get more tickets in October than in September?",
    { subject: "tickets", period: { from: "2026-10-01", to: "2026-10-31" }, compare: "previous" },
  ],
  [
    "How many hours has Ines put in?",
    { subject: "tickets", measure: { of: "sum", field: "actualHours" }, filters: [{ values: ["Ines Duarte"] }] },
  ],
  ["What bills do we have to pay in the next 30 days?", { day: "dueOn", period: { from: "2026-11-22" } }],
] as const)("%s", (question, query) => {
  const found = read(question);
  expect(found?.query).toMatchObject(query);
  expect(found?.unused).toEqual([]);
});

test("a share asks for one group of its field", () => {
  expect(read("What share of tickets is high priority?")).toMatchObject({
    focus: "high",
    query: { groupBy: { field: "priority" }, filters: [] },
  });
});

test("words that nothing stands for are kept, so that the answer can say so", () => {
  expect(read("How many tickets came by referral?")?.unused).toEqual(["referral"]);
  expect(read("Will it rain?")).toBeNull();
});

test("a customer's name narrows the rows, also where it is not written whole", () => {
  const found = read("How much does Acme owe us?", "Acme Ltd");
  expect(found).toMatchObject({
    unused: [],
    query: { filters: [{ values: ["receivable"] }, { values: ["Acme Ltd"] }] },
  });
});
