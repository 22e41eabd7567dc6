import { expect, test } from "vitest";
import { exploreHref, type Query, query as querySchema, type QuerySubject } from "#contract/query.ts";
import { parseQuery } from "./asked.ts";
import { withoutInapplicable, startWith, withKind } from "./changes.ts";
import {
  compareFrom,
  compareOptions,
  compareValue,
  groupOptions,
  measureFrom,
  measureOptions,
  measureValue,
  type Options,
  orderOptions,
  orderValue,
  periodOptions,
  periodValue,
} from "./menus.ts";

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

test("another kind keeps the period and calendar unit, and drops what belonged to the previous kind", () => {
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
  const { compare, groupBy } = withoutInapplicable(
    invoices,
    queryOf({ period: null, compare: "previous", groupBy: { field: "amount", unit: null } }),
    today,
  );
  expect([compare, groupBy]).toEqual([null, null]);
  const long = { kind: "last", count: 3, unit: "year" } as const;
  expect(withoutInapplicable(invoices, queryOf({ period: long, compare: "yearBefore" }), today).compare).toBeNull();
  expect(withoutInapplicable(invoices, queryOf({ groupBy: { field: "dueOn", unit: null } }), today).groupBy?.unit).toBe(
    "month",
  );
  expect(withoutInapplicable(invoices, queryOf({ day: "issuedOn" }), today).day).toBeNull();
  expect(withoutInapplicable(invoices, queryOf({ measure: { of: "sum", field: "customer" } }), today).measure.of).toBe(
    "count",
  );
});

test("menus offer only what makes sense", () => {
  expect(compareOptions(queryOf({ period: lastYear }), today, 1).map(({ label }) => label)).toEqual([
    "Nothing",
    "Period before (2024)",
    "Year before (2024)",
    "From a chosen day",
  ]);
  expect(compareOptions(queryOf({}), today, 1)).toHaveLength(1);
  expect(groupOptions(invoices, queryOf({}), 1)[0]?.options.map(({ label }) => label)).toEqual([
    "Nothing",
    "Day",
    "Week",
    "Month",
    "Quarter",
    "Year",
  ]);
  expect(
    groupOptions(figures, queryOf({ subject: "figures" }), 1).flatMap(({ options }) => options),
  ).not.toContainEqual({
    value: "name|",
    label: "name",
  });
  expect(orderOptions(vendors, queryOf({ subject: "vendors" }))).toEqual([]);
  expect(orderValue(queryOf({ order: "smallest" }))).toBe("first");
});

test("presets and years with data are found in the menu of periods; any other period is custom", () => {
  const options = periodOptions({ from: "2009-12-01", to: "2011-12-09" }, 1);
  const valueOf = (period: Query["period"]) => periodValue(queryOf({ period }), options);
  expect(valueOf(null)).toBe("");
  expect(valueOf(lastYear)).toContain('"calendar"');
  expect(valueOf({ kind: "between", from: "2011-01-01", to: "2011-12-31" })).toContain("2011");
  expect(valueOf({ kind: "between", from: "2011-01-01", to: "2011-12-30" })).toBe("custom");
});

test("fiscal years are offered if they differ from calendar years", () => {
  const has = (options: readonly Options[], label: string) =>
    options.some((group) => group.options.some((one) => one.label === label));
  expect(has(periodOptions(null, 1), "This fiscal year")).toBe(false);
  expect(has(periodOptions(null, 4), "This fiscal year")).toBe(true);
  expect(has(groupOptions(invoices, queryOf({}), 1), "Fiscal year")).toBe(false);
  expect(has(groupOptions(invoices, queryOf({}), 4), "Fiscal year")).toBe(true);
});

test("a filter becomes the part of a share, and a filter again", () => {
  const filter = { field: "dueOn", test: "known", values: [] } as const;
  const asked = queryOf({ filters: [{ ...filter, values: [] }] });
  const [share] = measureOptions(invoices, asked).at(-1)?.options ?? [];
  const shared = { ...asked, ...measureFrom(share?.value ?? "", asked) };
  expect(shared).toMatchObject({ measure: { of: "share" }, filters: [], part: [filter] });
  expect(withoutInapplicable(invoices, shared, today).measure.of).toBe("share");
  expect(measureOptions(invoices, shared).flatMap(({ options }) => options)).toContainEqual({
    value: measureValue(invoices, shared),
    label: share?.label,
  });
  expect(measureFrom("count|", shared)).toMatchObject({ measure: { of: "count" }, filters: [filter], part: [] });
  expect(withoutInapplicable(invoices, { ...shared, part: [] }, today).measure.of).toBe("count");
});

test("a comparison begins on a chosen day", () => {
  const october = { from: "2026-10-01", to: "2026-10-31", label: "" };
  const compare = compareFrom("custom", october);
  expect(compare).toEqual({ from: "2026-09-01" });
  expect(compareValue(queryOf({ compare }))).toBe("custom");
  expect(compareFrom("yearBefore", october)).toBe("yearBefore");
  expect(compareFrom("", october)).toBeNull();
});

test("an address is short and parses back to the same query; an invalid one gives none", () => {
  const asked = queryOf({ period: lastYear, groupBy: { field: "customer", unit: null }, limit: 10 });
  const q = new URL(exploreHref(asked), "http://x").searchParams.get("q") ?? "";
  expect(q).toBe(
    '{"subject":"invoices","period":{"kind":"calendar","unit":"year","shift":-1},"groupBy":{"field":"customer"},"limit":10}',
  );
  expect(parseQuery(q)).toEqual(asked);
  for (const bad of ["", "{", "null", '{"subject":1}', '{"subject":"invoices","filters":"all"}'])
    expect(parseQuery(bad)).toBeNull();
});
