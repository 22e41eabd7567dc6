import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type EmbeddedEngine, openEmbedded } from "#platform/db/embedded/engine.ts";
import { aClient, anEngine, aPool, aRawClient } from "./open.ts";
import { frame, queryFrame } from "#platform/db/embedded/frames.ts";

/** Long enough that a busy machine does not pass it by itself. */
const deadlineMs = 3_000;
let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await openEmbedded({ dataDir: null, deadlineMs });
});
afterAll(() => engine.close());
beforeEach(async () => {
  const client = await aClient(engine);
  await client.query("DROP TABLE IF EXISTS item; CREATE TABLE item (id int PRIMARY KEY, owner text)");
});

test("transactions of parallel clients do not interleave", async () => {
  const writers = await Promise.all([1, 2, 3, 4].map(() => aClient(engine)));
  const inside = new Set<number>();
  const overlaps: number[] = [];
  await Promise.all(
    writers.map(async (client, writer) => {
      for (let round = 0; round < 5; round += 1) {
        await client.query("BEGIN");
        inside.add(writer);
        if (inside.size > 1) overlaps.push(writer);
        await client.query("INSERT INTO item VALUES ($1, $2)", [writer * 100 + round, `w${writer}`]);
        await sleep(2);
        inside.delete(writer);
        await client.query(round % 2 ? "ROLLBACK" : "COMMIT");
      }
    }),
  );
  const { rows } = await (writers[0] as pg.Client).query("SELECT owner, count(*)::int FROM item GROUP BY 1 ORDER BY 1");
  expect(overlaps).toEqual([]);
  expect(rows).toEqual(["w0", "w1", "w2", "w3"].map((owner) => ({ owner, count: 3 })));
});

test("two clients use the same prepared statement name for different statements", async () => {
  const [one, two] = [await aClient(engine), await aClient(engine)];
  for (let round = 0; round < 3; round += 1) {
    const first = await one.query({ name: "find", text: "SELECT $1::int AS n", values: [round] });
    const second = await two.query({ name: "find", text: "SELECT upper($1) AS t", values: [`r${round}`] });
    expect([first.rows, second.rows]).toEqual([[{ n: round }], [{ t: `R${round}` }]]);
  }
});

test("a client's prepared statements are forgotten with it", async () => {
  const client = await aClient(engine);
  const count = async () =>
    (await client.query("SELECT count(*)::int AS n FROM pg_prepared_statements WHERE statement LIKE '%orphan%'"))
      .rows[0].n;
  const other = await aClient(engine);
  await other.query({ name: "mine", text: "SELECT 'orphan'" });
  // The counting query itself is a simple one and stands in no list.
  expect(await count()).toBe(1);
  await other.end();
  expect(await count()).toBe(0);
});

test("the unnamed statement of one client survives what another runs in between", async () => {
  const [raw, other] = [await aRawClient(engine), await aClient(engine)];
  await raw.ask(frame("P", "", "SELECT 'kept'", Buffer.alloc(2)), frame("S"));
  await other.query("SELECT $1::int", [7]);
  const answer = await raw.ask(frame("B", "", "", Buffer.alloc(6)), frame("E", "", Buffer.alloc(4)), frame("S"));
  expect(answer.toString("latin1")).toContain("kept");
});

test("a portal read in steps with Flush keeps the backend until its Sync", async () => {
  const [raw, other] = [await aRawClient(engine), await aClient(engine)];
  const fetch = () => raw.ask(frame("E", "p", Buffer.from([0, 0, 0, 1])), frame("H"));
  raw.send(
    frame("P", "", "SELECT g FROM generate_series(41, 43) g", Buffer.alloc(2)),
    frame("B", "p", "", Buffer.alloc(6)),
  );
  expect((await fetch()).toString("latin1")).toContain("41");
  const between = other.query("SELECT 1");
  expect((await fetch()).toString("latin1")).toContain("42");
  raw.send(frame("S"));
  expect((await between).rowCount).toBe(1);
});

test("a notification reaches the listeners of its channel on other connections, and no others", async () => {
  const [hearing, also, deaf, speaker] = await Promise.all([1, 2, 3, 4].map(() => aClient(engine)));
  const heard: string[] = [];
  const names = new Map([
    [hearing, "hearing"],
    [also, "also"],
    [deaf, "deaf"],
  ]);
  for (const [client, name] of names)
    client?.on("notification", ({ channel, payload }) => heard.push(`${name} ${channel} ${payload}`));
  await hearing?.query("LISTEN News");
  await also?.query('/* both */ LISTEN "news"; LISTEN other');
  await deaf?.query("LISTEN elsewhere");

  await speaker?.query("NOTIFY news, 'one'");
  await speaker?.query("BEGIN");
  await speaker?.query("SELECT pg_notify('news', $1)", ["two"]);
  await sleep(20);
  expect(heard).toEqual(["hearing news one", "also news one"]);
  await speaker?.query("COMMIT");
  await speaker?.query("BEGIN; SELECT pg_notify('news', 'never'); ROLLBACK");
  await sleep(20);
  expect(heard.slice(2)).toEqual(["hearing news two", "also news two"]);

  await hearing?.query("UNLISTEN news");
  await speaker?.query("NOTIFY news, 'three'");
  await also?.query("UNLISTEN *");
  await speaker?.query("NOTIFY news, 'four'");
  await speaker?.query("NOTIFY other, 'five'");
  await sleep(20);
  expect(heard.slice(4)).toEqual(["also news three"]);
});

test("a LISTEN that was rolled back hears nothing, one that was committed hears its own notification", async () => {
  const [client, other] = [await aClient(engine), await aClient(engine)];
  const heard: string[] = [];
  client.on("notification", ({ channel }) => heard.push(channel));
  await other.query("LISTEN gone");
  await client.query("BEGIN");
  await client.query("LISTEN gone");
  await client.query("ROLLBACK");
  await client.query("BEGIN");
  await client.query("LISTEN stays");
  await client.query("COMMIT");
  await client.query("NOTIFY gone; NOTIFY stays");
  expect(heard).toEqual(["stays"]);
});

test("COPY goes in and out, also when it fails", async () => {
  const raw = await aRawClient(engine);
  const rows = (letters: string) => frame("d", Buffer.from(letters));
  await raw.ask(queryFrame("COPY item FROM STDIN"));
  const taken = await raw.ask(rows("1\tann\n2\t"), rows("bob\n"), frame("c"));
  expect(taken.toString("latin1")).toContain("COPY 2");
  expect(String.fromCharCode(taken[0] as number)).toBe("C");
  expect((await raw.ask(queryFrame("COPY item TO STDOUT"))).toString("latin1")).toMatch(/1\tann\n[\s\S]*2\tbob\n/);

  await raw.ask(queryFrame("COPY nowhere FROM STDIN"));
  expect((await raw.ask(rows("1\n"), frame("c"))).toString("latin1")).toContain("42P01");
  await raw.ask(queryFrame("COPY item FROM STDIN"));
  expect((await raw.ask(frame("f", "changed my mind"))).toString("latin1")).toContain("57014");
  expect((await raw.ask(queryFrame("SELECT count(*) FROM item"))).toString("latin1")).toContain("SELECT 1");
});

test("a client that dies inside a transaction is rolled back and blocks nobody", async () => {
  // Whoever waits for the other's deadline waits a minute.
  const patient = await anEngine({ deadlineMs: 60_000 });
  const [dying, other] = [new pg.Client({ stream: () => patient.stream(), user: "postgres" }), await aClient(patient)];
  await other.query("CREATE TABLE item (id int PRIMARY KEY, owner text)");
  dying.on("error", () => {});
  await dying.connect();
  await dying.query("BEGIN");
  await dying.query("INSERT INTO item VALUES (1, 'ghost')");
  const waiting = other.query("SELECT count(*)::int AS n FROM item");
  (dying as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  const started = performance.now();
  expect((await waiting).rows).toEqual([{ n: 0 }]);
  expect(performance.now() - started).toBeLessThan(30_000);
});

test("a transaction that stands idle is cut off with 25P03 and rolled back", async () => {
  const [idler, other] = [await aClient(engine), await aClient(engine)];
  const cut = once(idler, "error") as Promise<[pg.DatabaseError]>;
  await idler.query("BEGIN");
  await idler.query("INSERT INTO item VALUES (1, 'idle')");
  const { rows } = await other.query("SELECT count(*)::int AS n FROM item");
  expect(rows).toEqual([{ n: 0 }]);
  expect((await cut)[0].code).toBe("25P03");
});

test("an idle transaction is cut off also while others keep asking", async () => {
  const [idler, other] = [await aClient(engine), aPool(engine)];
  const cut = once(idler, "error") as Promise<[pg.DatabaseError]>;
  await idler.query("BEGIN");
  const asking = setInterval(
    () => void other.query({ text: "SELECT 1", name: "tick" }).catch(() => {}),
    deadlineMs / 5,
  );
  // Would their asking count, it would never be.
  expect((await cut)[0].code).toBe("25P03");
  clearInterval(asking);
});

test("a busy transaction longer than the deadline is left alone", async () => {
  const client = await aClient(engine);
  await client.query("BEGIN");
  for (let step = 0; step < 5; step += 1) {
    await client.query("INSERT INTO item VALUES ($1)", [step]);
    await sleep(deadlineMs / 3);
  }
  await sleep(deadlineMs * 0.4);
  await client.query(`DO $$BEGIN
    WHILE clock_timestamp() < statement_timestamp() + interval '${deadlineMs / 2} ms' LOOP END LOOP; END$$`);
  await client.query("COMMIT");
  expect((await client.query("SELECT 1 FROM item")).rowCount).toBe(5);
});

test("a waiting query can be cancelled", async () => {
  const [holder, waiter] = [await aClient(engine), await aClient(engine)];
  await holder.query("BEGIN");
  const { processID, secretKey } = waiter as unknown as { processID: number; secretKey: number };
  const answer = waiter.query("SELECT 1").catch((error: pg.DatabaseError) => error);
  const stream = engine.stream() as ReturnType<EmbeddedEngine["stream"]> & { connect(): void };
  stream.connect();
  await once(stream, "connect");
  const request = Buffer.alloc(16);
  [16, 80877102, processID, secretKey].forEach((word, at) => request.writeInt32BE(word, at * 4));
  stream.write(request);
  expect(await answer).toMatchObject({ code: "57014" });
  await holder.query("COMMIT");
  expect((await waiter.query("SELECT 1")).rowCount).toBe(1);
});

test("a connection too many is refused with 53300 instead of waiting", async () => {
  const holder = await aClient(engine);
  const clients = await Promise.all(Array.from({ length: 203 }, () => aClient(engine)));
  await holder.query("BEGIN");
  const answers = Promise.allSettled(clients.map((client) => client.query("SELECT 1")));
  await sleep(50);
  await holder.query("COMMIT");
  const codes = (await answers).flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
  expect(codes).toEqual(["53300", "53300", "53300"]);
});

test("session settings of one connection do not reach another", async () => {
  const [one, two] = [await aClient(engine), await aClient(engine)];
  await one.query("SET statement_timeout = '7s'");
  await one.query("SET TimeZone = 'Asia/Tokyo'");
  expect((await one.query("SHOW TimeZone")).rows).toEqual([{ TimeZone: "Asia/Tokyo" }]);
  expect((await two.query("SHOW TimeZone")).rows).toEqual([{ TimeZone: "UTC" }]);
});

test("DISCARD ALL is refused, for it would discard everybody's", async () => {
  const client = await aClient(engine);
  await client.query("BEGIN");
  await expect(client.query("DISCARD ALL")).rejects.toMatchObject({ code: "0A000" });
  await expect(client.query("SELECT 1")).rejects.toMatchObject({ code: "25P02" });
  await client.query("ROLLBACK");
  await expect(client.query({ text: "DEALLOCATE ALL", values: [] })).rejects.toMatchObject({ code: "0A000" });
  expect((await client.query("SELECT 1")).rowCount).toBe(1);
});

test("a pool of ten gets through 500 mixed queries", async () => {
  const pool = aPool(engine);
  const codes: (string | undefined)[] = [];
  const jobs = Array.from({ length: 500 }, async (_, n) => {
    if (n % 5 === 0) return pool.query("INSERT INTO item VALUES ($1, $2)", [n, "pool"]);
    if (n % 5 === 1) return pool.query({ name: `q${n % 15}`, text: "SELECT $1::int AS n", values: [n] });
    if (n % 5 === 2) return pool.query("SELECT 1/0").catch(({ code }: pg.DatabaseError) => codes.push(code));
    if (n % 5 === 3) return pool.query("SELECT g, repeat('x', 300) FROM generate_series(1, 50) g");
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("UPDATE item SET owner = 'tx' WHERE id = $1", [n - 4]);
      await client.query("COMMIT");
    } finally {
      client.release();
    }
  });
  await Promise.all(jobs);
  expect(codes).toEqual(Array(100).fill("22012"));
  const { rows } = await pool.query("SELECT owner, count(*)::int AS n FROM item GROUP BY 1");
  expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(100);
});

test("an answer larger than one message of the thread arrives whole", async () => {
  const client = await aClient(engine);
  const { rows } = await client.query("SELECT repeat(md5(g::text), 40000) AS t, g FROM generate_series(1, 5) g");
  expect(rows.map(({ t, g }) => [t.length, g])).toEqual([1, 2, 3, 4, 5].map((g) => [1_280_000, g]));
});

test("drizzle works over the pool", async () => {
  const item = pgTable("item", { id: integer().primaryKey(), owner: text() });
  const db = drizzle(aPool(engine));
  await db.transaction(async (tx) => {
    await tx.insert(item).values([{ id: 1, owner: "ann" }, { id: 2 }]);
    await tx.execute(sql`SELECT set_config('app.company_id', ${"c1"}, true)`);
  });
  await expect(db.transaction((tx) => tx.insert(item).values({ id: 1 }))).rejects.toThrow("Failed query");
  expect(await db.select().from(item).orderBy(item.id)).toEqual([
    { id: 1, owner: "ann" },
    { id: 2, owner: null },
  ]);
});
