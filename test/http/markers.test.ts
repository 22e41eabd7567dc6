// Nightly: it sends every call that takes a text, once for each of its texts.
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { removeMember } from "#features/members/contract.ts";
import { retain } from "#features/privacy/retention/service.ts";
import { mintCompany } from "#platform/context.ts";
import { exportCompany } from "#features/privacy/contract.ts";
import { addComment } from "#features/conversations/contract.ts";
import { checkBackup } from "#platform/backup/restore.ts";
import { takeBackup } from "#platform/backup/take.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { registry } from "#platform/db/registry.ts";
import { openSecrets } from "#platform/secrets.ts";
import { places, put, request } from "../fuzz.ts";
import { columnsOf, snake } from "../planting.ts";
import { freePort } from "../port.ts";
import { allSamples, colleague, furnish, type Ground, nameOf } from "../samples.ts";
import { freshGround, type Member, openOn, type World } from "../world.ts";

let ground: Awaited<ReturnType<typeof freshGround>>;
let config: Config;
let world: World;
beforeAll(async () => {
  ground = await freshGround();
  config = readConfig({
    PORT: String(await freePort()),
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

const markOf = (at: number): string => `zqmark${at}q`;
const marks = /zqmark\d+q/g;

type Planted = { sent: Map<string, string>; quotable: Set<string> };

/**
 * Sends each call's good request with a marker in one of its texts after the other; returns where each marker was sent,
 * and which of them stood in a column that the journal may repeat, before another took its place.
 */
async function plantAll(given: Ground, person: Member): Promise<Planted> {
  const sent = new Map<string, string>();
  const quotable = new Set<string>();
  for (const { endpoint, writes, good } of allSamples()) {
    if (!writes || endpoint.upload || endpoint.access === "public" || nameOf(endpoint).includes("data-delete"))
      continue;
    const { body } = good(given);
    for (const place of places(body)) {
      const mark = markOf(sent.size);
      const sample = good(given);
      const { path } = request(endpoint, sample);
      const reply = await person.send(endpoint.method, path, { body: put(sample.body, place, mark) as object });
      if (reply.status >= 300) continue;
      sent.set(mark, `${nameOf(endpoint)} ${place.join(".")}`);
      if ((await findMarks(mark, quotableTables)).some((one) => tagOf(one)?.isQuotable)) quotable.add(mark);
    }
  }
  return { sent, quotable };
}

type Found = { table: string; column: string; mark: string };

/**
 * Every column of every table in which a marker stands, of the jobs' tables too. A reason that was given for an act is
 * a part of its record.
 */
async function findMarks(mark = "zqmark[0-9]+q", only: readonly string[] | null = null): Promise<Found[]> {
  const tables = await world.asOwner<{ name: string; table: string }>(
    `SELECT c.oid::regclass::text AS name, c.relname AS table FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'pgboss') AND c.relkind = 'r' AND ($1::text[] IS NULL OR c.relname = ANY ($1))
     ORDER BY 1`,
    [only],
  );
  // Few rows hold one: the others are not taken apart.
  const parts = tables.map(
    ({ name, table }) =>
      `SELECT DISTINCT '${table}' AS table, e.key AS column, m[1] AS mark FROM ${name} t, jsonb_each_text(to_jsonb(t)) e,
         regexp_matches(regexp_replace(e.value, '"reason": "[^"]*"', '', 'g'), '(${mark})', 'g') m
       WHERE t::text ~ '${mark}'`,
  );
  return world.asOwner<Found>(parts.join(" UNION ALL "));
}

/** Tables with a column that the journal may repeat. */
const quotableTables = registry
  .filter(({ columns }) => Object.values(columns).some((tag) => tag.isQuotable))
  .map(({ table }) => getTableName(table));

const tagOf = ({ table, column }: Found) => {
  const one = registry.find((each) => getTableName(each.table) === table);
  const name = one && columnsOf(one).find(([key]) => snake(key) === column)?.[0];
  return one && name ? one.columns[name] : undefined;
};

/** What stood in a row that belongs to the person, and so goes with them. */
async function ofPerson(person: Member): Promise<Set<string>> {
  const own = new Set<string>();
  for (const { table, owner } of registry) {
    if (!owner) continue;
    const rows = await world.asOwner<{ row: string }>(
      `SELECT t::text AS row FROM ${getTableName(table)} t WHERE ${snake(owner)} = $1`,
      [person.user.id],
    );
    for (const { row } of rows) for (const [mark] of row.matchAll(marks)) own.add(mark);
  }
  return own;
}

/** Waits until no job is due. */
const jobsDone = () =>
  expect
    .poll(
      () =>
        world.asOwner(
          "SELECT name FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now()",
        ),
      { timeout: 120_000, interval: 500 },
    )
    .toEqual([]);

async function restart(role: "web" | "all"): Promise<void> {
  await world.close();
  world = await openOn({ ...config, role });
}

/** How a member's data is deleted: by themselves, or 90 days after an admin removed them. */
const leave = {
  now: async (person: Member): Promise<void> => {
    const reply = await person.send("DELETE", "/api/privacy/user/data-delete", { body: { confirmDeletion: true } });
    expect(reply.json).toEqual({ success: true });
  },
  "after they left": async (person: Member, admin: Member): Promise<void> => {
    await admin.call(removeMember, { params: { id: person.user.id } });
    await world.asOwner("UPDATE users SET removed_at = now() - interval '92 days' WHERE id = $1", [person.user.id]);
    const ctx = await jobContext(world.boardroom.platform, mintCompany(admin.user.companyId));
    await retain(ctx, new Date().toISOString().slice(0, 10));
  },
};

for (const way of ["now", "after they left"] as const)
  test(`no text a member typed outlives their deletion, ${way}, but in what belongs to the company`, async () => {
    const given = await furnish(world, way.replaceAll(" ", "-"));
    const { member } = given;
    const person = await colleague(world, member, "admin");
    const { sent, quotable } = await plantAll(given, person);
    expect(sent.size).toBeGreaterThan(60);
    await person.call(addComment, {
      body: { subject: "task", subjectId: given.task, text: `@CFO What is overdue? The zqmark9998q is blue. See you.` },
    });
    sent.set("zqmark9998q", "a comment to an agent");
    await restart("all");
    await jobsDone();
    const before = await findMarks();
    // A name of a thing that the company keeps may stand in a row of the person's too.
    const own = (await ofPerson(person)).difference(quotable);
    expect(own.size).toBeGreaterThan(2);
    // The check finds what is there: each marker stands somewhere.
    expect(new Set(before.map(({ mark }) => mark)).size).toBeGreaterThan(40);

    await leave[way](person, member);
    await jobsDone();

    const after = await findMarks();
    const said = ({ table, column, mark }: Found): string => `${table}.${column}: ${sent.get(mark)}`;
    expect(after.filter(({ mark }) => own.has(mark)).map(said)).toEqual([]);
    // A record that is never deleted quotes only names of things, reasons of decisions, and business records.
    const kept = after.filter((one) => tagOf(one)?.onDeletion !== "delete" && !quotable.has(one.mark));
    expect([...new Set(kept.map(said))].toSorted()).toEqual([]);

    const exported = JSON.stringify(await member.call(exportCompany));
    expect([...exported.matchAll(marks)].flatMap(([mark]) => (own.has(mark) ? [sent.get(mark)] : []))).toEqual([]);
    const secrets = openSecrets(config);
    const backup = join(config.dataDir, `${way.replaceAll(" ", "-")}.backup`);
    const anchors = join(config.dataDir, "anchors.jsonl");
    const connect = () => world.boardroom.connectOwner();
    await takeBackup({ kind: world.boardroom.database.kind, connect, anchors }, backup, secrets);
    expect(await checkBackup(backup, secrets)).toBeDefined();
    await restart("web");
  }, 600_000);
