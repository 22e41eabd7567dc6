// On both databases: versions of rows are looked at.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask } from "#features/tasks/contract.ts";
import { changed, checksum } from "../checksum.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What the tests that nothing has changed rest on. */
let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  member = await world.member();
});
afterAll(() => world?.close());

async function changesOf(statement: string, values: unknown[] = []): Promise<string[]> {
  const before = await checksum(world);
  await world.asOwner(statement, values);
  return changed(before, await checksum(world));
}

test("a row that was added, changed, changed back, replaced or deleted is noticed; a write that leaves it as it was is not", async () => {
  const before = await checksum(world);
  const { id } = await member.call(createTask, { body: { title: "A task" } });
  expect(changed(before, await checksum(world))).toEqual(expect.arrayContaining(["journal", "tasks"]));
  for (const title of ["Another", "A task"])
    expect(await changesOf("UPDATE tasks SET title = $2 WHERE id = $1", [id, title])).toEqual(["tasks"]);
  expect(await changesOf("UPDATE tasks SET title = title WHERE id = $1", [id])).toEqual([]);
  // Another row under the same id, as many rows as before.
  const replace = `WITH gone AS (DELETE FROM tasks WHERE id = $1 RETURNING *)
    INSERT INTO tasks SELECT (jsonb_populate_record(NULL::tasks, to_jsonb(gone) || '{"title": "In its place"}')).* FROM gone`;
  expect(await changesOf(replace, [id])).toEqual(["tasks"]);
  expect(await changesOf("DELETE FROM tasks WHERE company_id = $1", [member.user.companyId])).toEqual(["tasks"]);
  expect(await changesOf("UPDATE sessions SET seen_at = now()")).toEqual([]);
});
