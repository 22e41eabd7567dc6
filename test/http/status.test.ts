// On both databases: the database is measured.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { getStatus } from "#features/operations/contract.ts";
import { anchorAll } from "#platform/journal/anchors.ts";
import { version } from "#platform/version.ts";
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
