import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { changeProfile } from "#features/accounts/contract.ts";
import { invite, join as acceptInvitation } from "#features/members/invitations/contract.ts";
import { recallId } from "#features/brain/rules.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { takeBackup } from "#platform/backup/take.ts";
import { checkBackup } from "#platform/backup/restore.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { type Registered, registry } from "#platform/db/registry.ts";
import { asOperator } from "#platform/db/operator.ts";
import { verifyJournal } from "#platform/journal/verify.ts";
import { portion } from "#platform/personal/portions.ts";
import { createLog } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";
import { named, plant } from "../planting.ts";
import { colleague } from "../samples.ts";
import { freshGround, hire, journalOf, type Member, openOn, type Reply, type World } from "../world.ts";

let ground: Awaited<ReturnType<typeof freshGround>>;
let config: Config;
let world: World;
beforeAll(async () => {
  ground = await freshGround();
  config = readConfig({
    PORT: "0",
    LOG_LEVEL: "fatal",
    RATE_LIMIT_FACTOR: "1000",
    EMBEDDER: "hashing",
    ROLE: "web",
    ...ground.env,
  });
  world = await openOn(config);
});
afterAll(async () => {
  await world?.close();
  ground?.remove();
});

const names = ["Zephyrine Quillfeather", "zephyrine@quillfeather.example"] as const;
const mark = "quillfeather";
const note = `A note by Zephyrine Quillfeather of 7 Hollow Lane`;

/** What cannot be made up, because another row has to be there. */
const byApi = new Set(["users", "decision_views"]);

/** A delivery that rests on no grant, with a number of its own. */
const mailed = () => ({ kind: "mail", grantId: null, seq: String(crypto.getRandomValues(new Uint16Array(1))[0]) });

/** Plants a value in every column that belongs to the person or may name them. */
async function plantAll(admin: Member, person: Member): Promise<string[]> {
  const company = { companyId: admin.user.companyId };
  const tables: string[] = [];
  const put = async (one: Registered, given: Record<string, string | null>, text = note) => {
    await plant(world, one, { ...company, ...given }, text);
    tables.push(getTableName(one.table));
  };
  const runId = crypto.randomUUID();
  for (const one of registry) {
    const table = getTableName(one.table);
    if (one.owner && !byApi.has(table) && table !== "person_keys")
      await put(one, {
        [one.owner]: person.user.id,
        ...(table === "agent_runs" && { id: runId }),
        ...(table === "deliveries" && mailed()),
      });
    if (table === "agent_run_steps") await put(one, { runId });
    for (const [name, link] of Object.entries(one.names))
      await put(one, { [name]: names[0], [link]: person.user.id }, "plain");
    for (const column of one.quotes)
      await put(one, { userId: admin.user.id, [column]: `Done by ${names[0]} today` }, crypto.randomUUID());
    for (const column of one.quotesInJson)
      await put(one, { [column]: JSON.stringify({ text: `Done by ${names[0]} today` }) }, crypto.randomUUID());
    if (one.isDerived) await put(one, {});
  }
  const comment = crypto.randomUUID();
  await put(named("comments"), { id: comment, authorId: person.user.id });
  await world.asOwner(
    `INSERT INTO memories (company_id, id, content_type, content, importance, tags, source_type, key, origin, created_at, happened_at)
     VALUES ($1, gen_random_uuid(), 'comment', $2, 5, '{}', 'comment', $3, 'staff', now(), now())`,
    [company.companyId, note, comment],
  );
  const kept = {
    comments: { author_id: person.user.id, author_name: names[0], text: note },
    model_privacy: { agreed_by: person.user.id, agreed_name: names[0] },
  };
  for (const [source, row] of Object.entries(kept))
    await world.asOwner(
      "INSERT INTO kept_rows (company_id, bundle, source, place, row) VALUES ($1, gen_random_uuid(), $2, 1, $3)",
      [company.companyId, source, JSON.stringify(row)],
    );
  return tables;
}

/** Every table with a row that holds a planted value, also as bytes. */
async function found(): Promise<string[]> {
  const tables = await world.asOwner<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  const inBytes = Buffer.from("Quillfeather").toString("hex");
  const holding: string[] = [];
  for (const { name } of tables) {
    const [row] = await world.asOwner<{ has: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM ${name} t WHERE t::text ILIKE '%${mark}%' OR t::text LIKE '%${inBytes}%') AS has`,
    );
    if (row?.has) holding.push(name);
  }
  return holding;
}

/** Files of the installation that hold a planted value; the database's own pages and the encrypted backup are no texts. */
function filesWith(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === "database" || name.endsWith(".backup")) return [];
    if (statSync(path).isDirectory()) return filesWith(path);
    return statSync(path).isFile() && readFileSync(path).toString("latin1").toLowerCase().includes(mark) ? [path] : [];
  });
}

const remove = (member: Member) =>
  member.send("DELETE", "/api/privacy/user/data-delete", { body: { confirmDeletion: true, reason: "leaving" } });

async function ready(name: string): Promise<{ admin: Member; person: Member; tables: string[] }> {
  const admin = await world.member(name);
  const person = await colleague(world, admin, "member");
  const [firstName = "", lastName = ""] = names[0].split(" ");
  await person.call(changeProfile, {
    body: { firstName, lastName, email: names[1], currentPassword: person.password },
  });
  return { admin, person, tables: await plantAll(admin, person) };
}

test("what was planted in every personal column is nowhere after the deletion, also not after a restore", async () => {
  const { admin, person, tables } = await ready("whole");
  expect(tables.length).toBeGreaterThan(12);
  expect(await found()).toEqual(expect.arrayContaining([...new Set(tables)]));
  const exported = await person.send("POST", "/api/privacy/user/data-export");
  expect(exported.text).toContain(note);

  const secrets = openSecrets(config);
  const anchors = join(config.dataDir, "anchors.jsonl");
  const backup = join(config.dataDir, "before.backup");
  const connect = () => world.boardroom.connectOwner();
  await takeBackup({ kind: world.boardroom.database.kind, connect, anchors }, backup, secrets);

  expect((await remove(person)).json).toEqual({ success: true });
  expect(await found()).toEqual([]);
  expect(filesWith(config.dataDir)).toEqual([]);
  const verify = () => asOperator(world.boardroom.connectOwner, verifyJournal);
  expect((await verify()).faults).toEqual([]);
  const before = readFileSync(join(config.dataDir, "erasures.jsonl"), "utf8");
  expect(Object.keys(JSON.parse(before) as object)).toEqual(["company", "user", "at", "mac"]);

  await world.close();
  const database = await openAsOwner(config, secrets, createLog("fatal"));
  const owner = database.connect();
  await owner.connect();
  await (await checkBackup(backup, secrets)).put(owner, { replace: true, anchors, onProgress: () => undefined });
  const { rows } = await owner.query("SELECT 1 FROM users WHERE first_name = 'Zephyrine'");
  expect(rows).toHaveLength(1);
  await owner.end();
  await database.close();

  world = await openOn(config);
  expect(world.boardroom.notes).toContain("Deleted the data of 1 person again after a restore.");
  expect(await found()).toEqual([]);
  expect(filesWith(config.dataDir)).toEqual([]);
  expect((await verify()).faults).toEqual([]);
  const attempt = { username: admin.username, password: admin.password };
  expect((await world.client().send("POST", "/api/login", { body: attempt })).status).toBe(200);
  // The file has the receipt once, and the next start finds nothing to do.
  expect(readFileSync(join(config.dataDir, "erasures.jsonl"), "utf8")).toBe(before);
});

test("what a person sends while their data is deleted is deleted with it or refused, and a second deletion too", async () => {
  const admin = await world.member("under-load");
  const { path } = await admin.call(invite, { body: { email: "loaded@example.com", role: "member" } });
  const client = world.client();
  const joining = { token: path.replace("/join#", ""), username: "loaded", password: "seven slow rivers" };
  const user = await client.call(acceptInvitation, { body: joining });
  const person: Member = Object.assign(client, { user, ...joining });
  const task = await admin.call(createTask, { body: { title: "Call the bank", description: "Ask for the rate" } });
  const [firstName = "", lastName = ""] = names[0].split(" ");
  const sends = [
    () => person.send("POST", "/api/comments", { body: { subject: "task", subjectId: task.id, text: note } }),
    () => person.send("PUT", "/api/user", { body: { firstName, lastName, email: person.user.email } }),
    () =>
      person.send("POST", "/api/comments", {
        body: { subject: "task", subjectId: task.id, text: note },
        headers: { "idempotency-key": crypto.randomUUID() },
      }),
    // A busy server may cut an export short.
    () => person.send("POST", "/api/privacy/user/data-export").catch(() => ({ status: 503 })),
  ];
  const send = (count: number) =>
    Array.from({ length: count }, (_, at) => sends[at % sends.length]?.() ?? remove(person));
  // A server that is too busy asks to come back.
  const removal = async (): Promise<Reply> => {
    const reply = await remove(person);
    return reply.status === 503 ? removal() : reply;
  };
  const replies = await Promise.all([...send(12), removal(), removal(), ...send(12)]);
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 401, 403, 503].includes(status))).toEqual([]);
  expect((await person.send("GET", "/api/user")).status).toBe(401);
  expect(await found()).toEqual([]);
  expect(await world.asOwner("SELECT 1 FROM erasures WHERE user_id = $1", [person.user.id])).toHaveLength(1);
  expect((await asOperator(world.boardroom.connectOwner, verifyJournal)).faults).toEqual([]);
});

test("a company whose runs read much can delete a member's data too, in portions", async () => {
  const { admin, person } = await ready("well-read");
  const kept = { ...portion };
  Object.assign(portion, { rows: 7, bytes: 1024 ** 2 });
  onTestFinished(() => void Object.assign(portion, kept));
  const runId = crypto.randomUUID();
  await plant(world, named("agent_runs"), { companyId: admin.user.companyId, id: runId }, "plain");
  const mentioned = `Asked by ${names[0]} today`;
  await world.asOwner(
    `INSERT INTO agent_run_steps (company_id, run_id, position, key, title, status, result, started_at)
     SELECT $1, $2, n, 'k' || n, 'Read', 'done', jsonb_build_object('text', long.text ||
       CASE WHEN n % 30 = 0 THEN $3 ELSE '' END), now()
     FROM generate_series(1, 60) n, (SELECT string_agg(md5(i::text), ' ') AS text FROM generate_series(1, 13000) i) long`,
    [admin.user.companyId, runId, ` ${mentioned}.`],
  );
  expect(await found()).toContain("agent_run_steps");
  expect(await remove(person)).toMatchObject({ status: 200, json: { success: true } });
  expect(await found()).toEqual([]);
  const steps = await world.asOwner<{ count: number; erased: number; length: number }>(
    `SELECT count(*)::int AS count, min(length(result ->> 'text'))::int AS length,
       count(*) FILTER (WHERE result ->> 'text' LIKE '% Asked by % today.')::int AS erased
     FROM agent_run_steps WHERE run_id = $1`,
    [runId],
  );
  expect(steps).toEqual([{ count: 60, erased: 2, length: 13_000 * 33 - 1 }]);
});

test("another member's question whose run read the deleted text is closed, and the journal says so", async () => {
  const admin = await world.member("asks");
  await hire(admin, "CEO");
  const person = await colleague(world, admin, "member");
  const { taskId } = await admin.call(askAgents, { body: { question: "What did they say?", urgency: "high" } });
  const company = admin.user.companyId;
  const [comment, passage] = [crypto.randomUUID(), crypto.randomUUID()];
  await plant(world, named("comments"), { companyId: company, id: comment, authorId: person.user.id }, note);
  await world.asOwner(
    `INSERT INTO memories (company_id, id, content_type, content, importance, tags, source_type, key, origin, created_at, happened_at)
     VALUES ($1, $2, 'comment', $3, 5, '{}', 'comment', $4, 'staff', now(), now())`,
    [company, passage, note, comment],
  );
  await world.asOwner(
    `INSERT INTO agent_run_steps (company_id, run_id, position, key, title, tool, status, result, started_at)
     SELECT $1, id, 0, 'k', 'Recall', $2, 'done', jsonb_build_object('id', $3::text), now()
     FROM agent_runs WHERE company_id = $1 AND status = 'queued'`,
    [company, recallId, passage],
  );
  expect(await remove(person)).toMatchObject({ status: 200, json: { success: true } });
  const sentence = "What it was about was deleted.";
  const runs = "SELECT status, sentence FROM agent_runs WHERE company_id = $1";
  expect(await world.asOwner(runs, [company])).toEqual([{ status: "stopped", sentence }]);
  expect((await admin.call(listTasks)).find(({ id }) => id === taskId)?.status).not.toBe("pending");
  expect(await journalOf(world, admin)).toContain("run.stopped");
});

test("with one table left out the proof fails", async () => {
  const one = named("chat_turns");
  const { person } = await ready("left-out");
  const { owner } = one;
  one.owner = null;
  try {
    expect((await remove(person)).json).toEqual({ success: true });
    expect(await found()).toEqual(["chat_turns"]);
  } finally {
    one.owner = owner;
  }
  await world.asOwner("DELETE FROM chat_turns WHERE person_id = $1", [person.user.id]);
});
