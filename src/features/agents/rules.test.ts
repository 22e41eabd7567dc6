import type { AgentRoleId } from "#contract/roles.ts";
import { expect, test } from "vitest";
import {
  reportingMoves,
  capabilityError,
  capabilityFlags,
  changesAuthority,
  listChangedFields,
  changing,
  isCapable,
  reportingError,
  type Settings,
} from "#features/agents/rules.ts";

test("a capability is on only if its flag is true", () => {
  const capabilities = { negotiation: true, pipeline_management: false };
  expect(isCapable({ capabilities }, "negotiation")).toBe(true);
  expect(isCapable({ capabilities }, "pipeline_management")).toBe(false);
  expect(isCapable({ capabilities }, "lead_qualification")).toBe(false);
  expect(isCapable({ capabilities }, "constructor")).toBe(false);
  expect(isCapable({ capabilities: { negotiation: "yes" } as never }, "negotiation")).toBe(false);
});

test("unlisted capabilities of a role are set to off", () => {
  expect(capabilityFlags("Legal", ["legal_research"])).toEqual({
    contract_review: false,
    compliance_monitoring: false,
    legal_research: true,
    risk_assessment: false,
  });
});

test("a capability of another role is refused with the valid ones", () => {
  expect(capabilityError("CFO", { risk_assessment: false })).toBeNull();
  expect(capabilityError("CFO", undefined)).toBeNull();
  expect(capabilityError("CFO", { negotiation: true })).toBe(
    "Unknown capability for the CFO. Choose from financial_analysis, budget_management, investment_evaluation, risk_assessment.",
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
  ["no one", ben, null, null],
  ["another superior", di, "Ben", null],
  ["the same superior", cy, "Ben", null],
  ["themselves", ben, "Ben", "Ben can't report to themselves"],
  ["a report", ben, "Cy", "Cy already reports to Ben. Choose someone else."],
  ["an indirect report", ben, "Di", "Di already reports to Ben. Choose someone else."],
  ["anyone as the CEO", ana, "Ben", "The CEO reports to no one"],
])("reporting to %s", (_name, agent, to, sentence) => {
  expect(reportingError(agent, to, team)).toBe(sentence);
});

test("an existing circle does not loop forever", () => {
  const circle = [place("One", "CTO", "Two"), place("Two", "CFO", "One"), di];
  expect(reportingError(di, "One", circle)).toBeNull();
});

const before: Settings = {
  name: "Ben",
  emailAddress: "ben@example.com",
  operatorId: null,
  decisionAuthority: "low",
  budgetLimit: 100,
  customInstructions: "",
  reportsTo: "Ana",
  capabilities: { negotiation: true, pipeline_management: true },
};

test("missing fields stay, equal values are no change", () => {
  expect(changing(before, {})).toEqual({ settings: before, changes: {} });
  const alike = { name: "Ben", budgetLimit: 100.001, reportsTo: "Ana", capabilities: { negotiation: true } };
  expect(changing(before, { ...alike, emailAddress: undefined })).toEqual({ settings: before, changes: {} });
});

test("changes have old and new values", () => {
  const { settings, changes } = changing(before, {
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
  expect(listChangedFields(changes)).toBe("name, address, instructions and capabilities");
});

test.each([
  [{ name: "Benedict" }, false],
  [{ customInstructions: "Be brief" }, false],
  [{ budgetLimit: 99 }, true],
  [{ decisionAuthority: "high" as const }, true],
  [{ capabilities: { negotiation: false } }, true],
])("%j changes its authority: %s", (sent, concerns) => {
  expect(changesAuthority(changing(before, sent).changes)).toBe(concerns);
});

const member = (id: string, role: AgentRoleId, reportsTo: string | null) => ({ id, role, reportsTo });

test("new agents report to the CEO, and a new CEO gets everyone without a superior", () => {
  const members = [member("ana", "CEO", null), member("ben", "CFO", null), member("cy", "CTO", "ben")];
  expect(reportingMoves(members, new Set(["ben"]))).toEqual([{ id: "ben", reportsTo: "ana" }]);
  expect(reportingMoves(members, new Set(["ana"]))).toEqual([{ id: "ben", reportsTo: "ana" }]);
});

test("a chosen superior stays unless retired", () => {
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

test("without a CEO no one gets a superior", () => {
  const members = [member("ben", "CFO", null), member("cy", "CTO", "gone")];
  expect(reportingMoves(members, new Set(["ben"]))).toEqual([{ id: "cy", reportsTo: null }]);
});
