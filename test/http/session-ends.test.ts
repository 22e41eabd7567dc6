import { afterAll, beforeAll, expect, test } from "vitest";
import { changePassword, currentUser, login } from "#features/accounts/contract.ts";
import { endAllSessions, endSession, listSessions } from "#features/accounts/sessions/contract.ts";
import { changeMember, endMemberSessions, removeMember } from "#features/members/contract.ts";
import { colleague } from "../samples.ts";
import { type Client, type Member, openWorld, signIn, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const sentenceOf = async (client: Client) => {
  const { status, text } = await client.send("GET", "/api/user");
  return [status, text];
};

test("the address works in place of the username, in any letters", async () => {
  const member = await world.member("by-address");
  const client = world.client();
  const user = await client.call(login, {
    body: { username: ` ${member.user.email.toUpperCase()} `, password: member.password },
  });
  expect(user).toMatchObject({ id: member.user.id });
});

test("a name somebody took goes before an address", async () => {
  const member = await world.member("holder");
  const body = {
    username: member.user.email,
    email: "taker@example.com",
    companyName: "Takers",
    password: "four calm otters",
  };
  const taker = world.client();
  expect((await taker.send("POST", "/api/register", { body })).status).toBe(200);
  const mine = await world
    .client()
    .send("POST", "/api/login", { body: { username: member.user.email, password: member.password } });
  expect(mine.status).toBe(401);
  expect(
    await world.client().call(login, { body: { username: member.username, password: member.password } }),
  ).toMatchObject({ id: member.user.id });
});

const ends: [string, string, (admin: Member, member: Member) => Promise<unknown>][] = [
  [
    "idle",
    "You were signed out after 12 hours without activity.",
    (_, { user }) =>
      world.asOwner("UPDATE sessions SET seen_at = now() - interval '13 hours' WHERE user_id = $1", [user.id]),
  ],
  [
    "a week old",
    "You were signed out because a sign-in lasts 7 days.",
    (_, { user }) =>
      world.asOwner("UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1", [user.id]),
  ],
  [
    "expired and cleared away by a later sign-in",
    "You were signed out because a sign-in lasts 7 days.",
    async (_, member) => {
      await world.asOwner("UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1", [
        member.user.id,
      ]);
      await signIn(world.url, member);
    },
  ],
  [
    "ended from another session",
    "You were signed out from another of your sessions.",
    async (_, member) => {
      const other = await signIn(world.url, member);
      for (const { id, isCurrent } of await other.call(listSessions))
        if (!isCurrent) await other.call(endSession, { params: { id } });
    },
  ],
  [
    "ended with all others",
    "You were signed out from another of your sessions.",
    async (_, member) => (await signIn(world.url, member)).call(endAllSessions),
  ],
  [
    "ended by an admin",
    "An admin signed you out.",
    (admin, { user }) => admin.call(endMemberSessions, { params: { id: user.id } }),
  ],
  [
    "ended by a new password",
    "You were signed out because your password was changed.",
    async (_, member) =>
      (await signIn(world.url, member)).call(changePassword, {
        body: { currentPassword: member.password, newPassword: "nine quiet lanterns" },
      }),
  ],
  [
    "suspended",
    "An admin suspended your access.",
    (admin, { user }) => admin.call(changeMember, { params: { id: user.id }, body: { isActive: false } }),
  ],
  [
    "removed",
    "Your account was removed from this company.",
    (admin, { user }) => admin.call(removeMember, { params: { id: user.id } }),
  ],
];

test.each(ends)("a session that is %s says so once, to its own browser", async (_name, sentence, end) => {
  const admin = await world.member("admin");
  const member = await colleague(world, admin, "member");
  expect((await sentenceOf(member))[0]).toBe(200);
  await end(admin, member);
  expect(await sentenceOf(member)).toEqual([401, sentence]);
  // The cookie is gone, and a stranger's tells nothing.
  expect(await sentenceOf(world.client())).toEqual([401, "Unauthorized"]);
});

test("signing out here, or a token that never was, gives no reason", async () => {
  const member = await world.member("leaving");
  const { cookie } = member;
  await member.send("POST", "/api/logout");
  const late = Object.assign(world.client(), { cookie });
  expect(await sentenceOf(late)).toEqual([401, "Unauthorized"]);
  const invented = Object.assign(world.client(), { cookie: `sid=${"x".repeat(43)}` });
  expect(await sentenceOf(invented)).toEqual([401, "Unauthorized"]);
  expect((await world.member("still-in").then((one) => one.call(currentUser))).username).toContain("still-in");
});
