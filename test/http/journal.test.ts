// On both databases: rows are chained in the order of their commits.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask } from "#features/tasks/contract.ts";
import { anchorAll, checkAnchors } from "#platform/journal/anchors.ts";
import { openSealed } from "../sealed.ts";
import { verifyJournal } from "#platform/journal/verify.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
let owner: Member;
let company: string;
const folder = mkdtempSync(join(tmpdir(), "boardroom-anchors-"));

beforeAll(async () => {
  world = await openWorld();
  owner = await world.member();
  company = owner.user.companyId;
  await world.member("another");
  for (let count = 1; count <= 5; count += 1) await owner.call(createTask, { body: { title: `Task ${count}` } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world?.close();
});

/** Damages the journal past its triggers, looks, and puts everything back as it was. */
async function damaged(...statements: string[]): Promise<{ seq: number; kind: string }[]> {
  const client = world.boardroom.connectOwner();
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("ALTER TABLE journal DISABLE TRIGGER USER");
    for (const statement of statements) await client.query(statement.replaceAll("$company", `'${company}'`));
    const { faults } = await verifyJournal(client);
    return faults.filter((fault) => fault.company === company).map(({ seq, kind }) => ({ seq, kind }));
  } finally {
    await client.query("ROLLBACK");
    await client.end();
  }
}

test("an untouched journal holds for every company", async () => {
  expect(await damaged()).toEqual([]);
});

test("an edited record is named", async () => {
  expect(
    await damaged("UPDATE journal SET title = 'Nothing happened' WHERE company_id = $company AND seq = 3"),
  ).toEqual([{ seq: 3, kind: "edited" }]);
});

test("a record edited together with its hash is named", async () => {
  const rehash = `UPDATE journal SET title = 'x', hash = journal_hash(prev_hash, company_id, seq, at, actor_kind, actor_id,
    agent_id, action, resource, resource_id, 'x', details, severity, compliance_relevant, sealed, sealed_for)
    WHERE company_id = $company AND seq = 3`;
  expect(await damaged(rehash)).toEqual([{ seq: 3, kind: "edited" }]);
});

test("removed records are named", async () => {
  expect(await damaged("DELETE FROM journal WHERE company_id = $company AND seq IN (2, 3)")).toEqual([
    { seq: 2, kind: "removed" },
  ]);
});

test("a cut-off end is named", async () => {
  expect(await damaged("DELETE FROM journal WHERE company_id = $company AND seq > 4")).toEqual([
    { seq: 5, kind: "cut off" },
  ]);
});

test("an end cut off together with the head is named by the anchors outside the database", async () => {
  const file = join(folder, "anchors.jsonl");
  const client = world.boardroom.connectOwner();
  await client.connect();
  const { secrets } = world.boardroom.platform;
  await anchorAll(file, world.boardroom.connectOwner, secrets);
  const check = async () => (await checkAnchors(client, [{ path: file }], secrets)).faults;
  await client.query("BEGIN");
  // Each company's, and how far the file reaches.
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength((await verifyJournal(client)).companies + 1);
  expect(await check()).toEqual([]);
  await client.query("ALTER TABLE journal DISABLE TRIGGER USER");
  await client.query("DELETE FROM journal WHERE company_id = $1 AND seq > 4", [company]);
  await client.query(
    "UPDATE journal_heads SET seq = 4, hash = (SELECT hash FROM journal WHERE company_id = $1 AND seq = 4) WHERE company_id = $1",
    [company],
  );
  expect((await verifyJournal(client)).faults).toEqual([]);
  expect(await check()).toMatchObject([{ company, kind: "cut off" }]);
  await client.query("ROLLBACK; BEGIN");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/"seq":[1-9]\d*/g, '"seq":1'));
  expect(await check()).toMatchObject([{ company: null, kind: "edited" }]);
  await client.end();
});

test("where a call came from is readable with the person's key and gone without it", async () => {
  const [row] = await world.asOwner<{ sealed: Buffer; sealed_key: Buffer }>(
    `SELECT j.sealed, k.sealed_key FROM journal j
     JOIN person_keys k ON k.company_id = j.company_id AND k.user_id = j.sealed_for
     WHERE j.company_id = $1 ORDER BY seq LIMIT 1`,
    [company],
  );
  if (!row) throw new Error("The journal is empty.");
  const { secrets } = world.boardroom.platform;
  const someone = { kind: "user" as const, id: owner.user.id, role: "admin" as const, username: "" };
  const opened = openSealed(secrets, company, { ...someone, sealedKey: row.sealed_key }, row.sealed);
  expect(opened.address).toMatch(/127\.0\.0\.1/);
  expect(() => openSealed(secrets, company, { ...someone, sealedKey: null }, row.sealed)).toThrow(/destroyed/);
  expect(JSON.stringify(await world.asOwner("SELECT details, title FROM journal"))).not.toContain("127.0.0.1");
});
