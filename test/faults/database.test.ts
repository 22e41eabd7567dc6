import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Postgres } from "../postgres.ts";
import { type Member, signUp } from "../world.ts";
import { isExcused } from "./load.ts";
import { isOverloaded } from "./noise.ts";
import type { Server } from "./server.ts";
import { openStage } from "./stage.ts";

/** What a stuck statement costs those who do not need it (R5); samples.test.ts tries the rest of R4 and R5. */
const stage = openStage("database");
const sentence = "Service temporarily unavailable";
/** Of the pool. */
const connections = 10;
let postgres: Postgres;
let server: Server;
let owner: Member;

beforeAll(async () => {
  postgres = await stage.postgres();
  server = await stage.start({ DATA_DIR: stage.folder, DATABASE_URL: postgres.url, LOG_LEVEL: "fatal" });
  owner = await signUp(server.url);
});
afterAll(stage.close);

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
      // Not the lock but a busy machine may turn somebody away.
      expect(isOverloaded() && isExcused(value) ? 200 : value.status).toBe(200);
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
  expect(isOverloaded() ? 0 : ms).toBeLessThan(6_500);
  expect(isOverloaded() ? 0 : slowest).toBeLessThan(1_000);
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
  // A connection that was not asked yet has its old statement still: each costs one call, and then no more.
  for (let round = 1; ; round += 1) {
    const answers = (await ask()).map(({ status, text }) => (status === 200 ? "200" : `${status} ${text}`));
    for (const answer of answers) expect(["200", `503 ${sentence}`]).toContain(answer);
    if (answers.every((answer) => answer === "200")) break;
    expect(round).toBeLessThan(connections);
  }
  expect((await ask()).map(({ status }) => status)).toEqual(Array(20).fill(200));
});
