import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changePassword, changeProfile, getEntry, login, type SecondStep } from "#features/accounts/contract.ts";
import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from "#features/accounts/factors/contract.ts";
import { askForLink, choosePassword, openLink } from "#features/accounts/recovery/contract.ts";
import { changeMember } from "#features/members/contract.ts";
import {
  invite,
  join,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "#features/members/invitations/contract.ts";
import { failureSentences } from "#platform/mail/outcome.ts";
import { codeOf } from "../factors.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { openTab } from "../live-tab.ts";
import { lastMailFor, mailsFor, proofIn, tokenIn } from "../mailing.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";
import { colleague } from "../samples.ts";
import { journalOf, type Member, openWorld, signIn, type World } from "../world.ts";

/** The mails of the installation, through a real server. */
let server: MailStandIn;
let world: World;
beforeAll(async () => {
  server = await openMailStandIn();
  world = await openWorld({ SMTP_URL: server.url, MAIL_FROM: "Boardroom <boardroom@example.org>" });
});
beforeEach(() => server.behave({ kind: "take" }));
afterAll(async () => {
  await world?.close();
  await server?.close();
});

const password = "seven slow rivers";
const ask = (email: string, on = world) => on.client().call(askForLink, { body: { email } });
type MailRow = { status: string; sealed: Buffer | null; answer: string | null; attempts: number };
const rowsOf = ({ user }: Member, kind: string) =>
  world.asOwner<MailRow>(
    "SELECT status, sealed, answer, attempts FROM deliveries WHERE company_id = $1 AND kind = 'mail' AND label = $2 ORDER BY seq",
    [user.companyId, kind],
  );
const statusesOf = async (member: Member, kind: string) => (await rowsOf(member, kind)).map(({ status }) => status);

test("an invitation goes by mail, in text and HTML, and its link works; nothing of it stays behind", async () => {
  const admin = await world.member("mailing");
  const { invitation, path } = await admin.call(invite, { body: { email: "Guest.One@Example.com", role: "approver" } });
  expect(invitation.mail).toBe("waiting");
  const received = await lastMailFor(server, "Guest.One@Example.com");
  const { mail, raw, from } = received;
  expect([from, mail.from?.address, mail.from?.name]).toEqual([
    "boardroom@example.org",
    "boardroom@example.org",
    "Boardroom",
  ]);
  expect(mail.subject).toBe("Join Company of mailing on Boardroom");
  expect(mail.text).toContain(`${world.url.replace("127.0.0.1", "localhost")}${path}`);
  expect(mail.html).toContain(`href="${world.url.replace("127.0.0.1", "localhost")}${path}.${proofIn(received)}"`);
  expect(raw).toContain("Auto-Submitted: auto-generated");
  await expect.poll(() => statusesOf(admin, "invitation")).toEqual(["sent"]);
  expect((await rowsOf(admin, "invitation"))[0]?.sealed).toBeNull();
  expect(await admin.call(listInvitations)).toMatchObject([{ mail: "sent" }]);
  const [stored] = await world.asOwner<{ text: string }>(
    "SELECT o::text AS text FROM deliveries o WHERE company_id = $1",
    [admin.user.companyId],
  );
  expect(stored?.text.toLowerCase()).not.toContain("guest.one");
  const body = { token: tokenIn(received), username: "guest-one", password };
  expect((await world.client().call(join, { body })).role).toBe("approver");
});

test("names cannot add headers, recipients or links, and the mail shows them as text", async () => {
  const admin = await world.member("hostile");
  await world.asOwner("UPDATE companies SET name = $2 WHERE company_id = $1", [
    admin.user.companyId,
    "Win www.evil.example\r\nBcc: all@evil.example\u2028<b>https://evil.example</b>\u202e",
  ]);
  await admin.call(invite, { body: { email: "victim@example.com", role: "member" } });
  const received = await lastMailFor(server, "victim@example.com");
  const { mail, raw, to } = received;
  expect([to, mail.bcc, mail.cc]).toEqual([["victim@example.com"], undefined, undefined]);
  const [headers = ""] = raw.split("\r\n\r\n");
  expect(headers).not.toMatch(/^bcc:/im);
  expect(mail.subject).not.toMatch(/[\r\n\u2028\u202e]/);
  for (const part of [mail.text, mail.subject]) expect(part).not.toContain("evil.example");
  expect(mail.html).toContain("&lt;b&gt;");
  expect(mail.html).not.toContain("<b>");
});

test("an address that is no plain mailbox is never given to the server", async () => {
  const admin = await world.member("odd-address");
  await world.asOwner("UPDATE users SET email = $2 WHERE id = $1", [admin.user.id, "a@x.example>, <b@x.example"]);
  const body = { currentPassword: admin.password, newPassword: password };
  await admin.call(changePassword, { body });
  await expect
    .poll(() => rowsOf(admin, "notice"))
    .toMatchObject([{ status: "failed", answer: failureSentences.address }]);
  expect(server.journal.some(({ to }) => to.join().includes("x.example"))).toBe(false);
});

test("renewing sends the new link only, and after five mails an hour an address gets no more from a company", async () => {
  const admin = await world.member("renewing-mail");
  const email = "again@example.com";
  const { invitation, path } = await admin.call(invite, { body: { email, role: "member" } });
  await mailsFor(server, email, 1);
  const params = { id: invitation.id };
  const mails: (string | null)[] = [];
  const paths: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const renewed = await admin.call(renewInvitation, { params });
    mails.push(renewed.invitation.mail);
    if (at < 4) await mailsFor(server, email, at + 2);
    paths.push(renewed.path);
    await expect.poll(() => statusesOf(admin, "invitation")).not.toContain("sending");
  }
  expect(mails.map((mail) => mail === "waiting")).toEqual([true, true, true, true, false]);
  expect(server.takenFor(email).map((mail) => `/join#${tokenIn(mail)}`)).toEqual([path, ...paths.slice(0, 4)]);
});

test("a server that refuses for now is tried again, one that refuses the recipient is not", async () => {
  const admin = await world.member("refused-mail");
  server.behave({ kind: "refuse", at: "to", code: 450 });
  await admin.call(invite, { body: { email: "slow@example.com", role: "member" } });
  await expect
    .poll(() => rowsOf(admin, "invitation"))
    .toMatchObject([{ status: "held", answer: failureSentences.busy, attempts: 1 }]);
  server.behave({ kind: "take" });
  await hurryDeliveries(world);
  await mailsFor(server, "slow@example.com");
  await expect.poll(() => statusesOf(admin, "invitation")).toEqual(["sent"]);

  server.behave({ kind: "refuse", at: "to", code: 550, text: "No such person" });
  const { invitation } = await admin.call(invite, { body: { email: "nobody@example.com", role: "member" } });
  await expect.poll(() => statusesOf(admin, "invitation")).toEqual(["sent", "failed"]);
  expect((await admin.call(listInvitations)).find(({ id }) => id === invitation.id)?.mail).toBe("failed");
});

test("five attempts and no more; each is counted", async () => {
  const admin = await world.member("given-up-mail");
  server.behave({ kind: "refuse", at: "data", code: 451 });
  const before = server.journal.length;
  await admin.call(invite, { body: { email: "never@example.com", role: "member" } });
  await expect
    .poll(async () => {
      await hurryDeliveries(world);
      return rowsOf(admin, "invitation");
    })
    .toMatchObject([{ status: "failed", answer: failureSentences.busy, attempts: 5, sealed: null }]);
  expect(server.journal.length - before).toBe(5);
  const metrics = await world.boardroom.telemetry.metrics.text();
  for (const result of ["sent", "failed", "postponed"])
    expect(metrics).toMatch(new RegExp(`boardroom_deliveries_total\\{kind="mail",result="${result}"\\} [1-9]`));
});

test("a server that hangs up instead of confirming gets the mail once more, and the mail says so", async () => {
  const admin = await world.member("doubtful");
  const email = "doubtful@example.com";
  const got = () => server.journal.filter(({ to }) => to.includes(email));
  server.behave({ kind: "hang up" });
  await admin.call(invite, { body: { email, role: "member" } });
  await expect
    .poll(() => rowsOf(admin, "invitation"))
    .toMatchObject([{ answer: failureSentences.silent, attempts: 1 }]);
  await expect
    .poll(async () => {
      await hurryDeliveries(world);
      return rowsOf(admin, "invitation");
    })
    .toMatchObject([{ status: "unknown", sealed: null }]);
  expect(got()).toHaveLength(2);
  expect(new Set(got().map(({ mail }) => mail.messageId)).size).toBe(1);
  expect(got().map(({ mail }) => mail.text?.includes("sent a second time"))).toEqual([false, true]);
});

test("a mail whose sender was lost is left alone until its lease is over, then sent once more, and says so", async () => {
  const admin = await world.member("lost-sender");
  const email = "lost-sender@example.com";
  server.behave({ kind: "refuse", at: "to", code: 450 });
  await admin.call(invite, { body: { email, role: "member" } });
  await expect.poll(() => rowsOf(admin, "invitation")).toMatchObject([{ status: "held", attempts: 1 }]);
  server.behave({ kind: "take" });
  const leaseFor = (interval: string) =>
    world.asOwner(
      `UPDATE deliveries SET status = 'sending', lease_token = gen_random_uuid(), due_at = now() + interval '${interval}'
       WHERE company_id = $1 AND status IN ('held', 'sending')`,
      [admin.user.companyId],
    );
  await leaseFor("1 hour");
  await hurryDeliveries(world);
  // What is sent for the company afterwards was looked at afterwards.
  await admin.call(invite, { body: { email: "another@example.com", role: "member" } });
  await lastMailFor(server, "another@example.com");
  expect([server.takenFor(email).length, (await rowsOf(admin, "invitation"))[0]?.attempts]).toEqual([0, 1]);
  await leaseFor("-1 second");
  await hurryDeliveries(world);
  const { mail } = await lastMailFor(server, email);
  expect(mail.text).toContain("sent a second time");
  await expect.poll(() => statusesOf(admin, "invitation")).toEqual(["sent", "sent"]);
});

test("a revoked invitation that still waits is not mailed", async () => {
  const admin = await world.member("revoking-mail");
  server.behave({ kind: "refuse", at: "from", code: 451 });
  const { invitation } = await admin.call(invite, { body: { email: "revoked@example.com", role: "member" } });
  await expect.poll(() => rowsOf(admin, "invitation")).toMatchObject([{ status: "held", attempts: 1 }]);
  await admin.call(revokeInvitation, { params: { id: invitation.id } });
  server.behave({ kind: "take" });
  await hurryDeliveries(world);
  expect(await rowsOf(admin, "invitation")).toEqual([]);
  await admin.call(invite, { body: { email: "after@example.com", role: "member" } });
  await mailsFor(server, "after@example.com");
  expect(server.takenFor("revoked@example.com")).toEqual([]);
});

test("a lost password: the mailed link sets a new one once, ends every session and signs nobody in", async () => {
  const member = await world.member("forgetful");
  const elsewhere = await signIn(world.url, member);
  const tab = await openTab(world, member.cookie, member.user.companyId);
  expect((await world.client().call(getEntry)).sendsMail).toBe(true);
  expect(await ask(member.user.email.toUpperCase())).toEqual({ by: "mail" });
  const received = await lastMailFor(server, member.user.email);
  const { mail } = received;
  expect(mail.text).toContain(member.username);
  const token = tokenIn(received);
  const guest = world.client();
  const opened = await guest.call(openLink, { body: { token } });
  expect(opened).toMatchObject({ username: member.username, companyName: member.user.company.name });
  const [row] = await world.asOwner<{ life: number; text: string }>(
    "SELECT extract(epoch FROM expires_at - created_at)::int AS life, l::text AS text FROM password_links l WHERE user_id = $1",
    [member.user.id],
  );
  expect(row?.life).toBe(30 * 60);
  expect(row?.text).not.toContain(token);

  const weak = await guest.send("POST", "/api/password/reset", { body: { token, newPassword: "password1" } });
  expect(weak.status).toBe(400);
  const done = await guest.call(choosePassword, { body: { token, newPassword: password } });
  expect(done).toEqual({ username: member.username, sessionsEnded: 2 });
  expect(await tab.closed).toBe(4401);
  expect(guest.cookie).toBeNull();
  for (const one of [member, elsewhere]) expect((await one.send("GET", "/api/user")).status).toBe(401);
  const used = await guest.send("POST", "/api/password/reset", { body: { token, newPassword: "nine quick lakes" } });
  expect([used.status, used.text]).toEqual([
    404,
    "This link does not work. It may be used or more than 30 minutes old: ask for a new one.",
  ]);
  expect((await guest.send("POST", "/api/password/link", { body: { token } })).status).toBe(404);
  const again = { username: member.username, password };
  expect(await guest.call(login, { body: again })).toMatchObject({ id: member.user.id });
  const [, notice] = await mailsFor(server, member.user.email, 2);
  expect(notice?.mail.subject).toBe("Your password was changed");
  expect(await journalOf(world, member)).toEqual([
    "company.registered",
    "user.logged_in",
    "user.password_link_requested",
    "user.password_recovered",
    "user.logged_in",
  ]);
});

test("a password set by a link ends the sign-ins that wait for a second factor", async () => {
  const member = await world.member("halfway");
  const { secret } = await member.call(startAuthenticator);
  await member.call(confirmAuthenticator, { body: { code: codeOf(secret) } });
  const { username, password: old } = member;
  const { json } = await world.client().send("POST", login.path, { body: { username, password: old } });
  const { token } = (json as SecondStep).secondFactor;
  await ask(member.user.email);
  await expect.poll(() => server.takenFor(member.user.email).filter(tokenIn)).toHaveLength(1);
  const link = server.takenFor(member.user.email).map(tokenIn).find(Boolean) ?? "";
  await world.client().call(choosePassword, { body: { token: link, newPassword: password } });
  const late = await world.client().send("POST", "/api/login/code", { body: { token, code: codeOf(secret, 1) } });
  expect([late.status, late.text]).toEqual([401, "This sign-in has expired. Enter your password again"]);
});

test("a used recovery code and a removed second factor are told by mail, once each", async () => {
  const member = await world.member("warned");
  const { secret } = await member.call(startAuthenticator);
  const { recoveryCodes } = await member.call(confirmAuthenticator, { body: { code: codeOf(secret) } });
  const { username, password: own } = member;
  const { json } = await world.client().send("POST", login.path, { body: { username, password: own } });
  const { token } = (json as SecondStep).secondFactor;
  const enter = (code: string) => world.client().send("POST", "/api/login/code", { body: { token, code } });
  expect((await enter("aaaa-bbbb-cccc")).status).toBe(400);
  expect((await enter(recoveryCodes[0] ?? "")).status).toBe(200);
  await member.call(removeAuthenticator);
  const mails = (await mailsFor(server, member.user.email, 3)).map(({ mail }) => mail);
  expect(mails.map(({ subject }) => subject).toSorted((one = "", other = "") => one.localeCompare(other))).toEqual([
    "A recovery code was used",
    "A second factor was added",
    "A second factor was removed",
  ]);
  expect(mails.find(({ subject }) => subject === "A recovery code was used")?.text).toContain("You have 9 left.");
});

test("an unknown address gets the same answer and no mail", async () => {
  const member = await world.member("known");
  const off = await colleague(world, member, "member");
  await world.asOwner("UPDATE users SET is_active = false WHERE id = $1", [off.user.id]);
  const body = (email: string) => ({ body: { email } });
  const replies = await Promise.all(
    [member.user.email, "unknown@example.com", off.user.email].map((email) =>
      world.client().send("POST", "/api/password/lost", body(email)),
    ),
  );
  const [known, ...others] = replies.map(({ status, text, headers }) => [status, text, [...headers.keys()].toSorted()]);
  expect(others).toEqual([known, known]);
  await mailsFor(server, member.user.email);
  expect([...server.takenFor("unknown@example.com"), ...server.takenFor(off.user.email)]).toEqual([]);
  const links = await world.asOwner("SELECT 1 FROM password_links WHERE company_id = $1", [member.user.companyId]);
  expect(links).toHaveLength(1);
});

test("of ten clicks on one link one sets the password", async () => {
  const member = await world.member("clicking");
  await ask(member.user.email);
  const token = tokenIn(await lastMailFor(server, member.user.email));
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      world.client().send("POST", "/api/password/reset", { body: { token, newPassword: `${password} ${at}` } }),
    ),
  );
  expect(replies.filter(({ status }) => ![404, 503].includes(status)).map(({ status }) => status)).toEqual([200]);
  expect((await journalOf(world, member)).filter((one) => one === "user.password_recovered")).toHaveLength(1);
});

test("links die with time, suspension, another password and another address; one sent to somebody else opens nothing here", async () => {
  const member = await world.member("dying");
  const statusOf = async (token: string) =>
    (await world.client().send("POST", "/api/password/reset", { body: { token, newPassword: "nine quick lakes" } }))
      .status;
  let mails = 0;
  const fresh = async (email: string): Promise<string> => {
    await world.asOwner("DELETE FROM password_links WHERE user_id = $1", [member.user.id]);
    await ask(email);
    const tokens = () => server.takenFor(email).map(tokenIn).filter(Boolean);
    await expect.poll(() => tokens().length).toBeGreaterThan(mails);
    mails = tokens().length;
    return tokens().at(-1) ?? "";
  };
  const late = await fresh(member.user.email);
  await world.asOwner("UPDATE password_links SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
    member.user.id,
  ]);
  expect(await statusOf(late)).toBe(404);

  const suspended = await fresh(member.user.email);
  await world.asOwner("UPDATE users SET is_active = false WHERE id = $1", [member.user.id]);
  expect(await statusOf(suspended)).toBe(404);
  await world.asOwner("UPDATE users SET is_active = true WHERE id = $1", [member.user.id]);

  const beforePassword = await fresh(member.user.email);
  await member.call(changePassword, { body: { currentPassword: member.password, newPassword: password } });
  expect(await statusOf(beforePassword)).toBe(404);

  const beforeMove = await fresh(member.user.email);
  const to = { firstName: "", lastName: "", email: `moved-${member.user.email}`, currentPassword: password };
  await member.call(changeProfile, { body: to });
  expect(await statusOf(beforeMove)).toBe(404);

  // A token names its company itself: the row of another company cannot be reached with it.
  const stranger = await world.member("strange-link");
  mails = 0;
  const own = await fresh(to.email);
  await world.asOwner("UPDATE password_links SET company_id = $2 WHERE user_id = $1", [
    member.user.id,
    stranger.user.companyId,
  ]);
  expect(await statusOf(own)).toBe(404);
});

test("three links an hour per person; the fourth request gets the same answer and no mail", async () => {
  const member = await world.member("asking");
  for (let at = 0; at < 4; at += 1) {
    expect(await ask(member.user.email)).toEqual({ by: "mail" });
    const wanted = Math.min(at + 1, 3);
    await mailsFor(server, member.user.email, wanted);
  }
  // What follows the last request has happened once a later one of somebody else has.
  const other = await world.member("asking-too");
  await ask(other.user.email);
  await mailsFor(server, other.user.email);
  expect(server.takenFor(member.user.email)).toHaveLength(3);
});

test("requests are limited by the caller's address, known or not", async () => {
  const strict = await openWorld({
    ROLE: "web",
    RATE_LIMIT_FACTOR: "0.1",
    SMTP_URL: server.url,
    MAIL_FROM: "boardroom@example.org",
  });
  try {
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1)
      statuses.push(
        (await strict.client().send("POST", "/api/password/lost", { body: { email: "x@example.com" } })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await strict.close();
  }
});

test("a person is told when their password, address or role changes, at the old address too", async () => {
  const admin = await world.member("telling");
  const member = await colleague(world, admin, "member");
  const subjects = (address: string) => new Set(server.takenFor(address).map(({ mail }) => mail.subject));
  await admin.call(changeMember, { params: { id: member.user.id }, body: { role: "approver" } });
  const told = await lastMailFor(server, member.user.email);
  expect(told.mail.text).toContain(`${admin.username} changed the role of your account`);
  expect(told.mail.text).toContain("from member to approver");
  // Nothing is said of a limit alone, or of names.
  await admin.call(changeMember, { params: { id: member.user.id }, body: { approvalLimit: 100 } });
  const names = { firstName: "Ann", lastName: "Lee", email: member.user.email };
  await member.call(changeProfile, { body: names });
  const moved = { ...names, email: `new-${member.user.email}`, currentPassword: member.password };
  await member.call(changeProfile, { body: moved });
  await member.call(changePassword, { body: { currentPassword: member.password, newPassword: password } });
  await mailsFor(server, moved.email, 2);
  await mailsFor(server, member.user.email, 2);
  expect(subjects(member.user.email)).toEqual(new Set(["Your email address was changed", "Your role was changed"]));
  expect(subjects(moved.email)).toEqual(new Set(["This is now your email address", "Your password was changed"]));
  expect(server.takenFor(admin.user.email)).toEqual([]);
});

test("without mail nothing is written, and the answer names the operator's way", async () => {
  const silent = await openWorld({ ROLE: "web" });
  try {
    const admin = await silent.member("silent");
    const { invitation } = await admin.call(invite, { body: { email: "quiet@example.com", role: "member" } });
    expect(invitation.mail).toBeNull();
    expect(await ask(admin.user.email, silent)).toEqual({ by: "operator" });
    expect((await silent.client().call(getEntry)).sendsMail).toBe(false);
    await admin.call(changePassword, { body: { currentPassword: admin.password, newPassword: password } });
    expect(await silent.asOwner("SELECT 1 FROM deliveries UNION ALL SELECT 1 FROM password_links")).toEqual([]);
  } finally {
    await silent.close();
  }
});
