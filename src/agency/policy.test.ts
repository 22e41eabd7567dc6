import { describe, expect, test } from "vitest";
import type { Persona } from "./persona.ts";
import { actionRefusal } from "./policy.ts";

const cfo: Persona = {
  id: "1",
  name: "Marcus",
  role: "CFO",
  status: "active",
  capabilities: { financial_analysis: true, risk_assessment: false },
  customInstructions: "",
};
const reads = { label: "Read receivables", roles: ["CFO"], capability: "financial_analysis", effect: "read" } as const;
const sends = { label: "Send messages", roles: ["CFO", "CEO"], capability: null, effect: "write" } as const;

describe("an agent may use an action", () => {
  test("of its role, while active and switched on", () => {
    expect(actionRefusal(cfo, reads, "working")).toBeNull();
    expect(actionRefusal(cfo, sends, "finished")).toBeNull();
  });

  test.each([
    [
      "another role's",
      { ...reads, roles: ["Sales"] as const },
      "Read receivables belongs to the Sales Director, not to the CFO",
    ],
    [
      "switched off",
      { ...reads, capability: "risk_assessment" },
      "Marcus may not read receivables: risk assessment is switched off",
    ],
    [
      "under an unknown capability",
      { ...reads, capability: "toString" },
      "Marcus may not read receivables: toString is switched off",
    ],
  ])("but not one that is %s", (_name, tool, sentence) => {
    expect(actionRefusal(cfo, tool, "working")).toMatchObject({ code: "forbidden", message: sentence });
  });

  test("not while it is paused", () => {
    const refusal = actionRefusal({ ...cfo, status: "paused" }, reads, "working");
    expect(refusal).toMatchObject({
      code: "conflict",
      message: "Marcus is paused. Switch this executive to active first.",
    });
  });

  test("and has effects only when a run ends", () => {
    for (const effect of ["write", "external"] as const)
      expect(actionRefusal(cfo, { ...sends, effect }, "working")?.message).toBe(
        "Marcus may not send messages during a run. Changes are made when the run ends.",
      );
    expect(actionRefusal(cfo, reads, "finished")).toBeNull();
  });
});
