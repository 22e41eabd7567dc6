import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { currentUser, login } from "#features/accounts/contract.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { clientOf, signUp } from "../world.ts";
import { type End, launch, type Server, startServer } from "./server.ts";

let postgres: Postgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

function aFolder(): string {
  folder = mkdtempSync(join(tmpdir(), "boardroom-start-"));
  const mine = folder;
  onTestFinished(() => rmSync(mine, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

let databases = 0;
const aDatabase = () => postgres.createDatabase(`start_${(databases += 1)}`);

async function aServer(env: Record<string, string>): Promise<Server> {
  const server = await startServer(env);
  onTestFinished(async () => {
    server.signal("SIGKILL");
    await server.ended;
  });
  return server;
}

/** Starts the product where it cannot start; gives how it ended and what it said. */
async function refused(env: Record<string, string>): Promise<End & { sentences: string[] }> {
  const { child, ended } = launch(env);
  const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const end = await ended;
  clearTimeout(late);
  const sentences = end.complaint.trimEnd().split("\n");
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^{}]{10,300}\.$/);
  expect(end.code).toBe(1);
  return { ...end, sentences };
}

function contents(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), hash(join(parentPath, name))]),
  );
}

test("a second process on the same data folder is refused within 3 s and writes nothing", async () => {
  const env = { DATA_DIR: aFolder() };
  const first = await aServer(env);
  // Standing still the first one writes nothing either, so that any change would be the second one's.
  first.signal("SIGSTOP");
  const before = contents(folder);
  const second = await refused(env);
  expect(second.sentences).toEqual([
    expect.stringMatching(/^The data folder \S+ is in use by another Boardroom \(process \d+ on \S+\)\./),
  ]);
  expect(second.tookMs).toBeLessThan(3_000);
  expect(contents(folder)).toEqual(before);
  first.signal("SIGCONT");
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test("every fault of the configuration is told at once", async () => {
  const { sentences, tookMs } = await refused({ PORT: "many", RATE_LIMIT_FACTOR: "0", PUBLIC_URL: "here" });
  expect(sentences).toHaveLength(3);
  for (const name of ["PORT", "RATE_LIMIT_FACTOR", "PUBLIC_URL"])
    expect(sentences.filter((sentence) => sentence.startsWith(name))).toHaveLength(1);
  expect(tookMs).toBeLessThan(5_000);
});

test("production on PostgreSQL does not start without its keys", async () => {
  const { sentences, tookMs } = await refused({
    NODE_ENV: "production",
    ALLOW_HTTP: "1",
    DATABASE_URL: postgres.url,
    DATA_DIR: aFolder(),
  });
  expect(sentences).toEqual([
    "ENCRYPTION_KEYS is required with DATABASE_URL in production.",
    "AUDIT_KEY is required with DATABASE_URL in production.",
  ]);
  expect(tookMs).toBeLessThan(5_000);
});

async function aTakenPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

const withPassword = (password: string): string => {
  const url = new URL(postgres.url);
  url.password = password;
  return url.href;
};

test.each([
  [
    "a database that is not there",
    async () => ({ DATABASE_URL: `postgres://u:p@127.0.0.1:${await closedPort()}/boardroom` }),
    /^The database at DATABASE_URL does not answer\.$/,
  ],
  [
    "a host that is not this machine's",
    async () => ({ HOST: "999.1.1.1" }),
    /^HOST 999\.1\.1\.1 is no address of this machine\./,
  ],
  [
    "a wrong password",
    async () => ({ DATABASE_URL: withPassword("wrong") }),
    /^The database at DATABASE_URL refused the user or password\.$/,
  ],
  [
    "a database name that does not exist",
    async () => ({ DATABASE_URL: postgres.url.replace(/\/boardroom$/, "/nowhere") }),
    /^The database named in DATABASE_URL does not exist\.$/,
  ],
  ["a port that is taken", async () => ({ PORT: String(await aTakenPort()) }), /^Port \d+ is already in use\./],
  [
    "a file in place of the data folder",
    () => {
      const path = join(aFolder(), "data");
      writeFileSync(path, "");
      return Promise.resolve({ DATA_DIR: path });
    },
    /^The data folder cannot be written: /,
  ],
])("%s is told in one sentence within 5 s", async (_name, fault, sentence) => {
  const env = { DATA_DIR: aFolder(), ...(await fault()) };
  const { sentences, tookMs } = await refused(env);
  expect(sentences).toEqual([expect.stringMatching(sentence)]);
  expect(tookMs).toBeLessThan(5_000);
});

test("a database written by a newer version is left alone", async () => {
  const env = { DATA_DIR: aFolder(), DATABASE_URL: await aDatabase() };
  const server = await aServer(env);
  server.signal("SIGKILL");
  const owner = new pg.Client({ connectionString: env.DATABASE_URL });
  await owner.connect();
  await owner.query("INSERT INTO schema_migrations (folder_millis, hash) VALUES (9999999999999, 'later')");
  const { sentences, tookMs } = await refused(env);
  await owner.end();
  expect(sentences).toEqual([expect.stringMatching(/written by a newer version of Boardroom/)]);
  expect(tookMs).toBeLessThan(5_000);
});

test("after kill -9 it starts at once", async () => {
  const env = { DATA_DIR: aFolder() };
  const first = await aServer(env);
  const member = await signUp(first.url);
  first.signal("SIGKILL");
  await first.ended;
  const second = await aServer(env);
  expect(second.readyAfterMs).toBeLessThan(5_000);
  const { username, password } = member;
  expect((await clientOf(second.url).call(login, { body: { username, password } })).username).toBe(username);
});

test("two instances that set up one empty database at the same moment both come up", async () => {
  // The same folder: it holds the keys both agree on, and is as empty as the database.
  const env = { DATA_DIR: aFolder(), DATABASE_URL: await aDatabase() };
  const [one, other] = await Promise.all([aServer(env), aServer(env)]);
  const { cookie, username } = await signUp(one.url);
  const elsewhere = Object.assign(clientOf(other.url), { cookie });
  expect((await elsewhere.call(currentUser)).username).toBe(username);
});

test.each(["embedded", "postgres"] as const)("SIGTERM ends it in order within 10 s on %s", async (database) => {
  const server = await aServer({
    DATA_DIR: aFolder(),
    ...(database === "postgres" ? { DATABASE_URL: await aDatabase() } : {}),
  });
  const member = await signUp(server.url);
  const twenty = <T>(call: () => Promise<T>) => Array.from({ length: 20 }, call);
  await Promise.all(twenty(() => member.send("GET", "/api/agents")));
  const requests = twenty(() => member.send("POST", "/api/tasks", { body: { title: "In flight" } }));
  const answers = Promise.all(requests);
  // When one was answered the server has read them all.
  await Promise.race(requests);
  const asked = performance.now();
  server.signal("SIGTERM");
  const statuses = new Set((await answers).map((answer) => answer.status));
  const end = await server.ended;
  expect(end.code).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
  // Answered, or told in words to come back: never cut off.
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
});
