import { expect, test } from "vitest";
import { answer, expectSound, friday, value } from "../../../../test/sound.ts";
import { addDays } from "#contract/days.ts";
import { concludeGoals, type Goal } from "#features/expertise/ceo/goal.ts";

const november = { from: "2026-11-01", to: "2026-11-30", label: "the month to 30 Nov 2026", kind: "month" as const };
const daily = (days: number, last: string, each: number) => ({
  points: Array.from({ length: days }, (_, at) => ({ day: addDays(last, at - days + 1), value: each })),
  source: "CSV file",
  left: 0,
});
const goal: Goal = {
  target: "revenue_target",
  metric: "daily_revenue",
  isMoney: true,
  period: november,
  aim: 3_000,
  series: daily(15, "2026-11-15", 80),
};

test("a goal that is behind: reached, expected, projected and short, worked out by hand", () => {
  const conclusion = concludeGoals([goal], friday);
  expectSound(conclusion);
  // 15 × 80 = 1,200 of 3,000 = 40 %; 15 of 30 days; 80 a day × 30 = 2,400; 600 short
  expect(answer(conclusion, "goal")).toBe(
    "40% of the revenue target reached with 50% of the month gone: heading for $2,400, $600 short.",
  );
  // 2 × 600 ÷ 3,000
  expect(conclusion.concerns).toMatchObject([
    { key: "goal:revenue_target:2026-11-30", kind: "risk", amount: 600, dueOn: "2026-11-30", severity: 0.4 },
  ]);
});

test("with enough history the rest is a forecast with a range", () => {
  const conclusion = concludeGoals([{ ...goal, series: daily(200, "2026-11-15", 110) }], friday);
  expectSound(conclusion);
  // 15 × 110 + 15 × 110 = 3,300
  expect(value(conclusion, "projected_0")).toBeCloseTo(3_300, 0);
  expect(conclusion.figures.find(({ id }) => id === "projected_0")?.range?.level).toBe(0.8);
  expect(answer(conclusion, "goal")).toContain("on target.");
  expect(conclusion.concerns).toEqual([]);
});

test("gaps: no goal, no period, no figures, outdated figures", () => {
  const none = concludeGoals([], friday);
  expectSound(none);
  expect([none.answers, none.missing[0]?.href]).toEqual([{}, "/records/figures/revenue_target"]);
  for (const broken of [
    { ...goal, period: null, aim: null },
    { ...goal, metric: null },
    { ...goal, series: { points: [], source: "", left: 3 } },
    { ...goal, series: daily(5, "2026-10-31", 80) },
    { ...goal, aim: 0 },
  ]) {
    const conclusion = concludeGoals([broken], friday);
    expectSound(conclusion);
    expect([conclusion.answers, conclusion.figures, conclusion.missing.length]).toEqual([{}, [], 1]);
  }
});

test("a goal in counts beside a goal in money", () => {
  const signups = { ...goal, target: "signups_target", metric: "signups", isMoney: false, aim: 1_000 };
  const conclusion = concludeGoals([goal, signups], friday);
  expectSound(conclusion);
  expect(answer(conclusion, "goal")).toContain("120% of the signups target reached with 50% of the month gone");
  expect(conclusion.figures.find(({ id }) => id === "reached_1")).toMatchObject({ unit: "count", currency: null });
});
