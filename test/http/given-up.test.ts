// On both databases: jobs are retried and given up.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { getImport as getMetricImport, type MetricImport } from "#features/metrics/contract.ts";
import { getImport, openImport, type RecordImport, startImport } from "#features/records/imports/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { listRemovals, type Removal, removeImported, restoreRecords } from "#features/records/removals/contract.ts";
import { forget } from "#features/records/removals/service.ts";
import { jobContext } from "#features/accounts/service.ts";
import { mintCompany } from "#platform/context.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const timeout = 60_000;
/** More than one call takes out by itself. */
const many = 5_100;

async function importVendors(member: Member, count: number): Promise<RecordImport> {
  const csv = `id,name\n${Array.from({ length: count }, (_, at) => `${count}-${at},Vendor ${at}\n`).join("")}`;
  const { id } = await member.call(openImport, { body: { kind: "vendors", fileName: "v.csv", size: csv.length } });
  const sent = await fetch(`${world.url}/api/records/imports/${id}/parts/0`, {
    method: "PUT",
    headers: {
      "content-type": "application/octet-stream",
      "sec-fetch-site": "same-origin",
      cookie: member.cookie ?? "",
    },
    body: csv,
  });
  expect(sent.status).toBe(200);
  await member.call(startImport, { params: { id }, body: {} });
  const stand = () => member.call(getImport, { params: { id } });
  await expect.poll(async () => (await stand()).status, { timeout }).toBe("done");
  return stand();
}

async function sendFigures(member: Member): Promise<string> {
  const query = "fileName=f.csv&metricName=jobs&dateColumn=date&valueColumn=value&dateFormat=YYYY-MM-DD";
  const reply = await member.send("POST", `/api/metrics/imports?${query}`, {
    body: "date,value\n2026-01-02,7\n",
    headers: { "content-type": "text/csv" },
  });
  return (reply.json as MetricImport).id;
}

async function importFigures(member: Member): Promise<string> {
  const id = await sendFigures(member);
  await expect
    .poll(async () => (await member.call(getMetricImport, { params: { id } })).status, { timeout })
    .toBe("done");
  return id;
}

/** Leaves the newest job about something as a process does that is killed while it is at the last attempt. */
async function killAtLastAttempt(id: string): Promise<void> {
  const jobs = await world.asOwner(
    `UPDATE pgboss.job SET state = 'active', completed_on = NULL, retry_count = retry_limit, started_on = now() - interval '1 hour',
       heartbeat_on = now() - interval '1 hour'
     WHERE id = (SELECT id FROM pgboss.job WHERE name NOT IN ('record-forget', 'import-forget') AND $1 IN (data->'input'->>'importId', data->'input'->>'removalId')
       ORDER BY created_on DESC LIMIT 1)
     RETURNING id`,
    [id],
  );
  expect(jobs).toHaveLength(1);
}

const timesIn = async (member: Member, action: string, id: string): Promise<number> => {
  const [row] = await world.asOwner<{ times: number }>(
    `SELECT count(*)::int AS times FROM journal WHERE company_id = $1 AND action = $2
       AND $3 IN (resource_id::text, details->>'removal')`,
    [member.user.companyId, action, id],
  );
  return row?.times ?? 0;
};

/** What died at its last attempt; an instance notices within 15 s, while the next tests run. */
let died: { member: Member; small: RecordImport; figures: string; removal: Removal };

test("two imports and a removal are left as by a process that died at their last attempt", async () => {
  const member = await world.member("killed");
  const small = await importVendors(member, 3);
  const large = await importVendors(member, many);
  const figures = await importFigures(member);
  const removal = await member.call(removeImported, { params: { id: large.id } });
  const removed = async () => (await member.call(listRemovals)).find(({ id }) => id === removal.id);
  await expect.poll(async () => (await removed())?.status, { timeout }).toBe("removed");
  await world.asOwner(
    "UPDATE imports SET status = 'running', sentence = NULL, finished_at = NULL, added = 0, unchanged = 0, read = 0 WHERE id = $1",
    [small.id],
  );
  await world.asOwner(
    "UPDATE imports SET status = 'running', sentence = NULL, finished_at = NULL, added = 0, read = 0 WHERE id = $1",
    [figures],
  );
  await world.asOwner("UPDATE record_removals SET status = 'removing' WHERE id = $1", [removal.id]);
  for (const id of [small.id, figures, removal.id]) await killAtLastAttempt(id);
  died = { member, small, figures, removal };
});

test("an import of figures that fails at every start is given up after the fifth and says so", {
  timeout: 180_000,
}, async () => {
  const member = await world.member("poison");
  // A sequence counts on where the transaction is undone.
  await world.asOwner("CREATE SEQUENCE import_starts");
  await world.asOwner(`CREATE FUNCTION break_import() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    PERFORM nextval('public.import_starts'); RAISE EXCEPTION 'This import cannot be ended.'; END $$`);
  await world.asOwner(
    "CREATE TRIGGER break_import BEFORE UPDATE ON imports FOR EACH ROW WHEN (NEW.status = 'done') EXECUTE FUNCTION break_import()",
  );
  onTestFinished(async () => {
    await world.asOwner("DROP TRIGGER break_import ON imports");
    await world.asOwner("DROP FUNCTION break_import");
    await world.asOwner("DROP SEQUENCE import_starts");
  });
  const id = await sendFigures(member);
  const stand = async () => {
    // As if the pause before the next attempt were over.
    await world.asOwner(
      `WITH due AS (UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND name = 'import' RETURNING name)
       SELECT pg_notify('boardroom_jobs', name) FROM due`,
    );
    return member.call(getMetricImport, { params: { id } });
  };
  await expect.poll(async () => (await stand()).status, { timeout: 120_000, interval: 250 }).toBe("failed");
  expect((await stand()).sentence).toBe(
    "Nothing was imported: the import did not finish in 5 attempts. Split the file and import the parts.",
  );
  expect(await world.asOwner("SELECT last_value::int AS starts FROM import_starts")).toEqual([{ starts: 5 }]);
  expect(await world.asOwner("SELECT 1 FROM import_parts WHERE import_id = $1", [id])).toEqual([]);
  expect(await timesIn(member, "metric.import_failed", id)).toBe(1);
  expect(await timesIn(member, "metric.imported", id)).toBe(0);
  // Nobody starts it again.
  const jobs = await world.asOwner(
    "SELECT state::text FROM pgboss.job WHERE name = 'import' AND data->'input'->>'importId' = $1",
    [id],
  );
  expect(jobs).toEqual([{ state: "failed" }]);
});

test("what is still being brought back when its day is over is not forgotten under it", {
  timeout: 120_000,
}, async () => {
  const member = await world.member("late");
  const { id } = await importVendors(member, 3);
  const removal = await member.call(removeImported, { params: { id } });
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const tomorrow = { ...ctx, now: new Date(ctx.now.getTime() + 25 * 3_600_000) };
  const kept = async () => (await world.asOwner("SELECT 1 FROM record_removals WHERE id = $1", [removal.id])).length;
  const forgetAs = async (status: string) => {
    await world.asOwner("UPDATE record_removals SET status = $2 WHERE id = $1", [removal.id, status]);
    await forget(tomorrow, removal.id);
    return kept();
  };
  expect(await forgetAs("restoring")).toBe(1);
  const later = await world.asOwner(
    "SELECT 1 FROM pgboss.job WHERE name = 'record-forget' AND data->'input'->>'removalId' = $1 AND start_after < now() + interval '1 hour'",
    [removal.id],
  );
  expect(later).toHaveLength(1);
  // The control: it stands still.
  expect(await forgetAs("removed")).toBe(0);
});

test("what dies with its process at the last attempt ends in words, once, and can be done again", {
  timeout: 180_000,
}, async () => {
  const { member, small, figures, removal } = died;
  const removed = async () => (await member.call(listRemovals)).find(({ id }) => id === removal.id);
  const isOver = { timeout, interval: 500 };
  await expect.poll(async () => (await removed())?.status, isOver).toBe("removed");
  expect((await removed())?.sentence).toBe(
    "Removing stopped after 5,100 records: remove the others again, or bring these back.",
  );
  await expect
    .poll(async () => (await member.call(getImport, { params: { id: small.id } })).status, isOver)
    .toBe("failed");
  expect((await member.call(getImport, { params: { id: small.id } })).sentence).toBe(
    "Nothing was imported: the import did not finish in 5 attempts. Split the file and import the parts.",
  );
  await expect
    .poll(async () => (await member.call(getMetricImport, { params: { id: figures } })).status, isOver)
    .toBe("failed");
  expect((await member.call(getMetricImport, { params: { id: figures } })).sentence).toBe(
    "Nothing was imported: the import did not finish in 5 attempts. Split the file and import the parts.",
  );
  expect(await timesIn(member, "record.import_failed", small.id)).toBe(1);
  expect(await timesIn(member, "metric.import_failed", figures)).toBe(1);
  expect(await timesIn(member, "record.removal_broken_off", removal.id)).toBe(1);

  await member.call(restoreRecords, { params: { id: removal.id } });
  const standing = async () => (await member.call(listRecords, { params: { kind: "vendors" } })).total;
  await expect.poll(standing, isOver).toBe(many + 3);
});
