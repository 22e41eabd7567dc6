// The playbooks and the orchestrator's queries on the demo company, against its rows counted in another way.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatMoney, pluralize, shortDay } from "#contract/format.ts";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { executeCommand } from "#features/plans/contract.ts";
import type { SampledKind } from "#features/records/contract.ts";
import { sampleCompany } from "#features/records/samples/company.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import type { Sample } from "#features/records/samples/sample.ts";
import { dayIn, now } from "#platform/clock.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
const today = dayIn(now(), "Europe/London");
const samples = sampleCompany(today, "USD");

beforeAll(async () => {
  world = await openWorld({ EMBEDDER: "sentences" });
  member = await world.member();
  await hire(member, "CEO", "CFO", "CTO", "CMO", "Sales", "Customer Success", "Operations", "Legal");
  await member.call(addSamples);
});
afterAll(() => world?.close());

type Row = Sample["fields"];
const rows = (kind: SampledKind): Row[] => samples[kind].map(({ fields }) => fields);
const isOneOf = (row: Row, field: string, ...values: unknown[]): boolean => values.includes(row[field]);
const day = (row: Row, field: string): string => String(row[field] ?? "");
const on = (days: number): string => addDays(today, days);
const within = (row: Row, field: string, from: number, to: number): boolean =>
  row[field] !== null && day(row, field) >= on(from) && day(row, field) <= on(to);
const sum = (all: readonly Row[], field = "amount"): number => all.reduce((to, row) => to + Number(row[field] ?? 0), 0);
const money = (amount: number): string => formatMoney(amount, "USD");
/** The groups of rows by a field, with their sum, the largest first. */
const groups = (all: readonly Row[], field: string): [name: string, total: number, count: number][] =>
  [...Map.groupBy(all, (row) => String(row[field]))]
    .map(([name, of]): [string, number, number] => [name, sum(of), of.length])
    .toSorted((one, other) => other[1] - one[1]);

const overdue = rows("invoices").filter(
  (row) => row["direction"] === "receivable" && isOneOf(row, "status", "open", "disputed") && day(row, "dueOn") < today,
);
const bills = rows("invoices").filter((row) => row["direction"] === "payable" && within(row, "issuedOn", -89, 0));
const customers = rows("customers");
const active = customers.filter((row) => row["status"] === "active");
const kept = customers.filter((row) => isOneOf(row, "status", "active", "paused"));
const plans = rows("subscriptions").filter(
  (row) =>
    isOneOf(row, "status", "trial", "active", "paused") &&
    isOneOf(row, "kind", "plan", "service") &&
    row["vendorName"] === null,
);
const unresolved = rows("tickets").filter((row) => isOneOf(row, "status", "open", "waiting"));
const noticeBy = (row: Row): string => addDays(day(row, "endsOn"), -Number(row["noticeDays"]));
const inForce = rows("contracts").filter((row) => row["status"] === "active" && day(row, "endsOn") >= today);
const notice = inForce.filter((row) => noticeBy(row) >= today && noticeBy(row) <= on(90));
const own = rows("subscriptions").filter(
  (row) => row["customerName"] === null && isOneOf(row, "status", "trial", "active", "paused"),
);
const monthlyOf = (names: readonly string[]): number =>
  sum(plans.filter((row) => names.includes(String(row["customerName"]))));

const expected: Record<string, () => string[]> = {
  "Collect everything that is overdue": () => {
    const [[name, largest] = ["", 0]] = groups(overdue, "customerName");
    return [
      `${money(sum(overdue))} is overdue on ${overdue.length} invoices, `,
      `% of it (${money(largest)}) from ${name}.`,
    ];
  },
  "Renew the contracts": () => {
    const expiring = own.filter(
      (row) => isOneOf(row, "kind", "certificate", "domain", "token", "licence") && within(row, "renewsOn", 0, 60),
    );
    const [first] = notice.map(noticeBy).toSorted();
    return [
      `${notice.length} contracts worth ${money(sum(notice, "yearlyValue"))} a year need a decision within 90 days.`,
      `notice by ${shortDay(first ?? "")}.`,
      `${expiring.length} licences and certificates of your own expire too.`,
    ];
  },
  "Resolve the open incidents": () => {
    const open = unresolved.filter((row) => row["kind"] === "incident");
    const late = open.filter((row) => day(row, "dueOn") < today).length;
    return [`${open.length} incidents are open, ${late} overdue, at ${groups(open, "customerName").length} customers.`];
  },
  "Keep the customers who are about to leave": () => {
    const quiet = kept.filter((row) => day(row, "lastContactOn") < on(-60)).length;
    const unhappy = kept.filter((row) => row["satisfaction"] !== null && Number(row["satisfaction"]) <= 5).length;
    return [
      `Of ${kept.length} customers, ${quiet} were not contacted for 60 days and ${unhappy} rated you 5 of 10 or less.`,
    ];
  },
  "Audit our contracts and invoices": () => {
    const unsigned = rows("contracts").filter(
      (row) => isOneOf(row, "status", "draft", "active") && row["signedOn"] === null,
    );
    const missed = inForce.filter((row) => noticeBy(row) < today);
    const disputed = rows("invoices").filter((row) => row["status"] === "disputed");
    const expired = own.filter((row) => day(row, "renewsOn") < today);
    return [
      `${rows("contracts").length} contracts and ${rows("invoices").length} invoices were checked: ${pluralize(unsigned.length, "contract")} worth ${money(sum(unsigned, "yearlyValue"))} a year not signed`,
      `${pluralize(missed.length, "contract")} past the notice date; ${pluralize(disputed.length, "invoice")} disputed`,
      `${pluralize(expired.length, "service")} of your own past the renewal date;`,
    ];
  },
  "Cut costs by 10%": () => [
    `You spent ${money(sum(bills))} on ${bills.length} bills in the last 90 days. Saving ${money(sum(bills) / 10)} is 10% of that.`,
  ],
  "Onboard the customers we won in the last 30 days": () => {
    const won = rows("deals").filter((row) => row["stage"] === "won");
    const before = new Set(won.filter((row) => day(row, "closedOn") < on(-29)).map((row) => row["customerName"]));
    const fresh = won.filter(
      (row) =>
        within(row, "closedOn", -29, 0) &&
        !before.has(row["customerName"]) &&
        !/Renewal|Expansion/.test(day(row, "name")),
    );
    return [
      `You won ${pluralize(fresh.length, "deal")} worth ${money(sum(fresh))} `,
      `from ${pluralize(groups(fresh, "customerName").length, "new customer")}.`,
    ];
  },
  "Launch a new product line": () => {
    const won = rows("deals").filter((row) => row["stage"] === "won" && within(row, "closedOn", -179, 0));
    const [[channel, brought] = ["", 0]] = groups(won, "channel");
    return [
      `You have ${active.length} active customers to offer it to.`,
      `Your best channel is ${channel}: it brought ${money(brought)} in the last 180 days.`,
    ];
  },
  "Raise prices by 5%": () => [
    `${plans.length} customer plans earn ${money(sum(plans))} a month.`,
    `changes that by ${money(sum(plans) * 0.05)} a month`,
  ],
  "Write a travel expenses policy": () => [
    `You spent ${money(sum(bills))} on ${bills.length} bills in the last 90 days.`,
  ],
  "Hire a support agent for $32,000 a year": () => {
    const [[busiest, , count] = ["", 0, 0]] = groups(unresolved, "ownerName").toSorted((a, b) => b[2] - a[2]);
    return [`${unresolved.length} tickets are open, ${count} of them with ${busiest}.`];
  },
  "Raise $500,000 from investors": () => {
    const open = rows("deals").filter((row) => isOneOf(row, "stage", "lead", "qualified", "proposal", "negotiation"));
    return [
      `${active.length} active customers and ${open.length} open deals worth ${money(sum(open))} support the case.`,
    ];
  },
};

const ask = (query: string) => member.call(queryOrchestrator, { body: { query, priority: "medium" } });

test("the largest overdue invoices are the top priorities, while nothing else is due", async () => {
  const answer = await ask("What are our top 3 priorities this week?");
  const largest = overdue
    .filter((row) => row["status"] === "open")
    .toSorted((one, other) => Number(other["amount"]) - Number(one["amount"]))
    .slice(0, 3);
  expect(answer.rows.map(({ title }) => title)).toEqual(
    largest.map((row) => `Collect ${money(Number(row["amount"]))} from ${String(row["customerName"])}`),
  );
});

test("customers with two signs of leaving are at risk", async () => {
  const signs = [
    kept.filter((row) => Number(row["usage30"]) < 0.7 * Number(row["usagePrior30"])).map((row) => row["name"]),
    notice.map((row) => row["customerName"]),
    unresolved.filter((row) => row["kind"] === "promise").map((row) => row["customerName"]),
    unresolved.filter((row) => day(row, "dueOn") < today).map((row) => row["customerName"]),
  ].map((names) => new Set(names));
  const risky = [...new Set(signs.flatMap((names) => [...names]))]
    .filter((name) => name !== null && signs.filter((names) => names.has(name)).length > 1)
    .map(String);
  expect((await ask("Which customers are at risk?")).summary).toBe(
    `${risky.length} customers show two or more signs of leaving, with plans of ${money(monthlyOf(risky))} a month.`,
  );
});

test("a team without tasks has completed none", async () => {
  const answer = await ask("Analyze team performance");
  expect(answer.summary).toBe("The team completed 0 tasks in the last 30 days; 0 open tasks are overdue.");
  expect(answer.rows).toHaveLength(8);
});

test.each(Object.entries(expected))("%s", async (prompt, parts) => {
  const { summary } = await member.call(executeCommand, { body: { prompt } });
  for (const part of parts()) expect(summary).toContain(part);
});
