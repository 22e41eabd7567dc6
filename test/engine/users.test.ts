import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { type EmbeddedEngine, openEmbedded } from "#platform/db/embedded/engine.ts";
import { aClient, aPool, aRawClient } from "./open.ts";
import { frame } from "#platform/db/embedded/frames.ts";

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await openEmbedded({ dataDir: null });
  const owner = await aClientOutsideTests();
  await owner.query(`
    CREATE ROLE boardroom_app LOGIN;
    CREATE ROLE no_login NOLOGIN;
    CREATE TABLE secret (company text);
    INSERT INTO secret VALUES ('a'), ('b');
    ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
    ALTER TABLE secret FORCE ROW LEVEL SECURITY;
    CREATE POLICY own ON secret USING (company = current_setting('app.company_id', true));
    GRANT SELECT ON secret TO boardroom_app`);
  await owner.end();
});
afterAll(() => engine.close());

async function aClientOutsideTests() {
  const client = new pg.Client({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
  await client.connect();
  return client;
}

test("the app's user sees only the rows its setting names, the owner sees all", async () => {
  const [app, owner] = [await aClient(engine, "boardroom_app"), await aClient(engine)];
  expect((await app.query("SELECT * FROM secret")).rows).toEqual([]);
  expect((await owner.query("SELECT * FROM secret ORDER BY 1")).rows).toHaveLength(2);
  await app.query("BEGIN");
  await app.query("SELECT set_config('app.company_id', $1, true)", ["b"]);
  expect((await app.query("SELECT * FROM secret")).rows).toEqual([{ company: "b" }]);
  await app.query("COMMIT");
  expect((await app.query("SELECT * FROM secret")).rows).toEqual([]);
});

test("users who take turns keep to themselves", async () => {
  const [app, owner] = [aPool(engine, "boardroom_app", 2), aPool(engine, "postgres", 2)];
  const who = "SELECT current_user AS c, session_user AS s";
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? app : owner).query(who).then(({ rows }) => rows[0].c + rows[0].s)),
  );
  expect(answers).toEqual(answers.map((_, n) => (n % 2 ? "boardroom_appboardroom_app" : "postgrespostgres")));
});

test("the app's user may not change the schema", async () => {
  const [app, owner] = [await aClient(engine, "boardroom_app"), await aClient(engine)];
  await expect(app.query("CREATE TABLE mine (id int)")).rejects.toMatchObject({ code: "42501" });
  await expect(app.query("ALTER TABLE secret DISABLE ROW LEVEL SECURITY")).rejects.toMatchObject({ code: "42501" });
  await owner.query("CREATE TABLE mine (id int); DROP TABLE mine");
});

test.each([
  "SET SESSION AUTHORIZATION postgres",
  "/* hello */ -- there\n set session authorization default",
  "RESET SESSION AUTHORIZATION",
  "SET LOCAL ROLE postgres",
  "SELECT 1; SET ROLE postgres",
  "DO $$BEGIN EXECUTE 'SET SESSION AUTHORIZATION postgres'; END$$",
  'SET "session_authorization" = postgres',
  "SELECT set_config('session_authorization', 'postgres', false)",
  "SELECT set_config('session_' || 'authorization', 'postgres', false)",
  "SELECT pg_catalog.\"set_config\" ('role', 'postgres', true)",
])("the app's user may not become another: %s", async (text) => {
  const app = await aClient(engine, "boardroom_app");
  await expect(app.query(text)).rejects.toMatchObject({ code: "42501" });
  await expect(app.query({ text, name: "named" })).rejects.toMatchObject({ code: "42501" });
  await app.query("BEGIN");
  await expect(app.query(text)).rejects.toMatchObject({ code: "42501" });
  await expect(app.query("SELECT 1")).rejects.toMatchObject({ code: "25P02" });
  await app.query("ROLLBACK");
  expect((await app.query("SELECT current_user AS c")).rows).toEqual([{ c: "boardroom_app" }]);
});

test("the owner's change of user ends with the next connection's turn", async () => {
  const [owner, other] = [await aClient(engine), await aClient(engine)];
  await owner.query("SET ROLE boardroom_app");
  expect((await owner.query("SELECT * FROM secret")).rows).toEqual([]);
  expect((await other.query("SELECT current_user AS c")).rows).toEqual([{ c: "postgres" }]);
});

test("a user who does not exist or may not sign in is turned away", async () => {
  await expect(aClient(engine, "nobody'\"; --")).rejects.toMatchObject({ code: "28000" });
  await expect(aClient(engine, "no_login")).rejects.toMatchObject({ code: "28000" });
});

test("a user dropped after signing in gets an error, and nobody else's rights", async () => {
  const owner = await aClient(engine);
  await owner.query("CREATE ROLE passing LOGIN");
  const passing = await aClient(engine, "passing");
  await passing.query("SELECT 1");
  await owner.query("DROP ROLE passing");
  await expect(passing.query("SELECT 1")).rejects.toMatchObject({ message: 'role "passing" does not exist' });
  expect((await owner.query("SELECT current_user AS c")).rows).toEqual([{ c: "postgres" }]);
});

test("a failed preparation of one user's query leaves the next user its own rights", async () => {
  const [app, owner] = [await aRawClient(engine, "boardroom_app"), await aClient(engine)];
  await owner.query("CREATE TABLE short (id int); GRANT SELECT ON short TO boardroom_app");
  await app.ask(frame("P", "", "SELECT * FROM short", Buffer.alloc(2)), frame("S"));
  await owner.query("DROP TABLE short");
  const answer = await app.ask(frame("B", "", "", Buffer.alloc(6)), frame("E", "", Buffer.alloc(4)), frame("S"));
  expect(answer.toString("latin1")).toContain("42P01");
  expect((await owner.query("SELECT current_user AS c")).rows).toEqual([{ c: "postgres" }]);
});
