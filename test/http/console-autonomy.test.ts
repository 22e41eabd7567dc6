// What accepting and undoing a plan may do: who may undo, and agents that decide alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import { getDecision } from "#features/decisions/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { acceptPlan, dropItem, executeCommand, getPlan, type Plan, undoPlan } from "#features/plans/contract.ts";
import { listTasks, updateTask } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let held: World;
let direct: World;
beforeAll(async () => {
  held = await openWorld({ UNDO_SECONDS: "120" });
  direct = await openWorld();
});
afterAll(async () => {
  await held?.close();
  await direct?.close();
});

const execute = (member: Member, prompt: string) => member.call(executeCommand, { body: { prompt } });
const of = (plan: Plan) => ({ params: { id: plan.id } });
const launch = "Launch an autumn range by 1 March";

/** A company with oversight on whose CMO executes. */
async function executing(world: World): Promise<Member> {
  const member = await world.member();
  const [, cmo] = await hire(member, "CEO", "CMO");
  const id = cmo?.id ?? "";
  const { updatedAt } = await member.call(getExecutive, { params: { id } });
  await member.call(editExecutive, { params: { id }, body: { updatedAt, decisionAuthority: "high" } });
  await member.call(setAutonomy, { params: { id }, body: { autonomyLevel: "execute" } });
  await member.call(initializeOversight);
  return member;
}
const published = async (member: Member) =>
  (await member.call(listTasks, { query: {} })).filter(({ title }) => title === "Publish: autumn range");

test("undoing a plan whose proposals were made needs an approver", async () => {
  const owner = await held.member();
  await hire(owner, "CEO", "CMO");
  const member = await colleague(held, owner, "member");
  const plan = await execute(member, launch);
  const accepted = await member.call(acceptPlan, of(plan));
  const sentence = "Its proposals are pending, so only an approver or above can undo the plan";
  expect(accepted.undoFault).toBe(sentence);
  expect(await member.send("POST", `/api/plans/${plan.id}/undo`)).toMatchObject({ status: 403, text: sentence });
  const id = accepted.proposals[0]?.decisionId ?? "";
  expect((await owner.call(getDecision, { params: { id } })).decision.status).toBe("pending");
  const approver = await colleague(held, owner, "approver");
  expect((await approver.call(getPlan, of(plan))).undoFault).toBeNull();
  expect(await approver.call(undoPlan, of(plan))).toMatchObject({ status: "proposed" });
  // Without a proposal it stays a member's own.
  const { proposals } = await member.call(getPlan, of(plan));
  await member.call(dropItem, { params: { id: plan.id, item: proposals[0]?.item ?? "" }, body: { isDropped: true } });
  expect(await member.call(acceptPlan, of(plan))).toMatchObject({ undoFault: null });
  expect(await member.call(undoPlan, of(plan))).toMatchObject({ status: "proposed" });
});

test("what the policy approves is shown, and taken back with the plan while its effects wait", async () => {
  const member = await executing(held);
  const plan = await execute(member, launch);
  const accepted = await member.call(acceptPlan, of(plan));
  const id = accepted.proposals[0]?.decisionId ?? "";
  expect(accepted.proposals[0]).toMatchObject({ status: "approved", refused: null });
  expect(accepted.undoFault).toBeNull();
  await member.call(undoPlan, of(plan));
  expect((await member.call(getDecision, { params: { id } })).decision).toMatchObject({
    status: "rejected",
    closedReason: "withdrawn",
  });
  expect(
    await held.asOwner("SELECT state FROM exposures WHERE decision_id = $1 AND state <> 'released'", [id]),
  ).toEqual([]);
  expect(await published(member)).toEqual([]);
  // Once its effects followed, the plan stays.
  const again = await member.call(acceptPlan, of(plan));
  const second = again.proposals[0]?.decisionId ?? "";
  expect(second).not.toBe(id);
  await held.asOwner("UPDATE decisions SET undo_until = now() - interval '1 second' WHERE id = $1", [second]);
  await held.asOwner(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'decision-release' AND data->'input'->>'decisionId' = $1",
    [second],
  );
  await expect.poll(async () => (await published(member)).length, { timeout: 90_000 }).toBe(1);
  expect(await member.send("POST", `/api/plans/${plan.id}/undo`)).toMatchObject({
    status: 409,
    text: expect.stringContaining("was decided already"),
  });
});

test("without time to undo, what the policy allows is done at once, shown, and cancelled with the plan", async () => {
  const member = await executing(direct);
  const plan = await execute(member, launch);
  const accepted = await member.call(acceptPlan, of(plan));
  const [task] = await published(member);
  expect(task).toBeDefined();
  expect(accepted.proposals[0]).toMatchObject({
    decisionId: null,
    taskId: task?.id,
    status: "approved",
    refused: null,
  });
  expect(accepted.tasks).toHaveLength(plan.tasks.length);
  await member.call(undoPlan, of(plan));
  expect((await published(member)).map(({ status }) => status)).toEqual(["cancelled"]);
  expect((await member.call(getPlan, of(plan))).proposals[0]).toMatchObject({ taskId: null, status: null });
  await member.call(acceptPlan, of(plan));
  const second = (await published(member)).find(({ status }) => status === "pending");
  await member.call(updateTask, {
    params: { id: second?.id ?? "" },
    body: { status: "in_progress", assignedUserId: member.user.id },
  });
  expect(await member.send("POST", `/api/plans/${plan.id}/undo`)).toMatchObject({
    status: 409,
    text: '"Publish: autumn range" was started already, so the plan cannot be undone',
  });
});

test("a dropped part is journaled by its title", async () => {
  const member = await direct.member();
  await hire(member, "CEO");
  const plan = await execute(member, launch);
  const [task] = plan.tasks;
  await member.call(dropItem, { params: { id: plan.id, item: task?.item ?? "" }, body: { isDropped: true } });
  expect(await journalOf(direct, member)).toContain("plan.item_changed");
  expect(
    await direct.asOwner(
      "SELECT details->>'item' AS item FROM journal WHERE action = 'plan.item_changed' AND details::text LIKE $1",
      [`%${task?.title}%`],
    ),
  ).toHaveLength(1);
});
