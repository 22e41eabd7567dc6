import { expect, test } from "vitest";
import { counted, grouped, longDay, money, shortDay } from "./format.ts";

test.each([
  [12_345.4, "whole", "£12,345"],
  [0.4, "whole", "£0.40"],
  [0, "whole", "£0"],
  [-1_200, "whole", "−£1,200"],
  [12.5, "cents", "£12.50"],
] as const)("%d in %s units is %s", (amount, digits, written) => {
  expect(money(amount, "GBP", digits)).toBe(written);
});

test("formats numbers with separators, and plurals", () => {
  expect([grouped(1_234_567.891), grouped(-0.5), grouped(2.25, 1)]).toEqual(["1,234,567.891", "−0.5", "2.3"]);
  expect([counted(1, "record"), counted(1_200, "record"), counted(0, "entry", "entries")]).toEqual([
    "1 record",
    "1,200 records",
    "0 entries",
  ]);
});

test("formats days long or short, and leaves other text unchanged", () => {
  expect([longDay("2027-02-20"), shortDay("2027-02-20"), shortDay("2026-05-01")]).toEqual([
    "20 February 2027",
    "20 Feb 2027",
    "1 May 2026",
  ]);
  expect(["2026", "2026-13-01", ""].map(longDay)).toEqual(["2026", "2026-13-01", ""]);
});
