import { expect, test } from "vitest";
import { findingsIn, type Swept } from "#features/orchestrator/monitor/findings.ts";
import { budgetAhead, isOutlier, overdueDays, rankPriorities, robustZ } from "#features/orchestrator/rules.ts";

test("the robust z-score worked out by hand", () => {
  // Median 10; deviations 0, 1 or 2, their median 1; the last value 30: 0.6745 × 20 ÷ 1 = 13.49
  const values = [10, 9, 11, 10, 8, 12, 10, 9, 11, 12, 8, 11, 9, 30];
  expect(robustZ(values)).toBeCloseTo(13.49);
  expect(isOutlier(robustZ(values))).toBe(true);
  expect(isOutlier(robustZ([...values.slice(0, -1), 13]))).toBe(false);
});

test("too few values, and values that are all equal", () => {
  expect(robustZ(Array.from({ length: 13 }, (_, at) => at))).toBeNull();
  const equal = Array.from({ length: 20 }, () => 5);
  expect(robustZ(equal)).toBeNull();
  expect(isOutlier(robustZ([...equal, 6]))).toBe(true);
  expect(isOutlier(null)).toBe(false);
});

test("a budget is ahead from a tenth above the pace of the year", () => {
  expect(budgetAhead(50, 100, 182, 365)).toBeNull();
  expect(budgetAhead(75, 100, 182, 365)).toBeCloseTo(0.251, 2);
  expect(budgetAhead(75, 0, 182, 365)).toBeNull();
});

test("priorities are ranked by overdue, amount, deadline, then priority", () => {
  const row = (title: string, of: Partial<Parameters<typeof rankPriorities>[0][number]>) => ({
    title,
    daysOverdue: 0,
    amount: null,
    dueOn: null,
    priority: "medium" as const,
    ...of,
  });
  const ranked = rankPriorities([
    row("later", { dueOn: "2026-12-02" }),
    row("high", { dueOn: "2026-12-01", priority: "high" }),
    row("sooner", { dueOn: "2026-12-01" }),
    row("large", { amount: 500 }),
    row("late and small", { daysOverdue: 1, amount: 5 }),
    row("late and large", { daysOverdue: 1, amount: 50 }),
  ]);
  expect(ranked.map(({ title }) => title)).toEqual([
    "late and large",
    "late and small",
    "large",
    "high",
    "sooner",
    "later",
  ]);
  expect(overdueDays("2026-11-20", "2026-11-23")).toBe(3);
  expect(overdueDays("2026-11-23", "2026-11-23")).toBe(0);
});

const quiet: Swept = {
  today: "2026-11-23",
  overdueTasks: [],
  stuckTasks: [],
  waiting: [],
  expiring: [],
  forecasts: [],
  failing: [],
  budgets: [],
  series: [],
  yearDay: 327,
  yearDays: 365,
  money: (amount) => `£${amount}`,
};

test("a sweep without anything to say finds nothing", () => {
  expect(findingsIn(quiet)).toEqual([]);
  const calm = { name: "orders", label: "Orders", day: "2026-11-22", values: [1, 2, 3] };
  expect(findingsIn({ ...quiet, series: [calm] })).toEqual([]);
});

test("the same thing has the same fingerprint on another day", () => {
  const task = { href: "/?task=1", cells: { title: "Call", assignee: null, dueOn: "2026-11-01" } };
  const [one] = findingsIn({ ...quiet, overdueTasks: [task] });
  const [two] = findingsIn({
    ...quiet,
    today: "2026-11-30",
    overdueTasks: [{ ...task, cells: { ...task.cells, assignee: "Ana (CFO)" } }],
  });
  expect(one?.fingerprint).toBe(two?.fingerprint);
  expect(one).toMatchObject({
    observation: '"Call" was due on 1 November 2026.',
    insight: "Assign it to an agent or a person.",
  });
  expect(two?.insight).toBe("Complete it, or set a new due date.");
});
