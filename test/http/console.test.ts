import { afterAll, beforeAll, expect, test } from "vitest";
import { getDecision } from "#features/decisions/contract.ts";
import { getLedgerSummary, listLedger } from "#features/decisions/ledger/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { listInitiatives, updateInitiative } from "#features/initiatives/contract.ts";
import { countNotifications } from "#features/notifications/contract.ts";
import {
  acceptPlan,
  discardPlan,
  dropItem,
  executeCommand,
  getPlan,
  listPlans,
  type Plan,
  undoPlan,
} from "#features/plans/contract.ts";
import { playbooks } from "#features/plans/playbooks/all.ts";
import { jobContext } from "#features/accounts/service.ts";
import { addRecord } from "#features/records/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { getTask, listTasks, updateTask } from "#features/tasks/contract.ts";
import { closeByAgent } from "#features/tasks/service.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { settleDecision } from "#features/decisions/contract.ts";
import { outside } from "../commands.ts";
import { putCopies, toTheMicrosecond } from "../copies.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
let owner: Member;
const roles = ["CEO", "CFO", "CTO", "CMO", "Sales", "Customer Success", "Operations", "Legal"] as const;

beforeAll(async () => {
  world = await openWorld({ EMBEDDER: "sentences" });
  owner = await world.member("owner");
  await hire(owner, ...roles);
  await owner.call(addSamples);
});
afterAll(() => world?.close());

const execute = (prompt: string, by: Member = owner) => by.call(executeCommand, { body: { prompt } });
const send = (by: Member, prompt: unknown) => by.send("POST", "/api/console/execute", { body: { prompt } });
const of = (plan: Plan) => ({ params: { id: plan.id } });
const decisionOf = async (by: Member, id: string | null | undefined) =>
  (await by.call(getDecision, { params: { id: id ?? "" } })).decision;
/** A company of its own, so that no task is linked. */
async function company(...hired: readonly (typeof roles)[number][]): Promise<Member> {
  const member = await world.member();
  await hire(member, ...(hired.length > 0 ? hired : roles));
  await member.call(addSamples);
  return member;
}

test("a command has at least 10 characters and is words", async () => {
  for (const prompt of ["", "   short    ", "123456789"]) {
    const refused = await send(owner, prompt);
    expect(refused).toMatchObject({
      status: 400,
      text: expect.stringContaining("Command must be at least 10 characters"),
    });
  }
  for (const prompt of [null, 7, ["Launch a product"], { a: 1 }, "x".repeat(2_001), "Launch a product\u0000"])
    expect((await send(owner, prompt)).status, JSON.stringify(prompt)).toBe(400);
});

test("a plan needs an active agent", async () => {
  const alone = await world.member();
  expect(await send(alone, "Collect everything that is overdue")).toMatchObject({
    status: 409,
    text: "No agent is active. Add agents on the dashboard first.",
  });
});

test("a viewer cannot send a command; the refusal says who can", async () => {
  const viewer = await colleague(world, owner, "viewer");
  const refused = await send(viewer, "Collect everything that is overdue");
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("member");
  expect((await viewer.call(listPlans)).examples).toHaveLength(5);
});

test("a command becomes a plan that names the company's own rows", async () => {
  const plan = await execute("Collect everything that is overdue before Christmas");
  expect(plan).toMatchObject({ status: "proposed", engine: "rules", cost: { state: "zero" } });
  expect(plan.tasks.length).toBeGreaterThanOrEqual(3);
  expect(plan.tasks.length).toBeLessThanOrEqual(5);
  expect(plan.summary).toMatch(/is overdue on \d+ invoices/);
  expect(plan.evidence.length).toBeGreaterThan(0);
  // Tasks are rows at once: pending, assigned, due, and held until the plan is accepted.
  for (const { id, title } of plan.tasks) {
    const task = await owner.call(getTask, { params: { id } });
    expect(task).toMatchObject({ title, status: "pending", metadata: { type: "plan", planId: plan.id } });
    expect(task.metadata["awaitsPlan"]).toBe(plan.id);
    expect(task.dueDate).not.toBeNull();
    expect(task.assignedAgent).not.toBeNull();
  }
  const listed = await owner.call(listInitiatives);
  expect(listed.find(({ id }) => id === plan.initiatives[0]?.id)).toMatchObject({ status: "pending", progress: "0" });
  const feed = await owner.call(getFeed, {});
  expect(feed.items.find(({ href }) => href === `/console?plan=${plan.id}`)?.title).toBe(
    "Plan: Collect everything that is overdue before Christmas",
  );
});

test("the same command within two minutes gives the same plan, also sent twice at once", async () => {
  const member = await company();
  const [one, two] = await Promise.all([
    execute("Resolve the open incidents", member),
    execute("resolve  the open INCIDENTS", member),
  ]);
  const three = await execute("Resolve the open incidents", member);
  expect([two.id, three.id]).toEqual([one.id, one.id]);
  const tasks = await member.call(listTasks, {});
  expect(tasks.filter(({ metadata }) => metadata["planId"] === one.id)).toHaveLength(one.tasks.length);
  await world.asOwner("UPDATE plans SET created_at = created_at - interval '3 minutes' WHERE id = $1", [one.id]);
  const later = await execute("Resolve the open incidents", member);
  expect(later.id).not.toBe(one.id);
  // Near-duplicates of open tasks and initiatives are linked, not created.
  expect(later.tasks.every(({ isLinked }) => isLinked)).toBe(true);
  expect(later.tasks.map(({ id }) => id).toSorted()).toEqual(one.tasks.map(({ id }) => id).toSorted());
  expect(later.initiatives[0]).toMatchObject({ id: one.initiatives[0]?.id, isLinked: true });
});

test("the same command in two companies gives two plans", async () => {
  const small = await world.member();
  await hire(small, "CEO");
  const fields = {
    direction: "receivable",
    status: "open",
    issuedOn: "2026-01-01",
    dueOn: "2026-02-01",
    currency: "USD",
  };
  for (const [number, customerName, amount] of [
    ["A-1", "Zebra Zoo", 900],
    ["A-2", "Yak Yard", 300],
    ["A-3", "Zebra Zoo", 100],
  ] as const)
    await small.call(addRecord, {
      body: { kind: "invoices", source: "manual", fields: { ...fields, number, customerName, amount } } as never,
    });
  const plan = await execute("Collect everything that is overdue", small);
  // By hand: 900 + 300 + 100 = 1,300 overdue on 3 invoices; Zebra Zoo owes 1,000, 76.9% of it.
  expect(plan.summary).toMatch(/^\$1,300 is overdue on 3 invoices, 76\.9% of it \(\$1,000\) from Zebra Zoo\./);
  expect(plan.tasks.map(({ title }) => title)).toEqual(["Ask Zebra Zoo to pay $1,000", "Ask Yak Yard to pay $300"]);
  // The company has a CEO alone: every task is the CEO's.
  expect(new Set(plan.tasks.map(({ assignedAgent }) => assignedAgent?.role))).toEqual(new Set(["CEO"]));
  expect(plan.initiatives[0]?.title).toBe("Bring overdue invoices below $700");
  expect(plan.proposals).toEqual([]);
});

test("a playbook without its data gives no tasks and says what to import", async () => {
  const bare = await world.member();
  await hire(bare, "CEO");
  for (const {
    id,
    examples: [example = ""],
  } of playbooks) {
    const plan = await execute(example, bare);
    if (["launch", "hiring", "policy", "fundraising", "meeting", "account", "period"].includes(id)) continue;
    expect(plan.tasks, example).toEqual([]);
    expect(plan.status, example).toBe("empty");
    expect(plan.summary, example).toMatch(/\bno/i);
  }
});

test("commands outside all playbooks give no tasks and say so", async () => {
  const member = await company("CEO");
  const before = (await member.call(listTasks, {})).length;
  for (const prompt of outside) {
    const plan = await execute(prompt, member);
    expect(plan, prompt).toMatchObject({
      status: "empty",
      tasks: [],
      initiatives: [],
      proposals: [],
      recommendations: [],
    });
    expect(plan.summary, prompt).toContain("no tasks were created");
    expect(plan.examples.length, prompt).toBeGreaterThan(0);
  }
  expect((await member.call(listTasks, {})).length).toBe(before);
  expect((await member.call(listPlans)).plans).toEqual([]);
});

test("every plan is whole on the sample company on the sample company, within the limits", async () => {
  const member = await company();
  for (const {
    id,
    examples: [example = ""],
  } of playbooks) {
    const plan = await execute(example, member);
    // The sample company has no customer of that name, no bill that is due, and nobody who is ill.
    if (
      ["meeting", "account", "disputes", "bills", "ending", "services", "rows"].includes(id) &&
      plan.tasks.length === 0
    )
      continue;
    expect(plan.tasks.length, id).toBeGreaterThan(0);
    expect(plan.tasks.length, id).toBeLessThanOrEqual(5);
    expect(plan.initiatives.length, id).toBeLessThanOrEqual(2);
    expect(plan.recommendations.length, id).toBeLessThanOrEqual(5);
    for (const figure of plan.figures) expect(figure.source.href, `${id} ${figure.id}`).not.toBeNull();
    expect(plan.summary, id).not.toMatch(/unknown figure|undefined|null|NaN/);
    for (const { title, reason } of plan.tasks)
      expect(`${title} ${reason}`, id).not.toMatch(/undefined|null|NaN|unnamed/);
  }
});

test("a part is dropped and taken back with its task; linked tasks stay open", async () => {
  const member = await company();
  const plan = await execute("Keep the customers who are about to leave", member);
  const [first, second] = plan.tasks;
  const [initiative] = plan.initiatives;
  if (!first || !second || !initiative) throw new Error("The plan is too short.");
  const drop = (item: string, isDropped: boolean) =>
    member.call(dropItem, { params: { id: plan.id, item }, body: { isDropped } });
  expect((await drop(first.item, true)).tasks[0]).toMatchObject({ isDropped: true, status: "cancelled" });
  // Again changes nothing.
  expect((await drop(first.item, true)).tasks[0]).toMatchObject({ isDropped: true, status: "cancelled" });
  expect((await drop(first.item, false)).tasks[0]).toMatchObject({ isDropped: false, status: "pending" });
  await drop(first.item, true);
  expect((await drop(initiative.item, true)).initiatives[0]?.status).toBe("cancelled");
  const accepted = await member.call(acceptPlan, of(plan));
  expect(accepted.status).toBe("accepted");
  expect(accepted.tasks.map(({ status }) => status).slice(0, 2)).toEqual(["cancelled", "pending"]);
  expect(accepted.initiatives[0]?.status).toBe("cancelled");
  expect(
    await member.send("PUT", `/api/plans/${plan.id}/items/${second.item}`, { body: { isDropped: true } }),
  ).toMatchObject({
    status: 409,
    text: "This plan was already accepted",
  });
});

test("tasks and initiatives of a plan are edited; bad input changes nothing", async () => {
  const member = await company();
  const plan = await execute("Renew the contracts that end", member);
  const [task] = plan.tasks;
  const [initiative] = plan.initiatives;
  if (!task || !initiative) throw new Error("The plan is too short.");
  const change = { title: "  Another title ", priority: "low" as const, dueOn: "2030-01-31" };
  await member.call(updateTask, { params: { id: task.id }, body: change });
  await member.call(updateInitiative, {
    params: { id: initiative.id },
    body: { title: "Another goal", targetDate: null },
  });
  const after = await member.call(getPlan, of(plan));
  expect(after.tasks[0]).toMatchObject({
    title: "Another title",
    priority: "low",
    dueDate: "2030-01-31T23:59:59.000Z",
  });
  expect(after.initiatives[0]).toMatchObject({ title: "Another goal", targetDate: null });
  for (const body of [{ title: "  " }, { title: "x".repeat(256) }, { priority: "urgent" }, {}])
    expect((await member.send("PUT", `/api/tasks/${task.id}`, { body })).status, JSON.stringify(body)).toBe(400);
  for (const body of [{ title: "" }, { status: "pending" }, { targetDate: "2026-02-30" }, {}])
    expect((await member.send("PUT", `/api/initiatives/${initiative.id}`, { body })).status, JSON.stringify(body)).toBe(
      400,
    );
  expect(await member.send("PUT", `/api/initiatives/${initiative.id}`, { body: { status: "active" } })).toMatchObject({
    status: 409,
    text: expect.stringContaining("Accept the plan"),
  });
  expect((await member.call(getPlan, of(plan))).tasks[0]?.title).toBe("Another title");
});

test("accepting starts initiatives, frees the tasks and creates pending decisions; undo takes all of it back", async () => {
  const member = await company();
  const plan = await execute("Hire a support agent for $32,000 a year", member);
  expect(plan.proposals.map(({ decisionId }) => decisionId)).toEqual([null, null]);
  const accepted = await member.call(acceptPlan, of(plan));
  expect(accepted.initiatives[0]?.status).toBe("active");
  const decisions = await Promise.all(accepted.proposals.map(({ decisionId }) => decisionOf(member, decisionId)));
  expect(decisions.map(({ status }) => status)).toEqual(["pending", "pending"]);
  expect(decisions[0]).toMatchObject({ decisionType: "expense_approval" });
  expect(decisions[1]?.title).toContain("Publish the job advert: support agent");
  const [task] = accepted.tasks;
  expect((await member.call(getTask, { params: { id: task?.id ?? "" } })).metadata["awaitsPlan"]).toBeUndefined();
  expect(await member.send("POST", `/api/plans/${plan.id}/accept`)).toMatchObject({
    status: 409,
    text: "This plan was already accepted",
  });
  expect(accepted.undoFault).toBeNull();
  const unread = async () => (await member.call(countNotifications)).unread;
  await expect.poll(unread).toBe(2);

  const undone = await member.call(undoPlan, of(plan));
  expect(undone).toMatchObject({ status: "proposed", acceptedAt: null });
  expect(undone.initiatives[0]?.status).toBe("pending");
  expect(undone.proposals.map(({ decisionId }) => decisionId)).toEqual([null, null]);
  const withdrawn = await decisionOf(member, decisions[0]?.id);
  expect(withdrawn).toMatchObject({ status: "rejected", closedReason: "withdrawn" });
  // No person rejected them.
  await expect.poll(unread).toBe(0);
  const ledger = await member.call(listLedger, { query: { status: "withdrawn" } });
  expect(ledger.map(({ outcome }) => outcome)).toEqual(["withdrawn", "withdrawn"]);
  expect(await member.call(listLedger, { query: { status: "rejected" } })).toEqual([]);
  expect((await member.call(getLedgerSummary, { query: {} })).settled).toEqual({
    approved: 0,
    rejected: 0,
    expired: 0,
  });
  expect((await member.call(getTask, { params: { id: task?.id ?? "" } })).metadata["awaitsPlan"]).toBe(plan.id);
  // Accepted again, it proposes again.
  const again = await member.call(acceptPlan, of(plan));
  expect(again.proposals.every(({ decisionId }) => decisionId !== null)).toBe(true);

  // By a person: an agent might give it back in the meantime.
  await member.call(updateTask, {
    params: { id: task?.id ?? "" },
    body: { status: "in_progress", assignedUserId: member.user.id },
  });
  const refused = await member.send("POST", `/api/plans/${plan.id}/undo`);
  expect(refused).toMatchObject({
    status: 409,
    text: `"${task?.title}" was started already, so the plan cannot be undone`,
  });
  expect((await member.call(listPlans)).plans[0]).toMatchObject({ undoFault: refused.text, tasks: { started: 1 } });
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining([
      "plan.proposed",
      "plan.accepted",
      "plan.undone",
      "decision.withdrawn",
      "initiative.changed",
    ]),
  );
});

test("a decided proposal stands in the way of undoing", async () => {
  const member = await company();
  const plan = await execute("Launch a new product line by 1 March", member);
  const accepted = await member.call(acceptPlan, of(plan));
  const id = accepted.proposals[0]?.decisionId ?? "";
  await member.call(settleDecision, { params: { id }, body: { approved: true } });
  expect(await member.send("POST", `/api/plans/${plan.id}/undo`)).toMatchObject({
    status: 409,
    text: expect.stringMatching(/was decided already/),
  });
  // What publishes is a task only now that a person approved it.
  const published = async () =>
    (await member.call(listTasks, {})).filter(({ title }) => title === "Publish: product line").length;
  await expect.poll(published).toBe(1);
});

test("a discarded plan cancels its own pending tasks and leaves those a person completed", async () => {
  const member = await company();
  const plan = await execute("Raise prices by 5% from next quarter", member);
  const [first, second] = plan.tasks;
  await member.call(updateTask, { params: { id: first?.id ?? "" }, body: { status: "completed" } });
  const discarded = await member.call(discardPlan, of(plan));
  expect(discarded.status).toBe("discarded");
  expect(discarded.tasks.slice(0, 2).map(({ status }) => status)).toEqual(["completed", "cancelled"]);
  expect(discarded.initiatives[0]?.status).toBe("cancelled");
  // It can be restarted as any task.
  await member.call(updateTask, { params: { id: second?.id ?? "" }, body: { status: "pending" } });
  for (const verb of ["accept", "discard"])
    expect(await member.send("POST", `/api/plans/${plan.id}/${verb}`)).toMatchObject({
      status: 409,
      text: "This plan was discarded. Send the command again.",
    });
  // Discarded, the same command gives a new plan at once.
  expect((await execute("Raise prices by 5% from next quarter", member)).id).not.toBe(plan.id);
});

test("of accepting and discarding at once one wins", async () => {
  const member = await company();
  const plan = await execute("Audit our contracts and invoices", member);
  const answers = await Promise.all(
    ["accept", "discard", "accept", "discard"].map((verb) => member.send("POST", `/api/plans/${plan.id}/${verb}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
});

test("an unanswered plan expires after 7 days", async () => {
  const member = await company();
  const plan = await execute("Onboard our new customers", member);
  expect(Date.parse(plan.expiresAt) - Date.parse(plan.createdAt)).toBe(7 * 86_400_000);
  await world.asOwner("UPDATE plans SET expires_at = now() - interval '1 minute' WHERE id = $1", [plan.id]);
  expect(await member.send("POST", `/api/plans/${plan.id}/accept`)).toMatchObject({
    status: 409,
    text: "This plan has expired. Send the command again.",
  });
  await world.asOwner("UPDATE pgboss.job SET start_after = now() WHERE name = 'plan-expiry' AND data::text LIKE $1", [
    `%${plan.id}%`,
  ]);
  await expect.poll(async () => (await member.call(getPlan, of(plan))).status).toBe("expired");
  const tasks = (await member.call(getPlan, of(plan))).tasks;
  expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(["cancelled"]));
});

test("an agent leaves the tasks of a plan alone until it is accepted", async () => {
  const member = await company();
  const plan = await execute("Write a travel expenses policy", member);
  const [held] = plan.tasks;
  if (!held?.assignedAgent) throw new Error("The plan has no task of an agent.");
  const { id: agentId } = held.assignedAgent;
  const close = async () => {
    const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
    const result = { agentId, text: "Done.", answered: true, origin: "system" as const, grant: null };
    await write(ctx, (tx) => closeByAgent(tx, held.id, result));
    return (await member.call(getTask, { params: { id: held.id } })).status;
  };
  expect(await close()).toBe("pending");
  await member.call(acceptPlan, of(plan));
  expect(await close()).toBe("completed");
});

test("a part is changed through its own plan alone", async () => {
  const member = await company();
  const [one, two] = [
    await execute("Reduce our monthly expenses", member),
    await execute("Draft a privacy policy", member),
  ];
  const item = two.tasks[0]?.item ?? "";
  expect((await member.send("PUT", `/api/plans/${one.id}/items/${item}`, { body: { isDropped: true } })).status).toBe(
    404,
  );
  for (const body of [{}, { isDropped: "yes" }, { isDropped: true, title: "x" }])
    expect((await member.send("PUT", `/api/plans/${two.id}/items/${item}`, { body })).status).toBe(400);
});

test("hostile text in a command and in records stays text", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const name = `<img src=x onerror=alert(1)> '); DROP TABLE plans; -- \u202e`;
  const fields = {
    number: "X-1",
    direction: "receivable",
    status: "open",
    issuedOn: "2026-01-01",
    dueOn: "2026-02-01",
    amount: 5,
    customerName: name,
  };
  await member.call(addRecord, { body: { kind: "invoices", source: "manual", fields } as never });
  const plan = await execute(`Collect overdue invoices '); DROP TABLE plans; --`, member);
  expect(plan.tasks[0]?.title).toContain("DROP TABLE plans");
  expect((await member.call(listPlans)).plans).toHaveLength(1);
});

test("progress is counted from the initiative's tasks", async () => {
  const member = await company();
  const plan = await execute("Cut costs by 10%", member);
  await member.call(acceptPlan, of(plan));
  const [one, two, three] = plan.tasks;
  await member.call(updateTask, { params: { id: one?.id ?? "" }, body: { status: "completed" } });
  await member.call(updateTask, { params: { id: two?.id ?? "" }, body: { status: "cancelled" } });
  const left = plan.tasks.length - 1;
  const [initiative] = await member.call(listInitiatives);
  expect(initiative).toMatchObject({ progress: String(Math.round(100 / left)), tasks: { done: 1, all: left } });
  expect(three).toBeDefined();
});

test("older plans are reached page by page, each once", async () => {
  const member = await company("CEO");
  await execute("Cut costs by 10%", member);
  await putCopies(world, member.user.companyId, {
    table: "plans",
    differ: `'created_at', ${toTheMicrosecond}`,
    count: 49,
  });
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof plansAt>> = await plansAt(member, cursor);
    expect(page.plans.length).toBeLessThanOrEqual(20);
    expect(page.waiting).toBe(50);
    ids.push(...page.plans.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(ids).size).toBe(50);
  expect(ids).toHaveLength(50);
  const { nextCursor } = await plansAt(member, "");
  const stranger = await world.member();
  expect((await stranger.send("GET", `/api/plans?cursor=${nextCursor}`)).status).toBe(400);
});
const plansAt = (member: Member, cursor: string) => member.call(listPlans, { query: cursor ? { cursor } : {} });
