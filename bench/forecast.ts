import { readFileSync } from "node:fs";
import { type Accuracy, accuracyOfDays, accuracyOfSums } from "../src/features/metrics/series/accuracy.ts";
import type { Point } from "../src/features/metrics/series/calendar.ts";
import { forecastDaily } from "../src/features/metrics/series/forecast.ts";
import { asDays, clean, gaussian, seeded } from "../test/clean.ts";
import { median } from "./compare.ts";
import { atMost, type Goal, type Report } from "./report.ts";

const level = 0.8;
const reported = 200;
const horizons = [1, 7, 28];

/** The forecast of real sales against the same weekday before, the days its intervals hold, and its time. */
export async function measure(): Promise<Report> {
  const points = retail();
  const end = points.length;
  const validation = { from: end - 2 * reported, to: end - reported, level };
  const test = { from: end - reported, to: end, level };
  // Parameters were chosen on the validation window; it is forecast here without a look at the days after it.
  const before = points.slice(0, end - reported);
  const days = accuracyOfDays(points, { ...test, horizons });
  const sums = accuracyOfSums(points, { ...test, horizons: [7, 28] });
  return {
    title: `forecast  Daily sales, rolling origin, level ${100 * level} %; errors per mean |y(t) − y(t−7)| of the history (MASE)`,
    lines: [
      heading("window"),
      ...accuracyOfDays(before, { ...validation, horizons }).map((one) => line("validation, days", one)),
      ...accuracyOfSums(before, { ...validation, horizons: [7, 28] }).map((one) => line("validation, sums", one)),
      ...days.map((one) => line("last 200, days", one)),
      ...sums.map((one) => line("last 200, sums", one)),
      "",
      `${"generated series, 28 days ahead".padEnd(34)}${"days held".padStart(10)}${"sums held".padStart(11)}`,
      ...generated().map(
        ({ name, held, sumsHeld }) =>
          `${name.padEnd(34)}${percent(held).padStart(10)}${percent(sumsHeld).padStart(11)}`,
      ),
    ],
    goals: [
      ...days.flatMap((one) => goalsOf(`day ${one.horizon}`, one)),
      ...sums.filter(({ horizon }) => horizon === 7).flatMap((one) => goalsOf("sums of 7 days", one)),
      atMost(`${end} points, 90 days, median of 30`, timeOf(points), 50, "ms of processor time"),
    ],
  };
}

function retail(): Point[] {
  const text = readFileSync(new URL("../src/app/demo-data/daily-sales.csv", import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => {
      const [day = "", value] = row.split(",");
      return { day, value: Number(value) };
    });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const heading = (first: string): string =>
  `${first.padEnd(20)}${["ahead", "cases", "MASE", "naive", "held", "width"].map((word) => word.padStart(9)).join("")}`;

const line = (name: string, { horizon, count, mase, naive, coverage, width }: Accuracy): string =>
  `${name.padEnd(20)}${[String(horizon), String(count), mase.toFixed(3), naive.toFixed(3), percent(coverage), width.toFixed(2)].map((word) => word.padStart(9)).join("")}`;

function goalsOf(what: string, { mase, naive, coverage }: Accuracy): Goal[] {
  return [
    { what: `${what}: MASE`, found: mase.toFixed(3), wanted: `below the naive ${naive.toFixed(3)}`, met: mase < naive },
    {
      what: `${what}: held`,
      found: percent(coverage),
      wanted: "75 to 85 %",
      met: coverage >= 0.75 && coverage <= 0.85,
    },
  ];
}

/** Processor time: on a busy machine the clock on the wall says nothing. */
function timeOf(points: readonly Point[]): number {
  const run = () => {
    const from = process.cpuUsage();
    forecastDaily(points, 90);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
  return median(Array.from({ length: 30 }, run));
}

const series = 200;
const length = 300;
const ahead = 28;

/** Series of many kinds, of which one is not like the shop the parameters were chosen on; each forecast once. */
function generated(): { name: string; held: number; sumsHeld: number }[] {
  const others = [
    {
      name: "days, every third is zero",
      valueAt: (noise: number, at: number) => (at % 3 === 0 ? 0 : 500 + 80 * noise),
    },
    { name: "days, one in three is zero", valueAt: (noise: number) => (noise < -0.43 ? 0 : 500 + 80 * noise) },
    { name: "days, seldom and large", valueAt: (noise: number) => (noise > 1 ? 1_000 * noise : 0) },
    { name: "days, around zero", valueAt: (noise: number) => 50 + 100 * noise },
    {
      name: "days, noise without bounds",
      valueAt: (noise: number) => 1_000 * Math.exp(0.1 * noise * (1 + Math.abs(noise))),
    },
  ];
  const kinds = [...clean.filter(({ daily }) => daily), ...others];
  const rows = kinds.map(({ name, valueAt }) => ({
    name,
    make: (noise: readonly number[]) => asDays(noise.map(valueAt)),
  }));
  const drifting = { name: "days, a level that drifts", make: (noise: readonly number[]) => asDays(drift(noise)) };
  const gaps = {
    name: "days, one in five unknown",
    make: (noise: readonly number[]) =>
      asDays(noise.map((one) => 1_000 * Math.exp(0.2 * one))).filter((_, at) => at >= length || (at * 7) % 5 !== 0),
  };
  return [...rows, drifting, gaps].map(({ name, make }) => ({ name, ...heldOf(make) }));
}

function drift(noise: readonly number[]): number[] {
  let level = Math.log(1_000);
  return noise.map((one, at) => {
    level += 0.03 * one;
    return Math.exp(level + 0.15 * (noise.at(at - 100) ?? 0));
  });
}

function heldOf(make: (noise: readonly number[]) => Point[]): { held: number; sumsHeld: number } {
  const random = seeded(7);
  const tally = { days: 0, held: 0, sums: 0 };
  for (let one = 0; one < series; one += 1) {
    const all = make(Array.from({ length: length + ahead }, () => gaussian(random)));
    const [history, future] = [all.slice(0, -ahead), all.slice(-ahead)];
    const { days, sum } = forecastDaily(history, ahead, level);
    for (const [at, { low, high }] of days.entries()) {
      const value = future[at]?.value ?? 0;
      tally.days += 1;
      if (value >= low && value <= high) tally.held += 1;
    }
    const total = future.reduce((found, { value }) => found + value, 0);
    if (sum && total >= sum.low && total <= sum.high) tally.sums += 1;
  }
  return { held: tally.held / tally.days, sumsHeld: tally.sums / series };
}
