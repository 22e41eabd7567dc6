import { afterAll, beforeAll, expect, test } from "vitest";
import { changePassword, currentUser, type SecondStep } from "#features/accounts/contract.ts";
import * as calls from "#features/accounts/factors/contract.ts";
import { listSessions } from "#features/accounts/sessions/contract.ts";
import { listMembers, removeMember } from "#features/members/contract.ts";
import { codeOf } from "../factors.ts";
import { openTab } from "../live-tab.ts";
import { colleague } from "../samples.ts";
import { type Client, journalOf, type Member, openWorld, type Reply, signIn, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const answerOf = async (reply: Promise<Reply>) => {
  const { status, text } = await reply;
  return [status, text];
};

/** Sets up an authenticator app; gives its secret and the recovery codes. */
async function setUp(member: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await member.call(calls.startAuthenticator);
  const { recoveryCodes } = await member.call(calls.confirmAuthenticator, { body: { code: codeOf(secret) } });
  return { secret, recoveryCodes };
}

/** Lets the app's codes of this moment count again. */
const forgetUse = (member: Member) =>
  world.asOwner("UPDATE authenticators SET last_step = NULL WHERE user_id = $1", [member.user.id]);

/** Enters the password in a new browser; gives it with the token of the step that waits. */
async function enterPassword(member: Member): Promise<{ client: Client; token: string }> {
  const client = world.client();
  const { username, password } = member;
  const { json } = await client.send("POST", "/api/login", { body: { username, password } });
  return { client, token: (json as SecondStep).secondFactor.token };
}
const enter = (client: Client, token: string, code: string) =>
  client.send("POST", "/api/login/code", { body: { token, code } });

const wrong = "This code is not right, or was used before. Wait for the next one";
const wrongRecovery = "This recovery code is not right, or was used before";
const expired = "This sign-in has expired. Enter your password again";

test("with an authenticator app, sign-in asks for a code before there is a session", async () => {
  const member = await world.member("app");
  const { secret, uri } = await member.call(calls.startAuthenticator);
  expect(uri).toBe(
    `otpauth://totp/Boardroom:${member.username}?issuer=Boardroom&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  // Not confirmed, it counts for nothing.
  expect((await signIn(world.url, member)).cookie).toMatch(/^sid=/);
  const { status, text } = await member.send("PUT", "/api/second-factor/authenticator", {
    body: { code: codeOf(secret, 9) },
  });
  expect([status, text]).toEqual([400, expect.stringContaining("This code is not right")]);
  const { recoveryCodes } = await member.call(calls.confirmAuthenticator, { body: { code: codeOf(secret) } });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-hj-kmnp-z2-9]{4}-){2}[a-hj-kmnp-z2-9]{4}$/);

  const { client, token } = await enterPassword(member);
  expect(client.cookie).toBeNull();
  expect(token).toHaveLength(43);
  // The step opens nothing else.
  const asSession = Object.assign(world.client(), { cookie: `sid=${token}` });
  expect((await asSession.send("GET", "/api/user")).status).toBe(401);
  const user = await enter(client, token, codeOf(secret, 1));
  expect([user.status, user.json]).toEqual([200, expect.objectContaining({ id: member.user.id })]);
  expect((await client.call(currentUser)).username).toBe(member.username);
  expect(await answerOf(enter(client, token, codeOf(secret, 1)))).toEqual([401, expired]);

  const journal = await journalOf(world, member);
  expect(journal.filter((action) => action.startsWith("user."))).toEqual([
    "user.logged_in",
    "user.authenticator_added",
    "user.recovery_codes_made",
    "user.logged_in",
  ]);
  // Neither the secret nor a code is stored as it is.
  const [rows] = await world.asOwner<{ text: string }>(
    `SELECT concat((SELECT string_agg(a::text, '') FROM authenticators a), (SELECT string_agg(r::text, '') FROM recovery_codes r),
       (SELECT string_agg(s::text, '') FROM sign_in_steps s), (SELECT string_agg(j::text, '') FROM journal j)) AS text`,
  );
  for (const hidden of [secret, token, ...recoveryCodes]) expect(rows?.text).not.toContain(hidden);
});

test("setting it up renews the session and ends the others, without making the sign-in younger", async () => {
  const member = await world.member("renewed");
  const other = await signIn(world.url, member);
  const tab = await openTab(world, other.cookie, member.user.companyId);
  const before = member.cookie;
  await world.asOwner("UPDATE sessions SET created_at = created_at - interval '20 minutes' WHERE user_id = $1", [
    member.user.id,
  ]);
  await setUp(member);
  expect(member.cookie).not.toBe(before);
  expect((await other.send("GET", "/api/user")).status).toBe(401);
  expect(await tab.closed).toBe(4401);
  const sessions = await member.call(listSessions);
  expect(sessions.every(({ createdAt }) => Date.now() - Date.parse(createdAt) > 19 * 60_000)).toBe(true);
});

test("an old sign-in may look at the second factors, and change none", async () => {
  const member = await world.member("stale");
  await setUp(member);
  await world.asOwner("UPDATE sessions SET created_at = created_at - interval '31 minutes' WHERE user_id = $1", [
    member.user.id,
  ]);
  expect(await member.call(calls.getSecondFactor)).toMatchObject({ recoveryCodesLeft: 10, changeableUntil: null });
  const sentence = "Sign in again to change this. Your last sign-in is more than 30 minutes old";
  for (const [method, path] of [
    ["POST", "/api/second-factor/authenticator"],
    ["DELETE", "/api/second-factor/authenticator"],
    ["POST", "/api/second-factor/recovery-codes"],
    ["POST", "/api/second-factor/passkeys/options"],
  ] as const)
    expect([path, ...(await answerOf(member.send(method, path)))]).toEqual([path, 403, sentence]);
});

test("a new password does not make the sign-in of a person with a second factor younger", async () => {
  const member = await world.member("by-password");
  await setUp(member);
  await world.asOwner("UPDATE sessions SET created_at = created_at - interval '31 minutes' WHERE user_id = $1", [
    member.user.id,
  ]);
  await member.call(changePassword, {
    body: { currentPassword: member.password, newPassword: "seven slow rivers" },
  });
  expect((await member.send("DELETE", "/api/second-factor/authenticator")).status).toBe(403);
  const body = { confirmDeletion: true };
  const { json } = await member.send("DELETE", "/api/privacy/user/data-delete", { body });
  expect(json).toMatchObject({ success: false });
});

test("a code works in its time step and a neighbouring one, once, and never after a later one", async () => {
  const member = await world.member("drift");
  const { secret } = await setUp(member);
  await forgetUse(member);
  for (const steps of [-3, 3]) {
    const { client, token } = await enterPassword(member);
    expect(await answerOf(enter(client, token, codeOf(secret, steps)))).toEqual([400, wrong]);
  }
  const { client, token } = await enterPassword(member);
  // Typed as apps show it.
  const code = codeOf(secret, 1).replace(/^.../, "$& ");
  expect((await enter(client, token, code)).status).toBe(200);
  for (const used of [code, codeOf(secret)]) {
    const next = await enterPassword(member);
    expect(await answerOf(enter(next.client, next.token, used))).toEqual([400, wrong]);
  }
  const journal = await journalOf(world, member);
  expect(journal.filter((action) => action === "user.second_factor_failed")).toHaveLength(4);
});

test("of two sign-ins with the same code at the same moment one succeeds", async () => {
  const member = await world.member("double");
  const { secret, recoveryCodes } = await setUp(member);
  await forgetUse(member);
  for (const code of [codeOf(secret, 1), recoveryCodes[0] ?? ""]) {
    const steps = [await enterPassword(member), await enterPassword(member), await enterPassword(member)];
    const replies = await Promise.all(steps.map(({ client, token }) => enter(client, token, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test("a recovery code works once, and new ones replace all", async () => {
  const member = await world.member("recovery");
  const { recoveryCodes } = await setUp(member);
  const [first = "", second = ""] = recoveryCodes;
  const { client, token } = await enterPassword(member);
  expect((await enter(client, token, first.toUpperCase().replaceAll("-", ""))).status).toBe(200);
  expect(await client.call(calls.getSecondFactor)).toMatchObject({ recoveryCodesLeft: 9 });
  const again = await enterPassword(member);
  expect(await answerOf(enter(again.client, again.token, first))).toEqual([400, wrongRecovery]);
  const { recoveryCodes: fresh } = await client.call(calls.makeRecoveryCodes);
  expect(fresh).toHaveLength(10);
  expect(await answerOf(enter(again.client, again.token, second))).toEqual([400, wrongRecovery]);
  expect((await enter(again.client, again.token, fresh[0] ?? "")).status).toBe(200);
  expect(await journalOf(world, member)).toContain("user.recovery_code_used");
  // Another person's codes are worth nothing.
  const other = await world.member("other");
  await setUp(other);
  const foreign = await enterPassword(other);
  expect(await answerOf(enter(foreign.client, foreign.token, fresh[1] ?? ""))).toEqual([400, wrongRecovery]);
});

test("five wrong codes end a sign-in, and a changed password ends those that wait", async () => {
  const member = await world.member("wrong");
  const { secret } = await setUp(member);
  await forgetUse(member);
  const { client, token } = await enterPassword(member);
  for (let left = 4; left > 0; left -= 1)
    expect(await answerOf(enter(client, token, codeOf(secret, 9)))).toEqual([400, wrong]);
  const last = [401, "Too many wrong codes. Enter your password again"];
  expect(await answerOf(enter(client, token, codeOf(secret, 9)))).toEqual(last);
  expect(await answerOf(enter(client, token, codeOf(secret, 1)))).toEqual([401, expired]);
  const waiting = await enterPassword(member);
  const body = { currentPassword: member.password, newPassword: "four quiet herons" };
  await member.call(changePassword, { body });
  expect(await answerOf(enter(waiting.client, waiting.token, codeOf(secret, 1)))).toEqual([401, expired]);
  const late = await enterPassword({ ...member, password: body.newPassword });
  await world.asOwner("UPDATE sign_in_steps SET expires_at = now() - interval '1 second'");
  expect(await answerOf(enter(late.client, late.token, codeOf(secret, 1)))).toEqual([401, expired]);
});

test("guesses are limited by account, over all of its sign-ins", async () => {
  const limited = await openWorld({ RATE_LIMIT_FACTOR: "0.5", ROLE: "web" });
  try {
    const member = await limited.member("guessed");
    const { secret } = await setUp(member);
    const { username, password } = member;
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      const client = limited.client();
      const { json } = await client.send("POST", "/api/login", { body: { username, password } });
      const { token } = (json as SecondStep).secondFactor;
      statuses.push((await enter(client, token, codeOf(secret, 9))).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  } finally {
    await limited.close();
  }
});

test("removing the app ends its codes; an admin sees who has a second factor, others do not", async () => {
  const admin = await world.member("lead");
  const member = await colleague(world, admin, "member");
  await setUp(member);
  const seenBy = async (client: Client) =>
    Object.fromEntries((await client.call(listMembers)).members.map((one) => [one.username, one.hasSecondFactor]));
  expect(await seenBy(admin)).toEqual({ [admin.username]: false, [member.username]: true });
  expect(await seenBy(member)).toEqual({ [admin.username]: null, [member.username]: null });
  const after = await member.call(calls.removeAuthenticator);
  expect(after).toMatchObject({ authenticatorSince: null, recoveryCodesLeft: 0 });
  expect(await answerOf(member.send("DELETE", "/api/second-factor/authenticator"))).toEqual([404, "Not found"]);
  expect((await signIn(world.url, member)).cookie).toMatch(/^sid=/);
  await setUp(member);
  await admin.call(removeMember, { params: { id: member.user.id } });
  for (const table of ["authenticators", "recovery_codes"])
    expect(await world.asOwner(`SELECT 1 FROM ${table} WHERE user_id = $1`, [member.user.id])).toEqual([]);
});

test("where the company requires a second factor, who has none can do nothing else after the next sign-in", async () => {
  const admin = await world.member("strict");
  const member = await colleague(world, admin, "member");
  expect(await answerOf(member.send("PUT", "/api/company/second-factor", { body: { isRequired: true } }))).toEqual([
    403,
    "Only an admin may do this",
  ]);
  await admin.call(calls.requireSecondFactor, { body: { isRequired: true } });
  // A session that was open goes on.
  expect((await member.send("GET", "/api/tasks")).status).toBe(200);
  const client = Object.assign(await signIn(world.url, member), { user: member.user });
  expect(await client.call(currentUser)).toMatchObject({ needsSecondFactor: true });
  const refusal = [403, "Your company requires a second factor. Set it up under Your account"];
  for (const [method, path] of [
    ["GET", "/api/tasks"],
    ["GET", "/api/dashboard"],
    ["GET", "/api/members"],
    ["PUT", "/api/user/password"],
    ["POST", "/api/tasks"],
  ] as const)
    expect([path, ...(await answerOf(client.send(method, path)))]).toEqual([path, ...refusal]);
  const { secret } = await setUp(client);
  expect(await client.call(currentUser)).toMatchObject({ needsSecondFactor: false });
  expect((await client.send("GET", "/api/tasks")).status).toBe(200);
  expect(secret).toHaveLength(32);
  expect(await answerOf(client.send("DELETE", "/api/second-factor/authenticator"))).toEqual([
    409,
    "Your company requires a second factor. Add another one before you remove this",
  ]);
  await admin.call(calls.requireSecondFactor, { body: { isRequired: false } });
  await client.call(calls.removeAuthenticator);
  expect(await journalOf(world, admin)).toContain("company.second_factor_changed");
});

test("where the operator requires a second factor, everyone needs one and no admin can change that", async () => {
  const strict = await openWorld({ ROLE: "web", SECOND_FACTOR: "required" });
  try {
    const admin = await strict.member("operated");
    const refusal = [403, "Your company requires a second factor. Set it up under Your account"];
    expect(await answerOf(admin.send("GET", "/api/tasks"))).toEqual(refusal);
    await setUp(admin);
    expect((await admin.send("GET", "/api/tasks")).status).toBe(200);
    await admin.call(calls.requireSecondFactor, { body: { isRequired: false } });
    expect(await admin.call(calls.getSecondFactor)).toMatchObject({ isRequired: true, isRequiredByOperator: true });
    expect((await admin.send("DELETE", "/api/second-factor/authenticator")).status).toBe(409);
  } finally {
    await strict.close();
  }
});
