import { expect, test } from "vitest";
import { answer, expectSound, friday, value } from "../../../../test/sound.ts";
import { addDays } from "#contract/days.ts";
import { concludeRevenue, revenuePeriod } from "#features/expertise/cfo/revenue.ts";
import { seriesOf } from "#features/expertise/topics/series.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

/** So much on each of the 30 days to a day, and on each of the 30 before. */
const sixty = (last: string, now: number, before: number) => ({
  points: Array.from({ length: 60 }, (_, at) => ({ day: addDays(last, at - 59), value: at < 30 ? before : now })),
  source: "CSV file",
  left: 0,
});

test("the last thirty days against the thirty before, relative to the last day with a figure", () => {
  const last = "2011-12-09";
  const said = concludeRevenue({ series: sixty(last, 110, 100), last }, friday, aboutAll);
  expectSound(said);
  // 30 × 110 = 3,300; 110 ÷ 100 − 1 = 10 %
  expect(answer(said, "revenue")).toBe(
    "Revenue of the last 30 days is $3,300, up to 9 Dec 2011, the last day with a figure. That is 10% more a day than in the 30 days before ($3,000).",
  );
  expect(answer(said, "trend")).toContain("Revenue is growing");
  expect(said.concerns).toEqual([]);
});

test("a fall of a quarter is a risk", () => {
  const said = concludeRevenue({ series: sixty(friday.today, 75, 100), last: friday.today }, friday, aboutAll);
  expectSound(said);
  // −25 %, of 30 × 75 = 2,250: 562.50 and a severity of 0.5
  expect(said.concerns).toMatchObject([{ key: "revenue:falling", amount: 562.5, severity: 0.5 }]);
  expect(answer(said, "trend")).not.toContain("last day with a figure");
});

test("a period ends with the figures, and one after them has none", () => {
  const period = { from: "2026-11-01", to: "2026-11-30", label: "November" };
  expect(revenuePeriod("2026-11-18", { period })).toEqual({ ...period, to: "2026-11-18" });
  expect(revenuePeriod("2026-10-31", { period })).toBeNull();
  const said = concludeRevenue({ series: sixty("2026-10-31", 1, 1), last: "2026-10-31" }, friday, {
    ...aboutAll,
    period,
  });
  expectSound(said);
  expect([said.answers, said.missing.length]).toEqual([{}, 1]);
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
