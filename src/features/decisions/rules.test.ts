import { noticesIn, tasksIn } from "../../../test/planned.ts";
import { expect, test } from "vitest";
import type { AgentRoleId } from "#contract/roles.ts";
import type { PlannedAction } from "#contract/actions.ts";
import {
  conflictSentence,
  expiresAt,
  fingerprint,
  forecastOfRecord,
  sameRequestSince,
  settle,
  weightOf,
  whenInWords,
} from "./rules.ts";
import { plannedFor, plannedOf } from "./effects/planned.ts";
import { planNotice } from "#features/communications/rules.ts";
import { planTask } from "#features/tasks/rules.ts";

const pending = {
  status: "pending",
  approvedBy: null,
  rejectedBy: null,
  closedReason: null,
  settledAt: null,
  expiresAt: "2026-11-27T10:15:00.000Z",
} as const;
const moment = { now: "2026-11-20T14:02:30.000Z", timeZone: "Europe/London" };

test("the same request gives the same fingerprint whatever the order of its keys", () => {
  const one = fingerprint("a", "t", { b: 1, a: { d: [2, { y: 1, x: 2 }], c: null } });
  expect(one).toBe('["a","t",{"a":{"c":null,"d":[2,{"x":2,"y":1}]},"b":1}]');
  expect(fingerprint("a", "t", { a: { c: null, d: [2, { x: 2, y: 1 }] }, b: 1, e: undefined })).toBe(one);
  expect(fingerprint("a", "t", { b: 2 })).not.toBe(fingerprint("a", "t", { b: 1 }));
  expect(fingerprint("a", "t,", 1)).not.toBe(fingerprint("a,t", "", 1));
});

test("an answer is awaited for 7 days, a double click for 60 seconds", () => {
  expect(expiresAt("2026-11-20T10:15:00.000Z")).toBe("2026-11-27T10:15:00.000Z");
  expect(sameRequestSince("2026-11-20T00:00:30.000Z")).toBe("2026-11-19T23:59:30.000Z");
});

test("approving and rejecting set who, when and why", () => {
  const blank = { approvedBy: null, rejectedBy: null, reason: null, closedReason: null, settledAt: moment.now };
  expect(settle(pending, { kind: "approve", by: "Ana" }, moment)).toEqual({
    settled: { ...blank, status: "approved", approvedBy: "Ana" },
  });
  expect(settle(pending, { kind: "reject", by: "Ana", reason: " too dear " }, moment)).toEqual({
    settled: { ...blank, status: "rejected", rejectedBy: "Ana", reason: "too dear" },
  });
});

test("unanswered it expires at its time, not before, and is no human rejection", () => {
  const late = { ...moment, now: pending.expiresAt };
  expect(settle(pending, { kind: "expire" }, moment)).toEqual({ conflict: "Still waiting for an answer" });
  expect(settle(pending, { kind: "expire" }, late)).toMatchObject({
    settled: { status: "rejected", rejectedBy: null, closedReason: "expired" },
  });
  expect(settle(pending, { kind: "approve", by: "Ana" }, late)).toEqual({
    conflict: "Expired without an answer at 10:15",
  });
});

test("whoever comes second is told who was first and when", () => {
  const approved = {
    ...pending,
    status: "approved",
    approvedBy: "Ana",
    settledAt: "2026-11-20T14:02:00.000Z",
  } as const;
  for (const kind of ["approve", "reject"] as const)
    expect(settle(approved, { kind, by: "Ben" }, moment)).toEqual({ conflict: "Already approved by Ana at 14:02" });
  expect(settle(approved, { kind: "expire" }, moment)).toHaveProperty("conflict");
  expect(conflictSentence(approved, { ...moment, now: "2026-11-22T09:00:00.000Z" })).toBe(
    "Already approved by Ana on 20 November 2026 at 14:02",
  );
  const rejected = { ...approved, status: "rejected", approvedBy: null, rejectedBy: "Ben" } as const;
  expect(conflictSentence(rejected, moment)).toBe("Already rejected by Ben at 14:02");
  const expired = { ...rejected, rejectedBy: null, closedReason: "expired" };
  expect(conflictSentence(expired, moment)).toBe("Expired without an answer at 14:02");
});

test("times are the company's, and so is the day", () => {
  const at = "2026-11-20T23:30:00.000Z";
  const now = "2026-11-20T23:45:00.000Z";
  expect(whenInWords(at, { now, timeZone: "Europe/Zurich" })).toBe("at 00:30");
  expect(whenInWords(at, { now: "2026-11-20T22:00:00.000Z", timeZone: "Europe/Zurich" })).toBe(
    "on 21 November 2026 at 00:30",
  );
  expect(whenInWords(at, { now: "2026-11-21T00:10:00.000Z", timeZone: "America/New_York" })).toBe("at 18:30");
});

test("what weighs is measured by what the role may decide", () => {
  expect([85_000, 50_000, 49_999, 10_000, 9_999, -85_000].map((amount) => weightOf(amount, "CFO"))).toEqual([
    "high",
    "high",
    "medium",
    "medium",
    "low",
    "high",
  ]);
  expect(weightOf(125_000, "Sales")).toBe("high");
});

const plan = { title: "Ring", description: "", priority: "low", dueInDays: 3, estimatedHours: 1 } as const;
const task = planTask({ ...plan, role: "CEO" });

test("what an earlier version planned reads as this one plans it", () => {
  const earlier = [
    { kind: "task", ...plan, role: "CEO" },
    { kind: "message", to: "owner", subject: "Approved", content: "" },
  ];
  const now = [task, planNotice({ to: "owner", subject: "Approved", content: "" })];
  expect(plannedOf(earlier)).toEqual(now);
  expect(plannedOf(now)).toEqual(now);
});

test("a colleague who is not there is told nothing where the owner is told, and its tasks stay", () => {
  const message = (to: "CEO" | "owner") => planNotice({ to, subject: "Approved", content: "" });
  const kinds = (effects: PlannedAction[], ...filled: AgentRoleId[]) => {
    const planned = plannedFor(effects, new Set(filled));
    return [...tasksIn(planned).map(() => "task"), ...noticesIn(planned).map(({ to }) => to)];
  };
  expect(kinds([task, message("CEO"), message("owner")])).toEqual(["task", "owner"]);
  expect(kinds([task, message("CEO"), message("owner")], "CEO")).toEqual(["task", "CEO", "owner"]);
  expect(kinds([message("CEO")])).toEqual(["CEO"]);
});

test("one forecast counts: the one the record of its type is about, else the last there is", () => {
  const [proxy, final] = [{ horizon: "proxy" as const }, { horizon: "final" as const }];
  const counts = (decisionType: string, ...forecasts: { horizon: "proxy" | "final" }[]) =>
    forecastOfRecord({ decisionType, forecasts });
  expect(counts("lead_qualification", proxy, final)).toBe(proxy);
  expect(counts("investment_evaluation", proxy, final)).toBe(final);
  expect(counts("investment_evaluation", final, proxy)).toBe(final);
  expect(counts("lead_qualification", final)).toBe(final);
  expect(counts("lead_qualification")).toBeNull();
});
