import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { badCursor } from "#contract/cursor.ts";
import { addDays } from "#contract/days.ts";
import { login } from "#features/accounts/contract.ts";
import type { Agent } from "#features/agents/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { type FeedItem, getFeed } from "#features/feed/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());
afterEach(() => void vi.useRealTimers());

const idOf = (team: readonly Agent[], role: string) => team.find((agent) => agent.role === role)?.id ?? "";
const invest = (member: Member, team: readonly Agent[]) =>
  member.call(makeDecision, { body: { agentId: idOf(team, "CFO"), ...testContexts.CFO } });
const task = (member: Member, title: string, assignedAgentId?: string) =>
  member.call(createTask, { body: { title, ...(assignedAgentId ? { assignedAgentId } : {}) } });
const feed = async (member: Member, query: Parameters<typeof member.call<typeof getFeed>>[1] = {}) =>
  (await member.call(getFeed, query)).items;
const titles = (items: readonly FeedItem[]) => items.map((item) => item.title);

test("a new company has an empty feed: who signed up, who signed in and who was hired is not told", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  await member.call(login, { body: { username: member.username, password: member.password } });
  expect(await member.call(getFeed)).toEqual({ items: [], nextCursor: null });
});

test("a proposal waits, and once it is approved neither it nor what came of it is old news", async () => {
  const member = await world.member();
  const team = await hire(member, "CEO", "CFO");
  const decision = await invest(member, team);
  const [proposed, ...others] = await feed(member);
  expect(others).toEqual([]);
  expect(proposed).toEqual({
    id: expect.stringMatching(/^\d+$/),
    actionType: "decision",
    title: `Proposed: ${decision.title}`,
    description: decision.recommendation,
    impact: decision.impact,
    status: "pending",
    agentName: decision.agentName,
    agentType: "CFO",
    timestamp: decision.createdAt,
    metadata: {
      kpiValue: null,
      kpiChange: null,
      currency: null,
      taskAssignee: null,
      financialImpact: decision.metadata.financialImpact,
    },
    href: `/decisions/${decision.id}`,
    removedAt: null,
    cause: decision.id,
    repeats: { count: 1, firstAt: decision.createdAt },
    more: [
      expect.objectContaining({ actionType: "communication" }),
      expect.objectContaining({ actionType: "communication" }),
    ],
  });
  expect(proposed?.more.map((item) => [item.impact, item.description.split(":")[0], item.href])).toEqual([
    ["medium", "To Owner", `/decisions/${decision.id}`],
    ["low", `To ${team.find((agent) => agent.role === "CEO")?.name}`, `/decisions/${decision.id}`],
  ]);
  await member.call(settleDecision, { params: { id: decision.id }, body: { approved: true, reason: "It pays" } });
  const items = await feed(member);
  expect(items.map(({ id }) => id)).toEqual([expect.any(String), proposed?.id]);
  const [approved] = items;
  expect(approved?.title).toBe(`Approved: ${decision.title}`);
  expect([approved?.status, approved?.description]).toEqual(["completed", `By ${member.username}: “It pays”`]);
  expect(items.find((item) => item.id === proposed?.id)?.status).toBe("completed");
  const effects = approved?.more.filter((item) => item.actionType === "task") ?? [];
  expect(effects.length).toBeGreaterThan(0);
  for (const effect of effects) {
    expect([effect.status, effect.href]).toEqual(["pending", `/decisions/${decision.id}`]);
    // What nobody of the team could take is the person's who approved it.
    expect(effect.agentName).toBe(effect.metadata.taskAssignee ?? member.username);
  }
});

test("a task shows how it stands today in every line about it, and who has it", async () => {
  const member = await world.member();
  const team = await hire(member, "CEO");
  const { id } = await task(member, "Call the bank", idOf(team, "CEO"));
  await member.call(updateTask, { params: { id }, body: { status: "in_progress" } });
  const shown = (await feed(member)).map((item) => [item.title, item.description, item.status]);
  expect(shown).toEqual([
    ["Call the bank", `Started by ${member.username}`, "in_progress"],
    ["Call the bank", `Created by ${member.username}`, "in_progress"],
  ]);
  await member.call(updateTask, { params: { id }, body: { status: "completed" } });
  const items = await feed(member);
  expect(items.map((item) => item.status)).toEqual(["completed", "completed", "completed"]);
  expect(items[0]).toMatchObject({ href: "/", metadata: { taskAssignee: team[0]?.name }, impact: "medium" });
});

test("a figure is told with its value, and what it changed against the day before", async () => {
  const member = await world.member();
  const record = (metricValue: number, measurementDate: string) =>
    member.call(recordMetrics, {
      body: { source: "manual", points: [{ metricName: "daily_revenue", metricValue, measurementDate }] },
    });
  await record(1_000, "2026-11-01");
  await record(1_100, "2026-11-02");
  const [second, first] = await feed(member);
  expect(second).toMatchObject({
    actionType: "kpi_change",
    title: "Daily revenue for 2 November 2026",
    description: `1 figure recorded, entered manually by ${member.username}. Up 10% on 1 Nov 2026.`,
    agentName: member.username,
    agentType: "Person",
    href: "/records/figures/daily_revenue",
    metadata: { kpiValue: 1_100, kpiChange: 10, currency: "USD" },
  });
  expect(first?.metadata).toMatchObject({ kpiValue: 1_000, kpiChange: null });
});

test("an import's line in the feed says of a figure what the control center says of it", async () => {
  const member = await world.member();
  const points = Array.from({ length: 60 }, (_unused, at) => ({
    metricName: "daily_revenue",
    // A weak last day after a strong month.
    metricValue: at === 59 ? 30 : at > 29 ? 140 : 100,
    measurementDate: addDays("2026-09-01", at),
  }));
  await member.call(recordMetrics, { body: { source: "api", points } });
  const { revenue } = await member.call(getDashboard);
  const [line] = await feed(member);
  expect(line?.metadata).toMatchObject({ kpiValue: 30, kpiChange: revenue?.compared?.change });
  expect(line?.description).toContain("1 Oct–30 Oct 2026: $4,090, up 36.3% on 1 Sep–30 Sep 2026.");
});

test("the filters are combined, and what they do not know is refused in a sentence", async () => {
  const member = await world.member();
  const team = await hire(member, "CEO", "CFO");
  const [ceo, cfo] = [idOf(team, "CEO"), idOf(team, "CFO")];
  await invest(member, team);
  await task(member, "For the CEO", ceo);
  await task(member, "For the CFO", cfo);
  const all = await feed(member);
  expect(new Set(all.flatMap((item) => [item, ...item.more]).map((item) => item.actionType))).toEqual(
    new Set(["decision", "communication", "task"]),
  );
  expect(titles(await feed(member, { query: { agent: ceo } }))).toEqual(["For the CEO"]);
  expect(titles(await feed(member, { query: { actionType: "task" } }))).toEqual(["For the CFO", "For the CEO"]);
  expect(titles(await feed(member, { query: { agent: cfo, actionType: "task" } }))).toEqual(["For the CFO"]);
  expect(await feed(member, { query: { actionType: "analysis" } })).toEqual([]);
  for (const [query, sentence] of [
    ["actionType=gossip", "actionType must be one of decision, task, kpi_change, communication, analysis"],
    ["agent=CFO", "Send an agent's id"],
    ["cursor=-5", badCursor],
    ["cursor=+", badCursor],
    ["limit=500", 'The request does not take "limit"'],
  ]) {
    const { status, text } = await member.send("GET", `/api/feed?${query}`);
    expect([status, text]).toEqual([400, sentence]);
  }
});

test("pages follow each other without a gap or a line twice while lines are added, with a filter too", async () => {
  const member = await world.member();
  const [ceo] = await hire(member, "CEO");
  const made: string[] = [];
  const add = async () => {
    const title = `Task ${made.length}`;
    await task(member, title, made.length % 2 ? ceo?.id : undefined);
    made.push(title);
  };
  for (let count = 0; count < 121; count += 1) await add();
  for (const agent of [undefined, ceo?.id]) {
    const expected = made.filter((_, at) => agent === undefined || at % 2 === 1).toReversed();
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await member.call(getFeed, { query: { ...(agent && { agent }), ...(cursor && { cursor }) } });
      sizes.push(page.items.length);
      seen.push(...titles(page.items));
      cursor = page.nextCursor;
      await add();
    }
    expect(seen).toEqual(expected);
    expect(sizes.slice(0, -1).every((size) => size === 50)).toBe(true);
  }
});

test("each match of a type or search is a line, found by its words, agents and people, page by page", async () => {
  const member = await world.member("owner");
  const team = await hire(member, "CEO", "CFO");
  const decision = await invest(member, team);
  await member.call(settleDecision, { params: { id: decision.id }, body: { approved: true } });
  const tasks = await feed(member, { query: { actionType: "task" } });
  expect(tasks.length).toBeGreaterThan(1);
  expect(tasks.every(({ more, cause }) => more.length === 0 && cause === null)).toBe(true);
  await task(member, "Renew the 50% lease_A", idOf(team, "CEO"));
  await task(member, "Renew the passport");
  const find = async (q: string) => titles(await feed(member, { query: { q } }));
  expect(await find("renew LEASE")).toEqual(["Renew the 50% lease_A"]);
  expect(await find("50% e_A")).toEqual(["Renew the 50% lease_A"]);
  expect(await find("renewXlease")).toEqual([]);
  expect(await find("renew ceo")).toEqual(["Renew the 50% lease_A"]);
  expect(await find(`passport ${member.username}`)).toEqual(["Renew the passport"]);
  expect(await find("approved: ")).toContain(`Approved: ${decision.title}`);
  const only = await feed(member, { query: { q: "renew", agent: idOf(team, "CEO"), actionType: "task" } });
  expect(titles(only)).toEqual(["Renew the 50% lease_A"]);
  for (let count = 0; count < 60; count += 1) await task(member, `Count ${count}`);
  const first = await member.call(getFeed, { query: { q: "count" } });
  const next = await member.call(getFeed, { query: { q: "count", cursor: first.nextCursor ?? "" } });
  expect([first.items.length, next.items.length, next.nextCursor]).toEqual([50, 10, null]);
  const stranger = await world.member("stranger");
  expect(await stranger.call(getFeed, { query: { q: "renew" } })).toEqual({ items: [], nextCursor: null });
});

test("a search looks through 20,000 entries at a time and continues where it stopped", async () => {
  const member = await world.member();
  await task(member, "The oldest needle");
  await world.asOwner(
    `INSERT INTO journal (company_id, seq, at, actor_kind, action, resource, resource_id, title, details, severity,
       compliance_relevant, prev_hash, hash)
     SELECT $1, h.seq + n, now(), 'system', 'task.created', 'task', gen_random_uuid()::text, 'Hay', '{"line": {"text": []}}', 'info', false, '', ''
     FROM journal_heads h, generate_series(1, 20100) n WHERE h.company_id = $1`,
    [member.user.companyId],
  );
  await world.asOwner("UPDATE journal_heads SET seq = seq + 20100 WHERE company_id = $1", [member.user.companyId]);
  const first = await member.call(getFeed, { query: { q: "needle" } });
  expect([first.items, first.nextCursor]).toEqual([[], expect.any(String)]);
  const next = await member.call(getFeed, { query: { q: "needle", cursor: first.nextCursor ?? "" } });
  expect([titles(next.items), next.nextCursor]).toEqual([["The oldest needle"], null]);
});

test("neighbours that read the same share a line with their count and the first one's time", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T09:00:00Z") });
  const member = await world.member();
  for (let hour = 9; hour < 12; hour += 1) {
    vi.setSystemTime(Date.parse(`2026-11-20T${String(hour).padStart(2, "0")}:00:00Z`));
    await task(member, "Check the stock");
  }
  await task(member, "Something else");
  await task(member, "Check the stock");
  const items = await feed(member);
  expect(items.map((item) => [item.title, item.repeats.count])).toEqual([
    ["Check the stock", 1],
    ["Something else", 1],
    ["Check the stock", 3],
  ]);
  expect(items[2]).toMatchObject({
    timestamp: "2026-11-20T11:00:00.000Z",
    repeats: { firstAt: "2026-11-20T09:00:00.000Z" },
  });
});

test("after a reset its lines stay, without a link to what is gone", async () => {
  const member = await world.member();
  const team = await hire(member, "CEO", "CFO");
  await invest(member, team);
  await member.call(resetData);
  const items = await feed(member);
  const decision = items.find((item) => item.actionType === "decision");
  expect(decision).toMatchObject({ status: "completed", href: null, agentName: "A former agent" });
});

test("another company sees none of it, by no filter and no cursor; a viewer of the company does", async () => {
  const [owner, stranger] = [await world.member("owner"), await world.member("stranger")];
  const team = await hire(owner, "CEO", "CFO");
  await invest(owner, team);
  await task(owner, "Nobody else's", idOf(team, "CEO"));
  for (const query of [{}, { agent: idOf(team, "CEO") }, { actionType: "task" as const }])
    expect(await stranger.call(getFeed, { query })).toEqual({ items: [], nextCursor: null });
  const viewer = await colleague(world, owner, "viewer");
  expect(titles((await viewer.call(getFeed)).items)).toContain("Nobody else's");
  expect((await world.client().send("GET", "/api/feed")).status).toBe(401);
});

test("read again unchanged it is answered 304; a new line is answered with its row", async () => {
  const member = await world.member();
  await task(member, "First");
  const first = await member.send("GET", "/api/feed");
  const tag = first.headers.get("etag") ?? "";
  const again = () => member.send("GET", "/api/feed", { headers: { "if-none-match": tag } });
  expect((await again()).status).toBe(304);
  await task(member, "Second");
  const changed = await again();
  expect([changed.status, titles((changed.json as { items: FeedItem[] }).items)]).toEqual([200, ["Second", "First"]]);
});
