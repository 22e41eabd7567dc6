import { afterAll, beforeAll, expect, test } from "vitest";
import { listPeople } from "#features/accounts/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { changeTasks, createTask, getTask, listTasks, type Task, updateTask } from "#features/tasks/contract.ts";
import { listWork, type WorkSort } from "#features/tasks/load/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { undoReset } from "#features/setup/reset/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

const add = (member: Member, title: string, more: object = {}): Promise<Task> =>
  member.call(createTask, { body: { title, ...more } });
const statuses = async (member: Member) =>
  Object.fromEntries((await member.call(listTasks)).map(({ title, status }) => [title, status]));

test("several tasks are completed at once; closed ones are skipped with the reason; a repetition changes nothing", async () => {
  const member = await world.member();
  const tasks = [await add(member, "One"), await add(member, "Two"), await add(member, "Three")];
  const ids = tasks.map(({ id }) => id);
  await member.call(updateTask, { params: { id: ids[2] ?? "" }, body: { status: "cancelled" } });
  const result = await member.call(changeTasks, { body: { ids: [...ids, ids[0] ?? ""], status: "completed" } });
  expect(result.changed.toSorted()).toEqual(ids.slice(0, 2).toSorted());
  expect(result.skipped).toEqual([{ id: ids[2], title: "Three", reason: "Already cancelled" }]);
  expect(await statuses(member)).toEqual({ One: "completed", Two: "completed", Three: "cancelled" });
  expect(await member.call(getTask, { params: { id: ids[0] ?? "" } })).toMatchObject({
    completedBy: member.username,
    completionDate: expect.any(String),
  });
  const before = await journalOf(world, member);
  expect(before.filter((action) => action === "task.updated")).toHaveLength(3);
  const again = await member.call(changeTasks, { body: { ids, status: "completed" } });
  expect(again.changed).toEqual([]);
  expect(again.skipped.map(({ reason }) => reason).toSorted()).toEqual([
    "Already cancelled",
    "Already completed",
    "Already completed",
  ]);
  expect(await journalOf(world, member)).toEqual(before);
  // One request is one line of the feed.
  const [line] = (await member.call(getFeed)).items;
  expect([line?.description, line?.more.length]).toEqual([`Completed by ${member.username}`, 1]);
});

test("one id of another company, or none, refuses the whole request and changes nothing", async () => {
  const [member, stranger] = [await world.member("owner"), await world.member("stranger")];
  const own = await add(member, "Own");
  const foreign = await add(stranger, "Foreign");
  const before = await journalOf(world, member);
  for (const other of [foreign.id, crypto.randomUUID()]) {
    const { status, text } = await member.send("POST", "/api/tasks/bulk", {
      body: { ids: [own.id, other], status: "completed" },
    });
    expect([status, text]).toEqual([404, (await member.send("GET", `/api/tasks/${crypto.randomUUID()}`)).text]);
  }
  expect([await statuses(member), await statuses(stranger)]).toEqual([{ Own: "pending" }, { Foreign: "pending" }]);
  expect(await journalOf(world, member)).toEqual(before);
});

test("what a bulk change cannot be is refused in a sentence", async () => {
  const member = await world.member();
  const [ceo] = await hire(member, "CEO");
  const { id } = await add(member, "One");
  const many = Array.from({ length: 101 }, () => crypto.randomUUID());
  for (const [body, sentence] of [
    [{ ids: [], status: "completed" }, "Choose at least one task"],
    [{ ids: many, status: "completed" }, "Choose at most 100 tasks"],
    [{ ids: [id] }, "Send a status or an assignee"],
    [
      { ids: [id], assignedAgentId: ceo?.id, assignedUserId: member.user.id },
      "Assign a task to an agent or a person, not both",
    ],
  ] as const) {
    const { status, text } = await member.send("POST", "/api/tasks/bulk", { body });
    expect([status, text]).toEqual([400, sentence]);
  }
  const viewer = await colleague(world, member, "viewer");
  const { status } = await viewer.send("POST", "/api/tasks/bulk", { body: { ids: [id], status: "completed" } });
  expect(status).toBe(403);
});

test("several tasks are reassigned at once, to an agent, to a person or to no assignee", async () => {
  const member = await world.member();
  const [ceo, cfo] = await hire(member, "CEO", "CFO");
  const tasks = [await add(member, "One", { assignedAgentId: ceo?.id }), await add(member, "Two")];
  const ids = tasks.map(({ id }) => id);
  const closed = await add(member, "Closed");
  await member.call(updateTask, { params: { id: closed.id }, body: { status: "completed" } });
  const assign = (to: object) => member.call(changeTasks, { body: { ids: [...ids, closed.id], ...to } });
  const holders = async () =>
    (await member.call(listTasks))
      .filter(({ id }) => ids.includes(id))
      .map(({ assignedAgent, assignedPerson }) => assignedAgent?.name ?? assignedPerson?.name ?? null);
  const first = await assign({ assignedAgentId: cfo?.id });
  expect([first.changed.length, first.skipped.map(({ reason }) => reason)]).toEqual([2, ["Already completed"]]);
  expect(await holders()).toEqual([cfo?.name, cfo?.name]);
  await assign({ assignedUserId: member.user.id });
  expect(await holders()).toEqual([member.username, member.username]);
  const [line] = (await member.call(getFeed)).items;
  expect(line).toMatchObject({
    description: `Assigned to ${member.username} by ${member.username}`,
    metadata: { taskAssignee: member.username },
  });
  const same = await assign({ assignedUserId: member.user.id });
  expect(same.skipped.map(({ reason }) => reason).toSorted()).toEqual([
    "Already assigned",
    "Already assigned",
    "Already completed",
  ]);
  await assign({ assignedAgentId: null });
  expect(await holders()).toEqual([null, null]);
});

test("a task is created for a person with a due day, and both are changed later", async () => {
  const [member, stranger] = [await world.member("owner"), await world.member("stranger")];
  const [ceo] = await hire(member, "CEO");
  const people = await member.call(listPeople);
  expect(people).toEqual([{ id: member.user.id, username: member.username, role: "admin" }]);
  const task = await add(member, "Sign the lease", { assignedUserId: member.user.id, dueOn: "2030-06-15" });
  expect(task).toMatchObject({
    assignedAgentId: null,
    assignedUserId: member.user.id,
    assignedPerson: { id: member.user.id, name: member.username },
    // The end of the day in the company's zone, which is an hour ahead in June.
    dueDate: "2030-06-15T22:59:59.000Z",
  });
  const mine = await member.call(listWork, { query: { assignee: member.user.id } });
  expect(mine.rows.map(({ title }) => title)).toEqual(["Sign the lease"]);
  const unassigned = await member.call(listWork, { query: { view: "unassigned" } });
  expect(unassigned.total).toBe(0);
  const change = (body: object) => member.call(updateTask, { params: { id: task.id }, body });
  expect(await change({ assignedAgentId: ceo?.id, dueOn: "2030-06-16" })).toMatchObject({
    assignedAgentId: ceo?.id,
    assignedUserId: null,
    dueDate: "2030-06-16T22:59:59.000Z",
  });
  expect(await change({ assignedAgentId: null, dueOn: null })).toMatchObject({ assignedAgent: null, dueDate: null });
  const send = (body: object) => member.send("PUT", `/api/tasks/${task.id}`, { body });
  const unknown = (await send({ assignedUserId: crypto.randomUUID() })).text;
  const foreign = await send({ assignedUserId: stranger.user.id });
  expect([foreign.status, foreign.text]).toEqual([404, unknown]);
  await change({ status: "completed" });
  const late = await send({ assignedUserId: member.user.id });
  expect([late.status, late.text]).toEqual([409, "Already completed; restart it first"]);
  const both = await member.send("POST", "/api/tasks", {
    body: { title: "x", dueDate: "2030-01-01T00:00:00Z", dueOn: "2030-01-01" },
  });
  expect([both.status, both.text]).toEqual([400, "Send dueDate or dueOn, not both"]);
});

test("undoing a reset gives tasks back to their agents, but not those a person took in the meantime", async () => {
  const member = await world.member();
  const [ceo] = await hire(member, "CEO");
  const [kept, taken] = [
    await add(member, "Kept", { assignedAgentId: ceo?.id }),
    await add(member, "Taken", { assignedAgentId: ceo?.id }),
  ];
  await member.call(resetData);
  await member.call(updateTask, { params: { id: taken.id }, body: { assignedUserId: member.user.id } });
  await member.call(undoReset);
  const holder = async (id: string) => (await member.call(getTask, { params: { id } })).assignedAgentId;
  expect([await holder(kept.id), await holder(taken.id)]).toEqual([ceo?.id, null]);
});

test("tasks are sorted by due day, priority or title, page by page without a gap", async () => {
  const member = await world.member();
  const days = ["2030-03-01", "2030-01-01", null, "2030-02-01"];
  const priorities = ["low", "high", "medium"] as const;
  for (let count = 0; count < 121; count += 1)
    await add(member, `Task ${String((count * 37) % 121).padStart(3, "0")}`, {
      priority: priorities[count % 3],
      dueOn: days[count % 4],
    });
  const all = async (sort: WorkSort) => {
    const rows = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await member.call(listWork, { query: { sort, ...(cursor && { cursor }) } });
      rows.push(...page.rows);
      cursor = page.nextCursor;
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(121);
    return rows;
  };
  const due = (await all("due")).map(({ dueDate }) => dueDate ?? "none");
  expect(due).toEqual(due.toSorted());
  const titles = (await all("title")).map(({ title }) => title);
  expect(titles).toEqual(titles.toSorted());
  const rank = { high: 0, medium: 1, low: 2 };
  const ranked = (await all("priority")).map(({ priority, dueDate }) => `${rank[priority]} ${dueDate ?? "none"}`);
  expect(ranked).toEqual(ranked.toSorted());
  const newest = (await all("newest")).map(({ createdAt }) => createdAt);
  expect(newest).toEqual(newest.toSorted().toReversed());
});
