import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy, setStatus } from "#features/agents/contract.ts";
import { changePolicy } from "#features/authority/contract.ts";
import { getDecision, makeDecision, settleDecision, undoDecision } from "#features/decisions/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { initializeOversight, stopOversight } from "#features/oversight/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { type Client, hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

/** What an agent with the level execute may decide alone: approved by the policy, held, undone, and held by a stop. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
});
afterAll(() => world?.close());

/** A company with oversight on whose CFO executes. */
async function executing(): Promise<{
  member: Member;
  cfo: string;
  propose: (investment?: number) => Promise<string>;
}> {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const id = cfo?.id ?? "";
  const { updatedAt } = await member.call(getExecutive, { params: { id } });
  await member.call(editExecutive, { params: { id }, body: { updatedAt, decisionAuthority: "high" } });
  await member.call(setAutonomy, { params: { id }, body: { autonomyLevel: "execute" } });
  await member.call(initializeOversight);
  const propose = async (investment = 10_000) => {
    const context = { ...testContexts.CFO.context, investment };
    const body = { agentId: id, decisionType: testContexts.CFO.decisionType, context };
    return (await member.call(makeDecision, { body })).id;
  };
  return { member, cfo: id, propose };
}

const decisionOf = async (member: Member, id: string) => (await member.call(getDecision, { params: { id } })).decision;
/** Moves the clock past the 2 minutes. */
async function release(id: string): Promise<void> {
  await world.asOwner("UPDATE decisions SET undo_until = now() - interval '1 second' WHERE id = $1", [id]);
  await world.asOwner(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'decision-release' AND data->'input'->>'decisionId' = $1",
    [id],
  );
}
const tasksOf = async (member: Member) => (await member.call(listTasks, { query: {} })).length;

test("within its limits the policy approves, with 2 minutes to undo, under a grant of its own", async () => {
  const { member, propose } = await executing();
  const id = await propose();
  const approved = await decisionOf(member, id);
  expect(approved).toMatchObject({ status: "approved", approvedBy: "policy", requiresApproval: false });
  expect(Date.parse(approved.undoUntil ?? "") - Date.now()).toBeGreaterThan(100_000);
  expect(await tasksOf(member)).toBe(0);
  const { items } = await member.call(getFeed);
  expect(JSON.stringify(items)).toContain("By policy, within the agent's limits");
  await release(id);
  await expect.poll(() => tasksOf(member), { timeout: 90_000 }).toBeGreaterThan(0);
  expect(
    await world.asOwner(
      "SELECT granted_by, answer->>'verdict' AS verdict FROM grants WHERE decision_id = $1 AND effect = 'approval'",
      [id],
    ),
  ).toEqual([{ granted_by: "policy", verdict: "allow" }]);
  expect(await world.asOwner("SELECT state FROM exposures WHERE decision_id = $1", [id])).toEqual([
    { state: "committed" },
  ]);
});

test("above its limits, and for a test, nothing changes", async () => {
  const { member, propose } = await executing();
  expect(await decisionOf(member, await propose(90_000))).toMatchObject({ status: "pending", approvedBy: null });
});

test("within its limit but above its share of it, a person decides, and the share is named", async () => {
  const { member, propose } = await executing();
  const careful = await decisionOf(member, await propose(40_000));
  expect(careful).toMatchObject({ status: "pending", approvedBy: null });
  expect(careful.authorization).toMatchObject({
    bound: "Risk tolerance",
    reasons: ["$40,000 exceeds the $37,500 Marcus may decide alone (risk tolerance 50: 75% of $50,000)"],
  });
});

test("an approver undoes it; then a person decides", async () => {
  const { member, propose } = await executing();
  const id = await propose();
  const outsider = await colleague(world, member, "member");
  expect((await outsider.send("POST", `/api/decisions/${id}/undo`)).status).toBe(403);
  const told = async (client: Client) =>
    (await client.call(listNotifications, { query: {} })).items.filter(({ kind }) => kind === "approval");
  // Whoever joins before a notice is sent gets it too.
  await expect.poll(async () => (await told(member)).length, { timeout: 60_000 }).toBe(1);
  const approver = await colleague(world, member, "approver");
  const second = await propose(11_000);
  await expect.poll(async () => (await told(approver)).length, { timeout: 60_000 }).toBe(1);
  const [notice] = await told(approver);
  expect(notice).toMatchObject({ href: `/decisions/${second}`, read: false });
  expect(notice?.title).toMatch(/^Approved by policy: /);
  expect(notice?.detail).toContain("You can undo it for 2 minutes.");
  expect(await told(outsider)).toEqual([]);
  await approver.call(undoDecision, { params: { id: second } });
  await expect.poll(async () => (await told(approver))[0]?.read, { timeout: 60_000 }).toBe(true);
  await approver.call(undoDecision, { params: { id } });
  const undone = await decisionOf(member, id);
  expect(undone).toMatchObject({ status: "pending", requiresApproval: true });
  expect(undone.authorization).toMatchObject({
    verdict: "ask",
    bound: "Oversight",
    reasons: ["A person undid the policy's approval"],
  });
  await approver.call(settleDecision, { params: { id }, body: { approved: true } });
  expect(await decisionOf(member, id)).toMatchObject({ status: "approved", approvedBy: approver.username });
});

test("a stop makes it pending again before its effects, and execute reads as propose", async () => {
  const { member, propose } = await executing();
  const id = await propose();
  await member.call(stopOversight);
  expect(await decisionOf(member, id)).toMatchObject({ status: "pending", undoUntil: null });
  expect(await journalOf(world, member)).toContain("decision.undone");
  const next = await decisionOf(member, await propose(11_000));
  expect(next).toMatchObject({ status: "pending", authorization: { verdict: "ask", bound: "Oversight" } });
  // Initialized again, what was held is still for a person.
  await member.call(initializeOversight);
  expect((await decisionOf(member, id)).status).toBe("pending");
  expect(await tasksOf(member)).toBe(0);
});

test("paused or limited within the 2 minutes, what it approved is for a person", async () => {
  const edit = (change: { budgetLimit?: number; decisionAuthority?: "low" }) => async (member: Member, id: string) => {
    const { updatedAt } = await member.call(getExecutive, { params: { id } });
    await member.call(editExecutive, { params: { id }, body: { updatedAt, ...change } });
  };
  const changes: [string, (member: Member, id: string) => Promise<unknown>][] = [
    ["Marcus is paused", (member, id) => member.call(setStatus, { params: { id }, body: { status: "paused" } })],
    [
      "may only propose",
      (member, id) => member.call(setAutonomy, { params: { id }, body: { autonomyLevel: "propose" } }),
    ],
    [
      "$1,000 per decision",
      (member) =>
        member.call(changePolicy, { params: { role: "CFO" }, body: { perDecision: 1_000, discountPercent: null } }),
    ],
    ["year budget", edit({ budgetLimit: 5_000 })],
    ["low authority", edit({ decisionAuthority: "low" })],
  ];
  for (const [reason, change] of changes) {
    const { member, cfo, propose } = await executing();
    const id = await propose();
    await change(member, cfo);
    const { status, undoUntil, requiresApproval, authorization } = await decisionOf(member, id);
    expect([status, undoUntil, requiresApproval, authorization.verdict]).toEqual(["pending", null, true, "ask"]);
    expect(authorization.reasons.join()).toContain(reason);
  }
});

test("its effects look at the agent again; what it asked for later does not count", async () => {
  const { member, cfo, propose } = await executing();
  const id = await propose();
  await world.asOwner("UPDATE agents SET status = 'paused' WHERE id = $1", [cfo]);
  await release(id);
  await expect.poll(async () => (await decisionOf(member, id)).status, { timeout: 90_000 }).toBe("pending");
  expect(await tasksOf(member)).toBe(0);
  const other = await executing();
  const first = await other.propose();
  expect(await decisionOf(other.member, await other.propose(45_000))).toMatchObject({ status: "pending" });
  await release(first);
  await expect.poll(() => tasksOf(other.member), { timeout: 90_000 }).toBeGreaterThan(0);
});

test("an approval of an older hold epoch never takes effect by itself", async () => {
  const { member, propose } = await executing();
  const id = await propose();
  await world.asOwner("UPDATE authority_states SET hold_epoch = hold_epoch + 1 WHERE company_id = $1", [
    member.user.companyId,
  ]);
  await release(id);
  await expect.poll(async () => (await decisionOf(member, id)).status, { timeout: 90_000 }).toBe("pending");
  expect(await tasksOf(member)).toBe(0);
});
