import { afterAll, beforeAll, expect, test } from "vitest";
import type { Input } from "#contract/endpoint.ts";
import {
  exportAudit,
  getAuditChain,
  getAuditRecord,
  listAudit,
  searchRange,
  type Verification,
  verifyAudit,
} from "#features/security/audit/contract.ts";
import { getSecurityStatus } from "#features/security/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { anchorAll } from "#platform/journal/anchors.ts";
import { colleague } from "../samples.ts";
import { withToken } from "../tokens.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** The audit log browser: filters, one record, exports, and the verification of the chain. */
let world: World;
let owner: Member;
let stranger: Member;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.member("owner");
  stranger = await world.member("stranger");
  await hire(owner, "CFO");
});
afterAll(() => world?.close());

type Filter = Partial<Input<typeof listAudit>["query"]>;
const list = (query: Filter = {}, member = owner) => member.call(listAudit, { query });
const actionsOf = async (query: Filter) => new Set((await list(query)).rows.map(({ action }) => action));

/** In one transaction each row's head makes the next one slower. */
const appendedAtOnce = 1_000;

/** Adds records to a company's chain as the program would. */
async function append(member: Member, count: number, action = "task.created", at = "now()"): Promise<void> {
  for (let left = count; left > 0; left -= appendedAtOnce)
    await world.asOwner(
      `SELECT journal_append($1, ${at}, 'system', NULL, NULL, $3, 'task', g::text, 'Task number ' || g, '{}', 'info', false,
         NULL, NULL, 'x') FROM generate_series(1, $2) g`,
      [member.user.companyId, Math.min(left, appendedAtOnce), action],
    );
}

async function verified(member: Member): Promise<Verification> {
  const started = await member.call(verifyAudit);
  let found: Verification | undefined;
  await expect
    .poll(
      async () => {
        found = (await member.call(getAuditChain)).verifications.find(({ id }) => id === started.id);
        return found?.status;
      },
      { timeout: 60_000, interval: 200 },
    )
    .not.toBe("running");
  return found as Verification;
}

/** Changes the journal past its guards, as somebody with the database's files could. */
async function tamper(statement: string, member: Member): Promise<void> {
  await world.asOwner("ALTER TABLE journal DISABLE TRIGGER USER");
  await world.asOwner(statement, [member.user.companyId]);
  await world.asOwner("ALTER TABLE journal ENABLE TRIGGER USER");
}

test("each filter narrows, together too", async () => {
  expect(await actionsOf({ action: "user.logged_in" })).toEqual(new Set());
  const all = await list();
  expect(all.rows.map(({ seq }) => seq)).toEqual(all.rows.map(({ seq }) => seq).toSorted((a, b) => b - a));
  expect(all.rows.at(-1)).toMatchObject({
    seq: 1,
    action: "company.registered",
    actor: { kind: "user", name: owner.username },
  });
  expect(await actionsOf({ action: "company.registered" })).toEqual(new Set(["company.registered"]));
  expect(await actionsOf({ resource: "company" })).toEqual(new Set(["company.registered"]));
  expect((await list({ actor: owner.user.id })).rows.every(({ actor }) => actor.name === owner.username)).toBe(true);
  expect((await list({ actor: stranger.user.id })).rows).toEqual([]);
  expect((await list({ actor: "system" })).rows.every(({ actor }) => actor.kind === "system")).toBe(true);
  expect((await list({ q: "REGISTERED company" })).rows.map(({ seq }) => seq)).toEqual([1]);
  expect((await list({ q: "100%" })).rows).toEqual([]);
  await owner.send("POST", "/api/login", { body: { username: owner.username, password: "a wrong password" } });
  await expect.poll(() => actionsOf({ severity: "warning" })).toContain("user.sign_in_failed");
  expect(await actionsOf({ severity: "critical" })).toEqual(new Set());
  expect((await list({ severity: "warning", action: "company.registered" })).rows).toEqual([]);
});

test("a time range is exact at both ends", async () => {
  const member = await world.member("times");
  for (const hour of [1, 2, 3]) await append(member, 3, `hour.${hour}`, `'2026-01-01 0${hour}:00:00Z'`);
  const hours = async (query: Filter) => [...new Set((await list(query, member)).rows.map(({ action }) => action))];
  expect(await hours({ to: "2026-01-01T02:00:00Z" })).toEqual(["hour.2", "hour.1"]);
  expect(await hours({ from: "2026-01-01T02:00:00Z", to: "2026-01-01T02:59:59Z" })).toEqual(["hour.2"]);
  expect(await hours({ from: "2026-01-01T02:00:01Z", to: "2026-01-01T02:59:59Z" })).toEqual([]);
  expect(await hours({ from: "2026-01-01T03:00:01Z" })).toEqual(["company.registered"]);
});

test("pages follow each other without gap, and a cursor is of its own filter", async () => {
  await append(owner, 120);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ action: "task.created", ...(cursor && { cursor }) });
    seen.push(...page.rows.map(({ seq }) => seq));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
  const { nextCursor } = await list();
  expect((await owner.send("GET", `/api/audit?q=x&cursor=${nextCursor}`)).status).toBe(400);
});

test("a text search looks through a portion at a time and says where it stopped", async () => {
  const member = await world.member("long");
  await append(member, searchRange + 10, "bulk.made");
  const first = await list({ q: "registered" }, member);
  expect(first).toMatchObject({ rows: [], searchedTo: 12 });
  const second = await list({ q: "registered", cursor: first.nextCursor ?? "" }, member);
  expect(second.rows.map(({ action }) => action)).toEqual(["company.registered"]);
  expect(second).toMatchObject({ searchedTo: null, nextCursor: null });
});

test("one record shows what changed and where the request came from", async () => {
  await owner.send("PUT", "/api/company/seats", { body: { maxUsers: 12 } });
  const [newest] = (await list({ action: "company.seats_changed" })).rows;
  const record = await owner.call(getAuditRecord, { params: { seq: String(newest?.seq) } });
  expect(record.origin).toMatchObject({ address: "127.0.0.1", requestId: expect.any(String) });
  expect(record.hash).toMatch(/^[\da-f]{64}$/);
  expect(record.details.map(({ value }) => value).join()).toContain("12");
  const before = await owner.call(getAuditRecord, { params: { seq: String((newest?.seq ?? 0) - 1) } });
  expect(record.prevHash).toBe(before.hash);
  expect((await owner.send("GET", "/api/audit/records/999999")).status).toBe(404);
  // With the person's key gone, their address is too.
  await world.asOwner("DELETE FROM person_keys WHERE user_id = $1", [owner.user.id]);
  const erased = await owner.call(getAuditRecord, { params: { seq: String(newest?.seq) } });
  expect(erased).toMatchObject({ origin: null, withoutOrigin: expect.stringContaining("deleted") });
});

test("a record says which API token the call came with, in its export too; one of a browser names none", async () => {
  const member = await world.member("scripted");
  const { id, token, client } = await withToken(world.url, member);
  const body = { title: "By a script" };
  await client.call(createTask, { body });
  const [newest] = (await list({}, member)).rows;
  const { details } = await member.call(getAuditRecord, { params: { seq: String(newest?.seq) } });
  const start = token.slice(0, 8);
  expect(details).toEqual(
    expect.arrayContaining([
      { name: "api token", value: start },
      { name: "api token id", value: id },
    ]),
  );
  expect(JSON.stringify(details)).not.toContain(token.slice(8));
  await member.call(createTask, { body });
  const { lines } = await member.call(exportAudit, { query: { format: "jsonl", action: "task.created" } });
  const named = lines.map((line) => JSON.parse(line).details.apiToken ?? null);
  expect(new Set(named)).toEqual(new Set([start, null]));
  expect(named).toHaveLength(2);
});

test("only admins read it, and nobody another company's", async () => {
  const viewer = await colleague(world, owner, "approver");
  for (const path of ["", "-chain", "/records/1", "/export?format=csv"])
    expect((await viewer.send("GET", `/api/audit${path}`)).status).toBe(403);
  expect((await viewer.send("POST", "/api/audit-chain/verifications")).status).toBe(403);
  const names = (await list({}, stranger)).rows.map(({ actor }) => actor.name);
  expect(new Set(names)).toEqual(new Set([stranger.username]));
});

test("an export holds the records of the filter, and no formula runs", async () => {
  const member = await world.member("exports");
  const { id } = await member.call(createTask, {
    body: { title: '=1+1 "quoted"', description: "x", priority: "low" } as never,
  });
  expect((await member.call(listTasks)).length).toBe(1);
  const csv = await member.call(exportAudit, { query: { format: "csv", resource: "task" } });
  expect(csv).toMatchObject({ fileName: expect.stringMatching(/^audit-log-\d{4}-\d\d-\d\d\.csv$/), nextCursor: null });
  expect(csv.heading).toContain("Record,Time,Actor");
  expect(csv.lines).toHaveLength(1);
  expect(csv.lines[0]).not.toMatch(/,"?=1\+1/);
  const jsonl = await member.call(exportAudit, { query: { format: "jsonl", resource: "task" } });
  expect(JSON.parse(jsonl.lines[0] ?? "")).toMatchObject({ action: "task.created", resourceId: id });
  await append(member, 2_100);
  const first = await member.call(exportAudit, { query: { format: "jsonl", action: "task.created" } });
  const rest = await member.call(exportAudit, {
    query: { format: "jsonl", action: "task.created", cursor: first.nextCursor ?? "" },
  });
  expect([first.lines.length, rest.lines.length, rest.nextCursor]).toEqual([2_000, 101, null]);
});

test("an intact chain is verified; a second start joins the first", async () => {
  const member = await world.member("intact");
  await append(member, 12_000);
  const [one, other] = await Promise.all([member.call(verifyAudit), member.call(verifyAudit)]);
  expect(one.id).toBe(other.id);
  await anchorAll(
    `${world.config.dataDir}/anchors.jsonl`,
    world.boardroom.connectOwner,
    world.boardroom.platform.secrets,
  );
  const found = await verified(member);
  expect(found).toMatchObject({ status: "intact", fault: null });
  expect(found.verified).toBe(found.total);
  const chain = await member.call(getAuditChain);
  expect(chain.anchors[0]).toMatchObject({ seq: expect.any(Number) });
  expect(chain.actions).toContain("task.created");
  expect(chain.resources).toContain("company");
  const check = (await member.call(getSecurityStatus)).checks.find(({ id }) => id === "audit_log");
  expect(check).toMatchObject({ state: "passed", finding: "Chain intact" });
});

const rehash = `hash = journal_hash(prev_hash, company_id, seq, at, actor_kind, actor_id, agent_id, action, resource,
  resource_id, title, details, severity, compliance_relevant, sealed, sealed_for)`;

test.each([
  ["an edited record", "UPDATE journal SET title = 'Nothing happened' WHERE company_id = $1 AND seq = 6", 6, "edited"],
  [
    "a record of a later portion",
    "UPDATE journal SET title = 'x' WHERE company_id = $1 AND seq = 5003",
    5_003,
    "edited",
  ],
  ["a removed record", "DELETE FROM journal WHERE company_id = $1 AND seq = 6", 6, "removed"],
  [
    "several removed records",
    "DELETE FROM journal WHERE company_id = $1 AND seq BETWEEN 4998 AND 5002",
    4_998,
    "removed",
  ],
  ["the last record cut off", "DELETE FROM journal WHERE company_id = $1 AND seq = 5101", 5_101, "removed"],
])("%s is found and named", async (_what, statement, seq, word) => {
  const member = await world.member("tampered");
  await append(member, 5_100);
  await tamper(statement, member);
  const found = await verified(member);
  expect(found).toMatchObject({ status: "broken", fault: { seq, sentence: expect.stringContaining(word) } });
  expect(await member.call(getSecurityStatus)).toMatchObject({ threatLevel: "critical" });
  expect((await list({ severity: "critical" }, member)).rows[0]).toMatchObject({ action: "audit.broken" });
});

test("a record edited with its hash does not fit the next one", async () => {
  const member = await world.member("rehashed");
  await append(member, 20);
  await tamper("UPDATE journal SET title = 'x' WHERE company_id = $1 AND seq = 6", member);
  await tamper(`UPDATE journal SET ${rehash} WHERE company_id = $1 AND seq = 6`, member);
  expect(await verified(member)).toMatchObject({ status: "broken", fault: { seq: 6 } });
});

test("a chain rewritten as a whole does not match its anchor outside the database", async () => {
  const member = await world.member("rewritten");
  await append(member, 5);
  await anchorAll(
    `${world.config.dataDir}/anchors.jsonl`,
    world.boardroom.connectOwner,
    world.boardroom.platform.secrets,
  );
  await tamper("UPDATE journal SET title = 'x' WHERE company_id = $1 AND seq = 6", member);
  await tamper(`UPDATE journal SET ${rehash} WHERE company_id = $1 AND seq = 6`, member);
  await world.asOwner(
    "UPDATE journal_heads h SET hash = j.hash FROM journal j WHERE h.company_id = $1 AND j.company_id = $1 AND j.seq = 6",
    [member.user.companyId],
  );
  const found = await verified(member);
  expect(found).toMatchObject({ status: "broken", fault: { seq: 6, sentence: expect.stringContaining("anchor") } });
});

test("the clock verifies each company once a day", async () => {
  const member = await world.member("daily");
  const slots = () =>
    world.asOwner("SELECT 1 FROM job_slots WHERE company_id = $1 AND job = 'audit-verify-daily'", [
      member.user.companyId,
    ]);
  await expect.poll(async () => (await slots()).length, { timeout: 10_000 }).toBe(1);
});
