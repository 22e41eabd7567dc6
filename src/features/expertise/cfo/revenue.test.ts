import { expect, test } from "vitest";
import { answer, expectSound, friday, value } from "../../../../test/sound.ts";
import { addDays } from "#contract/days.ts";
import { concludeRevenue, revenuePeriod } from "#features/expertise/cfo/revenue.ts";
import { seriesOf } from "#features/expertise/topics/series.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

/** These amounts on each of the 30 days up to a day, and the 30 days before. */
const sixty = (last: string, now: number, before: number) => ({
  points: Array.from({ length: 60 }, (_, at) => ({ day: addDays(last, at - 59), value: at < 30 ? before : now })),
  source: "CSV file",
  left: 0,
});

test("the last 30 days compared with the previous 30, up to the last day with a figure", () => {
  const last = "2011-12-09";
  const conclusion = concludeRevenue({ series: sixty(last, 110, 100), last }, friday, aboutAll);
  expectSound(conclusion);
  // 30 × 110 = 3,300; 110 ÷ 100 − 1 = 10 %
  expect(answer(conclusion, "revenue")).toBe(
    "Revenue of the last 30 days is $3,300, up to 9 Dec 2011, the last day with a figure. That is 10% more a day than in the 30 days before ($3,000).",
  );
  expect(answer(conclusion, "trend")).toContain("Revenue is growing");
  expect(conclusion.concerns).toEqual([]);
});

test.each([
  [
    100,
    "That is as much a day as in the 30 days before ($3,000).",
    "as much a day as the $3,000 of the 30 days before.",
  ],
  [100.01, "That is about as much a day as in", "about as much a day as the $3,000 of"],
])("%d a day after 100 is no change of 0%%", (now, revenue, trend) => {
  const conclusion = concludeRevenue({ series: sixty(friday.today, now, 100), last: friday.today }, friday, aboutAll);
  expectSound(conclusion);
  expect(answer(conclusion, "revenue")).toContain(revenue);
  expect(answer(conclusion, "trend")).toContain(`Revenue is flat: $3,000`);
  expect(answer(conclusion, "trend")).toContain(trend);
});

test("a fall of a quarter is a risk", () => {
  const conclusion = concludeRevenue({ series: sixty(friday.today, 75, 100), last: friday.today }, friday, aboutAll);
  expectSound(conclusion);
  // −25 %, of 30 × 75 = 2,250: 562.50 and a severity of 0.5
  expect(conclusion.concerns).toMatchObject([{ key: "revenue:falling", amount: 562.5, severity: 0.5 }]);
  expect(answer(conclusion, "trend")).not.toContain("last day with a figure");
});

test("a period ends with the figures; a later one has none", () => {
  const period = { from: "2026-11-01", to: "2026-11-30", label: "November" };
  expect(revenuePeriod("2026-11-18", { period }, "2026-11-20")).toEqual({ ...period, to: "2026-11-18" });
  expect(revenuePeriod("2026-10-31", { period }, "2026-11-20")).toBeNull();
  const conclusion = concludeRevenue({ series: sixty("2026-10-31", 1, 1), last: "2026-10-31" }, friday, {
    ...aboutAll,
    period,
  });
  expectSound(conclusion);
  expect([conclusion.answers, conclusion.missing.length]).toEqual([{}, 1]);
});

test("without a source, in another currency, with too little before, and negative", () => {
  const unknown = concludeRevenue({ series: { points: [], source: "", left: 0 }, last: null }, friday, aboutAll);
  expectSound(unknown);
  expect(unknown.answers).toEqual({});
  const abroad = seriesOf(
    [
      {
        metricName: "daily_revenue",
        metricValue: 5,
        currency: "EUR",
        measurementDate: friday.today,
        source: "csv",
        recordedAt: "",
      },
    ],
    "USD",
  );
  expect(abroad).toEqual({ points: [], source: "", left: 1, elsewhere: ["EUR"] });
  expectSound(concludeRevenue({ series: abroad, last: friday.today }, friday, aboutAll));
  const one = { points: [{ day: friday.today, value: -20 }], source: "Typed in", left: 0 };
  const short = concludeRevenue({ series: one, last: friday.today }, friday, aboutAll);
  expectSound(short);
  expect(value(short, "total")).toBe(-20);
  expect(answer(short, "trend")).toContain("too few figures before it");
});
