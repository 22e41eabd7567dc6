import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { aClient, aFolder, anEngine, aPool, secondsLong } from "./open.ts";

test("a query past its deadline costs every connection, the engine comes back with what was committed", async () => {
  const restarts: string[] = [];
  const dataDir = await aFolder();
  const engine = await anEngine({ dataDir, deadlineMs: 2_000, onRestart: (reason) => restarts.push(reason) });
  const owner = await aClient(engine);
  await owner.query("CREATE ROLE app LOGIN; CREATE TABLE kept (id int); GRANT ALL ON kept TO app");
  const pool = aPool(engine, "app");
  await pool.query("INSERT INTO kept VALUES (1)");
  const thread = engine.threadId();

  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  const failures = await Promise.all([
    pool.query(secondsLong).catch((error: DatabaseError) => error),
    sleep(50).then(() => pool.query("SELECT 1").catch((error: DatabaseError) => error)),
  ]);
  clearInterval(ticking);

  expect(failures).toMatchObject([{ code: "57014" }, { code: "57P01" }]);
  expect((failures[0] as Error).message).toBe("terminating connection: the statement took longer than 2000 ms");
  expect(ticks).toBeGreaterThan(40);
  await expect(owner.query("SELECT 1")).rejects.toThrow("not queryable");

  expect((await pool.query("SELECT id FROM kept")).rows).toEqual([{ id: 1 }]);
  expect(restarts).toEqual(["the statement took longer than 2000 ms"]);
  expect(engine.threadId()).not.toBe(thread);
});

test("the owner of the database has a longer deadline", async () => {
  const engine = await anEngine({ deadlineMs: 200 });
  const owner = await aClient(engine);
  await owner.query(`DO $$BEGIN
    WHILE clock_timestamp() < statement_timestamp() + interval '600 ms' LOOP END LOOP; END$$`);
  expect((await owner.query("SELECT 1")).rowCount).toBe(1);
});

test("what was committed is there after closing and opening again", async () => {
  const dataDir = await aFolder();
  const first = await anEngine({ dataDir });
  const client = await aClient(first);
  await client.query("CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)");
  await first.close();
  const second = await aClient(await anEngine({ dataDir }));
  expect((await second.query("SELECT id FROM kept")).rows).toEqual([{ id: 1 }]);
});

test("a closed engine refuses new connections", async () => {
  const engine = await anEngine();
  await engine.close();
  await expect(aClient(engine)).rejects.toThrow("The embedded database is closed.");
});
