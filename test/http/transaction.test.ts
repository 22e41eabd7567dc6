// On both databases: transactions are pinned to a connection.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
let owner: Member;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await world.member();
});
afterAll(() => world?.close());

const write = (work: Parameters<World["boardroom"]["database"]["transaction"]>[1]) =>
  world.boardroom.database.transaction(owner.user.companyId, work);
const lent = () => world.boardroom.database.pool.totalCount - world.boardroom.database.pool.idleCount;
const rename = (name: string) => sql`UPDATE companies SET name = ${name} WHERE company_id = ${owner.user.companyId}`;
const name = async () =>
  (await world.asOwner("SELECT name FROM companies WHERE company_id = $1", [owner.user.companyId]))[0]?.["name"];

test("a verb that fails while its first statement is on its way changes nothing and holds nothing up", async () => {
  const before = await name();
  for (const late of [false, true]) {
    const failing = write(async (db) => {
      db.execute(rename("Nobody's")).catch(() => undefined);
      // Either before the statement was sent, or while it is under way.
      if (late) await new Promise((resolve) => setImmediate(resolve));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await expect.poll(lent).toBe(0);
    expect(await name()).toBe(before);
  }
  expect((await owner.send("POST", "/api/tasks", { body: { title: "Next" } })).status).toBe(200);
});

test("a verb that swallows the failure of a statement is not told that it was saved", async () => {
  const before = await name();
  const swallowing = write(async (db) => {
    await db.execute(rename("Half"));
    await db.execute(sql`SELECT 1 / 0`).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow("was rolled back");
  expect(await name()).toBe(before);
  expect(lent()).toBe(0);
});

test("a connection that breaks while nobody listens to it ends nothing but itself", async () => {
  const { database, connectOwner } = world.boardroom;
  const breaks = (client: { emit(name: "error", error: Error): boolean }) =>
    client.emit("error", new Error("The connection broke."));
  // Between the pool and whoever borrows a connection, and beside each statement of those that ask as the owner.
  const borrowed = await database.pool.connect();
  try {
    expect(() => breaks(borrowed)).not.toThrow();
  } finally {
    borrowed.release(true);
  }
  for (const client of [connectOwner(), database.connect()]) expect(() => breaks(client)).not.toThrow();
  expect((await owner.send("GET", "/api/tasks")).status).toBe(200);
});
