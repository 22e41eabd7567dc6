import { expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { change30, efficiency, lineOf, thirtyDays } from "#features/dashboard/rules.ts";

const days = (last: string, count: number, value: (index: number) => number) =>
  new Map(Array.from({ length: count }, (_unused, index) => [addDays(last, -index), value(index)]));

test("a line covers the thirty days up to the latest figure, with gaps for missing days", () => {
  expect(thirtyDays("2011-12-09").at(0)).toBe("2011-11-10");
  expect(thirtyDays("2011-12-09").at(-1)).toBe("2011-12-09");
  const line = lineOf(new Map([["2011-12-09", 1626]]), "2011-12-09", null);
  expect(line).toHaveLength(30);
  expect(line.at(-1)).toBe(1626);
  expect(line.at(-2)).toBeNull();
});

test("the change compares with the previous thirty days and is null without them", () => {
  expect(
    change30(
      days("2011-12-09", 60, (index) => (index < 30 ? 110 : 100)),
      "2011-12-09",
    ),
  ).toBe(10);
  expect(
    change30(
      days("2011-12-09", 59, () => 100),
      "2011-12-09",
    ),
  ).toBeNull();
  expect(
    change30(
      days("2011-12-09", 60, () => 0),
      "2011-12-09",
    ),
  ).toBeNull();
});

test("efficiency is the share of due tasks done on time, null if none was due", () => {
  expect(efficiency({ due: 50, onTime: 46 }, { due: 10, onTime: 9 })).toEqual({
    due: 50,
    onTime: 46,
    score: 92,
    change: 2,
  });
  expect(efficiency({ due: 0, onTime: 0 }, { due: 10, onTime: 9 })).toEqual({
    due: 0,
    onTime: 0,
    score: null,
    change: null,
  });
});
