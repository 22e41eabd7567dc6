import { expect, test } from "vitest";
import { selectSnapshots } from "#platform/backup/retention.ts";

const hoursBefore = (hours: number) => new Date(Date.UTC(2026, 10, 20, 14, 30) - hours * 3_600_000);

test("keeps the newest of six hours, seven days and four weeks from a year of hourly snapshots", () => {
  const year = Array.from({ length: 365 * 24 }, (_unused, hours) => hoursBefore(hours));
  const kept = [...selectSnapshots(year)].map((moment) => moment.toISOString().slice(0, 13)).toSorted();
  expect(kept.slice(-6)).toEqual(["09", "10", "11", "12", "13", "14"].map((hour) => `2026-11-20T${hour}`));
  for (const day of [14, 15, 16, 17, 18, 19]) expect(kept).toContain(`2026-11-${day}T23`);
  expect(kept.length).toBeLessThanOrEqual(6 + 7 + 4);
  expect(kept.filter((moment) => moment < "2026-11-14")).toHaveLength(2);
});

test("pruning every hour keeps the same snapshots", () => {
  let folder: Date[] = [];
  for (let hours = 60 * 24; hours >= 0; hours -= 1) {
    const all = [...folder, hoursBefore(hours)];
    const keep = selectSnapshots(all);
    folder = all.filter((moment) => keep.has(moment));
    expect(folder.length).toBeLessThanOrEqual(17);
  }
  expect(folder.filter((moment) => moment < hoursBefore(7 * 24))).not.toEqual([]);
});

test("a lone snapshot is kept however old it is", () => {
  const old = hoursBefore(10_000);
  expect(selectSnapshots([old])).toEqual(new Set([old]));
});
