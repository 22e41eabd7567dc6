import { expect, test } from "vitest";
import { normalized } from "./words.ts";
import { periodOf } from "./period.ts";

const found = (text: string, today = "2026-11-20") => {
  const period = periodOf(text, today);
  return period && [period.from, period.to, period.label];
};

test("a fiscal year starts in the company's own month", () => {
  const of = (text: string, start: number) => {
    const { from, to, label } = periodOf(text, "2026-02-20", start) ?? {};
    return [from, to, label];
  };
  expect(of("revenue this fiscal year", 4)).toEqual(["2025-04-01", "2026-03-31", "fiscal year 2025/26"]);
  expect(of("revenue last financial year", 4)).toEqual(["2024-04-01", "2025-03-31", "fiscal year 2024/25"]);
  expect(of("costs this fiscal year so far", 10)).toEqual(["2025-10-01", "2026-02-20", "the fiscal year so far"]);
  expect(of("revenue this fiscal year", 1)).toEqual(["2026-01-01", "2026-12-31", "2026"]);
  expect(of("spend in fiscal 2025", 4).slice(0, 2)).toEqual(["2024-04-01", "2025-03-31"]);
  expect(of("spend in the second half of fy2025", 4).slice(0, 2)).toEqual(["2024-10-01", "2025-03-31"]);
  expect(of("spend in q1 fy25", 4).slice(0, 2)).toEqual(["2024-04-01", "2024-06-30"]);
  expect(of("wages apr to oct of this fiscal year", 4).slice(0, 2)).toEqual(["2025-04-01", "2025-10-31"]);
  const byStart = periodOf("spend in fy2025", "2026-02-20", 4, { isNamedByStart: true });
  expect([byStart?.from, byStart?.to]).toEqual(["2025-04-01", "2026-03-31"]);
});

test.each(["not paid within 30 days", "invoices settled within 2 weeks", "orders sent within five days"])(
  "%s states how long it took",
  (text) => expect(found(text)).toBeNull(),
);

test("what is due or expected within some days is ahead", () => {
  const ahead = ["2026-11-20", "2026-12-19", "the next 30 days"];
  for (const text of ["due within 30 days", "payments expected within 30 days", "what do we need within 30 days"])
    expect(found(text)).toEqual(ahead);
});

test.each([
  ["in october last year", "2025-10-01", "2025-10-31", "October 2025"],
  ["in q3 last year", "2025-07-01", "2025-09-30", "Q3 2025"],
  ["in the last six months", "2026-05-21", "2026-11-20", "the last six months"],
  ["over the past 2 weeks", "2026-11-07", "2026-11-20", "the last 2 weeks"],
  ["in the next 90 days", "2026-11-20", "2027-02-17", "the next 90 days"],
  ["in q1 2027", "2027-01-01", "2027-03-31", "Q1 2027"],
  ["in the third quarter", "2026-07-01", "2026-09-30", "Q3 2026"],
  ["in week 53 of 2026", "2026-12-28", "2027-01-03", "week 53 of 2026"],
  ["2026 w1", "2025-12-29", "2026-01-04", "week 1 of 2026"],
  ["since the summer", "2026-06-01", "2026-11-20", "the time since summer"],
  ["in the spring", "2026-03-01", "2026-05-31", "spring 2026"],
  ["last winter we lost in winter 2025", "2025-12-01", "2026-02-28", "winter 2025"],
  ["since march", "2026-03-01", "2026-11-20", "the time since March 2026"],
  ["before the end of the month", "2026-11-20", "2026-11-30", "the days until the end of the month"],
  ["what did we sell in december", "2025-12-01", "2025-12-31", "December 2025"],
  ["what expires in january", "2027-01-01", "2027-01-31", "January 2027"],
  ["revenue ytd", "2026-01-01", "2026-11-20", "the year so far"],
  ["spend in 2024", "2024-01-01", "2024-12-31", "2024"],
  ["how many tickets were open on 1 october", "2026-10-01", "2026-10-01", "1 Oct 2026"],
  ["how many tickets were open on the 1st of october", "2026-10-01", "2026-10-01", "1 Oct 2026"],
  ["how many tickets were open on october 1", "2026-10-01", "2026-10-01", "1 Oct 2026"],
  ["how many tickets were open on 1 december", "2025-12-01", "2025-12-01", "1 Dec 2025"],
  ["how many tickets were open on 20 november", "2026-11-20", "2026-11-20", "20 Nov 2026"],
  ["how much was overdue on 20 november 2026", "2026-11-20", "2026-11-20", "20 Nov 2026"],
  ["how much was due on 1 december 2024", "2024-12-01", "2024-12-01", "1 Dec 2024"],
  ["how much was overdue on 2026 10 01", "2026-10-01", "2026-10-01", "1 Oct 2026"],
  ["what was due on 1 december", "2025-12-01", "2025-12-01", "1 Dec 2025"],
  ["which invoices are due on 1 october", "2027-10-01", "2027-10-01", "1 Oct 2027"],
  ["which contracts expire on 5 may", "2027-05-05", "2027-05-05", "5 May 2027"],
  ["what do we have to pay by 1 december", "2026-11-20", "2026-12-01", "the days until 1 Dec 2026"],
  ["what do we have to pay before 1 december", "2026-11-20", "2026-11-30", "the days until 30 Nov 2026"],
  ["how many deals did we win by 1 october", "2025-10-02", "2026-10-01", "the year up to 1 Oct 2026"],
  ["how many deals did we win since 1 october", "2026-10-01", "2026-11-20", "the time since 1 Oct 2026"],
  ["what expires after 1 december", "2026-12-02", "2027-12-01", "the year after 1 Dec 2026"],
  ["revenue from 1 october to 15 november", "2026-10-01", "2026-11-15", "the days from 1 Oct 2026 to 15 Nov 2026"],
  ["revenue between 1 and 15 october", "2026-10-01", "2026-10-15", "the days from 1 Oct 2026 to 15 Oct 2026"],
  ["revenue from 20 december to 5 january", "2025-12-20", "2026-01-05", "the days from 20 Dec 2025 to 5 Jan 2026"],
  ["leads in the week of 5 october", "2026-10-05", "2026-10-11", "the week of 5 Oct 2026"],
  ["leads in the week of october 7th", "2026-10-05", "2026-10-11", "the week of 7 Oct 2026"],
  ["how many tickets on 29 february", "2024-02-29", "2024-02-29", "29 Feb 2024"],
])("%s is from %s to %s", (text, from, to, label) => {
  expect(found(text)).toEqual([from, to, label]);
});

test("months and quarters continue across the turn of the year, and days across short months", () => {
  expect(found("last month", "2026-01-05")?.slice(0, 2)).toEqual(["2025-12-01", "2025-12-31"]);
  expect(found("next month", "2026-12-05")?.slice(0, 2)).toEqual(["2027-01-01", "2027-01-31"]);
  expect(found("last quarter", "2026-02-05")?.slice(0, 2)).toEqual(["2025-10-01", "2025-12-31"]);
  expect(found("next quarter", "2026-12-05")?.slice(0, 2)).toEqual(["2027-01-01", "2027-03-31"]);
  expect(found("last week", "2027-01-01")?.slice(0, 2)).toEqual(["2026-12-21", "2026-12-27"]);
  expect(found("in the last month", "2024-03-31")?.slice(0, 2)).toEqual(["2024-02-01", "2024-02-29"]);
  expect(found("in the last 1 month", "2024-03-31")?.slice(0, 2)).toEqual(["2024-03-01", "2024-03-31"]);
});

test("invalid dates and words that are not periods are ignored", () => {
  for (const text of [
    "may we spend more",
    "which of the 20 may churn",
    "on 31 june",
    "week 54",
    "the next big deal",
    "a while ago",
    "",
  ])
    expect(found(text), text).toBeNull();
});

test.each([
  ["between October 2024 and March 2025", "2024-10-01", "2025-03-31"],
  ["from november to february", "2025-11-01", "2026-02-28"],
  ["in the quarter that ended in september", "2026-07-01", "2026-09-30"],
  ["in the fiscal year that ended last march", "2025-04-01", "2026-03-31"],
  ["in the first 11 months of 2025", "2025-01-01", "2025-11-30"],
  ["in the second quarter of calendar 2026", "2026-04-01", "2026-06-30"],
  ["in calendar 2025", "2025-01-01", "2025-12-31"],
  ["what was open three weeks ago", "2026-10-26", "2026-11-01"],
  ["since monday", "2026-11-16", "2026-11-20"],
  ["since the end of june", "2026-07-01", "2026-11-20"],
  ["since the beginning of may", "2026-05-01", "2026-11-20"],
  ["bookings in the first half of 2026", "2026-01-01", "2026-06-30"],
  ["sales in h2 2025", "2025-07-01", "2025-12-31"],
  ["april to september 2026", "2026-04-01", "2026-09-30"],
  ["from oct to mar of last year", "2025-10-01", "2026-03-31"],
  ["overtime april onwards", "2026-04-01", "2026-11-20"],
  ["calendar year 2025 up to now", "2025-01-01", "2025-12-31"],
  ["how many came last week (mon-sun)", "2026-11-09", "2026-11-15"],
  ["what did we sell last saturday", "2026-11-14", "2026-11-14"],
  ["guests at christmas", "2025-12-24", "2025-12-26"],
  ["who arrives on new year's eve", "2025-12-31", "2025-12-31"],
  ["october sales", "2026-10-01", "2026-10-31"],
  ["rent 2025", "2025-01-01", "2025-12-31"],
])("%s", (text, from, to) => {
  expect(found(normalized(text))?.slice(0, 2)).toEqual([from, to]);
});
