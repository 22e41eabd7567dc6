import { afterAll, beforeAll, expect, test } from "vitest";
import { addFact, addNote, deletePassage, markPassage, queryBrain, syncBrain } from "#features/brain/contract.ts";
import { addGoal } from "#features/brain/goals/contract.ts";
import { addComment, askAgents } from "#features/conversations/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { executeCommand } from "#features/plans/contract.ts";
import { exportCompany } from "#features/privacy/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const journalWith = ({ user }: Member, text: string) =>
  world.asOwner(
    "SELECT action, title FROM journal WHERE company_id = $1 AND position(lower($2) IN lower(title || details::text)) > 0",
    [user.companyId, text],
  );
const runsOver = ({ user }: Member) =>
  expect
    .poll(() =>
      world.asOwner("SELECT 1 FROM agent_runs WHERE company_id = $1 AND status IN ('queued', 'running')", [
        user.companyId,
      ]),
    )
    .toEqual([]);

test("notes, facts, goals, questions, commands and messages are in no journal entry, and the feed shows and finds them", async () => {
  const member = await world.member("typing");
  await hire(member, "CEO", "CFO");
  await member.call(addSamples);
  const command = "Collect everything that is overdue before Christmas";
  const noted = await member.call(addNote, { body: { content: "Zanzibar note of mine", importance: 5 } });
  await member.call(markPassage, { params: { id: noted.id }, body: { mark: "wrong" } });
  await member.call(deletePassage, { params: { id: noted.id } });
  await member.call(addFact, { body: { subject: "Zanzibar", predicate: "is", value: "a zanzibar fact" } });
  await member.call(addGoal, { body: { description: "Zanzibar by spring" } as never });
  const { taskId } = await member.call(askAgents, {
    body: { question: "How much is overdue from Zanzibar?", urgency: "high" },
  });
  await member.call(addComment, { body: { subject: "task", subjectId: taskId, text: "A zanzibar comment" } });
  await runsOver(member);
  await member.call(executeCommand, { body: { prompt: command } });
  await member.call(queryOrchestrator, {
    body: { query: "What are our top 3 priorities in Zanzibar?", priority: "low" } as never,
  });
  const task = await member.call(createTask, {
    body: { title: "Call them", description: "The zanzibar number is 12", assignedUserId: member.user.id },
  });
  await member.call(updateTask, { params: { id: task.id }, body: { status: "in_progress" } });

  for (const text of ["zanzibar", "christmas"]) expect([text, await journalWith(member, text)]).toEqual([text, []]);
  const actions = await journalOf(world, member);
  for (const action of [
    "brain.note_added",
    "brain.marked",
    "brain.deleted",
    "brain.fact",
    "goal.added",
    "task.created",
  ])
    expect(actions).toContain(action);
  const titles = async (q?: string) => {
    const { items } = await member.call(getFeed, { query: q ? { q } : {} });
    return items.flatMap((item) => [item, ...item.more]).map(({ title, description }) => `${title} | ${description}`);
  };
  const all = (await titles()).join("\n");
  for (const text of ["How much is overdue from Zanzibar?", command, "The zanzibar number"])
    expect(all).toContain(text);
  expect((await titles("before christmas")).join("\n")).toContain(command);
  // Another company's feed has none of it.
  const stranger = await world.member("stranger");
  expect((await stranger.call(getFeed, { query: { q: "zanzibar" } })).items).toEqual([]);
});

test("what a run read of a deleted comment goes with it: results, prompts, answers, exports", async () => {
  const admin = await world.member("reading");
  await hire(admin, "CEO", "CFO");
  const person = await colleague(world, admin, "member");
  const task = await admin.call(createTask, { body: { title: "The hangar", assignedUserId: admin.user.id } });
  const comment = (text: string) => person.call(addComment, { body: { subject: "task", subjectId: task.id, text } });
  await comment("The spare key of the Zeppelin hangar lies under the third stone. It is green.");
  await comment("@CFO What is overdue today? The violet umbrella is mine.");
  await runsOver(admin);
  await admin.call(syncBrain);
  await admin.call(askAgents, {
    body: { question: "Where does the spare key of the Zeppelin hangar lie?", urgency: "high" },
  });
  await admin.call(queryBrain, { body: { question: "Where does the spare key of the Zeppelin hangar lie?" } });
  await runsOver(admin);
  const holding = async (text: string) => {
    const tables = await world.asOwner<{ name: string }>(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1",
    );
    const found: string[] = [];
    for (const { name } of tables)
      if (
        (await world.asOwner(`SELECT 1 FROM "${name}" t WHERE position($1 IN t::text) > 0 LIMIT 1`, [text])).length > 0
      )
        found.push(name);
    return found;
  };
  expect(await holding("third stone")).toEqual(expect.arrayContaining(["agent_run_steps", "comments", "memories"]));
  expect(await holding("violet umbrella")).toEqual(expect.arrayContaining(["agent_runs", "comments"]));
  const reply = await person.send("DELETE", "/api/privacy/user/data-delete", { body: { confirmDeletion: true } });
  expect(reply.json).toEqual({ success: true });
  for (const text of ["third stone", "violet umbrella", person.username])
    expect([text, await holding(text)]).toEqual([text, []]);
  const exported = JSON.stringify(await admin.call(exportCompany));
  for (const text of ["third stone", "violet umbrella", person.username]) expect(exported).not.toContain(text);
  // The runs' pages still open.
  const runs = await world.asOwner<{ id: string }>("SELECT id FROM agent_runs WHERE company_id = $1", [
    admin.user.companyId,
  ]);
  for (const { id } of runs) expect((await admin.send("GET", `/api/runs/${id}`)).status).toBe(200);
});
