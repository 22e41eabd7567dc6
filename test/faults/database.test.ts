import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { isDatabaseTrouble } from "#platform/db/database.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { type Member, openOn, type Reply, signUp } from "../world.ts";
import { type Server, startServer } from "./server.ts";

/** What the product does while its database is stuck, slow or away (R4, R5). */
const folder = mkdtempSync(join(tmpdir(), "boardroom-database-"));
const sentence = "Service temporarily unavailable";
let postgres: Postgres;
let server: Server;
let owner: Member;

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  server = await startServer({ DATA_DIR: join(folder, "postgres"), DATABASE_URL: postgres.url, LOG_LEVEL: "fatal" });
  owner = await signUp(server.url);
});
afterAll(async () => {
  server?.signal("SIGKILL");
  await server?.ended;
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now();
  return { value: await work, ms: performance.now() - started };
}

/** Slowest of some calls of everything else, while something is stuck. */
async function watchOthers(client: Member, paths: string[], until: Promise<unknown>): Promise<number> {
  let over = false;
  void until.finally(() => (over = true));
  let slowest = 0;
  while (!over) {
    for (const path of paths) {
      const { value, ms } = await timed(client.send("GET", path));
      expect(value.status).toBe(200);
      slowest = Math.max(slowest, ms);
    }
    await sleep(100);
  }
  return slowest;
}

test("a locked table costs its callers one sentence after 5 s, and nobody else anything", async () => {
  const lock = new pg.Client({ connectionString: postgres.url });
  await lock.connect();
  await lock.query("BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE");
  const stuck = timed(owner.send("GET", "/api/tasks"));
  const slowest = await watchOthers(owner, ["/livez", "/api/agents", "/api/decisions"], stuck);
  const { value, ms } = await stuck;
  await lock.query("ROLLBACK");
  await lock.end();
  expect([value.status, value.text, value.headers.get("retry-after")]).toEqual([503, sentence, "2"]);
  expect(ms).toBeGreaterThan(4_500);
  expect(ms).toBeLessThan(6_500);
  expect(slowest).toBeLessThan(1_000);
  expect((await owner.send("GET", "/api/tasks")).status).toBe(200);
});

test("a schema that changes under what is prepared costs no call more than a moment", async () => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const ask = () => Promise.all(Array.from({ length: 20 }, () => owner.send("GET", "/api/tasks")));
  await ask();
  // Another scale: the statement's result is of another type than when each connection prepared it.
  await client.query("ALTER TABLE tasks ALTER COLUMN estimated_hours TYPE numeric(12, 3)");
  await client.end();
  const answers = (await ask()).map(({ status, text }) => (status === 200 ? "200" : `${status} ${text}`));
  for (const answer of answers) expect(["200", `503 ${sentence}`]).toContain(answer);
  expect((await ask()).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("an endless statement costs the embedded engine its thread, not the server", async () => {
  const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", DATA_DIR: join(folder, "embedded") }));
  const member = await world.member();
  const endless = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b";
  const stuck = timed(world.boardroom.database.query(endless).catch((error: unknown) => error));
  // Whoever waits behind it is answered by the engine that takes its place.
  const bystanders = Promise.all(
    Array.from({ length: 6 }, (_unused, at) =>
      at % 2 === 0
        ? member.send("GET", "/api/agents")
        : member.send("POST", "/api/tasks", { body: { title: `Waited ${at}` } }),
    ),
  );
  const alive = await watchOthers(member, ["/livez"], stuck);
  const { value, ms } = await stuck;
  expect(value).toMatchObject({ code: "57014" });
  expect(isDatabaseTrouble(value), "its caller is answered 503").toBe(true);
  expect((await bystanders).map((reply) => reply.status)).toEqual(Array(6).fill(200));
  const tasks = (await member.send("GET", "/api/tasks")).json as { title: string }[];
  expect(tasks.map((task) => task.title).toSorted((one, other) => one.localeCompare(other))).toEqual([
    "Waited 1",
    "Waited 3",
    "Waited 5",
  ]);
  expect(ms).toBeLessThan(6_500);
  expect(alive).toBeLessThan(500);
  expect((await member.send("GET", "/api/agents")).status).toBe(200);
  // The queue and whoever listens came back as well.
  const query = "fileName=a.csv&metricName=sales&dateColumn=date&valueColumn=value&dateFormat=YYYY-MM-DD";
  const headers = { "content-type": "text/csv" };
  const { json } = await member.send("POST", `/api/metrics/imports?${query}`, {
    body: "date,value\n2026-01-01,1\n",
    headers,
  });
  const { id } = json as { id: string };
  await expect
    .poll(async () => (await member.send("GET", `/api/metrics/imports/${id}`)).json, { timeout: 15_000 })
    .toMatchObject({ status: "done" });
  await world.close();
});

test("while PostgreSQL is away everything is 503 with Retry-After, and within 5 s after it is back all is well", async () => {
  const gap: Reply[] = [];
  let lastFault = 0;
  let over = false;
  const ask = async (method: string, path: string, body?: unknown): Promise<void> => {
    while (!over) {
      const reply = await owner.send(method, path, body ? { body } : {});
      if (reply.status === 200) continue;
      lastFault = performance.now();
      gap.push(reply);
      await sleep(20);
    }
  };
  const title = "Written around a restart";
  const asking = [
    ...Array.from({ length: 3 }, () => ask("POST", "/api/tasks", { title })),
    ask("GET", "/api/agents"),
    ask("GET", "/livez"),
  ];
  for (let restart = 1; restart <= 3; restart += 1) {
    await sleep(300);
    await postgres.restart("immediate");
    const back = performance.now();
    await sleep(3_000);
    expect(lastFault - back).toBeLessThan(2_500);
  }
  over = true;
  await Promise.all(asking);
  expect(gap.length).toBeGreaterThan(0);
  expect(new Set(gap.map((reply) => `${reply.status} ${reply.text}`))).toEqual(new Set([`503 ${sentence}`]));
  for (const reply of gap) expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(server.output()).not.toMatch(/Error/);
});
