import { expect, test } from "vitest";
import { defaultWorkforce, describeReadiness, workforceError } from "#features/setup/rules.ts";

const agentFor = (role: string) => ({
  role,
  name: "Ana",
  capabilities: [],
  decisionAuthority: "low" as const,
  budgetLimit: 0,
});

test.each([
  ["an unknown role", ["CEO", "Chef"], ["CEO", "Chef"], /Unknown role/],
  ["a role twice", ["CEO", "CEO"], ["CEO"], /selected twice/],
  ["two agents of a role", ["CEO", "CFO"], ["CEO", "CEO"], /same role/],
  ["an agent too few", ["CEO", "CFO"], ["CEO"], /differ/],
  ["another role than chosen", ["CEO"], ["CFO"], /differ/],
])("%s is refused in a sentence", (_name, selectedRoles, roles, sentence) => {
  expect(workforceError({ selectedRoles, agents: roles.map(agentFor) })).toMatch(sentence);
});

test("one agent for each chosen role is accepted", () => {
  expect(workforceError({ selectedRoles: ["CEO", "Legal"], agents: ["Legal", "CEO"].map(agentFor) })).toBeNull();
});

test("the default workforce is the specification's eight", () => {
  expect(defaultWorkforce).toHaveLength(8);
  expect(defaultWorkforce.find(({ role }) => role === "Customer Success")).toMatchObject({
    emailAddress: "customer-success@aicompany.example",
    budgetLimit: 25_000,
    decisionAuthority: "low",
  });
});

test("readiness reports status and missing data", () => {
  expect(
    describeReadiness({ ready: 8, total: 8, repaired: 0, revenue: false, cfo: true, uncovered: [], hasModel: false }),
  ).toBe(
    "8 agents ready. They work by rules: no language model is connected. The CFO has no revenue data: import a CSV or enter a figure.",
  );
  const one = {
    ready: 1,
    total: 1,
    repaired: 1,
    revenue: true,
    cfo: false,
    uncovered: ["Finance", "Marketing"],
    hasModel: true,
  };
  expect(describeReadiness(one)).toBe(
    "1 agent ready. Fixed the reporting line of 1 agent. No agent works for Finance, Marketing. Add one in Agent Roster.",
  );
});
