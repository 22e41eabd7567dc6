import { expect, test } from "vitest";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { journalRows } from "./journal-rows.ts";

type Line = DecisionPage["journal"][number];

const over = "$35,000 over the CFO's $50,000 per decision";
const advice = "Marcus may only advise";
const about = {
  decision: {
    agentName: "Marcus",
    engine: "rules",
    authorization: { limits: [{ sentence: over }], policyVersion: 3 },
  },
} as unknown as Pick<DecisionPage, "decision">;

const rowsOf = (line: Partial<Line>) =>
  journalRows(
    [
      {
        seq: 1,
        at: "2026-11-20T10:00:00Z",
        title: "Invest",
        actor: "anna",
        agent: null,
        action: "",
        details: {},
        ...line,
      },
    ],
    about,
  ).map(({ text, note }) => [text, note]);

test("a proposal is listed with its reasons, newest first", () => {
  const details = { confidence: 0.5, reasons: [over, advice] };
  expect(rowsOf({ action: "decision.proposed", agent: "Marcus (CFO)", details })).toEqual([
    [advice, "Policy, version 3"],
    [`Over limit: ${over}`, "Policy, version 3"],
    ["Marcus (CFO) proposed: Invest", "Requested by anna, computed by rules, confidence 50%"],
  ]);
});

test("a proposal that a person asked for names them, without a confidence", () => {
  const details = { confidence: 1, requestedBy: "7a4a0f8a-5935-4f89-9902-bf6932b06217" };
  expect(rowsOf({ action: "decision.proposed", agent: "Marcus (CFO)", details })).toEqual([
    ["Marcus (CFO) proposed: Invest", "Requested by anna"],
  ]);
});

test.each<[Partial<Line>, string, string]>([
  [
    { action: "decision.approved", details: { reason: "Good", probability: 0.7 } },
    "Approved by anna",
    "“Good”, estimated 70%",
  ],
  [{ action: "decision.rejected", details: { reason: null, probability: null } }, "Rejected by anna", ""],
  [{ action: "decision.undone", details: { was: "approved", problem: null } }, "Approval undone by anna", ""],
  [
    { action: "decision.undone", actor: "Boardroom", details: { was: "approved", problem: "every attempt failed" } },
    "Approval undone by Boardroom",
    "Every attempt failed",
  ],
  [{ action: "decision.reason_given", details: { reason: "Not now" } }, "Reason given by anna", "“Not now”"],
  [{ action: "decision.expired", actor: "Boardroom" }, "Expired without a response", "Boardroom"],
  [{ action: "task.created", agent: "Ines (Operations)" }, "Task created: Invest", "For Ines (Operations), by anna"],
  [{ action: "task.created" }, "Task created: Invest", "Unassigned, by anna"],
  [
    { action: "task.updated", title: "Order it: in progress", details: { to: "in_progress" } },
    "Task started: Order it",
    "By anna",
  ],
  [
    { action: "communication.sent", agent: "Marcus (CFO)", details: { told: "Owner" } },
    "Message to the owner: Invest",
    "From Marcus (CFO)",
  ],
  [
    {
      action: "communication.sent",
      title: "Tell the buyers",
      agent: "Marcus (CFO)",
      details: { told: "Grace (Sales)" },
    },
    "Message to Grace (Sales): Tell the buyers",
    "From Marcus (CFO)",
  ],
  [
    { action: "communication.sent", title: "Something", agent: "Marcus (CFO)" },
    "Message to an agent: Something",
    "From Marcus (CFO)",
  ],
  [
    { action: "communication.sent", title: "Rejected: Invest", details: { told: "Marcus (CFO)" } },
    "Message to Marcus (CFO): Rejected: Invest",
    "From anna",
  ],
  [{ action: "something.new" }, "Invest", "anna"],
])("%j", (line, text, note) => {
  expect(rowsOf(line)).toEqual([[text, note]]);
});
