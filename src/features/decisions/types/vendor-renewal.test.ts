import { tasksIn } from "../../../../test/planned.ts";
import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { readContext } from "./registry.ts";
import { vendorRenewal } from "./vendor-renewal.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Ines",
  role: "Operations",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  vendorRenewal.evaluate(vendorRenewal.context.parse(sent), { ...facts, ...more });
const offer = { kind: "Document", reference: "Offer of another host", value: "£22,000 a year", asOf: "2026-11-12" };
const example = {
  currentPrice: 24_000,
  newPrice: 28_800,
  otherPrice: 22_000,
  switchingCost: 6_000,
  endsOn: "2027-01-31",
  noticeDays: 60,
  term: 24,
  counterparty: "Northgate",
  evidence: [offer],
};

test("the worked example: every figure", () => {
  // 28,800 ÷ 24,000: 20% more. Two years: 57,600 against 44,000 + 6,000 = 50,000, so 7,600 less, 13.2%.
  // 6,000 ÷ 6,800 a year = 10.6 months. Walk-away 22,000 + 6,000 ÷ 2 = 25,000.
  // 31 January minus 60 days: 31 in January, 29 more of December leave the 2nd; 12 days from 20 November.
  const answer = evaluate(example);
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Current annual price", 24_000],
    ["New annual price", 28_800],
    ["Increase", 20],
    ["Renewing", 57_600],
    ["Switching", 50_000],
    ["Switching pays back after", 10.6],
    ["Annual walk-away price", 25_000],
    ["Days left to give notice", 12],
    ["Saved by switching", 7_600],
  ]);
  expect(answer).toMatchObject({
    title: "Northgate renewal at £28,800 per year",
    verdict: "switch",
    exposure: { kind: "commitment", amount: 28_000, recurring: true, counterparty: "Northgate" },
    metadata: {
      financialImpact: -28_000,
      returns: { amount: 7_600, note: "saved over 24 months" },
      timeframe: "12 days to give notice",
    },
    confidence: 0.65, // 0.2 + 0.25 × 5/6 + 0.35 × 0.4 + 0.2 × 4 × 7,600 ÷ 57,600 = 0.6539
    priority: "high",
  });
  expect(answer.recommendation).toBe(
    "Switch: it saves £7,600 over 24 months, switching cost included, and pays back after 11 months. Give notice by 2 December 2026.",
  );
  // Everything that needs notice is due a day before it.
  expect(answer.forecasts).toMatchObject([
    { claim: "Northgate confirms the notice in writing by 1 December 2026", dueOn: "2026-12-01" },
    { target: 6_000 },
  ]);
  expect(tasksIn(answer.effects)[0]).toMatchObject({ title: "Give Northgate notice", dueInDays: 11, priority: "high" });
  // −6,000, then 6,800 a year; against 25,920 a year only 3,920
  expect(answer.curves.map(({ values }) => [values.length, values[0], values[12], values.at(-1)])).toEqual([
    [25, -6_000, 800, 7_600],
    [25, -6_000, -2_080, 1_840],
  ]);
});

test.each([
  ["a saving without evidence is negotiated", { evidence: [] }, "negotiate", 0],
  ["so is a saving without a switching cost", { switchingCost: null }, "negotiate", 0],
  // one year: 28,800 against 28,000
  ["over one year it saves too little", { term: 12 }, "negotiate", 0],
  ["an increase without a second quote", { otherPrice: null }, "negotiate", 0],
  ["inflation and no cheaper quote: 24,720 is 3%", { newPrice: 24_720, otherPrice: null }, "renew", 24_720],
  ["inflation and poor service", { newPrice: 24_720, otherPrice: null, satisfaction: "poor" }, "negotiate", 0],
  ["inflation without a notice deadline", { newPrice: 24_720, otherPrice: null, endsOn: null }, "ask first", 0],
  ["the deadline has passed", { noticeDays: 90 }, "renew and give notice", 28_800],
  ["cheaper than before", { newPrice: 20_000 }, "renew", 20_000],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
});

test("the target is the lowest of inflation, walk-away price and new price", () => {
  // 24,000 + 3% = 24,720 is below the walk-away price of 25,000
  expect(evaluate({ ...example, evidence: [] }).recommendation).toContain(
    "Ask for £24,720 and walk away above £25,000.",
  );
  // 20,000 + 3,000
  expect(evaluate({ ...example, otherPrice: 20_000, evidence: [] }).recommendation).toContain(
    "Ask for less than £23,000, the cost of switching.",
  );
});

test("without a second quote there is no walk-away price", () => {
  const alone = evaluate({ ...example, otherPrice: null });
  expect(alone.recommendation).toContain("Ask for £24,720, and get a second quote before agreeing to more.");
  expect(alone.steps.find((step) => step.name === "Annual walk-away price")?.value).toBeNull();
  // 22,000 + 20,000 ÷ 2 = 32,000 is over the new price.
  expect(evaluate({ ...example, switchingCost: 20_000 }).recommendation).toContain(
    "even the new price costs no more than switching",
  );
});

test("on the last day everything is due tomorrow at the earliest", () => {
  const answer = evaluate(example, { today: "2026-12-02" });
  expect(answer.steps.find((step) => step.name === "Days left to give notice")?.value).toBe(0);
  expect(answer.forecasts[0]?.dueOn).toBe("2026-12-03");
});

test.each([
  [{ ...example, endsOn: "2027-02-30" }, "endsOn must be a date (YYYY-MM-DD)"],
  [{ ...example, endsOn: "soon" }, "endsOn must be a date (YYYY-MM-DD)"],
  [{ ...example, noticeDays: -1 }, "noticeDays must be a number from 0 to 1,000"],
  [{ ...example, satisfaction: "great" }, "satisfaction must be good, fair or poor"],
  [{ ...example, currentPrice: 0 }, "currentPrice must be a number from 0.01 to 1,000,000,000,000"],
])("%j is refused in one sentence", (sent, sentence) => {
  expect(readContext(vendorRenewal, sent)).toEqual({ refused: sentence });
});
