import { expect, test } from "vitest";
import { exploreHref, type Query, query as querySchema, type QuerySubject } from "#contract/query.ts";
import { readAsked } from "./asked.ts";
import { fitted, startWith, withKind } from "./changes.ts";
import { compareOptions, groupOptions, orderOptions, orderValue, periodOptions, periodValue } from "./menus.ts";

const today = "2026-11-22";
const field = (name: string, type: QuerySubject["fields"][number]["type"]) => ({
  name,
  label: name,
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
  fields: [field("customer", "text"), field("issuedOn", "day"), field("dueOn", "day"), field("amount", "money")],
};
const vendors: QuerySubject = {
  id: "vendors",
  one: "vendor",
  many: "vendors",
  alsoCalled: [],
  day: null,
  amount: null,
  needs: null,
  fields: [field("name", "text")],
};
const figures: QuerySubject = {
  id: "figures",
  one: "figure",
  many: "figures",
  alsoCalled: [],
  day: "day",
  amount: "value",
  needs: "name",
  fields: [field("name", "choice"), field("day", "day"), field("value", "money")],
};
const queryOf = (change: Partial<Query>): Query => querySchema.parse({ subject: "invoices", ...change });
const lastYear = { kind: "calendar", unit: "year", shift: -1 } as const;

test("another kind keeps the period and the unit of the calendar, and nothing that was the kind's own", () => {
  const before = queryOf({
    filters: [{ field: "customer", test: "is", values: ["Alder"] }],
    period: lastYear,
    compare: "yearBefore",
    groupBy: { field: "issuedOn", unit: "quarter" },
    measure: { of: "sum", field: "amount" },
  });
  expect(withKind(before, figures, "daily_revenue", today)).toMatchObject({
    subject: "figures",
    filters: [{ field: "name", values: ["daily_revenue"] }],
    period: lastYear,
    compare: "yearBefore",
    groupBy: { field: "day", unit: "quarter" },
    measure: { of: "sum" },
  });
  expect(withKind(before, vendors, null, today)).toEqual({ ...startWith(vendors, null) });
  expect(withKind(null, figures, "cash", today).measure.of).toBe("latest");
});

test("a change that makes another part invalid resets that part", () => {
  const { compare, groupBy } = fitted(
    invoices,
    queryOf({ period: null, compare: "previous", groupBy: { field: "amount", unit: null } }),
    today,
  );
  expect([compare, groupBy]).toEqual([null, null]);
  const long = { kind: "last", count: 3, unit: "year" } as const;
  expect(fitted(invoices, queryOf({ period: long, compare: "yearBefore" }), today).compare).toBeNull();
  expect(fitted(invoices, queryOf({ groupBy: { field: "dueOn", unit: null } }), today).groupBy?.unit).toBe("month");
  expect(fitted(invoices, queryOf({ day: "issuedOn" }), today).day).toBeNull();
  expect(fitted(invoices, queryOf({ measure: { of: "sum", field: "customer" } }), today).measure.of).toBe("count");
});

test("menus offer only what makes sense", () => {
  expect(compareOptions(queryOf({ period: lastYear }), today).map(({ label }) => label)).toEqual([
    "Nothing",
    "Period before (2024)",
    "Year before (2024)",
  ]);
  expect(compareOptions(queryOf({}), today)).toHaveLength(1);
  expect(groupOptions(invoices, queryOf({}))[0]?.options.map(({ label }) => label)).toEqual([
    "Nothing",
    "Day",
    "Week",
    "Month",
    "Quarter",
    "Year",
  ]);
  expect(groupOptions(figures, queryOf({ subject: "figures" })).flatMap(({ options }) => options)).not.toContainEqual({
    value: "name|",
    label: "name",
  });
  expect(orderOptions(vendors, queryOf({ subject: "vendors" }))).toEqual([]);
  expect(orderValue(queryOf({ order: "smallest" }))).toBe("first");
});

test("a period is found in its menu, the years of the data too; any other is custom", () => {
  const options = periodOptions({ from: "2009-12-01", to: "2011-12-09" });
  const valueOf = (period: Query["period"]) => periodValue(queryOf({ period }), options);
  expect(valueOf(null)).toBe("");
  expect(valueOf(lastYear)).toContain('"calendar"');
  expect(valueOf({ kind: "between", from: "2011-01-01", to: "2011-12-31" })).toContain("2011");
  expect(valueOf({ kind: "between", from: "2011-01-01", to: "2011-12-30" })).toBe("custom");
});

test("an address is read back as it was written, short, and a bad one is none", () => {
  const asked = queryOf({ period: lastYear, groupBy: { field: "customer", unit: null }, limit: 10 });
  const q = new URL(exploreHref(asked), "http://x").searchParams.get("q") ?? "";
  expect(q).toBe(
    '{"subject":"invoices","period":{"kind":"calendar","unit":"year","shift":-1},"groupBy":{"field":"customer"},"limit":10}',
  );
  expect(readAsked(q)).toEqual(asked);
  for (const bad of ["", "{", "null", '{"subject":1}', '{"subject":"invoices","filters":"all"}'])
    expect(readAsked(bad)).toBeNull();
});
