import { setTimeout as sleep } from "node:timers/promises";
import pg, { type DatabaseError } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { aClient, aFolder, anEngine, aPool, secondsLong } from "./open.ts";

test("a query past its deadline is canceled, and costs nobody else anything", async () => {
  const restarts: string[] = [];
  const engine = await anEngine({ deadlineMs: 500, onRestart: (reason) => restarts.push(reason) });
  const owner = await aClient(engine);
  await owner.query("CREATE ROLE app LOGIN; CREATE TABLE kept (id int); GRANT ALL ON kept TO app");
  const pool = aPool(engine, "app");
  const [canceled, waited] = await Promise.all([
    pool.query(secondsLong).catch((error: DatabaseError) => error),
    sleep(50).then(() => pool.query("INSERT INTO kept VALUES (1)")),
  ]);
  expect(canceled).toMatchObject({ code: "57014", message: "canceling statement due to user request" });
  expect(waited.rowCount).toBe(1);
  expect((await owner.query("SELECT id FROM kept")).rows).toEqual([{ id: 1 }]);
  expect(restarts).toEqual([]);
});

test("a client cancels its running query as on PostgreSQL; a late request cancels nothing", async () => {
  const engine = await anEngine({ deadlineMs: 60_000 });
  const client = await aClient(engine);
  const other = await aClient(engine);
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  const cancel = () => {
    const stream = engine.stream() as ReturnType<typeof engine.stream> & { connect(): void };
    const request = Buffer.alloc(16);
    for (const [at, value] of [16, 80_877_102, processID, secretKey].entries()) request.writeInt32BE(value, at * 4);
    stream.once("connect", () => stream.write(request));
    stream.connect();
  };
  const failed = client.query(secondsLong).catch((error: DatabaseError) => error);
  await sleep(200);
  cancel();
  expect(await failed).toMatchObject({ code: "57014" });
  cancel();
  await sleep(50);
  expect((await other.query("SELECT sum(g) FROM generate_series(1, 100000) g")).rowCount).toBe(1);
  expect((await client.query("SELECT 1")).rowCount).toBe(1);
});

/** Takes no notice of being canceled. */
const stubborn = `DO $$BEGIN LOOP BEGIN
  PERFORM count(*) FROM generate_series(1, 30000) a, generate_series(1, 30000) b;
  EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END$$`;

test("a query that cannot be canceled costs every connection, the engine comes back with what was committed", async () => {
  const restarts: string[] = [];
  const dataDir = await aFolder();
  const engine = await anEngine({ dataDir, deadlineMs: 500, onRestart: (reason) => restarts.push(reason) });
  const owner = await aClient(engine);
  await owner.query("CREATE ROLE app LOGIN; CREATE TABLE kept (id int); GRANT ALL ON kept TO app");
  const pool = aPool(engine, "app");
  await pool.query("INSERT INTO kept VALUES (1)");
  const thread = engine.threadId();

  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  const failures = await Promise.all([
    pool.query(stubborn).catch((error: DatabaseError) => error),
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

test("a query that yields is interrupted for others, runs after them, and is left alone while none waits", async () => {
  const engine = await anEngine({ deadlineMs: 60_000 });
  const owner = await aClient(engine);
  const yielding = new pg.Pool({ stream: () => engine.stream({ yields: true }), user: "postgres", max: 2 });
  yielding.on("error", () => {});
  onTestFinished(() => yielding.end());
  expect((await yielding.query("SELECT count(*) FROM generate_series(1, 2000000)")).rowCount).toBe(1);
  const failed = yielding.query(secondsLong).catch((error: DatabaseError) => error);
  const order: string[] = [];
  const later = yielding.query("SELECT 1").then(() => order.push("yields"));
  await sleep(100);
  await Promise.all([1, 2, 3].map(() => owner.query("SELECT 1").then(() => order.push("does not"))));
  expect(await failed).toMatchObject({ code: "57014" });
  await later;
  expect(order).toEqual(["does not", "does not", "does not", "yields"]);
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
