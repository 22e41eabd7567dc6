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
    ["Hours per month today", 360],
    ["Hours saved per month", 192],
    ["Monthly saving", 5_276],
    ["Cost of the change", 10_120],
    ["Discounted payback", 2],
    ["Break-even", 91], // 1 − 10,120 ÷ 112,080.11
    ["Net present value", value],
  ]);
  expect(answer).toMatchObject({
    title: "Process change: 3 hours to 1 hour per run",
    verdict: "change",
    // 9,000 plus twelve months of 100; training is staff time
    exposure: { kind: "spend", amount: 10_200, recurring: true },
    metadata: { financialImpact: -10_200, returns: { amount: 101_960.11 } },
    confidence: 0.79, // 0.2 + 0.25 + 0.35 × 0.4 + 0.2
    impact: "high",
  });
  expect(answer.recommendation).toBe(
    "Change: it saves 192 hours per month worth £5,276 after running costs, pays back in month 2 and breaks even if savings come in up to 91% lower.",
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
  ["without measured hours, pilot", { evidence: [] }, "pilot first", 2_000],
  // 19.2 hours × 28 − 100 = 437.60 a month: paid back after two years and a little
  ["too few runs to pay back", { runsPerMonth: 12 }, "leave as it is", 0],
  // 28.8 × 28 − 100 = 706.40, × 21.2434 = 15,006 against 10,120: 32.6% of room
  ["a thin margin is piloted too", { runsPerMonth: 18 }, "pilot first", 2_000],
  ["a slower new process", { hoursAfter: 4 }, "leave as it is", 0],
  ["a new cost above the saving", { runningCost: 6_000 }, "leave as it is", 0],
  ["unknown hourly cost", { hourlyCost: null }, "measure first", 0],
  ["unknown change cost", { changeCost: null }, "measure first", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
});

test("a change without upfront cost spends nothing", () => {
  const answer = evaluate({ ...example, changeCost: 0, trainingHours: 0, runningCost: 0 });
  expect(answer).toMatchObject({ verdict: "change", exposure: { kind: "none", amount: 0 } });
  expect(answer.recommendation).toContain("has no upfront cost");
  const none = evaluate({ hoursBefore: 0, hoursAfter: 0, runsPerMonth: 0, hourlyCost: 0, changeCost: 0 });
  expect(none.verdict).toBe("leave as it is");
});

test("error savings count only for adopted runs", () => {
  // 80% of 500 on top
  expect(evaluate({ ...example, errorSaving: 500 }).steps[2]?.value).toBe(5_676);
});

test("missing inputs are assumed, labelled and asked about", () => {
  const answer = evaluate({ hoursBefore: 2, hoursAfter: 1, runsPerMonth: 10 });
  expect(answer.steps[1]?.value).toBe(8);
  expect(answer.metadata.risks).toContain("Adoption is assumed");
  expect(answer.questions).toHaveLength(5);
});
