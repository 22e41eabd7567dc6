import { describe, expect, test } from "vitest";
import { agentRoleIds } from "#contract/roles.ts";
import type { Exposure } from "#contract/actions.ts";
import type { EarnedLevel } from "./levels/contract.ts";
import type { ActingAgent, Ledger } from "./limits/rules.ts";
import {
  type AuthorityRequest,
  type OversightState,
  authorize,
  authorizeOwnWork,
  authorizePerson,
  oversightActive,
} from "./rules.ts";

const cfo: ActingAgent = {
  id: "m",
  name: "Marcus",
  role: "CFO",
  status: "active",
  capabilities: {},
  autonomy: "execute",
  decisionAuthority: "high",
  budget: 500_000,
  riskTolerance: 100,
  escalation: "independent",
};
const policy = { role: "CFO", version: 7, perDecision: 50_000, discountPercent: null } as const;
const empty: Ledger = { reservedThisYear: 0, committedThisYear: 0, sameKeyLast30Days: 0 };
const on = { oversight: "NORMAL", holdEpoch: 1, heldAt: null };
const off = { oversight: "INACTIVE", holdEpoch: 1, heldAt: null };
const spend = (amount: number, more: Partial<Exposure> = {}): Exposure => ({
  kind: "spend",
  amount,
  recurring: false,
  counterparty: null,
  purpose: null,
  ...more,
});
const nothing = spend(0, { kind: "none" });
const action = { label: "Decide it", roles: agentRoleIds, capability: null };
const ask = (
  agent: Partial<ActingAgent>,
  exposure: Exposure,
  ledger: Partial<Ledger> = {},
  state: OversightState = on,
  level: EarnedLevel = "execute",
) =>
  authorize(
    { agent: { ...cfo, ...agent }, action, exposure, currency: "GBP", level },
    { ...policy, role: agent.role ?? "CFO" },
    { ...empty, ...ledger },
    state,
  );

test("the worked investment: £85,000 asks the owner and says why", () => {
  expect(ask({ autonomy: "propose" }, spend(85_000))).toEqual({
    verdict: "ask",
    askOf: "the owner",
    reasons: ["£35,000 over the CFO's £50,000 per decision", "Marcus may only propose"],
    limits: [
      {
        name: "Limit per decision",
        limit: 50_000,
        requested: 85_000,
        over: 35_000,
        unit: "money",
        sentence: "£35,000 over the CFO's £50,000 per decision",
      },
    ],
    bound: "Limit per decision",
    autonomy: "propose",
    level: "execute",
    policyVersion: 7,
  });
});

test("while autonomous work is on hold, execute is only propose", () => {
  const held = { ...on, heldAt: new Date("2026-11-23T10:00:00Z") };
  const alone = { autonomy: "execute", decisionAuthority: "high" } as const;
  expect(ask(alone, spend(1_000)).verdict).toBe("allow");
  const { verdict, bound, reasons } = ask(alone, spend(1_000), {}, held);
  expect([verdict, bound, reasons]).toEqual([
    "ask",
    "Oversight",
    ["Autonomous work is on hold, so Marcus may only propose"],
  ]);
});

describe("the earned level", () => {
  test.each<[EarnedLevel, Partial<ActingAgent>, typeof on, string, string]>([
    ["execute", {}, on, "allow", "Nothing"],
    ["execute_undo", {}, on, "allow", "Nothing"],
    ["propose", {}, on, "ask", "Earned level"],
    ["shadow", {}, on, "ask", "Earned level"],
    // The lowest is named.
    ["propose", { autonomy: "propose" }, on, "ask", "Autonomy"],
    ["advise", { autonomy: "propose" }, on, "ask", "Earned level"],
    ["execute", { autonomy: "assist" }, on, "ask", "Autonomy"],
    ["propose", {}, off, "ask", "Oversight"],
    ["execute", { decisionAuthority: "low" }, on, "ask", "Authority"],
  ])("%s, %j", (level, agent, state, verdict, bound) => {
    const answer = ask(agent, spend(1_000), {}, state, level);
    expect([answer.verdict, answer.bound, answer.level]).toEqual([verdict, bound, level]);
  });

  test("its sentence names the agent and the type", () => {
    expect(ask({}, spend(1_000), {}, on, "propose").reasons).toEqual([
      "By its record, Marcus may only propose: decide it",
    ]);
  });
});

test("what a language model proposes after reading text from outside needs a person", () => {
  const agent = { ...cfo, autonomy: "execute", decisionAuthority: "high" } as const;
  const request = { agent, action, exposure: spend(1_000), currency: "GBP", level: "execute" } as const;
  expect(authorize(request, policy, empty, on).verdict).toBe("allow");
  expect(authorize({ ...request, isSteerable: true }, policy, empty, on)).toMatchObject({
    verdict: "ask",
    bound: "Origin",
  });
});

describe("each row of the policy", () => {
  const medium = { decisionAuthority: "medium" } as const;
  const low = { decisionAuthority: "low" } as const;
  test.each<[string, Partial<ActingAgent>, Exposure, Partial<Ledger>, typeof on, string, string]>([
    ["paused", { status: "paused" }, spend(1), {}, on, "deny", "Status"],
    ["inactive", { status: "inactive" }, nothing, {}, on, "deny", "Status"],
    ["assist", { autonomy: "assist" }, spend(1), {}, on, "ask", "Autonomy"],
    ["assist without money", { autonomy: "assist" }, nothing, {}, on, "ask", "Autonomy"],
    ["propose", { autonomy: "propose" }, spend(1), {}, on, "ask", "Autonomy"],
    ["execute while oversight is inactive", {}, spend(1), {}, off, "ask", "Oversight"],
    ["execute, high, at the limit", {}, spend(50_000), {}, on, "allow", "Nothing"],
    ["execute, high, a penny over", {}, spend(50_000.01), {}, on, "ask", "Limit per decision"],
    ["execute, medium, at half", medium, spend(25_000), {}, on, "allow", "Nothing"],
    ["execute, medium, over half", medium, spend(25_001), {}, on, "ask", "Authority"],
    ["execute, medium, without money", medium, nothing, {}, on, "allow", "Nothing"],
    ["execute, low", low, spend(1), {}, on, "ask", "Authority"],
    ["execute, low, without money", low, nothing, {}, on, "ask", "Authority"],
    ["split into two", {}, spend(30_000), { sameKeyLast30Days: 30_000 }, on, "ask", "Limit per decision"],
    ["two that fit together", {}, spend(20_000), { sameKeyLast30Days: 30_000 }, on, "allow", "Nothing"],
    ["the year's budget used up", {}, spend(20_000), { committedThisYear: 490_000 }, on, "ask", "Year budget"],
    ["reserved counts like committed", {}, spend(20_000), { reservedThisYear: 490_000 }, on, "ask", "Year budget"],
    ["recurring, by its yearly value", {}, spend(58_800, { recurring: true }), {}, on, "ask", "Limit per decision"],
    ["an amount called none", {}, spend(90_000, { kind: "none" }), {}, on, "ask", "Limit per decision"],
    ["credit counts as money", {}, spend(60_000, { kind: "credit" }), {}, on, "ask", "Limit per decision"],
    ["not a number", {}, spend(Number.NaN), {}, on, "deny", "Amount"],
    ["a negative amount", {}, spend(-1), {}, on, "deny", "Amount"],
    ["a ledger that is not a number", {}, spend(1), { committedThisYear: Number.NaN }, on, "deny", "Amount"],
  ])("%s", (_name, agent, exposure, ledger, state, verdict, bound) => {
    const answer = ask(agent, exposure, ledger, state);
    expect([answer.verdict, answer.bound]).toEqual([verdict, bound]);
    expect(answer.reasons.length).toBeGreaterThan(0);
    expect(answer.askOf).toBe(verdict === "ask" ? "the owner" : null);
  });

  test("of two exceeded limits the tighter one is `bound`, and both are reasons", () => {
    const answer = ask({}, spend(60_000), { committedThisYear: 490_000 });
    expect(answer.bound).toBe("Year budget");
    expect(answer.reasons).toEqual([
      "£10,000 over the CFO's £50,000 per decision",
      "£50,000 over Marcus's £500,000 year budget",
    ]);
  });

  test("sentences mention sums, recurring amounts and campaigns", () => {
    expect(ask({}, spend(30_000), { sameKeyLast30Days: 30_000 }).reasons).toEqual([
      "£10,000 over the CFO's £50,000 per decision, including similar requests from the last 30 days",
    ]);
    expect(ask({ role: "CMO" }, spend(58_800, { recurring: true })).reasons).toEqual([
      "£8,800 per year over the CMO's £50,000 per campaign",
    ]);
    expect(ask({ decisionAuthority: "medium" }, spend(30_000)).reasons).toEqual([
      "£30,000 exceeds the £25,000 Marcus may decide alone (medium authority: half of £50,000)",
    ]);
  });

  test.each([
    [{ decisionAuthority: "medium" }, "Authority", "medium authority: half of £50,000"],
    [{ riskTolerance: 50 }, "Risk tolerance", "risk tolerance 50: 75% of £50,000"],
    [{ escalation: "conservative" }, "Escalation", "asks early: at 80% of £50,000"],
    // Of equal shares the authority is named.
    [{ decisionAuthority: "medium", riskTolerance: 0 }, "Authority", "medium authority: half of £50,000"],
  ] as const)("what sets the amount alone is named: %o", (agent, bound, why) => {
    const answer = ask(agent, spend(45_000));
    expect([answer.verdict, answer.bound]).toEqual(["ask", bound]);
    expect(answer.reasons).toEqual([expect.stringMatching(new RegExp(`may decide alone \\(${why}\\)$`))]);
    // A limit it exceeds comes first, and implies it.
    expect(ask(agent, spend(50_001))).toMatchObject({ bound: "Limit per decision", reasons: [expect.any(String)] });
  });

  test("another role's policy denies", () => {
    const request: AuthorityRequest = { agent: cfo, action, exposure: spend(1), currency: "GBP", level: "execute" };
    expect(authorize(request, { ...policy, role: "CTO" }, empty, on)).toMatchObject({
      verdict: "deny",
      bound: "Policy",
    });
  });
});

test.each([
  ["high", 35, 0, "allow", "Nothing"],
  ["high", 36, 0, "ask", "Discount limit"],
  ["high", 20, 20, "ask", "Discount limit"],
  ["medium", 17.5, 0, "allow", "Nothing"],
  ["medium", 20, 0, "ask", "Authority"],
] as const)(
  "Sales, %s authority, a discount of %f %% after %f %%: %s",
  (decisionAuthority, amount, before, verdict, bound) => {
    const agent: ActingAgent = { ...cfo, role: "Sales", name: "Grace", budget: 0, decisionAuthority };
    const request: AuthorityRequest = {
      agent,
      action,
      exposure: spend(amount, { kind: "discount" }),
      currency: "GBP",
      level: "execute",
    };
    const sales = { role: "Sales", version: 1, perDecision: null, discountPercent: 35 } as const;
    const answer = authorize(request, sales, { ...empty, sameKeyLast30Days: before }, on);
    expect([answer.verdict, answer.bound]).toEqual([verdict, bound]);
  },
);

test("a discount over the limit is reported in percent", () => {
  const sales = { role: "Sales", version: 1, perDecision: null, discountPercent: 35 } as const;
  const exposure = spend(36, { kind: "discount" });
  const request: AuthorityRequest = {
    agent: { ...cfo, role: "Sales" },
    action,
    exposure,
    currency: "GBP",
    level: "execute",
  };
  expect(authorize(request, sales, empty, on).reasons).toEqual(["A 36% discount is over the Sales Director's 35%"]);
});

test("a role without a discount asks for any", () => {
  expect(ask({}, spend(1, { kind: "discount" }))).toMatchObject({
    verdict: "ask",
    reasons: ["The CFO may not give discounts"],
    limits: [{ unit: "percent", limit: 0, over: 1 }],
  });
});

test("own work only needs the right role, status and capability", () => {
  const own = { label: "Close a task", roles: ["CFO"], capability: "risk_assessment" } as const;
  const able = { ...cfo, autonomy: "assist", capabilities: { risk_assessment: true } } as const;
  expect(authorizeOwnWork(able, own, 7)).toMatchObject({ verdict: "allow", bound: "Nothing", policyVersion: 7 });
  const denied = [
    [{ ...able, status: "paused" }, "Status", "Marcus is paused. Switch this executive to active first."],
    [{ ...able, role: "Sales" }, "Policy", "Close a task belongs to the CFO, not to the Sales Director"],
    [{ ...able, capabilities: {} }, "Policy", "Marcus may not do this: risk assessment is switched off"],
  ] as const;
  for (const [agent, bound, reason] of denied)
    expect(authorizeOwnWork(agent, own, 7)).toMatchObject({ verdict: "deny", bound, reasons: [reason] });
});

test.each([
  ["admin", null, 1e9, 0, "allow", "Approved by Ana"],
  ["approver", null, 85_000, 0, "allow", "Approved by Ana"],
  ["approver", 85_000, 85_000, 0, "allow", "Approved by Ana"],
  ["approver", 60_000, 85_000, 0, "deny", "£25,000 over Ana's own £60,000 per decision"],
  ["admin", 60_000, 85_000, 0, "deny", "£25,000 over Ana's own £60,000 per decision"],
  [
    "approver",
    60_000,
    40_000,
    40_000,
    "deny",
    "£20,000 over Ana's own £60,000 per decision, including similar requests from the last 30 days",
  ],
  ["approver", 0, 0, 0, "allow", "Approved by Ana"],
  ["member", null, 1, 0, "deny", "Only approvers and admins may decide this; Ana is a member"],
  ["viewer", null, 1, 0, "deny", "Only approvers and admins may decide this; Ana is a viewer"],
] as const)(
  "a person who is %s with limit %s approving %i after %i: %s",
  (role, limit, amount, before, verdict, sentence) => {
    const answer = authorizePerson({ name: "Ana", role, limit }, spend(amount), "GBP", 7, before);
    expect([answer.verdict, answer.reasons]).toEqual([verdict, [sentence]]);
    expect(answer.askOf?.includes("admin") ?? false).toBe(verdict === "deny");
  },
);

test("only known oversight states count as active", () => {
  expect(
    ["INACTIVE", "", "paused", "active", "MONITORING"].map((oversight) =>
      oversightActive({ oversight, holdEpoch: 0, heldAt: null }),
    ),
  ).toEqual([false, false, false, true, true]);
});
