import { expect, test } from "vitest";
import {
  type Query,
  query as querySchema,
  type QueryGroup,
  type QueryResult,
  type QuerySubject,
} from "#contract/query.ts";
import { comparedSpan, spanOf } from "#contract/spans.ts";
import { answerOf, plainText } from "./answer.ts";

const field = (name: string, label: string, type: QuerySubject["fields"][number]["type"]) => ({
  name,
  label,
  type,
  alsoCalled: [],
  choices: [],
});
const invoices: QuerySubject = {
  id: "invoices",
  one: "invoice",
  many: "invoices",
  alsoCalled: [],
  day: "issuedOn",
  amount: "amount",
  needs: null,
  fields: [
    field("customerName", "Customer", "text"),
    field("issuedOn", "Issued", "day"),
    field("amount", "Amount", "money"),
    field("daysToPay", "Days to pay", "days"),
    field("paidLate", "Paid late", "flag"),
  ],
};
const figures: QuerySubject = {
  id: "figures",
  one: "figure",
  many: "figures",
  alsoCalled: [],
  day: "day",
  amount: "value",
  needs: "name",
  fields: [
    { ...field("name", "Figure", "choice"), choices: [{ value: "daily_revenue", label: "Daily revenue" }] },
    field("value", "Value", "money"),
    field("day", "Day", "day"),
  ],
};

const asOf = "2026-11-22";
const sum = { of: "sum" } as const;
const receivable = { field: "direction", test: "is", values: ["receivable"] } as const;
const between = (from: string, to: string) => ({ kind: "between", from, to }) as const;
const october = between("2025-10-01", "2025-10-31");
const year = between("2011-01-01", "2011-12-31");

type Given = Partial<Pick<QueryResult, "groups" | "groupCount" | "unit" | "currency" | "data" | "asOf">> & {
  value: number | null;
  previous?: number | null;
  rows?: number;
};

function resultOf(
  asked: Partial<Query> & { subject?: string },
  { value, previous = null, rows = 10, ...rest }: Given,
): QueryResult {
  const query = querySchema.parse({ subject: "invoices", ...asked });
  const period = query.period && spanOf(query.period, asOf);
  return {
    query,
    title: "Title",
    unit: query.measure.of === "count" ? "count" : "money",
    currency: query.measure.of === "count" ? null : "GBP",
    period,
    compared: period && query.compare && comparedSpan(period, query.compare),
    total: { value, previous, rows },
    groups: null,
    groupCount: rest.groups?.length ?? 0,
    rows: null,
    leftOut: [],
    data: null,
    asOf,
    ...rest,
  };
}

const group = (
  key: string | null,
  label: string,
  value: number,
  total: number,
  previous: number | null = null,
): QueryGroup => ({
  key,
  label,
  value,
  rows: 1,
  previous,
  share: value / total,
  href: "/explore",
});

const said = (result: QueryResult, subject = invoices): string => {
  const { lead, rest } = answerOf(subject, result);
  return [plainText(lead), plainText(rest)].filter(Boolean).join(" ");
};

test("one figure names its period, its change and both amounts", () => {
  const asked = { measure: { ...sum, field: null }, period: october };
  expect(said(resultOf({ ...asked, compare: "previous" }, { value: 26_825, previous: 45_432, rows: 31 }))).toBe(
    "£26,825 in October 2025, down 41% on September 2025 (£45,432). From 31 invoices.",
  );
  expect(said(resultOf({ ...asked, compare: "yearBefore" }, { value: 500, previous: 500 }))).toBe(
    "£500 in October 2025, the same as October 2024. From 10 invoices.",
  );
  expect(said(resultOf({ ...asked, compare: "previous" }, { value: 3_000, previous: 100 }))).toBe(
    "£3,000 in October 2025, 30 times September 2025 (£100). From 10 invoices.",
  );
  expect(said(resultOf({ ...asked, compare: "previous" }, { value: 300, previous: 0 }))).toBe(
    "£300 in October 2025. From 10 invoices. There are no invoices in September 2025 to compare with.",
  );
});

test("counts and averages are named as such", () => {
  expect(said(resultOf({}, { value: 1, rows: 1 }))).toBe("1 invoice.");
  expect(said(resultOf({ period: october }, { value: 1_764, rows: 1_764 }))).toBe("1,764 invoices in October 2025.");
  expect(
    said(resultOf({ measure: { of: "average", field: "daysToPay" } }, { value: 12.5, unit: "days", currency: null })),
  ).toBe("Average 12.5 days. From 10 invoices.");
  expect(said(resultOf({ measure: { of: "average", field: "amount" } }, { value: 3.4 }))).toBe(
    "Average £3.40. From 10 invoices.",
  );
});

test("without results it says so, with the previous value and the dates of the data", () => {
  const data = { from: "2009-12-01", to: "2011-12-09" };
  expect(said(resultOf({ period: october, compare: "previous" }, { value: 0, previous: 3, rows: 0, data }))).toBe(
    "No invoices in October 2025; September 2025 had 3 invoices. The data runs from 1 Dec 2009 to 9 Dec 2011.",
  );
  expect(said(resultOf({ measure: { of: "average", field: "daysToPay" } }, { value: null }))).toBe(
    "No days to pay is recorded for these 10 invoices.",
  );
});

test("for months the best one leads, with its share of the year", () => {
  const groups = [
    group("2011-11-01", "November 2011", 71_940, 492_000, 52_060),
    group("2011-12-01", "December 2011", 52_470, 492_000, 58_730),
  ];
  const asked = {
    subject: "figures",
    filters: [{ field: "name", test: "is", values: ["daily_revenue"] }],
    measure: { ...sum, field: null },
    period: year,
    groupBy: { field: "day", unit: "month" },
  } satisfies Partial<Query>;
  expect(said(resultOf(asked, { value: 492_000, groups }), figures)).toBe(
    "November was best: £71,940. It brought 14.6% of the year’s £492,000.",
  );
  expect(
    said(resultOf({ ...asked, compare: "yearBefore" }, { value: 492_000, previous: 441_950, groups }), figures),
  ).toBe(
    "November was best: £71,940, up 38.2% on November 2010. It brought 14.6% of the year’s £492,000. In all, 2011 is up 11.3% on 2010 (£441,950).",
  );
  expect(said(resultOf({ ...asked, order: "smallest" }, { value: 492_000, groups }), figures)).toBe(
    "December was lowest: £52,470. That is 10.7% of the year’s £492,000.",
  );
});

test("says if figures end within the period", () => {
  const asked = {
    subject: "figures",
    filters: [{ field: "name", test: "is", values: ["daily_revenue"] }],
    measure: { ...sum, field: null },
    period: year,
  } satisfies Partial<Query>;
  const data = { from: "2009-12-01", to: "2011-12-09" };
  expect(said(resultOf(asked, { value: 570_096, rows: 343, data }), figures)).toBe(
    "£570,096 in 2011. From 343 days. The data ends on 9 Dec 2011.",
  );
});

test("for counts the month with the most leads; without a year it is named with its own; truncated groups are not mentioned", () => {
  const groups = [group("2025-03-01", "March 2025", 4, 7), group("2025-01-01", "January 2025", 3, 7)];
  const asked = { groupBy: { field: "issuedOn", unit: "month" } } satisfies Partial<Query>;
  expect(said(resultOf(asked, { value: 7, groups }))).toBe(
    "March 2025 had the most: 4 invoices. That is 57.1% of 7 invoices in all.",
  );
  expect(said(resultOf({ ...asked, order: "last" }, { value: 9, groups, groupCount: 5 }))).toMatch(
    /^Of the 2 months shown, March 2025 had the most: 4 invoices\./,
  );
  const level = groups.map((one) => ({ ...one, value: 3 }));
  expect(said(resultOf(asked, { value: 6, groups: level }))).toBe(
    "March 2025 and January 2025 are level at 3 invoices.",
  );
});

test("for other groups the leader is named with its share, and rows without a group are mentioned", () => {
  const asked = {
    filters: [receivable as never],
    measure: { ...sum, field: null },
    groupBy: { field: "customerName", unit: null },
  };
  const groups = [group("Alder", "Alder", 350, 600), group("Birch", "Birch", 250, 600)];
  expect(said(resultOf(asked, { value: 600, groups }))).toBe("Alder leads with £350, 58.3% of £600.");
  const withNone = [group(null, "No customer", 1_000, 1_600), ...groups];
  expect(said(resultOf(asked, { value: 1_600, groups: withNone }))).toBe(
    "Alder leads with £350, 58.3% of £1,600. £1,000 has no customer.",
  );
  expect(said(resultOf({ ...asked, order: "smallest" }, { value: 600, groups: groups.toReversed() }))).toBe(
    "Birch is lowest with £250.",
  );
  const compared = groups.map((one) => ({ ...one, previous: 500 }));
  expect(
    said(
      resultOf({ ...asked, period: october, compare: "previous" }, { value: 600, previous: 1_000, groups: compared }),
    ),
  ).toBe(
    "Alder leads with £350, 58.3% of £600. That is down 30% on September 2025 (£500). In all, October 2025 is down 40% on September 2025 (£1,000).",
  );
});

test("a flag is named with its field, and an average has no share", () => {
  const groups = [
    { ...group("true", "Yes", 14.2, 1), share: null },
    { ...group("false", "No", 9, 1), share: null },
  ];
  const asked = { measure: { of: "average" as const, field: "daysToPay" }, groupBy: { field: "paidLate", unit: null } };
  expect(said(resultOf(asked, { value: 11, unit: "days", currency: null, groups }))).toBe(
    "“Paid late: Yes” leads with 14.2 days on average.",
  );
});

test("an unfinished period says when it ends", () => {
  const month = { kind: "calendar", unit: "month", shift: 0 } as const;
  expect(said(resultOf({ period: month }, { value: 2, rows: 2 }))).toBe(
    "2 invoices in November 2026. November 2026 is not over: it ends on 30 Nov 2026.",
  );
});
