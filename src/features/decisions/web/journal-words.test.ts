import { expect, test } from "vitest";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { journalRows } from "./journal-words.ts";

type Line = DecisionPage["journal"][number];

const over = "$35,000 over the CFO's $50,000 per decision";
const rein = `Marcus's autonomy is "assist": a person decides`;
const about = {
  decision: {
    agentName: "Marcus",
    engine: "rules",
    authorization: { limits: [{ sentence: over }], policyVersion: 3 },
  },
} as unknown as Pick<DecisionPage, "decision">;

const said = (line: Partial<Line>) =>
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

test("a proposal is followed by what it met, newest first", () => {
  const details = { confidence: 0.5, reasons: [over, rein] };
  expect(said({ action: "decision.proposed", agent: "Marcus (CFO)", details })).toEqual([
    [rein, "Policy, version 3"],
    [`Limit met: ${over}`, "Policy, version 3"],
    ["Marcus (CFO) proposed: Invest", "Asked for by anna, worked out by rules, confidence 50%"],
  ]);
});

test.each<[Partial<Line>, string, string]>([
  [
    { action: "decision.approved", details: { reason: "Good", probability: 0.7 } },
    "Approved by anna",
    "“Good”, gave the forecast 70%",
  ],
  [{ action: "decision.rejected", details: { reason: null, probability: null } }, "Rejected by anna", ""],
  [{ action: "decision.expired", actor: "Boardroom" }, "Expired: nobody answered in time", "Boardroom"],
  [{ action: "task.created", agent: "Ines (Operations)" }, "Task created: Invest", "For Ines (Operations), by anna"],
  [{ action: "task.created" }, "Task created: Invest", "For nobody yet, by anna"],
  [
    { action: "task.updated", title: "Order it: in progress", details: { to: "in_progress" } },
    "Task started: Order it",
    "By anna",
  ],
  [
    { action: "communication.sent", agent: "Marcus (CFO)", details: { told: "Owner" } },
    "Told the owner: Invest",
    "From Marcus (CFO)",
  ],
  [
    {
      action: "communication.sent",
      title: "Tell the buyers",
      agent: "Marcus (CFO)",
      details: { told: "Grace (Sales)" },
    },
    "Told Grace (Sales): Tell the buyers",
    "From Marcus (CFO)",
  ],
  [
    { action: "communication.sent", title: "Something", agent: "Marcus (CFO)" },
    "Told a colleague: Something",
    "From Marcus (CFO)",
  ],
  [
    { action: "communication.sent", title: "Rejected: Invest", details: { told: "Marcus (CFO)" } },
    "Told Marcus (CFO): Rejected: Invest",
    "From anna",
  ],
  [{ action: "something.new" }, "Invest", "anna"],
])("%j", (line, text, note) => {
  expect(said(line)).toEqual([[text, note]]);
});
