// On both databases: what a unique key refuses, and how a statement goes on after it, is the engine's.
import { getTableName } from "drizzle-orm";
import { getTableConfig, type PgColumn } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents } from "#features/agents/contract.ts";
import { listInsights, reflect } from "#features/brain/patterns/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { listRemovals, removeRecord, restoreRecords } from "#features/records/removals/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { listResets, undoReset } from "#features/setup/reset/contract.ts";
import { type Registered, registry } from "#platform/db/registry.ts";
import { named, plant, planted, snake } from "../planting.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  // Without jobs, which would add rows of their own.
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

const tables = registry.filter(({ onReset }) => onReset !== null);
/** What a planted row must hold for the reset to remove it. */
const removed: Record<string, Record<string, string | null>> = {
  reflections: { fingerprint: "budget:2026" },
  notifications: { kind: "brief" },
  memories: { sourceType: "run", language: "english", search: null },
  brain_facts: { sourceType: "decision" },
  comments: { subject: "decision" },
};
const nameOf = ({ table }: Registered): string => getTableName(table);

/** The columns of each unique key of a table. */
function keysOf({ table }: Registered): string[][] {
  const { primaryKeys, uniqueConstraints, indexes } = getTableConfig(table);
  return [
    ...primaryKeys.map(({ columns }) => columns),
    ...uniqueConstraints.map(({ columns }) => columns),
    ...indexes.flatMap(({ config }) => (config.unique ? [config.columns as PgColumn[]] : [])),
  ].map((columns) => columns.map(({ name }) => snake(name)));
}

type Row = Record<string, unknown>;
const rowsOf = (table: string, member: Member) =>
  world.asOwner<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1`, [
    member.user.companyId,
  ]);
const keptOf = (table: string, member: Member) =>
  world.asOwner<{ row: Row }>("SELECT row FROM kept_rows WHERE company_id = $1 AND source = $2", [
    member.user.companyId,
    table,
  ]);

/** A row like the kept one that shares this key with it, and no other. */
async function rival(one: Registered, kept: Row, key: string[]): Promise<string> {
  const others = keysOf(one).filter((other) => other !== key);
  const fresh = new Set(others.flat().filter((name) => !key.includes(name)));
  const columns = getTableConfig(one.table).columns.filter(({ name }) => fresh.has(snake(name)));
  const changes = Object.fromEntries(
    columns.map((column) => [snake(column.name), planted(column, crypto.randomUUID())]),
  );
  const row = JSON.stringify({ ...kept, ...changes });
  await world.asOwner(`INSERT INTO ${nameOf(one)} SELECT * FROM jsonb_populate_record(NULL::${nameOf(one)}, $1)`, [
    row,
  ]);
  return row;
}

/** A delivery refers to its grant by a constraint that the migration writes. */
const referring = (one: Registered): boolean =>
  getTableConfig(one.table).foreignKeys.length > 0 || nameOf(one) === "deliveries";

test("a row of every unique key is made between a reset and its undo: both stay, and nothing is lost", async () => {
  for (const one of tables.filter((table) => !referring(table) && nameOf(table) !== "agents"))
    for (const key of keysOf(one)) {
      const member = await world.member("met");
      const { companyId } = member.user;
      await plant(world, one, { companyId, userId: member.user.id, state: "open", ...removed[nameOf(one)] }, "planted");
      await member.call(resetData);
      const [kept] = await keptOf(nameOf(one), member);
      expect([nameOf(one), kept !== undefined]).toEqual([nameOf(one), true]);
      await rival(one, kept?.row ?? {}, key);
      const reply = await member.send("POST", "/api/company/undo-reset");
      expect([nameOf(one), key, reply.status, reply.text]).toEqual([nameOf(one), key, 200, expect.anything()]);
      const [rows, left] = [await rowsOf(nameOf(one), member), await keptOf(nameOf(one), member)];
      // Either both are there, or the kept one stays kept and the person is told or the newer took it over.
      expect([nameOf(one), key, rows.length + left.length]).toEqual([nameOf(one), key, 2]);
      const told = (reply.json as { newer?: unknown[] }).newer ?? [];
      expect([nameOf(one), key, told.length]).toEqual([nameOf(one), key, left.length > 0 && !one.whenMet ? 1 : 0]);
      expect((await journalOf(world, member)).at(-1)).toBe("company.reset_undone");
    }
});

test("what was made again takes over what the kept row counted, and a finding that was replaced is over", async () => {
  const member = await world.member("merged");
  const { companyId } = member.user;
  const [seen, finding] = [named("reflections"), named("oversight_findings")];
  await plant(world, seen, { companyId, fingerprint: "budget:2026" }, "planted");
  await plant(world, finding, { companyId, state: "open" }, "planted");
  await member.call(resetData);
  for (const [one, key] of [
    [seen, ["company_id", "fingerprint"]],
    [finding, ["company_id", "detector", "subject"]],
  ] as const) {
    const [kept] = await keptOf(nameOf(one), member);
    const chosen = keysOf(one).find((names) => names.join() === key.join());
    await rival(one, kept?.row ?? {}, chosen ?? []);
  }
  expect(await member.call(undoReset)).toEqual({
    undoneItems: { agents: 0, decisions: 0, communications: 0, tasks: 0 },
  });
  expect((await rowsOf("reflections", member)).map(({ row }) => row["times"])).toEqual([2]);
  const states = (await rowsOf("oversight_findings", member)).map(({ row }) => String(row["state"]));
  expect(states.toSorted()).toEqual(["open", "over"]);
});

test("a new agent in the role of one that was removed refuses the undo in words, and waits for the next reset", async () => {
  const member = await world.member("role");
  const [cfo] = await hire(member, "CFO");
  await member.call(resetData);
  await hire(member, "CFO");
  const reply = await member.send("POST", "/api/company/undo-reset");
  expect([reply.status, reply.text]).toEqual([409, expect.stringContaining("Reset the data again")]);
  await member.call(resetData);
  const [, first] = await member.call(listResets);
  await member.call(undoReset, { body: { id: first?.id } });
  expect((await member.call(listAgents)).map(({ id }) => id)).toEqual([cfo?.id]);
});

test("two reflections of one day around a reset: the newer stays, and the undo says so", async () => {
  const member = await world.member("reflecting");
  await member.call(reflect);
  await member.call(resetData);
  const newer = await member.call(reflect);
  const undone = await member.call(undoReset);
  expect(undone.newer).toEqual([{ what: "brain insights", rows: 1 }]);
  expect(await member.call(listInsights, { query: {} })).toMatchObject([{ id: newer.id }]);
});

test("a row from before a migration comes back with the new column's default, one from after it without a dropped one", async () => {
  const member = await world.member("older");
  const [agent] = await hire(member, "CEO");
  await member.call(resetData);
  await world.asOwner(
    "UPDATE kept_rows SET row = (row - 'voice_style') || '{\"dropped\": 1}' WHERE company_id = $1 AND source = 'agents'",
    [member.user.companyId],
  );
  const [column] = await world.asOwner<{ nullable: string; preset: string | null }>(
    "SELECT is_nullable AS nullable, column_default AS preset FROM information_schema.columns WHERE table_name = 'agents' AND column_name = 'voice_style'",
  );
  expect(column).toEqual({ nullable: "NO", preset: expect.any(String) });
  await member.call(undoReset);
  expect((await member.call(listAgents)).map(({ id }) => id)).toEqual([agent?.id]);
});

test("a kept row that refers to a row which is gone comes back without the link, or went with it", async () => {
  const member = await world.member("links");
  const { companyId } = member.user;
  for (const { id } of await hire(member, "CEO", "CFO"))
    await plant(world, named("agent_scores"), { companyId, agentId: id }, "planted");
  await member.call(resetData);
  await world.asOwner("DELETE FROM kept_rows WHERE company_id = $1 AND source = 'agents' AND row ->> 'role' = 'CFO'", [
    companyId,
  ]);
  const { undoneItems } = await member.call(undoReset);
  expect(undoneItems.agents).toBe(2);
  expect(await rowsOf("agent_scores", member)).toHaveLength(1);
});

test("a removed record that was added again stays kept, the person is told which and why, and it comes back later", async () => {
  const member = await world.member("records");
  const fields = { name: "Acme Ltd", status: "active" } as const;
  const add = (status: "active" | "paused") =>
    member.call(addRecord, { body: { kind: "customers", source: "manual", fields: { ...fields, status } } });
  const former = await add("active");
  const removal = await member.call(removeRecord, { params: { kind: "customers", id: former.id } });
  const newer = await add("paused");
  const restore = () => member.send("POST", `/api/records/removals/${removal.id}/restore`);
  const refused = await restore();
  expect([refused.status, refused.text]).toEqual([
    409,
    "A record with the id acme ltd was added since. Remove it, then bring the former one back.",
  ]);
  expect(await member.call(listRemovals)).toMatchObject([{ id: removal.id, status: "removed" }]);
  await member.call(removeRecord, { params: { kind: "customers", id: newer.id } });
  expect(await member.call(restoreRecords, { params: { id: removal.id } })).toMatchObject({
    status: "restored",
    restored: 1,
  });
  const { rows } = await member.call(listRecords, { params: { kind: "customers" }, query: {} });
  expect(rows.map(({ id }) => id)).toEqual([former.id]);
  expect((await journalOf(world, member)).slice(-2)).toEqual(["record.removed", "record.restored"]);
});
