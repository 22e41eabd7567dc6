import { expect, test } from "vitest";
import { defaultWorkforce, readiness, workforceFault } from "#features/setup/rules.ts";

const agentFor = (role: string) => ({
  role,
  name: "Ana",
  capabilities: [],
  decisionAuthority: "low" as const,
  budgetLimit: 0,
});

test.each([
  ["an unknown role", ["CEO", "Chef"], ["CEO", "Chef"], /no such role/],
  ["a role twice", ["CEO", "CEO"], ["CEO"], /selected twice/],
  ["two agents of a role", ["CEO", "CFO"], ["CEO", "CEO"], /same role/],
  ["an agent too few", ["CEO", "CFO"], ["CEO"], /differ/],
  ["another role than chosen", ["CEO"], ["CFO"], /differ/],
])("%s is refused in a sentence", (_name, selectedRoles, roles, sentence) => {
  expect(workforceFault({ selectedRoles, agents: roles.map(agentFor) })).toMatch(sentence);
});

test("one agent for each chosen role is accepted", () => {
  expect(workforceFault({ selectedRoles: ["CEO", "Legal"], agents: ["Legal", "CEO"].map(agentFor) })).toBeNull();
});

test("the default workforce is the specification's eight", () => {
  expect(defaultWorkforce).toHaveLength(8);
  expect(defaultWorkforce.find(({ role }) => role === "Customer Success")).toMatchObject({
    emailAddress: "customer-success@aicompany.example",
    budgetLimit: 25_000,
    decisionAuthority: "low",
  });
});

test("readiness tells the truth", () => {
  expect(readiness({ ready: 8, total: 8, mended: 0, revenue: false, cfo: true })).toBe(
    "8 executives ready, working by rules: no language model is connected. The CFO has no revenue source: import a CSV or type a figure.",
  );
  expect(readiness({ ready: 1, total: 1, mended: 1, revenue: true, cfo: false })).toBe(
    "1 executive ready, working by rules: no language model is connected. 1 executive put right.",
  );
});
