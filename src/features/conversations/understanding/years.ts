import { spanOf } from "#contract/spans.ts";
import { type Days, type Now, yearOf } from "./calendar.ts";
import type { Scanner } from "./scanner.ts";

/** A whole year with its name; `isNumbered` unless it is relative to today. */
export type Year = Days & { label: string; isNumbered: boolean; isFiscal: boolean; shift?: number };

export const shifts: Readonly<Record<string, -1 | 0 | 1>> = {
  last: -1,
  previous: -1,
  past: -1,
  prior: -1,
  this: 0,
  current: 0,
  next: 1,
  coming: 1,
  following: 1,
  upcoming: 1,
};
export const side = `(${Object.keys(shifts).join("|")})`;
export const whole = "(?:full|complete|completed|whole|entire|calendar)";
export const fiscal = "(?:fiscal|financial|tax|accounting)";

export function fiscalYear({ today, fiscalYearStart }: Now, shift: number): Year {
  const span = spanOf({ kind: "calendar", unit: "fiscalYear", shift }, today, fiscalYearStart);
  return { ...span, isNumbered: false, isFiscal: true, shift };
}
/** FY26, FY25/26, or fiscal 2026. */
function fiscalYearNamed(first: string, second: string | undefined, now: Now): Year | null {
  if (second !== undefined && (Number(first) + 1) % 100 !== Number(second)) return null;
  const current = fiscalYear(now, 0);
  const isStart = now.isNamedByStart || (now.fiscalYearStart > 1 && second !== undefined);
  const named = yearOf(isStart ? current.from : current.to);
  return { ...fiscalYear(now, 2000 + Number(isStart ? first : (second ?? first)) - named), isNumbered: true };
}
const calendarYear = (year: number, shift?: number): Year => ({
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  isNumbered: shift === undefined,
  isFiscal: false,
  label: shift === undefined ? String(year) : `${["last", "this", "next"][shift + 1]} year`,
  ...(shift !== undefined && { shift }),
});

const two = "(?:20)?(\\d\\d)";

/** A whole year: "2026", "calendar year 2026", "FY25/26", "the 2025/26 financial year", "last year". */
export function yearIn(scan: Scanner, now: Now): Year | null {
  const year = yearOf(now.today);
  return scan.attempt(() => {
    const split = `${two}(?: ${two}(?! \\d))?`;
    const named =
      scan.take(`(?:fy|${fiscal} ?(?:year)?) ?${split}`) ??
      scan.take(`(?:(20\\d\\d|\\d\\d) ${two}|20\\d\\d) (?:fy|${fiscal} year)`);
    if (named) {
      const plain = /20\d\d|\d\d/.exec(named[0])?.[0] ?? "";
      return fiscalYearNamed(plain.slice(-2), named[2], now);
    }
    // "2025/26" is a fiscal year where those begin within a calendar year.
    const across = now.fiscalYearStart > 1 ? /^20(\d\d) (\d\d)(?= |$)/.exec(scan.text.slice(scan.at)) : null;
    if (across && (Number(across[1]) + 1) % 100 === Number(across[2])) {
      scan.at += across[0].length + 1;
      return fiscalYearNamed(across[1] ?? "", across[2], now);
    }
    const number = scan.take("(?:calendar )?(?:year )?(20[0-4]\\d)");
    if (number) return calendarYear(Number(number[1]));
    // "Last years costs" has lost its apostrophe; "the last years" are no year.
    const found = scan.take(`${side} (?:${whole} )*(?:(${fiscal}) )?year(s(?= \\w))?`);
    if (
      !found &&
      /\b(?:the|our) $/.test(scan.before) &&
      scan.take(`${fiscal} year(?! (?:before|earlier|ago|prior|that|end|ended|ending|to)\\b)`)
    )
      return fiscalYear(now, 0);
    const isVague = found?.[3] !== undefined && /\bthe $/.test(scan.text.slice(0, scan.at - found[0].length));
    const shift = found && (shifts[found[1] ?? ""] ?? 0);
    if (found && shift !== null && !isVague)
      return found[2] ? fiscalYear(now, shift) : calendarYear(year + shift, shift);
    return null;
  });
}

/** A year after a part of one: "October a year ago", "Q2 of the year before". */
export function yearAfter(scan: Scanner, now: Now): Year | null {
  return scan.attempt(() => {
    scan.take("of|in");
    scan.take("the");
    const year = yearIn(scan, now);
    if (year) return year;
    return scan.take("year before|(?:a|one) year (?:ago|before|earlier)")
      ? calendarYear(yearOf(now.today) - 1, -1)
      : null;
  });
}
