import { expect, test } from "vitest";
import { journalActions } from "#contract/events.ts";
import { actionTypes, type FeedItem } from "#features/feed/contract.ts";
import {
  actionTypeOf,
  collapse,
  type FeedLine,
  feedActions,
  newsSince,
  shownItems,
  toItem,
} from "#features/feed/rules.ts";

const line: FeedLine = {
  seq: 7,
  at: "2026-11-20T10:00:00.000Z",
  action: "communication.sent",
  resourceId: "11111111-1111-4111-8111-111111111111",
  title: "A title",
  details: {},
  severity: "info",
  agentId: null,
  agentName: null,
  agentRole: null,
  person: null,
  byPerson: false,
  decision: null,
  task: null,
  message: null,
  run: null,
  comment: null,
  question: null,
  before: null,
};

test("every action has its type or is left out; who signed in and who may do what is left out", () => {
  const told = journalActions.filter((action) => actionTypeOf(action) !== null);
  expect(feedActions()).toEqual(told);
  expect(actionTypes.flatMap((type) => feedActions(type)).toSorted()).toEqual(told.toSorted());
  expect(told.filter((action) => /^(user|company|policy|agent|workforce)\./.test(action))).toEqual([]);
  expect(feedActions("decision")).toEqual([
    "decision.proposed",
    "decision.approved",
    "decision.rejected",
    "decision.expired",
    "forecast.resolved",
  ]);
});

test.each([
  ["run.finished", "analysis"],
  ["run.failed", "analysis"],
  ["run.stopped", "analysis"],
  ["run.started", null],
  ["run.step_done", null],
  ["record.imported", "kpi_change"],
  ["record.import_started", null],
  ["comment.added", "communication"],
  ["comment.removed", null],
  ["nobody.knows", null],
])("%s belongs to %s", (action, type) => {
  expect(actionTypeOf(action)).toBe(type);
});

test("an action that is not told makes no item", () => {
  expect(() => toItem({ ...line, action: "user.logged_in" })).toThrow("user.logged_in is not told in the feed.");
});

test("the end of a run is an analysis that leads to the run", () => {
  const failed = {
    ...line,
    action: "run.failed",
    title: "Priya (CTO): Briefing",
    severity: "critical",
    details: { reason: "The budget is spent" },
    run: "r1",
  };
  expect(toItem({ ...failed, agentId: "a", agentName: "Priya", agentRole: "CTO" })).toMatchObject({
    actionType: "analysis",
    title: "Briefing failed",
    description: "The budget is spent",
    impact: "high",
    status: "completed",
    agentName: "Priya",
    agentType: "CTO",
    href: "/runs/r1",
  });
  const question = "Who owes us?";
  expect(toItem({ ...failed, title: "Priya (CTO): Question", question }).title).toBe("Question failed: Who owes us?");
});

test.each([
  [{ agentId: "a", agentName: "Marcus", agentRole: "CFO", byPerson: true, person: "anna" }, "Marcus", "CFO"],
  [{ agentId: "a", byPerson: true, person: "anna" }, "A former executive", "Former"],
  [{ byPerson: true, person: "anna" }, "anna", "Person"],
  [{ byPerson: true }, "A former member", "Person"],
  [{}, "Boardroom", "System"],
])("whose line it is: %o", (given, agentName, agentType) => {
  expect(toItem({ ...line, ...given })).toMatchObject({ agentName, agentType });
});

test("a change is in percent of the figure before, and none from nothing or between currencies", () => {
  const latest = { metric: "daily_revenue", day: "2026-11-19", value: 92, currency: "GBP" as const };
  const recorded = { ...line, action: "metric.recorded", details: { latest, source: "stripe" } };
  const change = (before: FeedLine["before"]) => toItem({ ...recorded, before }).metadata.kpiChange;
  expect(change({ value: 80, currency: "GBP" })).toBe(15);
  expect(change({ value: -80, currency: "GBP" })).toBe(215);
  expect(change({ value: 0, currency: "GBP" })).toBeNull();
  expect(change({ value: 80, currency: "USD" })).toBeNull();
  expect(change(null)).toBeNull();
  expect(toItem(recorded).title).toBe("Daily revenue for 19 November 2026");
  expect(toItem({ ...recorded, resourceId: null }).href).toBe("/records/figures/daily_revenue");
});

test("figures of several metrics name them instead of a value", () => {
  const details = { metrics: ["visits", "new_leads"], source: "api", latest: null };
  const item = toItem({ ...line, action: "metric.recorded", title: "4 figures recorded", resourceId: null, details });
  expect(item).toMatchObject({
    title: "4 figures recorded",
    description: "Visits, New leads from API",
    href: "/records/figures",
    metadata: { kpiValue: null },
  });
});

test("an import says what it added, or that nothing was", () => {
  const details = { metric: "daily_revenue", added: 739, changed: 0, unchanged: 0 };
  const imported = toItem({ ...line, action: "metric.imported", details });
  expect([imported.description, imported.href]).toEqual([
    "Daily revenue: 739 days added.",
    `/?import=${line.resourceId}`,
  ]);
  const failed = toItem({ ...line, action: "metric.import_failed", severity: "warning" });
  expect([failed.description, failed.impact]).toEqual(["Nothing was imported", "medium"]);
});

test("a message and a task lead to the work they came from, a task's decision first; records to their page", () => {
  const message = { content: "Hello", type: "owner", decisionId: null, receiver: null };
  expect(toItem({ ...line, message, run: "r1" }).href).toBe("/runs/r1");
  const task = {
    title: "Who owes us?",
    description: "Who owes us?",
    status: "completed",
    priority: "high" as const,
    decisionId: null,
    runId: "r1",
    assignee: "Marcus",
  };
  const asked = { ...line, action: "task.created", person: "anna", task, run: "r1" };
  expect(toItem(asked)).toMatchObject({ href: "/runs/r1", description: "Created by anna" });
  expect(toItem({ ...asked, task: { ...task, decisionId: "d1" } }).href).toBe("/decisions/d1");
  expect(toItem({ ...asked, run: null }).href).toBe(`/?task=${line.resourceId}`);
  expect(toItem({ ...asked, task: { ...task, runId: null }, run: null }).href).toBe("/");
  expect(toItem({ ...asked, action: "comment.added", title: "Comment on: Who owes us?" }).title).toBe(
    "Comment on: Who owes us?",
  );
  expect(toItem({ ...line, action: "record.samples_added" }).href).toBe("/records");
  const added = toItem({ ...line, action: "record.added", title: "customer added", details: { kind: "customers" } });
  expect([added.title, added.href]).toEqual(["Customer added", "/records/customers"]);
  const imported = toItem({ ...line, action: "record.imported", title: "cust.csv imported" });
  expect(imported.title).toBe("cust.csv imported");
});

test("a long text is cut", () => {
  const item = toItem({ ...line, title: "x".repeat(1_000) });
  expect([item.title.length, item.title.at(-1)]).toEqual([300, "…"]);
});

const item = (id: number, change: Partial<FeedItem> = {}): FeedItem => ({
  ...toItem({ ...line, seq: id, at: `2026-11-20T10:${String(id).padStart(2, "0")}:00.000Z` }),
  ...change,
});

test("neighbours that read the same are one line: the newest, with the count and the first one's time", () => {
  const other = item(6, { title: "Another title" });
  const lines = collapse([item(9), item(8), item(7), other, item(5)]);
  expect(lines.map(({ id, repeats }) => [id, repeats.count, repeats.firstAt.slice(14, 16)])).toEqual([
    ["9", 3, "07"],
    ["6", 1, "06"],
    ["5", 1, "05"],
  ]);
  expect(collapse([...lines.slice(0, 1), ...collapse([item(6), item(5)])])[0]?.repeats.count).toBe(5);
});

test("lines that lead elsewhere or stand otherwise are not one", () => {
  expect(collapse([item(9), item(8, { href: "/decisions/1" }), item(7, { status: "pending" })])).toHaveLength(3);
});

test("while a person reads, what is new is counted and not shown; what is shown is as it stands today", () => {
  const read = { items: [item(9, { status: "pending" }), item(8, { title: "Eight" })], nextCursor: "8" };
  const latest = { items: [item(11), item(10, { title: "Ten" }), item(9)], nextCursor: "9" };
  const older = [{ items: [item(7, { title: "Seven" })], nextCursor: null }];
  expect(newsSince(read, latest)).toBe(2);
  expect(newsSince(latest, latest)).toBe(0);
  expect(shownItems(read, latest, older).map(({ id, status }) => [id, status])).toEqual([
    ["9", "completed"],
    ["8", "completed"],
    ["7", "completed"],
  ]);
});

test("a line and its older neighbour on the next page become one", () => {
  const page = { items: [item(9), item(8)], nextCursor: "8" };
  const [only] = shownItems(page, page, [{ items: [item(7), item(6)], nextCursor: null }]);
  expect([only?.id, only?.repeats.count]).toEqual(["9", 4]);
});
