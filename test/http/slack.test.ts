import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { queryBrain, listPassages } from "#features/brain/contract.ts";
import { jobContext } from "#features/accounts/service.ts";
import { listQuestions } from "#features/conversations/contract.ts";
import { getDecision, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { briefReady } from "#features/expertise/events.ts";
import * as integrations from "#features/integrations/contract.ts";
import { notify } from "#features/notifications/notices/service.ts";
import { changeMember } from "#features/members/contract.ts";
import { getOutbox } from "#features/outbox/contract.ts";
import * as calls from "#features/slack/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { eventually, follow } from "../connecting.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { openSlack, slackClient } from "../outside/slack.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

const operatorsSecret = "0123456789abcdef0123456789abcdef";

/** Slack against a stand-in: what is posted there, and what people do and ask there. */
let slack: Awaited<ReturnType<typeof openSlack>>;
let world: World;
beforeAll(async () => {
  slack = await openSlack();
  const operators = { SLACK_CLIENT_ID: slackClient.client_id, SLACK_CLIENT_SECRET: slackClient.client_secret };
  const env = { PRIVATE_ADDRESSES: "127.0.0.1", ...operators, SLACK_SIGNING_SECRET: operatorsSecret };
  world = await openWorld(env, { ...product, connectors: [slack.connector] });
});
beforeEach(() => void (slack.settings.isRevoked = false));
afterEach(() => {
  slack.heal();
  slack.posted.length = 0;
  slack.told.length = 0;
  slack.hooked.length = 0;
});
afterAll(async () => {
  await world?.close();
  await slack?.close();
});

const credentials = () => ({ bot_token: slack.settings.token, signing_secret: slack.settings.secret });
const connect = (member: Member, given: Record<string, string> = credentials()) =>
  member.call(integrations.setUpCredentials, { body: { integrationId: "slack", credentials: given } });
const everything = { channelId: "C1", approvals: true, notices: true, brief: true, messages: false };
const refused = async (member: Member, method: string, path: string, body?: unknown) => {
  const { status, text } = await member.send(method, path, { body });
  return [status, text];
};

/** A company whose proposals are posted, and the Slack account of its owner. */
async function ready(name = "owner") {
  const owner = await world.member(name);
  const team = await hire(owner, "CEO", "CFO", "Sales");
  const { id } = await connect(owner);
  const { address } = await owner.call(calls.changeSlack, { body: everything });
  const url = world.url + new URL(address).pathname;
  slack.user(`U${owner.user.id.slice(0, 8).toUpperCase()}`, owner.user.email.toUpperCase());
  return {
    owner,
    id,
    url,
    me: `U${owner.user.id.slice(0, 8).toUpperCase()}`,
    cfo: team.find(({ role }) => role === "CFO")?.id ?? "",
  };
}
const propose = (member: Member, cfo: string, purpose = "a packing line", more: object = {}) =>
  member.call(makeDecision, {
    body: {
      agentId: cfo,
      decisionType: "investment_evaluation",
      context: { ...testContexts.CFO.context, purpose },
      ...more,
    },
  });
const one = <T>(all: readonly T[]): T => {
  expect(all).toHaveLength(1);
  return all[0] as T;
};
/** The message of a proposal, once it is there. */
async function messageOf(number: number) {
  const of = () => slack.posted.filter(({ text }) => text.includes(`D-${number}:`));
  await eventually(async () => of().length > 0);
  return one(of());
}
const statusOf = async (member: Member, id: string) =>
  (await member.call(getDecision, { params: { id } })).decision.status;
const toldTo = (user: string) => slack.told.filter((each) => each.user === user).map(({ text }) => text);
const isTold = (user: string) => eventually(async () => toldTo(user).length > 0);
/** Everything that was to be done is done: nothing waits in the queue or the outbox. */
const quiet = () =>
  eventually(async () => {
    const [jobs] = await world.asOwner<{ n: number }>(
      "SELECT count(*)::int AS n FROM pgboss.job WHERE name LIKE 'slack-%' AND state IN ('created', 'retry', 'active')",
    );
    const [deliveries] = await world.asOwner<{ n: number }>(
      "SELECT count(*)::int AS n FROM deliveries WHERE kind LIKE 'slack_%' AND status IN ('held', 'sending')",
    );
    return jobs?.n === 0 && deliveries?.n === 0;
  });

test("it is connected with its token, tested, chosen a channel for, and revoked when it is removed", async () => {
  const member = await world.member();
  expect(await refused(member, "PUT", "/api/slack", everything)).toEqual([422, "Slack is not connected."]);
  for (const [given, sentence] of [
    [{ ...credentials(), bot_token: "xoxp-1234567890-user" }, /begins with xoxb-/],
    [{ ...credentials(), signing_secret: "short" }, /signing secret/],
    [{ ...credentials(), webhook_url: "https://evil.example/services/x" }, /webhook address begins with/],
    [{ ...credentials(), bot_token: "xoxb-1234567890-other" }, /Slack does not take these credentials/],
  ] as const) {
    const body = { integrationId: "slack", credentials: given };
    const { status, text } = await member.send("POST", "/api/integrations/setup-credentials", { body });
    expect([400, 422]).toContain(status);
    expect(text).toMatch(sentence);
    expect(text).not.toContain(slack.settings.secret);
  }
  const { scopes } = slack.settings;
  slack.settings.scopes = "chat:write";
  const lacking = await member.send("POST", "/api/integrations/setup-credentials", {
    body: { integrationId: "slack", credentials: credentials() },
  });
  expect(lacking.text).toContain("needs users:read, users:read.email");
  slack.settings.scopes = scopes;

  const connection = await connect(member);
  expect(connection).toMatchObject({ status: "active", account: "Acme", page: "/integrations/slack", authUrl: null });
  const params = { id: connection.id };
  expect(await member.call(integrations.testConnection, { params })).toEqual({
    success: true,
    message: "Slack answered for Acme.",
  });
  // The same account with the same token again: nothing is revoked.
  await connect(member);
  expect(slack.settings.isRevoked).toBe(false);
  expect(await member.call(calls.listSlackChannels)).toEqual([
    { id: "C1", name: "approvals" },
    { id: "C4", name: "board" },
  ]);
  const choose = (channelId: string) => refused(member, "PUT", "/api/slack", { ...everything, channelId });
  expect(await choose("C2")).toEqual([422, "Invite the app to #elsewhere in Slack"]);
  expect(await choose("C3")).toEqual([422, "#partners is shared with another company"]);
  expect(await choose("C9")).toEqual([422, "Slack does not know the channel, or the app is not in it."]);
  expect((await choose("x"))[0]).toBe(400);
  const settings = await member.call(calls.changeSlack, { body: everything });
  expect(settings).toMatchObject({ isConnected: true, canBeAnswered: true, channel: { id: "C1", name: "approvals" } });
  await member.call(calls.changeSlack, { body: everything });
  const journal = await journalOf(world, member);
  expect(journal.filter((action) => action === "slack.settings_changed")).toHaveLength(1);
  const shown = JSON.stringify([settings, await member.call(integrations.listConnections)]);
  for (const secret of Object.values(credentials())) expect(shown).not.toContain(secret);

  await member.call(integrations.disconnect, { params });
  await eventually(async () => slack.settings.isRevoked);
  const last = one(slack.done("/api/auth.revoke"));
  expect(last.headers.authorization).toBe(`Bearer ${slack.settings.token}`);
  await eventually(async () => (await member.call(calls.getSlack)).channel === null);
  expect(await journalOf(world, member)).toContain("integration.disconnected");
});

test("a proposal is posted once with buttons; approving there is the page's verb, and the message says what happened", async () => {
  const { owner, url, me, cfo } = await ready();
  const decision = await propose(owner, cfo, "Packing <!channel> & more");
  const message = await messageOf(decision.number);
  expect(message.channel).toBe("C1");
  expect(message.text).not.toContain("<!channel>");
  expect(message.blocks).toContain(`/decisions/${decision.id}|`);
  expect(message.blocks).toContain('"action_id":"approve"');
  expect(message.blocks).toContain('"action_id":"reject"');
  const { status, text } = await slack.press(url, message, "approve", me);
  expect([status, text]).toEqual([200, ""]);
  await eventually(async () => message.blocks.includes(`Approved by ${owner.username}`));
  expect(message.blocks).not.toContain("action_id");
  expect(await statusOf(owner, decision.id)).toBe("approved");
  await quiet();
  expect(slack.posted).toHaveLength(1);
  const [entry] = await world.asOwner<{ actor_kind: string; actor_id: string }>(
    "SELECT * FROM journal WHERE company_id = $1 AND action = 'decision.approved'",
    [owner.user.companyId],
  );
  expect(entry).toMatchObject({ actor_kind: "user", actor_id: owner.user.id });
  expect(toldTo(me)).toEqual([]);
  // Again, after it was decided.
  message.blocks = JSON.stringify([{ value: decision.id }]);
  await slack.press(url, message, "reject", me);
  await isTold(me);
  expect(toldTo(me)[0]).toMatch(/already|approved/i);
  expect(await statusOf(owner, decision.id)).toBe("approved");
});

/** What a posted button answers. */
const valueIn = (blocks: string): string => /"value":"([^"]+)"/.exec(blocks)?.[1] ?? "";

test("a button decides only what its message said, and one without a digest nothing", async () => {
  const { owner, url, me, cfo } = await ready();
  const decision = await propose(owner, cfo, "changed");
  const message = await messageOf(decision.number);
  expect(valueIn(message.blocks)).toMatch(new RegExp(`^${decision.id}:[\\w-]{16}$`));
  await slack.press(url, message, "approve", me, { value: decision.id });
  await isTold(me);
  await world.asOwner("UPDATE decisions SET recommendation = 'Pay it to someone else' WHERE id = $1", [decision.id]);
  await slack.press(url, message, "approve", me);
  await eventually(async () => toldTo(me).length === 2);
  for (const told of toldTo(me)) expect(told).toContain("changed since it was sent to you");
  expect(await statusOf(owner, decision.id)).toBe("pending");
});

test("rejecting works there too, and what is decided on the page is shown there", async () => {
  const { owner, url, me, cfo } = await ready();
  const [first, second] = [await propose(owner, cfo, "one"), await propose(owner, cfo, "two")];
  const rejected = await messageOf(first.number);
  await slack.press(url, rejected, "reject", me);
  await eventually(async () => rejected.blocks.includes(`Rejected by ${owner.username}`));
  const decided = await messageOf(second.number);
  await owner.call(settleDecision, { params: { id: second.id }, body: { approved: false, reason: "Not now" } });
  await eventually(async () => decided.blocks.includes("Not now"));
  expect(decided.blocks).not.toContain("action_id");
  expect((await journalOf(world, owner)).filter((action) => action === "decision.rejected")).toHaveLength(2);
  // A sample proposal is no proposal.
  await propose(owner, cfo, "a sample", { isTest: true });
  await quiet();
  expect(slack.posted).toHaveLength(2);
});

test("who is no person of the company, may not decide or is over their limit is told why, and nothing changes", async () => {
  const { owner, url, cfo } = await ready();
  const decision = await propose(owner, cfo);
  const message = await messageOf(decision.number);
  const [viewer, approver, gone] = [
    await colleague(world, owner, "viewer"),
    await colleague(world, owner, "approver"),
    await colleague(world, owner, "approver"),
  ];
  await owner.call(changeMember, { params: { id: approver.user.id }, body: { approvalLimit: 10 } });
  await owner.call(changeMember, { params: { id: gone.user.id }, body: { isActive: false } as never });
  const stranger = await world.member("stranger");
  slack.user("UVIEWER", viewer.user.email);
  slack.user("ULIMITED", approver.user.email);
  slack.user("UGONE", gone.user.email);
  slack.user("UNOBODY", "nobody@example.com");
  slack.user("UOTHER", stranger.user.email);
  slack.user("UUNCONFIRMED", owner.user.email, { confirmed: false });
  slack.user("UGUEST", owner.user.email, { team_id: "T2" });
  slack.user("UBOTUSER", owner.user.email, { is_bot: true });
  slack.user("ULEFT", owner.user.email, { deleted: true });
  const unknown = /does not know you/;
  for (const [user, sentence] of [
    ["UVIEWER", /Only an approver or above may do this/],
    ["ULIMITED", /own \$10 per decision/],
    ["UGONE", unknown],
    ["UNOBODY", unknown],
    ["UOTHER", unknown],
    ["UUNCONFIRMED", unknown],
    ["UGUEST", unknown],
    ["UBOTUSER", unknown],
    ["ULEFT", unknown],
  ] as const) {
    expect((await slack.press(url, message, "approve", user)).status).toBe(200);
    await isTold(user);
    expect([user, one(toldTo(user))]).toEqual([user, expect.stringMatching(sentence)]);
  }
  expect(await statusOf(owner, decision.id)).toBe("pending");
  expect(await journalOf(world, owner)).not.toContain("decision.approved");
});

test("another company's decision, workspace or address cannot be used", async () => {
  const [mine, theirs] = [await ready("mine"), await ready("theirs")];
  const decision = await propose(theirs.owner, theirs.cfo);
  const message = await messageOf(decision.number);
  // Their decision by my address and account: there is none here.
  await slack.press(mine.url, message, "approve", mine.me);
  await isTold(mine.me);
  expect(await statusOf(theirs.owner, decision.id)).toBe("pending");
  // My account at their address.
  slack.told.length = 0;
  await slack.press(theirs.url, message, "approve", mine.me);
  await isTold(mine.me);
  expect(toldTo(mine.me)).toEqual([expect.stringMatching(/does not know you/)]);
  // Another workspace.
  slack.told.length = 0;
  await slack.press(theirs.url, message, "approve", theirs.me, { team: "T9" });
  await isTold(theirs.me);
  expect(toldTo(theirs.me)).toEqual([expect.stringMatching(/not the one that is connected/)]);
  expect(await statusOf(theirs.owner, decision.id)).toBe("pending");
  // Made-up addresses, and one of a company without Slack.
  const [path = "", token = ""] = /^(.*\/)([^/]+)$/.exec(theirs.url)?.slice(1) ?? [];
  const lonely = await world.member("lonely");
  const { address } = await lonely.call(calls.getSlack);
  for (const url of [
    `${path}${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`,
    `${path}${Buffer.from(crypto.randomUUID().slice(0, 32)).toString("base64url")}`,
    world.url + new URL(address).pathname,
  ])
    expect((await slack.press(url, message, "approve", theirs.me)).status).toBe(404);
  const viewer = await colleague(world, theirs.owner, "approver");
  expect((await viewer.send("GET", "/api/slack")).status).toBe(403);
});

test("forged, late and replayed requests are refused", async () => {
  const { owner, url, me, cfo } = await ready();
  const decision = await propose(owner, cfo);
  const message = await messageOf(decision.number);
  const seconds = Math.floor(Date.now() / 1_000);
  const status = async (how: object) => (await slack.press(url, message, "approve", me, how)).status;
  expect(await status({ secret: "0".repeat(32) })).toBe(401);
  for (const signature of ["", "v0=", `v0=${"0".repeat(64)}`, "v1=abc", "x".repeat(5_000)])
    expect(await status({ signature })).toBe(401);
  expect(await status({ at: seconds - 301 })).toBe(401);
  expect(await status({ at: seconds + 400 })).toBe(401);
  await quiet();
  expect(await statusOf(owner, decision.id)).toBe("pending");
  // The control: the same click with a true signature; sent again, byte for byte, it is refused.
  const at = seconds - 200;
  const payload = {
    type: "block_actions",
    user: { id: me },
    team: { id: "T1" },
    channel: { id: "C1" },
    actions: [{ action_id: "approve", value: valueIn((await messageOf(decision.number)).blocks) }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  expect((await slack.send(url, body, { at })).status).toBe(200);
  await eventually(async () => (await statusOf(owner, decision.id)) === "approved");
  expect((await slack.send(url, body, { at })).status).toBe(409);
  // A changed body under a signature that was true.
  expect((await slack.send(url, `${body}&x=1`, { at, signature: `v0=${"a".repeat(64)}` })).status).toBe(401);
  // The address proves itself when it is set up, to Slack alone.
  const challenge = { type: "url_verification", challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P" };
  const verified = await slack.sendEvent(url, challenge);
  expect([verified.status, JSON.parse(verified.text)]).toEqual([200, { challenge: challenge.challenge }]);
  expect((await slack.sendEvent(url, challenge, { secret: "1".repeat(32) })).status).toBe(401);
  // Whatever else Slack, or anyone with the secret, sends.
  for (const odd of ["", "payload=", "payload=%7B", "{", "[]", "null", '{"type":"event_callback"}'])
    expect((await slack.send(url, odd)).status).toBe(200);
});

test("a lost answer never posts twice, and a limit is waited for", async () => {
  const { owner, cfo } = await ready();
  const on = ({ path }: { path: string }) => path === "/api/chat.postMessage";
  slack.fail({ kind: "lost response" }, { times: 1, on });
  const lost = await propose(owner, cfo, "lost");
  await messageOf(lost.number);
  await quiet();
  expect(slack.posted).toHaveLength(1);
  await owner.call(settleDecision, { params: { id: lost.id }, body: { approved: true } });
  await eventually(async () => one(slack.posted).blocks.includes("Approved by"));

  slack.fail(
    { kind: "refuse", status: 429, retryAfter: 1, body: { ok: false, error: "ratelimited" } },
    { times: 1, on },
  );
  const limited = await propose(owner, cfo, "limited");
  await messageOf(limited.number);
  // What did not arrive may still be under way: it goes once more when the channel has shown that it did not.
  slack.fail({ kind: "reset" }, { times: 1, on });
  const reset = await propose(owner, cfo, "reset");
  const inDoubt = "kind = 'slack_message' AND status = 'held' AND doubts > 0";
  await eventually(async () => (await world.asOwner(`SELECT FROM deliveries WHERE ${inDoubt}`)).length === 1);
  expect(slack.posted).toHaveLength(2);
  await hurryDeliveries(world);
  await messageOf(reset.number);
  await quiet();
  expect(slack.posted).toHaveLength(3);
});

test("a channel that was archived, or a fault within a 200, is said in the outbox", async () => {
  const { owner, cfo, id } = await ready();
  const channel = slack.channels[0];
  if (!channel) throw new Error("There is no channel.");
  channel.is_archived = true;
  await propose(owner, cfo);
  await eventually(async () => (await owner.call(getOutbox)).stuck.length === 1);
  channel.is_archived = false;
  expect(one((await owner.call(getOutbox)).stuck).answer).toBe("The channel is archived in Slack.");
  const status = async () => (await owner.call(integrations.listConnections)).find((each) => each.id === id)?.status;
  expect(await status()).toBe("active");
  const body = JSON.stringify({ ok: false, error: "token_revoked" });
  slack.fail({ kind: "malformed", body }, { times: 1, on: ({ path }) => path === "/api/auth.test" });
  expect(await owner.call(integrations.testConnection, { params: { id } })).toMatchObject({ success: false });
  expect(await status()).toBe("expired");
});

test("a mention is answered in its thread by the executives, once for each event, as its person may ask", async () => {
  const { owner, url, me } = await ready();
  const asked = slack.mention(me, "How many open invoices do we have?");
  expect((await slack.sendEvent(url, asked)).status).toBe(200);
  expect((await slack.sendEvent(url, asked)).status).toBe(200);
  await eventually(async () => slack.posted.some(({ thread }) => thread === "1700000000.000100"));
  await quiet();
  const answer = one(slack.posted);
  const [question] = await owner.call(listQuestions);
  expect(question?.question).toBe("How many open invoices do we have?");
  expect(answer.text).toContain(`/runs/${question?.runId}|`);
  expect(await owner.call(listQuestions)).toHaveLength(1);
  expect(await journalOf(world, owner)).toContain("run.finished");

  const viewer = await colleague(world, owner, "viewer");
  slack.user("UREADER", viewer.user.email);
  for (const [event, user, sentence] of [
    [slack.mention("UREADER", "How many deals?"), "UREADER", /Only a member or above/],
    [slack.mention("USTRANGE", "How many deals?"), "USTRANGE", /user_not_found|does not know you/],
    [slack.mention(me, ""), me, /Please enter a question/],
    [slack.mention(me, "@nobody how many?"), me, /nobody/],
    [slack.mention(me, "How many deals?", { is_ext_shared_channel: true }), me, /shared with another company/],
  ] as const) {
    slack.told.length = 0;
    await slack.sendEvent(url, event);
    await isTold(user);
    expect(one(toldTo(user))).toMatch(sentence);
  }
  // Other events, and the bot's own words, ask nothing.
  await slack.sendEvent(url, slack.mention(me, "Hello?", {}, { bot_id: "B3" }));
  await slack.sendEvent(url, slack.mention(me, "Hello?", {}, { type: "message" }));
  await quiet();
  expect(await owner.call(listQuestions)).toHaveLength(1);
});

test("messages of the channel are read into the Brain where that is allowed, changed, deleted and wiped", async () => {
  const { owner, url, me, id } = await ready();
  const allow = (more: object = {}) => owner.call(calls.changeSlack, { body: { ...everything, ...more } });
  const inBrain = async (member: Member) =>
    (await member.call(listPassages)).filter(({ sourceType }) => sourceType === "slack");
  const texts = async () =>
    (await inBrain(owner))
      .map(({ content }) => content.split("\n")[1] ?? "")
      .toSorted((one, other) => one.localeCompare(other));
  const send = async (...events: object[]) => {
    for (const event of events) expect((await slack.sendEvent(url, event)).status).toBe(200);
    await quiet();
  };
  await send(slack.said(me, "Before it was allowed", "1700000001.000100"));
  expect(await texts()).toEqual([]);

  await allow({ messages: true });
  const first = slack.said(
    me,
    "<@U9> The agreed price of a pallet at Northgate is &lt; £14 until the end of March.",
    "1700000002.000100",
  );
  await send(first, first, slack.said(me, "Lunch at noon", "1700000003.000100"));
  const [lunch, pallets] = await inBrain(owner);
  expect(pallets).toMatchObject({ origin: "external", place: { title: "Slack message" } });
  expect(pallets?.content).toBe(
    `Slack message from ${owner.user.email.split("@")[0]} in #approvals:\nThe agreed price of a pallet at Northgate is < £14 until the end of March.`,
  );
  expect(lunch?.content).toContain("Lunch at noon");
  const answer = await owner.call(queryBrain, {
    body: { question: "What is the agreed price of a pallet at Northgate?" },
  });
  expect(JSON.stringify(answer)).toContain("£14 until the end of March");

  // Other channels and workspaces, bots, joins, shared channels and what is said to the app are left out.
  await send(
    slack.said(me, "Elsewhere", "1700000004.000100", {}, { channel: "C4" }),
    slack.said(me, "Another workspace", "1700000005.000100", { team_id: "T9" }),
    slack.said(me, "A bot", "1700000006.000100", {}, { bot_id: "B3" }),
    slack.said(me, "Joined", "1700000007.000100", {}, { subtype: "channel_join" }),
    slack.said(me, "Shared", "1700000008.000100", { is_ext_shared_channel: true }),
    slack.said(me, "<@UBOT> How many deals?", "1700000009.000100"),
    slack.said(me, "No time", "yesterday"),
  );
  expect(await texts()).toEqual([
    "Lunch at noon",
    "The agreed price of a pallet at Northgate is < £14 until the end of March.",
  ]);
  // Changes come in any order, and after a message went; a deleted one with replies leaves a stone.
  await send(
    slack.changed(me, "Lunch at two", "1700000003.000100", "1700000020.000100"),
    slack.changed(me, "Lunch at one", "1700000003.000100", "1700000010.000100"),
    slack.deleted("1700000002.000100", "1700000030.000100"),
    slack.changed(me, "Late", "1700000002.000100", "1700000031.000100"),
    slack.said("USTRANGE", "From someone unknown", "1700000040.000100"),
  );
  expect(await texts()).toEqual(["From someone unknown", "Lunch at two"]);
  await send(slack.changed(me, "", "1700000003.000100", "1700000050.000100", { subtype: "tombstone" }));
  expect(await texts()).toEqual(["From someone unknown"]);
  // Viewers and other companies see none of it.
  for (const stranger of [await colleague(world, owner, "viewer"), await world.member("Other")])
    expect(await inBrain(stranger)).toEqual([]);

  // Turned off, chosen elsewhere or removed, what was read goes.
  await allow({ messages: false });
  expect(await texts()).toEqual([]);
  await allow({ messages: true });
  await send(slack.said(me, "Again", "1700000060.000100"));
  expect(await texts()).toEqual(["Again"]);
  await allow({ messages: true, channelId: "C4" });
  expect(await texts()).toEqual([]);
  await send(slack.said(me, "On the board", "1700000070.000100", {}, { channel: "C4" }));
  expect(await texts()).toEqual(["On the board"]);
  await owner.call(integrations.disconnect, { params: { id } });
  await eventually(async () => (await texts()).length === 0);
});

test("notices and the daily brief follow their switches, and a webhook address takes them without a channel", async () => {
  const { owner } = await ready();
  const ctx = await jobContext(world.boardroom.platform, mintCompany(owner.user.companyId));
  const other = await colleague(world, owner, "admin");
  const notice = (occasion: string, kind: "oversight" | "comment" = "oversight") =>
    write(ctx, (tx) =>
      notify(tx, [owner.user.id, other.user.id], {
        kind,
        subject: crypto.randomUUID(),
        occasion,
        title: `Found <${occasion}>`,
        detail: "One agent wrote a lot.",
        href: "/oversight",
        role: null,
      }),
    );
  await notice("first");
  await notice("personal", "comment");
  await eventually(async () => slack.posted.length === 1);
  expect(one(slack.posted).text).toContain("*Found &lt;first&gt;*\nOne agent wrote a lot.");
  await owner.call(calls.changeSlack, { body: { ...everything, notices: false, approvals: false } });
  await notice("second");
  const ceo = await world.asOwner<{ id: string }>("SELECT id FROM agents WHERE company_id = $1 AND role = 'CEO'", [
    owner.user.companyId,
  ]);
  const brief = await owner.send("POST", "/api/brief");
  const { runId } = brief.json as { runId: string };
  await eventually(async () => (await journalOf(world, owner)).includes("run.finished"));
  await write(ctx, (tx) => record(tx, briefReady({ runId, agent: { id: ceo[0]?.id ?? "" } }, 1)));
  await eventually(async () => slack.posted.length === 2);
  expect(slack.posted[1]?.text).toMatch(/^\*Daily brief\*\n/);
  await quiet();
  expect(slack.posted).toHaveLength(2);
  // Without a channel.
  await connect(owner, { ...credentials(), webhook_url: slack.webhookUrl });
  await owner.call(calls.changeSlack, {
    body: { channelId: null, approvals: true, notices: true, brief: false, messages: false },
  });
  await notice("third");
  await eventually(async () => slack.hooked.length === 1);
  expect(slack.hooked[0]).toContain("Found &lt;third&gt;");
  const left = await world.asOwner<{ text: string }>(
    "SELECT d::text AS text FROM deliveries d WHERE company_id = $1 UNION ALL SELECT c::text FROM connections c WHERE company_id = $1 UNION ALL SELECT j::text FROM journal j WHERE company_id = $1",
    [owner.user.companyId],
  );
  for (const secret of [...Object.values(credentials()), slack.webhookUrl])
    for (const { text } of left) expect(text).not.toContain(secret);
});

test("with the operator's app nothing is pasted: its requests are signed for that app, and removal ends the token", async () => {
  const owner = await world.member();
  const [cfo] = (await hire(owner, "CEO", "CFO")).filter(({ role }) => role === "CFO");
  const { authUrl } = await owner.call(integrations.authorizeConnection, { params: { type: "slack" } });
  expect(new URL(authUrl).searchParams.get("scope")).toContain("chat:write,app_mentions:read");
  expect(await follow(world, owner, authUrl)).toBe("/integrations?connected");
  const [connection] = await owner.call(integrations.listConnections);
  expect(connection).toMatchObject({ type: "slack", status: "active", account: "Acme" });
  const settings = await owner.call(calls.changeSlack, { body: everything });
  expect(settings.canBeAnswered).toBe(true);
  const url = world.url + new URL(settings.address).pathname;
  const me = `U${owner.user.id.slice(0, 8).toUpperCase()}`;
  slack.user(me, owner.user.email);
  const { id, number } = await propose(owner, cfo?.id ?? "");
  const message = await messageOf(number);
  // The secret of another app is a forgery here.
  expect((await slack.press(url, message, "approve", me)).status).toBe(401);
  expect(await statusOf(owner, id)).toBe("pending");
  expect((await slack.press(url, message, "approve", me, { secret: operatorsSecret })).status).toBe(200);
  await eventually(async () => (await statusOf(owner, id)) === "approved");
  await owner.call(integrations.disconnect, { params: { id: connection?.id as never } });
  await hurryDeliveries(world);
  await eventually(async () => slack.settings.isRevoked);
});
