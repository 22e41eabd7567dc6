import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeBackup } from "#platform/backup/file.ts";
import { type DumpTable, encodeRecord } from "#platform/backup/records.ts";
import { checkBackup } from "#platform/backup/restore.ts";
import { takeBackup } from "#platform/backup/take.ts";
import { type EmbeddedEngine, openEmbedded } from "#platform/db/embedded/engine.ts";
import { applyMigrations, knownMigrations, migrate } from "#platform/db/migrate.ts";
import { queuePlan } from "#platform/jobs/queues.ts";
import { openSecrets } from "#platform/secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "boardroom-restore-"));
const secretsOf = (auditKey = Buffer.alloc(32, 2)) =>
  openSecrets({
    dataDir: folder,
    encryptionKeys: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    auditKey: auditKey.toString("base64"),
  });
const secrets = secretsOf();
const anchors = join(folder, "anchors.jsonl");
const company = "6f1c1f0e-0000-4000-8000-000000000001";

let engine: EmbeddedEngine;
let owner: pg.Client;
const connect = () => new pg.Client({ stream: () => engine.stream(), user: "postgres", database: "postgres" });

beforeAll(async () => {
  engine = await openEmbedded({ dataDir: null });
  owner = connect();
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});
const clear = () =>
  owner.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS pgboss CASCADE");
beforeEach(async () => {
  await clear();
  rmSync(anchors, { force: true });
});

const addCompany = (name: string) =>
  owner.query("INSERT INTO companies (company_id, name, created_at) VALUES ($1, $2, now())", [company, name]);
const names = async () =>
  (await owner.query<{ name: string }>("SELECT name FROM companies")).rows.map(({ name }) => name);
const take = async (name: string): Promise<string> => {
  const file = join(folder, `${name}.backup`);
  await takeBackup({ kind: "embedded", connect, anchors }, file, secrets);
  return file;
};
const put = async (file: string, replace = false, keys = secrets): Promise<string[]> =>
  (await checkBackup(file, keys)).put(owner, { replace, anchors, onProgress: () => undefined });
/** A backup of one table as somebody else might have made it. */
const craft = async (name: string, table: DumpTable, lines: string, sha256?: string): Promise<string> => {
  const file = join(folder, `${name}.backup`);
  const bytes = Buffer.from(lines);
  const end = { rows: table.rows, sha256: sha256 ?? createHash("sha256").update(bytes).digest("hex") };
  async function* records() {
    yield* encodeRecord({ kind: "manifest", value: { migrations: knownMigrations(), tables: [table] } });
    yield* encodeRecord({ kind: "lines", bytes });
    yield* encodeRecord({ kind: "table end", value: end });
    yield* encodeRecord({ kind: "anchors", bytes: Buffer.alloc(0) });
    yield* encodeRecord({ kind: "end" });
  }
  await writeBackup(file, { database: "postgres", schema: 0, mark: "" }, records(), secrets);
  return file;
};

/** Walls, foreign keys and triggers stand as after a plain start. */
async function requireGuards(): Promise<void> {
  const { rows: open } = await owner.query(
    `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
  );
  expect(open).toEqual([]);
  const { rows: keys } = await owner.query(
    "SELECT 1 FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND convalidated",
  );
  expect(keys.length).toBeGreaterThan(5);
  const { rows: asleep } = await owner.query(
    "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'",
  );
  expect(asleep).toEqual([]);
  const { rows: awake } = await owner.query("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal");
  expect(awake.length).toBeGreaterThan(2);
}

test("a backup of an older schema is brought up to date, and its walls stand", async () => {
  await applyMigrations(owner, knownMigrations()[0]?.at);
  await owner.query(queuePlan());
  await addCompany("Older");
  const file = await take("older");
  await clear();
  await put(file);
  expect(await names()).toEqual(["Older"]);
  const { rows } = await owner.query<{ at: string }>("SELECT folder_millis AS at FROM schema_migrations ORDER BY 1");
  expect(rows.map(({ at }) => Number(at))).toEqual(knownMigrations().map(({ at }) => at));
  await requireGuards();
});

test("rows are replaced only when that was said", async () => {
  await migrate(owner);
  await owner.query(queuePlan());
  await addCompany("First");
  const file = await take("first");
  await owner.query("UPDATE companies SET name = 'Second'");
  await expect(put(file)).rejects.toThrow("The database is not empty.");
  expect(await names()).toEqual(["Second"]);
  await put(file, true);
  expect(await names()).toEqual(["First"]);
  await requireGuards();
});

test("a database with somebody else's tables is never touched", async () => {
  const file = await craft("alien", { schema: "public", name: "companies", columns: ["name"], rows: 0 }, "");
  await owner.query("CREATE TABLE alien (id int)");
  await expect(put(file, true)).rejects.toThrow("holds tables that are not Boardroom's");
  await owner.query("SELECT * FROM alien");
});

test("what fails in the middle leaves everything as it was", async () => {
  await migrate(owner);
  await owner.query(queuePlan());
  await addCompany("Mine");
  const strange = { schema: "public", name: "nowhere", columns: ["a"], rows: 1 } as const;
  await expect(put(await craft("strange", { ...strange, columns: ["a"] }, "1\n"), true)).rejects.toThrow(
    "The backup contains a table or column unknown to this version: nowhere.",
  );
  // A decision of an agent that is not there: found when the foreign keys come back.
  const columns = [
    "company_id",
    "decision_id",
    "position",
    "claim",
    "horizon",
    "probability",
    "base_rate_note",
    "due_on",
    "resolver",
  ];
  const row = [company, company, "0", "c", "h", "0.5", "n", "2026-11-20", "human"].join("\t");
  await expect(
    put(await craft("orphan", { schema: "public", name: "forecasts", columns, rows: 1 }, `${row}\n`), true),
  ).rejects.toThrow(/forecasts_decision/);
  expect(await names()).toEqual(["Mine"]);
});

test("a table whose count or checksum does not fit is refused before anything is opened", async () => {
  const table = { schema: "public", name: "companies", columns: ["name"], rows: 1 } as const;
  const shape = { ...table, columns: ["name"] };
  await expect(checkBackup(await craft("sum", shape, "a\n", "0".repeat(64)), secrets)).rejects.toThrow("is damaged");
  expect((await checkBackup(await craft("fits", shape, "a\n"), secrets)).rows).toBe(1);
});

test("anchors travel; earlier ones and those of another key are set aside", async () => {
  await migrate(owner);
  await owner.query(queuePlan());
  writeFileSync(anchors, "carried\n");
  const file = await take("anchored");
  writeFileSync(anchors, "later\n");
  const [note] = await put(file, true);
  expect(readFileSync(anchors, "utf8")).toBe("carried\n");
  const kept = /kept in (\S+)\.$/.exec(note ?? "")?.[1] ?? "";
  expect(readFileSync(kept, "utf8")).toBe("later\n");
  rmSync(anchors);
  expect(await put(file, true, secretsOf(randomBytes(32)))).toEqual([
    expect.stringContaining("AUDIT_KEY differs from the one"),
  ]);
  expect(readFileSync(`${anchors}.of-another-key`, "utf8")).toBe("carried\n");
});
