import { afterAll, beforeAll, expect, test } from "vitest";
import { badCursor, nextCursorHeader } from "#contract/cursor.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { putCopies, toTheMicrosecond } from "../copies.ts";
import { pageOf, pagesOf } from "../pages.ts";
import { furnish, type Ground } from "../samples.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let owner: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await furnish(world);
});
afterAll(() => world?.close());

type List = {
  path: string;
  table: string;
  /** What its rows differ in besides their id, as pairs of JSON; `n` counts them. */
  differ: string;
  /** What gives a row another place in the list. */
  move: string;
};
const newest = `'created_at', ${toTheMicrosecond}`;
const ofNoDecision = `${newest}, 'decision_id', null, 'effect_index', null`;
const tasks = { table: "tasks", differ: ofNoDecision };
const decisions = { table: "decisions", differ: "'number', 1000 + n, 'priority', 'medium', 'status', 'pending'" };
const approved = { table: "decisions", differ: "'number', 2000 + 2 * n, 'status', 'approved'" };
const earlier = "created_at = created_at - interval '1 day'";
const runs = { table: "agent_runs", differ: newest, move: earlier };
const vendors = {
  table: "vendors",
  differ: `'external_id', 'copy ' || n, 'name', 'Vendor "' || (n / 2), 'yearly_budget', CASE WHEN n < 70 THEN 1000.25 + n / 2 END,
    'updated_at', ${toTheMicrosecond}`,
};
const deals = {
  table: "deals",
  differ: `'external_id', 'copy ' || n, 'expected_close_on', CASE WHEN n < 70 THEN date '2026-12-01' + n / 2 END,
    'updated_at', ${toTheMicrosecond}`,
};
const lists: List[] = [
  { path: "/api/tasks", ...tasks, move: "status = 'cancelled'" },
  { path: "/api/tasks?status=pending", ...tasks, move: earlier },
  { path: "/api/decisions", ...decisions, move: "status = 'approved'" },
  { path: "/api/decisions", ...decisions, move: "priority = 'low'" },
  { path: "/api/decisions?status=pending", ...decisions, move: "priority = 'high'" },
  { path: "/api/tasks?shape=lines", ...tasks, move: "status = 'in_progress'" },
  { path: "/api/decisions?shape=lines", ...decisions, move: "status = 'rejected'" },
  { path: "/api/decisions?status=approved&shape=lines", ...approved, move: "number = number + 1000" },
  { path: "/api/runs", ...runs },
  { path: "/api/runs?agentId=", ...runs },
  { path: "/api/communications", table: "communications", differ: ofNoDecision, move: earlier },
  { path: "/api/records/vendors", ...vendors, move: "updated_at = now()" },
  { path: "/api/records/vendors?sort=name", ...vendors, move: "name = 'Zulu'" },
  { path: "/api/records/vendors?sort=amount", ...vendors, move: "yearly_budget = 5" },
  { path: "/api/records/deals?sort=day&view=open", ...deals, move: "expected_close_on = '2027-12-01'" },
];

/** Many rows of a list; gives its address. */
async function copies({ path, table, differ }: Pick<List, "path" | "table" | "differ">): Promise<string> {
  const row = await putCopies(world, owner.member.user.companyId, { table, differ });
  return path.replace(/agentId=$/, `agentId=${String(row["agent_id"])}`);
}

const idsOf = (pages: { id: string }[][]) => pages.flat().map(({ id }) => id);

for (const list of lists) {
  test(`${list.path}: when a page's last row is changed (${list.move}), the others follow, each once`, async () => {
    const path = await copies(list);
    const before = idsOf(await pagesOf(owner.member, path));
    expect(before.length).toBeGreaterThanOrEqual(120);
    let changed = "";
    const after = await pagesOf(owner.member, path, (last) => {
      changed = last;
      return world.asOwner(`UPDATE ${list.table} SET ${list.move} WHERE id = $1`, [last]);
    });
    const others = (ids: string[]) => ids.filter((id) => id !== changed);
    expect(others(idsOf(after))).toEqual(others(before));
  });

  test(`${list.path}: when a page's last row is removed, the others follow, each once (not ${list.move})`, async () => {
    const path = await copies(list);
    const before = idsOf(await pagesOf(owner.member, path));
    const after = await pagesOf(owner.member, path, (last) =>
      world.asOwner(`DELETE FROM ${list.table} WHERE id = $1`, [last]),
    );
    expect(idsOf(after)).toEqual(before);
  });
}

test("a page that is full and the last one says so", async () => {
  await copies({ path: "", ...vendors });
  await world.asOwner(
    `DELETE FROM vendors WHERE company_id = $1 AND external_id NOT IN
    (SELECT 'copy ' || n FROM generate_series(1, 100) n)`,
    [owner.member.user.companyId],
  );
  expect((await pagesOf(owner.member, "/api/records/vendors")).map((page) => page.length)).toEqual([50, 50]);
});

test("a cursor of another list, filter, order or company, and one somebody made up, is refused in one sentence", async () => {
  await copies({ path: "", ...tasks });
  const cursor = (await pageOf(owner.member, "/api/tasks?status=pending")).next ?? "";
  const said = async (path: string, who = owner.member) => {
    const { status, text } = await who.send("GET", path);
    return `${status} ${text}`;
  };
  const stranger = await world.member("stranger");
  const [mark] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as string[];
  const madeUp = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");
  const id = owner.task;
  const noon = "2026-11-20 12:00:00+00";
  expect(
    (await owner.member.send("GET", `/api/tasks?status=pending&cursor=${madeUp(mark, "0", noon, "0", id)}`)).status,
  ).toBe(200);
  for (const [path, who] of [
    [`/api/tasks?cursor=${cursor}`],
    [`/api/tasks?status=completed&cursor=${cursor}`],
    [`/api/feed?cursor=${cursor}`],
    [`/api/tasks?status=pending&cursor=${cursor}`, stranger],
    ...[
      id,
      "",
      "a%20b",
      "%00",
      "x".repeat(5_000),
      Buffer.from("{").toString("base64url"),
      madeUp(),
      madeUp(mark),
      madeUp(mark, "0", noon, "0"),
      madeUp(mark, "0", noon, "0", id, id),
      madeUp(mark, 0, noon, 0, id),
      madeUp(mark, "0", noon, "99999999999", id),
      madeUp(mark, "0", noon, "0", "me"),
      madeUp(mark, "0", noon, "1.5", id),
      madeUp(mark, "0", "2026-02-30 12:00:00+00", "0", id),
      madeUp(mark, "0", "2026-02-20 25:00:00+00", "0", id),
      madeUp(mark, "0", "0000-02-20 12:00:00+00", "0", id),
      madeUp(mark, "0", "infinity", "0", id),
      madeUp(mark, "0", null, "0", id),
    ].map((each): [string] => [`/api/tasks?status=pending&cursor=${each}`]),
  ] as [string, typeof stranger?][])
    expect(await said(path, who), path).toBe(`400 ${badCursor}`);
});

test("an unchanged first page is answered 304, and the cursor it came with still holds", async () => {
  await copies({ path: "", ...tasks });
  const first = await owner.member.send("GET", "/api/tasks");
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await owner.member.send("GET", "/api/tasks", { headers })).status).toBe(304);
  const cursor = first.headers.get(nextCursorHeader) ?? "";
  expect(await owner.member.call(listTasks, { query: { cursor } })).toHaveLength(50);
});

test("where a plain list goes on is described beside it", async () => {
  const { json } = await owner.member.send("GET", "/api/openapi.json");
  const { paths } = json as { paths: Record<string, { get?: { responses: { 200: { headers?: object } } } }> };
  const described = Object.entries(paths).filter(([, { get }]) => get?.responses[200].headers);
  expect(described.map(([path]) => path).toSorted()).toEqual([
    "/api/agents/ceo/chat",
    "/api/authority/versions",
    "/api/backtests/{id}/cases",
    "/api/brain/decisions",
    "/api/brain/documents",
    "/api/brain/entities",
    "/api/brain/facts",
    "/api/brain/goals",
    "/api/brain/insights",
    "/api/brain/memories",
    "/api/brain/patterns",
    "/api/communications",
    "/api/decisions",
    "/api/decisions/forecasts",
    "/api/decisions/ledger",
    "/api/runs",
    "/api/tasks",
  ]);
});

test("an export gives every row although one is removed between two parts; one that is changed comes again at the end", async () => {
  const differ = `'external_id', 'copy ' || n, 'updated_at', ${toTheMicrosecond}`;
  await putCopies(world, owner.member.user.companyId, { table: "contracts", differ, count: 6_000 });
  const path = "/api/records/contracts/export";
  const before = await pagesOf(owner.member, path);
  expect(before.map((page) => page.length)).toEqual([5_000, 1_001]);
  expect(new Set(idsOf(before)).size).toBe(6_001);
  const removed = await pagesOf(owner.member, path, (last) =>
    world.asOwner("DELETE FROM contracts WHERE id = $1", [last]),
  );
  expect(idsOf(removed)).toEqual(idsOf(before));
  let changed = "";
  const again = await pagesOf(owner.member, path, (last) => {
    changed = last;
    return world.asOwner("UPDATE contracts SET title = 'Another', updated_at = now() WHERE id = $1", [last]);
  });
  expect(idsOf(again).at(-1)).toBe(changed);
  expect(again.at(-1)?.at(-1)).toMatchObject({ csv: expect.stringContaining("Another") as string });
});
