import type { AgentRoleId } from "#contract/roles.ts";
import { expect, test } from "vitest";
import {
  reportingMoves,
  capabilityFault,
  capabilityFlags,
  changesAuthority,
  changesInWords,
  edited,
  isCapable,
  reportingFault,
  type Settings,
} from "#features/agents/rules.ts";

test("a capability counts only where it is switched on", () => {
  const capabilities = { negotiation: true, pipeline_management: false };
  expect(isCapable({ capabilities }, "negotiation")).toBe(true);
  expect(isCapable({ capabilities }, "pipeline_management")).toBe(false);
  expect(isCapable({ capabilities }, "lead_qualification")).toBe(false);
  expect(isCapable({ capabilities }, "constructor")).toBe(false);
  expect(isCapable({ capabilities: { negotiation: "yes" } as never }, "negotiation")).toBe(false);
});

test("a role's capabilities that are not named are off, and stand there as off", () => {
  expect(capabilityFlags("Legal", ["legal_research"])).toEqual({
    contract_review: false,
    compliance_monitoring: false,
    legal_research: true,
    risk_assessment: false,
  });
});

test("a capability of another role is refused with those there are", () => {
  expect(capabilityFault("CFO", { risk_assessment: false })).toBeNull();
  expect(capabilityFault("CFO", undefined)).toBeNull();
  expect(capabilityFault("CFO", { negotiation: true })).toBe(
    "The CFO has no such capability. It has financial_analysis, budget_management, investment_evaluation, risk_assessment.",
  );
});

const place = (name: string, role: "CEO" | "CFO" | "CTO" | "Sales", reportsTo: string | null) => ({
  id: name,
  name,
  role,
  reportsTo,
});
const ana = place("Ana", "CEO", null);
const ben = place("Ben", "CFO", "Ana");
const cy = place("Cy", "CTO", "Ben");
const di = place("Di", "Sales", "Cy");
const team = [ana, ben, cy, di];

test.each([
  ["nobody", ben, null, null],
  ["another superior", di, "Ben", null],
  ["the same superior", cy, "Ben", null],
  ["oneself", ben, "Ben", "Ben cannot report to themselves"],
  ["whom one leads", ben, "Cy", "Cy reports to Ben, directly or through others: choose somebody else"],
  ["whom one leads through others", ben, "Di", "Di reports to Ben, directly or through others: choose somebody else"],
  ["anybody as the CEO", ana, "Ben", "The CEO leads and reports to nobody"],
])("reporting to %s", (_name, agent, to, sentence) => {
  expect(reportingFault(agent, to, team)).toBe(sentence);
});

test("a circle that is there already ends the look at it", () => {
  const circle = [place("One", "CTO", "Two"), place("Two", "CFO", "One"), di];
  expect(reportingFault(di, "One", circle)).toBeNull();
});

const before: Settings = {
  name: "Ben",
  emailAddress: "ben@example.com",
  decisionAuthority: "low",
  budgetLimit: 100,
  customInstructions: "",
  reportsTo: "Ana",
  capabilities: { negotiation: true, pipeline_management: true },
};

test("what is not sent stays, what is sent alike is no change", () => {
  expect(edited(before, {})).toEqual({ settings: before, changes: {} });
  const alike = { name: "Ben", budgetLimit: 100.001, reportsTo: "Ana", capabilities: { negotiation: true } };
  expect(edited(before, { ...alike, emailAddress: undefined })).toEqual({ settings: before, changes: {} });
});

test("what changes is named with what it was and is", () => {
  const { settings, changes } = edited(before, {
    name: "Benedict",
    emailAddress: null,
    capabilities: { negotiation: false },
    customInstructions: "x".repeat(201),
  });
  expect(settings).toEqual({
    ...before,
    name: "Benedict",
    emailAddress: null,
    customInstructions: "x".repeat(201),
    capabilities: { negotiation: false, pipeline_management: true },
  });
  expect(changes).toEqual({
    name: { from: "Ben", to: "Benedict" },
    emailAddress: { from: "ben@example.com", to: null },
    customInstructions: { from: "", to: `${"x".repeat(200)}… (201 characters)` },
    capabilities: { from: { negotiation: true }, to: { negotiation: false } },
  });
  expect(changesInWords(changes)).toBe("name, address, instructions and capabilities");
});

test.each([
  [{ name: "Benedict" }, false],
  [{ customInstructions: "Be brief" }, false],
  [{ budgetLimit: 99 }, true],
  [{ decisionAuthority: "high" as const }, true],
  [{ capabilities: { negotiation: false } }, true],
])("%j concerns what it may do: %s", (sent, concerns) => {
  expect(changesAuthority(edited(before, sent).changes)).toBe(concerns);
});

const member = (id: string, role: AgentRoleId, reportsTo: string | null) => ({ id, role, reportsTo });

test("who joins reports to the CEO, and where the CEO joins, so does everybody without a superior", () => {
  const members = [member("ana", "CEO", null), member("ben", "CFO", null), member("cy", "CTO", "ben")];
  expect(reportingMoves(members, new Set(["ben"]))).toEqual([{ id: "ben", reportsTo: "ana" }]);
  expect(reportingMoves(members, new Set(["ana"]))).toEqual([{ id: "ben", reportsTo: "ana" }]);
});

test("what a person chose stays, unless it names somebody who left", () => {
  const members = [
    member("ana", "CEO", "cy"),
    member("ben", "CFO", null),
    member("cy", "CTO", "ben"),
    member("di", "Sales", "ed"),
  ];
  expect(reportingMoves(members, new Set())).toEqual([
    { id: "ana", reportsTo: null },
    { id: "di", reportsTo: "ana" },
  ]);
});

test("without a CEO nobody is given a superior", () => {
  const members = [member("ben", "CFO", null), member("cy", "CTO", "gone")];
  expect(reportingMoves(members, new Set(["ben"]))).toEqual([{ id: "cy", reportsTo: null }]);
});
