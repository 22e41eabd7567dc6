import { expect, test } from "vitest";
import type { QueryField, QuerySubject } from "#contract/query.ts";
import { draftOf } from "./draft.ts";
import { prefersQuery } from "./prefers-query.ts";
import { type Reading, readingOf } from "./reading.ts";
import { termOf } from "./subject.ts";

const field = (name: string, type: QueryField["type"], values: readonly string[] = []): QueryField => ({
  name,
  label: name,
  type,
  alsoCalled: [],
  choices: values.map((value) => ({ value, label: value })),
});
const subject = (id: string, one: string, day: string, amount: string | null, fields: QueryField[]): QuerySubject => ({
  id,
  one,
  many: `${one}s`,
  alsoCalled: [],
  day,
  amount,
  needs: id === "figures" ? "name" : null,
  fields,
});

const subjects = [
  subject("invoices", "invoice", "issuedOn", "amount", [
    field("direction", "choice", ["receivable", "payable"]),
    field("status", "choice", ["open", "paid", "disputed", "void"]),
    field("customerName", "text"),
    field("vendorName", "text"),
    field("amount", "money"),
    field("issuedOn", "day"),
    field("dueOn", "day"),
    field("paidOn", "day"),
    field("daysToPay", "days"),
    field("daysOverdue", "days"),
    field("paidLate", "flag"),
    field("view", "view", ["overdue", "receivable", "payable", "bills"]),
  ]),
  subject("tickets", "ticket", "openedOn", null, [
    field("priority", "choice", ["low", "medium", "high"]),
    field("ownerName", "text"),
    field("openedOn", "day"),
    field("actualHours", "hours"),
    field("age", "days"),
    field("daysToResolve", "days"),
  ]),
  subject("contracts", "contract", "startsOn", "yearlyValue", [
    field("autoRenews", "flag"),
    field("startsOn", "day"),
    field("yearlyValue", "money"),
  ]),
  subject("deals", "deal", "openedOn", "amount", [
    field("stage", "choice", ["lead", "won", "lost"]),
    field("customerName", "text"),
    field("amount", "money"),
    field("openedOn", "day"),
    field("closedOn", "day"),
    field("expectedCloseOn", "day"),
  ]),
  subject("tasks", "task", "createdOn", null, [
    field("status", "choice", ["pending", "in_progress", "completed"]),
    field("createdOn", "day"),
    field("completedOn", "day"),
    field("completedLate", "flag"),
    field("view", "view", ["open", "overdue"]),
  ]),
  subject("figures", "figure", "day", "value", [
    field("name", "choice", ["daily_revenue"]),
    field("value", "money"),
    field("day", "day"),
  ]),
];

const owners = ["Ines Duarte", "Tom Reed", "Sam Okafor", "Will Moser", "Ann Lee", "Ann Poe"];

function read(question: string, customer: string | null = null, names = owners): Reading | null {
  const draft = draftOf(question, {
    subjects,
    customer,
    vendor: null,
    currency: null,
    today: "2026-11-22",
    fiscalYearStart: 4,
  });
  return draft && readingOf(draft, new Map([["ownerName", names]]));
}
const bills = { field: "view", test: "is", values: ["bills"] };
const year = (number: number) => ({ kind: "between", from: `${number}-01-01`, to: `${number}-12-31` });

test.each([
  [
    "Invoices more than 60 days overdue?",
    {
      measure: { of: "sum" },
      filters: expect.arrayContaining([{ field: "daysOverdue", test: "moreThan", values: [60] }]),
    },
  ],
  [
    "What was our best month in 2011?",
    { subject: "figures", period: year(2011), groupBy: { field: "day", unit: "month" }, measure: { of: "sum" } },
  ],
  [
    "Our worst revenue month in 2011",
    { subject: "figures", groupBy: { field: "day", unit: "month" }, order: "smallest" },
  ],
  ["How much did we spend this year?", { subject: "invoices", filters: [bills], period: year(2026) }],
  ["Which vendors do we spend most on?", { filters: [bills], groupBy: { field: "vendorName" }, order: "largest" }],
  [
    "Who are our biggest vendors?",
    {
      subject: "invoices",
      filters: [bills],
      groupBy: { field: "vendorName" },
      measure: { of: "sum" },
      order: "largest",
    },
  ],
  [
    "Which deals will close this month?",
    { subject: "deals", filters: [{ field: "view", values: ["open"] }], day: "expectedCloseOn" },
  ],
  ["Which deals closed this month?", { subject: "deals", day: "closedOn" }],
  ["top 5 customers by revenue", { subject: "invoices", groupBy: { field: "customerName" }, limit: 5 }],
  ["How long do customers take to pay us?", { measure: { of: "average", field: "daysToPay" } }],
  [
    "How many invoices over £5,000 are disputed?",
    {
      measure: { of: "count" },
      filters: [
        { field: "direction", values: ["receivable"] },
        { field: "status", test: "is", values: ["disputed"] },
        { field: "amount", test: "moreThan", values: [5_000] },
      ],
    },
  ],
  [
    "Did we get more tickets in October than in September?",
    { subject: "tickets", period: { from: "2026-10-01", to: "2026-10-31" }, compare: "previous" },
  ],
  [
    "How many hours has Ines put in?",
    { subject: "tickets", measure: { of: "sum", field: "actualHours" }, filters: [{ values: ["Ines Duarte"] }] },
  ],
  [
    "What bills do we have to pay in the next 30 days?",
    { day: "dueOn", period: { kind: "next", count: 30, unit: "day" } },
  ],
] as const)("%s", (question, query) => {
  const found = read(question);
  expect(found?.query).toMatchObject(query);
  expect(found?.unused).toEqual([]);
});

const share = { measure: { of: "share", field: null } };
const overdue = { field: "view", test: "is", values: ["overdue"] };
const disputed = { field: "status", test: "is", values: ["disputed"] };
test.each([
  [
    "What share of tickets is high priority?",
    { ...share, filters: [], part: [{ field: "priority", test: "is", values: ["high"] }] },
  ],
  ["share of invoices overdue", { ...share, filters: [{ field: "direction" }, { field: "status" }], part: [overdue] }],
  [
    "What share of disputed invoices is overdue?",
    { ...share, filters: [{ field: "direction" }, disputed], part: [overdue] },
  ],
  ["What share of overdue invoices is disputed?", { ...share, filters: [overdue], part: [disputed] }],
  ["What percentage of deals did we win?", { ...share, filters: [], part: [{ field: "stage", values: ["won"] }] }],
] as const)("%s names the rows a share is of", (question, query) => {
  const found = read(question);
  expect(found?.query).toMatchObject(query);
  expect(found?.unused).toEqual([]);
});

test("a share without a condition is not a count", () => {
  expect(read("What share of tickets is there?")?.unused).toContain("share");
});

test("a share of revenue is a share of amounts", () => {
  expect(read("What share of revenue is from Acme?", "Acme Ltd")?.query).toMatchObject({
    measure: { of: "share", field: "amount" },
    part: [{ field: "customerName", values: ["Acme Ltd"] }],
  });
});

const october = { kind: "between", from: "2026-10-01", to: "2026-10-31" };
test.each([
  ["revenue in October compared with October last year", { period: october, compare: "yearBefore" }],
  ["Compare revenue in October with September", { period: october, compare: "previous" }],
  ["revenue last month compared with last month", { period: october, compare: "previous" }],
  ["revenue from 1 to 20 October compared with the same days of September", { compare: { from: "2026-09-01" } }],
  ["revenue Jan to Oct 2026 vs the same months of 2025", { period: { from: "2026-01-01" }, compare: "yearBefore" }],
  ["revenue in October compared with March", { period: october, compare: { from: "2026-03-01" } }],
  ["revenue this fiscal year", { period: { from: "2026-04-01", to: "2027-03-31" }, compare: null }],
  [
    "revenue last fiscal year compared with the fiscal year before",
    { period: { from: "2025-04-01", to: "2026-03-31" }, compare: "yearBefore" },
  ],
  ["revenue by fiscal year", { groupBy: { field: "day", unit: "fiscalYear" } }],
] as const)("%s", (question, query) => {
  const found = read(question);
  expect(found?.query).toMatchObject(query);
  expect(found?.unused).toEqual([]);
});

test("two periods of different length are not compared", () => {
  expect(read("revenue in October compared with 2025")?.unused).not.toEqual([]);
});

test("a question grouped by the calendar is a query if the topic's questions are not", () => {
  const reading = read("revenue by quarter this year");
  const topic = { fit: 2, heeds: ["period"], examples: ["How was revenue last quarter?"] };
  expect(reading && prefersQuery(reading, topic, "")).toBe(true);
  expect(reading && prefersQuery(reading, { ...topic, examples: ["Revenue by quarter"] }, "")).toBe(false);
});

const is = (name: string, ...values: (string | number)[]) => ({ field: name, test: "is", values });
test.each([
  ["Deals by stage please", { subject: "deals", groupBy: { field: "stage" } }],
  ["Which deals did we win through the website?", { filters: [is("stage", "won")], day: null }],
  ["Which contracts do not renew automatically?", { filters: [is("autoRenews", "no")] }],
  ["Which contracts renew automatically?", { filters: [is("autoRenews", "yes")] }],
  ["contracts that never renew by themselves", { filters: [is("autoRenews", "no")] }],
  ["tickets older than two weeks", { filters: [{ field: "age", test: "moreThan", values: [14] }] }],
  ["tickets younger than 3 days", { filters: [{ field: "age", test: "lessThan", values: [3] }] }],
  ["tickets that are not high priority", { filters: [{ field: "priority", test: "isNot", values: ["high"] }] }],
  ["How many tickets did Will get?", { filters: [is("ownerName", "Will Moser")] }],
  ["How much was our biggest invoice?", { limit: 1, measure: { of: "sum" }, order: "largest" }],
  ["How many customers have overdue invoices?", { groupBy: { field: "customerName" }, measure: { of: "count" } }],
  ["What is our average daily revenue?", { groupBy: null, measure: { of: "average" } }],
  ["revenue year over year", { period: { unit: "year", shift: 0 }, compare: "yearBefore" }],
  ["Is revenue falling?", { period: { unit: "year", shift: 0 }, compare: "yearBefore" }],
])("%s", (question, query) => {
  expect(read(question)?.query).toMatchObject(query);
});

test.each([
  ["How many tickets did Sam resolve in the same month?", "same"],
  ["Tickets of the same kind", "same"],
  ["How many invoices have we never sent?", "never"],
  ["How many tickets are older than the others?", "older"],
  ["deals of our business customers", "business"],
  ["How much do contracts cost a year?", "year"],
  ["What is our average monthly revenue?", "average by month"],
  ["average tickets", "average"],
  ["How many of the biggest tickets?", "biggest"],
  ["How many tickets did we get within two days?", "within"],
  ["customers with more than 3 invoices", "3"],
  ["How many customers have more than 3 open invoices?", "3"],
  ["How many customers have at least three overdue invoices?", "least"],
  ["Which owners have at most two tickets?", "most"],
  ["How many customers have over 2 large open deals?", "2"],
  ["tickets each", "each"],
  ["Which tickets did Ines not close?", "not"],
])("%s is not answered without what it says", (question, word) => {
  expect(read(question)?.unused).toContain(word);
});

test("a name is a whole word, and a first name only where one person has it", () => {
  expect(read("Tickets of the same owner")?.query.filters).toEqual([]);
  expect(read("will there be more tickets?")?.query.filters).toEqual([]);
  expect(read("How many tickets has Tom?")?.query.filters).toEqual([is("ownerName", "Tom Reed")]);
  expect(read("How many tickets has Ann?")).toMatchObject({ query: { filters: [] }, unused: ["ann"] });
});

test("unused words are kept, so that the answer can name them", () => {
  expect(read("How many tickets came by referral?")?.unused).toEqual(["referral"]);
  expect(read("Will it rain?")).toBeNull();
});

test.each([
  ["tickets by vendor", ["by vendor"]],
  ["invoices by stage", ["by stage"]],
  ["How many deals are there per priority?", ["per priority"]],
  ["tickets by priority", []],
  ["Which customers have overdue invoices?", []],
  ["Which deals were won this year?", []],
])("%s cannot be grouped by a field its rows lack", (question, unused) => {
  expect(read(question)?.unused).toEqual(unused);
});

const notVoid = { field: "status", test: "isNot", values: ["draft", "void", "written off"] };
const receivable = { field: "direction", test: "is", values: ["receivable"] };
test.each([
  [
    "invoices this year without Acme",
    [receivable, notVoid, { field: "customerName", test: "isNot", values: ["Acme Ltd"] }],
  ],
  ["overdue invoices without disputed ones", [overdue, { field: "status", test: "isNot", values: ["disputed"] }]],
  ["invoices without disputed ones", [receivable, notVoid, { field: "status", test: "isNot", values: ["disputed"] }]],
  ["tickets without an owner", [{ field: "ownerName", test: "unknown", values: [] }]],
])("%s excludes what follows", (question, filters) => {
  const found = read(question, question.includes("Acme") ? "Acme Ltd" : null);
  expect(found?.query.filters).toEqual(filters);
  expect(found?.unused).toEqual([]);
});

test.each([
  ["pipeline without leads", "without leads"],
  ["invoices without overdue and disputed ones", "without overdue"],
  ["invoices without the reason", "without the reason"],
  ["tickets without a due date", "without a due date"],
])("%s is not answered as if the exclusion were a filter", (question, lost) => {
  const found = read(question);
  expect(found?.unused).toEqual([lost]);
  expect(found?.query.filters.map(({ values }) => values)).not.toContainEqual(["overdue"]);
});

const exactly = { fit: 2, heeds: ["period", "customer"] };
test.each([
  ["revenue in October compared with October last year", ["How much did we sell last month?"]],
  ["revenue in October compared with March", ["How much did we sell last month?"]],
  ["overdue invoices by customer", ["Which customers are overdue?"]],
  ["overdue invoices without disputed ones", ["Which invoices are overdue?"]],
])("%s is a query if the topic lacks its comparison, group or exclusion", (question, examples) => {
  const reading = read(question);
  expect(reading && prefersQuery(reading, { ...exactly, examples }, question)).toBe(true);
});

test.each([
  ["revenue in October compared with September", ["How much did we sell last month?"]],
  ["overdue invoices by customer", ["What is overdue by customer?"]],
  ["Which customers have overdue invoices?", ["Who is overdue?"]],
])("%s is left to a topic that covers it", (question, examples) => {
  const reading = read(question);
  expect(reading && prefersQuery(reading, { ...exactly, examples }, question)).toBe(false);
});

test("a customer's name filters the rows, even if it is incomplete", () => {
  const found = read("How much does Acme owe us?", "Acme Ltd");
  expect(found).toMatchObject({
    unused: [],
    query: { filters: [{ values: ["receivable"] }, { values: ["Acme Ltd"] }] },
  });
});

test.each(["may(be", "(a+)+b", "a[", "will\\", "May* Lund"])("an owner called %s is only a name", (owner) => {
  expect(read("Which tickets will we close this month?", null, [owner])?.query.filters).toEqual([]);
  expect(read(`Which tickets were opened by ${owner}?`, null, [owner])?.query).toMatchObject({ subject: "tickets" });
});

test("a first name that is a word of grammar counts with its capital, within a sentence", () => {
  const filters = (question: string) => read(question)?.query.filters ?? [];
  const will = [{ field: "ownerName", test: "is", values: ["Will Moser"] }];
  expect(filters("Which tickets does Will have?")).toEqual(will);
  expect(filters("Hello. Will tickets be late?")).toEqual([]);
  expect(filters("WHICH TICKETS WILL WE CLOSE?")).toEqual([]);
});

test.each([
  ["Each quarter, how much did we invoice?", { groupBy: { field: "issuedOn", unit: "quarter" } }],
  ["Monthly, how many invoices do we issue?", { groupBy: { field: "issuedOn", unit: "month" } }],
  ["How many invoices per month this year?", { groupBy: { field: "issuedOn", unit: "month" }, period: year(2026) }],
  ["Good morning, how many invoices are there?", { groupBy: null, measure: { of: "count" } }],
])("%s keeps what narrows or groups it", (question, query) => {
  const reading = read(question);
  expect(reading?.query).toMatchObject(query);
  expect([reading?.unused, reading?.vague]).toEqual([[], []]);
});

const sorted = (values: readonly (string | number)[]) =>
  values.toSorted((first, second) => String(first).localeCompare(String(second)));
const one = (field: string, test: string, ...values: (string | number)[]) => ({ field, test, values });

test.each([
  [
    "Which invoices are not paid or disputed?",
    [one("status", "is", "open", "disputed"), one("status", "isNot", "disputed")],
  ],
  [
    "Which invoices are not overdue or disputed?",
    [one("view", "isNot", "overdue"), one("status", "isNot", "disputed")],
  ],
  [
    "Which tickets are not high priority or owned by Tom or Ines?",
    [one("priority", "isNot", "high"), one("ownerName", "isNot", "Tom Reed", "Ines Duarte")],
  ],
  [
    "Which tickets are by Tom but not Ines?",
    [one("ownerName", "is", "Tom Reed"), one("ownerName", "isNot", "Ines Duarte")],
  ],
  ["Which tickets did Tom Reed or Ines open?", [one("ownerName", "is", "Tom Reed", "Ines Duarte")]],
  ["Which tickets are not by Tom or Ines?", [one("ownerName", "isNot", "Tom Reed", "Ines Duarte")]],
  [
    "Which invoices are not overdue, disputed or void?",
    [one("view", "isNot", "overdue"), one("status", "isNot", "disputed", "void")],
  ],
  [
    "Which tickets are not high priority by Tom or Ines?",
    [one("priority", "isNot", "high"), one("ownerName", "is", "Tom Reed", "Ines Duarte")],
  ],
  ["Which tickets are high or low priority?", [one("priority", "is", "high", "low")]],
  [
    "Which invoices are more than 30 but less than 60 days overdue?",
    [one("daysOverdue", "moreThan", 30), one("daysOverdue", "lessThan", 60)],
  ],
  [
    "Which invoices are between 30 and 60 days overdue?",
    [one("daysOverdue", "atLeast", 30), one("daysOverdue", "atMost", 60)],
  ],
  ["Which deals are between 2,000 and 500?", [one("amount", "atLeast", 500), one("amount", "atMost", 2_000)]],
  ["Which deals are between 500 and 2000?", [one("amount", "atLeast", 500), one("amount", "atMost", 2_000)]],
  ["Which deals are between 5 and 10k?", [one("amount", "atLeast", 5_000), one("amount", "atMost", 10_000)]],
  [
    "Which invoices are over £30 and less than 60 days overdue?",
    [one("amount", "moreThan", 30), one("daysOverdue", "lessThan", 60)],
  ],
])("%s narrows by every condition", (question, filters) => {
  const asked = (read(question)?.query.filters ?? []).map((filter) => ({
    ...filter,
    values: sorted(filter.values),
  }));
  expect(asked).toEqual(
    expect.arrayContaining(filters.map((filter) => ({ ...filter, values: sorted(filter.values) }))),
  );
});

test.each([
  ["Biggest single invoice, when and to whom", { groupBy: null, limit: 1, measure: { of: "sum" } }],
  ["tickets in Feb 2026 and in Feb 2025", { period: { from: "2026-02-01" }, compare: "yearBefore" }],
  ["Which tickets took longest?", { measure: { field: "daysToResolve" }, order: "largest" }],
  ["How many invoices are overdue and what do they add up to?", { measure: { of: "sum" } }],
])("%s is read whole", (question, query) => {
  const reading = read(question);
  expect(reading?.query).toMatchObject(query);
  expect(reading?.unused).toEqual([]);
});

test("yes or no, and a difference, are known to be asked for", () => {
  expect(read("Are there overdue invoices?")?.asks).toBe("yesNo");
  expect(read("How much more did we invoice in October than in September?")?.asks).toBe("difference");
  expect(read("How many tickets are there?")?.asks).toBeNull();
});

test("whether what has ended ended late is no question about what is overdue", () => {
  const flag = (name: string, value: "yes" | "no") => ({ field: name, test: "is", values: [value] });
  for (const [question, filter] of [
    ["Which invoices were paid late?", flag("paidLate", "yes")],
    ["How many invoices were paid late last quarter?", flag("paidLate", "yes")],
    ["Which invoices were paid on time?", flag("paidLate", "no")],
    ["Which invoices did customers pay after the due date?", flag("paidLate", "yes")],
    ["Which bills did we pay late?", flag("paidLate", "yes")],
    ["bills paid before they were due", flag("paidLate", "no")],
    ["Which tasks were completed on time?", flag("completedLate", "no")],
    ["How many tasks were finished past their due date?", flag("completedLate", "yes")],
  ] as const) {
    const found = read(question);
    expect([question, found?.unused]).toEqual([question, []]);
    const ofTime = found?.query.filters.filter(
      ({ field: of, test: how, values }) => (/Late$|status/.test(of) && how === "is") || values[0] === "overdue",
    );
    expect([question, ofTime]).toEqual([question, [filter]]);
    const topic = { fit: 1, heeds: [], examples: [] };
    expect([question, found && prefersQuery(found, topic, question.toLowerCase())]).toEqual([question, true]);
  }
  // Still to be paid or resolved.
  expect(read("Which invoices are late?")?.query.filters).toContainEqual({
    field: "view",
    test: "is",
    values: ["overdue"],
  });
  expect(read("Which late tasks have to be completed?")?.query.filters).not.toContainEqual(
    flag("completedLate", "yes"),
  );
});

test("nothing is both overdue and at its end, so such a question is not understood", () => {
  for (const question of ["Which tasks are overdue and completed?", "overdue invoices that were paid"])
    expect([question, read(question)?.unused]).toEqual([question, ["overdue"]]);
});

test("no row is of both sides, so such a question is not understood", () => {
  for (const question of ["Which bills and invoices are overdue?", "What are our invoices and bills this month?"])
    expect([question, read(question)?.unused]).toEqual([question, ["bills"]]);
});

test("read as rows of one side, a question keeps what its noun says beside the side", () => {
  const overdue = (view: string) => ({ field: "view", test: "is", values: [view] });
  const asked = { customer: null, vendor: null, currency: null, today: "2026-11-22", fiscalYearStart: 4 };
  for (const side of [termOf("invoices"), termOf("invoices", "bills")])
    for (const [question, view] of [
      ["overdue invoices above 500", "overdue"],
      ["late bills above 500", "overdueBills"],
    ] as const) {
      const draft = draftOf(question, { subjects, ...asked }, side);
      expect([question, draft && readingOf(draft, new Map()).query.filters]).toEqual([
        question,
        expect.arrayContaining([overdue(view)]),
      ]);
    }
});

test("a figure of the company beside rows is no other word for them", () => {
  const figures = subject("figures", "figure", "day", "value", [
    field("name", "choice", ["expenses"]),
    field("day", "day"),
  ]);
  const all = subjects.map((one) => (one.id === "figures" ? figures : one));
  const asked = {
    subjects: all,
    customer: null,
    vendor: null,
    currency: null,
    today: "2026-11-22",
    fiscalYearStart: 4,
  };
  for (const question of [
    "expenses and bills last month",
    "bills and expenses in October",
    "What did bills and expenses cost us?",
  ]) {
    const draft = draftOf(question, asked);
    expect([question, draft && readingOf(draft, new Map()).unused]).toEqual([question, ["expenses"]]);
  }
  const costs = draftOf("How much did bills cost us?", asked);
  expect(costs && readingOf(costs, new Map()).unused).toEqual([]);
});

test("does not count two things as one", () => {
  expect(read("How many tickets are open and how many closed?")?.unused).toContain("two figures at once");
  expect(read("How many tickets are open?")?.unused).not.toContain("two figures at once");
});
