import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser, changeProfile, listPeople, login } from "#features/accounts/contract.ts";
import { endAllSessions, endSession, listSessions } from "#features/accounts/sessions/contract.ts";
import { changeMember, changeSeats, endMemberSessions, listMembers, removeMember } from "#features/members/contract.ts";
import {
  invite,
  join,
  listInvitations,
  openInvitation,
  renewInvitation,
  revokeInvitation,
} from "#features/members/invitations/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { openTab } from "../live-tab.ts";
import { colleague } from "../samples.ts";
import { journalOf, type Client, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const password = "seven slow rivers";
const tokenOf = (path: string): string => path.replace("/join#", "");
let joined = 0;

/** Invites a person and accepts in a new browser. */
async function joinAs(admin: Member, role: "viewer" | "member" | "approver" | "admin"): Promise<Member> {
  joined += 1;
  const username = `${role}-joined-${joined}`;
  const { path } = await admin.call(invite, { body: { email: `${username}@example.com`, role } });
  const client = world.client();
  const user = await client.call(join, { body: { token: tokenOf(path), username, password } });
  return Object.assign(client, { user, username, password });
}
const refusal = async (reply: Promise<{ status: number; text: string }>) => {
  const { status, text } = await reply;
  return [status, text];
};
const put = (client: Client, { user: { id } }: Member, body: object) =>
  client.send("PUT", `/api/members/${id}`, { body });

test("an invitation's link opens once, for the invited address and role, and signs the person in", async () => {
  const admin = await world.member("inviting");
  const body = { email: "Sam@Example.com", role: "approver" as const, approvalLimit: 2_000 };
  const { invitation, path } = await admin.call(invite, { body });
  expect(invitation).toMatchObject({ ...body, invitedBy: admin.username, isExpired: false });
  expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(14 * 86_400_000);
  const token = tokenOf(path);
  // Only the hash is stored.
  const [row] = await world.asOwner<{ text: string }>(
    "SELECT i::text AS text FROM company_invitations i WHERE id = $1",
    [invitation.id],
  );
  expect(row?.text).not.toContain(token);
  expect(await admin.call(listInvitations)).toEqual([invitation]);

  const guest = world.client();
  expect(await guest.call(openInvitation, { body: { token } })).toMatchObject({
    companyName: admin.user.company.name,
    email: "Sam@Example.com",
    role: "approver",
    invitedBy: admin.username,
  });
  const user = await guest.call(join, { body: { token, username: "sam", firstName: "Sam", password } });
  expect(user).toMatchObject({ role: "approver", firstName: "Sam", lastName: null, email: "Sam@Example.com" });
  expect(user.companyId).toBe(admin.user.companyId);
  expect((await guest.call(currentUser)).username).toBe("sam");
  expect(await journalOf(world, admin)).toEqual(["company.registered", "invitation.created", "user.joined"]);
  const { members, seats } = await admin.call(listMembers);
  expect(members.map(({ username, approvalLimit }) => [username, approvalLimit])).toEqual([
    [admin.username, null],
    ["sam", 2_000],
  ]);
  expect(seats).toEqual({ taken: 2, most: 10 });

  const dead = "This invitation link does not work. It may be used, expired or revoked: ask for a new one.";
  const again = { token, username: "samuel", password };
  expect(await refusal(world.client().send("POST", "/api/join", { body: again }))).toEqual([404, dead]);
  expect(await refusal(world.client().send("POST", "/api/join/invitation", { body: { token } }))).toEqual([404, dead]);
  expect(await admin.call(listInvitations)).toEqual([]);
});

test("of ten people with one link one joins", async () => {
  const admin = await world.member("racing");
  const { path } = await admin.call(invite, { body: { email: "racer@example.com", role: "member" } });
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      world.client().send("POST", "/api/join", { body: { token: tokenOf(path), username: `racer-${at}`, password } }),
    ),
  );
  // 503: too many passwords at once.
  expect(replies.filter(({ status }) => ![404, 503].includes(status)).map(({ status }) => status)).toEqual([200]);
  expect((await admin.call(listMembers)).members).toHaveLength(2);
});

test("expired, renewed and revoked links do not work; a taken name and a weak password leave the link alone", async () => {
  const admin = await world.member("renewing");
  const { invitation, path } = await admin.call(invite, { body: { email: "late@example.com", role: "member" } });
  expect(invitation.role).toBe("member");
  const tryOut = (token: string, extra: object = {}) =>
    world.client().send("POST", "/api/join", { body: { token, username: "latecomer", password, ...extra } });
  expect(await refusal(tryOut(tokenOf(path), { username: admin.username }))).toEqual([
    409,
    "This username is already taken",
  ]);
  expect((await tryOut(tokenOf(path), { password: "password1" })).status).toBe(400);
  await world.asOwner("UPDATE company_invitations SET expires_at = now() - interval '1 second' WHERE id = $1", [
    invitation.id,
  ]);
  expect((await tryOut(tokenOf(path))).status).toBe(404);
  expect(await admin.call(listInvitations)).toMatchObject([{ isExpired: true }]);
  // It gave its seat back.
  expect((await admin.call(listMembers)).seats.taken).toBe(1);

  const params = { id: invitation.id };
  const renewed = await admin.call(renewInvitation, { params });
  expect((await tryOut(tokenOf(path))).status).toBe(404);
  await admin.call(revokeInvitation, { params });
  expect((await tryOut(tokenOf(renewed.path))).status).toBe(404);
  expect((await admin.send("POST", `/api/invitations/${invitation.id}/renew`)).status).toBe(404);
  expect((await journalOf(world, admin)).slice(1)).toEqual([
    "invitation.created",
    "invitation.renewed",
    "invitation.revoked",
  ]);
});

test("an address is invited once, a member not at all, and seats bound both", async () => {
  const admin = await world.member("seating");
  const send = (email: string) => admin.send("POST", "/api/invitations", { body: { email } });
  expect((await send("one@example.com")).status).toBe(200);
  expect(await refusal(send("ONE@example.com"))).toEqual([
    409,
    "This address has an open invitation. Renew it to get a new link",
  ]);
  expect(await refusal(send(admin.user.email))).toEqual([409, "This person is a member already"]);
  expect(await admin.call(changeSeats, { body: { maxUsers: 3 } })).toEqual({ taken: 2, most: 3 });
  expect((await send("two@example.com")).status).toBe(200);
  expect(await refusal(send("three@example.com"))).toEqual([
    409,
    "All 3 seats are taken. Revoke an invitation, remove someone or allow more people under Members",
  ]);
  const fewer = await admin.send("PUT", "/api/company/seats", { body: { maxUsers: 2 } });
  expect([fewer.status, fewer.text]).toEqual([409, "3 seats are taken. Enter at least 3"]);
  const limited = { email: "viewer@example.com", role: "viewer", approvalLimit: 5 };
  expect((await admin.send("POST", "/api/invitations", { body: limited })).status).toBe(400);
  expect(await journalOf(world, admin)).toEqual([
    "company.registered",
    "invitation.created",
    "company.seats_changed",
    "invitation.created",
  ]);
});

test("a role changes at once in open sessions, and only admins change it", async () => {
  const admin = await world.member("leading");
  const member = await joinAs(admin, "member");
  const create = { body: { title: "Call the bank", description: "Ask for the new rate", priority: "low" as const } };
  expect((await member.send("POST", "/api/tasks", create)).status).toBe(200);
  const params = { id: member.user.id };
  const viewer = await admin.call(changeMember, { params, body: { role: "viewer" } });
  expect(viewer.role).toBe("viewer");
  expect((await member.send("POST", "/api/tasks", create)).status).toBe(403);
  expect((await member.call(currentUser)).role).toBe("viewer");
  expect((await put(member, member, { role: "admin" })).status).toBe(403);
  const limit = { role: "approver" as const, approvalLimit: 5_000 };
  expect(await admin.call(changeMember, { params, body: limit })).toMatchObject(limit);
  // A role that decides nothing has no limit.
  expect(await admin.call(changeMember, { params, body: { role: "member" } })).toMatchObject({ approvalLimit: null });
  expect(await refusal(put(admin, member, { approvalLimit: 9 }))).toEqual([
    409,
    "Only approvers and admins have an approval limit",
  ]);
  const lines = await world.asOwner<{ title: string }>(
    "SELECT title FROM journal WHERE company_id = $1 AND action = 'user.changed' ORDER BY seq",
    [admin.user.companyId],
  );
  expect(lines.map(({ title }) => title)).toEqual([
    "Role changed from member to viewer",
    "Role changed from viewer to approver, Approval limit: approves up to $5,000",
    "Role changed from approver to member",
  ]);
});

test("the last admin stays: nobody changes their own standing, and of two admins who demote each other one remains", async () => {
  const first = await world.member("first-admin");
  expect(await refusal(put(first, first, { role: "viewer" }))).toEqual([
    409,
    "You can't change your own role, limit or access. Ask another admin",
  ]);
  expect((await first.send("DELETE", `/api/members/${first.user.id}`)).status).toBe(409);
  const second = await joinAs(first, "admin");
  const replies = await Promise.all([put(first, second, { role: "viewer" }), put(second, first, { role: "viewer" })]);
  // The later one is no admin any more: refused by its session or under the company's lock.
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const [row] = await world.asOwner<{ admins: number }>(
    "SELECT count(*)::int AS admins FROM users WHERE company_id = $1 AND role = 'admin' AND is_active",
    [first.user.companyId],
  );
  expect(row?.admins).toBe(1);
});

test("a suspended person is out at once, sockets too, and back with a sign-in when access is restored", async () => {
  const admin = await world.member("suspending");
  const member = await joinAs(admin, "member");
  const tab = await openTab(world, member.cookie, member.user.companyId);
  const params = { id: member.user.id };
  await admin.call(changeMember, { params, body: { isActive: false } });
  expect(await tab.closed).toBe(4401);
  expect((await member.send("GET", "/api/user")).status).toBe(401);
  const signIn = { body: { username: member.username, password } };
  expect(await refusal(world.client().send("POST", "/api/login", signIn))).toEqual([
    401,
    "Invalid username or password",
  ]);
  expect((await admin.call(listPeople)).map(({ username }) => username)).toEqual([admin.username]);
  await admin.call(changeMember, { params, body: { isActive: true } });
  expect(await world.client().call(login, signIn)).toMatchObject({ id: member.user.id });
  expect((await journalOf(world, admin)).filter((one) => /suspended|changed/.test(one))).toEqual([
    "user.suspended",
    "user.changed",
  ]);
});

test("an admin signs a person out everywhere, sockets too, and they can sign in again", async () => {
  const admin = await world.member("ending");
  const member = await joinAs(admin, "member");
  const tab = await openTab(world, member.cookie, member.user.companyId);
  const params = { id: member.user.id };
  expect((await member.send("POST", `/api/members/${admin.user.id}/end-sessions`)).status).toBe(403);
  expect(await admin.call(endMemberSessions, { params })).toEqual({ username: member.username, sessionsEnded: 1 });
  expect(await tab.closed).toBe(4401);
  expect((await member.send("GET", "/api/user")).status).toBe(401);
  expect(await admin.call(endMemberSessions, { params })).toMatchObject({ sessionsEnded: 0 });
  const signedIn = await world.client().call(login, { body: { username: member.username, password } });
  expect(signedIn).toMatchObject({ id: member.user.id });
  expect((await journalOf(world, admin)).filter((one) => one === "user.sessions_ended")).toHaveLength(2);
});

test("a removed person is out, their open tasks are nobody's, and name and address can be used again", async () => {
  const admin = await world.member("removing");
  const member = await joinAs(admin, "member");
  const { id: assignedUserId } = member.user;
  await admin.call(createTask, { body: { title: "Renew the lease", description: "Before May", assignedUserId } });
  const gone = await admin.call(removeMember, { params: { id: assignedUserId } });
  expect(gone).toEqual({ username: member.username, tasksUnassigned: 1 });
  expect((await member.send("GET", "/api/user")).status).toBe(401);
  expect((await admin.call(listTasks)).map((task) => task.assignedUserId)).toEqual([null]);
  expect((await admin.call(listMembers)).members.map(({ username }) => username)).toEqual([admin.username]);
  expect((await admin.send("DELETE", `/api/members/${assignedUserId}`)).status).toBe(404);
  const [row] = await world.asOwner<{ text: string }>("SELECT u::text AS text FROM users u WHERE id = $1", [
    assignedUserId,
  ]);
  expect(row?.text).not.toContain(member.user.email);
  const { path } = await admin.call(invite, { body: { email: member.user.email, role: "member" } });
  const body = { token: tokenOf(path), username: member.username, password };
  expect((await world.client().call(join, { body })).id).not.toBe(assignedUserId);
  expect((await journalOf(world, admin)).slice(-4)).toEqual([
    "user.removed",
    "task.updated",
    "invitation.created",
    "user.joined",
  ]);
});

test("the open invitations of an admin end with their right to invite; accepted ones stay", async () => {
  const owner = await world.member("revoking");
  const ends: [string, (id: string) => Promise<unknown>][] = [
    ["demoted", (id) => owner.call(changeMember, { params: { id }, body: { role: "approver" } })],
    ["suspended", (id) => owner.call(changeMember, { params: { id }, body: { isActive: false } })],
    ["gone", (id) => owner.call(removeMember, { params: { id } })],
  ];
  const kept = await owner.call(invite, { body: { email: "kept@example.com", role: "viewer" } });
  for (const [how, end] of ends) {
    const admin = await joinAs(owner, "admin");
    const joined = await joinAs(admin, "member");
    const { path } = await admin.call(invite, { body: { email: `by-${how}@example.com`, role: "admin" } });
    await end(admin.user.id);
    const body = { token: tokenOf(path), username: `guest-of-${how}`, password };
    expect((await world.client().send("POST", "/api/join", { body })).status).toBe(404);
    expect((await owner.call(listInvitations)).map(({ id }) => id)).toEqual([kept.invitation.id]);
    expect((await joined.send("GET", "/api/user")).status).toBe(200);
    expect((await journalOf(world, owner)).slice(-3)).toContain("invitation.revoked");
  }
});

test("readers who are not admins see names and roles, without addresses", async () => {
  const admin = await world.member("showing");
  const viewer = await joinAs(admin, "viewer");
  const { members } = await viewer.call(listMembers);
  expect(members.map(({ username, email, lastSeenAt }) => [username, email, lastSeenAt])).toEqual([
    [admin.username, null, null],
    [viewer.username, null, null],
  ]);
  expect((await viewer.send("GET", "/api/invitations")).status).toBe(403);
});

test("nothing of another company can be reached by id", async () => {
  const [admin, stranger] = [await world.member("owning"), await world.member("foreign")];
  const theirs = await colleague(world, stranger, "member");
  expect((await put(admin, theirs, { role: "viewer" })).status).toBe(404);
  expect((await admin.send("DELETE", `/api/members/${theirs.user.id}`)).status).toBe(404);
  const { invitation } = await stranger.call(invite, { body: { email: "theirs@example.com", role: "member" } });
  expect((await admin.send("DELETE", `/api/invitations/${invitation.id}`)).status).toBe(404);
  const [session] = await stranger.call(listSessions);
  expect((await admin.send("DELETE", `/api/sessions/${session?.id ?? ""}`)).status).toBe(404);
});

test("a person sees their sessions with device and address, ends one, or all", async () => {
  const admin = await world.member("travelling");
  const phone = world.client();
  const headers = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1" };
  await phone.send("POST", "/api/login", { body: { username: admin.username, password: admin.password }, headers });
  const sessions = await admin.call(listSessions);
  expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    [null, true],
    ["Safari on iPhone", false],
  ]);
  expect(sessions.every(({ address }) => address !== null)).toBe(true);
  const tab = await openTab(world, phone.cookie, admin.user.companyId);
  await admin.call(endSession, { params: { id: sessions[1]?.id ?? "" } });
  expect(await tab.closed).toBe(4401);
  expect((await phone.send("GET", "/api/user")).status).toBe(401);
  // A colleague's session is nobody else's to end, not even an admin's.
  const member = await joinAs(admin, "member");
  const [own] = await member.call(listSessions);
  expect((await admin.send("DELETE", `/api/sessions/${own?.id ?? ""}`)).status).toBe(404);
  expect(await admin.call(endAllSessions)).toEqual({ sessionsEnded: 1 });
  expect((await admin.send("GET", "/api/user")).status).toBe(401);
  expect((await member.send("GET", "/api/user")).status).toBe(200);
  expect((await journalOf(world, admin)).at(-1)).toBe("user.sessions_ended");
});

test("names change freely, an address only with the password", async () => {
  const admin = await world.member("renaming");
  const body = { firstName: "Ana", lastName: " Hartley ", email: admin.user.email };
  expect(await admin.call(changeProfile, { body })).toMatchObject({ firstName: "Ana", lastName: "Hartley" });
  const moved = { ...body, email: "ana@new.example" };
  const send = (given: object) => admin.send("PUT", "/api/user", { body: { ...moved, ...given } });
  expect(await refusal(send({}))).toEqual([400, "Enter your current password to change your address"]);
  expect(await refusal(send({ currentPassword: "not this" }))).toEqual([400, "This is not your current password"]);
  expect((await send({ currentPassword: admin.password })).status).toBe(200);
  const other = await world.member("other-address");
  const taken = await other.send("PUT", "/api/user", {
    body: { ...moved, currentPassword: other.password },
  });
  expect([taken.status, taken.text]).toEqual([409, "This email address is already in use"]);
  expect((await journalOf(world, admin)).slice(1)).toEqual(["user.profile_changed", "user.profile_changed"]);
});

test("another session, all of them and an address need a sign-in of the last 30 minutes; the own session does not", async () => {
  const admin = await world.member("stale");
  const phone = Object.assign(world.client(), { user: admin.user });
  await phone.call(login, { body: { username: admin.username, password: admin.password } });
  await world.asOwner("UPDATE sessions SET created_at = created_at - interval '31 minutes' WHERE user_id = $1", [
    admin.user.id,
  ]);
  const old = [403, "Sign in again to change this. Your last sign-in is more than 30 minutes old"];
  const [own, other] = await admin.call(listSessions);
  const moved = { firstName: "", lastName: "", email: "stale@new.example", currentPassword: admin.password };
  expect(await refusal(admin.send("DELETE", `/api/sessions/${other?.id ?? ""}`))).toEqual(old);
  expect(await refusal(admin.send("POST", "/api/sessions/end-all"))).toEqual(old);
  expect(await refusal(admin.send("PUT", "/api/user", { body: moved }))).toEqual(old);
  expect((await admin.send("PUT", "/api/user", { body: { ...moved, email: admin.user.email } })).status).toBe(200);
  expect((await phone.send("GET", "/api/user")).status).toBe(200);
  expect((await admin.send("DELETE", `/api/sessions/${own?.id ?? ""}`)).status).toBe(200);
  expect((await admin.send("GET", "/api/user")).status).toBe(401);
});
