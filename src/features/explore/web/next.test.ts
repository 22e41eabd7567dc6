import { expect, test } from "vitest";
import {
  exploreHref,
  query as queryShape,
  type QueryField,
  type QueryResult,
  type QuerySubject,
} from "#contract/query.ts";
import { nextOf } from "./next.ts";

const field = (name: string, type: QueryField["type"] = "text"): QueryField => ({
  name,
  label: name === "customerName" ? "Customer" : name,
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
  fields: [field("customerName"), field("issuedOn", "day"), field("amount", "money")],
};
const thisYear = { kind: "calendar", unit: "year", shift: 0 } as const;
const resultOf = (asked: object, groups: QueryResult["groups"] = null, rows = 3): QueryResult => ({
  query: queryShape.parse({ subject: "invoices", ...asked }),
  title: "Invoices",
  unit: "count",
  currency: null,
  period: null,
  compared: null,
  total: { value: rows, rows, previous: null },
  groups,
  groupCount: groups?.length ?? 0,
  rows: null,
  leftOut: [],
  data: null,
  asOf: "2026-11-23",
});
const labels = (result: QueryResult) => nextOf(invoices, result, "2026-11-23").map(({ label }) => label);

test("follow-ups: the leading group by another field, by month, the previous year", () => {
  const group = (label: string, value: number) => {
    const href = exploreHref({ subject: "invoices", search: label });
    return { key: label, label, value, rows: value, previous: null, share: null, href };
  };
  const byMonth = {
    groupBy: { field: "issuedOn", unit: "month" },
    period: thisYear,
    measure: { of: "sum", field: null },
  };
  const [first, ...others] = nextOf(
    invoices,
    resultOf(byMonth, [group("May 2026", 2), group("June 2026", 1)]),
    "2026-11-23",
  );
  expect(first).toMatchObject({
    label: "May 2026 by customer",
    query: { search: "May 2026", groupBy: { field: "customerName" }, measure: { of: "sum" } },
  });
  expect(others.map(({ label }) => label)).toEqual(["Compare with the year before"]);
  expect(labels(resultOf({}))).toEqual(["By month", "By customer"]);
  expect(labels(resultOf({ period: thisYear, compare: "yearBefore" }))).toEqual(["By month", "By customer"]);
});

test("no follow-ups without results", () => {
  expect(labels(resultOf({}, null, 0))).toEqual([]);
});
