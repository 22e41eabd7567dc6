/** The month names of these languages are read; a name that means different months in two of them is not. */
const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "ro", "tr"];

const plain = (word: string): string =>
  word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replace(/\.$/, "");

let words: { months: Map<string, number>; weekdays: Set<string> } | null = null;

function calendarWords(): { months: Map<string, number>; weekdays: Set<string> } {
  if (words) return words;
  const months = new Map<string, number>();
  const weekdays = new Set<string>();
  const add = (name: string, month: number) => {
    const known = months.get(name);
    months.set(name, known === undefined || known === month ? month : 0);
  };
  for (const language of languages) {
    for (const style of ["long", "short"] as const) {
      // A month beside a day is declined in some languages: "15 stycznia".
      const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
      const dated = new Intl.DateTimeFormat(language, { day: "numeric", month: style, timeZone: "UTC" });
      const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: "UTC" });
      for (let at = 0; at < 12; at += 1) {
        const day = Date.UTC(2026, at, 15);
        const inDate = dated.formatToParts(day).find(({ type }) => type === "month")?.value ?? "";
        for (const name of [plain(alone.format(day)), plain(inDate)].map((word) => word.replace(/\.$/, ""))) {
          if (!/^\p{L}{3,}$/u.test(name)) continue;
          add(name, at + 1);
          // The six largest languages also by beginnings: "Sept", "Febr".
          if (style === "long" && languages.indexOf(language) < 6)
            for (let length = 3; length < Math.min(name.length, 6); length += 1) add(name.slice(0, length), at + 1);
        }
        for (const word of plain(weekday.format(at * 86_400_000)).split(/[^\p{L}]+/u)) weekdays.add(word);
      }
    }
  }
  // Windows writes German March in this way.
  months.set("mrz", 3);
  words = { months, weekdays };
  return words;
}

/** A day written in numbers or words: what it means in each order; the same in all for an unambiguous one. */
export type WrittenDay = {
  yearFirst: string | null;
  dayFirst: string | null;
  monthFirst: string | null;
  /** HH:MM:SS; null for a day without a time. */
  time: string | null;
  /** Minutes east of UTC; null if the cell names no zone. */
  offset: number | null;
  month: boolean;
};

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Two-digit years: 70 to 99 are of the last century. */
const fullYear = (year: string): number =>
  year.length > 2 ? Number(year) : Number(year) < 70 ? 2000 + Number(year) : 1900 + Number(year);

/** YYYY-MM-DD, or null for a day that does not exist or is not from 1900 to 2199. */
function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (day > 28 && day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${two(month)}-${two(day)}`;
}

/** Minutes east of UTC by the names in use; those that mean different zones are missing. */
const offsets: Readonly<Record<string, number>> = Object.fromEntries(
  "Z:0 UTC:0 GMT:0 EST:-300 EDT:-240 CDT:-300 MST:-420 MDT:-360 PST:-480 PDT:-420 CET:60 CEST:120 EET:120 EEST:180 JST:540 AEST:600 AEDT:660 NZST:720 NZDT:780"
    .split(" ")
    .map((entry) => entry.split(":"))
    .map(([name = "", minutes]) => [name, Number(minutes)]),
);

const timePattern =
  /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?(?: ?([ap])\.?m?\.?)?(?: ?(Z|[A-Z]{3,4}|(?:UTC|GMT)? ?[+-]\d{1,2}(?::?\d{2})?))?(?: ?\([^()]*\))?$/i;

function timeOf(text: string): Pick<WrittenDay, "time" | "offset"> | null {
  const match = timePattern.exec(text);
  if (!match) return null;
  const [, hours = "", minutes = "", seconds = "0", half, zone] = match;
  let hour = Number(hours);
  // "15:07 PM" counts to 24 and says the half as well.
  const isWhole = half?.toLowerCase() === "p" && hour > 12;
  if (half && !isWhole && (hour < 1 || hour > 12)) return null;
  if (half && !isWhole) hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  let offset: number | null = null;
  if (zone) {
    const signed = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
    offset = signed
      ? (signed[1] === "-" ? -1 : 1) * (Number(signed[2]) * 60 + Number(signed[3] ?? 0))
      : (offsets[zone.toUpperCase()] ?? Number.NaN);
    if (Number.isNaN(offset) || Math.abs(offset) > 14 * 60) return null;
  }
  return { time: `${two(hour)}:${two(Number(minutes))}:${two(Math.min(Number(seconds), 59))}`, offset };
}

const one = (day: string | null, month = false): WrittenDay | null =>
  day === null ? null : { yearFirst: day, dayFirst: day, monthFirst: day, time: null, offset: null, month };

/** Three numbers, the year at either end. */
const numeric = /^(\d{1,4})(\. ?|[/-])(\d{1,2})\2(\d{1,4})\.?$/;
const yearMonth = /^(\d{4})[-/.](\d{1,2})$|^(\d{1,2})[-/.](\d{4})$/;

function numericDay(text: string): WrittenDay | null {
  const match = numeric.exec(text);
  if (!match) {
    const month = yearMonth.exec(text);
    if (month) return one(dayOf(Number(month[1] ?? month[4]), Number(month[2] ?? month[3]), 1), true);
    const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
    return compact ? one(dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]))) : null;
  }
  const [, a = "", , b = "", c = ""] = match;
  if (a.length === 3 || c.length === 3 || (a.length === 4 && c.length > 2)) return null;
  if (a.length === 4) return one(dayOf(Number(a), Number(b), Number(c)));
  const read: WrittenDay = {
    yearFirst: a.length === 2 && c.length === 2 ? dayOf(fullYear(a), Number(b), Number(c)) : null,
    dayFirst: c.length === 1 ? null : dayOf(fullYear(c), Number(b), Number(a)),
    monthFirst: c.length === 1 ? null : dayOf(fullYear(c), Number(a), Number(b)),
    time: null,
    offset: null,
    month: false,
  };
  return (read.yearFirst ?? read.dayFirst ?? read.monthFirst) ? read : null;
}

/** Words that stand beside the parts of a day and mean nothing themselves. */
const fillers = new Set("de del of the di den le el il st nd rd th er o a of,".split(" "));

function namedDay(text: string): WrittenDay | null {
  if (!/\p{L}/u.test(text)) return null;
  const { months, weekdays } = calendarWords();
  // Most texts begin with a word that no day does.
  const first = /^[A-Za-z]{3,}(?![A-Za-z\x80-\uffff])/.exec(text)?.[0].toLowerCase();
  if (first && !months.has(first) && !weekdays.has(first) && !fillers.has(first)) return null;
  let month = 0;
  let nameAt = -1;
  const numbers: string[] = [];
  for (const [part] of plain(text).matchAll(/\p{L}+|\d+|[^\p{L}\d]+/gu)) {
    if (/^\d/.test(part)) {
      if (part.length > 4 || numbers.push(part) > 2) return null;
    } else if (/^\p{L}/u.test(part)) {
      const named = months.get(part);
      if (named && month === 0) [month, nameAt] = [named, numbers.length];
      else if (!fillers.has(part) && !weekdays.has(part)) return null;
    } else if (!/^[\s.,/'’º°ª-]+$/.test(part)) return null;
  }
  if (month === 0) return null;
  const [start = "", second] = numbers;
  if (second === undefined) {
    // "Jan 2026" is a month; "15 Jan" lacks the year.
    return start.length === 4 || (/^\p{L}+\.?(?:[ -]?['’]|[-/])\d\d$/u.test(text) && start.length === 2)
      ? one(dayOf(fullYear(start), month, 1), true)
      : null;
  }
  if (start.length === 4) return second.length < 3 ? one(dayOf(Number(start), month, Number(second))) : null;
  if (start.length > 2 || second.length === 3 || second.length === 1 || nameAt === 2) return null;
  return one(dayOf(fullYear(second), month, Number(start)));
}

/** A time after the day, behind a space, a comma or a T. */
const timed = /^(.{6,40}?)(?:T|,? (?:at |um |- )?)(\d{1,2}[:.h]\d{2}(?:[:.\d ].{0,40}|[apz+-].{0,40})?)$/i;

/** The number of a month by its name alone; null if it is none. */
export function monthNamed(text: string): number | null {
  const word = text.trim();
  return (/^\p{L}{3,}\.?$/u.test(word) && calendarWords().months.get(plain(word))) || null;
}

const headingWords = (heading: string): string[] =>
  plain(heading.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")).split(/[^\p{L}]+/u);

/** Whether a heading is of a fiscal or a tax year, which may begin in any month and be named by its end. */
export const isFiscal = (heading: string): boolean =>
  headingWords(heading).some((word) => /^(?:fis[ck]|financi|finanz|fy$|tax$)/.test(word));

let fieldWords: Record<"year" | "month" | "day", Set<string>> | null = null;
/** Whether a heading has the word for years, months or days in one of the languages, and none that makes them fiscal ones. */
export function isCalendarHeading(heading: string, field: "year" | "month" | "day"): boolean {
  const named = (of: "year" | "month" | "day") =>
    new Set(
      [...languages, "ja", "zh", "ko"].map((one) =>
        plain(new Intl.DisplayNames(one, { type: "dateTimeField" }).of(of) ?? ""),
      ),
    );
  fieldWords ??= { year: named("year"), month: named("month"), day: named("day") };
  return headingWords(heading).some((word) => fieldWords?.[field].has(word)) && !isFiscal(heading);
}

export const isWeekday = (word: string): boolean => calendarWords().weekdays.has(plain(word.trim()));

/** Words that were looked up as weekdays, as most cells of a column begin with the same ones. */
const lookedUp = new Map<string, boolean>();
const mostLookedUp = 1_000;

/** "Mo, 31.08.26" without its weekday. */
function withoutWeekday(text: string): string {
  if (text.charCodeAt(0) < 65) return text;
  const [before = "", word = ""] = /^(\p{L}{2,12})[.,]{0,2}\s+(?=\d)/u.exec(text) ?? [];
  if (word === "") return text;
  let isDay = lookedUp.get(word);
  if (isDay === undefined) {
    const { months, weekdays } = calendarWords();
    isDay = weekdays.has(plain(word)) && !months.has(plain(word));
    if (lookedUp.size >= mostLookedUp) lookedUp.clear();
    lookedUp.set(word, isDay);
  }
  return isDay ? text.slice(before.length) : text;
}

/** What a cell says as a day; null if it is none. */
export function readWrittenDay(cell: string): WrittenDay | null {
  if (cell.length < 6 || cell.length > 80 || !/\p{Nd}/u.test(cell)) return null;
  // Characters of other scripts for the same digits, and of Chinese and Japanese days.
  const text = /[^\x20-\x7e]/.test(cell)
    ? cell
        .normalize("NFKC")
        .replace(/^(\d{4})年\s?(\d{1,2})月\s?(?:(\d{1,2})日)?/, (_, y: string, m: string, d?: string) =>
          d ? `${y}-${m}-${d}` : `${y}-${m}`,
        )
        .replaceAll(/\s+/g, " ")
    : cell;
  const code = text.charCodeAt(0);
  const isNumeric = code >= 48 && code <= 57;
  // Amounts: neither a name nor a time.
  if (/^[-\d.,]+$/.test(text)) return isNumeric ? numericDay(text) : null;
  const dated = withoutWeekday(text);
  if (dated !== text) return readWrittenDay(dated);
  const found = (isNumeric ? numericDay(text) : null) ?? namedDay(text);
  if (found) return found;
  if (!/\d[:.h]\d\d/i.test(text)) return null;
  const split = timed.exec(text);
  if (!split) return null;
  const time = timeOf(split[2] ?? "");
  const day = time && (isNumeric ? numericDay(split[1] ?? "") : null);
  const named = time && !day ? namedDay(split[1] ?? "") : null;
  const whole = day ?? named;
  return whole && time && !whole.month ? { ...whole, ...time } : null;
}

/** The day of a serial number of spreadsheets, which count from 30 December 1899. */
export const serialDay = (serial: number): string | null =>
  serial >= 1 && serial < 109_574
    ? new Date((Math.floor(serial) - 25_569) * 86_400_000).toISOString().slice(0, 10)
    : null;

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** The day in the zone of an instant, in milliseconds since 1970. */
export function dayInZone(instant: number, timeZone: string): string {
  let format = zoneFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    zoneFormats.set(timeZone, format);
  }
  return format.format(instant);
}
