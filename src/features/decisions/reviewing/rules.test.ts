import { expect, test } from "vitest";
import { suggestRule } from "./rules.ts";

const none = { perDecision: null, discountPercent: null, alone: null, aloneDiscountPercent: null };
const agent = {
  name: "Marcus",
  autonomy: "execute",
  decisionAuthority: "high",
  budget: 500_000,
  riskTolerance: 100,
  escalation: "independent",
  level: "execute_undo",
} as const;

test("suggests the smallest limits that let the agent decide alone what was approved", () => {
  const rule = suggestRule(agent, { ...none, perDecision: 1_000, alone: 100 }, { money: 2_500, percent: 0 });
  expect(rule).toEqual({ figures: { ...none, perDecision: 2_500, alone: 2_500 }, obstacles: [] });
  const medium = { ...agent, decisionAuthority: "medium" } as const;
  expect(suggestRule(medium, { ...none, perDecision: 1_000 }, { money: 2_500, percent: 0 }).figures).toMatchObject({
    perDecision: 5_000,
  });
  expect(suggestRule(agent, { ...none, alone: 0 }, { money: 0, percent: 0 }).figures).toMatchObject({ alone: null });
});

test("counts in that risk tolerance and asking early leave only a share of a limit", () => {
  const largest = { money: 51_000.01, percent: 10 };
  const cautious = { ...agent, riskTolerance: 50 };
  // 75% of it
  expect(suggestRule(cautious, { ...none, perDecision: 50_000 }, largest).figures).toEqual({
    ...none,
    perDecision: 68_000.02,
    discountPercent: 13.34,
  });
  const early = { ...agent, escalation: "conservative" } as const;
  expect(suggestRule(early, none, largest).figures).toMatchObject({ perDecision: 63_750.02, discountPercent: 12.5 });
});

test("names what limits can't change, and suggests none that already apply", () => {
  const advising = { ...agent, autonomy: "assist", decisionAuthority: "low" } as const;
  expect(suggestRule(advising, none, { money: 10, percent: 0 })).toEqual({
    figures: null,
    obstacles: ["Marcus may only advise", "Marcus has low authority"],
  });
  const lowered = { ...agent, level: "propose" } as const;
  expect(suggestRule(lowered, none, { money: 10, percent: 0 })).toEqual({
    figures: null,
    obstacles: ["By its record, Marcus may only propose"],
  });
});
