import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
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
  for (let count = 1; count <= 5; count += 1) {
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
  const listed = async (after?: string) =>
    (await member.call(listTasks, { query: after ? { after } : {} })).map((task) => task.id);
  expect(await listed()).toEqual(planned);
  for (const [place, id] of planned.entries()) expect(await listed(id)).toEqual(planned.slice(place + 1));
});
