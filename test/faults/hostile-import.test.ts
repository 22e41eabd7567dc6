import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { getImport, openImport, partSize, startImport } from "#features/records/imports/contract.ts";
import { startPostgres } from "../postgres.ts";
import { clientOf, type Member, signUp } from "../world.ts";
import { until } from "./noise.ts";
import { type Server, startServer } from "./server.ts";

/** How long a stop may take on a machine that is busy with other things; an idle one needs 4 s. */
const stopWithinMs = 30_000;
const timeout = 60_000;

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-hostile-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function start(env: Record<string, string>): Promise<Server> {
  const server = await startServer(env);
  onTestFinished(async () => {
    server.signal("SIGKILL");
    await server.ended;
  });
  return server;
}

/** Sends a file and starts its import, gives its id. */
async function startFile(url: string, member: Member, kind: "vendors" | "contracts", text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const { id } = await member.call(openImport, { body: { kind, fileName: "hostile.csv", size: bytes.length } });
  for (let at = 0; at * partSize < bytes.length; at += 1) {
    const headers = {
      "content-type": "application/octet-stream",
      "sec-fetch-site": "same-origin",
      cookie: member.cookie ?? "",
    };
    const body = bytes.subarray(at * partSize, (at + 1) * partSize);
    await fetch(`${url}/api/records/imports/${id}/parts/${at}`, { method: "PUT", headers, body });
  }
  await member.call(startImport, { params: { id }, body: {} });
  return id;
}

test("SIGTERM is heard while a file of cells as long as they may be is imported", async () => {
  const server = await start({ DATA_DIR: aFolder() });
  const member = await signUp(server.url);
  const cells = `Long,2026-01-01,1${" ".repeat(199_000)}x\n`.repeat(50);
  const lines = Array.from({ length: 100_000 }, (_, at) => `Lease ${at},2026-01-01,30\n`).join("");
  const id = await startFile(server.url, member, "contracts", `title,starts on,notice days\n${cells}${lines}`);
  // Whoever hears nothing for so long sends the signal all the same.
  const asked = () => fetch(`${server.url}/livez`, { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => ok);
  const isRunning = async () => {
    if (!(await asked().catch(() => false))) return true;
    return (await member.call(getImport, { params: { id } })).badCount > 0;
  };
  await until(isRunning, true, timeout);
  const signalled = performance.now();
  server.signal("SIGTERM");
  const late = setTimeout(() => server.signal("SIGKILL"), stopWithinMs);
  const end = await server.ended;
  clearTimeout(late);
  expect([end.code, end.signal]).toEqual([0, null]);
  expect(performance.now() - signalled).toBeLessThan(stopWithinMs);
}, 400_000);

test("an import whose process is killed at every start is given up after the fifth and says so", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const env = { DATABASE_URL: postgres.url, DATA_DIR: aFolder() };
  let server = await start(env);
  const owner = await signUp(server.url);
  const database = new pg.Client({ connectionString: postgres.superuserUrl });
  await database.connect();
  onTestFinished(() => database.end());
  const jobs = async () =>
    (await database.query<{ state: string }>("SELECT state::text FROM pgboss.job WHERE name = 'record-import'")).rows;
  // Long enough that nobody ends it before it is killed.
  const lines = Array.from({ length: 150_000 }, (_, at) => `${at},Vendor ${at}\n`).join("");
  const id = await startFile(server.url, owner, "vendors", `id,name\n${lines}`);
  for (let time = 1; time <= 5; time += 1) {
    await expect
      .poll(async () => (await jobs()).map(({ state }) => state), { timeout, interval: 20 })
      .toEqual(["active"]);
    server.signal("SIGKILL");
    await server.ended;
    // As if the minute until it is missed were over, and the pause before the next attempt.
    await database.query("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'");
    server = await start(env);
    const isMissed = async () => (await jobs()).every(({ state }) => state === "retry" || state === "failed");
    await until(isMissed, true, timeout);
    await database.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  }
  const again = Object.assign(clientOf(server.url), { cookie: owner.cookie });
  const found = () => again.call(getImport, { params: { id } });
  await expect.poll(async () => (await found()).status, { timeout }).toBe("failed");
  expect((await found()).sentence).toMatch(
    /^(Nothing was imported|Stopped after [\d,]+ lines): the import did not finish in 5 attempts\. /,
  );
  const { rows } = await database.query(
    "SELECT severity FROM journal WHERE action = 'record.import_failed' AND resource_id::text = $1",
    [id],
  );
  expect(rows).toEqual([{ severity: "warning" }]);
  // Nobody starts it again.
  expect(await jobs()).toEqual([{ state: "failed" }]);
}, 900_000);
