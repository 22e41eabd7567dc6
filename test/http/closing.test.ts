import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteOwn } from "#features/privacy/contract.ts";
import { askForLink } from "#features/accounts/recovery/contract.ts";
import { backgroundCompanies } from "#features/accounts/service.ts";
import { invite } from "#features/members/invitations/contract.ts";
import { background, queueDue } from "#platform/jobs/background.ts";
import { openTab } from "../live-tab.ts";
import { lastMailFor, mailsFor, tokenIn } from "../mailing.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";
import { colleague } from "../samples.ts";
import { type Client, type Member, openWorld, operatorOf, type World } from "../world.ts";

/** A company that closed with its last admin: nobody comes in, and nothing goes on. */
let server: MailStandIn;
let world: World;
beforeAll(async () => {
  server = await openMailStandIn();
  world = await openWorld({ SMTP_URL: server.url, MAIL_FROM: "boardroom@example.org" });
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});

const leave = (client: Client) => client.call(deleteOwn, { body: { confirmDeletion: true } });
const tabOf = (member: Member) => openTab(world, member.cookie, member.user.companyId);
const ask = (email: string) => world.client().call(askForLink, { body: { email } });

test("a deleted person's windows are signed out, everybody else's stay", async () => {
  const admin = await world.member("staying");
  const other = await colleague(world, admin, "member");
  const [kept, ended] = [await tabOf(admin), await tabOf(other)];
  expect(await leave(other)).toEqual({ success: true });
  expect(await ended.closed).toBe(4401);
  expect(kept.socket.readyState).toBe(kept.socket.OPEN);
  kept.socket.close();
});

test("neither a lost password nor an invitation leads into a closed company, and all windows are signed out", async () => {
  const admin = await world.member("closing");
  const other = await colleague(world, admin, "member");
  const { path } = await admin.call(invite, { body: { email: "late@example.com", role: "admin" } });
  await ask(other.user.email);
  const token = tokenIn(await lastMailFor(server, other.user.email));
  const tab = await tabOf(other);
  expect(await leave(admin)).toMatchObject({ success: true });
  expect(await tab.closed).toBe(4401);

  const send = async (to: string, body: object) => (await world.client().send("POST", to, { body })).status;
  const newPassword = "nine quick lakes";
  expect(await send("/api/password/link", { token })).toBe(404);
  expect(await send("/api/password/reset", { token, newPassword })).toBe(404);
  const invitation = path.replace("/join#", "");
  expect(await send("/api/join/invitation", { token: invitation })).toBe(404);
  expect(await send("/api/join", { token: invitation, username: "too-late", password: newPassword })).toBe(404);

  await ask(other.user.email);
  // What follows a request has happened once a later one of somebody else has.
  const stranger = await world.member("open");
  await ask(stranger.user.email);
  await mailsFor(server, stranger.user.email);
  expect(server.takenFor(other.user.email)).toHaveLength(1);
});

test("the only admin may delete the company now: nothing of it is left but a receipt", async () => {
  const [admin, stranger] = [await world.member("deleting"), await world.member("untouched")];
  const other = await colleague(world, admin, "member");
  // Another admin keeps the company, whatever was asked for.
  const second = await colleague(world, admin, "admin");
  const now = (client: Client) => client.call(deleteOwn, { body: { confirmDeletion: true, company: "now" } });
  expect(await now(second)).toEqual({ success: true });
  expect((await other.send("GET", "/api/user")).status).toBe(200);
  expect(await now(admin)).toEqual({ success: true });
  expect((await other.send("GET", "/api/user")).status).toBe(401);
  const rows = () =>
    world.asOwner(
      "SELECT 1 FROM companies WHERE company_id = $1 UNION ALL SELECT 1 FROM journal WHERE company_id = $1",
      [admin.user.companyId],
    );
  await expect.poll(rows, { timeout: 20_000 }).toEqual([]);
  expect(await world.asOwner("SELECT user_id FROM erasures WHERE user_id = $1", [admin.user.companyId])).toHaveLength(
    1,
  );
  expect((await stranger.send("GET", "/api/user")).status).toBe(200);
});

test("a closed company's scheduled work is not queued any more", async () => {
  const [admin, other] = [await world.member("clock"), await world.member("still-open")];
  const ids = [admin.user.companyId, other.user.companyId];
  const queue = async (): Promise<string[]> => {
    await world.asOwner(
      `INSERT INTO job_slots (company_id, job, next_at) SELECT id, 'closing-test', now() - interval '1 minute' FROM unnest($1::uuid[]) AS id
       ON CONFLICT (company_id, job) DO UPDATE SET next_at = excluded.next_at`,
      [ids],
    );
    const sent: string[] = [];
    const { platform } = world.boardroom;
    const sendToMany = async (_owner: unknown, _job: unknown, entries: readonly { company: string }[]) =>
      void sent.push(...entries.map(({ company }) => company));
    const schedule = [{ name: "closing-test", every: { at: "06:30" }, run: async () => undefined }];
    const work = { ...background({ jobs: [], listeners: [], schedule: [] }, backgroundCompanies), schedule };
    await queueDue(work, operatorOf(world), { ...platform, jobs: { ...platform.jobs, sendToMany } });
    return sent.toSorted();
  };
  expect(await queue()).toEqual(ids.toSorted());
  await leave(admin);
  expect(await queue()).toEqual([other.user.companyId]);
});
