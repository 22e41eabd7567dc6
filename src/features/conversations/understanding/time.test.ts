import { expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { months, shortMonths } from "#contract/months.ts";
import { addMonths, firstOf, lastOf, startOf } from "#contract/spans.ts";
import { impossibleDate } from "./dates.ts";
import { periodOf, timesIn } from "./period.ts";
import { normalized } from "./words.ts";

const todays = ["2026-11-28", "2025-02-28", "2024-07-01"] as const;
const starts = [1, 4, 7, 10] as const;
type At = { today: string; start: number; year: number };

const at = (today: string, start: number): At => ({ today, start, year: Number(today.slice(0, 4)) });
const everywhere = todays.flatMap((today) => starts.map((start) => at(today, start)));
const read = (text: string, { today, start }: At) => {
  const found = periodOf(normalized(text), today, start);
  return found && [found.from, found.to];
};

/** The last month that has begun, as month and year. */
const begun = (month: number, { today, year }: At): number => (firstOf(year, month) <= today ? year : year - 1);
const month = (of: number, year: number) => [firstOf(year, of), lastOf(year, of)];
const span = (year: number, first: number, last: number) => [firstOf(year, first), lastOf(year, last)];
const fiscalStart = ({ today, start }: At, shift = 0): string =>
  addMonths(startOf(today, "fiscalYear", start), 12 * shift);
const fiscal = (one: At, shift = 0) => [fiscalStart(one, shift), addDays(fiscalStart(one, shift + 1), -1)];
/** The fiscal year that begins in a year, or ends in it. */
const fiscalFrom = (year: number, { start }: At) => [firstOf(year, start), lastOf(year, start + 11)];
const fiscalTo = (year: number, one: At) => fiscalFrom(one.start === 1 ? year : year - 1, one);
const part = ([from = ""]: readonly string[], size: number, place: number) => [
  addMonths(from, size * (place - 1)),
  addDays(addMonths(from, size * place), -1),
];
const lastDays = ({ today }: At, days: number) => [addDays(today, 1 - days), today];
const back = ({ today }: At, count: number) => [addDays(addMonths(today, -count), 1), today];
const week = ({ today }: At, shift: number) => [
  addDays(startOf(today, "week"), 7 * shift),
  addDays(startOf(today, "week"), 7 * shift + 6),
];
const quarterNow = ({ today }: At, shift: number) => {
  const from = addMonths(startOf(today, "quarter"), 3 * shift);
  return [from, addDays(addMonths(from, 3), -1)];
};
const monthNow = ({ today }: At, shift: number) => {
  const from = addMonths(startOf(today, "month"), shift);
  return [from, addDays(addMonths(from, 1), -1)];
};

const phrases: readonly (readonly [string, (one: At) => readonly string[] | null])[] = [
  // Years
  ["sales in calendar year 2025", () => ["2025-01-01", "2025-12-31"]],
  ["sales in 2024", () => ["2024-01-01", "2024-12-31"]],
  ["sales this calendar year", ({ year }) => span(year, 1, 12)],
  ["sales in the last calendar year", ({ year }) => span(year - 1, 1, 12)],
  ["sales last year", ({ year }) => span(year - 1, 1, 12)],
  ["sales next year", ({ year }) => span(year + 1, 1, 12)],
  ["last year's sales", ({ year }) => span(year - 1, 1, 12)],
  ["last years sales", ({ year }) => span(year - 1, 1, 12)],
  ["sales in the last years", () => null],
  ["sales over 2000", () => null],
  ["sales from 2023 to 2025", () => ["2023-01-01", "2025-12-31"]],
  ["sales between 2024 and 2025", () => ["2024-01-01", "2025-12-31"]],
  ["sales for 2024 and 2025 together", () => ["2024-01-01", "2025-12-31"]],
  ["sales since 2023", ({ today }) => ["2023-01-01", today]],
  // Fiscal years
  ["sales this financial year", (one) => fiscal(one)],
  ["sales in the current fiscal year", (one) => fiscal(one)],
  ["sales last tax year", (one) => fiscal(one, -1)],
  ["sales in the previous accounting year", (one) => fiscal(one, -1)],
  ["share of last financial years sales", (one) => fiscal(one, -1)],
  ["sales next fiscal year", (one) => fiscal(one, 1)],
  ["FY26 sales", (one) => fiscalTo(2026, one)],
  ["sales in FY 2026", (one) => fiscalTo(2026, one)],
  ["sales in fiscal 2025", (one) => fiscalTo(2025, one)],
  ["sales in financial year 2025", (one) => fiscalTo(2025, one)],
  ["sales in the 2025 financial year", (one) => fiscalTo(2025, one)],
  ["sales in FY25/26", (one) => (one.start === 1 ? fiscalFrom(2026, one) : fiscalFrom(2025, one))],
  ["sales in FY 2025-26", (one) => (one.start === 1 ? fiscalFrom(2026, one) : fiscalFrom(2025, one))],
  ["sales in the 2025/26 financial year", (one) => (one.start === 1 ? fiscalFrom(2026, one) : fiscalFrom(2025, one))],
  ["sales in tax year 2025/2026", (one) => (one.start === 1 ? fiscalFrom(2026, one) : fiscalFrom(2025, one))],
  ["sales financial year to date", (one) => [fiscalStart(one), one.today]],
  ["sales this fiscal year so far", (one) => [fiscalStart(one), one.today]],
  ["sales so far this financial year", (one) => [fiscalStart(one), one.today]],
  ["sales fytd", (one) => [fiscalStart(one), one.today]],
  ["sales since the start of the financial year", (one) => [fiscalStart(one), one.today]],
  ["the last two financial years' sales", (one) => [fiscalStart(one, -2), addDays(fiscalStart(one), -1)]],
  ["sales in Q1 of this fiscal year", (one) => part(fiscal(one), 3, 1)],
  ["sales in FY26 Q2", (one) => part(fiscalTo(2026, one), 3, 2)],
  ["sales in the second half of last financial year", (one) => part(fiscal(one, -1), 6, 2)],
  ["sales in H1 FY26", (one) => part(fiscalTo(2026, one), 6, 1)],
  [
    "sales in the first 6 months of the financial year",
    (one) => [fiscalStart(one), addDays(addMonths(fiscalStart(one), 6), -1)],
  ],
  // Halves, quarters, weeks
  ["sales in the second quarter 2026", () => ["2026-04-01", "2026-06-30"]],
  ["sales in the 2nd quarter of 2026", () => ["2026-04-01", "2026-06-30"]],
  ["Q2 2026 sales", () => ["2026-04-01", "2026-06-30"]],
  ["2026 Q2 sales", () => ["2026-04-01", "2026-06-30"]],
  ["sales in Q2 of last year", ({ year }) => span(year - 1, 4, 6)],
  ["sales in Q3 last year", ({ year }) => span(year - 1, 7, 9)],
  ["sales in Q1", ({ year }) => span(year, 1, 3)],
  ["sales from Q1 to Q3 2025", () => ["2025-01-01", "2025-09-30"]],
  ["sales in the first half of 2025", () => ["2025-01-01", "2025-06-30"]],
  ["H2 2024 sales", () => ["2024-07-01", "2024-12-31"]],
  ["sales this quarter", (one) => quarterNow(one, 0)],
  ["sales last quarter", (one) => quarterNow(one, -1)],
  ["sales quarter to date", (one) => [quarterNow(one, 0)[0] ?? "", one.today]],
  ["sales in the last full quarter", (one) => quarterNow(one, -1)],
  ["sales in week 44 of 2025", () => ["2025-10-27", "2025-11-02"]],
  ["sales in CW 44 2025", () => ["2025-10-27", "2025-11-02"]],
  ["sales in week 60", () => null],
  ["sales this week", (one) => week(one, 0)],
  ["sales last week", (one) => week(one, -1)],
  ["sales next week", (one) => week(one, 1)],
  ["sales in the week of 7 October 2025", () => ["2025-10-06", "2025-10-12"]],
  ["sales in the week ending 12 October 2025", () => ["2025-10-06", "2025-10-12"]],
  ["sales last weekend", (one) => [addDays(week(one, -1)[0] ?? "", 5), week(one, -1)[1] ?? ""]],
  // Months
  ["sales in October", (one) => month(10, begun(10, one))],
  ["October sales", (one) => month(10, begun(10, one))],
  ["sales in Sept 2025", () => ["2025-09-01", "2025-09-30"]],
  ["sales in October last year", ({ year }) => month(10, year - 1)],
  ["sales in October this year", ({ year }) => month(10, year)],
  ["this year in October", ({ year }) => month(10, year)],
  ["sales in October a year ago", ({ year }) => month(10, year - 1)],
  ["sales this November", ({ year }) => month(11, year)],
  ["sales last month", (one) => monthNow(one, -1)],
  ["sales next month", (one) => monthNow(one, 1)],
  ["sales this month so far", (one) => [monthNow(one, 0)[0] ?? "", one.today]],
  ["sales so far this month", (one) => [monthNow(one, 0)[0] ?? "", one.today]],
  ["sales month to date", (one) => [monthNow(one, 0)[0] ?? "", one.today]],
  ["sales mtd", (one) => [monthNow(one, 0)[0] ?? "", one.today]],
  ["sales since the start of the month", (one) => [monthNow(one, 0)[0] ?? "", one.today]],
  ["sales in the last 3 full months", (one) => [monthNow(one, -3)[0] ?? "", monthNow(one, -1)[1] ?? ""]],
  ["sales in the whole of last month", (one) => monthNow(one, -1)],
  ["Sep-Nov 2025 sales", () => ["2025-09-01", "2025-11-30"]],
  ["sales September to November 2025", () => ["2025-09-01", "2025-11-30"]],
  ["sales from September through November 2025", () => ["2025-09-01", "2025-11-30"]],
  ["sales between September and November 2025", () => ["2025-09-01", "2025-11-30"]],
  ["sales December-February 2025", () => ["2024-12-01", "2025-02-28"]],
  ["sales from December 2024 to February 2025", () => ["2024-12-01", "2025-02-28"]],
  ["sales in July, August and September 2025", () => ["2025-07-01", "2025-09-30"]],
  ["sales in July and August 2025", () => ["2025-07-01", "2025-08-31"]],
  ["sales each month from July to October 2024", () => ["2024-07-01", "2024-10-31"]],
  ["sales in the first two months of 2025", () => ["2025-01-01", "2025-02-28"]],
  ["sales in the last 3 months of last year", ({ year }) => span(year - 1, 10, 12)],
  ["sales in the twelve months to June 2025", () => ["2024-07-01", "2025-06-30"]],
  ["sales in the year to 30 June 2024", () => ["2023-07-01", "2024-06-30"]],
  ["sales in the quarter ended March 2025", () => ["2025-01-01", "2025-03-31"]],
  // Days
  ["sales on 31 October 2025", () => ["2025-10-31", "2025-10-31"]],
  ["sales on October 31st, 2025", () => ["2025-10-31", "2025-10-31"]],
  ["sales on 2025-10-31", () => ["2025-10-31", "2025-10-31"]],
  ["balance as of 31 October 2025", () => ["2025-10-31", "2025-10-31"]],
  ["balance as at the end of October 2025", () => ["2025-10-31", "2025-10-31"]],
  ["balance at the end of last month", (one) => [monthNow(one, -1)[1] ?? "", monthNow(one, -1)[1] ?? ""]],
  ["balance as of October 2025", () => null],
  ["sales on 31 November 2025", () => null],
  ["sales on 31 November", () => null],
  ["Nov 1-27 2025 sales", () => ["2025-11-01", "2025-11-27"]],
  ["sales 1 to 27 November 2025", () => ["2025-11-01", "2025-11-27"]],
  ["sales Nov 1 to 27 this year", ({ year }) => [`${year}-11-01`, `${year}-11-27`]],
  ["sales 1-27 November last year", ({ year }) => [`${year - 1}-11-01`, `${year - 1}-11-27`]],
  ["sales from 27 to 1 November", () => null],
  ["sales from 20 December 2024 to 5 January 2025", () => ["2024-12-20", "2025-01-05"]],
  ["sales 1 Oct - 15 Nov 2025", () => ["2025-10-01", "2025-11-15"]],
  ["sales since 1 February this year", ({ year, today }) => [`${year}-02-01`, today]],
  ["sales since February 1", ({ year, today }) => [`${year}-02-01`, today]],
  ["sales from 1 February to today", ({ year, today }) => [`${year}-02-01`, today]],
  ["sales from January until now", ({ year, today }) => [`${year}-01-01`, today]],
  ["sales since the end of January", ({ year, today }) => [`${year}-02-01`, today]],
  ["sales after 31 January 2024", ({ today }) => ["2024-02-01", today]],
  ["sales today", ({ today }) => [today, today]],
  ["what is owed as of today", ({ today }) => [today, today]],
  ["sales yesterday", ({ today }) => [addDays(today, -1), addDays(today, -1)]],
  ["sales the day before yesterday", ({ today }) => [addDays(today, -2), addDays(today, -2)]],
  ["what is due tomorrow", ({ today }) => [addDays(today, 1), addDays(today, 1)]],
  ["sales 30 days ago", ({ today }) => [addDays(today, -30), addDays(today, -30)]],
  ["sales two weeks ago", (one) => week(one, -2)],
  ["sales a month ago", (one) => monthNow(one, -1)],
  ["sales three quarters ago", (one) => quarterNow(one, -3)],
  // Rolling
  ["sales in the last 30 days", (one) => lastDays(one, 30)],
  ["sales in the last 13 months", (one) => back(one, 13)],
  ["sales over the past twelve months", (one) => back(one, 12)],
  ["sales in the trailing 12 months", (one) => back(one, 12)],
  ["sales over the last couple of weeks", (one) => lastDays(one, 14)],
  ["sales in the past fortnight", (one) => lastDays(one, 14)],
  ["sales in the previous 52 weeks", (one) => lastDays(one, 364)],
  ["what is due in the next 14 days", ({ today }) => [today, addDays(today, 13)]],
  ["what is due within two weeks", ({ today }) => [today, addDays(today, 13)]],
  ["what is due until the end of the month", (one) => [one.today, monthNow(one, 0)[1] ?? ""]],
  ["what is due before the end of the financial year", (one) => [one.today, fiscal(one)[1] ?? ""]],
  ["how many were new before 2024", () => ["2000-01-01", "2023-12-31"]],
  // No time
  ["average sale on Saturdays", () => null],
  ["sales per financial year", () => null],
  ["invoices that may churn", () => null],
  ["sales lately", () => null],
];

test.each(phrases)("%s", (text, expected) => {
  for (const one of everywhere) expect(read(text, one), `${one.today}, from month ${one.start}`).toEqual(expected(one));
});

test("seasons are those of the company's hemisphere, and months beside them settle which", () => {
  const spring = (hemisphere: "north" | "south" | null, text = "sales in spring 2025") => {
    const found = periodOf(normalized(text), "2026-11-28", 1, { hemisphere });
    return found?.words.includes("spring") || found?.words.includes("winter") ? [found.from, found.to] : null;
  };
  expect(spring("north")).toEqual(["2025-03-01", "2025-05-31"]);
  expect(spring("south")).toEqual(["2025-09-01", "2025-11-30"]);
  expect(spring(null)).toBeNull();
  for (const hemisphere of ["north", "south", null] as const) {
    expect(spring(hemisphere, "spring (Sep-Nov) this year")).toEqual(["2026-09-01", "2026-11-30"]);
    expect(spring(hemisphere, "costs December-February: last winter")).toEqual(["2025-12-01", "2026-02-28"]);
  }
  expect(spring("south", "sales last spring")).toEqual(["2025-09-01", "2025-11-30"]);
});

test("each time of a text is found with its own words", () => {
  const words = (text: string) => timesIn(normalized(text), "2026-11-28").map((one) => one.words.join(" "));
  expect(words("sales this November so far compared with the whole of last November")).toEqual([
    "this november so far",
    "the whole of last november",
  ]);
  expect(words("Is Q3 2025 above Q3 2024?")).toEqual(["q3 2025", "q3 2024"]);
});

test("a date that no year has is named", () => {
  expect(impossibleDate("sales on 31 november")).toBe("31 november");
  expect(impossibleDate("sales on 29 february 2025")).toBe("29 february 2025");
  expect(impossibleDate("sales on 29 february")).toBeNull();
});

/** The same numbers each time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}
const random = numbers(7);
const below = (most: number): number => Math.floor((random.next().value as number) * most);

test("random days and ranges are read back from each of their wordings", () => {
  for (let run = 0; run < 300; run += 1) {
    const from = addDays("2020-01-01", below(2_500));
    const to = addDays(from, 1 + below(400));
    const say = (day: string) => {
      const [year, place, date] = day.split("-").map(Number) as [number, number, number];
      const [long, short] = [months[place - 1], shortMonths[place - 1]];
      return [`${date} ${long} ${year}`, `${short} ${date}, ${year}`, day, `the ${date}th of ${long} ${year}`];
    };
    const pairs = say(from).map((one, place) => [one, say(to)[place]] as const);
    for (const [one, other] of pairs) {
      expect(read(`sales on ${one}`, at("2026-11-28", 4)), one).toEqual([from, from]);
      for (const text of [
        `from ${one} to ${other}`,
        `between ${one} and ${other}`,
        `${one} until ${other}`,
        `${one} through ${other}`,
      ])
        expect(read(`sales ${text}`, at("2026-11-28", 4)), text).toEqual([from, to]);
    }
  }
});

test("random months are read back from each of their wordings", () => {
  for (let run = 0; run < 200; run += 1) {
    const [year, first] = [2020 + below(7), 1 + below(12)];
    const last = first + 1 + below(11);
    const end = firstOf(year, last);
    const [one, other] = [months[first - 1], months[(last - 1) % 12]];
    const endYear = Number(end.slice(0, 4));
    for (const text of [
      `from ${one} ${year} to ${other} ${endYear}`,
      `between ${one} ${year} and ${other} ${endYear}`,
      `${one}-${other} ${endYear}`,
      `${shortMonths[first - 1]} to ${shortMonths[(last - 1) % 12]} ${endYear}`,
    ])
      expect(read(`sales ${text}`, at("2027-12-31", 1)), text).toEqual(span(year, first, last));
  }
});
