import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getFeed } from "#features/feed/contract.ts";
import { getImport, importMetrics } from "#features/metrics/contract.ts";
import { listRemovals, restoreRecords } from "#features/records/removals/contract.ts";
import { limits } from "#features/records/removals/rules.ts";
import { addSamples, removeSamples } from "#features/records/samples/contract.ts";
import { importFile } from "../importing.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What a job ends is told as the work of who began it, and the journal says that it was not they who were there. */
let world: World;
const usual = { ...limits };
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => void Object.assign(limits, usual));
afterAll(() => world?.close());

const told = (member: Member, action: string) =>
  world.asOwner<{ person: string; sealed: boolean; background: boolean | null }>(
    `SELECT u.username AS person, j.sealed IS NOT NULL AS sealed, (j.details->>'inBackground')::boolean AS background
     FROM journal j LEFT JOIN users u ON u.company_id = j.company_id AND u.id = j.actor_id
     WHERE j.company_id = $1 AND j.action = $2`,
    [member.user.companyId, action],
  );
const shown = async (member: Member) => (await member.call(getFeed, { query: {} })).items;
const inBackground = (person: string) => [{ person, sealed: false, background: true }];

test("the end of an import is told of the person who began it", async () => {
  const member = await world.member("importer");
  const clerk = await colleague(world, member, "member");
  await importFile(world, clerk, "customers", "name\nAcme Ltd\n");
  expect(await told(member, "record.imported")).toEqual(inBackground(clerk.username));
  await importFile(world, clerk, "customers", "name\n");
  expect(await told(member, "record.import_failed")).toEqual(inBackground(clerk.username));
  const columns = { dateColumn: "date", valueColumn: "revenue", dateFormat: "YYYY-MM-DD" } as const;
  const { id } = await clerk.call(importMetrics, {
    query: { fileName: "sales.csv", metricName: "sales", ...columns },
    body: "date,revenue\n2026-11-01,5\n" as never,
  });
  await expect.poll(async () => (await clerk.call(getImport, { params: { id } })).status).toBe("done");
  expect(await told(member, "metric.imported")).toEqual(inBackground(clerk.username));
  expect(JSON.stringify(await shown(member))).toContain(clerk.username);
});

test("the end of a long removal is told of who removed, and the end of its undoing of who undid it", async () => {
  const member = await world.member("remover");
  const [one, other] = [await colleague(world, member, "member"), await colleague(world, member, "member")];
  await member.call(addSamples);
  Object.assign(limits, { portion: 500, atOnce: 10 });
  const { id } = await one.call(removeSamples);
  const status = async () => (await member.call(listRemovals)).find((each) => each.id === id)?.status;
  await expect.poll(status).toBe("removed");
  expect(await told(member, "record.samples_removed")).toEqual(inBackground(one.username));
  await other.call(restoreRecords, { params: { id } });
  await expect.poll(() => told(member, "record.restored")).toEqual(inBackground(other.username));
});
