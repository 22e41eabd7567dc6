import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { confirmPerson, startConfirming } from "#features/accounts/factors/contract.ts";
import { addPasskey, startPasskey } from "#features/accounts/factors/passkeys/contract.ts";
import { endAllSessions } from "#features/accounts/sessions/contract.ts";
import { makeDecision, settleDecision, settleDecisions } from "#features/decisions/contract.ts";
import { readNotifications } from "#features/notifications/contract.ts";
import * as push from "#features/notifications/push/contract.ts";
import { notify } from "#features/notifications/notices/service.ts";
import { jobContext } from "#features/accounts/service.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { hurryDeliveries, statusesOf } from "../deliveries.ts";
import { softPasskey } from "../outside/passkey.ts";
import { browserKeys, openPushService } from "../outside/push-service.ts";
import { hire, journalOf, type Member, openWorld, signIn, testContexts, type World } from "../world.ts";

/** Notifications on devices: what arrives encrypted at a push service, when, and what can go wrong with it. */
let world: World;
let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" });
  service = await openPushService();
});
beforeEach(() => service.heal());
afterAll(async () => {
  await world?.close();
  await service?.close();
});

async function subscribed(member: Member) {
  const { publicKey } = await member.call(push.getPush);
  const browser = service.subscribe(publicKey);
  return { browser, device: await member.call(push.addPushDevice, { body: browser }) };
}
const devicesOf = async (member: Member) => (await member.call(push.getPush)).devices;
const settled = (member: Member, ...wanted: string[]) =>
  expect.poll(() => statusesOf(world, member), { timeout: 20_000 }).toEqual(wanted);

/** Notifies people as an event would. */
async function tell({ user }: Member, title: string, kind: "proposal" | "import" = "proposal", people = [user.id]) {
  const ctx = await jobContext(world.boardroom.platform, mintCompany(user.companyId));
  const id = crypto.randomUUID();
  const notice = { kind, subject: id, occasion: id, title, detail: "D-1", href: `/decisions/${id}`, role: null };
  await write(ctx, (tx) => notify(tx, people, notice));
  return id;
}

/** A proposal of each subject, by one agent. */
async function propose(member: Member, ...subjects: string[]) {
  const [cfo] = await hire(member, "CFO");
  const made = [];
  for (const subject of subjects) {
    const context = { ...testContexts.CFO.context, subject };
    made.push(await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO, context } }));
  }
  return made.map(({ id }) => id) as [string, string, string];
}

test("a proposal arrives on each of its person's devices, encrypted, with the button that opens it", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const [phone, laptop, other] = [await subscribed(member), await subscribed(member), await subscribed(stranger)];
  const [id] = await propose(member, "Packing line");
  await settled(member, "sent", "sent");
  for (const { browser } of [phone, laptop])
    expect(service.received(browser)).toMatchObject([
      {
        shown: { tag: `proposal:${id}`, href: `/decisions/${id}`, open: "Open proposal" },
        urgency: "high",
        ttl: 86_400,
      },
    ]);
  expect(service.received(phone.browser)[0]?.shown.title).toMatch(/£|\$|€/);
  expect(service.received(other.browser)).toEqual([]);
  expect(service.journal.some(({ text }) => text.includes("proposal"))).toBe(false);
  expect((await devicesOf(member)).map(({ lastSentAt }) => lastSentAt !== null)).toEqual([true, true]);
});

test("only what a person chose is sent, and a test always", async () => {
  const member = await world.member();
  const { browser, device } = await subscribed(member);
  await tell(member, "orders.csv imported", "import");
  await tell(member, "Packing line");
  await settled(member, "sent");
  await member.call(push.choosePush, { body: { about: "all", quiet: null, brief: false, approvals: false } });
  await tell(member, "orders.csv imported", "import");
  await settled(member, "sent", "sent");
  await member.call(push.tryPushDevice, { params: { id: device.id } });
  await settled(member, "sent", "sent", "sent");
  expect(service.received(browser).map(({ shown }) => shown.title)).toEqual([
    "Packing line",
    "orders.csv imported",
    "Notifications work on this device",
  ]);
});

test("in quiet hours nothing arrives; at their end one line says what came and was not read", async () => {
  const member = await world.member();
  const { browser } = await subscribed(member);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  const quiet = { from: at(-60), to: at(60), timeZone: "UTC" };
  await member.call(push.choosePush, { body: { about: "needs-you", quiet, brief: false, approvals: false } });
  await tell(member, "Packing line");
  await tell(member, "Second depot");
  expect(await statusesOf(world, member)).toEqual(["held"]);
  await hurryDeliveries(world);
  await settled(member, "sent");
  expect(service.received(browser).map(({ shown }) => shown)).toEqual([
    {
      title: "2 notifications since your quiet hours began",
      body: "Packing line · Second depot",
      tag: "quiet",
      href: "/",
      open: "Open Boardroom",
    },
  ]);
  await member.call(push.choosePush, {
    body: { about: "needs-you", quiet: { ...quiet, to: at(90) }, brief: false, approvals: false },
  });
  await tell(member, "Third depot");
  await member.call(readNotifications, { body: { until: new Date(Date.now() + 60_000).toISOString() } });
  await hurryDeliveries(world);
  await settled(member, "sent", "cancelled");
  expect(
    await member.send("PUT", push.choosePush.path, {
      body: { about: "all", quiet: { ...quiet, to: quiet.from }, brief: false, approvals: false },
    }),
  ).toMatchObject({ status: 400 });
});

test("a browser that ended its subscription is forgotten; one that fails is tried again", async () => {
  const member = await world.member();
  const [gone, busy] = [await subscribed(member), await subscribed(member)];
  service.end(gone.browser);
  const path = new URL(busy.browser.endpoint).pathname;
  service.fail({ kind: "refuse", status: 503 }, { times: 1, on: (call) => call.path === path });
  await tell(member, "Packing line");
  await expect.poll(() => statusesOf(world, member), { timeout: 20_000 }).toEqual(["cancelled", "held"]);
  await hurryDeliveries(world);
  await settled(member, "cancelled", "sent");
  expect((await devicesOf(member)).map(({ id }) => id)).toEqual([busy.device.id]);
  expect(await journalOf(world, member)).toContain("push_device.removed");
});

test("addresses that no one may call, and keys that are none, are refused or forgotten", async () => {
  const member = await world.member();
  const add = (body: object) => member.send("POST", push.addPushDevice.path, { body });
  const { endpoint, p256dh, auth } = browserKeys("https://push.example/1");
  for (const bad of [
    "http://8.8.8.8/x",
    "https://10.0.0.1/x",
    "ftp://push.example/x",
    "https://user:pass@push.example/x",
  ])
    expect([bad, (await add({ endpoint: bad, p256dh, auth })).status]).toEqual([bad, 400]);
  expect((await add({ endpoint, p256dh: "AAAA", auth })).status).toBe(400);
  expect((await add({ endpoint, p256dh, auth: "AAAA" })).status).toBe(400);
  // A name is checked as it is resolved for the connection.
  expect((await add({ endpoint: "https://localhost.localdomain:1/x", p256dh, auth })).status).toBe(200);
  expect(await devicesOf(member)).toHaveLength(1);
});

test("who signs out everywhere, and who is added again elsewhere, sees nothing on the old device", async () => {
  const member = await world.member();
  const { browser } = await subscribed(member);
  expect((await member.call(push.addPushDevice, { body: browser })).id).toBe((await devicesOf(member))[0]?.id);
  await member.call(endAllSessions);
  const again = await signIn(world.url, member);
  await expect.poll(async () => (await again.call(push.getPush)).devices, { timeout: 20_000 }).toEqual([]);
  await tell(member, "Packing line");
  expect(await statusesOf(world, member)).toEqual([]);
});

test("who has a passkey approves with it, and is not asked again for five minutes", async () => {
  const member = await world.member();
  const [first, second, third] = await propose(member, "Packing line", "Second depot", "Third depot");
  const send = (id: string) =>
    member.send(settleDecision.method, settleDecision.path.replace(":id", id), { body: { approved: true } });
  expect((await send(first)).status).toBe(200);
  const key = softPasskey(world.config.publicUrl.origin);
  const { challenge } = await member.call(startPasskey);
  await member.call(addPasskey, { body: { name: "Phone", passkey: key.create(challenge) } });
  const refused = await send(second);
  expect([refused.status, refused.text, refused.headers.get("x-error-field")]).toEqual([
    403,
    "Confirm with your passkey to approve this",
    "passkey",
  ]);
  const several = { ids: [second, third], approved: true };
  expect((await member.send(settleDecisions.method, settleDecisions.path, { body: several })).status).toBe(403);
  const stolen = softPasskey(world.config.publicUrl.origin).sign((await member.call(startConfirming)).challenge);
  expect((await member.send("POST", confirmPerson.path, { body: { passkey: stolen } })).status).toBe(403);
  await member.call(confirmPerson, { body: { passkey: key.sign((await member.call(startConfirming)).challenge) } });
  expect((await send(second)).status).toBe(200);
  await world.asOwner("UPDATE sessions SET confirmed_at = confirmed_at - interval '5 minutes' WHERE user_id = $1", [
    member.user.id,
  ]);
  expect((await send(third)).status).toBe(403);
  const rejected = await member.send(settleDecision.method, settleDecision.path.replace(":id", third), {
    body: { approved: false, reason: "Too dear" },
  });
  expect(rejected.status).toBe(200);
});
