import { afterAll, beforeAll, expect, test } from "vitest";
import { furnish, type Ground } from "../samples.ts";
import { tryAsStranger } from "../strangers.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let owner: Ground;
let stranger: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await furnish(world, "owner");
  stranger = await furnish(world, "stranger");
});
afterAll(() => world?.close());

test("the first wall alone: with row level security off, every call still keeps to its own company", async () => {
  const tables = await world.asOwner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`,
  );
  expect(tables.length).toBeGreaterThanOrEqual(17);
  for (const { name } of tables) {
    await world.asOwner(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
    await world.asOwner(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
  }
  // The second wall is really down: without any company the product's own role sees everybody.
  const seen = await world.boardroom.database.query<{ company_id: string }>("SELECT DISTINCT company_id FROM tasks");
  expect(seen.map((row) => row.company_id).sort()).toEqual(
    [owner, stranger].map(({ member }) => member.user.companyId).sort(),
  );
  const { leaks, seenByOwner } = await tryAsStranger(world, owner, stranger);
  expect(leaks).toEqual([]);
  expect(seenByOwner.length).toBeGreaterThan(6);
});
