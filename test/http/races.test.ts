// On both databases: verbs meet in locks.
import { tasksIn } from "../planned.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { type Decision, getDecision } from "#features/decisions/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { faultsOf } from "../refusals.ts";
import { hire, type Member, openWorld, type Reply, signIn, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  // All connections stand open, so that no call waits for its connection while another one finishes.
  const { pool } = world.boardroom.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()));
  for (const client of clients) client.release();
});
afterAll(() => world?.close());

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** The replies by status, each of the refusals being a proper one. */
function tally(replies: readonly Reply[]): Record<number, number> {
  const refused = replies.filter((reply) => reply.status !== 200);
  expect(refused.flatMap(faultsOf)).toEqual([]);
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function company(name: string): Promise<{ member: Member; cfo: string }> {
  const member = await world.member(name);
  const [, cfo] = await hire(member, "CEO", "CFO", "Operations");
  return { member, cfo: cfo?.id ?? "" };
}

const propose = (member: Member, cfo: string, context: object): Promise<Reply> =>
  member.send("POST", "/api/agents/make-decision", {
    body: { agentId: cfo, decisionType: "investment_evaluation", context: { ...testContexts.CFO.context, ...context } },
  });

async function ledger(member: Member): Promise<{ reserved: number; asked: number; count: number }> {
  const [row] = await world.asOwner<{ reserved: number; asked: number; count: number }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE state = 'reserved'), 0)::float8 AS reserved,
       coalesce(sum(amount) FILTER (WHERE state = 'asked'), 0)::float8 AS asked, count(*)::int AS count
     FROM exposures WHERE company_id = $1`,
    [member.user.companyId],
  );
  return row ?? { reserved: 0, asked: 0, count: 0 };
}

test("of 50 approvals and rejections at once from two sessions one wins, and its effects exist once", async () => {
  const { member, cfo } = await company("approvals");
  const other = await signIn(world.url, member);
  const { json } = await propose(member, cfo, {});
  const { id } = json as Decision;
  const replies = await times(50, (index) =>
    (index % 2 === 0 ? member : other).send("POST", `/api/decisions/${id}/approve`, {
      body: { approved: index % 3 !== 0, reason: `Answer ${index}` },
    }),
  );
  expect(tally(replies)).toEqual({ 200: 1, 409: 49 });
  const { decision, effects, working, journal } = await member.call(getDecision, { params: { id } });
  const winner = replies.find((reply) => reply.status === 200)?.json as Decision;
  expect(decision).toMatchObject({ status: winner.status, reason: winner.reason, settledAt: winner.settledAt });
  for (const { text } of replies.filter((reply) => reply.status === 409))
    expect(text).toMatch(new RegExp(`^Already ${decision.status} by ${member.username} at `));
  const caused = await world.asOwner("SELECT 1 FROM tasks WHERE decision_id = $1", [id]);
  const planned = tasksIn(working.effects).length;
  expect(caused.length).toBe(decision.status === "approved" ? planned : 0);
  // Two messages told of the proposal; then the messages of the approval, or the one that tells of the rejection.
  const told = working.effects.length - planned;
  const messages = effects.filter((effect) => effect.kind === "message").length;
  expect(messages).toBe(2 + (decision.status === "approved" ? told : 1));
  expect(journal.filter((line) => /^decision\.(approved|rejected)$/.test(line.action))).toHaveLength(1);
  expect(await world.asOwner("SELECT DISTINCT state FROM exposures WHERE decision_id = $1", [id])).toEqual([
    { state: decision.status === "approved" ? "committed" : "released" },
  ]);
});

test("ten proposals at once never reserve more than the year's budget, and what fits fits", async () => {
  const { member, cfo } = await company("budget");
  const replies = await times(10, (index) => propose(member, cfo, { purpose: `Purpose ${index}` }));
  expect(tally(replies)).toEqual({ 200: 10 });
  expect(await ledger(member)).toEqual({ reserved: 5 * 85_000, asked: 5 * 85_000, count: 10 });
  const { limits } = await member.call(listPolicies);
  expect(limits.find((limit) => limit.agentId === cfo)).toMatchObject({ yearBudget: 500_000, reserved: 425_000 });
  const decisions = replies.map((reply) => reply.json as Decision);
  const overYear = decisions.filter((each) => each.authorization.limits.some(({ name }) => name === "Year budget"));
  expect(overYear).toHaveLength(5);
  expect(decisions.map((each) => each.number).sort((one, two) => one - two)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("what is split into ten parts of one purpose is summed before it is held against the limit", async () => {
  const { member, cfo } = await company("split");
  const part = { investment: 20_000, projectedReturn: 40_000, payback: 10, purpose: "One machine" };
  const replies = await times(10, (index) => propose(member, cfo, { ...part, subject: `Part ${index}` }));
  expect(tally(replies)).toEqual({ 200: 10 });
  const requested = replies
    .map((reply) => (reply.json as Decision).authorization.limits.find(({ name }) => name === "Limit per decision"))
    .map((limit) => limit?.requested ?? 0)
    .sort((one, two) => one - two);
  // The first two keep within 50,000; every later one is over it by all that came before.
  expect(requested).toEqual([0, 0, 60_000, 80_000, 100_000, 120_000, 140_000, 160_000, 180_000, 200_000]);
  expect(await ledger(member)).toEqual({ reserved: 200_000, asked: 0, count: 10 });
});

test("the same proposal sent ten times at once is one decision", async () => {
  const { member, cfo } = await company("double");
  const replies = await times(10, () => propose(member, cfo, {}));
  expect(tally(replies)).toEqual({ 200: 10 });
  expect(new Set(replies.map((reply) => (reply.json as Decision).id)).size).toBe(1);
  expect(await ledger(member)).toMatchObject({ count: 1, reserved: 85_000 });
});

test("of eight sign-ups with one name, written differently, one wins", async () => {
  const name = `Same-${process.pid}-${Date.now()}`;
  const spellings = [name, name.toUpperCase(), name.toLowerCase(), ` ${name} `];
  const replies = await times(8, (index) =>
    world.client().send("POST", "/api/register", {
      body: {
        username: spellings[index % spellings.length],
        email: `${name}-${index}@example.com`,
        companyName: "Same",
        password: "a long password",
      },
    }),
  );
  expect(tally(replies)).toEqual({ 200: 1, 409: 7 });
  const losers = replies.filter((reply) => reply.status === 409).map((reply) => reply.text);
  expect(new Set(losers)).toEqual(new Set(["This username is already taken"]));
  expect(await world.asOwner("SELECT 1 FROM users WHERE username_key = $1", [name.toLowerCase()])).toHaveLength(1);
  expect(await world.asOwner("SELECT 1 FROM companies WHERE name = 'Same'")).toHaveLength(1);
});

test("setting up the workforce ten times at once, in any order, makes one agent per role", async () => {
  const { member } = await company("setup");
  const roles = ["CEO", "CFO", "CTO", "CMO", "Sales", "Operations", "Legal"] as const;
  const turned = (by: number) => roles.map((_, index) => roles[(index + by) % roles.length] ?? "CEO");
  const outcomes = await times(10, (index) =>
    hire(member, ...(index % 2 ? turned(index) : turned(index).toReversed())),
  );
  for (const agents of outcomes) expect(agents).toHaveLength(roles.length);
  const rows = await world.asOwner<{ role: string; agents: number }>(
    "SELECT role, count(*)::int AS agents FROM agents WHERE company_id = $1 GROUP BY role",
    [member.user.companyId],
  );
  expect(rows.map((row) => row.role).sort()).toEqual([...roles].sort());
  expect(rows.every((row) => row.agents === 1)).toBe(true);
});

test("of ten completions of one task at once one succeeds", async () => {
  const { member } = await company("tasks");
  const { id } = await member.call(createTask, { body: { title: "Once" } });
  const replies = await times(10, () => member.send("PUT", `/api/tasks/${id}`, { body: { status: "completed" } }));
  expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
  const lines = await world.asOwner("SELECT 1 FROM journal WHERE resource_id = $1 AND action = 'task.updated'", [id]);
  expect(lines).toHaveLength(1);
});

describe("calls that touch the same rows in a different order never fail each other", () => {
  test.for([1, 2, 3])("round %i", async (round) => {
    const { member, cfo } = await company(`mixed${round}`);
    const waiting = (await times(4, (index) => propose(member, cfo, { purpose: `Before ${index}` }))).map(
      (reply) => (reply.json as Decision).id,
    );
    const body = { approved: true };
    const calls = await Promise.all([
      ...waiting.map((id) => member.send("POST", `/api/decisions/${id}/approve`, { body })),
      times(4, (index) => propose(member, cfo, { purpose: `During ${index}` })),
      times(4, () => member.send("POST", "/api/tasks", { body: { title: "During", assignedAgentId: cfo } })),
      hire(member, "Operations", "CFO", "CEO").then(() => []),
      times(2, (index) => {
        const autonomyLevel = index === 0 ? "execute" : "propose";
        return member.send("PUT", setAutonomy.path.replace(":id", cfo), { body: { autonomyLevel } });
      }),
      times(2, () => member.send("POST", "/api/company/reset-data", {})),
      times(2, () => member.send("POST", "/api/company/initialize-agents", {})),
    ]);
    const statuses = Object.keys(tally(calls.flat())).map(Number);
    expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
    const [broken] = await world.asOwner<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM tasks t WHERE t.company_id = $1 AND t.assigned_agent_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM agents a WHERE a.company_id = t.company_id AND a.id = t.assigned_agent_id)`,
      [member.user.companyId],
    );
    expect(broken?.rows).toBe(0);
  });
});
