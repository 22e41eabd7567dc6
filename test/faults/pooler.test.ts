// Nightly: servers behind PgBouncer wait for its limits; the installation with a pooler is rare, and database holds the refusals daily.
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { isDatabaseTrouble } from "#platform/db/trouble.ts";
import { type PoolerSettings, preparePooling, startPgBouncer } from "../pgbouncer.ts";
import type { Postgres } from "../postgres.ts";
import { journalOf, openOn, type World } from "../world.ts";
import { openLiveClient } from "./live-client.ts";
import { startRefused } from "./starts.ts";
import { sentenceOf } from "#app/sentence.ts";
import { openStage } from "./stage.ts";

const stage = openStage("pooler");
const { folder } = stage;
let postgres: Postgres;
beforeAll(async () => {
  postgres = await stage.postgres({});
  await preparePooling(postgres);
  await (await stage.owner(postgres.superuserUrl)).ask("ALTER DATABASE boardroom SET timezone = 'Asia/Kolkata'");
});
afterAll(stage.close);

async function pooled(settings: PoolerSettings = {}): Promise<string> {
  const pooler = await startPgBouncer(postgres, settings);
  onTestFinished(() => pooler.stop());
  return pooler.url;
}

async function openThrough(url: string, role = "all"): Promise<World> {
  const settings = { PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "100", ROLE: role };
  const env = { ...settings, DATA_DIR: folder, DATABASE_URL: url };
  const world = await openOn(readConfig(env));
  onTestFinished(() => world.close());
  return world;
}

const sharing =
  /^The pooler at DATABASE_URL shares sessions .* Set its pool_mode to session, or connect to PostgreSQL directly\.$/;

test.each([
  ["after each statement", { pool_mode: "statement" }],
  ["after each transaction and takes turns", { pool_mode: "transaction", server_round_robin: "1" }],
  [
    "after each transaction for the program's own role",
    { pool_mode: "transaction", max_client_conn: "500\n[users]\nboardroom = pool_mode=session" },
  ],
  [
    "after each transaction and drops settings",
    { pool_mode: "transaction", ignore_startup_parameters: "options,statement_timeout" },
  ],
])("a pooler that passes sessions on %s is refused in a sentence that names the setting", async (_when, settings) => {
  const url = await pooled(settings);
  await warm(url, 3);
  await expect(openThrough(url).catch((error: unknown) => sentenceOf(error))).resolves.toMatch(sharing);
});

test("a pooler that passes sessions on after each transaction ends the start of the program with that sentence", async () => {
  const DATABASE_URL = await pooled({ pool_mode: "transaction" });
  await warm(DATABASE_URL, 3);
  const { sentences, faults } = await startRefused({ DATA_DIR: folder, DATABASE_URL });
  expect(faults).toEqual([]);
  expect(sentences).toEqual([expect.stringMatching(sharing)]);
});

/** Leaves the pooler this many sessions to give out. */
async function warm(url: string, sessions: number): Promise<void> {
  const clients = Array.from({ length: sessions }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map((client) => client.query("SELECT pg_sleep(0.5)")));
  await Promise.all(clients.map((client) => client.end()));
}

test.each([
  ["as its configuration says", {}],
  ["and drops what clients set at sign-in", { ignore_startup_parameters: "options,statement_timeout" }],
])("through a pooler that keeps sessions %s, everything works", async (_how, settings) => {
  const url = await pooled(settings);
  const world = await openThrough(url);
  const member = await world.member();
  const other = await openThrough(url);
  const { cookie, user } = member;
  const live = openLiveClient(other.url, { cookie: cookie ?? "", companyId: user.companyId }, "pooled");
  onTestFinished(() => live.close());
  await expect.poll(() => live.isLive()).toBe(true);

  const refreshes = live.refreshes.length;
  const before = Date.now();
  await member.call(createTask, { body: { title: "Through the pooler" } });
  await expect.poll(() => live.refreshes.length).toBeGreaterThan(refreshes);
  expect(await journalOf(world, member)).toContain("task.created");

  const [task] = await member.call(listTasks);
  expect(task?.title).toBe("Through the pooler");
  expect(Math.abs(Date.parse(String(task?.createdAt)) - before)).toBeLessThan(60_000);
  // The second instance has given the role its password anew, and these sign in after that.
  await Promise.all(Array.from({ length: 10 }, () => world.boardroom.database.query("SELECT pg_sleep(0.2)")));
  for (const each of [world, other])
    expect(await each.boardroom.database.query("SELECT current_setting('TimeZone') AS zone")).toEqual([
      { zone: "UTC" },
    ]);

  // The operator sees all companies, and the program's own role none of them.
  expect(await world.asOwner("SELECT 1 FROM companies WHERE company_id = $1", [user.companyId])).toHaveLength(1);
  expect(await world.boardroom.database.query("SELECT 1 FROM companies")).toEqual([]);
});

test("through a pooler a slow statement is ended at 5 s", async () => {
  const world = await openThrough(await pooled({ ignore_startup_parameters: "options,statement_timeout" }));
  const started = performance.now();
  await expect(world.boardroom.database.query("SELECT pg_sleep(60)")).rejects.toMatchObject({ code: "57014" });
  expect(performance.now() - started).toBeGreaterThan(4_900);
});

test("a pooler that does not know the role the program made is named with what to do", async () => {
  const DATABASE_URL = await pooled({ auth_user: null, auth_query: null });
  await expect(openThrough(DATABASE_URL).catch((error: unknown) => sentenceOf(error))).resolves.toMatch(
    /^The database at DATABASE_URL does not let Boardroom's role boardroom_app sign in\. .*auth_query/,
  );
});

test("a pooler with too few sessions is named", async () => {
  const DATABASE_URL = await pooled({ default_pool_size: "1" });
  await expect(openThrough(DATABASE_URL).catch((error: unknown) => sentenceOf(error))).resolves.toMatch(
    /default_pool_size/,
  );
});

test("calls that get no session of a pooler end as trouble of the database, and the others are served", async () => {
  const world = await openThrough(await pooled({ default_pool_size: "4" }), "web");
  const calls = Array.from({ length: 10 }, () => world.boardroom.database.query("SELECT pg_sleep(1)"));
  const ends = await Promise.allSettled(calls);
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(10);
  expect(refused.filter((reason) => !isDatabaseTrouble(reason))).toEqual([]);
});
