// Nightly: servers start beside extensions; a backup beside them is rare.
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { commandHere } from "../command.ts";
import type { Postgres } from "../postgres.ts";
import { journalOf, openOn, signIn, type World } from "../world.ts";
import { openStage } from "./stage.ts";

const stage = openStage("extensions");
const { folder } = stage;
let postgres: Postgres;
beforeAll(async () => {
  postgres = await stage.postgres({});
});
afterAll(stage.close);

async function asSuperuser<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
  const url = new URL(postgres.superuserUrl);
  url.pathname = `/${database}`;
  const superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  try {
    return (await superuser.query<Row>(text)).rows;
  } finally {
    await superuser.end();
  }
}

/** A database in whose schema an administrator has put functions and, as PostGIS does, a table with rows of its own. */
async function extended(name: string): Promise<string> {
  const url = await postgres.createDatabase(name);
  await asSuperuser(
    name,
    `CREATE EXTENSION pg_stat_statements SCHEMA public; CREATE EXTENSION hstore SCHEMA public;
     CREATE TABLE spatial_ref_sys (srid int PRIMARY KEY, srtext text);
     INSERT INTO spatial_ref_sys VALUES (4326, 'WGS 84'); GRANT SELECT ON spatial_ref_sys TO PUBLIC;
     ALTER EXTENSION hstore ADD TABLE spatial_ref_sys;
     CREATE FUNCTION house_keeping() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  );
  return url;
}

async function openAt(DATABASE_URL: string): Promise<World> {
  const env = { PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "100", DATA_DIR: folder, DATABASE_URL };
  const world = await openOn(readConfig(env));
  onTestFinished(() => world.close());
  return world;
}

test("it starts where extensions and an administrator have put functions and tables into its schema", async () => {
  const world = await openAt(await extended("extended"));
  const member = await world.member();
  await member.call(createTask, { body: { title: "Beside extensions" } });
  expect((await member.call(listTasks)).map((task) => task.title)).toEqual(["Beside extensions"]);
  expect(await journalOf(world, member)).toContain("task.created");
});

test("given a superuser's address it grants its own functions and no extension's", async () => {
  const { pathname } = new URL(await extended("by_superuser"));
  const url = new URL(postgres.superuserUrl);
  url.pathname = pathname;
  await openAt(url.href);
  const granted = await asSuperuser<{ name: string }>(
    "by_superuser",
    `SELECT p.proname AS name FROM pg_proc p, aclexplode(p.proacl) a
     WHERE p.pronamespace = 'public'::regnamespace AND a.grantee = 'by_superuser_app'::regrole ORDER BY 1`,
  );
  expect(granted.map(({ name }) => name)).toContain("caller_gate");
  const brought = await asSuperuser<{ name: string }>(
    "by_superuser",
    "SELECT p.proname AS name FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'",
  );
  expect(brought.map(({ name }) => name)).toContain("pg_stat_statements_reset");
  expect(granted.filter(({ name }) => brought.some((one) => one.name === name))).toEqual([]);
});

test("a backup leaves the tables of extensions out, and is restored beside them", async () => {
  const from = await openAt(await extended("backed_up"));
  const member = await from.member();
  await member.call(createTask, { body: { title: "Carried over" } });
  const file = join(folder, "extended.backup");
  const env = { DATA_DIR: folder, DATABASE_URL: String(from.config.databaseUrl) };
  expect(await commandHere("backup", env, ["--to", file])).toMatchObject({ code: 0, complaint: "" });

  const DATABASE_URL = await extended("restored");
  for (const flags of [[], ["--replace"]]) {
    const { code, complaint } = await commandHere("restore", { DATA_DIR: folder, DATABASE_URL }, [file, ...flags]);
    expect([code, complaint]).toEqual([0, ""]);
  }
  expect(await asSuperuser("restored", "SELECT srid FROM spatial_ref_sys")).toEqual([{ srid: 4326 }]);
  const to = await openAt(DATABASE_URL);
  const again = await signIn(to.url, member);
  expect((await again.call(listTasks)).map((task) => task.title)).toEqual(["Carried over"]);
});
