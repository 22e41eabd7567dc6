import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#features/accounts/contract.ts";
import { getSecurityStatus } from "#features/security/contract.ts";
import { colleague } from "../samples.ts";
import { clientOf, type Member, openWorld, type World } from "../world.ts";

/** The security page's values, each from what really happened. */
let world: World;
let owner: Member;
let viewer: Member;
let stranger: Member;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await world.member("owner");
  stranger = await world.member("stranger");
  viewer = await colleague(world, owner, "viewer");
});
afterAll(() => world?.close());

const status = (member: Member = owner) => member.call(getSecurityStatus);
const found = async (id: string, member: Member = owner) => (await status(member)).checks.find((one) => one.id === id);
/** Today's counts, once they were written. */
async function today(member: Member = owner) {
  const last = (await status(member)).days.at(-1);
  if (!last) throw new Error("Today is missing.");
  return last;
}

test("a new company: real states, its own records, no threat, and what is missing is said", async () => {
  const first = await status();
  expect(first).toMatchObject({
    corsStatus: "active",
    authStatus: "active",
    encryptionStatus: "active",
    threatLevel: "low",
    threatReasons: [],
    blockedRequests: 0,
    activeConnections: 0,
    people: { active: 2, sessions: 2 },
  });
  const [head] = await world.asOwner<{ seq: string }>("SELECT seq FROM journal_heads WHERE company_id = $1", [
    owner.user.companyId,
  ]);
  expect(first.auditLogCount).toBe(Number(head?.seq));
  expect(first.days).toHaveLength(14);
  expect(first.installation.lastBackup).toBeNull();
  expect(await found("audit_log")).toMatchObject({ state: "attention", finding: "Never verified" });
  expect(await found("backup")).toMatchObject({ state: "attention", finding: "None known" });
  expect(await found("second_factor")).toMatchObject({ state: "attention", finding: "2 of 2 without one" });
  expect(await found("isolation")).toMatchObject({ state: "passed" });
  expect(await found("audit_rights")).toMatchObject({ state: "passed" });
  // The world of the tests multiplies every limit.
  expect(await found("rate_limit")).toMatchObject({ state: "attention" });
  const passed = first.checks.filter(({ state }) => state === "passed").length;
  expect(first.complianceScore).toBe(Math.floor((passed / first.checks.length) * 100));
});

test("a wrong password counts for the person's company alone", async () => {
  const before = await today();
  const guess = clientOf(world.url);
  await expect(guess.call(login, { body: { username: owner.username, password: "a wrong password" } })).rejects.toThrow(
    "401",
  );
  await expect
    .poll(() => today().then((counts) => counts.failedSignIns), { timeout: 10_000 })
    .toBe(before.failedSignIns + 1);
  expect((await today(stranger)).failedSignIns).toBe(0);
});

test("calls refused by role are counted, and named rows of another company are", async () => {
  const refused = await viewer.send("POST", "/api/agi/initialize");
  expect(refused.status).toBe(403);
  const foreign = await stranger.send("DELETE", `/api/members/${owner.user.id}`);
  expect(foreign.status).toBe(404);
  // Written together, some seconds later.
  await expect.poll(() => today().then(({ refused: counted }) => counted), { timeout: 30_000, interval: 500 }).toBe(1);
  await expect.poll(() => today(stranger).then((counts) => counts.foreign), { timeout: 30_000, interval: 500 }).toBe(1);
  expect(await status()).toMatchObject({ blockedRequests: 1, threatLevel: "low" });
  expect(await status(stranger)).toMatchObject({ blockedRequests: 1, threatLevel: "high" });
});

test("a wall taken down shows", async () => {
  await world.asOwner("ALTER TABLE agents NO FORCE ROW LEVEL SECURITY");
  try {
    expect(await found("isolation")).toMatchObject({ state: "attention", finding: "1 table open" });
  } finally {
    await world.asOwner("ALTER TABLE agents FORCE ROW LEVEL SECURITY");
  }
  expect(await found("isolation")).toMatchObject({ state: "passed" });
});

test("ten failed sign-ins are a threat, and an account unused for 90 days is named", async () => {
  await world.asOwner(
    "INSERT INTO security_counts VALUES ($1, date_trunc('hour', now() - interval '2 hours'), 'failed_sign_in', 10)",
    [stranger.user.companyId],
  );
  expect((await status(stranger)).threatReasons).toContain("10 sign-ins failed.");
  expect(await found("authentication", stranger)).toMatchObject({ state: "attention" });
  await world.asOwner(
    "UPDATE users SET last_login_at = now() - interval '91 days', created_at = now() - interval '1 year' WHERE id = $1",
    [viewer.user.id],
  );
  await world.asOwner("UPDATE sessions SET seen_at = now() - interval '91 days' WHERE user_id = $1", [viewer.user.id]);
  expect(await found("unused_accounts")).toMatchObject({ state: "attention", finding: "1 account unused" });
});
