import { expect, test } from "vitest";
import { query, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { formatLine } from "#contract/report.ts";
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

test("a single row keeps its own currency, not the company's", () => {
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
  const { headline, figures } = answerOf(result, subject, { kind: "rows", why: false }, "GBP");
  expect(formatLine(headline, figures)).toBe("INV-9: $4,350.");
});

test("a share names the rows it is of, and changes by points", () => {
  const asked = query.parse({
    subject: "invoices",
    measure: { of: "share" },
    part: [{ field: "view", test: "is", values: ["overdue"] }],
    period: { kind: "between", from: "2026-10-01", to: "2026-10-31" },
    compare: "previous",
  });
  const result: QueryResult = {
    query: asked,
    title: "Share of invoices that are overdue: October 2026, compared with September 2026",
    unit: "share",
    currency: null,
    period: { from: "2026-10-01", to: "2026-10-31", label: "October 2026" },
    compared: { from: "2026-09-01", to: "2026-09-30", label: "September 2026" },
    total: { value: 0.15, rows: 20, previous: 0.12 },
    groups: null,
    groupCount: 0,
    rows: null,
    leftOut: [],
    data: null,
    asOf: "2026-11-22",
  };
  const { headline, figures } = answerOf(result, subject, { kind: "value", why: false }, "GBP");
  expect(formatLine(headline, figures)).toBe(
    "15% of 20 invoices (October 2026, compared with September 2026): 3 overdue, up 3 points on September 2026 (12%).",
  );
  expect(decodeURIComponent(figures[1]?.source.href ?? "")).toContain('"filters":[{"field":"view"');
});

test("a row in full keeps the names of roles, and does not repeat a state", () => {
  const asked = query.parse({ subject: "decisions", search: "warehouse" });
  const cells = ["A new warehouse system", "CTO", "Rejected", "Rejected", "Three years is too long."];
  const columns = (["Title", "Agent", "Status", "Outcome", "Reason"] as const).map((label, at) => ({
    name: ["title", "role", "status", "outcome", "reason"][at] ?? "",
    label,
    type: (["text", "choice", "choice", "choice", "note"] as const)[at] ?? "text",
  }));
  const result: QueryResult = {
    query: asked,
    title: "Decisions: warehouse",
    unit: "count",
    currency: null,
    period: null,
    compared: null,
    total: { value: 1, rows: 1, previous: null },
    groups: null,
    groupCount: 0,
    rows: { columns, rows: [{ href: "/decisions/1", currency: null, cells }] },
    leftOut: [],
    data: null,
    asOf: "2026-11-22",
  };
  const decisions = { ...subject, id: "decisions", one: "decision", many: "decisions" };
  const { headline, figures } = answerOf(result, decisions, { kind: "rows", why: true }, "GBP");
  expect(formatLine(headline, figures)).toBe("A new warehouse system: CTO, rejected, reason: Three years is too long.");
});

test("a change that rounds to zero is not shown as 0%", () => {
  const asked = query.parse({
    subject: "invoices",
    measure: { of: "sum" },
    period: { kind: "between", from: "2026-10-01", to: "2026-10-31" },
    compare: "previous",
  });
  const [period, compared] = [
    { from: "2026-10-01", to: "2026-10-31", label: "October 2026" },
    { from: "2026-09-01", to: "2026-09-30", label: "September 2026" },
  ];
  const total = { value: 10_001, rows: 20, previous: 10_000 };
  const result: QueryResult = {
    query: asked,
    title: "Invoices: October 2026",
    unit: "money",
    currency: "GBP",
    period,
    compared,
    total,
    groups: null,
    groupCount: 0,
    rows: null,
    leftOut: [],
    data: null,
    asOf: "2026-11-22",
  };
  const { headline, figures } = answerOf(result, subject, { kind: "value", why: false }, "GBP");
  expect(formatLine(headline, figures)).toContain(", about the same as in September 2026 (£10,000).");
});
