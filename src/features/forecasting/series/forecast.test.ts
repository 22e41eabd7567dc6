import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accuracyOfDays, accuracyOfSums } from "../../../../test/accuracy.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { asDays, gaussian, seeded } from "../../../../test/clean.ts";

const retail = readFileSync(new URL("../../../app/demo-data/daily-sales.csv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((row) => ({ day: row.slice(0, 10), value: Number(row.slice(11)) }));
const last200 = { from: retail.length - 200, to: retail.length, level: 0.8 };

/** A generated series: a shop with weekends, some noise and no trend. */
function shop(days: number, seed = 1): { day: string; value: number }[] {
  const random = seeded(seed);
  const values = Array.from({ length: days }, (_, at) => (at % 7 > 4 ? 400 : 1_000) * Math.exp(0.1 * gaussian(random)));
  return asDays(values);
}

const isWeekday = (day: string, weekday: number): boolean => new Date(day).getUTCDay() === weekday;

test("on real sales it beats the previous same weekday, and its 80% intervals contain 75 to 85% of days", () => {
  const found = accuracyOfDays(retail, { ...last200, horizons: [1, 7, 28] });
  expect(found.map(({ horizon, count }) => [horizon, count])).toEqual([
    [1, 200],
    [7, 200],
    [28, 200],
  ]);
  for (const { mase, naive, coverage } of found) {
    expect(mase).toBeLessThan(naive);
    expect(coverage).toBeGreaterThanOrEqual(0.75);
    expect(coverage).toBeLessThanOrEqual(0.85);
  }
});

test("weekly sums beat last week's, and have their own intervals", () => {
  const [week, month] = accuracyOfSums(retail, { ...last200, horizons: [7, 28] });
  expect(week?.mase).toBeLessThan(week?.naive ?? 0);
  expect(week?.coverage).toBeGreaterThan(0.75);
  // 28 weeks, of which 24 are 86%.
  expect(week?.coverage).toBeLessThan(0.87);
  expect(month?.coverage).toBeGreaterThanOrEqual(0.75);
  expect(month?.coverage).toBeLessThanOrEqual(0.85);
  const { days, sum } = forecastDaily(retail, 7);
  const widest = days.reduce((total, { low, high }) => total + high - low, 0);
  expect((sum?.high ?? 0) - (sum?.low ?? 0)).toBeLessThan(0.8 * widest);
});

test("forecasts 90 days from two years within 50 ms of processor time", () => {
  const times = Array.from({ length: 15 }, () => {
    const from = process.cpuUsage();
    forecastDaily(retail, 90);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  });
  expect(times.sort((one, other) => one - other)[7]).toBeLessThan(50);
});

test("depends only on the given history, in any order", () => {
  const history = retail.slice(0, 500);
  const mixed = history.toSorted((one, other) => (one.value < other.value ? -1 : 1));
  expect(forecastDaily(mixed, 14)).toEqual(forecastDaily(history, 14));
  expect(forecastDaily(history, 14).days.map(({ day }) => day)).toEqual(retail.slice(500, 514).map(({ day }) => day));
});

test("a day's forecast does not depend on the horizon", () => {
  const [near, far] = [forecastDaily(retail, 7), forecastDaily(retail, 60)];
  for (const [at, one] of near.days.entries()) {
    expect(one.value).toBeCloseTo(far.days[at]?.value ?? 0, 6);
    expect(one.low).toBeCloseTo(far.days[at]?.low ?? 0, 6);
  }
});

test("a higher level gives wider intervals around the same point", () => {
  const [narrow, wide] = [forecastDaily(retail, 14, 0.5), forecastDaily(retail, 14, 0.95)];
  for (const [at, one] of wide.days.entries()) {
    const inner = narrow.days[at];
    expect(one.low).toBeLessThan(inner?.low ?? 0);
    expect(one.high).toBeGreaterThan(inner?.high ?? 0);
  }
});

test.each([0, 1, 27])("%i days give no forecast, with a reason", (count) => {
  const found = forecastDaily(shop(count), 7);
  expect(found).toMatchObject({ days: [], sum: null, method: null, points: count });
  expect(found.unknowns).toEqual([
    `No forecast: ${count} ${count === 1 ? "day has a figure" : "days have figures"}, but at least 28 are needed.`,
  ]);
});

test("four weeks allow a forecast of two, including weekends", () => {
  const found = forecastDaily(shop(28), 60);
  expect(found.days).toHaveLength(14);
  expect(found.unknowns[0]).toBe("28 days of history allow a forecast of 14 days, not 60.");
  const [monday, sunday] = [0, 6].map((at) => found.days[at]?.value ?? 0);
  expect(monday).toBeGreaterThan(1.5 * (sunday ?? 0));
  for (const { value, low, high } of found.days) {
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThan(low);
  }
});

test.each(["missing", "zero"])("a weekday with %s figures for weeks is closed", (kind) => {
  const open = shop(200);
  const points =
    kind === "missing"
      ? open.filter(({ day }) => !isWeekday(day, 0))
      : open.map(({ day, value }) => ({ day, value: isWeekday(day, 0) ? 0 : value }));
  const { days, unknowns, sum } = forecastDaily(points, 21);
  const sundays = days.filter(({ day }) => isWeekday(day, 0));
  expect(sundays.map(({ value, low, high }) => [value, low, high])).toEqual([1, 2, 3].map(() => [0, 0, 0]));
  for (const { low } of days.filter(({ day }) => !isWeekday(day, 0))) expect(low).toBeGreaterThan(100);
  expect(unknowns).toContain("No figures on Sundays for weeks, so these days count as closed.");
  const usual = 3 * (5 * 1_000 + 400);
  expect((sum?.value ?? 0) / usual).toBeGreaterThan(0.93);
  expect((sum?.value ?? 0) / usual).toBeLessThan(1.07);
});

test("figures of one weekday only are forecast on that weekday", () => {
  const mondays = shop(400).filter(({ day }) => isWeekday(day, 1));
  const { days, sum } = forecastDaily(mondays, 14);
  expect(days.filter(({ value }) => value > 0).map(({ day }) => isWeekday(day, 1))).toEqual([true, true]);
  expect((sum?.value ?? 0) / 2_000).toBeCloseTo(1, 0);
});

test("days without a figure are unknown, not zero", () => {
  const points = shop(300).filter((_, at) => at % 5 !== 2 && (at < 100 || at > 130));
  const { sum, points: known, unknowns } = forecastDaily(points, 7);
  expect(known).toBe(points.length);
  expect((sum?.value ?? 0) / 5_800).toBeGreaterThan(0.93);
  expect((sum?.value ?? 0) / 5_800).toBeLessThan(1.07);
  expect(unknowns.some((sentence) => sentence.endsWith("days have no figure and are left out."))).toBe(true);
});

test("gives no forecast if the last figures follow a long gap", () => {
  const points = shop(72).filter((_, at) => at < 28 || at >= 70);
  expect(forecastDaily(points, 7)).toMatchObject({
    days: [],
    sum: null,
    unknowns: ["No forecast: the figures have too many gaps to estimate its error."],
  });
});

test("one wild day does not carry the forecast away", () => {
  const calm = shop(200);
  const wild = calm.map((point, at) => (at === 197 ? { ...point, value: point.value * 30 } : point));
  const [one, other] = [forecastDaily(calm, 7), forecastDaily(wild, 7)];
  for (const [at, { value }] of other.days.entries()) expect(value / (one.days[at]?.value ?? 0)).toBeLessThan(1.12);
});

test("learns a new level within weeks", () => {
  const moved = shop(200).map((point, at) => (at < 160 ? point : { ...point, value: point.value * 2 }));
  const { sum } = forecastDaily(moved, 7);
  expect((sum?.value ?? 0) / 11_600).toBeGreaterThan(0.9);
});

test("losses are forecast as losses, and a nonnegative series has no negative interval", () => {
  const random = seeded(3);
  const flow = asDays(Array.from({ length: 200 }, () => -100 + 300 * gaussian(random)));
  const { days, sum } = forecastDaily(flow, 7);
  expect(days[0]?.low).toBeLessThan(-200);
  expect(sum?.value).toBeLessThan(0);
});

test("with mostly zero days the sum is right on average, and no interval is negative", () => {
  const random = seeded(4);
  const found = Array.from({ length: 30 }, () =>
    forecastDaily(asDays(Array.from({ length: 200 }, () => Math.max(0, gaussian(random) - 1) * 1_000)), 28),
  );
  for (const { low, value } of found.flatMap(({ days }) => days))
    expect(Math.min(low, value)).toBeGreaterThanOrEqual(0);
  // E max(0, z − 1) = φ(1) − 1 + Φ(1) = 0.0833.
  const share = found.reduce((sum, one) => sum + (one.sum?.value ?? 0), 0) / (30 * 28 * 83.3);
  expect(share).toBeGreaterThan(0.85);
  expect(share).toBeLessThan(1.15);
  for (const { unknowns } of found)
    expect(unknowns[0]).toBe("Most days have no revenue, so the total is more reliable than single days.");
});

test("a constant series stays constant; invalid figures are skipped", () => {
  const same = asDays(Array.from({ length: 60 }, () => 250));
  const { days, sum } = forecastDaily([...same, { day: "2024-01-05", value: Number.NaN }], 7);
  for (const { value, low, high } of days) for (const one of [value, low, high]) expect(one).toBeCloseTo(250, 6);
  expect(sum?.value).toBeCloseTo(1_750, 4);
  expect(forecastDaily(asDays(Array.from({ length: 60 }, () => 0)), 7).sum).toEqual({ value: 0, low: 0, high: 0 });
});

test("a day with a wrong year neither hides the others nor exhausts memory", () => {
  const { sum } = forecastDaily([{ day: "1906-03-01", value: 5 }, ...shop(100)], 7);
  expect((sum?.value ?? 0) / 5_800).toBeGreaterThan(0.9);
});

test("after more than a year it uses the same weeks a year ago", () => {
  expect(forecastDaily(retail, 28).method).toBe(
    "Average of 16 exponential smoothings with weekdays, of logarithms, with the weeks of a year ago",
  );
  expect(forecastDaily(retail.slice(-400), 28).unknowns).toContain(
    "Seasonality is not included: it needs 60 weeks of figures.",
  );
});

test.each([0, 91, 1.5, Number.NaN])("refuses a horizon of %d days", (horizon) => {
  expect(() => forecastDaily(retail, horizon)).toThrow("The horizon must be 1 to 90 days.");
});

test.each([0, 1, 80])("refuses a level of %d", (level) => {
  expect(() => forecastDaily(retail, 7, level)).toThrow("The level must be between 0 and 1.");
});
