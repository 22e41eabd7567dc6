import { expect, test } from "vitest";
import { readCell } from "#features/records/fields/cells.ts";
import { fieldOf } from "#features/records/fields/fields.ts";

const points = { dateFormat: "DD/MM/YYYY", decimalCommas: false } as const;
const commas = { dateFormat: "DD.MM.YYYY", decimalCommas: true } as const;

test.each([
  ["invoices", "dueOn", "3/4/2026", "2026-04-03"],
  ["invoices", "dueOn", "2026-04-03", "2026-04-03"],
  ["invoices", "dueOn", "2026/04/03 14:05:00", "2026-04-03"],
  ["invoices", "dueOn", "2026-04-03T00:00:00.000Z", "2026-04-03"],
  ["invoices", "amount", "$1,234.50", 1234.5],
  ["invoices", "amount", "USD 20", 20],
  ["invoices", "amount", "20 EUR", 20],
  ["invoices", "status", "Overdue", "open"],
  ["invoices", "currency", "€", "EUR"],
  ["invoices", "currency", "eur", "EUR"],
  ["deals", "probability", "60%", 0.6],
  ["deals", "probability", "60", 0.6],
  ["deals", "probability", "0.6", 0.6],
  ["deals", "stage", "Closed Won", "won"],
  ["contracts", "autoRenews", "Yes", true],
  ["contracts", "autoRenews", "FALSE", false],
  ["contracts", "kind", "Data-Protection", "data protection"],
  ["contracts", "noticeDays", "90 days", 90],
  ["customers", "name", "'=1+1", "=1+1"],
  ["customers", "name", "'＝1+1", "＝1+1"],
  ["customers", "name", "'t Hooft", "'t Hooft"],
  ["customers", "phone", "n/a", null],
  ["customers", "phone", "  ", null],
] as const)("in %s %s reads %j as %j", (kind, name, cell, value) => {
  expect(readCell(fieldOf(kind, name), cell, points)).toEqual({ value });
});

test.each([
  ["invoices", "dueOn", "31/02/2026", '"31/02/2026" is not a date in the form DD/MM/YYYY'],
  ["invoices", "dueOn", "2400-01-01", '"2400-01-01" is not a year from 1900 to 2199'],
  ["invoices", "amount", "ten", '"ten" is not a number'],
  ["tickets", "priority", "mild", '"mild" is none of low, medium, high'],
  ["contracts", "autoRenews", "maybe", '"maybe" is neither yes nor no'],
  ["customers", "usage30", "x".repeat(60), `"${"x".repeat(40)}…" is not a number`],
] as const)("in %s %s refuses %j in a sentence", (kind, name, cell, fault) => {
  expect(readCell(fieldOf(kind, name), cell, points)).toEqual({ fault });
});

test("with decimal commas an ambiguous number is refused", () => {
  const amount = fieldOf("invoices", "amount");
  expect(readCell(amount, "1.234,50", commas)).toEqual({ value: 1234.5 });
  expect(readCell(amount, "2.500", commas)).toEqual({
    fault: '"2.500" could mean two numbers: write it without a thousands separator',
  });
});
