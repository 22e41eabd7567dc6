import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { monthNames, monthNumber, months, ordinals, shortMonths } from "#contract/months.ts";
import { addMonths, firstOf, lastOf, spanOf as spanIn } from "#contract/spans.ts";
import { dateIn, futureWords, mondayOf, pastWords, type Period, type Rolling } from "./dates.ts";

const numberWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const seasons: Record<string, number> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };

/** Words for periods, which are not names when capitalized. */
export const timeWords: readonly string[] = [
  ...months,
  ...shortMonths,
  ...Object.keys(seasons),
  ..."monday tuesday wednesday thursday friday saturday sunday christmas easter".split(" "),
];

const seasonMonths = 3;

const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

type Found = Omit<Period, "words">;
type Now = {
  today: string;
  year: number;
  month: number;
  fiscalYearStart: number;
  /** FY2025 is the fiscal year that starts in 2025, as in Japan, not the one that ends then. */
  isNamedByStart: boolean;
};
/** Turns a match into a period; null if it is not one after all. */
type Read = (found: RegExpExecArray, now: Now) => Found | null;

const quarter = (year: number, number: number, label: string): Found => ({
  from: firstOf(year, number * 3 - 2),
  to: lastOf(year, number * 3),
  label,
});
const amountOf = (word: string | undefined): number =>
  word === undefined ? 1 : /^\d+$/.test(word) ? Number(word) : numberWords.indexOf(word) + 1;

function relativePeriod(found: RegExpExecArray, now: Now, side: 1 | -1): Found | null {
  const count = amountOf(found[1]);
  if (count === 0) return null;
  const unit = found[2] ?? "";
  const unitLabel = `${found[1] ?? ""} ${unit}`.trim();
  return rolling(side, count, unit, now, `the ${side < 0 ? "last" : "next"} ${unitLabel}`);
}

/** A number of whole units that ends (side -1) or starts (side 1) today. */
function rolling(side: 1 | -1, count: number, units: string, { today }: Now, label: string): Found {
  const rolls: Rolling = { kind: side < 0 ? "last" : "next", count, unit: units.replace(/s$/, "") as Rolling["unit"] };
  const { from, to } = spanIn(rolls, today);
  return { from, to, label, rolls };
}

function unitAt(unit: string, { today, year, month }: Now, shift: -1 | 0 | 1, label: string): Found {
  const monday = mondayOf(today);
  if (unit === "week") return { from: addDays(monday, 7 * shift), to: addDays(monday, 7 * shift + 6), label };
  if (unit === "month") return { from: firstOf(year, month + shift), to: lastOf(year, month + shift), label };
  if (unit === "quarter") return quarter(year, Math.ceil(month / 3) + shift, label);
  return { from: `${year + shift}-01-01`, to: `${year + shift}-12-31`, label };
}

const shifts = { last: -1, previous: -1, past: -1, this: 0, current: 0, next: 1, coming: 1, following: 1 } as const;
const number = `(\\d{1,3}|${numberWords.join("|")})`;
const units = "(days?|weeks?|months?|quarters?|years?)";

/** A month without a year: the latest one that has started, or the next one for questions about the future. */
function monthIn(name: string, named: string | undefined, now: Now, ahead: boolean): Found {
  const at = monthNumber(name);
  const { year, month } = now;
  const y = yearNamed(named, now) ?? (ahead ? (at < month ? year + 1 : year) : at > month ? year - 1 : year);
  return { from: firstOf(y, at), to: lastOf(y, at), label: `${title(months[at - 1] ?? name)} ${y}` };
}

/** The year after a month or quarter, as in "October last year" or "Q3 2025", if there is one. */
const ofYear = "(?: (?:of )?(?:the )?(?:calendar )?(?:year )?(20\\d\\d|last year|previous year|this year|next year))?";
const yearNamed = (words: string | undefined, { year }: Pick<Now, "year">): number | undefined =>
  words === undefined
    ? undefined
    : /^\d/.test(words)
      ? Number(words)
      : year + shifts[words.split(" ")[0] as keyof typeof shifts];

const yearOfEnd = (to: string): number => Number(to.slice(0, 4));

/** The fiscal year a number of years from this one. */
function fiscalYear({ today, fiscalYearStart }: Now, shift: number): Found {
  return spanIn({ kind: "calendar", unit: "fiscalYear", shift }, today, fiscalYearStart);
}

/** FY26, FY25/26, or fiscal 2026. */
function fiscalYearNamed(first: string, second: string | undefined, now: Now): Found {
  const current = fiscalYear(now, 0);
  const isStart = now.isNamedByStart || (now.fiscalYearStart > 1 && second !== undefined);
  const named = Number((isStart ? current.from : current.to).slice(0, 4));
  return fiscalYear(now, 2000 + Number(isStart ? first : (second ?? first)) - named);
}
const fyear = "(?:fy|fiscal(?: year)?|financial year) ?(?:20)?(\\d\\d)(?: (?:20)?(\\d\\d))?";

/** Half or a quarter of a year: of a fiscal one where it is named. */
function partOf(size: 3 | 6, at: number, words: string, now: Now): Found {
  const named = new RegExp(fyear).exec(words);
  const side = /\b(last|previous|this|next)\b/.exec(words)?.[1] as keyof typeof shifts | undefined;
  const year = named
    ? fiscalYearNamed(named[1] ?? "", named[2], now)
    : /fiscal|financial/.test(words)
      ? fiscalYear(now, side ? shifts[side] : 0)
      : {
          from: `${yearNamed(/20\d\d/.exec(words)?.[0], now) ?? now.year + (side ? shifts[side] : 0)}-01-01`,
          label: "",
        };
  const from = addMonths(year.from, size * (at - 1));
  const to = addDays(addMonths(from, size), -1);
  return { from, to, label: `${shortDay(from)} to ${shortDay(to)}` };
}
const whichYear = `(?:${fyear}|(?:calendar )?20\\d\\d|(?:the )?(?:last|previous|this|next) (?:fiscal |financial |calendar )?year)`;

/** Days that have a name, with the months and days they are from and to. */
const holidays: Readonly<Record<string, readonly [string, string]>> = {
  "christmas eve": ["12-24", "12-24"],
  "christmas day": ["12-25", "12-25"],
  christmas: ["12-24", "12-26"],
  "boxing day": ["12-26", "12-26"],
  "new years? eve": ["12-31", "12-31"],
  "new years? day": ["01-01", "01-01"],
  "valentines? day|valentines": ["02-14", "02-14"],
  halloween: ["10-31", "10-31"],
};

/** A past participle at the end, other than of what is still to come. */
const participleBefore =
  /\b(?!(?:expected|planned|scheduled|required|needed|wanted) )(?:\w*[^e\s]ed|(?:un)?paid|sent|won|lost|met|done|sold|kept|held|made|left|bought|built|begun) $/;

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const inYear = "(?: (?:of )?(20\\d\\d))?";

const patterns: readonly (readonly [RegExp, Read])[] = [
  [
    new RegExp(
      `(?<!\\b(?:to|and|until|till|through) )\\b(?:in |of |for |during )?${monthNames} (?:of )?(last year|previous year|this year|a year (?:ago|before|earlier)|the year before)\\b`,
    ),
    (found, now) => monthIn(found[1] ?? "", /^(?:a|the) /.test(found[2] ?? "") ? "last year" : found[2], now, false),
  ],
  [
    new RegExp(
      `\\b(?:in |of |for |during )?(?:the )?(?:(first|second) half|h([12]))(?: (?:of |in )?(${whichYear}))?\\b`,
    ),
    (found, now) => partOf(6, found[1] === "second" || found[2] === "2" ? 2 : 1, found[3] ?? "", now),
  ],
  [
    new RegExp(
      `\\b(?:in |of |for |during )?(?:the )?(?:(first|second|third|fourth) quarter|q([1-4]))(?: (?:of |in )?((?:the )?(?:last|previous|this|next) (?:fiscal|financial) year|${fyear}))\\b`,
    ),
    (found, now) => partOf(3, ordinals.indexOf(found[1] ?? "") + 1 || Number(found[2]), found[3] ?? "", now),
  ],
  [
    new RegExp(
      `\\b(?:(?:from|between|for|in) )?${monthNames} (?:and|to|until|till|through) ${monthNames} (?:of )?(${fyear}|(?:the )?(?:last|previous|this|next) (?:fiscal |financial |calendar )?year)\\b`,
    ),
    (found, now) => {
      const year = partOf(6, 1, found[3] ?? "", now).from;
      const monthFrom = (name: string, day: string): string => {
        const at = monthNumber(name);
        return firstOf(Number(day.slice(0, 4)) + (at < Number(day.slice(5, 7)) ? 1 : 0), at);
      };
      const from = monthFrom(found[1] ?? "", year);
      const to = addDays(addMonths(monthFrom(found[2] ?? "", from), 1), -1);
      return { from, to, label: `${shortDay(from)} to ${shortDay(to)}` };
    },
  ],
  [
    new RegExp(
      `\\b(?:from |since )?${monthNames}(?: (20\\d\\d))? (?:onwards?|to (?:now|date)|until now|on)\\b(?! (?:the|a|our)\\b)`,
    ),
    (found, now) => {
      if (found[1] === "may" && !/^(?:from|since)/.test(found[0])) return null;
      const { from, label } = monthIn(found[1] ?? "", found[2], now, false);
      return { from, to: now.today, label: `the time since ${label}` };
    },
  ],
  [
    new RegExp(
      `\\b(?:(since|on|over|at|during|for|around|in) )?(?:last )?(${Object.keys(holidays).join("|")})(?: (20\\d\\d))?(?! (?:party|present|card|tree|market)s?)\\b`,
    ),
    (found, { today, year }) => {
      const name = found[2] ?? "";
      const [start = "", end = ""] =
        Object.entries(holidays).find(([words]) => new RegExp(`^(?:${words})$`).test(name))?.[1] ?? [];
      const isAhead = futureWords.test(found.input) && !pastWords.test(found.input);
      const named =
        found[3] ??
        (isAhead ? (`${year}-${end}` < today ? year + 1 : year) : `${year}-${start}` > today ? year - 1 : year);
      const isSince = found[1] === "since";
      const to = isSince ? today : `${named}-${end}`;
      return { from: `${named}-${start}`, to, label: isSince ? `the time since ${name} ${named}` : `${name} ${named}` };
    },
  ],
  [
    // "Between October 2024 and March 2025": the months themselves are in it.
    new RegExp(
      `\\b(?:(?:from|between|for|in) ${monthNames}${inYear} and|(?:(?:from|between|for|in) )?${monthNames}${inYear} (?:to|until|till|through)) ${monthNames}${inYear}(?! \\d)\\b`,
    ),
    (found, now) => {
      const [first = "", firstYear] = found[1] ? found.slice(1) : found.slice(3);
      const end = monthIn(found[5] ?? "", found[6], now, false);
      const endYear = yearOfEnd(end.to);
      const isLater = monthNumber(first) > monthNumber(found[5] ?? "");
      const start = monthIn(first, firstYear ?? String(isLater ? endYear - 1 : endYear), now, false);
      return start.from > end.to ? null : { from: start.from, to: end.to, label: `${start.label} to ${end.label}` };
    },
  ],
  [
    new RegExp(
      `\\b(?:in |of |for |during )?(?:the )?(quarter|(?:fiscal |financial )?year) (?:that )?(?:ended|ending|to) (?:in |last )?(?:the end of )?${monthNames}${inYear}`,
    ),
    (found, now) => {
      const { to, label } = monthIn(found[2] ?? "", found[3], now, false);
      const count = found[1] === "quarter" ? 3 : 12;
      return { from: addMonths(addDays(to, 1), -count), to, label: `the ${found[1]} to ${label}` };
    },
  ],
  [
    new RegExp(`\\b(?:in |of |for |during )?(?:the )?(first|last) ${number} months of (20\\d\\d)\\b`),
    (found) => {
      const [, side, words, year] = found;
      const [count, y] = [amountOf(words), Number(year)];
      if (count < 1 || count > 12) return null;
      const from = side === "first" ? 1 : 13 - count;
      return { from: firstOf(y, from), to: lastOf(y, from + count - 1), label: `the ${side} ${words} months of ${y}` };
    },
  ],
  [
    // Days ago are a day; weeks, months and years ago are the whole of them.
    new RegExp(`\\b${number} (day|week|month|quarter|year)s? ago\\b|\\b(a) (week|month|quarter|year) ago\\b`),
    (found, { today }) => {
      const count = amountOf(found[1]);
      const unit = (found[2] ?? found[4] ?? "day") as Rolling["unit"];
      const { from, to } = spanIn({ kind: "calendar", unit, shift: -count }, today);
      return count > 0
        ? { from, to, label: from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}` }
        : null;
    },
  ],
  [
    new RegExp(`\\b(since|on|last) (?:last )?(${weekdays.join("|")})\\b`),
    (found, { today }) => {
      if (found[1] === "on" && !pastWords.test(found.input)) return null;
      const away = (new Date(`${today}T00:00:00Z`).getUTCDay() - weekdays.indexOf(found[2] ?? "") + 7) % 7;
      const from = addDays(today, -(away === 0 && found[1] !== "since" ? 7 : away));
      const isDay = found[1] !== "since";
      return { from, to: isDay ? from : today, label: isDay ? shortDay(from) : `the time since ${shortDay(from)}` };
    },
  ],
  [
    new RegExp(`\\bsince (?:the )?end of ${monthNames}${inYear}\\b`),
    (found, now) => {
      const { to, label } = monthIn(found[1] ?? "", found[2], now, false);
      return { from: addDays(to, 1), to: now.today, label: `the time since the end of ${label}` };
    },
  ],
  [
    /\b(?:(?:in|of|for|during|over) )?(?:the |this )?(?:fiscal|financial) year (?:to date|so far)\b/,
    (_, now) => ({ from: fiscalYear(now, 0).from, to: now.today, label: "the fiscal year so far" }),
  ],
  [
    /\b(?:(?:in|of|for|during|over) )?(?:the )?(last|previous|past|this|current|next|coming|following) (?:full |complete |whole )?(?:fiscal|financial) year\b/,
    (found, now) => fiscalYear(now, shifts[(found[1] ?? "this") as keyof typeof shifts]),
  ],
  [
    new RegExp(`\\b(?:(?:in|over|during|within|for) )?(?:the )?(?:last|past|previous) ${number} ${units}\\b`),
    (found, now) => relativePeriod(found, now, -1),
  ],
  [
    new RegExp(`\\b(?:(?:in|over|during|within|for) )?(?:the )?(?:next|coming|following) ${number} ${units}\\b`),
    (found, now) => relativePeriod(found, now, 1),
  ],
  [
    // "Solved within two days" and "not paid within 30 days" are durations.
    new RegExp(`\\bwithin (?:the )?${number} ${units}\\b`),
    (found, now) =>
      pastWords.test(found.input) || participleBefore.test(found.input.slice(0, found.index))
        ? null
        : relativePeriod(found, now, 1),
  ],
  [
    new RegExp(`\\b(?:(?:in|of|for|during) )?(?:the )?${fyear}\\b`),
    (found, now) => fiscalYearNamed(found[1] ?? "", found[2], now),
  ],
  [
    /\b(?:in |over |during )?(?:the )?(last|past|previous|next|coming) (?:half year|half a year|six months)\b/,
    (found, now) => {
      const ahead = found[1] === "next" || found[1] === "coming";
      return rolling(ahead ? 1 : -1, 6, "months", now, `the ${ahead ? "next" : "last"} half year`);
    },
  ],
  [
    new RegExp(`\\b(?:in |of |for |during )?q([1-4])${ofYear}\\b`),
    (found, now) => {
      const y = yearNamed(found[2], now) ?? now.year;
      return quarter(y, Number(found[1]), `Q${found[1]} ${y}`);
    },
  ],
  [
    new RegExp(`\\b(?:in |of |for |during )?(?:the )?(first|second|third|fourth) quarter${ofYear}\\b`),
    (found, now) => {
      const at = ordinals.indexOf(found[1] ?? "") + 1;
      const y = yearNamed(found[2], now) ?? now.year;
      return quarter(y, at, `Q${at} ${y}`);
    },
  ],
  [
    /\b(?:in |of |for |during )?(?:calendar )?(?:week|cw|kw) (\d{1,2})(?: (?:of )?(20\d\d))?\b|\b(20\d\d) w(\d{1,2})\b|\bw(\d{1,2})(?: (20\d\d))?\b/,
    (found, { year }) => {
      const week = Number(found[1] ?? found[4] ?? found[5]);
      const y = Number(found[2] ?? found[3] ?? found[6] ?? year);
      const first = addDays(mondayOf(`${y}-01-04`), 7 * (week - 1));
      const exists = week >= 1 && first < mondayOf(`${y + 1}-01-04`);
      return exists ? { from: first, to: addDays(first, 6), label: `week ${week} of ${y}` } : null;
    },
  ],
  [
    /\b(today|tonight|this (?:morning|afternoon|evening))\b/,
    (_, { today }) => ({ from: today, to: today, label: "today" }),
  ],
  [/\b(tomorrow)\b/, (_, { today }) => ({ from: addDays(today, 1), to: addDays(today, 1), label: "tomorrow" })],
  [/\b(yesterday)\b/, (_, { today }) => ({ from: addDays(today, -1), to: addDays(today, -1), label: "yesterday" })],
  [
    /\b(?:by|before|until|till) (?:the )?end of (?:the |this )?(week|month|quarter|year)\b/,
    (found, now) => ({
      from: now.today,
      to: unitAt(found[1] ?? "", now, 0, "").to,
      label: `the days until the end of the ${found[1]}`,
    }),
  ],
  [
    /\bsince (?:the )?(?:beginning|start) of (?:the |this )?(?:calendar )?(week|month|quarter|year)\b|\b(?:so far this|this) (?:calendar )?(week|month|quarter|year) so far\b/,
    (found, now) => {
      const unit = found[1] ?? found[2] ?? "";
      return { from: unitAt(unit, now, 0, "").from, to: now.today, label: `the ${unit} so far` };
    },
  ],
  [
    /\b(?:this )?(?:calendar )?year to (?:date|now)\b|\bytd\b/,
    (_, { today, year }) => ({ from: `${year}-01-01`, to: today, label: "the year so far" }),
  ],
  [
    /\b(?:(?:in|of|for|during|over) )?(?:the )?(last|previous|past|this|current|next|coming|following) (?:full |complete |whole |calendar )*(week|month|quarter|year)\b/,
    (found, now) => {
      const side = (found[1] ?? "this") as keyof typeof shifts;
      const sideWord = { "-1": "last", "0": "this", "1": "next" }[String(shifts[side])] ?? "this";
      return unitAt(found[2] ?? "", now, shifts[side], `${sideWord} ${found[2]}`);
    },
  ],
  [
    /\bsince (?:the |last )?(spring|summer|autumn|fall|winter)\b/,
    (found, { today, year, month }) => {
      const firstMonth = seasons[found[1] ?? ""] ?? 1;
      const y = firstMonth > month ? year - 1 : year;
      return { from: firstOf(y, firstMonth), to: today, label: `the time since ${found[1]}` };
    },
  ],
  [
    /\b(?:in |over |during |of )(?:the |last |this )?(spring|summer|autumn|fall|winter)(?: (20\d\d))?\b/,
    (found, { year, month }) => {
      const firstMonth = seasons[found[1] ?? ""] ?? 1;
      const y = found[2] ? Number(found[2]) : firstMonth > month ? year - 1 : year;
      return { from: firstOf(y, firstMonth), to: lastOf(y, firstMonth + seasonMonths - 1), label: `${found[1]} ${y}` };
    },
  ],
  [
    new RegExp(`\\bsince (?:last |the (?:beginning|start) of )?${monthNames}(?: (20\\d\\d))?\\b`),
    (found, now) => {
      const { from, label } = monthIn(found[1] ?? "", found[2], now, false);
      return { from, to: now.today, label: `the time since ${label}` };
    },
  ],
  [
    new RegExp(`\\b(?:by|until|till|before) (?:the )?(end of )?${monthNames}(?: (20\\d\\d))?\\b`),
    (found, now) => {
      const isPast = pastWords.test(found.input);
      const { from, to, label } = monthIn(found[2] ?? "", found[3], now, !isPast);
      const last = found[1] ? to : addDays(from, -1);
      if (isPast && last < now.today)
        return { from: addDays(addMonths(last, -12), 1), to: last, label: `the year up to ${shortDay(last)}` };
      return last >= now.today
        ? { from: now.today, to: last, label: `the days until ${found[1] ?? ""}${label}` }
        : null;
    },
  ],
  [
    // "may" alone is a verb more often than a month.
    new RegExp(
      `\\b(?:in |of |for |during |last |this |next )${monthNames}(?: (20\\d\\d))?\\b|\\b${monthNames} (20\\d\\d)\\b`,
    ),
    (found, now) => {
      const ahead = found[0].startsWith("next ") || (!found[0].startsWith("last ") && futureWords.test(found.input));
      return monthIn(found[1] ?? found[3] ?? "", found[2] ?? found[4], now, ahead);
    },
  ],
  [
    /\bsince (?:the )?(?:beginning|start) of (?:the |this |our )?(?:fiscal|financial) year\b/,
    (_, now) => ({ from: fiscalYear(now, 0).from, to: now.today, label: "the fiscal year so far" }),
  ],
  [
    /\b(?:in|of|for|during) (?:the )?(?:calendar )?(?:year )?(20\d\d)\b|\bcalendar (?:year )?(20\d\d)\b/,
    (found) => {
      const year = found[1] ?? found[2] ?? "";
      return { from: `${year}-01-01`, to: `${year}-12-31`, label: year };
    },
  ],
  [
    // A month or a year alone, at the end or before a noun: "October sales", "rent 2025".
    new RegExp(`(?<!\\d(?:st|nd|rd|th)? )\\b(?!may\\b|mar\\b|march\\b)${monthNames}\\b(?! \\d)`),
    (found, now) =>
      monthIn(found[1] ?? "", undefined, now, futureWords.test(found.input) && !pastWords.test(found.input)),
  ],
  [
    /(?<!\b(?:over|above|than|under|below|least|most|exceeding|and|to|by|no|number|job|order|invoice) )\b(20[012]\d)\b(?! \d| (?:or|invoices|orders|units|pieces))/,
    (found) => ({ from: `${found[1]}-01-01`, to: `${found[1]}-12-31`, label: found[1] ?? "" }),
  ],
];

/** The period of a normalized question; null if it names none. */
export function periodOf(
  text: string,
  today: string,
  fiscalYearStart = 1,
  { isNamedByStart = false } = {},
): Period | null {
  const date = dateIn(text, today);
  if (date) return date;
  const [year = 0, month = 0] = today.split("-").map(Number);
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(text);
    const time = found && read(found, { today, year, month, fiscalYearStart, isNamedByStart });
    if (!time) continue;
    // "Up to now" and the days of a week add nothing.
    const rest = text.slice(found.index + found[0].length);
    const more =
      /^ (?:so far|to date|(?:up )?(?:to|until|till) now|mon(?:day)? (?:to )?sun(?:day)?)\b/.exec(rest)?.[0] ?? "";
    return { ...time, words: `${found[0]}${more}`.trim().split(" ") };
  }
  return null;
}
