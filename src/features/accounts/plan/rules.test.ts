import { expect, test } from "vitest";
import { planOf, plans } from "#contract/pricing.ts";
import { agentsError, trialEnd, usersAllowed } from "./rules.ts";

test("a plan allows its agents and no more; Enterprise has no limit", () => {
  const allowed = plans.map((plan) => [3, 4, 6, 7, 100].filter((wanted) => agentsError(plan, wanted) === null));
  expect(allowed).toEqual([[3], [3, 4, 6], [3, 4, 6, 7, 100]]);
  expect(agentsError(planOf("starter"), 4)).toBe(
    "The Starter plan has 3 agents: choose fewer, retire one, or ask your operator for a larger plan.",
  );
});

test("the admin's own limit on users holds within the plan's", () => {
  expect(usersAllowed(planOf("starter"), 25)).toBe(10);
  expect(usersAllowed(planOf("professional"), 25)).toBe(25);
  expect(usersAllowed(planOf("enterprise"), 400)).toBe(400);
});

test("a trial ends 14 days after sign-up, and an unknown plan limits nothing", () => {
  expect(trialEnd(new Date("2026-02-20T10:00:00Z"), 14).toISOString()).toBe("2026-03-06T10:00:00.000Z");
  expect(planOf("gold").agents).toBeNull();
});
