import { expect, test } from "vitest";
import { answer, expectSound, friday, value } from "../../../../test/sound.ts";
import { addDays } from "#contract/days.ts";
import { concludeForecast } from "#features/expertise/cfo/forecast.ts";

const series = (days: number, last: string, valueOf: (at: number) => number) => ({
  points: Array.from({ length: days }, (_, at) => ({ day: addDays(last, at - days + 1), value: valueOf(at) })),
  source: "CSV file",
  left: 0,
});

test("a steady 100 a day continues, with its last day named", () => {
  const conclusion = concludeForecast(
    series(300, "2011-12-09", (at) => 100 + (at % 2 ? 5 : -5)),
    friday,
  );
  expectSound(conclusion);
  // 30 days of 95 and 105 in turn: 3,000
  expect(value(conclusion, "next_30")).toBeGreaterThan(2_900);
  expect(value(conclusion, "next_30")).toBeLessThan(3_100);
  const { range } = conclusion.figures.find(({ id }) => id === "next_30") ?? {};
  expect(range?.level).toBe(0.8);
  expect(range?.low).toBeLessThanOrEqual(value(conclusion, "next_30") ?? 0);
  expect(answer(conclusion, "forecast")).toContain("after 9 Dec 2011, the last day with a figure");
  expect(conclusion.section.table?.rows).toHaveLength(3);
});

test("a short history gives a shorter forecast, none gives none", () => {
  const short = concludeForecast(
    series(40, friday.today, () => 50),
    friday,
  );
  expectSound(short);
  // 40 days carry at most 20
  expect(short.section.table?.rows).toHaveLength(1);
  expect(answer(short, "forecast")).toContain("next 7 days");
  for (const days of [0, 27]) {
    const conclusion = concludeForecast(
      series(days, friday.today, () => 50),
      friday,
    );
    expectSound(conclusion);
    expect(conclusion.answers).toEqual({});
    expect(conclusion.missing).toHaveLength(1);
  }
});

test("all zeros and the largest amounts stay finite", () => {
  const zeros = concludeForecast(
    series(120, friday.today, () => 0),
    friday,
  );
  expectSound(zeros);
  expect(value(zeros, "next_30")).toBe(0);
  const most = concludeForecast(
    series(120, friday.today, (at) => 1e12 - at),
    friday,
  );
  expectSound(most);
  expect(value(most, "next_7")).toBeGreaterThan(6e12);
});
