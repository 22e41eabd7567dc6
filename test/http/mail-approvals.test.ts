import { afterAll, beforeAll, expect, test } from "vitest";
import { askForProof, proveAddress } from "#features/accounts/address/contract.ts";
import { jobContext } from "#features/accounts/service.ts";
import { getDecision, makeDecision, settleDecision, undoDecision } from "#features/decisions/contract.ts";
import { changeMember } from "#features/members/contract.ts";
import { openApproval, settleByLink } from "#features/notifications/approving/contract.ts";
import { noteReach } from "#features/notifications/approving/service.ts";
import { choosePush } from "#features/notifications/push/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { lastMailFor } from "../mailing.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** Deciding where one is: by the link of a mail, once, and only what the mail said. */
let world: World;
let server: MailStandIn;
beforeAll(async () => {
  server = await openMailStandIn();
  world = await openWorld({ SMTP_URL: server.url, MAIL_FROM: "boardroom@example.org", UNDO_SECONDS: "120" });
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});

/** Somebody whose address is proven, and who wants proposals mailed. */
async function wanting(member: Member): Promise<void> {
  await member.call(askForProof);
  const { mail } = await lastMailFor(server, member.user.email);
  await member.call(proveAddress, { body: { token: /#address=([\w-]+)/.exec(mail.text ?? "")?.[1] ?? "" } });
  await member.call(choosePush, { body: { about: "all", quiet: null, brief: false, approvals: true } });
}
const mailed = (member: Member) =>
  server.takenFor(member.user.email).filter(({ mail }) => mail.subject?.startsWith("Needs approval"));
const tokenIn = (text: string | undefined): string => /\/approve#([\w-]+)/.exec(text ?? "")?.[1] ?? "";

async function proposed(member: Member, agentId: string, amount: number): Promise<string> {
  const context = { investment: amount, projectedReturn: amount * 2, payback: 14 };
  const { id } = await member.call(makeDecision, { body: { agentId, decisionType: "investment_evaluation", context } });
  return id;
}
async function company(): Promise<{ member: Member; agentId: string }> {
  const member = await world.member();
  const [agent] = await hire(member, "CFO");
  await wanting(member);
  return { member, agentId: agent?.id ?? "" };
}
/** A proposal and the link that was mailed for it. */
async function linked(member: Member, agentId: string, amount: number): Promise<{ id: string; token: string }> {
  const before = mailed(member).length;
  const id = await proposed(member, agentId, amount);
  await expect.poll(() => mailed(member).length, { timeout: 10_000 }).toBe(before + 1);
  return { id, token: tokenIn(mailed(member).at(-1)?.mail.text) };
}
const stateOf = async (member: Member, id: string) => (await member.call(getDecision, { params: { id } })).decision;
const post = (path: string, body: object) => world.client().send("POST", path, { body });

test("a link shows the proposal without a sign-in, decides it once in its person's name, and a GET does nothing", async () => {
  const { member, agentId } = await company();
  const { id, token } = await linked(member, agentId, 9_000);
  expect(token).toHaveLength(123);
  const stranger = world.client();
  expect((await stranger.send("GET", "/approve")).text).not.toContain("9,000");
  for (let time = 0; time < 2; time += 1) {
    const shown = await stranger.call(openApproval, { body: { token } });
    expect(shown).toMatchObject({ person: member.username, agentRole: "CFO", href: `/decisions/${id}` });
    expect(shown.title).toContain("9,000");
    expect(shown.recommendation).not.toBe("");
  }
  expect((await stateOf(member, id)).status).toBe("pending");
  const both = await Promise.all(
    [true, false].map((approved) => post(settleByLink.path, { token, approved, reason: "On the train" })),
  );
  expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
  const decided = await stateOf(member, id);
  expect([decided.approvedBy ?? decided.rejectedBy, decided.reason]).toEqual([member.username, "On the train"]);
  expect((await post(openApproval.path, { token })).text).toMatch(/Already (approved|rejected) by/);
  // Undone, it is pending again, and the link is spent.
  await member.call(undoDecision, { params: { id } });
  expect((await post(settleByLink.path, { token, approved: true })).text).toContain("This link was used before");
  expect((await stateOf(member, id)).status).toBe("pending");
});

test("what changed since the mail is not decided by it, nor is anything by a forged or a cut link", async () => {
  const { member, agentId } = await company();
  const { id, token } = await linked(member, agentId, 9_100);
  await world.asOwner("UPDATE decisions SET recommendation = 'Pay it to someone else' WHERE id = $1", [id]);
  expect((await post(settleByLink.path, { token, approved: true })).text).toContain("changed since it was sent to you");
  expect((await stateOf(member, id)).status).toBe("pending");
  const bytes = Buffer.from(token, "base64url");
  for (let at = 0; at < bytes.length; at += 7) {
    const forged = Buffer.from(bytes);
    forged[at] = (forged[at] ?? 0) ^ 1;
    const reply = await post(settleByLink.path, { token: forged.toString("base64url"), approved: true });
    expect([at, reply.status]).toEqual([at, 422]);
  }
  expect((await post(settleByLink.path, { token: token.slice(1), approved: true })).text).toContain("incomplete");
  expect((await stateOf(member, id)).status).toBe("pending");
});

test("who may no longer decide does not decide by an old link; limits hold; others get no mail", async () => {
  const { member, agentId } = await company();
  const other = await colleague(world, member, "approver");
  await wanting(other);
  const viewer = await colleague(world, member, "viewer");
  await wanting(viewer);
  const { id } = await linked(member, agentId, 9_200);
  await expect.poll(() => mailed(other).length).toBe(1);
  expect(mailed(viewer)).toEqual([]);
  const token = tokenIn(mailed(other)[0]?.mail.text);
  await member.call(changeMember, { params: { id: other.user.id }, body: { role: "viewer" } });
  expect((await post(settleByLink.path, { token, approved: true })).status).toBe(403);
  await member.call(changeMember, {
    params: { id: other.user.id },
    body: { role: "approver", approvalLimit: 100 },
  });
  expect((await post(settleByLink.path, { token, approved: true })).text).toContain("over");
  expect((await stateOf(member, id)).status).toBe("pending");
  await member.call(settleDecision, { params: { id }, body: { approved: false } });
  const late = (await post(settleByLink.path, { token, approved: true })).text;
  expect(late).toContain(`Already rejected by ${member.username}`);
});

test("only what reached somebody expires sooner, and only if it is urgent", async () => {
  const { member, agentId } = await company();
  const days = async (id: string) => (Date.parse((await stateOf(member, id)).expiresAt) - Date.now()) / 86_400_000;
  const look = async (id: string) =>
    noteReach(await jobContext(world.boardroom.platform, mintCompany(member.user.companyId)), id);
  const { id } = await linked(member, agentId, 9_300);
  await expect
    .poll(() => world.asOwner("SELECT status FROM deliveries WHERE about = $1", [id]))
    .toEqual([{ status: "sent" }]);
  await world.asOwner("UPDATE decisions SET priority = 'medium' WHERE id = $1", [id]);
  await look(id);
  expect(await days(id)).toBeGreaterThan(6.9);
  await world.asOwner("UPDATE decisions SET priority = 'high' WHERE id = $1", [id]);
  await look(id);
  expect(await days(id)).toBeCloseTo(2, 1);
  expect(await journalOf(world, member)).toContain("decision.hastened");
  // One that reached nobody waits its seven days.
  await member.call(choosePush, { body: { about: "all", quiet: null, brief: false, approvals: false } });
  const unheard = await proposed(member, agentId, 9_400);
  await world.asOwner("UPDATE decisions SET priority = 'high' WHERE id = $1", [unheard]);
  await look(unheard);
  expect(await days(unheard)).toBeGreaterThan(6.9);
});
