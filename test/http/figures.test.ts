import { afterAll, beforeAll, expect, test } from "vitest";
import { listSeries, recordMetrics } from "#features/metrics/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const record = (member: Member, source: "manual" | "api", metricName: string, days: readonly string[]) =>
  member.call(recordMetrics, {
    body: { source, points: days.map((measurementDate) => ({ metricName, metricValue: 1, measurementDate })) },
  });

test("each figure counts its own days, once for all its sources", async () => {
  const [member, other] = [await world.member(), await world.member("other")];
  await record(member, "manual", "orders", ["2026-01-01", "2026-01-02", "2026-01-03"]);
  await record(member, "api", "orders", ["2026-01-03", "2026-01-04"]);
  await record(member, "manual", "visits", ["2026-02-01"]);
  await record(other, "manual", "orders", ["2026-03-01", "2026-03-02"]);
  const days = async (who: Member) =>
    Object.fromEntries((await who.call(listSeries)).map(({ latest, days: count }) => [latest.metricName, count]));
  expect(await days(member)).toEqual({ orders: 4, visits: 1 });
  expect(await days(other)).toEqual({ orders: 2 });
});
