import { afterAll, beforeAll, expect, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { restoreRecords } from "#features/records/removals/contract.ts";
import { limits } from "#features/records/removals/rules.ts";
import { continueRemoval, forget } from "#features/records/removals/service.ts";
import { addSamples, removeSamples } from "#features/records/samples/contract.ts";
import { readConfig } from "#platform/config.ts";
import { mintCompany } from "#platform/context.ts";
import { openOn, type World } from "../world.ts";
import { openStage } from "./stage.ts";

/** On PostgreSQL alone: in the embedded database, which does one thing at a time, nobody can be made to stand in line. */
let world: World;
const stage = openStage("undone");
const usual = { ...limits };
beforeAll(async () => {
  const postgres = await stage.postgres({});
  const settings = { PORT: "0", LOG_LEVEL: "fatal", ROLE: "web", RATE_LIMIT_FACTOR: "100", DATA_DIR: stage.folder };
  world = stage.keep(await openOn(readConfig({ ...settings, DATABASE_URL: postgres.url })));
});
afterAll(async () => {
  Object.assign(limits, usual);
  await stage.close();
});

/** Waits until so many wait in the database for what somebody else holds. */
const waiting = (amount: number) =>
  expect.poll(() => world.asOwner("SELECT DISTINCT pid FROM pg_locks WHERE NOT granted")).toHaveLength(amount);

test("what is asked back in its last moment comes back, though its letting go has begun", async () => {
  const member = await world.member();
  await member.call(addSamples);
  const standing = async () => (await member.call(listRecords, { params: { kind: "vendors" } })).total;
  const before = await standing();
  expect(before).toBeGreaterThan(10);
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const removal = await member.call(removeSamples);
  expect(removal.status).toBe("removed");
  // It is brought back by a job, in portions.
  Object.assign(limits, { atOnce: 0, portion: 4 });
  const expired = { ...ctx, now: new Date(Date.parse(removal.keptUntil) + 1) };
  // Both stand before the company's turn, whoever brings back first.
  await world.asOwner("BEGIN");
  await world.asOwner("SELECT FROM journal_heads WHERE company_id = $1 FOR UPDATE", [member.user.companyId]);
  const back = member.call(restoreRecords, { params: { id: removal.id } });
  await waiting(1);
  const gone = forget(expired, removal.id);
  await waiting(2);
  await world.asOwner("COMMIT");
  expect((await back).status).toBe("restoring");
  await gone;
  await continueRemoval(ctx, removal.id);
  expect(await standing()).toBe(before);
});
