import { expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import type { Agreement } from "#features/records/agreements/rows.ts";
import type { Cycle, TicketTotals } from "#features/records/workload/rows.ts";
import { pace } from "#features/records/vendor-spend/rows.ts";
import type { TaskTotals } from "#features/tasks/load/rows.ts";
import { concludeBottleneck } from "#features/expertise/operations/bottleneck.ts";
import { concludeBudgets } from "#features/expertise/operations/budgets.ts";
import { concludeOverruns } from "#features/expertise/operations/overruns.ts";
import { concludeThroughput } from "#features/expertise/operations/throughput.ts";
import { concludeVendors } from "#features/expertise/operations/vendors.ts";
import { aboutAll, type Conclusion, type Today } from "#features/expertise/topics/topic.ts";

const today: Today = { today: "2026-11-20", currency: "USD", timeZone: "Europe/London" };
const value = (of: Conclusion, id: string) => of.figures.find((one) => one.id === id)?.value;
const answer = (of: Conclusion, id: string) => formatLine(of.answers[id] ?? [], of.figures);
const vendor = { ...aboutAll, vendor: { id: "v1", name: "Host {x}" } };

const tickets: TicketTotals = { open: 4, overdue: 1, over: 2, timed: 5, hoursOver: 6, origins: [] };
const tasks: TaskTotals = { open: 2, overdue: 1, unassigned: 0, over: 1, timed: 1, untimed: 0, hoursOver: 0.5 };
const work = {
  tickets,
  tasks,
  overTickets: [{ id: "t1", title: "<b>Move</b>", ownerName: "Dana", estimated: 2, actual: 7 }],
  overTasks: [{ id: "k1", title: "{x}", estimated: 1, actual: 1.5 }],
  lateTickets: [{ id: "t2", title: "=cmd", ownerName: "Sam", dueOn: "2026-11-15" }],
  lateTasks: [{ id: "k2", title: "Old task", dueOn: "2026-11-10", hours: 240, assignee: null }],
  anyWork: true,
};

test("work over its estimate and overdue work, the worst first", () => {
  const of = concludeOverruns(work, today);
  expect(answer(of, "overruns")).toBe(
    "2 of 5 tickets with hours took longer than estimated, by 6 hours in all; 1 of 1 task with hours took longer than estimated, by 0.5 hours in all. The most: <b>Move</b>, 5 hours over (Dana).",
  );
  expect(answer(of, "late")).toBe(
    "1 ticket and 1 task are overdue. Longest: Old task, by 10 days; =cmd, by 5 days (Sam).",
  );
  expect(of.concerns).toEqual([expect.objectContaining({ key: "late:k2", dueOn: "2026-11-10" })]);
});

test("without hours no comparison with estimates", () => {
  const bare = { ...tickets, overdue: 0, over: 0, timed: 0, hoursOver: 0 };
  const none = { ...work, tickets: bare, tasks: { ...tasks, overdue: 0, over: 0, timed: 0, hoursOver: 0 } };
  const of = concludeOverruns({ ...none, overTickets: [], overTasks: [], lateTickets: [], lateTasks: [] }, today);
  expect(answer(of, "overruns")).toContain("can't be measured");
  expect(answer(of, "late")).toBe("No tickets or tasks are overdue.");
  expect(of.missing).toHaveLength(1);
  expect(of.concerns).toEqual([]);
});

test("work due earlier today is overdue by hours, never by 0 days", () => {
  const bare = { ...work, tickets: { ...tickets, overdue: 0 }, lateTickets: [] };
  const late = (hours: number) =>
    concludeOverruns(
      { ...bare, lateTasks: [{ id: "k2", title: "Call", dueOn: today.today, hours, assignee: "Ines" }] },
      today,
    );
  expect(answer(late(3), "late")).toBe("1 task is overdue. Longest: Call, by 3 hours (Ines).");
  expect(answer(late(0), "late")).toBe("1 task is overdue. Longest: Call, by less than an hour (Ines).");
  expect(formatLine(late(3).concerns[0]?.line ?? [], late(3).figures)).toBe(
    'Finish "Call", overdue by 3 hours (Ines).',
  );
});

test("tasks without entered hours are mentioned, and not compared with their estimate", () => {
  const timeless = { ...tasks, over: 0, timed: 0, hoursOver: 0, untimed: 2 };
  const of = concludeOverruns({ ...work, tasks: timeless, overTasks: [] }, today);
  expect(answer(of, "overruns")).toBe(
    "2 of 5 tickets with hours took longer than estimated, by 6 hours in all. The most: <b>Move</b>, 5 hours over (Dana). 2 done tasks have an estimate and no hours worked on record.",
  );
  expect(of.missing).toEqual([
    {
      what: "Whether 2 done tasks took longer than planned",
      needed: "the hours worked, entered at each task",
      href: "/tasks?view=untimed",
    },
  ]);
  const none = { ...tickets, over: 0, timed: 0, hoursOver: 0 };
  const blind = concludeOverruns({ ...work, tickets: none, overTickets: [], tasks: timeless, overTasks: [] }, today);
  expect(answer(blind, "overruns")).toBe(
    "Overruns can't be measured: nothing has both estimated hours and hours worked. 2 done tasks have an estimate and no hours worked on record.",
  );
});

const dana = { name: "Dana {x}", open: 5, overdue: 3, origins: [] };
const load = {
  owners: [dana, { name: null, open: 2, overdue: 0, origins: [] }],
  executives: [],
  openTickets: 8,
  openTasks: 2,
  unassignedTasks: 1,
  anyWork: true,
};

test("the bottleneck has overdue work and a large share of all work", () => {
  const executives = [{ agentId: "a1", name: "Ines", role: "Operations", open: 2, overdue: 0 }];
  const of = concludeBottleneck({ ...load, executives }, today);
  expect(answer(of, "bottleneck")).toBe(
    "Dana {x} is the bottleneck: 5 open tickets, 50% of all open work, 3 of them overdue. Then Ines (Operations), 2 open tasks, 0 overdue.",
  );
  expect([value(of, "unowned_tickets"), value(of, "unowned_tasks")]).toEqual([2, 1]);
  expect(answer(of, "open")).toBe("8 tickets and 2 tasks are open. 2 open tickets and 1 open task have no owner.");
  expect(of.missing.map(({ what, href }) => [what, href])).toEqual([
    ["Who works on 2 open tickets", "/records/tickets?view=open&unknown=ownerName"],
    ["Who works on 1 open task", "/tasks?view=unassigned"],
  ]);
  expect(of.concerns).toHaveLength(1);
});

test("no bottleneck without overdue work; says so without owners", () => {
  const calm = concludeBottleneck({ ...load, owners: [{ ...dana, overdue: 0 }] }, today);
  expect(answer(calm, "bottleneck")).toContain(
    "There is no bottleneck: Dana {x} has 5 open tickets, 50% of all open work",
  );
  expect(calm.concerns).toEqual([]);
  expect(answer(concludeBottleneck({ ...load, owners: [] }, today), "bottleneck")).toContain(
    "none of them has an owner",
  );
  const idle = concludeBottleneck({ ...load, owners: [], openTickets: 0, openTasks: 0, unassignedTasks: 0 }, today);
  expect(answer(idle, "bottleneck")).toBe("No tickets or tasks are open.");
});

const contract = (of: Partial<Agreement>): Agreement => ({
  id: "k1",
  title: "Hosting",
  kind: "vendor",
  status: "active",
  customerName: null,
  vendorName: "Host {x}",
  signedOn: null,
  startsOn: null,
  endsOn: "2026-12-31",
  noticeDays: 30,
  autoRenews: true,
  renewalMonths: 24,
  yearlyValue: 1200,
  currency: "USD",
  ownerName: null,
  recordedOn: "2026-01-01",
  origin: "external",
  ...of,
});

test("vendors to decide on; the most urgent one is proposed, the same every day", () => {
  const facts = {
    ending: [contract({ id: "k2", title: "Later", endsOn: "2027-02-01", yearlyValue: 50 }), contract({})],
    anyContracts: true,
  };
  const of = concludeVendors(facts, today, aboutAll);
  expect(answer(of, "vendors")).toBe(
    "2 contracts with vendors, $1,250 a year, have their last day for notice within 90 days. First: Host {x} (Hosting) by 1 December 2026, 11 days left, $1,200 a year, else it renews; Host {x} (Later) by 2 January 2027, 43 days left, $50 a year, else it renews.",
  );
  expect(of.proposals.map(({ decisionType, context }) => [decisionType, context])).toEqual([
    [
      "vendor_renewal",
      {
        currentPrice: 1200,
        newPrice: 1200,
        endsOn: "2026-12-31",
        noticeDays: 30,
        term: 24,
        subject: "Hosting",
        counterparty: "Host {x}",
        evidence: [
          {
            kind: "Contract",
            reference: "Hosting",
            value: "ends on 31 December 2026",
            asOf: "2026-01-01",
            href: "/records/contracts/k1",
          },
        ],
      },
    ],
  ]);
  expect(concludeVendors(facts, { ...today, today: "2026-11-25" }, aboutAll).proposals).toEqual(of.proposals);
  expect(answer(concludeVendors({ ...facts, ending: [] }, today, vendor), "vendors")).toBe(
    "No contract with Host {x} has its last day for notice within 90 days.",
  );
});

test("a contract without a price or in another currency is not proposed", () => {
  const ending = [
    contract({ yearlyValue: null }),
    contract({ id: "k2", currency: "EUR" }),
    contract({ id: "k3", yearlyValue: 0 }),
  ];
  const of = concludeVendors({ ending, anyContracts: true }, today, aboutAll);
  expect(of.proposals).toEqual([]);
  expect(value(of, "value_EUR")).toBe(1200);
  expect(value(of, "value")).toBe(0);
});

const spend = {
  id: "v1",
  name: "Host {x}",
  budget: 1000,
  billed: 1200,
  days: 365,
  invoices: 12,
  origin: "external" as const,
};

test("a yearly rate is based on the billings since the first bill, at least 90 days", () => {
  expect(pace(spend)).toBe(1200);
  expect(pace({ billed: 100, days: 73 })).toBeCloseTo((100 / 90) * 365);
  expect(pace({ billed: 100, days: 182.5 })).toBe(200);
});

test("vendors over their budget, and one vendor's pace", () => {
  const facts = { spending: [spend], vendors: 3, budgeted: 2, anyInvoices: true };
  const of = concludeBudgets(facts, today, aboutAll);
  expect(answer(of, "budgets")).toBe(
    "1 vendor runs over the budget at this pace, by $200 a year. Most: Host {x}, $1,200 against $1,000.",
  );
  expect(of.missing).toHaveLength(1);
  expect(answer(concludeBudgets(facts, today, vendor), "budgets")).toBe(
    "Host {x} bills $1,200 a year at this pace, against a budget of $1,000: $200 over.",
  );
  const within = concludeBudgets({ ...facts, spending: [{ ...spend, billed: 900 }] }, today, vendor);
  expect(answer(within, "budgets")).toContain("against a budget of $1,000: within it.");
  expect(answer(concludeBudgets({ ...facts, spending: [] }, today, vendor), "budgets")).toContain("can't be compared");
  expect(answer(concludeBudgets({ ...facts, spending: [] }, today, aboutAll), "budgets")).toContain(
    "None of the vendors",
  );
});

const cycle = (of: Partial<Cycle>): Cycle => ({ tickets: 8, median: 4, ninth: 11, origins: [], ...of });

test("tickets resolved per week and the time they take", () => {
  const facts = {
    tickets: [
      { from: "2026-11-14", done: 6 },
      { from: "2026-11-07", done: 8 },
    ],
    tasks: [{ from: "2026-11-14", done: 2 }],
    cycle: cycle({}),
    before: cycle({ median: 6 }),
    anyWork: true,
  };
  const of = concludeThroughput(facts, today);
  // 14 tickets and 2 tasks in 8 weeks.
  expect(answer(of, "throughput")).toBe(
    "6 tickets and 2 tasks were done in the last 7 days; on average 1.8 tickets and 0.3 tasks a week over 8 weeks. Half of the tickets took 4 days or less, nine of ten 11 days or less; in the 90 days before it was 6 days.",
  );
  const few = concludeThroughput({ ...facts, before: cycle({ tickets: 4 }) }, today);
  expect(answer(few, "cycle")).not.toContain("before");
  const none = concludeThroughput(
    { ...facts, tickets: [], tasks: [], cycle: cycle({ tickets: 0, median: null, ninth: null }) },
    today,
  );
  expect(none.headline).toBeNull();
  expect(answer(none, "cycle")).toContain("can't be measured");
});

test("without rows the answer is what is needed", () => {
  const weeks = { tickets: [], tasks: [], cycle: cycle({}), before: cycle({}), anyWork: false };
  const none = [
    concludeOverruns({ ...work, anyWork: false }, today),
    concludeBottleneck({ ...load, anyWork: false }, today),
    concludeVendors({ ending: [], anyContracts: false }, today, aboutAll),
    concludeBudgets({ spending: [], vendors: 0, budgeted: 0, anyInvoices: true }, today, aboutAll),
    concludeBudgets({ spending: [], vendors: 2, budgeted: 0, anyInvoices: true }, today, aboutAll),
    concludeBudgets({ spending: [], vendors: 2, budgeted: 1, anyInvoices: false }, today, aboutAll),
    concludeThroughput(weeks, today),
  ];
  for (const of of none) {
    expect(of).toMatchObject({ headline: null, answers: {}, figures: [], proposals: [] });
    expect(of.missing).toHaveLength(1);
  }
});
