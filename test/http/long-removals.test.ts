import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { listRemovals, type Removal, restoreRecords } from "#features/records/removals/contract.ts";
import { limits } from "#features/records/removals/rules.ts";
import { continueRemoval, forget } from "#features/records/removals/service.ts";
import { removeSamples } from "#features/records/samples/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { addRecord } from "../briefed.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What is removed in more than one job: how far it is, how it is handed over, how it ends. */
let working: World;
/** Nobody works on jobs here but the test. */
let still: World;
const usual = { ...limits };
beforeAll(async () => {
  [working, still] = [await openWorld(), await openWorld({ ROLE: "web" })];
});
afterEach(() => void Object.assign(limits, usual));
afterAll(async () => {
  await working?.close();
  await still?.close();
});

const many = 25;

/** A company with more samples than one call removes by itself, of which one job takes out a few. */
async function furnished(world: World): Promise<Member> {
  Object.assign(limits, { portion: 4, atOnce: 10, ofOneJob: 0 });
  const member = await world.member("samples");
  for (let at = 0; at < many; at += 1)
    await addRecord(world, member, "vendors", {
      source: "sample",
      external_id: `${at}`,
      name: `Vendor ${at}`,
      status: "active",
    });
  return member;
}

const shown = async (member: Member, { id }: Removal) => (await member.call(listRemovals)).find((one) => one.id === id);
const standing = async (member: Member) => (await member.call(listRecords, { params: { kind: "vendors" } })).total;
const contextOf = (world: World, member: Member) =>
  jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
const told = (world: World, member: Member) =>
  world.asOwner<{ action: string; title: string }>(
    "SELECT action, title FROM journal WHERE company_id = $1 AND action LIKE 'record.%' ORDER BY seq",
    [member.user.companyId],
  );
const jobsOf = (world: World, { id }: Removal, name = "record-removal") =>
  world.asOwner<{ state: string }>(
    "SELECT state::text FROM pgboss.job WHERE name = $2 AND data->'input'->>'removalId' = $1 AND start_after <= now()",
    [id, name],
  );

test("a long removal is handed over from job to job and says how far it is; its end is told in words, once", async () => {
  const member = await furnished(still);
  const ctx = await contextOf(still, member);
  const removal = await member.call(removeSamples);
  expect(removal).toMatchObject({ status: "removing", removed: 0, amount: many });
  expect(await told(still, member)).toEqual([{ action: "record.removal_started", title: `Removing ${many} records` }]);
  for (let job = 1; job <= 6; job += 1) {
    expect(await jobsOf(still, removal)).toHaveLength(job);
    await continueRemoval(ctx, removal.id);
    expect(await shown(member, removal)).toMatchObject({ status: "removing", removed: job * 4, amount: many });
  }
  await continueRemoval(ctx, removal.id);
  await continueRemoval(ctx, removal.id);
  expect(await shown(member, removal)).toMatchObject({ status: "removed", removed: many });
  // A job that comes once more has nothing to do, and hands nothing over.
  const jobs = await jobsOf(still, removal);
  await continueRemoval(ctx, removal.id);
  expect(await jobsOf(still, removal)).toEqual(jobs);
  expect((await told(still, member)).slice(1)).toEqual([
    { action: "record.samples_removed", title: `${many} records removed` },
  ]);

  const back = await member.call(restoreRecords, { params: { id: removal.id } });
  expect(back).toMatchObject({ status: "restoring", restored: 0 });
  await continueRemoval(ctx, removal.id);
  expect(await shown(member, removal)).toMatchObject({ status: "restoring", restored: 4 });
  for (let job = 0; job < 8; job += 1) await continueRemoval(ctx, removal.id);
  expect(await standing(member)).toBe(many);
  expect((await told(still, member)).slice(2)).toEqual([
    { action: "record.restore_started", title: `Bringing ${many} removed records back` },
    { action: "record.restored", title: `${many} removed records came back` },
  ]);
});

test("given to several jobs at once, as after a kill, it takes out each record once and ends once", async () => {
  const member = await furnished(still);
  const ctx = await contextOf(still, member);
  const removal = await member.call(removeSamples);
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 3 }, () => continueRemoval(ctx, removal.id)));
  expect(await shown(member, removal)).toMatchObject({ status: "removed", removed: many });
  expect((await told(still, member)).map(({ action }) => action)).toEqual([
    "record.removal_started",
    "record.samples_removed",
  ]);
  await member.call(restoreRecords, { params: { id: removal.id } });
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 3 }, () => continueRemoval(ctx, removal.id)));
  expect(await standing(member)).toBe(many);
});

test("the product's own workers bring it to its end, and let go of it in portions when its day is over", async () => {
  const member = await furnished(working);
  const removal = await member.call(removeSamples);
  await expect.poll(async () => (await shown(member, removal))?.status).toBe("removed");
  expect((await jobsOf(working, removal)).length).toBeGreaterThan(6);
  expect(await standing(member)).toBe(0);
  const kept = () =>
    working.asOwner("SELECT 1 FROM kept_rows WHERE company_id = $1 AND source = 'vendors'", [member.user.companyId]);
  const ctx = await contextOf(working, member);
  expect(await kept()).toHaveLength(many);
  await working.asOwner("UPDATE record_removals SET kept_until = now() - interval '1 s' WHERE id = $1", [removal.id]);
  await forget({ ...ctx, now: new Date() }, removal.id);
  // One portion, and the next job has the others.
  await expect.poll(async () => (await kept()).length).toBe(0);
  expect((await jobsOf(working, removal, "record-forget")).length).toBeGreaterThan(5);
  await expect.poll(() => working.asOwner("SELECT 1 FROM record_removals WHERE id = $1", [removal.id])).toEqual([]);
});
