import { expect, test } from "vitest";
import { query, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { inWords } from "#contract/report.ts";
import { answerOf } from "./answer.ts";

const subject: QuerySubject = {
  id: "invoices",
  one: "invoice",
  many: "invoices",
  alsoCalled: [],
  day: "issuedOn",
  amount: "amount",
  needs: null,
  fields: [],
};

test("a single row keeps its own currency, whatever the company's is", () => {
  const result: QueryResult = {
    query: query.parse({ subject: "invoices", filters: [{ field: "number", test: "is", values: ["INV-9"] }] }),
    title: "Invoices: number INV-9",
    unit: "count",
    currency: null,
    period: null,
    compared: null,
    total: { value: 1, rows: 1, previous: null },
    groups: null,
    groupCount: 0,
    rows: {
      columns: [
        { name: "number", label: "Number", type: "text" },
        { name: "amount", label: "Amount", type: "money" },
      ],
      rows: [{ href: "/records/invoices/1", currency: "USD", cells: ["INV-9", 4_350] }],
    },
    leftOut: [],
    data: null,
    asOf: "2026-11-22",
  };
  const { headline, figures } = answerOf(result, subject, { kind: "rows", focus: null }, "GBP");
  expect(inWords(headline, figures)).toBe("INV-9: $4,350.");
});
