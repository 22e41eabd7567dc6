import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { getStatus } from "#features/operations/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { anchorAll } from "#platform/journal/anchors.ts";
import { keepCopy, readCopyState } from "#platform/journal/outside.ts";
import { version } from "#platform/version.ts";
import { openService } from "../outside/service.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

const isEmbedded = process.env["TEST_DATABASE"] !== "postgres";

let world: World;
let member: Member;
const begun = Date.now();
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
  expect(status.snapshots).toEqual(isEmbedded ? { everyMinutes: 60, last: null, failedAt: null } : null);
  expect(status.disk?.freeBytes).toBeGreaterThan(0);
  expect(Date.parse(status.startedAt)).toBeGreaterThanOrEqual(begun);
  expect(Date.parse(status.startedAt)).toBeLessThanOrEqual(Date.now());
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
  const fail = ({ user }: Member) =>
    world.asOwner("UPDATE pgboss.job SET state = 'failed' WHERE data->>'company' = $1 RETURNING 1", [user.companyId]);
  const failed = await fail(other);
  // When it expires, and, as it is urgent, when it expires sooner if it reached somebody.
  await expect.poll(async () => (await member.call(getStatus)).jobs).toEqual({ due: 0, planned: 2, dead: 0 });
  const mine = await member.call(getStatus);
  const theirs = await other.call(getStatus);
  expect(theirs.jobs).toEqual({ due: 0, planned: 0, dead: failed.length });
  const [head] = await world.asOwner<{ seq: string }>("SELECT seq FROM journal_heads WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(mine.journal.lastAnchor?.seq).toBe(Number(head?.seq));
  expect(theirs.journal.lastAnchor?.seq).not.toBe(mine.journal.lastAnchor?.seq);
  const ended = await fail(member);
  expect((await member.call(getStatus)).jobs).toEqual({ due: 0, planned: 0, dead: ended.length });
});

test("the copy of the anchors outside waits for nobody; a failure is counted, shown and tried again", async () => {
  const { connectOwner, platform } = world.boardroom;
  const { dataDir } = world.config;
  expect((await member.call(getStatus)).journal.copy).toBeNull();
  const anchored = await world.asOwner<{ line: string }>("SELECT line FROM anchors ORDER BY n");
  const got: { body: string; authorization: string | undefined; answer(status: number): void }[] = [];
  const server = await openService(({ text, headers: { authorization } }, response) => {
    const answer = (status: number) => response.writeHead(status, { location: "/elsewhere" }).end();
    got.push({ body: text, authorization, answer });
  });
  const { anchorsCopy } = readConfig({ ANCHORS_COPY: `http://who:secret@127.0.0.1:${server.port}/anchors` });
  const copy = keepCopy(anchorsCopy, dataDir, connectOwner, platform.log, platform.count, 100);
  const received = async (count: number) => {
    await expect.poll(() => got.length).toBe(count);
    return got[count - 1] as (typeof got)[number];
  };
  const shown = async () => (await member.call(getStatus)).journal.copy;
  copy.update();
  const first = await received(1);
  // It hangs, and work goes on.
  await member.call(createTask, { body: { title: "Meanwhile" } });
  expect(await shown()).toBeNull();
  first.answer(503);
  const second = await received(2);
  expect(await shown()).toEqual({ at: null, failedAt: expect.any(String) });
  expect(await world.counted("anchor_copy_failures")).toBe(1);
  // Elsewhere is not where the operator said.
  second.answer(302);
  const third = await received(3);
  expect(await world.counted("anchor_copy_failures")).toBe(2);
  expect(third).toMatchObject({
    body: anchored.map(({ line }) => `${line}\n`).join(""),
    authorization: `Basic ${Buffer.from("who:secret").toString("base64")}`,
  });
  third.answer(200);
  await expect.poll(shown).toEqual({ at: expect.any(String), failedAt: null });
  expect(await world.boardroom.telemetry.metrics.text()).toMatch(/^boardroom_audit_copied_time_seconds \d/m);
  await anchorAll(join(dataDir, "anchors.jsonl"), connectOwner, platform.secrets);
  copy.update();
  const fourth = await received(4);
  const all = await world.asOwner<{ line: string }>("SELECT line FROM anchors ORDER BY n");
  expect(fourth.body.trimEnd().split("\n")).toEqual(all.slice(anchored.length).map(({ line }) => line));
  fourth.answer(200);
  await expect.poll(() => readCopyState(dataDir)?.n).toBe(all.length);
  copy.stop();
  await server.close();
});
