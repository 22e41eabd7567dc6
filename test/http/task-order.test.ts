import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { createTask, getTask, updateTask } from "#features/tasks/contract.ts";
import { pagesOf } from "../pages.ts";
import { hire, openWorld, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

test("the tasks of one decision stand in the order it planned them, on every page; the newest decision's first", async () => {
  const member = await world.member();
  const [ceo] = await hire(member, "CEO", "CFO", "CMO", "Sales", "Operations");
  const planned: string[] = [];
  for (let count = 1; count <= 18; count += 1) {
    const context = { ...testContexts.CEO.context, market: `Market ${count}` };
    const body = { agentId: ceo?.id ?? "", ...testContexts.CEO, context };
    const { id } = await member.call(makeDecision, { body });
    await member.call(settleDecision, { params: { id }, body: { approved: true } });
    const rows = await world.asOwner<{ id: string }>(
      "SELECT id FROM tasks WHERE decision_id = $1 ORDER BY effect_index",
      [id],
    );
    expect(rows.length).toBeGreaterThan(1);
    planned.unshift(...rows.map((row) => row.id));
  }
  const pages = await pagesOf(member, "/api/tasks");
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat().map(({ id }) => id)).toEqual(planned);
});

test("a task is found by its id, closed too, and not by a stranger", async () => {
  const member = await world.member();
  const made = await member.call(createTask, { body: { title: "Call the bank" } });
  expect(await member.call(getTask, { params: { id: made.id } })).toEqual(made);
  const closed = await member.call(updateTask, { params: { id: made.id }, body: { status: "cancelled" } });
  expect(await member.call(getTask, { params: { id: made.id } })).toEqual(closed);
  const stranger = await world.member();
  expect((await stranger.send("GET", `/api/tasks/${made.id}`)).status).toBe(404);
});
