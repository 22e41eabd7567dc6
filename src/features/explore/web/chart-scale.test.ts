import { expect, test } from "vitest";
import { axisLabels, ticksOf } from "./chart-scale.ts";

test.each([
  [0, 71_940, false, [0, 25_000, 50_000, 75_000]],
  [0, 3, true, [0, 1, 2, 3]],
  [0, 1, true, [0, 1]],
  [0, 0, true, [0, 1]],
  [-120, 300, false, [-200, 0, 200, 400]],
  [0, 0.42, false, [0, 0.2, 0.4, 0.6000000000000001]],
])("from %d to %d the lines are round", (low, high, isWhole, ticks) => {
  expect(ticksOf(low, high, isWhole)).toEqual(ticks);
});

const months = Array.from(
  { length: 14 },
  (_, at) => `${2010 + Math.floor((at + 10) / 12)}-${String(((at + 10) % 12) + 1).padStart(2, "0")}-01`,
);

test("months are labeled in full if there is room, otherwise by their letter, and each new year is named", () => {
  const wide = axisLabels(months, "month", 50);
  expect(wide.slice(0, 4)).toEqual([
    { text: "Nov", year: "2010" },
    { text: "Dec", year: null },
    { text: "Jan", year: "2011" },
    { text: "Feb", year: null },
  ]);
  expect(
    axisLabels(months, "month", 20)
      .map(({ text }) => text)
      .join(""),
  ).toBe("NDJFMAMJJASOND");
});

test("days are labeled as often as there is room, without the year if there is only one", () => {
  const days = ["2011-03-01", "2011-03-02", "2011-03-03", "2011-03-04", "2011-03-05"];
  expect(axisLabels(days, "day", 30).map(({ text }) => text)).toEqual(["1 Mar", "", "3 Mar", "", "5 Mar"]);
  expect(axisLabels(days, "day", 30).every(({ year }) => year === null)).toBe(true);
  expect(axisLabels(["2011-10-01"], "quarter", 30)[0]?.text).toBe("Q4");
});
