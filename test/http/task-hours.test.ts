import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask, getTask, updateTask } from "#features/tasks/contract.ts";
import { type Member, openWorld, signIn, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

const taskOf = (member: Member) => member.call(createTask, { body: { title: "Count the stock" } });
const put = (member: Pick<Member, "send">, id: string, body: unknown) =>
  member.send("PUT", `/api/tasks/${id}`, { body });
/** What the journal says of a task, oldest first. */
const told = (member: Member, id: string) =>
  world.asOwner<{ action: string; actor_id: string; title: string; details: object }>(
    `SELECT action, actor_id, title, details - 'line' AS details FROM journal WHERE company_id = $1 AND resource_id = $2 AND action = 'task.updated'
     ORDER BY seq`,
    [member.user.companyId, id],
  );

test("a person enters the hours worked on a task, changes them and takes them back, and the journal says so", async () => {
  const member = await world.member();
  const { id } = await taskOf(member);
  const change = (actualHours: number | null) => member.call(updateTask, { params: { id }, body: { actualHours } });
  expect(await change(2.5)).toMatchObject({ actualHours: 2.5, status: "pending" });
  expect(await change(2.5)).toMatchObject({ actualHours: 2.5 });
  expect(await change(3.256)).toMatchObject({ actualHours: 3.26 });
  expect(await change(null)).toMatchObject({ actualHours: null });
  expect(await told(member, id)).toEqual([
    {
      action: "task.updated",
      actor_id: member.user.id,
      title: "Count the stock: 2.5 hours worked",
      details: { hours: { from: null, to: 2.5 } },
    },
    expect.objectContaining({
      title: "Count the stock: 3.26 hours worked",
      details: { hours: { from: 2.5, to: 3.26 } },
    }),
    expect.objectContaining({
      title: "Count the stock: hours worked cleared",
      details: { hours: { from: 3.26, to: null } },
    }),
  ]);
});

test("hours that were entered stay through every move; without them they run from start to completion", async () => {
  const member = await world.member();
  const { id } = await taskOf(member);
  const change = (body: { status?: "pending" | "in_progress" | "completed"; actualHours?: number | null }) =>
    member.call(updateTask, { params: { id }, body });
  await change({ status: "in_progress", actualHours: 2 });
  await world.asOwner("UPDATE tasks SET started_at = now() - interval '60 hours' WHERE id = $1", [id]);
  expect(await change({ status: "completed" })).toMatchObject({ status: "completed", actualHours: 2 });
  expect((await change({ actualHours: null })).actualHours).toBeCloseTo(60, 0);
  expect((await change({ actualHours: 4 })).actualHours).toBe(4);
  expect(await change({ status: "pending" })).toMatchObject({ status: "pending", actualHours: 4 });
  await change({ status: "in_progress", actualHours: null });
  await world.asOwner("UPDATE tasks SET started_at = now() - interval '3 hours' WHERE id = $1", [id]);
  expect((await change({ status: "completed" })).actualHours).toBeCloseTo(3, 0);
  expect((await told(member, id))[0]).toMatchObject({
    title: "Count the stock: in progress, 2 hours worked",
    details: { from: "pending", to: "in_progress", hours: { from: null, to: 2 } },
  });
  // Where the move is refused, the hours are too.
  expect((await put(member, id, { status: "cancelled", actualHours: 9 })).status).toBe(409);
  expect((await member.call(getTask, { params: { id } })).actualHours).toBeCloseTo(3, 0);
});

test.each([
  [{ actualHours: -1 }, 400],
  [{ actualHours: 1_000_001 }, 400],
  [{ actualHours: "2" }, 400],
  [{ actualHours: 2, hoursFrom: "run" }, 400],
  [{}, 400],
])("hours or fields that cannot be are refused: %j", async (body, status) => {
  const member = await world.member();
  const { id } = await taskOf(member);
  const reply = await put(member, id, body);
  expect(reply.status).toBe(status);
  expect(reply.text).toMatch(/^[A-Za-z ]+ \S+[^.{}]*$/);
  expect(await told(member, id)).toEqual([]);
});

test("who only reads, and who belongs to another company, enters no hours", async () => {
  const member = await world.member();
  const { id } = await taskOf(member);
  const stranger = await world.member();
  expect((await put(stranger, id, { actualHours: 2 })).status).toBe(404);
  const again = await signIn(world.url, member);
  await world.asOwner("UPDATE users SET role = 'viewer' WHERE id = $1", [member.user.id]);
  expect((await put(again, id, { actualHours: 2 })).status).toBe(403);
  expect(await told(member, id)).toEqual([]);
});
