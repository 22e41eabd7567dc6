import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { changeMember, removeMember } from "#features/members/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { initializeOversight, stopOversight } from "#features/oversight/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { deleteOwn } from "#features/privacy/contract.ts";
import * as webhooks from "#features/webhooks/contract.ts";
import { notify } from "#features/notifications/notices/service.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { hurryDeliveries, statusesOf } from "../deliveries.ts";
import { type Answer, type Fault, openService, type Service } from "../outside/service.ts";
import { isSigned, type Posted } from "../receiving.ts";
import { colleague } from "../samples.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** Webhooks out: what is posted, signed how, how often, and what can go wrong with the receiver. */
let world: World;
let receiver: Service;
beforeAll(async () => {
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" });
  receiver = await openService(({ path }, response): Answer | void => {
    if (path.startsWith("/large")) {
      response.writeHead(200, { "content-type": "text/plain" });
      response.on("error", () => undefined);
      const piece = Buffer.alloc(64 * 1024, "x");
      for (let sent = 0; sent < 160; sent += 1) response.write(piece);
      return void response.end();
    }
    if (path.startsWith("/away"))
      return { status: 302, headers: { location: "http://169.254.169.254/latest/meta-data" } };
    if (path.startsWith("/gone")) return { status: 410 };
    return { status: 200, headers: { "set-cookie": "secret=1" }, body: "taken, thanks" };
  });
});
beforeEach(() => receiver.heal());
afterAll(async () => {
  await world?.close();
  await receiver?.close();
});

/** A webhook with a path of its own; `calls` are those that arrived there. */
async function added(member: Member, events: string[], path = "/hook", name = "CRM") {
  const own = `${path}/${crypto.randomUUID()}`;
  const body = { name, address: `${receiver.url}${own}`, events };
  const calls = () => receiver.journal.filter((call) => call.path === own);
  return {
    ...(await member.call(webhooks.addWebhook, { body })),
    calls,
    posted: () => calls().map(({ text }) => JSON.parse(text) as Posted),
    fails: (fault: Fault, times?: number) =>
      receiver.fail(fault, { ...(times && { times }), on: (call) => call.path === own }),
  };
}
const post = (member: Member, day: string, metricValue = 100) =>
  member.call(recordMetrics, {
    body: { source: "api", points: [{ metricName: "daily_revenue", metricValue, measurementDate: day }] },
  });
const settled = (member: Member, ...wanted: string[]) =>
  expect.poll(() => statusesOf(world, member), { timeout: 20_000 }).toEqual(wanted);
const logOf = (member: Member, id: string) => member.call(webhooks.listMessages, { params: { id } });

test("an event that was chosen arrives signed, with what a viewer may see; others do not", async () => {
  const member = await world.member();
  const { webhook, secret, calls, posted } = await added(member, ["metric.recorded"]);
  expect(secret).toMatch(/^whsec_/);
  await member.call(addRecord, {
    body: { kind: "customers", source: "manual", fields: { name: "Ada Ltd", status: "active" } },
  });
  await post(member, "2026-11-25");
  await settled(member, "sent");
  const [call] = calls();
  if (!call) throw new Error("Nothing arrived.");
  expect(isSigned(call, secret)).toBe(true);
  expect(isSigned({ ...call, text: `${call.text} ` }, secret)).toBe(false);
  expect(posted()[0]).toMatchObject({
    type: "metric.recorded",
    data: { resource: "metric", by: "person", severity: "info", figure: { value: 100 } },
  });
  const [message] = await logOf(member, webhook.id);
  expect(message).toMatchObject({
    type: "metric.recorded",
    status: "sent",
    attempts: [{ status: 200, fault: null, answer: "taken, thanks" }],
  });
  // Neither the signature nor what the receiver sets is kept.
  expect(message?.attempts[0]?.sent["webhook-signature"]).toBe("[hidden]");
  expect(message?.attempts[0]?.headers["set-cookie"]).toBe("[hidden]");
  expect(await journalOf(world, member)).toContain("webhook.added");
  const rows = await world.asOwner("SELECT row_to_json(w)::text AS text FROM webhooks w WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20));
});

test("each webhook gets its messages in order, though one of them fails at first", async () => {
  const member = await world.member();
  const { calls, fails } = await added(member, ["metric.recorded"]);
  fails({ kind: "refuse", status: 503 }, 1);
  for (const day of ["2026-11-21", "2026-11-22", "2026-11-23"]) await post(member, day);
  await expect.poll(() => calls().length).toBe(1);
  await expect.poll(() => statusesOf(world, member)).toEqual(["held", "held", "held"]);
  await hurryDeliveries(world);
  await settled(member, "sent", "sent", "sent");
  const ids = calls().map(({ headers }) => headers["webhook-id"]);
  expect(ids[0]).toBe(ids[1]);
  const seqs = calls()
    .filter(({ isDone }) => isDone)
    .map(({ text }) => (JSON.parse(text) as { data: { seq: number } }).data.seq);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
  expect(new Set(seqs).size).toBe(3);
});

test("a lost response is sent again under the same id; a failing receiver is tried for three days, then no more", async () => {
  const member = await world.member();
  const { webhook, calls, fails } = await added(member, ["metric.recorded"]);
  fails({ kind: "lost response" }, 1);
  await post(member, "2026-11-21");
  await expect.poll(() => statusesOf(world, member)).toEqual(["held"]);
  await hurryDeliveries(world);
  await settled(member, "sent");
  expect(new Set(calls().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  fails({ kind: "refuse", status: 500 });
  await post(member, "2026-11-22");
  await post(member, "2026-11-23");
  const state = async () => {
    await hurryDeliveries(world);
    return (await statusesOf(world, member))[1];
  };
  await expect.poll(state, { timeout: 30_000 }).toBe("failed");
  const [, second] = (await logOf(member, webhook.id)).toReversed();
  expect(second?.attempts.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 500));
  // What was given up holds no one up, and can be sent again.
  receiver.heal();
  const behind = async () => {
    await hurryDeliveries(world);
    return (await statusesOf(world, member))[2];
  };
  await expect.poll(behind).toBe("sent");
  await member.call(webhooks.sendAgain, { params: { id: webhook.id, message: second?.id ?? "" } });
  await expect.poll(async () => (await statusesOf(world, member))[3]).toBe("sent");
  expect(
    calls()
      .filter(({ isDone }) => isDone)
      .at(-1)?.headers["webhook-id"],
  ).toBe(`msg_${second?.id}`);
  expect(await journalOf(world, member)).toContain("webhook.sent_again");
});

test("an answer of 10 MB is cut, and a redirect is not followed", async () => {
  const member = await world.member();
  const large = await added(member, ["metric.recorded"], "/large", "Large");
  const away = await added(member, ["metric.recorded"], "/away", "Away");
  await post(member, "2026-11-21");
  await expect.poll(async () => (await logOf(member, large.webhook.id))[0]?.status).toBe("sent");
  const [message] = await logOf(member, large.webhook.id);
  expect(message?.attempts[0]?.answer.length).toBeLessThanOrEqual(1_000);
  await expect.poll(async () => (await logOf(member, away.webhook.id))[0]?.attempts.length).toBe(1);
  const [redirected] = await logOf(member, away.webhook.id);
  expect(redirected?.attempts[0]).toMatchObject({ status: null });
  expect(redirected?.attempts[0]?.fault).toContain("redirect");
  expect(redirected?.status).toBe("held");
});

test("private addresses are refused in every spelling, on adding and on sending", async () => {
  const member = await world.member();
  const spellings = [
    "http://169.254.169.254/latest",
    "https://0xa9fea9fe/",
    "https://2852039166/",
    "https://0251.0376.0251.0376/",
    "https://10.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "http://93.184.216.34/",
    "https://user:word@example.com/",
  ];
  for (const address of spellings) {
    const body = { name: "Inside", address, events: ["metric.recorded"] };
    const { status } = await member.send("POST", "/api/webhooks", { body });
    expect([address, status]).toEqual([address, 422]);
  }
  expect(
    (
      await member.send("POST", "/api/webhooks", {
        body: { name: "x", address: "ftp://a.example", events: ["metric.recorded"] },
      })
    ).status,
  ).toBe(400);
  // A name that means a private address is refused as it is resolved.
  const body = { name: "Local", address: "https://localhost:1/", events: ["metric.recorded"] };
  const { webhook } = await member.call(webhooks.addWebhook, { body });
  await member.call(webhooks.testWebhook, { params: { id: webhook.id } });
  await expect.poll(async () => (await logOf(member, webhook.id))[0]?.attempts[0]?.fault ?? "").not.toBe("");
  expect(await member.call(webhooks.getWebhooks)).toMatchObject({ webhooks: [{ name: "Local" }] });
});

test("while a secret is rotated both verify, in the middle of a delivery too; then the previous one ends", async () => {
  const member = await world.member();
  const { webhook, secret: first, calls, fails } = await added(member, ["metric.recorded"]);
  fails({ kind: "refuse", status: 500 }, 1);
  await post(member, "2026-11-21");
  // It is held before its first attempt too.
  await expect.poll(() => calls().length).toBe(1);
  await expect.poll(() => statusesOf(world, member)).toEqual(["held"]);
  const { secret: second, webhook: rotating } = await member.call(webhooks.rotateSecret, {
    params: { id: webhook.id },
  });
  expect(rotating.oldSecretUntil).not.toBeNull();
  await hurryDeliveries(world);
  await settled(member, "sent");
  const [before, after] = calls();
  expect([before, after].map((call) => call && isSigned(call, first))).toEqual([true, true]);
  expect([before, after].map((call) => call && isSigned(call, second))).toEqual([false, true]);
  await world.asOwner("UPDATE webhooks SET old_until = now() - interval '1 second' WHERE id = $1", [webhook.id]);
  await post(member, "2026-11-22");
  await settled(member, "sent", "sent");
  const last = calls().at(-1);
  expect(last && [isSigned(last, first), isSigned(last, second)]).toEqual([false, true]);
  await member.call(webhooks.rotateSecret, { params: { id: webhook.id } });
  expect((await member.call(webhooks.endRotation, { params: { id: webhook.id } })).oldSecretUntil).toBeNull();
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["webhook.secret_rotated", "webhook.rotation_ended"]),
  );
});

test("after five days of failure a webhook is switched off, with a notice to the admins; it can be switched on again", async () => {
  const member = await world.member();
  const { webhook, calls, fails, posted } = await added(member, ["metric.recorded"]);
  fails({ kind: "refuse", status: 500 });
  await post(member, "2026-11-21");
  await post(member, "2026-11-22");
  await expect
    .poll(async () => (await member.call(webhooks.getWebhooks)).webhooks[0]?.failingSince ?? null)
    .not.toBeNull();
  await hurryDeliveries(world);
  await expect.poll(() => calls().length).toBe(2);
  expect((await member.call(webhooks.getWebhooks)).webhooks[0]?.isOn).toBe(true);
  await world.asOwner("UPDATE webhooks SET failing_since = now() - interval '5 days' WHERE id = $1", [webhook.id]);
  await expect.poll(async () => (await statusesOf(world, member))[0]).toBe("held");
  await hurryDeliveries(world);
  await expect.poll(async () => (await member.call(webhooks.getWebhooks)).webhooks[0]?.isOn).toBe(false);
  await expect
    .poll(async () => (await member.call(listNotifications)).items.map(({ title }) => title))
    .toContain("The webhook CRM was switched off");
  await expect.poll(async () => (await statusesOf(world, member)).filter((one) => one === "held")).toEqual([]);
  expect(await journalOf(world, member)).toContain("webhook.switched_off");
  receiver.heal();
  const arrived = calls().length;
  await post(member, "2026-11-23");
  const { status } = await member.send("POST", `/api/webhooks/${webhook.id}/test`);
  expect(status).toBe(409);
  const on = await member.call(webhooks.changeWebhook, { params: { id: webhook.id }, body: { isOn: true } });
  expect(on).toMatchObject({ isOn: true, failingSince: null, offBecause: null });
  await member.call(webhooks.testWebhook, { params: { id: webhook.id } });
  await expect.poll(() => calls().length).toBe(arrived + 1);
  expect(posted().at(-1)?.type).toBe("webhook.test");
});

test("a receiver that answers 410 is switched off at once", async () => {
  const member = await world.member();
  await added(member, ["metric.recorded"], "/gone");
  await post(member, "2026-11-21");
  await expect.poll(async () => (await member.call(webhooks.getWebhooks)).webhooks[0]?.isOn).toBe(false);
});

test("the stop of autonomous work holds messages, and resuming releases them", async () => {
  const member = await world.member();
  const { calls } = await added(member, ["metric.recorded"]);
  await member.call(initializeOversight);
  await member.call(stopOversight);
  await post(member, "2026-11-21");
  await expect.poll(() => statusesOf(world, member)).toEqual(["held"]);
  await hurryDeliveries(world);
  expect(calls()).toHaveLength(0);
  await member.call(initializeOversight);
  await settled(member, "sent");
  expect(calls()).toHaveLength(1);
});

test("notifications go to a webhook; removing it cancels what is open; names of a deleted person leave its log", async () => {
  const member = await world.member();
  const { webhook, fails, posted } = await added(member, ["notification.created"]);
  const guest = await colleague(world, member, "member");
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await write(ctx, (tx) =>
    notify(tx, [member.user.id, guest.user.id], {
      kind: "policy",
      subject: "1",
      occasion: crypto.randomUUID(),
      title: `${guest.username} raised 2 limits`,
      detail: "",
      href: "/policies",
      role: null,
    }),
  );
  await settled(member, "sent");
  expect(posted()[0]).toMatchObject({ type: "notification.created", data: { kind: "policy", people: 2 } });
  const inLog = async () => JSON.stringify(await logOf(member, webhook.id)).includes(guest.username);
  expect(await inLog()).toBe(true);
  await guest.call(deleteOwn, { body: { confirmDeletion: true } });
  expect(await inLog()).toBe(false);
  fails({ kind: "refuse", status: 500 });
  await member.call(webhooks.testWebhook, { params: { id: webhook.id } });
  await expect.poll(() => statusesOf(world, member)).toEqual(["sent", "held"]);
  await member.call(webhooks.removeWebhook, { params: { id: webhook.id } });
  // What was on its way at that moment finds its webhook removed.
  await expect
    .poll(() => statusesOf(world, member), { timeout: 20_000 })
    .toEqual(["sent", expect.stringMatching(/^(?:cancelled|failed)$/)]);
});

test("webhooks go on when an admin is removed, suspended or demoted, and the other admins hear that the secrets are known", async () => {
  const member = await world.member();
  const title = "A former admin may know the secrets of your webhooks";
  const heard = async () =>
    (await member.call(listNotifications)).items.filter((item) => item.title === title).map(({ detail }) => detail);
  const [removed, suspended, demoted, guest] = [
    await colleague(world, member, "admin"),
    await colleague(world, member, "admin"),
    await colleague(world, member, "admin"),
    await colleague(world, member, "member"),
  ];
  const { calls } = await added(removed, ["metric.recorded"]);
  const change = (who: Member, body: { role: "member" } | { isActive: boolean }) =>
    member.call(changeMember, { params: { id: who.user.id }, body });
  await member.call(removeMember, { params: { id: guest.user.id } });
  await member.call(removeMember, { params: { id: removed.user.id } });
  await expect.poll(heard).toHaveLength(1);
  await change(suspended, { isActive: false });
  await expect.poll(heard).toHaveLength(2);
  await change(demoted, { role: "member" });
  await expect.poll(heard).toHaveLength(3);
  expect((await heard())[0]).toContain("One webhook goes on as before");
  await post(member, "2026-11-21");
  await expect.poll(() => calls().length).toBe(1);
});

test("only admins see webhooks, and only their own company's", async () => {
  const member = await world.member();
  const { webhook, calls } = await added(member, ["metric.recorded"]);
  const guest = await colleague(world, member, "approver");
  expect((await guest.send("GET", "/api/webhooks")).status).toBe(403);
  const stranger = await world.member();
  for (const path of ["", "/secret", "/test"]) {
    const method = path === "" ? "DELETE" : "POST";
    expect((await stranger.send(method, `/api/webhooks/${webhook.id}${path}`)).status).toBe(404);
  }
  expect((await stranger.call(webhooks.getWebhooks)).webhooks).toEqual([]);
  // Another company's events stay where they are.
  await post(stranger, "2026-11-21");
  await post(member, "2026-11-21");
  await settled(member, "sent");
  expect(calls()).toHaveLength(1);
  const unknown = { name: "x", address: `${receiver.url}/`, events: ["user.logged_in"] };
  expect((await member.send("POST", "/api/webhooks", { body: unknown })).status).toBe(422);
});
