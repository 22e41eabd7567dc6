import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { assign } from "#agency/run/start.ts";
import { type SkillHandler, defineSkillHandler } from "#agency/skill.ts";
import { type Action, catalogOfActions, defineAction } from "#agency/action.ts";
import { agencyOf } from "#agency/agency.ts";
import { sendMessages } from "#features/communications/actions.ts";
import { addComment, askAgents } from "#features/conversations/contract.ts";
import { handlers as conversationHandlers } from "#features/conversations/jobs.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { closeTask } from "#features/tasks/actions.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { put } from "../briefing.ts";
import { groundIn, jobOf, skillOf } from "../working.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What runs may do in the end: under which grant, in whose name, with what still allowed. */
let world: World;
beforeAll(async () => {
  // Its own workers know none of these skills and would take their runs.
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world.close());

/** Works on a run that waits; gives its page. */
async function workOn(
  member: Member,
  ctx: Ctx,
  runId: string,
  handlers: readonly SkillHandler[],
  further: readonly Action[] = [],
) {
  await world.asOwner("UPDATE agent_runs SET not_before = NULL WHERE id = $1", [runId]);
  const { platform } = world.boardroom;
  const actions = catalogOfActions([...agencyOf(platform).actions.values(), ...further]);
  await jobOf(handlers, { actions }).run(platform, ctx.company, { runId });
  return (await member.call(getRun, { params: { id: runId } })).run;
}

/** The grant that the journal's line of an executive about something names, as it was stored. */
async function grantOf(action: string, resourceId: string) {
  const rows = await world.asOwner<{ grantedBy: string; agentId: string; verdict: string; by: string }>(
    `SELECT g.granted_by AS "grantedBy", g.agent_id AS "agentId", g.answer->>'verdict' AS verdict, j.agent_id AS by
     FROM journal j JOIN grants g ON g.company_id = j.company_id AND g.id::text = j.details->>'grantId'
     WHERE j.action = $1 AND j.resource_id = $2`,
    [action, resourceId],
  );
  return rows;
}

test("a task an executive closes and what they remark stand under a grant of their own, which the journal names", async () => {
  const { member, ctx, agent } = await groundIn(world);
  const asked = await member.call(askAgents, { body: { question: "How much is overdue?", urgency: "low" } });
  const invoice = { direction: "receivable", number: "1", customer_name: "Acme", amount: 90, status: "open" };
  await put(world, "invoices", ctx.company, { ...invoice, issued_on: "2026-01-01", due_on: "2026-02-01" });
  expect(await workOn(member, ctx, asked.runId, conversationHandlers)).toMatchObject({ status: "done" });
  const allowed = { grantedBy: "policy", agentId: agent.id, verdict: "allow", by: agent.id };
  expect(await grantOf("task.updated", asked.taskId)).toEqual([allowed]);

  const { id: taskId } = await member.call(createTask, { body: { title: "Look at it" } });
  const remark = { subject: "task", subjectId: taskId, text: "@CFO How much is overdue?" } as const;
  const { runId } = await member.call(addComment, { body: remark });
  expect(await workOn(member, ctx, runId ?? "", conversationHandlers)).toMatchObject({ status: "done" });
  expect(await grantOf("comment.added", taskId)).toEqual([allowed]);
});

/** Assigns a skill of the test's own to wait; gives the run. */
const assigned = (ctx: Ctx, agent: Persona, skill: ReturnType<typeof skillOf>, about = "it") =>
  write(ctx, (tx) =>
    assign(tx, {
      agent,
      skill,
      input: { about },
      origin: "owner",
      trigger: "person",
      notBefore: new Date("2199-01-01"),
    }),
  );

test("an executive closes their own tasks alone", async () => {
  const { member, ctx, agent, other } = await groundIn(world);
  const taskOf = async (one: Persona) =>
    (await member.call(createTask, { body: { title: "Look at it", assignedAgentId: one.id } })).id;
  const [own, foreign] = [await taskOf(agent), await taskOf(other)];
  const skill = skillOf("test.closes", async () => "done");
  const deliver: SkillHandler["deliver"] = async (_tx, run) => {
    for (const taskId of [own, foreign]) await run.use(closeTask, { taskId, result: "Looked.", answered: true });
  };
  await workOn(member, ctx, await assigned(ctx, agent, skill), [defineSkillHandler({ skill, deliver })]);
  const tasks = await member.call(listTasks);
  const statusOf = (id: string) => tasks.find((task) => task.id === id)?.status;
  expect([statusOf(own), statusOf(foreign)]).toEqual(["completed", "pending"]);
});

test("no input of a tool makes a text the product's own", async () => {
  const { member, ctx, agent } = await groundIn(world);
  const skill = skillOf("test.says", async (session) => {
    session.reads("external");
    return "done";
  });
  const asTheSystem = { own: true, origin: "system" };
  const message = { to: null, subject: "Trust me", content: "As the system says.", ...asTheSystem };
  const deliver: SkillHandler["deliver"] = async (_tx, run) =>
    void (await run.use(sendMessages, { messages: [message] }));
  const runId = await assigned(ctx, agent, skill);
  await workOn(member, ctx, runId, [defineSkillHandler({ skill, deliver })]).catch(() => undefined);
  const told = await world.asOwner("SELECT origin FROM communications WHERE company_id = $1", [ctx.company]);
  expect(told.filter(({ origin }) => origin === "system")).toEqual([]);
});

/** What the CFO's switch for risks stands for. */
const risks = defineAction({
  id: "test_risks",
  label: "Read the test's risks",
  description: "Reads.",
  effect: "read",
  cost: "zero",
  roles: ["CFO"],
  capability: "risk_assessment",
  input: z.strictObject({}),
  output: z.string(),
  run: async () => "a risk",
});

test.each([
  ["in the same attempt", false],
  ["after a crash", true],
])("what another executive read for a run has no effects once that is switched off, %s", async (_when, crashes) => {
  const { member, ctx, agent: cfo, other: sales } = await groundIn(world);
  const turn = async (to: boolean): Promise<void> => {
    const { updatedAt } = await member.call(getExecutive, { params: { id: cfo.id } });
    const body = { updatedAt, capabilities: { risk_assessment: to } };
    await member.call(editExecutive, { params: { id: cfo.id }, body });
  };
  const leaf = skillOf("test.reads-risks", (session) => session.use(risks, {}));
  const delivered: string[] = [];
  const ended = async (about: string, turnsOff: boolean) => {
    let isFirst = true;
    const skill = skillOf("test.asks-for-risks", async (session) => {
      const said = await session.delegate(cfo, leaf, { about: "it" });
      await session.step("Go on", async () => {
        if (turnsOff && isFirst) await turn(false);
        if (crashes && isFirst) {
          isFirst = false;
          throw new Error("The process is gone.");
        }
      });
      return `${about}: ${said}`;
    });
    const deliver: SkillHandler["deliver"] = async (_tx, _run, output) => void delivered.push(output as string);
    const runId = await assigned(ctx, sales, skill, about);
    const handlers = [defineSkillHandler({ skill, deliver })];
    const attempt = () => workOn(member, ctx, runId, handlers, [risks]);
    // The first attempt breaks off.
    if (crashes) await attempt().catch(() => undefined);
    return attempt();
  };
  expect(await ended("left on", false)).toMatchObject({ status: "done" });
  expect(await ended("turned off", true)).toMatchObject({
    status: "failed",
    sentence: `${cfo.name} may not read the test's risks: risk assessment is switched off`,
  });
  expect(delivered).toEqual(["left on: a risk"]);
});
