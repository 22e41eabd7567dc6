import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { login, setLocale } from "#features/accounts/contract.ts";
import { listAgents } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { getDecision, listDecisions, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { listResets, undoReset } from "#features/setup/reset/contract.ts";
import { createTask, listTasks, updateTask } from "#features/tasks/contract.ts";
import { changed, checksum } from "../checksum.ts";
import { faultsOf } from "../refusals.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type Reply, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  // Without jobs: what comes into memory or is scored by the clock would change tables in between.
  world = await openWorld({ ROLE: "web" });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => world?.close());

const day = 86_400_000;
const hour = 3_600_000;

/** Stops the product's clock at a moment; the database's goes on. */
const stopAt = (moment: number) => vi.useFakeTimers({ toFake: ["Date"], now: moment });
const signInAgain = (member: Member) =>
  member.call(login, { body: { username: member.username, password: member.password } });
const undo = (member: Pick<Member, "send">, body?: object): Promise<Reply> =>
  member.send("POST", "/api/company/undo-reset", { body });

const propose = (member: Member, agentId: string, context: object = {}) =>
  member.call(makeDecision, {
    body: { agentId, ...testContexts.CFO, context: { ...testContexts.CFO.context, ...context } },
  });

/** A company with decisions in every state, a forecast that came true, and tasks that were worked on. */
async function company(name: string): Promise<{ member: Member; cfo: string; pending: string; tasks: string[] }> {
  const member = await world.member(name);
  const team = await hire(member, "CEO", "CFO", "Sales", "Operations");
  const cfo = team.find((agent) => agent.role === "CFO")?.id ?? "";
  const approved = await propose(member, cfo, { subject: "A van" });
  const rejected = await propose(member, cfo, { subject: "A boat" });
  const { id: pending } = await propose(member, cfo, { subject: "A plane" });
  await member.call(settleDecision, { params: { id: approved.id }, body: { approved: true, probability: 0.7 } });
  await member.call(settleDecision, { params: { id: rejected.id }, body: { approved: false, reason: "We float" } });
  await world.asOwner(
    `UPDATE forecasts SET held = true, resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE decision_id = $1`,
    [approved.id, member.user.id],
  );
  await member.call(createTask, { body: { title: "By hand", assignedAgentId: cfo } });
  const tasks = (await member.call(listTasks)).map((task) => task.id);
  await member.call(updateTask, { params: { id: tasks[0] ?? "" }, body: { status: "completed" } });
  return { member, cfo, pending, tasks };
}

/** Everything the browser shows of a company. */
async function everything(member: Member): Promise<unknown[]> {
  const decisions = await member.call(listDecisions);
  const pages = await Promise.all(decisions.map(({ id }) => member.call(getDecision, { params: { id } })));
  return [
    decisions,
    pages,
    await member.call(getDashboard),
    await member.call(listAgents),
    await member.call(listTasks),
    await member.call(listCommunications),
    await member.call(listPolicies),
  ];
}

const kept = async ({ user }: Member): Promise<number> =>
  (await world.asOwner("SELECT 1 FROM kept_rows WHERE company_id = $1", [user.companyId])).length;

test("what a reset deletes is kept, and comes back as it was in every table and on every screen", async () => {
  const { member } = await company("whole");
  const sum = () => checksum(world, member.user.companyId);
  const [before, seen] = [await sum(), await everything(member)];
  for (const table of ["agents", "decisions", "forecasts", "exposures", "communications", "tasks", "grants"])
    expect([table, Number.parseInt(before[table] ?? "", 10)]).toEqual([table, expect.toSatisfy((rows) => rows > 1)]);

  const { resetItems } = await member.call(resetData);
  expect(resetItems).toMatchObject({ agents: 4, decisions: 3 });
  const gone = await sum();
  expect(changed(before, gone)).toEqual(
    expect.arrayContaining(["agents", "communications", "decisions", "exposures", "forecasts", "kept_rows", "tasks"]),
  );
  for (const table of ["agents", "communications", "decisions", "exposures", "forecasts"])
    expect([table, gone[table]]).toEqual([table, "0 "]);
  const [reset] = await member.call(listResets);
  expect(reset).toMatchObject({ ...resetItems, tasks: 4 });
  expect(Date.parse(reset?.keptUntil ?? "") - Date.parse(reset?.resetAt ?? "")).toBe(day);

  expect(await member.call(undoReset)).toEqual({ undoneItems: { ...resetItems, tasks: 4 } });
  const after = await sum();
  expect(changed(before, after)).toEqual(["journal", "journal_heads", "resets", "jobs"]);
  // The one job more is the reset's own, which removes what is left of it after 24 hours.
  expect(Number(after["jobs"]) - Number(before["jobs"])).toBe(1);
  expect(after["kept_rows"]).toBe("0 ");
  expect(await everything(member)).toEqual(seen);
  expect(await member.call(listResets)).toEqual([]);
  const [line] = await world.asOwner(
    "SELECT action, actor_kind, actor_id, severity, compliance_relevant, details FROM journal WHERE company_id = $1 ORDER BY seq DESC LIMIT 1",
    [member.user.companyId],
  );
  expect(line).toEqual({
    action: "company.reset_undone",
    actor_kind: "user",
    actor_id: member.user.id,
    severity: "warning",
    compliance_relevant: true,
    details: { ...resetItems, tasks: 4, resetAt: reset?.resetAt },
  });
});

test("the company works on where it stopped: what was pending is approved, the next decision has the next number", async () => {
  const { member, cfo, pending } = await company("onwards");
  await member.call(resetData);
  await member.call(undoReset);
  const approved = await member.call(settleDecision, { params: { id: pending }, body: { approved: true } });
  expect(approved.status).toBe("approved");
  expect((await propose(member, cfo, { subject: "A tram" })).number).toBe(4);
  const states = await world.asOwner("SELECT state FROM exposures WHERE company_id = $1 ORDER BY created_at", [
    member.user.companyId,
  ]);
  expect(states.map(({ state }) => state)).toEqual(["committed", "released", "committed", "reserved"]);
});

test("what people did with a task since the reset stands", async () => {
  const { member, cfo, tasks } = await company("task");
  const id = tasks[1] ?? "";
  await member.call(resetData);
  await member.call(updateTask, { params: { id }, body: { status: "cancelled" } });
  const own = await member.call(createTask, { body: { title: "Since" } });
  await member.call(undoReset);
  const after = await member.call(listTasks);
  expect(after.find((task) => task.id === id)).toMatchObject({
    status: "cancelled",
    assignedAgentId: expect.any(String),
  });
  expect(after.find((task) => task.id === own.id)).toMatchObject({ assignedAgentId: null, decisionId: null });
  expect(after.find((task) => task.title === "By hand")?.assignedAgentId).toBe(cfo);
});

test("without a reset, or after an undone one, there is nothing to undo, in words", async () => {
  const member = await world.member("nothing");
  const refusals = async (body?: object) => {
    const before = await checksum(world, member.user.companyId);
    const reply = await undo(member, body);
    expect(faultsOf(reply)).toEqual([]);
    expect(changed(before, await checksum(world, member.user.companyId))).toEqual([]);
    return [reply.status, reply.text];
  };
  const none = [409, "There is no reset to undo. Resets can be undone for 24 hours."];
  expect(await refusals()).toEqual(none);
  // A reset that found nothing keeps nothing.
  await member.call(resetData);
  expect(await refusals({})).toEqual(none);
  await hire(member, "CEO");
  await member.call(resetData);
  const [reset] = await member.call(listResets);
  await member.call(undoReset);
  expect(await refusals()).toEqual([409, "This reset was already undone."]);
  expect(await refusals({ id: reset?.id })).toEqual([409, "This reset was already undone."]);
});

test("a company that was set up anew is reset again first; then the earlier reset can be undone, by its id", async () => {
  const { member, cfo } = await company("anew");
  const before = await checksum(world, member.user.companyId);
  await member.call(resetData);
  const [newCfo] = await hire(member, "CFO");
  await propose(member, newCfo?.id ?? "");
  const reply = await undo(member);
  expect([reply.status, reply.text]).toEqual([
    409,
    "The company already has 1 agent and 1 decision. Reset the data again, then undo this earlier reset.",
  ]);
  expect((await member.call(listAgents)).map(({ id }) => id)).toEqual([newCfo?.id]);
  await member.call(resetData);
  const [newer, older] = await member.call(listResets);
  expect([newer?.agents, older?.agents]).toEqual([1, 4]);
  await member.call(undoReset, { body: { id: older?.id } });
  expect((await member.call(listAgents)).map(({ id }) => id)).toContain(cfo);
  const after = await checksum(world, member.user.companyId);
  for (const table of ["agents", "decisions", "forecasts", "exposures", "communications", "tasks"])
    expect([table, after[table]]).toEqual([table, before[table]]);
  expect((await undo(member, { id: newer?.id })).text).toMatch(/^The company already has 4 agents and 3/);
});

test("what is no id of a reset is refused in words", async () => {
  const member = await world.member();
  const reply = await undo(member, { id: "nonsense" });
  expect([reply.status, reply.text]).toEqual([400, "Send a reset's id"]);
});

test("decisions do not come back into another currency", async () => {
  const { member } = await company("currency");
  await member.call(resetData);
  await member.call(setLocale, { body: { currency: "EUR", timeZone: "Europe/London" } });
  const reply = await undo(member);
  expect([reply.status, reply.text]).toEqual([
    409,
    "These decisions are in USD, but the company now uses EUR. Change the currency back first.",
  ]);
  await member.call(setLocale, { body: { currency: "USD", timeZone: "Europe/London" } });
  expect((await undo(member)).status).toBe(200);
});

test("another company sees nothing of a reset and cannot undo it, nor can somebody who is no admin", async () => {
  const { member } = await company("mine");
  const stranger = await world.member("stranger");
  await hire(stranger, "Legal");
  await member.call(resetData);
  const [reset] = await member.call(listResets);
  const before = await checksum(world);
  expect(await stranger.call(listResets)).toEqual([]);
  const foreign = await undo(stranger, { id: reset?.id });
  expect([foreign.status, foreign.text]).toEqual([404, "Not found"]);
  expect((await undo(stranger)).text).toMatch(/^There is no reset to undo/);
  expect(changed(before, await checksum(world))).toEqual([]);
  const approver = await colleague(world, member, "approver");
  expect(await approver.call(listResets)).toHaveLength(1);
  const reply = await undo(approver);
  expect([reply.status, reply.text]).toEqual([403, "Only an admin may do this"]);
  expect(await kept(member)).toBeGreaterThan(0);
  expect((await undo(member, { id: reset?.id })).status).toBe(200);
});

test("of ten undos at once one brings the rows back, the others are told", async () => {
  const { member } = await company("race");
  await member.call(resetData);
  const [reset] = await member.call(listResets);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => undo(member, index % 2 ? { id: reset?.id } : undefined)),
  );
  expect(replies.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  expect(replies.flatMap(({ status, text }) => (status === 409 ? [text] : []))).toEqual(
    Array.from({ length: 9 }, () => "This reset was already undone."),
  );
  expect((await journalOf(world, member)).filter((action) => action === "company.reset_undone")).toHaveLength(1);
  expect(await member.call(listAgents)).toHaveLength(4);
});

test("rows that the database refuses leave everything kept, in words, until nothing is in their way", async () => {
  const { member } = await company("broken");
  const [row] = await world.asOwner("SELECT * FROM exposures WHERE company_id = $1 LIMIT 1", [member.user.companyId]);
  await member.call(resetData);
  const resetAt = Date.now();
  await world.asOwner("ALTER TABLE exposures ADD CONSTRAINT in_the_way CHECK (false) NOT VALID");
  const before = await checksum(world, member.user.companyId);
  stopAt(resetAt + 23 * hour);
  await signInAgain(member);
  const reply = await undo(member);
  expect([reply.status, reply.text]).toEqual([
    409,
    expect.stringMatching(/the database refuses its exposures.*kept until/),
  ]);
  const after = await checksum(world, member.user.companyId);
  expect(
    changed(before, after).filter((table) => !["sessions", "users", "journal", "journal_heads"].includes(table)),
  ).toEqual(["resets"]);
  // It stays for a day from then on.
  expect(Date.parse((await member.call(listResets))[0]?.keptUntil ?? "")).toBeGreaterThan(resetAt + 46 * hour);
  await world.asOwner("ALTER TABLE exposures DROP CONSTRAINT in_the_way");
  expect((await undo(member)).status).toBe(200);
  expect(await world.asOwner("SELECT * FROM exposures WHERE id = $1", [row?.["id"]])).toEqual([row]);
});

test("a reset can be undone until 24 hours have passed, to the millisecond", async () => {
  const resetAt = Date.now();
  const [late, timely] = [await company("late"), await company("timely")];
  stopAt(resetAt);
  for (const { member } of [late, timely]) await member.call(resetData);
  for (const [{ member }, moment, status] of [
    [timely, resetAt + day - 1, 200],
    [late, resetAt + day, 409],
  ] as const) {
    vi.setSystemTime(moment);
    await signInAgain(member);
    expect(await member.call(listResets)).toHaveLength(status === 200 ? 1 : 0);
    const reply = await undo(member);
    expect([reply.status, status === 200 || reply.text]).toEqual([
      status,
      status === 200 || "This reset can no longer be undone: 24 hours have passed.",
    ]);
  }
});

const jobsOf = ({ user }: Member, name: string) =>
  world.asOwner<{ waiting: boolean }>(
    "SELECT state IN ('created', 'retry', 'active') AS waiting FROM pgboss.job WHERE name = $1 AND data->>'company' = $2",
    [name, user.companyId],
  );

describe("by the clock", () => {
  let quiet: World;
  beforeAll(async () => {
    quiet = world;
    world = await openWorld();
  });
  afterAll(async () => {
    await world.close();
    world = quiet;
  });

  test("after 24 hours what was kept is removed for good, not before, and the journal says so", async () => {
    const { member } = await company("forgotten");
    const resetAt = Date.now();
    stopAt(resetAt);
    await member.call(resetData);
    const [reset] = await member.call(listResets);
    const runNow = () =>
      world.asOwner(
        "UPDATE pgboss.job SET start_after = now() WHERE name = 'reset-forget' AND state = 'created' AND data->>'company' = $1",
        [member.user.companyId],
      );
    // Too early by this clock, whatever the database's says: the job queues itself again.
    await runNow();
    await expect.poll(() => jobsOf(member, "reset-forget")).toHaveLength(2);
    expect(await kept(member)).toBeGreaterThan(0);
    vi.setSystemTime(resetAt + day);
    await runNow();
    await expect.poll(() => kept(member)).toBe(0);
    expect(await world.asOwner("SELECT 1 FROM resets WHERE id = $1", [reset?.id])).toEqual([]);
    expect((await journalOf(world, member)).at(-1)).toBe("company.reset_forgotten");
    await signInAgain(member);
    expect((await undo(member)).text).toBe("There is no reset to undo. Resets can be undone for 24 hours.");
    expect((await undo(member, { id: reset?.id })).status).toBe(404);
  });

  test("a decision whose seven days ended while it was away is closed as expired as soon as it is back", async () => {
    const real = Date.now();
    // Proposed a week and an hour ago, taken away two hours ago, back today.
    stopAt(real - 7 * day - hour);
    const { member, pending } = await company("expired");
    vi.setSystemTime(real - 2 * hour);
    await signInAgain(member);
    await member.call(resetData);
    vi.useRealTimers();
    // Its job comes while it is away, finds nothing and is done.
    await expect
      .poll(async () => (await jobsOf(member, "decision-expiry")).filter(({ waiting }) => waiting))
      .toEqual([]);
    await signInAgain(member);
    await member.call(undoReset);
    const state = async () => (await member.call(getDecision, { params: { id: pending } })).decision;
    await expect.poll(async () => (await state()).closedReason).toBe("expired");
    const ledger = await world.asOwner("SELECT state FROM exposures WHERE decision_id = $1", [pending]);
    expect(ledger).toEqual([{ state: "released" }]);
  });
});
