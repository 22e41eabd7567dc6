import { noticesIn, tasksIn } from "../../../../test/planned.ts";
import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { leadQualification } from "./lead-qualification.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Grace",
  role: "Sales",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  leadQualification.evaluate(leadQualification.context.parse(sent), { ...facts, ...more });

test("the worked example: three of four unknown, so qualify further with the next three questions", () => {
  const answer = evaluate({ leadValue: 125_000 });
  expect(answer).toMatchObject({
    title: "Lead worth £125,000",
    verdict: "qualify further",
    questions: [
      "Which problem would we solve for them, and who decides?",
      "What have they done or asked for that shows intent to buy?",
      "By when do they need it, and what drives that date?",
    ],
    exposure: { kind: "none", amount: 0 },
    confidence: 0.29,
    priority: "high",
  });
  expect(answer.recommendation).toBe(
    "Qualify further: 3 of 4 criteria are unknown. The score could be anywhere from 10 to 90 of 100. Ask the next 3 questions before any offer.",
  );
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Lead value", 125_000],
    ["Fit", null],
    ["Intent", null],
    ["Timing", null],
    ["Budget", 10],
    ["Criteria known", 1],
    ["Best possible score", 90],
    ["Score so far", 10],
  ]);
});

test("the forecast is a meeting within 14 days, with a default chance until there is a track record", () => {
  expect(evaluate({ leadValue: 125_000 }).forecasts).toMatchObject([
    {
      horizon: "proxy",
      claim: "A meeting takes place within 14 days, by 4 December 2026",
      dueOn: "2026-12-04",
      probability: 0.3,
      baseRate: null,
      baseRateNote: "30% is a default: no track record yet",
      // The second of its effects is the meeting.
      resolver: "rule",
      measuredBy: { measure: "taskDone", effect: 1 },
    },
    {
      horizon: "final",
      claim: "An order of at least £100,000 is signed by 20 May 2027",
      target: 100_000,
      resolver: "human",
      measuredBy: null,
    },
  ]);
  const [meeting] = evaluate({ leadValue: 125_000 }, { record: { resolved: 20, held: 12 } }).forecasts;
  expect(meeting).toMatchObject({
    probability: 0.54,
    baseRate: 0.6,
    baseRateNote: "12 of 20 similar forecasts came true",
  });
});

test.each([
  [{ fit: "strong", intent: "strong", timing: "some", budget: "strong" }, "pursue", 90, 0],
  [{ fit: 1, intent: 1, timing: 0.25 }, "pursue", 75, 0],
  [{ fit: 0, intent: 0 }, "decline", 10, 1],
  [{ fit: 0.5, intent: 0.5, timing: 0.5, budget: 0.5 }, "keep in touch", 50, 0],
  [{ fit: "strong", intent: "some" }, "qualify further", 55, 1],
  [{ fit: 0, intent: 0, timing: 1 }, "decline", 30, 0],
])("%o: %s at %i points", (known, verdict, points, unknown) => {
  const answer = evaluate({ leadValue: 10_000, ...known });
  expect([answer.verdict, answer.steps.at(-1)?.value, answer.questions.length]).toEqual([verdict, points, unknown]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(answer.exposure).toMatchObject({ kind: "none", amount: 0 });
  expect(answer.alternatives.map(({ title }) => title)).toContain("Do nothing");
});

test("known criteria and evidence raise the confidence", () => {
  const mail = { kind: "Mail", reference: "They ask for an offer", value: "1 mail", asOf: "2026-11-18" };
  const confidenceWith = (more: object) => evaluate({ leadValue: 125_000, ...more }).confidence;
  expect([confidenceWith({}), confidenceWith({ fit: 1 }), confidenceWith({ fit: 1, evidence: [mail] })]).toEqual([
    0.29, 0.4, 0.54,
  ]);
});

test("approving creates the questions and meeting tasks and notifies the CEO and the owner", () => {
  const effects = evaluate({ leadValue: 125_000, counterparty: "Marlowe Hotels" }).effects;
  expect([
    ...tasksIn(effects).map(({ title, role, dueInDays }) => [title, role, dueInDays]),
    ...noticesIn(effects).map(({ to }) => to),
  ]).toEqual([
    ["Ask Marlowe Hotels 3 questions", "Sales", 3],
    ["Meet Marlowe Hotels by 4 December 2026", "Sales", 14],
    "CEO",
    "owner",
  ]);
});
