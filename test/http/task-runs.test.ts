import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { jobContext } from "#features/accounts/service.ts";
import { listDecisions, settleDecision } from "#features/decisions/contract.ts";
import { setTaskStatus } from "#features/orchestrator/contract.ts";
import { acceptPlan, executeCommand } from "#features/plans/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { changeTasks, createTask, getTask, updateTask } from "#features/tasks/contract.ts";
import { reportByAgent, startByAgent } from "#features/tasks/working/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { mintCompany } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

async function company() {
  const member = await world.member();
  const [, cfo] = await hire(member, "CEO", "CFO", "Customer Success", "Legal");
  await member.call(addSamples);
  return { member, cfo: cfo?.id ?? "" };
}
const contextOf = (member: Member) => jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
const taskOf = (member: Member, id: string) => member.call(getTask, { params: { id } });
const setStatus = (member: Member, taskId: string, status: "pending" | "in_progress") =>
  member.call(setTaskStatus, { params: { taskId }, body: { status } });
const runsOf = (member: Member, taskId: string) =>
  world.asOwner<{ id: string; status: string; agent_id: string }>(
    `SELECT id, status, agent_id FROM agent_runs
     WHERE company_id = $1 AND skill = 'orchestrator.task' AND input ->> 'taskId' = $2 ORDER BY created_at`,
    [member.user.companyId, taskId],
  );
const isIdle = async (member: Member, taskId: string) =>
  (await runsOf(member, taskId)).every(({ status }) => status !== "queued" && status !== "running");

test("an agent starts a task in its current state, not as a cycle read it", async () => {
  const { member, cfo } = await company();
  const { id } = await member.call(createTask, {
    body: { title: "How many invoices are overdue?", assignedAgentId: cfo },
  });
  const ctx = await contextOf(member);
  const seen = await read(ctx, (tx) => tasks.find(tx, id));
  if (!seen) throw new Error("Task not found.");
  const planId = crypto.randomUUID();
  await write(ctx, (tx) => tasks.hold(tx, [id], planId));
  expect(await write(ctx, (tx) => startByAgent(tx, seen, crypto.randomUUID()))).toBe(false);
  expect(await taskOf(member, id)).toMatchObject({ status: "pending", metadata: { awaitsPlan: planId } });
  await write(ctx, (tx) => tasks.hold(tx, [id], null));
  await member.call(updateTask, { params: { id }, body: { assignedAgentId: null } });
  expect(await write(ctx, (tx) => startByAgent(tx, seen, crypto.randomUUID()))).toBe(false);
  // Adding metadata keeps what was written in the meantime.
  await write(ctx, (tx) => tasks.hold(tx, [id], planId));
  await write(ctx, (tx) => tasks.move(tx, seen, { metadata: { add: { stuck: "No source" } } }));
  expect((await taskOf(member, id)).metadata).toMatchObject({ awaitsPlan: planId, stuck: "No source" });
});

test("a task that was put back and started again has one run", async () => {
  const { member, cfo } = await company();
  const { id } = await member.call(createTask, {
    body: { title: "How many invoices are overdue?", assignedAgentId: cfo },
  });
  await setStatus(member, id, "in_progress");
  await setStatus(member, id, "pending");
  await setStatus(member, id, "in_progress");
  await expect.poll(async () => (await taskOf(member, id)).status).toBe("completed");
  await expect.poll(() => isIdle(member, id)).toBe(true);
  const answered = (await runsOf(member, id)).filter(({ status }) => status === "done");
  // A run started before the task was put back may finish after the restart: its result is used only if it is still the
  // task's run.
  const { metadata } = await taskOf(member, id);
  expect(metadata["result"]).toContain("is overdue");
  const given = metadata["workRun"];
  expect(given === undefined || answered.some((run) => run.id === given)).toBe(true);
  expect(answered.length).toBeGreaterThanOrEqual(1);
  expect(answered.length).toBeLessThanOrEqual(2);
});

test("a second start does not give a task in progress a second run", async () => {
  const { member, cfo } = await company();
  const { id } = await member.call(createTask, { body: { title: "Count the chairs", assignedAgentId: cfo } });
  const { id: other } = await member.call(createTask, { body: { title: "Count the desks" } });
  await member.call(changeTasks, { body: { ids: [id, other], status: "in_progress" } });
  await expect.poll(async () => (await runsOf(member, id)).length).toBe(1);
  await expect.poll(async () => (await taskOf(member, id)).status).toBe("pending");
  // Assigned while in progress, it is the agent's from then on.
  expect(await runsOf(member, other)).toEqual([]);
  await member.call(updateTask, { params: { id: other }, body: { assignedAgentId: cfo } });
  await expect.poll(async () => (await runsOf(member, other)).length).toBe(1);
  await expect
    .poll(async () => String((await taskOf(member, other)).metadata["stuck"]))
    .toMatch(/^This needs a person/);
});

test("the result of a run that is no longer the task's is recorded, not used", async () => {
  const { member, cfo } = await company();
  const { id } = await member.call(createTask, { body: { title: "Count the chairs", assignedAgentId: cfo } });
  const ctx = await contextOf(member);
  await write(ctx, (tx) => tasks.move(tx, { id, status: "pending", actualHours: null }, { status: "in_progress" }));
  const [current, earlier] = [crypto.randomUUID(), crypto.randomUUID()];
  await write(ctx, (tx) => tasks.setWorkRun(tx, id, current));
  const report = (runId: string, text: string) =>
    write(ctx, (tx) =>
      reportByAgent(tx, id, {
        agentId: cfo,
        runId,
        text,
        isStuck: false,
        origin: "owner",
        grant: { id: crypto.randomUUID(), add: () => Promise.resolve() },
      }),
    );
  expect(await report(earlier, "40 chairs")).toBe(false);
  expect((await taskOf(member, id)).metadata["result"]).toBeUndefined();
  const titles = await world.asOwner<{ title: string }>(
    "SELECT title FROM journal WHERE company_id = $1 AND resource_id = $2 ORDER BY seq",
    [member.user.companyId, id],
  );
  expect(titles.map(({ title }) => title)).toContain("Count the chairs: result not used");
  expect(await report(current, "41 chairs")).toBe(true);
  expect((await taskOf(member, id)).metadata).toMatchObject({ result: "41 chairs", resultRunId: current });
});

test("a task of a plan starts when the plan is accepted, not before", async () => {
  const { member } = await company();
  const plan = await member.call(executeCommand, { body: { prompt: "Collect everything that is overdue" } });
  const [first, second] = plan.tasks;
  const id = first?.id ?? "";
  const refused = await member.send("PUT", `/api/orchestrator/tasks/${id}/status`, { body: { status: "in_progress" } });
  expect(refused).toMatchObject({ status: 409, text: "It starts when you accept its plan." });
  const bulk = await member.call(changeTasks, { body: { ids: [second?.id ?? ""], status: "in_progress" } });
  expect(bulk).toMatchObject({ changed: [], skipped: [{ reason: "Waiting for its plan" }] });
  await member.call(acceptPlan, { params: { id: plan.id } });
  await setStatus(member, id, "in_progress");
  await expect.poll(async () => String((await taskOf(member, id)).metadata["result"])).toContain("Dear ");
});

test("a task to decide on a vendor contract ends with a proposal that waits for approval", async () => {
  const member = await world.member();
  await hire(member, "CEO", "Operations", "Legal");
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date());
  for (const [title, vendorName, yearlyValue, endsIn] of [
    ["Cleaning", "Shine", 1_200, 60],
    ["Hosting", "Hostly", 9_000, 50],
  ] as const) {
    const fields = {
      title,
      kind: "vendor",
      vendorName,
      status: "active",
      startsOn: addDays(today, -300),
      endsOn: addDays(today, endsIn),
      noticeDays: 30,
      autoRenews: true,
      currency: "USD",
      yearlyValue,
    };
    await member.call(addRecord, { body: { kind: "contracts", source: "manual", fields } as never });
  }
  const plan = await member.call(executeCommand, { body: { prompt: "Prepare the contract renewals" } });
  await member.call(acceptPlan, { params: { id: plan.id } });
  const pending = async () =>
    (await member.call(listDecisions, {})).filter(({ decisionType }) => decisionType === "vendor_renewal");
  // The plan itself proposes the contract whose notice is due first.
  expect((await pending()).map(({ context }) => context["subject"])).toEqual(["Hosting"]);
  const taskNamed = (name: string) =>
    plan.tasks.find(({ title }) => title.startsWith(`Decide on ${name} by`))?.id ?? "";
  const result = async (id: string) => String((await taskOf(member, id)).metadata["result"]);
  for (const name of ["Cleaning", "Hosting"]) await setStatus(member, taskNamed(name), "in_progress");
  await expect
    .poll(() => result(taskNamed("Cleaning")))
    .toMatch(/^Proposed for your approval\. Shine: renew Cleaning at \$1,200 a year/);
  // A pending proposal is not made again.
  await expect.poll(() => result(taskNamed("Hosting"))).toMatch(/^The same proposal is already pending/);
  expect(new Set((await pending()).map(({ context, status }) => `${String(context["subject"])}: ${status}`))).toEqual(
    new Set(["Cleaning: pending", "Hosting: pending"]),
  );
  for (const name of ["Cleaning", "Hosting"])
    expect(await taskOf(member, taskNamed(name))).toMatchObject({ status: "in_progress" });
  // After a rejection, the task returns with the reason.
  const [cleaning] = (await pending()).filter(({ context }) => context["subject"] === "Cleaning");
  await member.call(settleDecision, {
    params: { id: cleaning?.id ?? "" },
    body: { approved: false, reason: "We clean ourselves" },
  });
  await setStatus(member, taskNamed("Cleaning"), "pending");
  await setStatus(member, taskNamed("Cleaning"), "in_progress");
  await expect
    .poll(async () => String((await taskOf(member, taskNamed("Cleaning"))).metadata["stuck"]))
    .toMatch(/We clean ourselves/);
  expect((await pending()).filter(({ status }) => status === "pending")).toHaveLength(1);
});
