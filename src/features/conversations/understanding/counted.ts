import { shortDay } from "#contract/format.ts";
import { spanOf } from "#contract/spans.ts";
import { count, countOf, type Days, type Lean, type Now, type Part } from "./calendar.ts";
import { pastWords, type Rolling } from "./dates.ts";
import type { Scanner } from "./scanner.ts";
import { fiscal, fiscalYear, shifts, side, whole, type Year } from "./years.ts";

/** A moment as it is written: a part of a year, a year, or days; `edge` if only its first or last day is meant. */
export type Raw = {
  part?: Part;
  year?: Year;
  side?: Lean;
  fixed?: Days & { label: string; rolls?: Rolling };
  edge?: "start" | "end";
  /** The calendar unit that is relative to today. */
  unit?: string;
  /** Its only word is also a verb: "may", "march". */
  isVerb?: boolean;
  isCalendar?: boolean;
};

const units = "(day|week|fortnight|month|quarter|year)s?";
type Unit = Rolling["unit"];

export type Read = (scan: Scanner, now: Now, anchor: string, lean: "past" | "ahead") => Raw | null;

export const fixed = (days: Days | null, label: string, more: Partial<Raw> = {}): Raw | null =>
  days && { fixed: { from: days.from, to: days.to, label }, ...more };
export const oneDay = (day: string, label = shortDay(day)): Raw => ({ fixed: { from: day, to: day, label } });

/** The calendar unit of a day, so many units away: "this quarter", "the month". */
export function calendarUnit(unit: string, shift: number, now: Now): Days {
  if (unit === "fiscal year") return fiscalYear(now, shift);
  return spanOf({ kind: "calendar", unit: unit as Unit, shift }, now.today, now.fiscalYearStart);
}
export const unitWords = `(?:${whole} )?(${fiscal} )?(week|month|quarter|year)`;
export const unitNamed = (isFiscal: string | undefined, unit = ""): string =>
  isFiscal && unit === "year" ? "fiscal year" : unit;

/** A participle at the end, other than of what is still to come: "settled within 30 days" is how long it took. */
const participleBefore =
  /\b(?!(?:expected|planned|scheduled|required|needed|wanted) )(?:\w*[^e\s]ed|(?:un)?paid|sent|won|lost|met|done|sold|kept|held|made|left|bought|built|begun) $/;

export const rollingIn: Read = (scan, now, anchor) => {
  const within = anchor === "within" ? scan.take(`${count} ${units}`) : null;
  if (within) {
    // "Solved within two days" and "not paid within 30 days" are durations.
    const before = scan.before.slice(0, -within[0].length).replace(/within $/, "");
    return pastWords.test(scan.text) || participleBefore.test(before)
      ? null
      : rolled(1, within[1] ?? "", within[2] ?? "", now);
  }
  const half = scan.take(`${side} (?:half year|half a year|six months)`);
  if (half)
    return shifts[half[1] ?? ""]
      ? {
          fixed: rolledBy(
            shifts[half[1] ?? ""] ?? 1,
            6,
            "month",
            now,
            `the ${(shifts[half[1] ?? ""] ?? 1) < 0 ? "last" : "next"} ${half[0].includes("six") ? "six months" : "half year"}`,
          ),
        }
      : null;
  const found = scan.take(
    `(${Object.keys(shifts).join("|")}|trailing|rolling) (?:${count}|(?:a )?(couple) of) (?:(${whole}|${fiscal}) )?${units}(?: period)?`,
  );
  if (!found) return null;
  const at = shifts[found[1] ?? ""] ?? -1;
  const [words, wholly, unit = ""] = [found[2] ?? "two", found[4], found[5]];
  if (at === 0) return null;
  return wholly
    ? wholeUnits(at, countOf(words), unitNamed(/^(?:fisc|fin|tax|acc)/.exec(wholly)?.[0], unit), now)
    : rolled(at, words, unit, now, found[5] && /s(?: period)? ?$/.test(found[0]) ? "s" : "");
};

function rolled(at: -1 | 1, words: string, unit: string, now: Now, plural = "s"): Raw | null {
  const units = plural === "" || countOf(words) === 1 ? unit : `${unit}s`;
  const weeks = unit === "fortnight" ? 2 : 1;
  if (countOf(words) < 1) return null;
  return {
    fixed: rolledBy(
      at,
      countOf(words) * weeks,
      unit === "fortnight" ? "week" : (unit as Unit),
      now,
      `the ${at < 0 ? "last" : "next"} ${words} ${units}`,
    ),
  };
}
/** A number of whole units that ends or starts today. */
export function rolledBy(at: -1 | 0 | 1, length: number, unit: Unit, { today }: Now, label: string) {
  const rolls: Rolling = { kind: at < 0 ? "last" : "next", count: length, unit };
  const { from, to } = spanOf(rolls, today);
  return { from, to, label, rolls };
}
/** "The last 3 full months", "the last two financial years": the unfinished one is none of them. */
function wholeUnits(at: -1 | 1, length: number, unit: string, now: Now): Raw | null {
  if (length < 1 || unit === "fortnight") return null;
  const [first, last] = at < 0 ? [-length, -1] : [1, length];
  const [from, to] = [calendarUnit(unit, first, now).from, calendarUnit(unit, last, now).to];
  return fixed({ from, to }, spanOf({ kind: "between", from, to }, now.today).label);
}

/** Days ago are a day; weeks, months and years ago are the whole of them. */
export const agoIn: Read = (scan, { today }) => {
  const found = scan.take(`(${count}|an?) ${units} ago`);
  const length = found && (found[2] ? countOf(found[2]) : 1);
  if (!found || !length) return null;
  const unit = found[3] === "fortnight" ? "week" : (found[3] as Unit);
  const { from, to } = spanOf(
    { kind: "calendar", unit, shift: found[3] === "fortnight" ? -2 * length : -length },
    today,
  );
  return fixed({ from, to }, from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`);
};
