// On both databases: a command reaches the server that has the database, or opens it itself.
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyRegistered } from "#features/accounts/events.ts";
import { getOversightStatus, initializeOversight } from "#features/oversight/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addWebhook } from "#features/webhooks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { command } from "../command.ts";
import { deliveriesOf, hurryDeliveries } from "../deliveries.ts";
import { freshGround, hire, journalOf, type Member, openOn, signIn, type World } from "../world.ts";

let ground: Awaited<ReturnType<typeof freshGround>>;
let world: World | null = null;
const open = () => openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "1000", ...ground.env }));
beforeAll(async () => {
  ground = await freshGround();
  world = await open();
});
afterAll(async () => {
  await world?.close();
  ground.remove();
});

const statusOf = async (member: Member) => {
  const client = await signIn(world?.url ?? "", member);
  const { systemStatus, heldAt } = await client.call(getOversightStatus);
  return [systemStatus, heldAt !== null];
};

test("the command stops every company within 5 s, beside the running server and without it", async () => {
  if (!world) throw new Error("The server did not start.");
  const [one, other] = [await world.member("one"), await world.member("other")];
  await hire(one, "CFO");
  await one.call(initializeOversight);
  await other.call(addWebhook, {
    body: { name: "CRM", address: "https://localhost:1/", events: ["metric.recorded"] },
  });
  const { code, out, complaint } = await command("hold", ground.env);
  expect([code, complaint]).toEqual([0, ""]);
  expect(out).toContain("Everything autonomous is stopped in 2 companies.");
  expect([await statusOf(one), await statusOf(other)]).toEqual([
    ["INACTIVE", true],
    ["INACTIVE", true],
  ]);
  // Webhooks tell others to act on what agents did, so they are held too.
  await other.call(recordMetrics, {
    body: { source: "api", points: [{ metricName: "daily_revenue", metricValue: 1, measurementDate: "2026-11-21" }] },
  });
  await hurryDeliveries(world);
  expect(await deliveriesOf(world, other)).toMatchObject([{ status: "held", attempts: 0 }]);
  expect(await journalOf(world, one)).toContain("oversight.stopped");
  expect(await journalOf(world, other)).toEqual(expect.arrayContaining([companyRegistered.type, "oversight.stopped"]));
  expect(await one.call(initializeOversight)).toMatchObject({ systemStatus: "MONITORING", heldAt: null });
  await world.close();
  world = null;
  expect((await command("hold", ground.env)).code).toBe(0);
  world = await open();
  expect(await statusOf(one)).toEqual(["INACTIVE", true]);
});

test("it takes no arguments", async () => {
  expect(await command("hold", ground.env, ["now"])).toMatchObject({ code: 1, complaint: "Usage: npm run hold\n" });
});
