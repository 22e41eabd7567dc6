import { expect, test } from "vitest";
import {
  dateAndTime,
  dayMonth,
  dayWithYear,
  longDate,
  money,
  relative,
  shortDate,
  shortMoment,
  shortMoney,
  signedPercent,
  wholePercent,
} from "./format.ts";

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

test.each([
  ["2026-11-20T10:15:00Z", "10:15", "20 Nov", "Fri 20 Nov", "Friday 20 November", "Fri 20 Nov, 10:15"],
  ["2026-11-19T23:30:00Z", "19 Nov, 23:30", "19 Nov", "Thu 19 Nov", "Thursday 19 November", "Thu 19 Nov, 23:30"],
  [
    "2025-11-20T10:15:00Z",
    "20 Nov 2025, 10:15",
    "20 Nov 2025",
    "20 Nov 2025",
    "20 November 2025",
    "20 Nov 2025, 10:15",
  ],
  ["2027-01-02T08:00:00Z", "2 Jan 2027, 08:00", "2 Jan 2027", "2 Jan 2027", "2 January 2027", "2 Jan 2027, 08:00"],
])("%s keeps its year unless it is of this year, and its day unless it is of today", (at, ...expected) => {
  const texts = [shortMoment, dayMonth, shortDate, longDate, dateAndTime].map((format) => format(at, "UTC", now));
  expect(texts).toEqual(expected);
});

test("today and this year are those of the company's time zone", () => {
  const newYear = Date.parse("2026-12-31T23:30:00Z");
  expect(shortMoment("2027-01-01T00:10:00Z", "Europe/Berlin", newYear)).toBe("01:10");
  expect(shortDate("2026-12-31T12:00:00Z", "Europe/Berlin", newYear)).toBe("31 Dec 2026");
});
