// On both databases: what rows call for is one statement over them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { setLocale } from "#features/accounts/contract.ts";
import * as rooms from "#app/rooms.ts";
import { backgroundCompanies, jobContext } from "#features/accounts/service.ts";
import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { type Decision, getDecision, listDecisions, settleDecision } from "#features/decisions/contract.ts";
import { resolveDue } from "#features/decisions/outcome/service.ts";
import { getImport, listImports } from "#features/imports/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { background, queueDue } from "#platform/jobs/background.ts";
import { importFile } from "../importing.ts";
import { noticesIn } from "../planned.ts";
import { thaw } from "../resolved.ts";
import { hire, journalOf, type Member, openWorld, operatorOf, type World } from "../world.ts";

/** What imported rows call for becomes a proposal by itself, once. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
const ago = (days: number) => addDays(today, -days);
/** The first day of the month so many months ago. */
const monthAgo = (months: number) => {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
};

const invoiceFile = (...lines: string[]) =>
  ["Number,Customer,Issued,Due,Amount,Open amount,Currency,Status", ...lines].join("\n");
const invoice = (
  number: string,
  customer: string,
  due: number,
  amount: string,
  more: { open?: string; currency?: string; status?: string } = {},
) =>
  [
    number,
    customer,
    ago(due + 30),
    ago(due),
    `"${amount}"`,
    more.open ?? "",
    more.currency ?? "GBP",
    more.status ?? "open",
  ].join(",");

/** Has what was imported looked at without the wait, and waits until it was. */
async function looked(member: Member): Promise<void> {
  const ofCompany = "job_slots WHERE company_id = $1 AND job = 'proposals-from-rows'";
  const company = [member.user.companyId];
  // A slot that is queued already lies further ahead.
  await world.asOwner(
    `UPDATE job_slots SET next_at = now() - interval '1 second' WHERE next_at < now() + interval '8 seconds'
     AND (company_id, job) IN (SELECT company_id, job FROM ${ofCompany})`,
    company,
  );
  await queueDue(background(rooms, backgroundCompanies), operatorOf(world), world.boardroom.platform);
  const slots = () => world.asOwner(`SELECT 1 FROM ${ofCompany}`, company);
  await expect.poll(async () => (await slots()).length, { timeout: 60_000 }).toBe(0);
}
const made = async (member: Member): Promise<Decision[]> =>
  (await member.call(listDecisions)).toSorted((one, other) => one.number - other.number);
const settle = (member: Member, id: string, approved: boolean) =>
  member.call(settleDecision, { params: { id }, body: { approved } });

async function company(...roles: Parameters<typeof hire>[1][]): Promise<Member> {
  const member = await world.member();
  await member.call(setLocale, { body: { currency: "GBP", timeZone: "Europe/London" } });
  if (roles.length > 0) await hire(member, ...roles);
  return member;
}

test("overdue invoices are to be collected from who owes the most: to the cent, once, done when approved", async () => {
  const member = await company("CEO", "CFO");
  const acme = [
    invoice("A-1", "Acme", 40, "1,000.10"),
    invoice("A-2", "Acme", 3, "900.00", { open: "500.05" }),
    // Paid by its status, not yet due, disputed, and a draft: none of them is overdue without doubt.
    invoice("A-3", "Acme", 20, "5,000.00", { status: "paid" }),
    invoice("A-4", "Acme", -5, "7,000.00"),
    invoice("A-5", "Acme", 9, "70.00", { status: "disputed" }),
    invoice("A-6", "Acme", 9, "9,000.00", { status: "draft" }),
  ];
  const bolt = invoice("B-1", "Bolt", 90, "1,400.00");
  // Two files at once.
  await Promise.all([
    importFile(world, member, "invoices", invoiceFile(...acme)),
    importFile(world, member, "invoices", invoiceFile(bolt)),
  ]);
  await looked(member);
  const [decision, ...others] = await made(member);
  expect(others).toEqual([]);
  expect(decision).toMatchObject({
    decisionType: "collect_receivables",
    title: "Collect £1,500.15 from Acme",
    agentRole: "CFO",
    status: "pending",
    engine: "rules",
    metadata: { financialImpact: 1_500.15 },
  });
  expect(decision?.evidence.map(({ reference, value }) => [reference, value])).toEqual([
    [`A-1, due ${shortDay(ago(40))}`, "£1,000.10"],
    [`A-2, due ${shortDay(ago(3))}`, "£500.05"],
  ]);
  expect(decision?.metadata.risks).toContain("Another £70 is disputed and not asked for");
  expect((await journalOf(world, member)).filter((action) => action === "decision.proposed")).toHaveLength(1);
  const [file] = await member.call(listImports);
  const { means } = await member.call(getImport, { params: { id: file?.id ?? "" } });
  expect(means[0]).toMatchObject({ label: "Review", href: `/decisions/${decision?.id}` });
  expect(means[0]?.sentence).toMatch(/ \(CFO\) proposes: Collect £1,500\.15 from Acme\.$/);

  // Another import changes nothing while it is open.
  await importFile(world, member, "invoices", invoiceFile(invoice("C-1", "Cole", 50, "90,000.00")));
  await looked(member);
  expect((await made(member)).map(({ id }) => id)).toEqual([decision?.id]);

  const stranger = await world.member();
  const foreign = await stranger.send("POST", `/api/decisions/${decision?.id}/approve`, { body: { approved: true } });
  expect(foreign.status).toBe(404);
  await settle(member, decision?.id ?? "", true);
  const tasks = await member.call(listTasks);
  expect(tasks.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Collect £1,500.15 from Acme", "Check what Acme has paid"]),
  );
  expect(tasks.find(({ title }) => title.startsWith("Collect"))?.description).toContain("A-2");
  const { working } = await member.call(getDecision, { params: { id: decision?.id ?? "" } });
  expect(noticesIn(working.effects).length).toBeGreaterThan(0);
  expect(await journalOf(world, member)).toEqual(expect.arrayContaining(["decision.approved", "task.created"]));

  // What was paid in time is measured from the rows.
  const paid = acme.map((line) => line.replace(/open$/, "paid"));
  await thaw(world, "UPDATE forecasts SET due_on = $2::date - 1 WHERE decision_id = $1 AND position = 0", [
    decision?.id,
    today,
  ]);
  await importFile(world, member, "invoices", invoiceFile(paid[0] ?? ""));
  await write(await jobContext(world.boardroom.platform, mintCompany(member.user.companyId)), resolveDue);
  const { decision: measured } = await member.call(getDecision, { params: { id: decision?.id ?? "" } });
  expect(measured.forecasts.map(({ held, value, source }) => [held, value, source?.split(",")[0]])).toEqual([
    [true, 500.05, "2 invoices"],
    [null, null, undefined],
  ]);

  // The next one is about the others.
  await importFile(world, member, "invoices", invoiceFile(bolt));
  await looked(member);
  expect((await made(member)).map(({ title, status }) => [title, status])).toEqual([
    ["Collect £1,500.15 from Acme", "approved"],
    ["Collect £90,000 from Cole", "pending"],
  ]);
});

test("a rejected one is not repeated for its rows; one whose rows changed is withdrawn; another currency is kept", async () => {
  const member = await company("CFO");
  const first = invoice("A-1", "Acme", 40, "1,000.00");
  await importFile(world, member, "invoices", invoiceFile(first));
  await looked(member);
  const [rejected] = await made(member);
  await settle(member, rejected?.id ?? "", false);
  await importFile(world, member, "invoices", invoiceFile(first));
  await looked(member);
  expect((await made(member)).map(({ status }) => status)).toEqual(["rejected"]);

  await importFile(
    world,
    member,
    "invoices",
    invoiceFile(first, invoice("A-2", "Acme", 10, "3,000.50", { currency: "EUR" })),
  );
  await looked(member);
  const second = (await made(member)).at(-1);
  expect(second).toMatchObject({
    title: "Collect €3,000.50 from Acme",
    status: "pending",
    metadata: { financialImpact: null },
  });

  await importFile(
    world,
    member,
    "invoices",
    invoiceFile(invoice("A-2", "Acme", 10, "3,000.50", { currency: "EUR", status: "paid" })),
  );
  await looked(member);
  expect((await made(member)).map(({ status, closedReason }) => [status, closedReason])).toEqual([
    ["rejected", null],
    ["rejected", "withdrawn"],
  ]);
  expect(await journalOf(world, member)).toContain("decision.withdrawn");
});

test("a deal past its close day without activity gets a next step; what moved since does not", async () => {
  const member = await company("Sales");
  const deal = (name: string, stage: string, amount: number, close: number, activity: number) =>
    [name, "Acme", stage, amount, "GBP", ago(200), ago(close), ago(activity)].join(",");
  await importFile(
    world,
    member,
    "deals",
    [
      "Name,Customer,Stage,Amount,Currency,Opened,Expected close,Last activity",
      deal("Fleet", "proposal", 40_000.5, 20, 25),
      deal("Yard", "proposal", 90_000, 20, 2),
      deal("Depot", "won", 80_000, 20, 25),
      deal("Shop", "negotiation", 70_000, -20, 25),
      deal("Kiosk", "lead", 10_000, 20, 25),
    ].join("\n"),
  );
  await looked(member);
  expect(
    (await made(member)).map(({ decisionType, title, recommendation }) => [
      decisionType,
      title,
      recommendation.slice(0, 18),
    ]),
  ).toEqual([["stale_deal", "Stale deal: Fleet", "Set the next step:"]]);
});

test("an account over its budget is looked into once there is a CFO; one without a whole budget is left out", async () => {
  const member = await company();
  const line = (account: string, type: string, month: number, actual: string, budget: string, team = "") =>
    [account, type, monthAgo(month), `"${actual}"`, `"${budget}"`, team, "GBP"].join(",");
  await importFile(
    world,
    member,
    "ledger",
    [
      "Account,Type,Month,Actual,Budget,Team,Currency",
      line("Hosting", "cost of sales", 1, "7,150.40", "6,500.00"),
      line("Hosting", "cost of sales", 2, "6,400.00", "6,500.00"),
      line("Rent", "expense", 1, "4,800.00", "4,800.00"),
      // Half of it has no budget.
      line("Travel", "expense", 1, "900.00", "500.00", "A"),
      line("Travel", "expense", 1, "4,000.00", "", "B"),
      line("Product sales", "income", 1, "99,000.00", "90,000.00"),
      // Too long ago.
      line("Legal", "expense", 7, "99,000.00", "100.00"),
    ].join("\n"),
  );
  await looked(member);
  expect(await made(member)).toEqual([]);
  await hire(member, "CFO");
  await looked(member);
  const [decision, ...others] = await made(member);
  expect([decision?.decisionType, others]).toEqual(["over_budget", []]);
  expect(decision?.title).toMatch(/^Hosting: £650\.40 over budget in /);
  expect(decision?.evidence[0]?.value).toBe("£7,150.40 of £6,500.00");
});

test("a contract whose day for notice is near is to be renewed or cancelled, once; what is far off or without a price is not", async () => {
  const member = await company("CEO", "Operations");
  const line = (title: string, vendor: string, ends: number, notice: string, value: string, renews = "yes") =>
    [title, vendor, "active", ago(700), ago(-ends), notice, renews, "12", value, "GBP"].join(",");
  const file = (...lines: string[]) =>
    ["Title,Vendor,Status,Starts,Ends,Notice days,Auto renews,Renewal months,Yearly value,Currency", ...lines].join(
      "\n",
    );
  await importFile(
    world,
    member,
    "contracts",
    file(
      line("Leased line", "Fibrelink", 110, "90", "1200"),
      line("Far off", "Fibrelink", 300, "90", "9000"),
      line("Unpriced", "Fibrelink", 35, "30", ""),
      line("Missed", "Fibrelink", 20, "30", "500"),
    ),
  );
  await looked(member);
  const [decision, ...others] = await made(member);
  expect([decision?.decisionType, others]).toEqual(["vendor_renewal", []]);
  expect(decision?.evidence[0]).toMatchObject({
    reference: `Leased line, ends ${shortDay(ago(-110))}, notice by ${shortDay(ago(-20))}`,
    value: "£1,200.00 a year",
  });
  expect((await made(await world.member())).length).toBe(0);
  await settle(member, decision?.id ?? "", false);
  await importFile(world, member, "contracts", file(line("Far off", "Fibrelink", 301, "90", "9000")));
  await looked(member);
  expect(await made(member)).toHaveLength(1);
  expect((await journalOf(world, member)).filter((action) => action === "decision.proposed")).toHaveLength(1);
});

test("nothing is proposed where nothing calls for it: nothing overdue, rows in doubt, sample data", async () => {
  const member = await company("CEO", "CFO", "Sales");
  await member.call(addSamples);
  // In the books of two programs.
  const twice = {
    number: "D-1",
    direction: "receivable" as const,
    customerName: "Dune",
    issuedOn: ago(30),
    dueOn: ago(9),
    amount: 800,
    status: "open" as const,
  };
  await member.call(addRecord, {
    body: { kind: "invoices", source: "manual", fields: { ...twice, currency: "GBP" } },
  });
  await importFile(
    world,
    member,
    "invoices",
    invoiceFile(
      invoice("A-1", "Acme", 40, "1,000.00", { status: "paid" }),
      invoice("A-2", "Acme", -1, "1,000.00"),
      invoice("A-3", "", 9, "1,000.00"),
      invoice("A-4", "Cole", 9, "500.00"),
      invoice("A-5", "Cole", 2, "-500.00"),
      invoice("D-1", "Dune", 9, "800.00"),
    ),
  );
  await looked(member);
  expect(await made(member)).toEqual([]);
});
