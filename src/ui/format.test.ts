import { expect, test } from "vitest";
import { dayWithYear, money, relative, shortMoney, signedPercent, wholePercent } from "./format.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test.each([
  [0.5, "now"],
  [1, "1 min ago"],
  [59, "59 min ago"],
  [60, "1 hr ago"],
  [23 * 60, "23 hr ago"],
  [24 * 60, "1 day ago"],
  [49 * 60, "2 days ago"],
])("%d minutes ago reads %s", (minutes, words) => {
  expect(relative(before(minutes), now)).toBe(words);
});

test("a time in the future, by a slow clock, reads now", () => {
  expect(relative(before(-3), now)).toBe("now");
});

test("money is whole on cards and has cents in calculations, with a proper minus sign", () => {
  expect(money(18420.4, "GBP")).toBe("£18,420");
  expect(money(-5608.26, "USD", "cents")).toBe("−$5,608.26");
  expect(shortMoney(-50_000, "EUR")).toBe("−€50k");
});

test("changes carry their sign", () => {
  expect(signedPercent(15.2)).toBe("+15.2%");
  expect(signedPercent(-1.4)).toBe("−1.4%");
});

test("a confidence is a share, or percent when it is over one", () => {
  expect(wholePercent(0.616)).toBe("62%");
  expect(wholePercent(62)).toBe("62%");
  expect([wholePercent(0.999), wholePercent(1)]).toEqual(["99%", "100%"]);
});

test("a day of another year includes the year", () => {
  expect(dayWithYear("2011-12-09", "2026")).toBe("9 Dec 2011");
  expect(dayWithYear("2026-11-19", "2026")).toBe("19 Nov");
});
