import { afterAll, beforeAll, expect, test } from "vitest";
import { askForProof, proveAddress } from "#features/accounts/address/contract.ts";
import { changeProfile } from "#features/accounts/contract.ts";
import { jobContext } from "#features/accounts/service.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { briefReady } from "#features/expertise/events.ts";
import { choosePush, getPush } from "#features/notifications/push/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { lastMailFor } from "../mailing.ts";
import { openMailStandIn, type MailStandIn } from "../outside/smtp/server.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** The daily brief by mail: to those who want it, at addresses that are theirs. */
let world: World;
let server: MailStandIn;
beforeAll(async () => {
  server = await openMailStandIn();
  world = await openWorld({ SMTP_URL: server.url, MAIL_FROM: "boardroom@example.org" });
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});

const wantBrief = (member: Member) =>
  member.call(choosePush, { body: { about: "needs-you", quiet: null, brief: true, approvals: false } });

/** The morning's brief, as its schedule announces it. */
async function brief(member: Member): Promise<string> {
  const { runId } = await member.call(startDailyBrief);
  await expect.poll(async () => (await member.call(getRun, { params: { id: runId } })).run.status).toBe("done");
  const { run } = await member.call(getRun, { params: { id: runId } });
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await write(ctx, (tx) => record(tx, briefReady({ runId, agent: { id: run.agentId } } as never, 1)));
  return runId;
}
const tokenOf = (text: string | undefined): string => /#address=([\w-]+)/.exec(text ?? "")?.[1] ?? "";
const mails = (member: Member, subject: RegExp) =>
  server.takenFor(member.user.email).filter(({ mail }) => subject.test(mail.subject ?? ""));

test("the brief is mailed once its person confirmed the address, with a link to it", async () => {
  const [member, other] = [await world.member(), await world.member()];
  await hire(member, "CEO");
  expect((await wantBrief(member)).mail).toEqual({ address: member.user.email, isProven: false, isPossible: true });
  await brief(member);
  await member.call(askForProof);
  const { mail } = await lastMailFor(server, member.user.email);
  const token = tokenOf(mail.text);
  expect(mails(member, /^Daily brief/)).toEqual([]);
  expect(await other.send("POST", proveAddress.path, { body: { token } })).toMatchObject({ status: 400 });
  await member.call(proveAddress, { body: { token } });
  expect((await member.call(getPush)).mail.isProven).toBe(true);
  const runId = await brief(member);
  await expect.poll(() => mails(member, /^Daily brief/).length).toBe(1);
  const text = mails(member, /^Daily brief/)[0]?.mail.text;
  expect(text).toContain(`/runs/${runId}`);
  expect(text).toContain("Switch it off in your account");
  expect(server.takenFor(other.user.email)).toEqual([]);
});

test("a proof counts for the address it was mailed to, and not for long", async () => {
  const member = await world.member();
  await member.call(askForProof);
  const token = tokenOf((await lastMailFor(server, member.user.email)).mail.text);
  const body = { firstName: "", lastName: "", email: `other.${member.user.email}`, currentPassword: member.password };
  await member.call(changeProfile, { body });
  expect(await member.send("POST", proveAddress.path, { body: { token } })).toMatchObject({ status: 400 });
  for (const bad of ["", "AAAA", `${token}A`])
    expect((await member.send("POST", proveAddress.path, { body: { token: bad } })).status).toBe(400);
  await wantBrief(member);
  expect((await member.call(getPush)).mail.isProven).toBe(false);
});

test("five links an hour are mailed to one address", async () => {
  const member = await world.member();
  for (let sent = 0; sent < 5; sent += 1) await member.call(askForProof);
  expect(await member.send("POST", askForProof.path)).toMatchObject({ status: 429 });
});
