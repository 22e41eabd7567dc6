import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { removeMember } from "#features/members/contract.ts";
import { getProcessing } from "#features/privacy/contract.ts";
import { retain } from "#features/privacy/retention/service.ts";
import { mintCompany } from "#platform/context.ts";
import { colleague } from "../samples.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world.close());

const day = new Date().toISOString().slice(0, 10);

/** Adds notifications of an age to a person. */
const add = ({ user }: Member, count: number, age: string) =>
  world.asOwner(
    `INSERT INTO notifications (company_id, id, user_id, kind, subject, occasion, title, detail, href, created_at)
     SELECT $1, gen_random_uuid(), $2, 'run', 'x', gen_random_uuid()::text, 'Old', '', '/', now() - $3::interval
     FROM generate_series(1, $4::int)`,
    [user.companyId, user.id, age, count],
  );
const left = async ({ user }: Member) =>
  (
    await world.asOwner<{ n: number }>("SELECT count(*)::int AS n FROM notifications WHERE company_id = $1", [
      user.companyId,
    ])
  )[0]?.n;
const run = async ({ user }: Member, limits?: Parameters<typeof retain>[2]) =>
  retain(await jobContext(world.boardroom.platform, mintCompany(user.companyId)), day, limits);

test("what is older than its period is deleted in portions, each run recorded, and nobody else's", async () => {
  const [member, other] = [await world.member("aged"), await world.member("other")];
  await add(member, 2_500, "92 days");
  await add(member, 3, "89 days");
  await add(other, 5, "92 days");
  // Ended in the middle, as a killed process would: the next run goes on.
  await run(member, { portion: 1_000, ofOneJob: 0 });
  expect(await left(member)).toBe(1_503);
  await run(member, { portion: 1_000, ofOneJob: 20_000 });
  await run(member);
  expect([await left(member), await left(other)]).toEqual([3, 5]);
  const { retentionRuns } = await member.call(getProcessing);
  expect(retentionRuns).toMatchObject([{ day, source: "notifications", deleted: 2_500 }]);
  expect(await other.call(getProcessing)).toMatchObject({ retentionRuns: [], lastRetentionAt: null });
  // A run that finds nothing is recorded too.
  await world.asOwner("DELETE FROM notifications WHERE company_id = $1", [other.user.companyId]);
  await run(other);
  expect(await other.call(getProcessing)).toMatchObject({ retentionRuns: [], lastRetentionAt: expect.any(String) });
  const events = await world.asOwner<{ details: object }>(
    "SELECT details FROM journal WHERE company_id = $1 AND action = 'privacy.retention_ran'",
    [member.user.companyId],
  );
  expect(events).toMatchObject([{ details: { source: "notifications", deleted: 2_500 } }]);
});

test("links, waiting sign-ins and the states of mails go when their time is over, also where nobody signs in again", async () => {
  const member = await world.member("quiet");
  const ids = [member.user.companyId, member.user.id];
  const plant = (age: string) =>
    Promise.all([
      world.asOwner(
        "INSERT INTO password_links VALUES ($1, gen_random_uuid(), $2, sha256(gen_random_uuid()::text::bytea), now() - $3::interval, now())",
        [...ids, age],
      ),
      world.asOwner(
        "INSERT INTO sign_in_steps VALUES ($1, gen_random_uuid(), $2, sha256(gen_random_uuid()::text::bytea), 0, now() - $3::interval)",
        [...ids, age],
      ),
      world.asOwner(
        `INSERT INTO deliveries (company_id, id, kind, label, intent, seq, destination, about, hold_ms, status, created_at, expires_at, settled_at)
         SELECT $1, gen_random_uuid(), 'mail', 'notice', gen_random_uuid(), count(*) + 1, 'x', $2, 0, 'sent', now(), now(), now() - $3::interval
         FROM deliveries WHERE company_id = $1`,
        [...ids, age],
      ),
    ]);
  await plant("32 days");
  await plant("-1 day");
  await run(member);
  for (const table of ["password_links", "sign_in_steps", "deliveries"])
    expect(await world.asOwner(`SELECT 1 FROM ${table} WHERE company_id = $1`, [ids[0]])).toHaveLength(1);
});

test("a removed member is known by name for 90 days; then their data is deleted, once, and nobody else's", async () => {
  const admin = await world.member("employer");
  const [left, gone] = [await colleague(world, admin, "member"), await colleague(world, admin, "approver")];
  for (const { user } of [left, gone]) await admin.call(removeMember, { params: { id: user.id } });
  const namesOf = async () => {
    const rows = await world.asOwner<{ username: string }>("SELECT username FROM users WHERE company_id = $1", [
      admin.user.companyId,
    ]);
    return rows.map(({ username }) => username).toSorted();
  };
  const all = [admin.username, left.username, gone.username].toSorted();
  const age = (id: string, days: number) =>
    world.asOwner("UPDATE users SET removed_at = now() - $2 * interval '1 day' WHERE id = $1", [id, days]);
  await age(left.user.id, 88);
  await age(gone.user.id, 92);
  expect(await namesOf()).toEqual(all);
  await run(admin);
  await run(admin);
  const after = [admin.username, left.username, "Former member"].toSorted();
  expect(await namesOf()).toEqual(after);
  const { retentionRuns } = await admin.call(getProcessing);
  expect(retentionRuns).toMatchObject([{ day, source: "users", deleted: 1 }]);
  expect((await journalOf(world, admin)).filter((one) => one === "privacy.deleted")).toHaveLength(1);
  const receipts = readFileSync(join(world.config.dataDir, "erasures.jsonl"), "utf8");
  expect(receipts.split(gone.user.id)).toHaveLength(2);
  expect(receipts).not.toContain(left.user.id);
});
