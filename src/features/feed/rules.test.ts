import { expect, test } from "vitest";
import type { FeedEntry, FeedItem } from "#features/feed/contract.ts";
import { collapse, countNewer, type FeedLine, fold, type Names, toEntry, visibleItems } from "#features/feed/rules.ts";

const agent = "a0000000-0000-4000-8000-000000000001";
const names: Names = {
  people: new Map([["p1", "anna"]]),
  agents: new Map([[agent, { name: "Marcus", role: "CFO" }]]),
};

const line: FeedLine = {
  seq: 7,
  at: "2026-11-20T10:00:00.000Z",
  action: "communication.sent",
  title: "A title",
  details: {},
  severity: "info",
  agentId: null,
  personId: null,
  byPerson: false,
  line: { text: ["A text"], href: "/records", impact: "low" },
  status: null,
};
const itemOf = (change: Partial<FeedLine>, resets: Parameters<typeof toEntry>[3] = []): FeedItem => ({
  ...toEntry({ ...line, ...change }, "task", names, resets),
  repeats: { count: 1, firstAt: change.at ?? line.at },
  more: [],
});

test.each([
  [{ agentId: agent, byPerson: true, personId: "p1" }, "Marcus", "CFO"],
  [{ agentId: "gone", byPerson: true, personId: "p1" }, "A former agent", "Former"],
  [{ byPerson: true, personId: "p1" }, "anna", "Person"],
  [{ byPerson: true, personId: "gone" }, "A former member", "Person"],
  [{}, "Boardroom", "System"],
])("actor of %o", (given, agentName, agentType) => {
  expect(itemOf(given)).toMatchObject({ agentName, agentType });
});

test("names in a text are current; plain text stays as it is", () => {
  const text = ["To ", { agent }, " and ", { agent: "gone" }, ": {agent}", { by: ", sent by " }];
  const own = { ...line.line, text, href: null, impact: "low" as const };
  expect(itemOf({ line: own, byPerson: true, personId: "p1" }).description).toBe(
    "To Marcus and a former agent: {agent}, sent by anna",
  );
  expect(itemOf({ line: own }).description).toBe("To Marcus and a former agent: {agent}");
});

test("a line whose quoted text is gone has its whole title, and no empty quotation marks", () => {
  const quote = { of: "tasks.title", id: "t1" };
  const commented = { title: "Comment on", quote, text: ["“", { quote }, "”"], href: null, impact: "low" as const };
  const whole = toEntry({ ...line, line: commented }, "task", {
    ...names,
    quotes: new Map([["tasks.title t1", "Is it done?"]]),
  });
  expect(whole).toMatchObject({ title: "Comment on: Is it done?", description: "“Is it done?”" });
  expect(itemOf({ line: commented })).toMatchObject({ title: "A title", description: "" });
});

test("after a reset an entry links to what is left, or says when its subject was deleted", () => {
  const resets = [{ seq: 9, at: "2026-11-20T12:00:00.000Z" }];
  const linkOf = (hrefAfterReset?: string | null) => {
    const own = { text: [], href: "/runs/r1", impact: "low" as const };
    const { href, removedAt, status } = itemOf(
      { status: "pending", line: hrefAfterReset === undefined ? own : { ...own, hrefAfterReset } },
      resets,
    );
    return [href, removedAt, status];
  };
  expect(linkOf()).toEqual(["/runs/r1", null, "pending"]);
  expect(linkOf("/?task=t1")).toEqual(["/?task=t1", null, "pending"]);
  expect(linkOf(null)).toEqual([null, "2026-11-20T12:00:00.000Z", "completed"]);
  expect(
    itemOf({ seq: 10, line: { text: [], href: "/runs/r1", hrefAfterReset: null, impact: "low" } }, resets).href,
  ).toBe("/runs/r1");
});

test("entries of earlier versions show their title and sentence", () => {
  const earlier = { line: null, severity: "critical", details: { sentence: "The budget is spent" } };
  expect(itemOf(earlier)).toMatchObject({
    title: "A title",
    description: "The budget is spent",
    impact: "high",
    href: null,
  });
});

test("a long text is shortened", () => {
  const item = itemOf({ title: "x".repeat(1_000) });
  expect([item.title.length, item.title.at(-1)]).toEqual([300, "…"]);
});

const item = (id: number, change: Partial<FeedItem> = {}): FeedItem => ({
  ...itemOf({ seq: id, at: `2026-11-20T10:${String(id).padStart(2, "0")}:00.000Z` }),
  ...change,
});

test("identical neighbors collapse into the newest, with their count and first time", () => {
  const other = item(6, { title: "Another title" });
  const lines = collapse([item(9), item(8), item(7), other, item(5)]);
  expect(lines.map(({ id, repeats }) => [id, repeats.count, repeats.firstAt.slice(14, 16)])).toEqual([
    ["9", 3, "07"],
    ["6", 1, "06"],
    ["5", 1, "05"],
  ]);
  expect(collapse([...lines.slice(0, 1), ...collapse([item(6), item(5)])])[0]?.repeats.count).toBe(5);
});

test("entries with another link or status do not collapse", () => {
  expect(collapse([item(9), item(8, { href: "/decisions/1" }), item(7, { status: "pending" })])).toHaveLength(3);
});

test("while reading, new entries are counted but hidden, and visible ones have their current status", () => {
  const read = { items: [item(9, { status: "pending" }), item(8, { title: "Eight" })], nextCursor: "8" };
  const latest = { items: [item(11), item(10, { title: "Ten" }), item(9)], nextCursor: "9" };
  const older = [{ items: [item(7, { title: "Seven" })], nextCursor: null }];
  expect(countNewer(read, latest)).toBe(2);
  expect(countNewer(latest, latest)).toBe(0);
  expect(visibleItems(read, latest, older).map(({ id, status }) => [id, status])).toEqual([
    ["9", "completed"],
    ["8", "completed"],
    ["7", "completed"],
  ]);
});

test("identical neighbors across pages collapse", () => {
  const page = { items: [item(9), item(8)], nextCursor: "8" };
  const [only] = visibleItems(page, page, [{ items: [item(7), item(6)], nextCursor: null }]);
  expect([only?.id, only?.repeats.count]).toEqual(["9", 4]);
});

const entry = (id: number, actionType: FeedEntry["actionType"], cause: string | null): FeedEntry => {
  const { repeats: _, more: __, ...rest } = item(id, { actionType, cause, title: `Entry ${id}` });
  return rest;
};
const linesOf = (items: readonly FeedItem[]) =>
  items.map(({ id, more }) => [id, ...more.map((each) => each.id)].join(" "));

test("an approval with its tasks and message is one line, apart from the proposal with its messages", () => {
  const entries = [
    entry(9, "communication", "d1"),
    entry(8, "task", "d1"),
    entry(7, "task", "d1"),
    entry(6, "task", null),
    entry(5, "decision", "d1"),
    entry(4, "communication", "d1"),
    entry(3, "communication", "d1"),
    entry(2, "decision", "d1"),
  ];
  expect(linesOf(fold(entries))).toEqual(["6", "5 9 8 7", "2 4 3"]);
});

test("a question is one line, led by its current task, regardless of what happened in between", () => {
  const entries = [
    entry(9, "analysis", "r1"),
    entry(8, "task", "r1"),
    entry(7, "communication", "r1"),
    entry(6, "task", null),
    entry(5, "analysis", "r2"),
    entry(4, "task", "r1"),
  ];
  expect(linesOf(fold(entries))).toEqual(["8 9 7 4", "6", "5"]);
});

test("lines of one cause fold across pages, and only once the newer page is shown", () => {
  const [first, second] = [
    { items: fold([entry(9, "task", "d1"), entry(8, "task", null)]), nextCursor: "8" },
    { items: fold([entry(7, "decision", "d1"), entry(6, "decision", "d1")]), nextCursor: null },
  ];
  expect(linesOf(visibleItems(first, first, [second]))).toEqual(["8", "7 9", "6"]);
});
