import { expect, test } from "vitest";
import { query as querySchema, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { csvOf, fileNameOf } from "./csv.ts";

const subject: QuerySubject = {
  id: "invoices",
  one: "invoice",
  many: "invoices",
  alsoCalled: [],
  day: "issuedOn",
  amount: "amount",
  needs: null,
  fields: [
    { name: "customerName", label: "Customer", type: "text", alsoCalled: [], choices: [] },
    { name: "amount", label: "Amount", type: "money", alsoCalled: [], choices: [] },
  ],
};
const result: QueryResult = {
  query: querySchema.parse({ subject: "invoices", groupBy: { field: "customerName" }, measure: { of: "sum" } }),
  title: "Total amount of invoices by customer: 2011",
  unit: "money",
  currency: "GBP",
  period: null,
  compared: null,
  total: { value: -5, previous: null, rows: 2 },
  groups: [{ key: "=1+1", label: '=HYPERLINK("x")', value: -5, rows: 2, previous: null, share: null, href: "" }],
  groupCount: 1,
  rows: null,
  leftOut: [],
  data: null,
  asOf: "2026-11-22",
};

test("groups are exported with their total; formulas are escaped and numbers keep their minus", () => {
  expect(csvOf(subject, result)).toBe(
    `\ufeffCustomer,Total amount (GBP),Invoices\r\n"'=HYPERLINK(""x"")",-5,2\r\nTotal,-5,2\r\n`,
  );
  expect(fileNameOf(result)).toBe("total-amount-of-invoices-by-customer-2011.csv");
});

test("rows are exported with their own currency", () => {
  const rows: QueryResult["rows"] = {
    columns: subject.fields.map(({ name, label, type }) => ({ name, label, type })),
    rows: [{ href: null, currency: "EUR", cells: ["@SUM(A1)", null] }],
  };
  expect(csvOf(subject, { ...result, groups: null, rows })).toBe(
    "\ufeffCustomer,Amount,Currency\r\n'@SUM(A1),,EUR\r\n",
  );
});
