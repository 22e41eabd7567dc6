import { expect, test } from "vitest";
import { toLine } from "#contract/report.ts";
import { type RaisedConcern, rankConcerns } from "#features/expertise/topics/rank.ts";
import { scoreOf } from "#features/expertise/topics/score.ts";

const today = "2026-11-20";
const raised = (key: string, of: Partial<RaisedConcern> = {}): RaisedConcern => ({
  key,
  kind: "priority",
  line: toLine`${key}`,
  amount: null,
  dueOn: null,
  severity: 0,
  href: null,
  role: "CFO",
  ...of,
});

test("a score, computed by hand", () => {
  // 40 × 5,000 ÷ 20,000 = 10; due in 45 of 90 days: 35 × 0.5 = 17.5; 25 × 0.4 = 10
  const concern = { amount: 5_000, dueOn: "2027-01-04", severity: 0.4 };
  expect(scoreOf(concern, 20_000, today)).toEqual({ amount: 0.25, urgency: 0.5, severity: 0.4, total: 37.5 });
  // without revenue, a month counts as 50,000: 40 × 0.1 = 4
  expect(scoreOf(concern, null, today).total).toBe(31.5);
  expect(scoreOf(concern, 0, today).total).toBe(31.5);
});

test("a score stays within 0 to 100 for any amount, date and severity", () => {
  expect(scoreOf({ amount: 1e12, dueOn: "1999-01-01", severity: 9 }, 1, today).total).toBe(100);
  expect(scoreOf({ amount: null, dueOn: "2199-01-01", severity: -1 }, 1, today).total).toBe(0);
});

test("the top three of each kind, each concern once", () => {
  const list = [
    ...[0.1, 0.5, 0.3, 0.9].map((severity) => raised(`p${severity}`, { severity })),
    ...[0.2, 0.8, 0.4, 0.6].map((severity) => raised(`r${severity}`, { severity, kind: "risk" })),
    raised("p0.9", { severity: 1, role: "CTO" }),
  ];
  const { priorities, risks, all } = rankConcerns(list, null, today);
  expect(priorities.map(({ key }) => key)).toEqual(["p0.9", "p0.5", "p0.3"]);
  expect(risks.map(({ key }) => key)).toEqual(["r0.8", "r0.6", "r0.4"]);
  expect(all).toBe(8);
});

test("risks fill up if there are fewer than three priorities", () => {
  const list = [
    raised("p", { severity: 0.2 }),
    raised("r1", { kind: "risk", severity: 0.9 }),
    raised("r2", { kind: "risk", severity: 0.1 }),
  ];
  expect(rankConcerns(list, null, today).priorities.map(({ key }) => key)).toEqual(["r1", "p", "r2"]);
  expect(rankConcerns([], null, today)).toEqual({ priorities: [], risks: [], all: 0 });
});
