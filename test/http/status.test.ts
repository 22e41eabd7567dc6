import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { getStatus } from "#features/operations/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { anchorAll } from "#platform/journal/anchors.ts";
import { version } from "#platform/version.ts";
import { changed, checksum } from "../checksum.ts";
import { command, openYard, sumOf } from "../faults/backup.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

const isEmbedded = process.env["TEST_DATABASE"] !== "postgres";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
});
afterAll(() => world?.close());

test("the status is measured: version, database, disk, schema, start", async () => {
  const status = await member.call(getStatus);
  const [server] = await world.asOwner<{ version: string; applied: number }>(
    "SELECT current_setting('server_version') AS version, (SELECT count(*)::int FROM schema_migrations) AS applied",
  );
  expect(status.version).toBe(version);
  expect(status.database).toMatchObject({
    kind: isEmbedded ? "embedded" : "postgres",
    version: server?.version,
    survivesPowerLoss: false,
    schema: { changes: server?.applied },
  });
  expect(status.disk?.freeBytes).toBeGreaterThan(0);
  expect(Date.now() - Date.parse(status.startedAt)).toBeLessThan(120_000);
});

test("jobs and anchors are those of the company that asks", async () => {
  const other = await world.member("other");
  const [cfo] = await hire(member, "CFO");
  const body = { agentId: cfo?.id ?? "", ...testContexts.CFO };
  await member.call(makeDecision, { body });
  await anchorAll(
    join(world.config.dataDir, "anchors.jsonl"),
    world.boardroom.connectOwner,
    world.boardroom.platform.secrets,
  );
  await world.asOwner("UPDATE pgboss.job SET state = 'failed' WHERE data->>'company' = $1", [other.user.companyId]);
  const mine = await member.call(getStatus);
  const theirs = await other.call(getStatus);
  expect(mine.jobs).toEqual({ due: 0, planned: 1, dead: 0 });
  expect(theirs.jobs).toEqual({ due: 0, planned: 0, dead: 0 });
  const [head] = await world.asOwner<{ seq: string }>("SELECT seq FROM journal_heads WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(mine.journal.lastAnchor?.seq).toBe(Number(head?.seq));
  expect(theirs.journal.lastAnchor?.seq).not.toBe(mine.journal.lastAnchor?.seq);
  await world.asOwner("UPDATE pgboss.job SET state = 'failed' WHERE data->>'company' = $1", [member.user.companyId]);
  expect((await member.call(getStatus)).jobs).toEqual({ due: 0, planned: 0, dead: 1 });
});

if (isEmbedded)
  test("snapshots are taken when something changed, restore as they are, and their failure is told", async () => {
    const { snapshots } = world.boardroom;
    const folder = join(world.config.dataDir, "snapshots");
    expect((await member.call(getStatus)).snapshots).toEqual({ everyMinutes: 60, last: null, failedAt: null });
    expect(await snapshots?.tick()).toBe("taken");
    expect(await snapshots?.tick()).toBe("unchanged");
    await member.call(createTask, { body: { title: "Something new" } });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await snapshots?.tick()).toBe("taken");
    const [newest, ...older] = readdirSync(folder).toSorted().toReversed();
    // Two in one hour: the newer one stays.
    expect(older).toEqual([]);
    const { last } = (await member.call(getStatus)).snapshots ?? {};
    expect(newest).toBe(`snapshot-${last?.at.slice(0, 19).replaceAll(":", "-")}Z.backup`);
    expect(last?.bytes).toBeGreaterThan(1_000);

    const wanted = await checksum(world);
    const yard = openYard();
    try {
      const place = await yard.place("embedded");
      copyFileSync(join(world.config.dataDir, "keys.json"), join(place.dataDir, "keys.json"));
      const said = await command("restore", place.env, join(folder, newest ?? ""));
      expect(said).toMatchObject({ code: 0, complaint: "" });
      expect(changed(wanted, await sumOf(place))).toEqual([]);
    } finally {
      await yard.close();
    }

    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file where the folder should be");
    await member.call(createTask, { body: { title: "Something newer" } });
    expect(await snapshots?.tick()).toBe("failed");
    expect((await member.call(getStatus)).snapshots).toMatchObject({ last: null, failedAt: expect.any(String) });
    rmSync(folder);
    mkdirSync(folder);
    expect(await snapshots?.tick()).toBe("taken");
    expect((await member.call(getStatus)).snapshots).toMatchObject({ failedAt: null });
  }, 120_000);

if (!isEmbedded)
  test("PostgreSQL takes care of itself: no snapshots", async () => {
    expect(world.boardroom.snapshots).toBeNull();
    expect((await member.call(getStatus)).snapshots).toBeNull();
  });
