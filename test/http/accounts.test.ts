import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { getEntry, currentUser, login, setLocale, type User } from "#features/accounts/contract.ts";
import { listAgents } from "#features/agents/contract.ts";
import { readConfig } from "#platform/config.ts";
import { openSealed } from "../sealed.ts";
import { clientOf, freshGround, hire, journalOf, openOn, openWorld, signIn, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const registration = { username: "ana", email: "ana@example.com", companyName: "Acme", password: "a long password" };

test("signing up opens a company with its admin, records consent, and never gives the password back", async () => {
  const client = world.client();
  const reply = await client.send("POST", "/api/register", { body: registration });
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ username: "ana", role: "admin", company: { name: "Acme", currency: "USD" } });
  expect(reply.text).not.toMatch(/password|argon2/i);
  const [cookie = ""] = reply.headers.getSetCookie();
  expect(cookie).toMatch(/^sid=.+HttpOnly.*SameSite=Lax/);
  const { id, companyId } = reply.json as { id: string; companyId: string };
  expect(await world.asOwner("SELECT kind FROM consents WHERE user_id = $1", [id])).toEqual([{ kind: "essential" }]);
  const [row] = await world.asOwner<{ password_hash: string }>("SELECT password_hash FROM users WHERE id = $1", [id]);
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  const actions = await world.asOwner("SELECT action FROM journal WHERE company_id = $1", [companyId]);
  expect(actions).toEqual([{ action: "company.registered" }]);
});

test.each([
  [
    "the same name in other letters",
    { username: " ANA ", email: "other@example.com" },
    "This username is already taken",
  ],
  [
    "the same address in other letters",
    { username: "bob", email: "Ana@Example.com" },
    "This email address is already in use",
  ],
])("%s is taken", async (_name, change, sentence) => {
  const reply = await world.client().send("POST", "/api/register", { body: { ...registration, ...change } });
  expect([reply.status, reply.text]).toEqual([409, sentence]);
});

test("a wrong password and an unknown name get the same answer, and only the hash of a session is kept", async () => {
  const wrong = await world.client().send("POST", "/api/login", { body: { username: "ana", password: "not this" } });
  const unknown = await world
    .client()
    .send("POST", "/api/login", { body: { username: "nobody", password: "not this" } });
  expect([wrong.status, wrong.text]).toEqual([401, "Invalid username or password"]);
  expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  const client = world.client();
  await client.call(login, { body: { username: "Ana", password: registration.password } });
  const rows = await world.asOwner<{ token_hash: Buffer }>("SELECT token_hash FROM sessions");
  expect(rows.some((row) => client.cookie?.includes(row.token_hash.toString("base64url")))).toBe(false);
});

test.each([
  ["two lines", "ana\nsmith"],
  ["a control character", "ana\u0007"],
  ["a right-to-left override", "ana\u202egnp"],
  ["a zero-width space", "an\u200ba"],
  ["an invisible letter", "ana\u3164"],
  ["half of a surrogate pair", "ana\ud800"],
])("a username of %s is refused", async (_name, username) => {
  const body = { ...registration, username, email: "hidden@example.com" };
  const reply = await world.client().send("POST", "/api/register", { body });
  expect([reply.status, reply.text]).toEqual([
    400,
    username.isWellFormed()
      ? "Username must be one line of visible characters"
      : "Contains characters that cannot be stored",
  ]);
});

test.each(["\u200b\u200b", "\u202e".repeat(100), "two\nlines"])(
  "the company name %j is refused",
  async (companyName) => {
    const body = { ...registration, username: "hidden", email: "hidden@example.com", companyName };
    const reply = await world.client().send("POST", "/api/register", { body });
    expect([reply.status, reply.text]).toEqual([400, "Company name must be one line of visible characters"]);
  },
);

test("a username is stored in its normal form, and may be in any script", async () => {
  const names = ["Ｚｏｅ　Ｑｕｉｎｎ", "Žofie", "Светлана", "李小龍", "משה", "nour نور"];
  const kept = [];
  for (const [index, username] of names.entries()) {
    const body = { ...registration, username, email: `script-${index}@example.com` };
    kept.push(((await world.client().send("POST", "/api/register", { body })).json as User).username);
  }
  expect(kept).toEqual(["Zoe Quinn", ...names.slice(1)]);
  await world.client().call(login, { body: { username: "ＺＯＥ quinn", password: registration.password } });
});

test.each([
  ["a Cyrillic letter", "admin", "аdmin"],
  ["Cyrillic capitals", "admin", "АDMІN"],
  ["nothing but Cyrillic letters", "caesar", "саеѕаг"],
  ["a digit for a letter", "bill", "bi11"],
  ["a capital for a letter", "molly", "moIIy"],
  ["a capital for a digit", "b0b", "BOB"],
  ["two letters for one", "admin", "adrnin"],
  ["a mathematical letter", "admin", "𝐚dmin"],
])("a name that looks like another with %s is taken", async (_name, taken, username) => {
  const body = { ...registration, username: taken, email: `${taken}@example.com` };
  await world.client().send("POST", "/api/register", { body });
  const alike = { ...registration, username, email: `alike-${Math.random()}@example.com` };
  const reply = await world.client().send("POST", "/api/register", { body: alike });
  expect([reply.status, reply.text]).toEqual([409, "This username is already taken"]);
});

test("a sign-in ends the session the browser had, of whomever, and its socket", async () => {
  const [before, next] = [await world.member("before"), await world.member("next")];
  const { cookie } = before;
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, {
    headers: { cookie: cookie ?? "", origin: world.url },
  });
  await once(socket, "open");
  const closed = once(socket, "close");
  await before.call(login, { body: { username: next.username, password: next.password } });
  expect((await closed)[0]).toBe(4401);
  expect((await before.call(currentUser)).id).toBe(next.user.id);
  expect((await next.send("GET", "/api/user")).status).toBe(200);
  expect((await Object.assign(world.client(), { cookie }).send("GET", "/api/user")).status).toBe(401);
  expect((await journalOf(world, before)).at(-1)).toBe("user.logged_out");
  // Signing up does the same; a sign-in that fails leaves the session alone.
  const again = { cookie: next.cookie };
  await next.send("POST", "/api/login", { body: { username: next.username, password: "not this one" } });
  expect((await next.send("GET", "/api/user")).status).toBe(200);
  const body = { ...registration, username: "succeeding", email: "succeeding@example.com" };
  await next.send("POST", "/api/register", { body });
  expect((await Object.assign(world.client(), again).send("GET", "/api/user")).status).toBe(401);
});

test("a failed sign-in stands in the journal of the account's company, with its address for that person alone", async () => {
  const [member, stranger] = [await world.member("guessed"), await world.member("bystander")];
  const headers = { "user-agent": "Guesser/1.0" };
  const body = { username: ` ${member.username.toUpperCase()}`, password: "not this one" };
  await world.client().send("POST", "/api/login", { body, headers });
  await expect.poll(() => journalOf(world, member)).toEqual(["company.registered", "user.sign_in_failed"]);
  type Line = Record<string, unknown> & { sealed: Buffer };
  const [{ sealed, ...line }] = (await world.asOwner<Line>(
    `SELECT actor_kind, actor_id, resource_id, title, severity, compliance_relevant, sealed_for, sealed
     FROM journal WHERE action = 'user.sign_in_failed' AND company_id = $1`,
    [member.user.companyId],
  )) as [Line];
  const { id, companyId } = member.user;
  expect(line).toEqual({
    actor_kind: "system",
    actor_id: null,
    resource_id: id,
    title: "Sign-in failed: wrong password",
    severity: "warning",
    compliance_relevant: true,
    sealed_for: id,
  });
  const { secrets } = world.boardroom.platform;
  const [key] = await world.asOwner<{ sealed_key: Buffer }>("SELECT sealed_key FROM person_keys WHERE user_id = $1", [
    id,
  ]);
  const person = { kind: "user", id, role: "admin", username: "", sealedKey: key?.sealed_key ?? null } as const;
  expect(openSealed(secrets, companyId, person, sealed)).toEqual({
    address: "127.0.0.1",
    userAgent: "Guesser/1.0",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await world.client().send("POST", "/api/login", { body: { username: "nobody at all", password: "not this one" } });
  expect(await journalOf(world, stranger)).toEqual(["company.registered"]);
});

test("signing in again gives a new session, writes when it was, and logging out ends that session alone", async () => {
  const member = await world.member();
  const second = await signIn(world.url, member);
  expect(second.cookie).not.toBe(member.cookie);
  const user = await second.call(currentUser);
  expect(Date.parse(user.lastLoginAt ?? "")).toBeGreaterThanOrEqual(Date.parse(user.createdAt));
  const { cookie } = second;
  const left = await second.send("POST", "/api/logout");
  expect([left.status, left.headers.get("clear-site-data")]).toEqual([200, '"cache", "storage"']);
  expect(second.cookie).toBeNull();
  const stolen = clientOf(world.url);
  stolen.cookie = cookie;
  expect((await stolen.send("GET", "/api/user")).status).toBe(401);
  expect((await member.send("GET", "/api/user")).status).toBe(200);
  expect((await journalOf(world, member)).slice(-2)).toEqual(["user.logged_in", "user.logged_out"]);
});

test("no cache of a browser keeps answers, also not those that can be answered 304", async () => {
  const member = await world.member();
  const { headers } = await member.send("GET", "/api/user");
  expect([headers.get("cache-control"), headers.get("etag")]).toEqual(["no-store", null]);
  const polled = await member.send("GET", "/api/agents");
  const again = await member.send("GET", "/api/agents", {
    headers: { "if-none-match": polled.headers.get("etag") ?? "" },
  });
  expect([polled, again].map(({ status, headers: one }) => [status, one.get("cache-control")])).toEqual([
    [200, "no-store"],
    [304, "no-store"],
  ]);
});

test.each([
  ["idle for 13 hours", "seen_at = now() - interval '13 hours'"],
  ["a week old", "expires_at = now() - interval '1 minute'"],
])("a session that is %s is over", async (_name, change) => {
  const member = await world.member();
  expect((await member.send("GET", "/api/user")).status).toBe(200);
  await world.asOwner(`UPDATE sessions SET ${change} WHERE user_id = $1`, [member.user.id]);
  expect((await member.send("GET", "/api/user")).status).toBe(401);
});

test("the cookie of an ended session is cleared by GET /api/user and by no other request", async () => {
  const member = await world.member();
  const ended = (await member.send("GET", "/api/user")).headers.getSetCookie();
  await world.asOwner("UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1", [
    member.user.id,
  ]);
  // Another request's late answer would clear the cookie of a sign-in made in the meantime.
  const other = await member.send("GET", "/api/agents");
  const asked = await member.send("GET", "/api/user");
  const visitor = await world.client().send("GET", "/api/user");
  expect([other, asked, visitor].map(({ status }) => status)).toEqual([401, 401, 401]);
  expect([ended, other.headers.getSetCookie(), visitor.headers.getSetCookie()]).toEqual([[], [], []]);
  const [cookie, ...more] = asked.headers.getSetCookie();
  expect(cookie).toMatch(/^sid=; .*Path=\/.*Expires=Thu, 01 Jan 1970.*HttpOnly.*SameSite=Lax/);
  expect(more).toEqual([]);
});

test("a deactivated person is signed out at once and cannot sign in again", async () => {
  const member = await world.member();
  await world.asOwner("UPDATE users SET is_active = false WHERE id = $1", [member.user.id]);
  expect((await member.send("GET", "/api/user")).status).toBe(401);
  const body = { username: member.username, password: member.password };
  expect((await world.client().send("POST", "/api/login", { body })).status).toBe(401);
});

test("an unchanged read is answered 304 until anything in the company changes", async () => {
  const member = await world.member();
  const first = await member.send("GET", "/api/agents");
  const tag = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await member.send("GET", "/api/agents", { headers: tag })).status).toBe(304);
  await (await world.member("other")).send("POST", "/api/company/initialize-agents");
  expect((await member.send("GET", "/api/agents", { headers: tag })).status).toBe(304);
  await hire(member, "CEO");
  const after = await member.send("GET", "/api/agents", { headers: tag });
  expect(after.status).toBe(200);
  expect(listAgents.response.parse(after.json)).toHaveLength(1);
});

test("currency, time zone and fiscal year are changed by an admin, recorded, and must exist", async () => {
  const member = await world.member();
  const company = await member.call(setLocale, { body: { currency: "GBP", timeZone: "Europe/London" } });
  expect(company).toMatchObject({ currency: "GBP", timeZone: "Europe/London" });
  expect((await member.call(currentUser)).company).toEqual(company);
  expect((await journalOf(world, member)).at(-1)).toBe("company.changed");
  expect(company).toMatchObject({ fiscalYearStart: 1 });
  const locale = { currency: "GBP", timeZone: "Europe/London" } as const;
  expect(await member.call(setLocale, { body: { ...locale, fiscalYearStart: 4 } })).toMatchObject({
    fiscalYearStart: 4,
  });
  // A field that is not sent keeps its value.
  expect(await member.call(setLocale, { body: locale })).toMatchObject({ fiscalYearStart: 4 });
  for (const fiscalYearStart of [0, 13, 1.5]) {
    const bad = await member.send("PUT", "/api/company/locale", { body: { ...locale, fiscalYearStart } });
    expect(bad.status, String(fiscalYearStart)).toBe(400);
  }
  for (const timeZone of ["Mars/Olympus", "+01:00", "-0530"]) {
    const bad = await member.send("PUT", "/api/company/locale", { body: { currency: "GBP", timeZone } });
    expect(bad.status, timeZone).toBe(400);
  }
});

test("behind https the cookie is bound to the host and never travels in the clear", async () => {
  const secure = await openWorld({ PUBLIC_URL: "https://boardroom.example" });
  const reply = await secure.client().send("POST", "/api/register", { body: registration });
  const [cookie = ""] = reply.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-sid=.+Path=\/.*HttpOnly.*Secure.*SameSite=Lax/);
  expect(cookie).not.toMatch(/domain/i);
  expect(reply.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  expect(reply.headers.get("content-security-policy")).toContain("wss://boardroom.example");
  await secure.close();
});

test("visitors see the sign-up first until there is a company, unless sign-up is closed", async () => {
  for (const [REGISTRATION, before] of [
    ["open", "sign-up"],
    ["closed", "sign-in"],
  ] as const) {
    const empty = await openWorld({ REGISTRATION });
    const entry = async () => (await empty.client().call(getEntry)).form;
    expect(await entry()).toBe(before);
    if (REGISTRATION === "open") await empty.member();
    expect(await entry()).toBe("sign-in");
    await empty.close();
  }
});

test.each(["closed", "invite"])("an installation that is %s refuses sign-up", async (REGISTRATION) => {
  const closed = await openWorld({ REGISTRATION });
  const reply = await closed.client().send("POST", "/api/register", { body: registration });
  expect([reply.status, reply.text]).toEqual([403, expect.stringContaining("closed")]);
  expect(await closed.asOwner("SELECT 1 FROM companies")).toEqual([]);
  await closed.close();
});

test("accounts of an earlier version still sign in, look-alikes included, and no further look-alike can sign up", async () => {
  const ground = await freshGround();
  const config = readConfig({ PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "1000", ...ground.env });
  const before = await openOn(config);
  for (const username of ["admin", "other", "third"]) {
    const body = { ...registration, username, email: `${username}@example.com` };
    expect((await before.client().send("POST", "/api/register", { body })).status).toBe(200);
  }
  await before.asOwner("UPDATE users SET username = 'аdmin', username_key = 'аdmin' WHERE username_key = 'other'");
  await before.asOwner("UPDATE users SET username_look = NULL");
  await before.close();
  const after = await openOn(config);
  const looks = "SELECT username_look AS look FROM users ORDER BY look NULLS LAST";
  expect(await after.asOwner(looks)).toEqual([{ look: "adrnln" }, { look: "thlrd" }, { look: null }]);
  for (const username of ["admin", "аdmin", "third"])
    await after.client().call(login, { body: { username, password: registration.password } });
  const body = { ...registration, username: "аdmіn", email: "further@example.com" };
  expect((await after.client().send("POST", "/api/register", { body })).status).toBe(409);
  await after.close();
  ground.remove();
});
