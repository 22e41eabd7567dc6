import { expect, test } from "vitest";
import { type RecordKind, recordFields, recordKinds } from "#features/records/contract.ts";
import { checked, complete, naturalKey } from "#features/records/fields/complete.ts";
import { fieldsOf, roles } from "#features/records/fields/fields.ts";

test("a kind's title, status, columns and words of fields are its own", () => {
  for (const kind of recordKinds) {
    const { title, status = title, search } = roles[kind];
    const names = fieldsOf[kind].map(({ name }) => name);
    expect([title, status, ...search].filter((name) => !names.includes(name))).toEqual([]);
  }
});

test("exactly the fields marked as required are required", () => {
  for (const kind of recordKinds) {
    const needed = fieldsOf[kind].filter(({ required }) => required).map(({ name }) => name);
    const missing = recordFields[kind].safeParse(complete(kind, {})).error?.issues.map(({ path }) => path[0]);
    expect(missing, kind).toEqual(needed);
  }
});

test.each([
  ["invoices", { vendorName: "Acme" }, { direction: "payable", status: "open" }],
  ["invoices", { customerName: "Acme", paidOn: "2026-01-01" }, { direction: "receivable", status: "paid" }],
  ["invoices", { status: "void" }, { status: "void" }],
  ["contracts", { vendorName: "Acme" }, { kind: "vendor", status: "active" }],
  ["tickets", { resolvedOn: "2026-01-01" }, { kind: "support", status: "resolved", priority: "medium" }],
] as const)("%s with %j become %j", (kind, given, expected) => {
  expect(complete(kind, given)).toMatchObject(expected);
});

test.each<[RecordKind, Record<string, string>, string]>([
  ["customers", { name: " ACME  Ltd " }, "acme ltd"],
  ["deals", { name: "Rollout", customerName: "Acme" }, "rollout · acme"],
  ["invoices", { number: "INV-1", direction: "receivable", customerName: "Acme" }, "inv-1"],
  ["invoices", { number: "1", direction: "payable", vendorName: "Bolt" }, "1 · bolt"],
  ["contracts", { title: "NDA", vendorName: "Bolt" }, "nda · bolt"],
  ["tickets", { title: "Late", customerName: "Acme", openedOn: "2026-01-02" }, "late · acme · 2026-01-02"],
  ["tickets", { number: "T-1", title: "Late" }, "t-1"],
])("without an id of its own one of the %s %j is known as %j", (kind, fields, key) => {
  expect(naturalKey(kind, fields)).toBe(key);
});

test("a record's fault names the field's label", () => {
  expect(checked("customers", { name: null, status: "active" })).toEqual({ fault: "Name is missing" });
  expect(checked("customers", { name: "x".repeat(101), status: "active" })).toEqual({
    fault: "Name: Use at most 100 characters",
  });
  expect(checked("customers", { name: "Acme", status: "active", email: "nowhere" })).toEqual({
    fault: "Email: Invalid email address",
  });
});
