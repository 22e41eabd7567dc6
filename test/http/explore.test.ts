import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { type QueryInput, type QueryResult, type QuerySubject, measures } from "#contract/query.ts";
import {
  addPin,
  exploreRows,
  listPins,
  listSubjects,
  mostPins,
  removePin,
  searchRows,
} from "#features/explore/contract.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { importFile } from "../importing.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let member: Member;
let subjects: readonly QuerySubject[];

const ask = (asked: QueryInput, by: Member = member): Promise<QueryResult> =>
  by.call(exploreRows, { query: { q: JSON.stringify(asked) } });
const refusal = async (asked: unknown): Promise<string> => {
  const answer = await member.send("GET", `/api/explore?q=${encodeURIComponent(JSON.stringify(asked))}`);
  expect(answer.status).toBe(400);
  return answer.text;
};
const openedBy = (href: string): Promise<QueryResult> =>
  member.call(exploreRows, { query: { q: new URL(href, "http://x").searchParams.get("q") ?? "" } });

const invoices = [
  { customerName: "Alder", issuedOn: "2025-01-31", amount: 100 },
  { customerName: "Alder", issuedOn: "2025-03-01", amount: 250 },
  { customerName: "Birch", issuedOn: "2025-03-31", amount: 50, status: "paid", paidOn: "2025-04-20" },
  { customerName: "Birch", issuedOn: "2024-03-15", amount: 200, status: "paid", paidOn: "2024-03-20" },
  { customerName: "birch", issuedOn: "2025-04-01", amount: 70, currency: "EUR" },
  { issuedOn: "2025-12-31", amount: 1_000, direction: "payable", vendorName: "Hostly" },
] as const;

beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  for (const [at, invoice] of invoices.entries()) {
    const fields = { number: `INV-${at}`, direction: "receivable", status: "open", dueOn: "2025-06-01", ...invoice };
    await member.call(addRecord, { body: { kind: "invoices", source: "manual", fields } as never });
  }
  subjects = await member.call(listSubjects);
});
afterAll(() => world?.close());

const billed: QueryInput = {
  subject: "invoices",
  filters: [{ field: "direction", test: "is", values: ["receivable"] }],
  measure: { of: "sum" },
};
const in2025 = { kind: "between", from: "2025-01-01", to: "2025-12-31" } as const;
const march = { kind: "between", from: "2025-03-01", to: "2025-03-31" } as const;

test("a sum is of one currency, says what it leaves out, and opens its rows", async () => {
  const found = await ask({ ...billed, period: in2025 });
  expect(found).toMatchObject({
    title: "Total amount of invoices: receivable, 2025",
    unit: "money",
    currency: "USD",
    total: { value: 400, rows: 3, previous: null },
    leftOut: [{ currency: "EUR", rows: 1 }],
    data: { from: "2024-03-15", to: "2025-12-31" },
  });
  expect(found.rows?.rows.map(({ cells }) => cells[0])).toEqual(["INV-1", "INV-0", "INV-2"]);
  expect(found.rows?.rows[0]?.href).toMatch(/^\/records\/invoices\//);
  const other = await openedBy(found.leftOut[0]?.href ?? "");
  expect(other).toMatchObject({ currency: "EUR", total: { value: 70, rows: 1 }, leftOut: [] });
});

test("months without rows are there, and each group opens exactly its rows", async () => {
  const found = await ask({ ...billed, period: in2025, groupBy: { field: "issuedOn", unit: "month" }, order: "first" });
  expect(found.groups?.map(({ label, value }) => [label, value])).toEqual([
    ["January 2025", 100],
    ["February 2025", 0],
    ["March 2025", 300],
    ...["April", "May", "June", "July", "August", "September", "October", "November", "December"].map((month) => [
      `${month} 2025`,
      0,
    ]),
  ]);
  expect(found.groups?.[2]).toMatchObject({ share: 0.75, rows: 2 });
  const opened = await openedBy(found.groups?.[2]?.href ?? "");
  expect(opened.rows?.rows.map(({ cells }) => cells[0])).toEqual(["INV-1", "INV-2"]);
});

const paid = { field: "status", test: "is" as const, values: ["paid"] };

test("a share is of the rows that meet its part, or of their amounts; by group and compared", async () => {
  const counted = await ask({ subject: "invoices", measure: { of: "share" }, part: [paid] });
  expect(counted).toMatchObject({ unit: "share", currency: null, total: { value: 2 / 6, rows: 6 }, leftOut: [] });
  expect(counted.title).toBe("Share of invoices that are paid");
  const overdue = { field: "view", test: "is" as const, values: ["overdue"] };
  expect(await ask({ subject: "invoices", measure: { of: "share" }, part: [overdue] })).toMatchObject({
    total: { value: 3 / 6 },
  });
  const ofAmounts: QueryInput = { ...billed, measure: { of: "share", field: "amount" }, part: [paid] };
  const amounts = await ask({ ...ofAmounts, groupBy: { field: "customerName" } });
  // Euros are never added to dollars, in a share neither.
  expect(amounts).toMatchObject({ total: { value: 250 / 600 }, leftOut: [{ currency: "EUR", value: 0, rows: 1 }] });
  expect(amounts.groups).toMatchObject([
    { label: "Birch", value: 1, share: null },
    { label: "Alder", value: 0 },
  ]);
  const monthly = await ask({ ...ofAmounts, period: march, compare: "yearBefore" });
  expect(monthly.total).toMatchObject({ value: 50 / 300, previous: 1 });
  const none = await ask({ ...ofAmounts, period: { kind: "between", from: "2020-01-01", to: "2020-12-31" } });
  expect(none.total).toMatchObject({ value: null, rows: 0 });
});

test("a period is compared with one that begins on a chosen day", async () => {
  const january = await ask({ ...billed, period: march, compare: { from: "2025-01-01" } });
  expect(january).toMatchObject({
    compared: { from: "2025-01-01", to: "2025-01-31", label: "January 2025" },
    total: { value: 300, previous: 100 },
  });
});

test("fiscal years begin in the month the company has set", async () => {
  const other = await world.member("fiscal");
  for (const [at, issuedOn] of ["2024-03-31", "2024-04-01", "2025-03-31"].entries()) {
    const fields = {
      number: `F-${at}`,
      direction: "receivable",
      status: "open",
      dueOn: issuedOn,
      issuedOn,
      amount: 10,
    };
    await other.call(addRecord, { body: { kind: "invoices", source: "manual", fields } as never });
  }
  const yearly = () => ask({ ...billed, groupBy: { field: "issuedOn", unit: "fiscalYear" }, order: "first" }, other);
  const shown = ({ groups }: QueryResult) => groups?.map(({ label, value }) => [label, value]);
  expect(shown(await yearly())).toEqual([
    ["2024", 20],
    ["2025", 10],
  ]);
  await other.call(setLocale, { body: { currency: "USD", timeZone: "UTC", fiscalYearStart: 4 } });
  const found = await yearly();
  expect(shown(found)).toEqual([
    ["Fiscal year 2023/24", 10],
    ["Fiscal year 2024/25", 20],
  ]);
  const q = new URL(found.groups?.[1]?.href ?? "", "http://x").searchParams.get("q") ?? "";
  expect((await other.call(exploreRows, { query: { q } })).total.rows).toBe(2);
  const now = await ask({ ...billed, period: { kind: "calendar", unit: "fiscalYear", shift: 0 } }, other);
  expect(now.period?.from).toMatch(/-04-01$/);
});

test("a period is compared with the one before it and with the year before, both named", async () => {
  const yearly = await ask({ ...billed, period: march, compare: "yearBefore" });
  expect(yearly).toMatchObject({
    period: { label: "March 2025" },
    compared: { from: "2024-03-01", to: "2024-03-31", label: "March 2024" },
    total: { value: 300, previous: 200 },
  });
  const before = await ask({ ...billed, period: march, compare: "previous" });
  expect(before).toMatchObject({ compared: { label: "February 2025" }, total: { value: 300, previous: 0 } });
  const grouped = await ask({
    ...billed,
    period: in2025,
    compare: "previous",
    groupBy: { field: "issuedOn", unit: "month" },
    order: "first",
    limit: 3,
  });
  expect(grouped.groups?.map(({ value, previous }) => [value, previous])).toEqual([
    [100, 0],
    [0, 0],
    [300, 200],
  ]);
});

test("a yes-or-no field takes yes or no and nothing else", async () => {
  const late = (value: string): QueryInput => ({
    subject: "invoices",
    filters: [{ field: "paidLate", test: "is", values: [value] }],
  });
  const [yes, no] = [await ask(late("yes")), await ask(late("no"))];
  expect([yes.total.rows, no.total.rows]).toEqual([0, 2]);
  for (const value of ["true", "false", "Yes", ""])
    expect(await refusal(late(value))).toContain("Paid late is yes or no");
});

test("the highest and the lowest are of all groups, shown or not, and what is cut off is never the lowest", async () => {
  const one = await world.member();
  const today = dayIn(now(), "Europe/London");
  const first = addDays(today, -399);
  const days = Array.from({ length: 400 }, (_, at) => addDays(first, at));
  const values = days.map((_, at) => (at === 7 ? 5 : at === 390 ? 900 : 100));
  const points = days.map((measurementDate, at) => ({
    metricName: "visits",
    measurementDate,
    metricValue: values[at] ?? 0,
  }));
  await one.call(recordMetrics, { body: { source: "api", points } });
  const visits: QueryInput = { subject: "figures", filters: [{ field: "name", test: "is", values: ["visits"] }] };
  const daily: QueryInput = {
    ...visits,
    measure: { of: "sum" },
    groupBy: { field: "day", unit: "day" },
    order: "first",
  };
  const found = await ask(daily, one);
  expect(found.groups).toHaveLength(50);
  expect(found.highest).toMatchObject({ key: days[390], value: 900 });
  expect(found.lowest).toMatchObject({ key: days[7], value: 5 });
  const monthly = await ask({ ...daily, groupBy: { field: "day", unit: "month" } }, one);
  // The first month of the data and the current one are cut off, unless they begin or end with it.
  const [start, ...rest] = monthly.groups ?? [];
  expect(start?.isPartial === true).toBe(!first.endsWith("-01"));
  expect(rest.at(-1)?.isPartial === true).toBe(!addDays(today, 1).endsWith("-01"));
  expect(rest.slice(0, -1).some(({ isPartial }) => isPartial)).toBe(false);
  const whole = (monthly.groups ?? []).filter(({ isPartial }) => !isPartial);
  expect(monthly.lowest?.value).toBe(Math.min(...whole.map(({ value }) => value ?? 0)));
});

const addInvoice = (by: Member, fields: object) =>
  by.call(addRecord, {
    body: {
      kind: "invoices",
      source: "manual",
      fields: { direction: "receivable", status: "open", ...fields },
    } as never,
  });

test("a month without a figure is unknown and never the lowest; a row dated ahead keeps months incomplete", async () => {
  const one = await world.member();
  const visit = (measurementDate: string, metricValue: number) => ({
    metricName: "visits",
    measurementDate,
    metricValue,
  });
  const points = [visit("2025-01-01", 5), visit("2025-03-10", 7), visit("2025-04-30", 9)];
  await one.call(recordMetrics, { body: { source: "api", points } });
  const visits = await ask(
    {
      subject: "figures",
      filters: [{ field: "name", test: "is", values: ["visits"] }],
      measure: { of: "sum" },
      groupBy: { field: "day", unit: "month" },
      order: "smallest",
    },
    one,
  );
  expect(visits.groups?.find(({ rows }) => rows === 0)).toMatchObject({ key: "2025-02-01", value: null });
  expect(visits.lowest?.key).toBe("2025-01-01");
  const today = dayIn(now(), "Europe/London");
  const days = [addDays(today, -70), today, addDays(today, 400)];
  for (const [at, day] of days.entries())
    await addInvoice(one, { number: `A-${at}`, customerName: "Alder", issuedOn: day, dueOn: day, amount: 100 });
  const monthly = async (day: "issuedOn" | "dueOn") =>
    (
      await ask({ ...billed, day, groupBy: { field: day, unit: "month" }, order: "first", limit: 200 }, one)
    ).groups?.find(({ key }) => key === `${today.slice(0, 7)}-01`);
  expect((await monthly("issuedOn"))?.isPartial).toBe(true);
  expect((await monthly("dueOn"))?.isPartial).toBeUndefined();
});

test("groups are counted in the period and in the compared one", async () => {
  const one = await world.member();
  const rows = [
    ["Alder", "2025-03-05"],
    ["Alder", "2025-02-05"],
    ["Birch", "2025-02-06"],
    ["Cedar", "2025-02-07"],
  ];
  for (const [at, [customerName, day]] of rows.entries())
    await addInvoice(one, { number: `B-${at}`, customerName, issuedOn: day, dueOn: day, amount: 100 });
  const asked = { subject: "invoices", groupBy: { field: "customerName" }, period: march, limit: 1 } as const;
  expect((await ask({ ...asked, compare: "previous" }, one)).countedGroups).toEqual({ current: 1, previous: 3 });
  expect((await ask(asked, one)).countedGroups).toBeUndefined();
});

test("groups by words are ordered, limited and counted", async () => {
  const found = await ask({ ...billed, groupBy: { field: "customerName" }, limit: 1 });
  expect(found.groups).toMatchObject([{ label: "Alder", value: 350, share: 350 / 600 }]);
  expect(found.groupCount).toBe(2);
  const all = await ask({ subject: "invoices", groupBy: { field: "customerName" }, order: "first" });
  expect(all.groups?.at(-1)).toMatchObject({ key: null, label: "No customer", value: 1 });
  expect((await openedBy(all.groups?.at(-1)?.href ?? "")).total.rows).toBe(1);
});

test("filters by words, numbers, days, views and search narrow the rows", async () => {
  const count = async (...filters: NonNullable<QueryInput["filters"]>) =>
    (await ask({ subject: "invoices", filters })).total.value;
  expect(await count({ field: "customerName", test: "is", values: ["BIRCH"] })).toBe(3);
  expect(await count({ field: "customerName", test: "isNot", values: ["Birch"] })).toBe(3);
  expect(await count({ field: "customerName", test: "contains", values: ["ALD"] })).toBe(2);
  expect(await count({ field: "customerName", test: "unknown" })).toBe(1);
  expect(await count({ field: "amount", test: "moreThan", values: [100] })).toBe(3);
  expect(await count({ field: "amount", test: "atLeast", values: [100] })).toBe(4);
  expect(await count({ field: "paidOn", test: "lessThan", values: ["2025-01-01"] })).toBe(1);
  expect(await count({ field: "view", test: "is", values: ["overdue"] })).toBe(3);
  expect(await count({ field: "paidLate", test: "is", values: ["yes"] })).toBe(0);
  expect((await ask({ subject: "invoices", search: "inv-3" })).total.value).toBe(1);
  expect((await ask({ subject: "invoices", search: "100%" })).total.value).toBe(0);
});

test("averages, medians and the smallest and largest are those of the rows", async () => {
  const of = async (measure: NonNullable<QueryInput["measure"]>) => (await ask({ ...billed, measure })).total.value;
  expect(await of({ of: "average", field: "amount" })).toBe(150);
  expect(await of({ of: "median", field: "amount" })).toBe(150);
  expect(await of({ of: "minimum" })).toBe(50);
  expect(await of({ of: "maximum" })).toBe(250);
  expect(await of({ of: "average", field: "daysToPay" })).toBe(12.5);
});

test("a figure takes the best source of each day, and must be named", async () => {
  const points = (metricValue: number) =>
    ["2025-05-01", "2025-05-02"].map((measurementDate) => ({
      metricName: "visits",
      metricValue,
      measurementDate,
    }));
  await member.call(recordMetrics, { body: { source: "api", points: points(1) } });
  await member.call(recordMetrics, { body: { source: "manual", points: points(20).slice(0, 1) } });
  const visits = { subject: "figures", filters: [{ field: "name", test: "is" as const, values: ["visits"] }] };
  const found = await ask({ ...visits, measure: { of: "sum" } });
  expect(found).toMatchObject({ title: "Total visits", total: { value: 21, rows: 2 }, unit: "number", currency: null });
  expect(await ask({ ...visits, measure: { of: "latest" } })).toMatchObject({ total: { value: 1 } });
  expect(await refusal({ subject: "figures", measure: { of: "sum" } })).toBe("Choose one figure");
  const named = (await member.call(listSubjects)).find(({ id }) => id === "figures")?.fields[0]?.choices;
  expect(named).toEqual([{ value: "visits", label: "Visits" }]);
});

test.each([
  [{ subject: "parcels" }, 'Nothing is called "parcels" here'],
  [
    { subject: "invoices", filters: [{ field: "colour", test: "is", values: ["red"] }] },
    'Invoices have no field called "colour"',
  ],
  [
    { subject: "invoices", filters: [{ field: "status", test: "is", values: ["late"] }] },
    'Status is never "late". Choose Draft, Open, Paid, Disputed, Void or Written off',
  ],
  [{ subject: "invoices", filters: [{ field: "amount", test: "is", values: ["much"] }] }, "Amount must be a number"],
  [
    { subject: "invoices", filters: [{ field: "dueOn", test: "atMost", values: ["soon"] }] },
    "Due must be a day, such as 2026-01-31",
  ],
  [
    { subject: "invoices", groupBy: { field: "issuedOn" } },
    "Choose how to group issued: by day, week, month, quarter, year or fiscal year",
  ],
  [
    { subject: "invoices", measure: { of: "share" } },
    "Choose which invoices the share is of: name their conditions as its part",
  ],
  [
    { subject: "invoices", part: [{ field: "status", test: "is", values: ["paid"] }] },
    "Only a share has a part. Use filters instead",
  ],
  [
    { subject: "invoices", measure: { of: "share" }, part: [{ field: "status", test: "is", values: ["blue"] }] },
    /^Status is never "blue"/,
  ],
  [
    { subject: "invoices", period: in2025, compare: { from: "2024-06-01" } },
    "Both periods overlap. Compare with one that ends before this one begins",
  ],
  [{ subject: "invoices", groupBy: { field: "amount" } }, "Amount cannot be grouped by. Filter by it instead"],
  [
    { subject: "invoices", measure: { of: "sum", field: "status" } },
    "Status is not a number. Choose another field, or count rows",
  ],
  [{ subject: "invoices", compare: "previous" }, "Choose a period to compare"],
  [{ subject: "vendors", period: in2025 }, "Vendors have no day, so they have no period"],
  [{ subject: "invoices", period: { ...in2025, to: "2024-01-01" } }, "The last day is before the first"],
  [
    { subject: "invoices", period: { kind: "last", count: 3, unit: "year" }, compare: "yearBefore" },
    "Only periods of up to a year can be compared with the year before",
  ],
  [{ subject: "invoices", limit: 5_000 }, "Use at most 200"],
  [{ subject: "invoices", colour: "red" }, /^This query cannot be read/],
  ["no query", /^This query cannot be read/],
])("%j is refused in a sentence", async (asked, sentence) => {
  expect(await refusal(asked)).toMatch(sentence);
});

test("every field of every subject can be filtered, grouped and measured; groups add up to the total", async () => {
  const [ceo, cfo] = await hire(member, "CEO", "CFO");
  await member.call(addSamples);
  await member.call(createTask, { body: { title: "Call the bank", assignedAgentId: ceo?.id } });
  await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  for (const subject of subjects) {
    const named = subject.id === "figures" ? [{ field: "name", test: "is" as const, values: ["visits"] }] : [];
    const whole = await ask({ subject: subject.id, filters: named });
    expect(whole.rows?.rows.length).toBe(Math.min(50, whole.total.rows));
    for (const { name, type, choices } of subject.fields) {
      const isNumber = ["money", "number", "share", "days", "hours"].includes(type);
      if (isNumber)
        for (const of of measures) {
          const part = of === "share" ? [{ field: name, test: "known" as const }] : [];
          if (of !== "count") await ask({ subject: subject.id, filters: named, measure: { of, field: name }, part });
        }
      if (type === "view")
        for (const { value } of choices)
          await ask({ subject: subject.id, filters: [...named, { field: name, test: "is", values: [value] }] });
      if (isNumber || type === "view" || type === "note") continue;
      const groupBy = { field: name, unit: type === "day" ? ("month" as const) : null };
      const found = await ask({ subject: subject.id, filters: named, groupBy, limit: 200 });
      const sum = found.groups?.reduce((total, { rows }) => total + rows, 0);
      expect(found.groupCount <= 200 ? sum : whole.total.rows, `${subject.id} by ${name}`).toBe(whole.total.rows);
      const [first] = found.groups ?? [];
      const opened = first && (await openedBy(first.href)).total.rows;
      expect(opened, `${subject.id} by ${name}`).toBe(first?.rows);
    }
  }
});

test("another company sees nothing of it", async () => {
  const stranger = await world.member();
  expect((await ask({ subject: "invoices" }, stranger)).total.rows).toBe(0);
  const pinned = await member.call(addPin, { body: { title: "Billed", query: { ...billed } as never } });
  expect(await stranger.call(listPins)).toEqual([]);
  expect((await stranger.send("DELETE", `/api/explore/pins/${pinned.id}`)).status).toBe(404);
  expect(await member.call(listPins)).toMatchObject([{ id: pinned.id, title: "Billed", by: member.username }]);
});

test("a pin is kept and removed with its journal record; the dashboard holds twelve", async () => {
  const owner = await world.member();
  const pinned = await owner.call(addPin, { body: { title: "All invoices", query: { subject: "invoices" } as never } });
  await owner.call(removePin, { params: { id: pinned.id } });
  expect((await journalOf(world, owner)).filter((type) => type.startsWith("explore."))).toEqual([
    "explore.pinned",
    "explore.unpinned",
  ]);
  for (let at = 0; at < mostPins; at += 1)
    await owner.call(addPin, { body: { title: `Pin ${at}`, query: { subject: "tasks" } as never } });
  const full = await owner.send("POST", "/api/explore/pins", { body: { title: "More", query: { subject: "tasks" } } });
  expect([full.status, full.text]).toEqual([409, "The dashboard holds 12 pins. Remove one first"]);
});

test("a search for a common word shows what begins with it first, then what holds it", async () => {
  const member = await world.member();
  const lines = Array.from({ length: 400 }, (_, at) => `Vendor ${at} of Northgate\n`).join("");
  await importFile(world, member, "vendors", `name\n${lines}Northgate Tools\nnorthgate Bakery\n`);
  const search = async (q: string) => {
    const [found, ...others] = await member.call(searchRows, { query: { q } });
    expect(others).toEqual([]);
    return found?.rows.map(({ title }) => title) ?? [];
  };
  const common = await search("northgate");
  expect(common.slice(0, 2)).toEqual(["Northgate Tools", "northgate Bakery"]);
  expect(common).toHaveLength(5);
  expect(new Set(common).size).toBe(5);
  expect(await search("39 northgate")).toEqual(
    ["139", "239", "339", "39", "390"].map((number) => `Vendor ${number} of Northgate`),
  );
  expect(await search("northgate tools")).toEqual(["Northgate Tools"]);
});

test("a search finds records, decisions and tasks by their names, of this company alone", async () => {
  const member = await world.member();
  const [ceo] = await hire(member, "CEO");
  await member.call(createTask, { body: { title: "Call 50% Bank_A", assignedAgentId: ceo?.id, dueOn: "2030-01-05" } });
  await member.call(createTask, { body: { title: "The bank's lease" } });
  await world.asOwner(
    `INSERT INTO customers (company_id, id, source, external_id, origin, created_at, updated_at, name, name_key, status)
     VALUES ($1, gen_random_uuid(), 'csv', 'C-1', 'external', now(), now(), 'Bank of Bath', 'bank of bath', 'active')`,
    [member.user.companyId],
  );
  const find = async (q: string) =>
    (await member.call(searchRows, { query: { q } })).map(({ subject, rows }) => [
      subject,
      ...rows.map(({ title, detail, aside }) => [title, detail, aside]),
    ]);
  expect(await find("BANK")).toEqual([
    ["customers", ["Bank of Bath", "Customer", "Active"]],
    ["tasks", ["Call 50% Bank_A", `${ceo?.name} (CEO)`, "Pending"], ["The bank's lease", "", "Pending"]],
  ]);
  expect(await find("50% k_a")).toEqual([["tasks", ["Call 50% Bank_A", `${ceo?.name} (CEO)`, "Pending"]]]);
  expect(await find("bank bath lease")).toEqual([]);
  const [tasks] = await member.call(searchRows, { query: { q: "lease" } });
  expect(tasks?.rows[0]?.href).toMatch(/^\/\?task=/);
  expect(await (await world.member()).call(searchRows, { query: { q: "bank" } })).toEqual([]);
  const short = await member.send("GET", "/api/search?q=%20a%20");
  expect([short.status, short.text]).toEqual([400, "Type at least 2 characters"]);
});

test("a common word's best rows come first, and letters beyond ASCII have two cases", async () => {
  const own = await world.member("finder");
  for (const title of [
    "Ask Straße 9",
    "straße 12",
    "Zur Straße",
    "Straße 7 ÄNDERN",
    "An der Straße",
    "In der Straße",
    "Über K",
  ])
    await own.call(createTask, { body: { title } });
  const find = async (q: string) =>
    (await own.call(searchRows, { query: { q } })).flatMap(({ rows }) => rows.map(({ title }) => title));
  expect(await find("STRAßE")).toEqual([
    "Straße 7 ÄNDERN",
    "straße 12",
    "An der Straße",
    "Ask Straße 9",
    "In der Straße",
  ]);
  expect(await find("stra")).toEqual([
    "Straße 7 ÄNDERN",
    "straße 12",
    "An der Straße",
    "Ask Straße 9",
    "In der Straße",
  ]);
  expect(await find("straße 7")).toEqual(["Straße 7 ÄNDERN"]);
  expect(await find("straße ändern 7")).toEqual(["Straße 7 ÄNDERN"]);
  expect(await find("über k")).toEqual(["Über K"]);
});

test("tasks are grouped and filtered by whom they are assigned to, agent or person; overdue and recurring have one meaning", async () => {
  const own = await world.member("assigner");
  const [ceo] = await hire(own, "CEO");
  for (const to of [{ assignedAgentId: ceo?.id }, { assignedUserId: own.user.id }, { assignedUserId: own.user.id }, {}])
    await own.call(createTask, { body: { title: "Look into it", ...to } });
  const grouped = await ask({ subject: "tasks", groupBy: { field: "assignee" } }, own);
  expect(Object.fromEntries((grouped.groups ?? []).map(({ label, value }) => [label, value]))).toMatchObject({
    [own.username]: 2,
    [`${ceo?.name} (CEO)`]: 1,
  });
  const mine = { field: "assignee", test: "is" as const, values: [own.username] };
  expect((await ask({ subject: "tasks", filters: [mine] }, own)).total.rows).toBe(2);
  const add = (kind: string, fields: object) =>
    own.call(addRecord, { body: { kind, source: "manual", fields } as never });
  const bill = { direction: "payable", vendorName: "Hostly", issuedOn: "2025-01-01", dueOn: "2025-02-01" };
  const sale = { direction: "receivable", customerName: "Alder", issuedOn: "2025-01-01", dueOn: "2025-02-01" };
  await add("invoices", { ...bill, number: "B-1", status: "disputed", amount: 30 });
  await add("invoices", { ...sale, number: "A-1", status: "disputed", amount: 7 });
  await add("invoices", { ...sale, number: "A-2", status: "open", amount: 5 });
  const plan = { kind: "plan", customerName: "Alder", interval: "year", startedOn: "2025-01-01" };
  await add("subscriptions", { ...plan, name: "Team", status: "active", amount: 120 });
  await add("subscriptions", { ...plan, name: "Trial", status: "trial", amount: 240 });
  const sumOf = async (subject: string, view: string, field: string) => {
    const filters = [{ field: "view", test: "is" as const, values: [view] }];
    return (await ask({ subject, filters, measure: { of: "sum", field } }, own)).total.value;
  };
  expect(await sumOf("invoices", "overdue", "amount")).toBe(12);
  expect(await sumOf("invoices", "overdueBills", "amount")).toBe(30);
  expect(await sumOf("subscriptions", "recurring", "monthly")).toBe(10);
  const deal = { amount: 100, openedOn: "2025-01-01", customerName: "Alder" };
  await add("deals", { ...deal, name: "By its stage", stage: "proposal" });
  await add("deals", { ...deal, name: "By itself", stage: "lead", probability: 0.8 });
  expect(await sumOf("deals", "open", "weighted")).toBe(130);
  const views = (await own.call(listSubjects)).find(({ id }) => id === "subscriptions")?.fields;
  const meaning = views?.find(({ type }) => type === "view")?.choices.find(({ value }) => value === "recurring")?.means;
  expect(meaning).toContain("no trials or paused plans");
});
