import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordMetrics } from "#features/metrics/contract.ts";
import * as reports from "#features/reports/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { journalOf, openWorld, type World } from "../world.ts";

/** The board pack, and the links that show it to people outside. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
let goBack = () => undefined as unknown;
afterEach(() => goBack());

async function company() {
  goBack = travelTo(new Date("2026-11-10T09:00:00Z"));
  const member = await world.member();
  const day = (date: string, value: number, metricName = "daily_revenue") => ({
    metricName,
    metricValue: value,
    measurementDate: date,
  });
  await member.call(recordMetrics, {
    body: {
      source: "manual",
      points: [
        day("2026-10-01", 1_000),
        day("2026-10-31", 2_500.5),
        day("2026-09-30", 900),
        day("2025-10-12", 2_000),
        day("2026-10-31", 3_000, "revenue_target"),
        day("2026-10-31", 70_000, "cash"),
      ],
    },
  });
  return member;
}

test("the pack holds the month against plan, the year before and the month before", async () => {
  const member = await company();
  const pack = await member.call(reports.getBoardPack, { query: { period: "2026-10" } });
  expect(pack).toMatchObject({ label: "October 2026", from: "2026-10-01", to: "2026-10-31", isOpen: false });
  const by = Object.fromEntries(pack.figures.map((one) => [one.label, one]));
  expect(by["Revenue"]).toMatchObject({ value: 3_500.5, plan: 3_000, lastYear: 2_000, before: 900, unit: "money" });
  expect(by["Cash at the end"]).toMatchObject({ value: 70_000, plan: null, lastYear: null });
  expect(pack.months.at(-1)?.value).toBe(3_500.5);
  expect(pack.forecast).toBeNull();
  expect(by["Revenue"]?.href).toMatch(/^\/explore\?q=/);
  // Without any revenue there is no chart of it.
  const other = await world.member();
  expect((await other.call(reports.getBoardPack, { query: { period: "2026-10" } })).months).toEqual([]);
  const quarter = await member.call(reports.getBoardPack, { query: { period: "2026-Q4" } });
  expect(quarter).toMatchObject({ label: "October to December 2026", isOpen: true });
  await expect(member.call(reports.getBoardPack, { query: { period: "2026-12" } })).rejects.toThrow(
    "400: December 2026 has not begun",
  );
});

test("a link shows the pack as it was, to whoever holds it, until it expires or is revoked", async () => {
  const member = await company();
  const { link, path } = await member.call(reports.sharePack, { body: { period: "2026-10", days: 7 } });
  const token = path.replace("/board#", "");
  expect(link).toMatchObject({ label: "October 2026", opened: 0, isExpired: false, by: member.user.username });
  const stranger = world.client();
  const first = await stranger.call(reports.openSharedPack, { body: { token } });
  expect(first.pack.figures[0]).toMatchObject({ label: "Revenue", value: 3_500.5 });
  await member.call(recordMetrics, {
    body: {
      source: "manual",
      points: [{ metricName: "daily_revenue", metricValue: 9_999, measurementDate: "2026-10-02" }],
    },
  });
  expect((await stranger.call(reports.openSharedPack, { body: { token } })).pack).toEqual(first.pack);
  expect((await member.call(reports.listPackLinks))[0]).toMatchObject({ opened: 2 });

  // Another company has nothing to do with it.
  const other = await world.member();
  expect(await other.call(reports.listPackLinks)).toEqual([]);
  await expect(other.call(reports.revokePackLink, { params: { id: link.id } })).rejects.toThrow("404");

  await member.call(reports.revokePackLink, { params: { id: link.id } });
  const dead = /^404: This link does not work any more/;
  await expect(stranger.call(reports.openSharedPack, { body: { token } })).rejects.toThrow(dead);
  const wrong = "A".repeat(43);
  await expect(stranger.call(reports.openSharedPack, { body: { token: wrong } })).rejects.toThrow(dead);

  const late = await member.call(reports.sharePack, { body: { period: "2026-Q3", days: 7 } });
  goBack();
  goBack = travelTo(new Date("2026-11-18T09:00:00Z"));
  await expect(
    stranger.call(reports.openSharedPack, { body: { token: late.path.replace("/board#", "") } }),
  ).rejects.toThrow(dead);
  const kinds = await journalOf(world, member);
  expect(kinds.filter((kind) => kind.startsWith("board_pack."))).toEqual([
    "board_pack.shared",
    "board_pack.opened",
    "board_pack.revoked",
    "board_pack.shared",
  ]);
});
