import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { type QueryInput, type QueryResult, exploreHref } from "#contract/query.ts";
import { formatLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lastDays, nextDays } from "#contract/spans.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { listOverdue } from "#features/expertise/overdue/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { exploreRows, searchRows } from "#features/explore/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { fieldOf } from "#features/records/fields/fields.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { addRecord, briefedBy } from "../briefed.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

const timeZone = "Europe/London";
const today = dayIn(now(), timeZone);
const on = (days: number) => addDays(today, days);

let world: World;
let member: Member;
let agentOf: ReadonlyMap<string, string>;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  await member.call(setLocale, { body: { currency: "GBP", timeZone } });
  agentOf = new Map((await hire(member, ...agentRoleIds)).map(({ role, id }) => [role, id]));
  // What the rows call for would be proposed; that is tried elsewhere.
  await world.asOwner("DELETE FROM job_slots WHERE company_id = $1 AND job = 'proposals-from-rows'", [
    member.user.companyId,
  ]);
  await everyStatus();
});
afterAll(() => world?.close());

/** Every status of every kind, past its day and before it, with and without the day of its end. */
async function everyStatus(): Promise<void> {
  const add = (table: string, row: Record<string, unknown>) => addRecord(world, member, table, row);
  for (const days of [-90, -10, 5, 7])
    for (const ended of [null, on(-1)]) {
      for (const status of fieldOf("invoices", "status").choices ?? []) {
        const one = { issued_on: on(days - 30), due_on: on(days), paid_on: ended, status, amount: 100 };
        await add("invoices", {
          ...one,
          number: `INV ${status} ${days}`,
          direction: "receivable",
          customer_name: "Acme",
        });
        await add("invoices", { ...one, number: `B ${status} ${days}`, direction: "payable", vendor_name: "Hostly" });
      }
      for (const status of fieldOf("tickets", "status").choices ?? []) {
        const one = { kind: "support", status, priority: "high", opened_on: on(-100), due_on: on(days) };
        await add("tickets", { ...one, title: `Ticket ${status} ${days}`, resolved_on: ended });
      }
      for (const stage of fieldOf("deals", "stage").choices ?? []) {
        const one = { stage, amount: 100, opened_on: on(-120), expected_close_on: on(days), closed_on: ended };
        await add("deals", { ...one, name: `Deal ${stage} ${days}`, customer_name: "Acme" });
      }
      for (const status of fieldOf("subscriptions", "status").choices ?? []) {
        const one = { kind: "plan", status, amount: 10, interval: "month", renews_on: on(days), cancelled_on: ended };
        await add("subscriptions", { ...one, name: `Plan ${status} ${days}`, customer_name: "Acme" });
      }
    }
}

const explore = (asked: QueryInput): Promise<QueryResult> =>
  member.call(exploreRows, { query: { q: JSON.stringify(asked) } });
const counted = async (asked: QueryInput): Promise<number> => (await explore(asked)).total.rows;
const listed = async (kind: "invoices" | "tickets" | "deals" | "subscriptions", view: string): Promise<number> =>
  (await member.call(listRecords, { params: { kind }, query: { view } })).total;

async function ask(question: string): Promise<string> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const answered = () =>
    member.call(listQuestions).then((all) => all.find((one) => one.taskId === taskId && one.answer !== null));
  await expect.poll(answered, { timeout: 100_000 }).toBeTruthy();
  const answer = (await answered())?.answer;
  return answer ? formatLine(answer.line, answer.figures) : "";
}

const daysOverdue = (of: number): QueryInput["filters"] => [{ field: "daysOverdue", test: "moreThan", values: [of] }];

test.each([
  ["invoices", "receivable", 4],
  ["invoices", "payable", 4],
  ["tickets", null, 4],
  ["deals", null, 8],
  ["subscriptions", null, 6],
] as const)("a status wins over dates in days overdue of %s (%s)", async (subject, direction, late) => {
  const ofSide = direction ? [{ field: "direction", test: "is" as const, values: [direction] }] : [];
  const within = async (of: number) => counted({ subject, filters: [...ofSide, ...(daysOverdue(of) ?? [])] });
  expect([await within(60), await within(0)]).toEqual([late, late * 2]);
});

test("lists, queries, topics, search and answers count the same rows as overdue", async () => {
  const invoices = ["INV open -90", "INV disputed -90", "INV paid -90", "INV void -90"];
  for (const name of invoices) {
    const [group] = (await member.call(searchRows, { query: { q: name } })).filter(
      ({ subject }) => subject === "invoices",
    );
    const isOwed = name.includes("open") || name.includes("disputed");
    expect([name, group?.rows.map(({ isOverdue }) => isOverdue)]).toEqual([name, [isOwed, isOwed]]);
  }
  expect(await listed("invoices", "overdue")).toBe(8);
  expect(await listed("invoices", "overdueBills")).toBe(8);
  expect(await listed("tickets", "overdue")).toBe(8);
  expect(await listed("deals", "slipped")).toBe(16);
  expect(await listed("subscriptions", "expired")).toBe(12);
  const of = (view: string) => [{ field: "view", test: "is" as const, values: [view] }];
  expect(await counted({ subject: "invoices", filters: of("overdue") })).toBe(8);
  expect(await counted({ subject: "tickets", filters: of("overdue") })).toBe(8);

  const cfo = await briefedBy(member, agentOf.get("CFO") ?? "");
  const value = (label: string) => cfo.report.figures.find((figure) => figure.label === label)?.value;
  const late = cfo.report.figures.filter((figure) => figure.value === 800).map((figure) => figure.label);
  expect(late).toEqual(expect.arrayContaining([expect.stringMatching(/overdue/i), "Bills past their due day"]));
  expect(value("Bills past their due day")).toBe(800);

  expect(await ask("Invoices more than 60 days overdue?")).toMatch(/^£400: 4 invoices/);
  expect(await ask("How many bills are more than 60 days overdue?")).toMatch(/^4 invoices/);
  expect(await ask("tickets more than 60 days overdue")).toMatch(/^4 tickets/);
  expect(await ask("How many tickets are overdue?")).toMatch(/^8 tickets/);
  expect(await ask("How much do customers owe us?")).toBe("Customers owe £1,600; £800 of it is overdue.");
});

test("a day to come counts only for what is still to come", async () => {
  expect(await ask("invoices due in the next 7 days")).toMatch(/^£400: 4 invoices \(receivable, open or disputed/);
  expect(await ask("tickets due in the next 8 days")).toMatch(/^8 tickets \(open or waiting/);
  expect(await ask("subscriptions renewing in the next 8 days")).toMatch(/^£120: amount per month, 12 subscriptions/);
});

test("the next days are the same in lists, topics, queries and answers, and today counts", async () => {
  // Due on the seventh day from today: one of the next eight days, not of the next seven.
  const next = (count: number) => ({ kind: "next" as const, count, unit: "day" as const });
  const toPay = [{ field: "view", test: "is" as const, values: ["payable"] }];
  const query = (count: number) => ({ subject: "invoices", filters: toPay, day: "dueOn", period: next(count) });
  const seven = await explore(query(7));
  expect(seven.period).toMatchObject(nextDays(7, today));
  expect([seven.total.rows, await counted(query(8))]).toEqual([4, 8]);
  const cfo = await briefedBy(member, agentOf.get("CFO") ?? "");
  const figure = (label: string) => cfo.report.figures.find((one) => one.label === label);
  expect([figure("Due within 7 days")?.value, figure("Due within 30 days")?.value]).toEqual([400, 800]);
  const href = figure("Due within 7 days")?.source.href ?? "";
  expect(new URL(href, "http://x").searchParams.get("to")).toBe(nextDays(7, today).to);
  expect(await ask("bills due in the next 7 days")).toContain("£400");
  expect(await ask("Which bills are due within 8 days?")).toMatch(/^8 invoices/);
});

/** Daily revenue up to a day; the newest days are the highest, so that a missing day turns the change over. */
async function revenueTo(last: string): Promise<void> {
  const points = Array.from({ length: 75 }, (_, at) => {
    const metricValue = at === 0 ? 5_000 : at === 29 ? 4_000 : at === 59 ? 3_000 : 100;
    return { metricName: "daily_revenue", measurementDate: addDays(last, -at), metricValue };
  });
  await member.call(recordMetrics, { body: { source: "manual", points } });
}

test("the last days end on the newest figure on every screen, with one sum and one direction", async () => {
  await revenueTo(on(-1));
  const span = lastDays(30, on(-1));
  const total = 5_000 + 4_000 + 28 * 100;
  const { revenue } = await member.call(getDashboard);
  expect(revenue).toMatchObject({ date: span.to, compared: { total } });
  const change = revenue?.compared?.change ?? 0;
  expect(change).toBeGreaterThan(0);

  const named = [{ field: "name", test: "is" as const, values: ["daily_revenue"] }];
  const figures = (count: number, unit: "day" | "week" = "day"): QueryInput => ({
    subject: "figures",
    filters: named,
    measure: { of: "sum" },
    period: { kind: "last", count, unit },
    compare: "previous",
  });
  const found = await explore(figures(30));
  expect(found.period).toMatchObject(span);
  expect(found.total.value).toBe(total);
  expect(found.total.previous).toBe(revenue?.compared?.before);
  expect((await explore(figures(1, "week"))).period).toMatchObject(lastDays(7, on(-1)));

  const cfo = await briefedBy(member, agentOf.get("CFO") ?? "");
  expect(
    cfo.report.figures.find(({ id }) => (id.endsWith("total") && id.includes("revenue")) || id === "total")?.value,
  ).toBe(total);
  for (const [question, sum] of [
    ["What was our revenue in the last 30 days?", "£11,800"],
    ["What was our revenue in the last 7 days?", "£5,600"],
    ["revenue by weekday in the last 30 days", "£"],
    ["How much did we sell in the last 4 weeks?", "£7,700"],
  ] as const)
    expect([question, await ask(question)]).toEqual([question, expect.stringContaining(sum)]);
  expect(cfo.said.join("\n")).toMatch(/more a day than in the 30 days before \(£\d/);
  expect(exploreHref(found.query)).toContain("last");
});

test("nothing is called quiet beside what is overdue, and each company sees its own", async () => {
  expect(await member.call(listOverdue)).toEqual([
    { one: "invoice", many: "invoices", count: 8, href: "/records/invoices?view=overdue" },
    { one: "bill", many: "bills", count: 8, href: "/records/invoices?view=overdueBills" },
    { one: "ticket", many: "tickets", count: 8, href: "/records/tickets?view=overdue" },
    { one: "subscription", many: "subscriptions", count: 12, href: "/records/subscriptions?view=expired" },
    { one: "deal", many: "deals", count: 16, href: "/records/deals?view=slipped" },
  ]);
  const late = "8 invoices, 8 bills, 8 tickets, 12 subscriptions and 16 deals are overdue";
  expect(await ask("Which decisions are waiting for me?")).toBe(`No decision waits for you, but ${late}.`);
  const { runId } = await member.call(startDailyBrief);
  const run = () => member.call(getRun, { params: { id: runId } });
  await expect.poll(async () => (await run()).run.status, { timeout: 100_000 }).toBe("done");
  const brief = (await run()).run.report;
  expect(brief && formatLine(brief.headline, brief.figures)).toBe(`No proposals are pending, but ${late}.`);
  const said = JSON.stringify(brief?.sections);
  expect(said).toContain(late);
  expect(said).not.toContain("nothing at risk");

  const stranger = await world.member();
  expect(await stranger.call(listOverdue)).toEqual([]);
  await addRecord(world, stranger, "tickets", {
    title: "Late",
    kind: "support",
    status: "open",
    priority: "low",
    opened_on: on(-9),
    due_on: on(-1),
  });
  expect(await stranger.call(listOverdue)).toMatchObject([{ one: "ticket", count: 1 }]);
});
