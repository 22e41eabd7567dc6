import { noticesIn, tasksIn } from "../../../test/planned.ts";
import { expect, test } from "vitest";
import type { AgentRoleId } from "#contract/roles.ts";
import type { PlannedAction } from "#contract/actions.ts";
import {
  describeConflict,
  expiresAt,
  expiryAfterUndo,
  undoError,
  fingerprint,
  leadingForecast,
  duplicateCutoff,
  settle,
  standingOf,
  priorityForAmount,
  formatMoment,
} from "./rules.ts";
import { withoutUnfilledNotices, readPlannedActions } from "./effects/planned.ts";
import { planNotice } from "#features/communications/rules.ts";
import { planTask } from "#features/tasks/rules.ts";
import { undoUntil } from "#platform/clock.ts";

const pending = {
  status: "pending",
  approvedBy: null,
  rejectedBy: null,
  closedReason: null,
  settledAt: null,
  expiresAt: "2026-11-27T10:15:00.000Z",
} as const;
const moment = { now: "2026-11-20T14:02:30.000Z", timeZone: "Europe/London" };

test("the same request gives the same fingerprint in any key order", () => {
  const print = fingerprint("a", "t", { b: 1, a: { d: [2, { y: 1, x: 2 }], c: null } });
  expect(print).toBe('["a","t",{"a":{"c":null,"d":[2,{"x":2,"y":1}]},"b":1}]');
  expect(fingerprint("a", "t", { a: { c: null, d: [2, { x: 2, y: 1 }] }, b: 1, e: undefined })).toBe(print);
  expect(fingerprint("a", "t", { b: 2 })).not.toBe(fingerprint("a", "t", { b: 1 }));
  expect(fingerprint("a", "t,", 1)).not.toBe(fingerprint("a,t", "", 1));
});

test("an expired decision is called expired, not rejected", () => {
  expect(standingOf(pending)).toBe("pending");
  expect(standingOf({ status: "approved", closedReason: null })).toBe("approved");
  expect(standingOf({ status: "rejected", closedReason: null })).toBe("rejected");
  expect(standingOf({ status: "rejected", closedReason: "expired" })).toBe("expired");
  expect(standingOf({ status: "rejected", closedReason: "withdrawn" })).toBe("withdrawn");
});

test("a decision expires after 7 days, a double click counts for 60 seconds", () => {
  expect(expiresAt("2026-11-20T10:15:00.000Z")).toBe("2026-11-27T10:15:00.000Z");
  expect(duplicateCutoff("2026-11-20T00:00:30.000Z")).toBe("2026-11-19T23:59:30.000Z");
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

test("it expires at its time, not before, and not as a person's rejection", () => {
  const late = { ...moment, now: pending.expiresAt };
  expect(settle(pending, { kind: "expire" }, moment)).toEqual({ conflict: "Still pending" });
  expect(settle(pending, { kind: "expire" }, late)).toMatchObject({
    settled: { status: "rejected", rejectedBy: null, closedReason: "expired" },
  });
  expect(settle(pending, { kind: "approve", by: "Ana" }, late)).toEqual({
    conflict: "Expired without a response at 10:15",
  });
});

test("a second answer reports who was first and when", () => {
  const approved = {
    ...pending,
    status: "approved",
    approvedBy: "Ana",
    settledAt: "2026-11-20T14:02:00.000Z",
  } as const;
  for (const kind of ["approve", "reject"] as const)
    expect(settle(approved, { kind, by: "Ben" }, moment)).toEqual({ conflict: "Already approved by Ana at 14:02" });
  expect(settle(approved, { kind: "expire" }, moment)).toHaveProperty("conflict");
  expect(describeConflict(approved, { ...moment, now: "2026-11-22T09:00:00.000Z" })).toBe(
    "Already approved by Ana on 20 November 2026 at 14:02",
  );
  const rejected = { ...approved, status: "rejected", approvedBy: null, rejectedBy: "Ben" } as const;
  expect(describeConflict(rejected, moment)).toBe("Already rejected by Ben at 14:02");
  const expired = { ...rejected, rejectedBy: null, closedReason: "expired" };
  expect(describeConflict(expired, moment)).toBe("Expired without a response at 14:02");
});

test("times and days are in the company's time zone", () => {
  const at = "2026-11-20T23:30:00.000Z";
  const now = "2026-11-20T23:45:00.000Z";
  expect(formatMoment(at, { now, timeZone: "Europe/Zurich" })).toBe("at 00:30");
  expect(formatMoment(at, { now: "2026-11-20T22:00:00.000Z", timeZone: "Europe/Zurich" })).toBe(
    "on 21 November 2026 at 00:30",
  );
  expect(formatMoment(at, { now: "2026-11-21T00:10:00.000Z", timeZone: "America/New_York" })).toBe("at 18:30");
});

test("priority depends on the role's limit", () => {
  expect([85_000, 50_000, 49_999, 10_000, 9_999, -85_000].map((amount) => priorityForAmount(amount, "CFO"))).toEqual([
    "high",
    "high",
    "medium",
    "medium",
    "low",
    "high",
  ]);
  expect(priorityForAmount(125_000, "Sales")).toBe("high");
});

const plan = { title: "Ring", description: "", priority: "low", dueInDays: 3, estimatedHours: 1 } as const;
const task = planTask({ ...plan, role: "CEO" });

test("actions planned by an earlier version are read in the current form", () => {
  const earlier = [
    { kind: "task", ...plan, role: "CEO" },
    { kind: "message", to: "owner", subject: "Approved", content: "" },
  ];
  const now = [task, planNotice({ to: "owner", subject: "Approved", content: "" })];
  expect(readPlannedActions(earlier)).toEqual(now);
  expect(readPlannedActions(now)).toEqual(now);
});

test("a notice to an unfilled role is dropped if the owner gets one; tasks stay", () => {
  const message = (to: "CEO" | "owner") => planNotice({ to, subject: "Approved", content: "" });
  const kinds = (effects: PlannedAction[], ...filled: AgentRoleId[]) => {
    const planned = withoutUnfilledNotices(effects, new Set(filled));
    return [...tasksIn(planned).map(() => "task"), ...noticesIn(planned).map(({ to }) => to)];
  };
  expect(kinds([task, message("CEO"), message("owner")])).toEqual(["task", "owner"]);
  expect(kinds([task, message("CEO"), message("owner")], "CEO")).toEqual(["task", "CEO", "owner"]);
  expect(kinds([message("CEO")])).toEqual(["CEO"]);
});

test("the leading forecast is the one with the type's track record, else the last", () => {
  const [proxy, final] = [{ horizon: "proxy" as const }, { horizon: "final" as const }];
  const leading = (decisionType: string, ...forecasts: { horizon: "proxy" | "final" }[]) =>
    leadingForecast({ decisionType, forecasts });
  expect(leading("lead_qualification", proxy, final)).toBe(proxy);
  expect(leading("investment_evaluation", proxy, final)).toBe(final);
  expect(leading("investment_evaluation", final, proxy)).toBe(final);
  expect(leading("lead_qualification", final)).toBe(final);
  expect(leading("lead_qualification")).toBeNull();
});

test("a settled decision is undone by its approver or an admin within the undo period", () => {
  const moment = { now: "2026-11-20T14:03:00.000Z", timeZone: "UTC" };
  const settled = {
    status: "approved" as const,
    approvedBy: "ana",
    rejectedBy: null,
    closedReason: null,
    settledAt: "2026-11-20T14:02:00.000Z",
    undoUntil: "2026-11-20T14:04:00.000Z",
    expiresAt: "2026-11-27T14:00:00.000Z",
    settledBy: "a",
  };
  const error = (by: string, change: object = {}, isAdmin = false) =>
    undoError({ ...settled, ...change }, { id: by, isAdmin }, moment);
  expect([error("a"), error("b", {}, true)]).toEqual([null, null]);
  expect(error("b")).toEqual({ code: "forbidden", sentence: "Only ana or an admin can undo this" });
  const late = { code: "conflict", sentence: "Too late to undo. Already approved by ana at 14:02" };
  expect([error("a", { undoUntil: moment.now }), error("a", { undoUntil: null })]).toEqual([late, late]);
  expect(error("a", { status: "pending", undoUntil: null })?.sentence).toBe("There is nothing to undo: it is pending");
  expect(error("a", { status: "rejected", closedReason: "expired", undoUntil: null })?.sentence).toMatch(/^Expired/);
  expect(error("a", { status: "rejected", closedReason: "withdrawn", undoUntil: null })?.sentence).toMatch(
    /^Withdrawn/,
  );
});

test("undo lasts as long as it is set to; a deadline that passed meanwhile gives an hour", () => {
  const now = new Date("2026-11-20T14:00:00Z");
  expect([undoUntil(now, 120), undoUntil(now, 0)]).toEqual([new Date("2026-11-20T14:02:00Z"), null]);
  const later = new Date("2026-11-21T00:00:00Z");
  expect([expiryAfterUndo(later, now), expiryAfterUndo(now, now)]).toEqual([later, new Date("2026-11-20T15:00:00Z")]);
});
