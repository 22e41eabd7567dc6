import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { changePassword, currentUser, login, register } from "#features/accounts/contract.ts";
import { type Client, clientOf, journalOf, type Member, openWorld, type Reply, signIn, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const good = "four quiet herons";
const common = "This password is too common. Choose another";
const named = "Password must not be your name, email address or company name";
const answerOf = ({ status, text, headers }: Reply) => [status, text, headers.get("x-error-field")];

const registering = (change: object): Promise<Reply> =>
  world.client().send("POST", register.path, {
    body: {
      username: "octavia",
      email: "o.hill@lighthouse.example",
      companyName: "Bright Harbour Ltd",
      password: good,
      ...change,
    },
  });
const changing = (client: Client, currentPassword: string, newPassword: string): Promise<Reply> =>
  client.send("PUT", changePassword.path, { body: { currentPassword, newPassword } });

test.each([
  ["12345678", common],
  ["Password1", common],
  ["passw0rd", common],
  ["iloveyou", common],
  ["TrustNo1", common],
  ["password2026!", common],
  ["!Dragon99", common],
  ["octavia1", named],
  ["OCTAVIA 2026", named],
  ["o.hill@lighthouse.example", named],
  ["O.Hill-99", named],
  ["brightharbourltd", named],
  ["Bright-Harbour-Ltd!", named],
  ["octavia-octavia", named],
])("signing up with the password %j is refused beside its field", async (password, sentence) => {
  const companies = await world.asOwner("SELECT 1 FROM companies");
  expect(answerOf(await registering({ password }))).toEqual([400, sentence, "password"]);
  expect(await world.asOwner("SELECT 1 FROM companies")).toEqual(companies);
});

test("a password made of the product's name is refused", async () => {
  for (const password of ["Boardroom1", "boardroom.ai", "BOARDROOM-2026"])
    expect(answerOf(await registering({ password }))).toEqual([400, common, "password"]);
});

test("a name without letters or digits is no password either, nor is one character repeated", async () => {
  const stars = "★★★★★★★★★★";
  expect(answerOf(await registering({ companyName: stars, password: stars }))).toEqual([400, named, "password"]);
  for (const password of ["        ", "aaaaaaaaaa", "♥♥♥♥♥♥♥♥"])
    expect(answerOf(await registering({ password }))).toEqual([400, common, "password"]);
});

test("a password that only contains a name or a common word is taken", async () => {
  for (const [index, password] of [good, "octavia rows at dawn", "password of nine herons", "82736481"].entries()) {
    const reply = await registering({ username: `o-${index}-hill`, email: `o${index}@example.com`, password });
    expect([reply.status, password]).toEqual([200, password]);
  }
});

async function openSocket({ cookie }: Client): Promise<{ closed: Promise<number>; socket: WebSocket }> {
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, {
    headers: { cookie: cookie ?? "", origin: world.url },
  });
  await once(socket, "open");
  return { socket, closed: once(socket, "close").then(([code]) => Number(code)) };
}

const statusOf = async (client: Client, cookie = client.cookie): Promise<number> =>
  (await Object.assign(clientOf(world.url), { cookie }).send("GET", currentUser.path)).status;

test("changing the password ends the person's other sessions and their sockets, and nobody else's", async () => {
  const [member, stranger] = [await world.member("changing"), await world.member("stranger")];
  const other = await signIn(world.url, member);
  const [mine, theirs, strangers] = [await openSocket(member), await openSocket(other), await openSocket(stranger)];
  const before = member.cookie;
  const reply = await changing(member, member.password, good);
  expect([reply.status, reply.json]).toEqual([200, { sessionsEnded: 1 }]);
  expect(await theirs.closed).toBe(4401);
  expect(await statusOf(other)).toBe(401);
  // The cookie is another one, in case somebody had copied it.
  expect(member.cookie).not.toBe(before);
  expect([await statusOf(member), await statusOf(stranger)]).toEqual([200, 200]);
  // Requests of other tabs that are under way with the old one are still answered.
  expect(await statusOf(member, before)).toBe(200);
  const [left] = await world.asOwner<{ seconds: number }>(
    `SELECT extract(epoch FROM max(expires_at) FILTER (WHERE expires_at < now() + interval '1 day') - now())::float8 AS seconds
     FROM sessions WHERE user_id = $1`,
    [member.user.id],
  );
  expect(left?.seconds).toBeLessThanOrEqual(30);
  for (const { socket } of [mine, strangers]) {
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  }
  const old = { username: member.username, password: member.password };
  expect((await world.client().send("POST", login.path, { body: old })).status).toBe(401);
  await world.client().call(login, { body: { ...old, password: good } });
  const [line] = await world.asOwner(
    `SELECT actor_id, resource_id, severity, compliance_relevant, details, sealed IS NOT NULL AS sealed
     FROM journal WHERE action = 'user.password_changed'`,
  );
  const { id } = member.user;
  const details = { sessionsEnded: 1 };
  const about = { actor_id: id, resource_id: id, details, sealed: true };
  expect(line).toEqual({ ...about, severity: "info", compliance_relevant: true });
});

test("a wrong current password, and a new one against the rules, change nothing and say which field it is", async () => {
  const member = await world.member("keeping");
  const journal = await journalOf(world, member);
  const wrong = "This is not your current password";
  expect(answerOf(await changing(member, "not this one", good))).toEqual([400, wrong, "currentPassword"]);
  const current = member.password;
  expect(answerOf(await changing(member, current, "iloveyou"))).toEqual([400, common, "newPassword"]);
  expect(answerOf(await changing(member, current, `${member.username}!`))).toEqual([400, named, "newPassword"]);
  expect(answerOf(await changing(member, current, "Company of keeping"))).toEqual([400, named, "newPassword"]);
  const same = "Choose a password other than your current one";
  expect(answerOf(await changing(member, current, current))).toEqual([400, same, "newPassword"]);
  expect((await changing(member, current, "short")).text).toBe("Password must be at least 8 characters");
  expect(await statusOf(member)).toBe(200);
  expect(await journalOf(world, member)).toEqual(journal);
  await signIn(world.url, member);
});

test("the new password is checked against the company of the session, not another's", async () => {
  const [member, other] = [await world.member("mine"), await world.member("theirs")];
  expect((await changing(member, member.password, other.user.company.name)).status).toBe(200);
});

test("of two changes at once one wins", async () => {
  const member: Member = await world.member("twice");
  const replies = await Promise.all([changing(member, member.password, good), changing(member, member.password, good)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect((await journalOf(world, member)).filter((action) => action === "user.password_changed")).toHaveLength(1);
  expect(await statusOf(member)).toBe(200);
});
