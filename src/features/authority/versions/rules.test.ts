import { expect, test } from "vitest";
import { changing, changesTo, differences, draftFault, isLooser, type Limits, limitsFor } from "./rules.ts";

const none = { perDecision: null, discountPercent: null, alone: null, aloneDiscountPercent: null };
const role: Limits = { role: "CFO", decisionType: null, ...none, perDecision: 50_000 };
const type: Limits = { role: "CFO", decisionType: "expense_approval", ...none, perDecision: 10_000, alone: 500 };

test("any higher figure is looser; no figure is compared as what it means", () => {
  const budget = 500_000;
  expect(isLooser({ ...none, perDecision: 50_000 }, { ...none, perDecision: null }, budget)).toBe(false);
  expect(isLooser({ ...none, perDecision: 49_999 }, { ...none, perDecision: null }, budget)).toBe(true);
  expect(isLooser({ ...none, alone: 5 }, none, budget)).toBe(true);
  expect(isLooser(none, { ...none, alone: 5 }, budget)).toBe(false);
  expect(isLooser(none, { ...none, discountPercent: 1 }, budget)).toBe(true);
  expect(isLooser({ ...none, alone: 100, perDecision: 10 }, { ...none, alone: 101, perDecision: 1 }, budget)).toBe(
    true,
  );
});

test("a type's own limits come first, and removing them brings the role's back", () => {
  expect(limitsFor([role, type], "CFO", "expense_approval")).toBe(type);
  expect(limitsFor([role, type], "CFO", "investment_evaluation")).toBe(role);
  const changed = changing([role, type], [{ role: "CFO", decisionType: "expense_approval", figures: null }]);
  expect(changed).toEqual([role]);
  const [difference] = differences([role, type], changed, new Map());
  expect(difference).toMatchObject({ wasOwn: true, isOwn: false, isLooser: true, to: { perDecision: 50_000 } });
});

test("the changes between two versions turn one into the other, both ways", () => {
  const other: Limits[] = [{ ...role, perDecision: 1 }];
  const there = changing([role, type], changesTo([role, type], other, new Map()));
  expect(differences(there, other, new Map())).toEqual([]);
  const back = changing(other, changesTo(other, [role, type], new Map()));
  expect(differences(back, [role, type], new Map())).toEqual([]);
});

test("a draft changes each limit once, and a role always keeps limits", () => {
  const change = { role: "CFO" as const, decisionType: null, figures: none };
  expect(draftFault([change])).toBeNull();
  expect(draftFault([change, change])).toContain("twice");
  expect(draftFault([{ ...change, figures: null }])).toContain("always has limits");
});
