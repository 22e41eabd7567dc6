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

const october = { from: "2026-10-01", to: "2026-10-31", label: "October 2026" };
const group = (label: string, rows: number, previous: number | null = null, more: object = {}) => ({
  key: label,
  label,
  value: rows,
  previous,
  rows,
  share: null,
  href: "/",
  ...more,
});
const grouped = (input: object, rest: Partial<QueryResult>): QueryResult => ({
  query: query.parse({ subject: "invoices", ...input }),
  title: "Invoices",
  unit: "count",
  currency: null,
  period: null,
  compared: null,
  total: { value: 3, rows: 3, previous: null },
  groups: [],
  groupCount: 0,
  rows: null,
  leftOut: [],
  data: { from: "2026-01-01", to: "2026-11-20" },
  asOf: "2026-11-22",
  ...rest,
});

test("a count of groups counts those of the period, and compares groups with groups", () => {
  const result = grouped(
    {
      groupBy: { field: "customerName" },
      compare: "previous",
      period: { kind: "between", from: october.from, to: october.to },
    },
    {
      period: october,
      compared: { from: "2026-09-01", to: "2026-09-30", label: "September 2026" },
      total: { value: 3, rows: 3, previous: 9 },
      groups: [group("Alder", 2, 4), group("Birch", 1, 0), group("Cedar", 0, 3), group("Dale", 0, 2)],
      groupCount: 4,
      countedGroups: { current: 2, previous: 3 },
    },
  );
  const { headline, figures } = answerOf(result, subject, { kind: "names", why: false }, "GBP");
  expect(formatLine(headline, figures)).toBe("2: Alder, Birch, down 33.3% on September 2026 (3).");
});

test("months that are all incomplete are named so, and a month without a figure is never the lowest", () => {
  const by = { groupBy: { field: "issuedOn", unit: "month" }, order: "smallest" };
  const partial = grouped(by, { groups: [group("November 2026", 3, null, { isPartial: true })], groupCount: 1 });
  const answered = answerOf(partial, subject, { kind: "series", why: false }, "GBP");
  expect(formatLine(answered.headline, answered.figures)).toContain("November 2026 (incomplete) is lowest");
  const gaps = grouped(by, {
    groups: [
      group("March 2026", 0, null, { key: "2026-03-01", value: null }),
      group("April 2026", 2, null, { key: "2026-04-01" }),
    ],
    groupCount: 2,
  });
  const lowest = answerOf(gaps, subject, { kind: "series", why: false }, "GBP");
  expect(formatLine(lowest.headline, lowest.figures)).toContain("April 2026 is lowest");
});

test("a period that is not over is incomplete from its first day, also beside a row dated ahead", () => {
  const of = (asOf: string, to: string, day: string | null = null) => {
    const period = { from: "2026-11-01", to: "2026-11-30", label: "November 2026" };
    const result = grouped(
      { day, period: { kind: "between", from: period.from, to: period.to } },
      { period, asOf, data: { from: "2026-01-01", to } },
    );
    const { headline, figures } = answerOf(result, subject, { kind: "value", why: false }, "GBP");
    return formatLine(headline, figures);
  };
  expect(of("2026-11-01", "2026-11-01")).toContain("November 2026 is incomplete: counted up to 1 Nov");
  expect(of("2026-11-22", "2027-03-01")).toContain("November 2026 is not over");
  expect(of("2026-11-22", "2027-03-01", "dueOn")).not.toMatch(/incomplete|not over/);
});
