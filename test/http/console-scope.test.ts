// What a command is limited to: names, currencies, shares, amounts and days.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { longDay } from "#contract/format.ts";
import { executeCommand } from "#features/plans/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date());
const on = (days: number) => addDays(today, days);

beforeAll(async () => {
  world = await openWorld({ EMBEDDER: "sentences" });
});
afterAll(() => world?.close());

const add = (member: Member, kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });
const execute = (member: Member, prompt: string) => member.call(executeCommand, { body: { prompt } });

async function company(): Promise<Member> {
  const member = await world.member();
  await hire(member, "CEO");
  return member;
}
const invoice = (member: Member, number: string, customerName: string, amount: number, currency = "USD") =>
  add(member, "invoices", {
    number,
    customerName,
    amount,
    currency,
    status: "open",
    direction: "receivable",
    issuedOn: on(-60),
    dueOn: on(-30),
  });
const bill = (member: Member, number: string, category: string, amount: number, currency = "USD") =>
  add(member, "invoices", {
    number,
    vendorName: `Vendor ${number}`,
    category,
    amount,
    currency,
    status: "open",
    direction: "payable",
    issuedOn: on(-20),
    dueOn: on(10),
  });
const contract = (member: Member, title: string, vendorName: string, endsOn: string, currency = "USD") =>
  add(member, "contracts", {
    title,
    kind: "vendor",
    vendorName,
    status: "active",
    startsOn: on(-300),
    endsOn,
    noticeDays: 30,
    autoRenews: true,
    currency,
    yearlyValue: 9_000,
  });

test("amounts in other currencies are named, never printed in the company's own", async () => {
  const member = await company();
  await invoice(member, "J-1", "Sakura", 7_777, "JPY");
  await contract(member, "Supply Sakura", "Sakura", on(60), "JPY");
  const owed = await execute(member, "Collect everything that is overdue");
  expect(owed.summary).toContain("invoices in JPY (1)");
  expect(owed.summary).not.toContain("$7,777");
  expect(owed.tasks).toEqual([]);
  const renewed = await execute(member, "Renew the contracts");
  expect(renewed).toMatchObject({ tasks: [], proposals: [] });
  expect(renewed.summary).toContain("contracts in JPY (1)");
  // Beside rows of its own they are left out, and said.
  await invoice(member, "U-1", "Alder", 100);
  const both = await execute(member, "Chase the unpaid invoices");
  expect(both.summary).toMatch(/^\$100 is overdue on 1 invoice\b.*invoices in JPY \(1\)/);
});

test("a plan is limited to the name in the command, or refused", async () => {
  const member = await company();
  await invoice(member, "INV-1", "Alder Foods", 900);
  await invoice(member, "INV-2", "Harbour Foods", 100);
  await contract(member, "Insurance", "Kestrel Insurance", on(60));
  await contract(member, "Fibre", "Fibrelink", on(60));
  const titles = async (prompt: string) => (await execute(member, prompt)).tasks.map(({ title }) => title);
  expect(await titles("Collect what Harbour Foods owes us")).toEqual(["Ask Harbour Foods to pay $100"]);
  expect(await titles("collect what harbour foods owes us now")).toEqual(["Ask Harbour Foods to pay $100"]);
  expect(await titles("Collect the invoice INV-2 today")).toEqual(["Ask Harbour Foods to pay INV-2, $100"]);
  const [kestrel, ...others] = await titles("Renew the Kestrel Insurance agreement");
  expect(kestrel).toMatch(/^Decide on Insurance/);
  expect(others).toEqual([]);
  for (const [prompt, said] of [
    ["Chase the invoices of Brightwater only", 'No record is called "Brightwater", so no tasks were created.'],
    ["Raise the price of the Starter plan by 3%", 'No record is called "Starter", so no tasks were created.'],
  ] as const)
    expect(await execute(member, prompt), prompt).toMatchObject({ status: "empty", tasks: [], summary: said });
});

test("what a command says of other rows is not dropped", async () => {
  const member = await company();
  await add(member, "customers", { name: "Dr. Keller", status: "active" });
  await add(member, "customers", { name: "Alder Foods", status: "active" });
  await invoice(member, "INV-1", "Dr. Keller", 900);
  for (const [prompt, said] of [
    ["Call back the customers who gave us one star on a job", /not limit it to .*"job"/],
    ["Sort out the double Alder bill", /not limit it to .*"bill"/],
    ["Find out why so many jobs went out late", /not limit it to .*"jobs"|^Should I find out why/],
    ["Ring Alder Foods now and tell them we are late", /I cannot telephone/],
    ["List the customers without a phone number", /^2 customers \(without phone\)/],
  ] as const) {
    const plan = await execute(member, prompt);
    expect.soft(plan.tasks, prompt).toEqual([]);
    expect.soft(plan.summary, prompt).toMatch(said);
  }
  // The point of a title ends no sentence.
  const titles = (await execute(member, "Collect what Dr. Keller owes us")).tasks.map(({ title }) => title);
  expect(titles).toEqual(["Ask Dr. Keller to pay $900"]);
});

test("contracts that end in a time are found by their last day, also when notice is past", async () => {
  const member = await company();
  await contract(member, "Soon", "Alpha", on(10));
  await contract(member, "Later", "Beta", on(80));
  const by = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${on(20)}T00:00:00Z`));
  const plan = await execute(member, `Renew the contracts that end by ${by}`);
  expect(plan.tasks).toHaveLength(1);
  expect(plan.tasks[0]).toMatchObject({ title: expect.stringMatching(/^Decide on Soon by/) });
  expect(plan.tasks[0]?.reason).toContain("notice was due 20 days ago");
});

test("shares, amounts and days are taken as they are or refused", async () => {
  const member = await company();
  await bill(member, "B-1", "Office", 8_000);
  const said = async (prompt: string) => (await execute(member, prompt)).summary;
  expect(await said("Cut office costs by 12.5%")).toContain("Saving $1,000 is 12.5% of that.");
  expect(await said("Cut office costs by 7%")).toContain("is 7% of that.");
  expect(await said("Cut costs by $5,000 this quarter")).toContain("Saving $5,000 is 62.5% of that.");
  expect(await said("Cut costs by $9,000 this quarter")).toContain("$9,000 cannot be saved");
  expect(await said("Cut costs by £5,000 this quarter")).toBe(
    "The amount is not in USD, and amounts are not converted, so no tasks were created.",
  );
  expect(await said("Cut costs by 500%")).toContain('"500%" is not a share');
  expect(await said("Cut hosting costs by 10%")).toBe(
    'I can find costs to cut, but not limit it to "hosting", so no tasks were created. Choose to plan it without.',
  );
  // The button plans it without the word, and says so.
  expect(await said("Cut costs: Cut hosting costs by 10%")).toMatch(
    /^You spent \$8,000 on 1 bill .* Not used: "hosting"\.$/,
  );
  expect(await said("Launch the product by 1 January 2020")).toContain("1 January 2020 has passed.");
  const hired = await execute(member, "Hire a developer for 90k");
  expect(hired.tasks.map(({ title }) => title)).toContain("Check $90,000 a year against the budget: developer");
});

test("a command that found nothing is planned anew once there is something", async () => {
  const member = await company();
  const before = await execute(member, "Collect everything that is overdue");
  expect(before.status).toBe("empty");
  await invoice(member, "INV-1", "Alder", 900);
  expect(await execute(member, "Collect everything that is overdue")).toMatchObject({ status: "proposed" });
});

const deal = (member: Member, name: string, customerName: string, closedOn: string) =>
  add(member, "deals", {
    name,
    customerName,
    stage: "won",
    amount: 500,
    currency: "USD",
    openedOn: addDays(closedOn, -5),
    closedOn,
  });

test("onboarding takes new customers alone, of the time that is named", async () => {
  const member = await company();
  await deal(member, "First order Birch", "Birch", on(-20));
  await deal(member, "First order Cedar", "Cedar", on(-50));
  await deal(member, "Renewal Elm", "Elm", on(-5));
  await deal(member, "Expansion Oak", "Oak", on(-5));
  await deal(member, "Order Ash", "Ash", on(-300));
  await deal(member, "Order Ash 2", "Ash", on(-4));
  const titles = async (prompt: string) => (await execute(member, prompt)).tasks.map(({ title }) => title);
  expect(await titles("Onboard our new customers")).toEqual(["Hold the kick-off with Birch"]);
  const wide = await execute(member, "Onboard the customers we won in the last 60 days");
  expect(wide.tasks.map(({ title }) => title).toSorted()).toEqual([
    "Hold the kick-off with Birch",
    "Hold the kick-off with Cedar",
  ]);
  expect(wide.summary).toMatch(/^You won 2 deals worth \$1,000 in the last 60 days from 2 new customers/);
  expect(wide.summary).toContain("3 deals are left out: renewals, expansions and customers who bought before");
  // The period of winning is not the day by which it is done.
  expect(wide.initiatives[0]?.targetDate).toBe(on(45));
  expect((await execute(member, "Onboard the customers we won yesterday")).summary).toMatch(/^No deal matches/);
  // A command names one.
  expect(await titles("Onboard Ash as a customer")).toEqual(["Hold the kick-off with Ash"]);
});

/** Copies the newest row of a kind as often as it says; `set` is SQL that gives a copy's fields, with its number as n. */
const copies = (member: Member, table: string, times: number, set: string) =>
  world.asOwner(
    `INSERT INTO ${table} SELECT made.* FROM ${table} t, generate_series(1, ${times}) n,
       jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'external_id', gen_random_uuid(), ${set})) made
     WHERE t.id = (SELECT id FROM ${table} WHERE company_id = $1 ORDER BY created_at DESC LIMIT 1)`,
    [member.user.companyId],
  );

test("more won deals than are listed are counted exactly, and it is said", async () => {
  const member = await company();
  await deal(member, "First order Tiny", "Tiny", on(-20));
  await copies(member, "deals", 209, "'name', 'Order ' || n, 'customer_name', 'Customer ' || n, 'amount', 100 + n");
  const plan = await execute(member, "Onboard our new customers");
  // By hand: 500 + 209 × 100 + 209 × 210 / 2 = 43,345.
  expect(plan.summary).toMatch(/^You won 210 deals worth \$43,345 in the last 30 days from 200 new customers\. /);
  expect(plan.summary).toContain("The other 10 deals were not looked at one by one.");
  expect(plan.initiatives[0]?.title).toBe("Onboard 200 new customers");
});

test("a customer is not new behind any number of larger ones", async () => {
  const member = await company();
  await deal(member, "Order Ash", "Ash", on(-300));
  await deal(member, "Order Giant", "Giant", on(-300));
  await copies(member, "deals", 220, "'name', 'Order ' || n, 'customer_name', 'Giant ' || n, 'amount', 90000 + n");
  await deal(member, "Order Ash 2", "Ash", on(-4));
  await deal(member, "Order Birch", "Birch", on(-4));
  const plan = await execute(member, "Onboard our new customers");
  expect(plan.tasks.map(({ title }) => title)).toEqual(["Hold the kick-off with Birch"]);
  expect(plan.summary).toMatch(/^You won 1 deal worth \$500 in the last 30 days from 1 new customer\./);
});

test("a customer's own invoices are named behind any number of larger ones", async () => {
  const member = await company();
  await invoice(member, "BIG", "Big 0", 1_000);
  await copies(member, "invoices", 104, "'number', 'BIG-' || n, 'customer_name', 'Big ' || n, 'amount', 1000 + n");
  await invoice(member, "SMALL", "Small", 100);
  await copies(member, "invoices", 39, "'number', 'SMALL-' || lpad(n::text, 2, '0'), 'due_on', current_date - 30 - n");
  const plan = await execute(member, "Collect everything that is overdue");
  const [first] = plan.tasks;
  expect(first?.title).toBe("Ask Small to pay $4,000");
  expect(first?.reason).toMatch(
    /^SMALL(?:-\d\d)?, SMALL-\d\d, SMALL-\d\d: 40 overdue invoices, the oldest 69 days overdue\.$/,
  );
  expect(plan.recommendations.map(({ description }) => description)).toContain(
    "The oldest of 145 overdue invoices is 69 days overdue.",
  );
});

test("a day that has passed or does not exist is refused, however it is written", async () => {
  const member = await company();
  await invoice(member, "INV-1", "Alder Foods", 900);
  for (const [prompt, said] of [
    ["Launch the product on 1 January 2020", "1 January 2020 has passed."],
    ["Launch a product in March 2020", "March 2020 has passed."],
    ["Launch the product by yesterday", `${longDay(on(-1))} has passed.`],
    ["Hire a driver by last Friday", "Last Friday has passed."],
    ["Chase the invoices by last week", "Last week has passed."],
    ["Hire a driver by 31 February 2027", '"31 February 2027" is not a valid date.'],
    [
      "Chase the overdue invoices from last quarter",
      'No invoice matches "Chase the overdue invoices from last quarter"',
    ],
  ] as const) {
    const plan = await execute(member, prompt);
    expect(plan, prompt).toMatchObject({ status: "empty", tasks: [] });
    expect(plan.summary, prompt).toContain(said);
  }
});

test("what begins with a time is ready when that time begins", async () => {
  const member = await company();
  await add(member, "subscriptions", {
    name: "Starter",
    kind: "plan",
    customerName: "Alder",
    amount: 100,
    currency: "USD",
    interval: "month",
    status: "active",
    startedOn: on(-100),
  });
  const plan = await execute(member, "Raise prices by 5% from next month");
  const [year = 0, month = 0] = today.split("-").map(Number);
  const first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  expect(plan.initiatives[0]?.targetDate).toBe(first);
});

test("a disputed invoice is settled, not asked for", async () => {
  const member = await company();
  await invoice(member, "INV-1", "Alder Foods", 900);
  await add(member, "invoices", {
    number: "INV-2",
    customerName: "Alder Foods",
    amount: 5_000,
    currency: "USD",
    status: "disputed",
    direction: "receivable",
    issuedOn: on(-60),
    dueOn: on(-30),
  });
  const plan = await execute(member, "Collect everything that is overdue");
  expect(plan.tasks.map(({ title }) => title)).toEqual([
    "Ask Alder Foods to pay $900",
    "Settle the dispute about INV-2 with Alder Foods",
  ]);
  expect(plan.tasks[0]?.reason).not.toContain("INV-2");
  expect(plan.summary).toMatch(/^\$5,900 is overdue on 2 invoices from Alder Foods\./);
  const one = await execute(member, "Collect the invoice INV-2 today");
  expect(one.tasks.map(({ title }) => title)).toEqual(["Settle the dispute about INV-2 with Alder Foods"]);
});

test("a part of the same work, or another goal, is not linked to the whole", async () => {
  const member = await company();
  await invoice(member, "INV-1", "Alder Foods", 900);
  await invoice(member, "INV-2", "Alder Foods", 300);
  await invoice(member, "INV-3", "Birch", 200);
  const part = await execute(member, "Collect the invoice INV-2 today");
  expect(part.tasks[0]?.title).toBe("Ask Alder Foods to pay INV-2, $300");
  const all = await execute(member, "Collect everything that is overdue");
  expect(all.tasks.map(({ title, isLinked }) => [title, isLinked])).toEqual([
    ["Ask Alder Foods to pay $1,200", false],
    ["Ask Birch to pay $200", false],
  ]);
  expect(all.initiatives[0]?.isLinked).toBe(false);
  await bill(member, "B-1", "Office", 8_000);
  await execute(member, "Cut costs by 10%");
  const more = await execute(member, "Cut costs by 25%");
  expect(more.initiatives[0]).toMatchObject({ title: "Save $2,000 (25%) in 90 days", isLinked: false });
});

test("characters that reorder text are not stored", async () => {
  const member = await company();
  await invoice(member, "INV-1", "Al\u202eder", 900);
  const plan = await execute(member, "Collect \u202eeverything that is overdue\u2066");
  expect(plan.prompt).toBe("Collect everything that is overdue");
  expect(plan.tasks[0]?.title).toBe("Ask Alder to pay $900");
  expect(JSON.stringify([plan.tasks, plan.initiatives, plan.recommendations, plan.summary])).not.toMatch(
    /[\u202e\u2066]/,
  );
  expect(await member.send("POST", "/api/console/execute", { body: { prompt: "\u202e".repeat(12) } })).toMatchObject({
    status: 400,
    text: expect.stringContaining("at least 10 characters"),
  });
});
