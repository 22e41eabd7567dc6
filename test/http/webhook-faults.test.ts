import { afterAll, beforeAll, expect, test } from "vitest";
import { recordMetrics } from "#features/metrics/contract.ts";
import * as webhooks from "#features/webhooks/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { type Answer, openService, type Service } from "../outside/service.ts";
import { isSigned } from "../receiving.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** Receivers that keep a delivery's attempt busy until its limit, and what goes on meanwhile. */
let world: World;
let receiver: Service;
beforeAll(async () => {
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" });
  receiver = await openService(({ path }, response): Answer | void => {
    if (path.startsWith("/holds")) return;
    if (!path.startsWith("/drips")) return { body: "taken" };
    response.writeHead(200, { "content-type": "text/plain" });
    const drip = setInterval(() => response.write("."), 300);
    response.on("close", () => clearInterval(drip)).on("error", () => undefined);
  });
  receiver.fail({ kind: "slow", ms: 60_000 }, { on: ({ path }) => path.startsWith("/slow") });
});
afterAll(async () => {
  await world?.close();
  await receiver?.close();
});

async function added(member: Member, kind: string) {
  const path = `/${kind}/${crypto.randomUUID()}`;
  const body = { name: kind, address: `${receiver.url}${path}`, events: ["metric.recorded"] };
  const { webhook, secret } = await member.call(webhooks.addWebhook, { body });
  const calls = () => receiver.journal.filter((call) => call.path === path);
  const log = async () => (await member.call(webhooks.listMessages, { params: { id: webhook.id } }))[0];
  return { id: webhook.id, secret, calls, log };
}
const post = (member: Member) =>
  member.call(recordMetrics, {
    body: { source: "api", points: [{ metricName: "daily_revenue", metricValue: 1, measurementDate: "2026-11-21" }] },
  });

test("a receiver that is slow, drips or holds the connection ends at the limit, and holds up nothing else of its or another company", {
  timeout: 90_000,
}, async () => {
  const [member, other] = [await world.member(), await world.member()];
  const [slow, drips, holds] = [
    await added(member, "slow"),
    await added(member, "drips"),
    await added(member, "holds"),
  ];
  const bad = [slow, drips, holds];
  await post(member);
  await expect.poll(() => bad.map(({ calls }) => calls().length), { timeout: 10_000 }).toEqual([1, 1, 1]);
  const own = await added(member, "well");
  const others = await added(other, "well");
  await member.call(webhooks.testWebhook, { params: { id: own.id } });
  await post(other);
  for (const well of [own, others])
    await expect.poll(async () => (await well.log())?.status, { timeout: 10_000 }).toBe("sent");
  // The others were sent while these were still under way.
  expect(await Promise.all(bad.map(async ({ log }) => (await log())?.attempts.length))).toEqual([0, 0, 0]);

  // A new secret while an attempt is under way: it was signed with the one before, the next one with both.
  const renewed = await member.call(webhooks.rotateSecret, { params: { id: holds.id } });
  for (const { log } of bad) await expect.poll(async () => (await log())?.attempts.length, { timeout: 40_000 }).toBe(1);
  expect(await slow.log()).toMatchObject({ status: "held", attempts: [{ status: null }] });
  expect(await holds.log()).toMatchObject({ status: "held", attempts: [{ status: null }] });
  // Its answer began with 200: it took the message.
  await expect.poll(async () => (await drips.log())?.status).toBe("sent");
  await hurryDeliveries(world);
  await expect.poll(() => holds.calls().length, { timeout: 20_000 }).toBe(2);
  const [before, after] = holds.calls();
  expect([before, after].map((call) => call && isSigned(call, holds.secret))).toEqual([true, true]);
  expect([before, after].map((call) => call && isSigned(call, renewed.secret))).toEqual([false, true]);
  expect(after?.headers["webhook-id"]).toBe(before?.headers["webhook-id"]);
});
