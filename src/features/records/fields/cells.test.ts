import { expect, test } from "vitest";
import { readCell } from "#features/records/fields/cells.ts";
import { fieldOf } from "#features/records/fields/fields.ts";

test.each([
  ["invoices", "dueOn", "2026-04-03", "2026-04-03"],
  ["invoices", "dueOn", "2026/04/03 14:05:00", "2026-04-03"],
  ["invoices", "dueOn", "2026-04-03T00:00:00.000Z", "2026-04-03"],
  ["invoices", "amount", "$1,234.50", 1234.5],
  ["invoices", "amount", "USD 20", 20],
  ["invoices", "amount", "20 EUR", 20],
  ["deals", "probability", "60%", 0.6],
  ["deals", "probability", "60", 0.6],
  ["deals", "probability", "0.6", 0.6],
  ["contracts", "autoRenews", "Yes", true],
  ["contracts", "autoRenews", "FALSE", false],
  ["contracts", "noticeDays", "90 days", 90],
  ["customers", "name", "'=1+1", "=1+1"],
  ["customers", "name", "'＝1+1", "＝1+1"],
  ["customers", "name", "'t Hooft", "'t Hooft"],
  ["customers", "phone", "n/a", null],
  ["customers", "phone", "  ", null],
] as const)("in %s %s reads %j as %j", (kind, name, cell, value) => {
  expect(readCell(fieldOf(kind, name), cell)).toEqual({ value });
});

test.each([
  ["invoices", "dueOn", "31/02/2026", '"31/02/2026" is not a date in the form YYYY-MM-DD'],
  ["invoices", "dueOn", "2400-01-01", '"2400-01-01" is not a year from 1900 to 2199'],
  ["invoices", "amount", "ten", '"ten" is not a number'],
  ["contracts", "autoRenews", "maybe", '"maybe" is neither yes nor no'],
  ["customers", "usage30", "x".repeat(60), `"${"x".repeat(40)}…" is not a number`],
] as const)("in %s %s refuses %j in a sentence", (kind, name, cell, fault) => {
  expect(readCell(fieldOf(kind, name), cell)).toEqual({ fault });
});
