import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { processChange } from "./process-change.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Ines",
  role: "Operations",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  processChange.evaluate(processChange.context.parse(sent), { ...facts, ...more });
const hours = { kind: "Timesheets", reference: "Measured packing hours", value: "3 h a run", asOf: "2026-11-10" };
const example = {
  hoursBefore: 3,
  hoursAfter: 1,
  runsPerMonth: 120,
  hourlyCost: 28,
  changeCost: 9_000,
  trainingHours: 40,
  runningCost: 100,
  adoption: 0.8,
  evidence: [hours],
};

test("the worked example: every figure", () => {
  // (3 − 1) × 120 × 80% = 192 hours; × 28 = 5,376, less 100 = 5,276. Once 9,000 + 40 × 28 = 10,120.
  // Month by month: 5,276 ÷ 1.01 + 5,276 ÷ 1.01² = 5,223.76 + 5,172.04 = 10,395.80, over 10,120 in month 2.
  let worth = 0;
  for (let month = 1; month <= 24; month += 1) worth += 5_276 / 1.01 ** month;
  const value = Math.round((worth - 10_120) * 100) / 100;
  expect(value).toBe(101_960.11); // 5,276 × 21.243387 = 112,080.11
  const answer = evaluate(example);
  expect(answer.steps.map((step) => [step.name, step.value])).toEqual([
    ["Hours a month today", 360],
    ["Hours freed a month", 192],
    ["Saving a month", 5_276],
    ["Cost of the change", 10_120],
    ["Paid back, discounted", 2],
    ["Break-even", 91], // 1 − 10,120 ÷ 112,080.11
    ["Net present value", value],
  ]);
  expect(answer).toMatchObject({
    title: "Change a process of 3 hours to 1 hour a run",
    verdict: "change",
    // 9,000 and twelve months of 100; training is paid already
    exposure: { kind: "spend", amount: 10_200, recurring: true },
    metadata: { financialImpact: -10_200, returns: { amount: 101_960.11 } },
    confidence: 0.79, // 0.2 + 0.25 + 0.35 × 0.4 + 0.2
    impact: "high",
  });
  expect(answer.recommendation).toBe(
    "Change: it frees 192 hours a month worth £5,276 after its own cost, is paid back in month 2 and holds until the saving falls by 91%.",
  );
  // 70% of 192 are 134.4, rounded down to 130.
  expect(answer.forecasts).toMatchObject([
    { dueOn: "2026-12-18", target: 10 },
    { target: 130, dueOn: "2027-03-20" },
  ]);
  expect(answer.curves.map(({ values }) => [values.length, values[0], values.at(-1)])).toEqual([
    [25, -10_120, 101_960.11],
    [25, -10_120, Math.round((worth * 0.6 - 10_120) * 100) / 100],
  ]);
});

test.each([
  // a fifth of 9,000 and two months of 100
  ["without measured hours it is piloted", { evidence: [] }, "pilot first", 2_000],
  // 19.2 hours × 28 − 100 = 437.60 a month: paid back after two years and a little
  ["few runs do not bring it back", { runsPerMonth: 12 }, "leave as it is", 0],
  // 28.8 × 28 − 100 = 706.40, × 21.2434 = 15,006 against 10,120: 32.6% of room
  ["little room is piloted too", { runsPerMonth: 18 }, "pilot first", 2_000],
  ["a slower new way", { hoursAfter: 4 }, "leave as it is", 0],
  ["a new cost over the saving", { runningCost: 6_000 }, "leave as it is", 0],
  ["the hour has no price", { hourlyCost: null }, "measure first", 0],
  ["the change has none", { changeCost: null }, "measure first", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
});

test("a change that costs nothing at first spends nothing", () => {
  const answer = evaluate({ ...example, changeCost: 0, trainingHours: 0, runningCost: 0 });
  expect(answer).toMatchObject({ verdict: "change", exposure: { kind: "none", amount: 0 } });
  expect(answer.recommendation).toContain("costs nothing at first");
  const none = evaluate({ hoursBefore: 0, hoursAfter: 0, runsPerMonth: 0, hourlyCost: 0, changeCost: 0 });
  expect(none.verdict).toBe("leave as it is");
});

test("fewer errors count for the runs that are done the new way", () => {
  // 80% of 500 on top
  expect(evaluate({ ...example, errorSaving: 500 }).steps[2]?.value).toBe(5_676);
});

test("what is left out is assumed, said as such and asked", () => {
  const answer = evaluate({ hoursBefore: 2, hoursAfter: 1, runsPerMonth: 10 });
  expect(answer.steps[1]?.value).toBe(8);
  expect(answer.metadata.risks).toContain("How many go along is assumed");
  expect(answer.questions).toHaveLength(5);
});
