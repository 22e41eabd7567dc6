import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { months, shortMonths } from "#contract/months.ts";
import { addMonths, startOf } from "#contract/spans.ts";
import { type Days, joint, type Lean, type Now, nearest, nameOf, type Part, through } from "./calendar.ts";
import type { Hemisphere } from "./hemisphere.ts";
import type { Year } from "./years.ts";
import { futureWords, type Period, pastWords, type Rolling } from "./dates.ts";
import type { Raw } from "./counted.ts";
import { rawIn } from "./moments.ts";
import { Scanner } from "./scanner.ts";

/** Words for periods, which are not names when capitalized. */
export const timeWords: readonly string[] = [
  ...months,
  ...shortMonths,
  ..."spring summer autumn fall winter".split(" "),
  ..."monday tuesday wednesday thursday friday saturday sunday christmas easter".split(" "),
];

/** A time in a text: where it is, and whether it is sure to be one: "rent 2025" is less so than "in 2025". */
export type Time = Period & { at: number; isSure: boolean; isYear: boolean };

/** The end of a time says nothing of what is to come. */
const ends = /\bend of\b|\b(?:week|month|quarter|year) end(?:ed|ing)?\b/g;

type Question = { now: Now; lean: "past" | "ahead"; isPast: boolean };

const wholeOf = "(?:the )?(?:whole|all|entirety) of";
const lead = `(so far(?: (?:in|during|for))?|since|by|before|until|till|up to|through|after|from|between|as (?:of|at)|on|at|over|within|around|in|of|for|during)`;
const tail =
  "(?:so far|to date|(?:up )?(?:to|until|till) (?:now|date|today)|as of (?:now|today)|mon(?:day)? (?:to )?sun(?:day)?)";

type Found = Days & { label: string; rolls?: Rolling };

/** The days of what was read, with the year it is in. */
function daysOf({ part, year, side, fixed }: Raw, lean: Lean, { today }: Now): Found | null {
  if (fixed) return fixed;
  if (!part) return year ? { from: year.from, to: year.to, label: year.label } : null;
  const days = year ? inYear(part, year) : nearest(part, side ?? lean, today);
  return days && { ...days, label: part.name(days) };
}

/** "October to March 2026" ends in that year, and "last year" is where it begins. */
function inYear(part: Part, year: Year): Days | null {
  const days = part.in(year.from);
  const isRun = part.kind === "months" || part.kind === "days";
  return days && isRun && year.isNumbered && days.to > year.to ? part.in(addMonths(year.from, -12)) : days;
}

/** All times in a normalized text that do not overlap, in their order. */
export function timesIn(text: string, today: string, fiscalYearStart = 1, options: Options = {}): Time[] {
  const { isNamedByStart = false, hemisphere = "north" } = options;
  const now = { today, fiscalYearStart, isNamedByStart, hemisphere };
  const isPast = pastWords.test(text);
  const isAhead = !isPast && futureWords.test(text.replaceAll(ends, " "));
  const question: Question = { now, lean: isAhead ? "ahead" : "past", isPast };
  const scan = new Scanner(text);
  const times: Time[] = [];
  while (scan.at < text.length) {
    const { at } = scan;
    const found = scan.attempt(() => timeAt(scan, question));
    // No day of a time that does not exist is read from the rest of its words.
    if (found === "none") continue;
    if (found && scan.at > at) {
      const words = text.slice(at, scan.at).trim().split(" ");
      times.push({ ...found, words, at });
    } else {
      const next = text.indexOf(" ", at);
      scan.at = next < 0 ? text.length : next + 1;
    }
  }
  return times;
}

type Options = { isNamedByStart?: boolean; hemisphere?: Hemisphere | null };

/** The period of a normalized question; null if it names none. */
export function periodOf(text: string, today: string, fiscalYearStart = 1, options: Options = {}): Period | null {
  const times = timesIn(text, today, fiscalYearStart, options);
  const time = times.find(({ isSure }) => isSure) ?? times[0];
  if (!time) return null;
  const { at: _, isSure: _sure, isYear: _year, ...found } = time;
  return found;
}

type Timed = Found & { isSure: boolean; isYear: boolean };

/** The time at a place: a word such as "since", one or two moments, and "so far". */
function timeAt(scan: Scanner, question: Question): Timed | "none" | null {
  const { now, lean } = question;
  const before = scan.before;
  const anchor = scan.take(lead)?.[1] ?? "";
  scan.take(wholeOf);
  const sense = anchor === "since" ? "past" : limits.test(anchor) ? (question.isPast ? "past" : "ahead") : lean;
  const first = rawIn(scan, now, anchor, sense);
  if (!first) return null;
  const isMonth = first.part?.kind === "month" && !first.year && !first.side;
  const isOnward = scan.take(isMonth ? "(?:onwards?|on(?! (?:the|a|our)\\b))" : "onwards?") !== null;
  const run = isOnward ? null : runIn(scan, question, anchor, first);
  if (!run && !isOnward && !isTime(first, anchor, { before, scan })) return null;
  const isSince = anchor === "since" || isOnward || (anchor === "from" && scan.sees(tail));
  const days = run ?? daysOf(first, isSince ? "past" : sense, now);
  if (!days) return "none";
  const isCut = scan.take(tail)?.[0].startsWith("mon") === false || anchor.startsWith("so far");
  const found = run ?? (isSince ? since(days, first, now) : anchored(days, first, { anchor, question }));
  if (!found) return "none";
  const isSoFar = isCut && found.from <= now.today && found.to > now.today;
  const isSure = run !== null || anchor !== "" || !isBare(first);
  return {
    ...(isSoFar ? { from: found.from, to: now.today, label: `${soFarOf(first, days)} so far` } : found),
    isSure,
    isYear: first.year !== undefined && !first.part,
  };
}

const soFarOf = ({ unit, year, part }: Raw, { label }: Found): string =>
  unit ? `the ${unit}` : year && !part && year.shift === 0 ? `the ${year.isFiscal ? "fiscal year" : "year"}` : label;

const isBare = ({ part, year, side, fixed }: Raw): boolean =>
  fixed?.label === "today" ||
  (part?.kind === "month" && !year && !side) ||
  (year?.isNumbered === true && !year.isFiscal && !part);

/** After these words a time is compared. */
const compared = /\b(?:compared (?:with|to)|than|against|versus|vs?) $/;

/** Whether words alone are a time: a month that is a verb as well, a number that may count rows. */
function isTime(raw: Raw, anchor: string, { before, scan }: { before: string; scan: Scanner }): boolean {
  const { part, edge, fixed } = raw;
  const isDays = fixed !== undefined || /^(?:day|days|holiday|week)$/.test(part?.kind ?? "");
  if (anchor === "at" && !edge && part?.kind !== "holiday") return false;
  if (anchor === "on" && (!isDays || (raw.unit !== undefined && !edge))) return false;
  if (!isBare(raw) || fixed) return true;
  const isLoose = anchor === "" || /^(?:over|within|by|on|at|around)$/.test(anchor);
  if (raw.part)
    return (
      !/\d(?:st|nd|rd|th)? $/.test(before) &&
      !(isLoose && ((raw.isVerb && !compared.test(before)) || (scan.sees("\\d+.*") && anchor === "")))
    );
  if (raw.isCalendar) return true;
  const limited =
    /\b(?:over|above|than|under|below|least|most|exceeding|to|by|(?<!20\d\d )and|no|number|job|order|invoice) $/;
  return !isLoose || (anchor === "" && !limited.test(before) && !scan.sees("(?:\\d+|or|invoices|orders|units|pieces)"));
}

/** The days from one moment to another: "from October 2024 to March". */
function runIn(scan: Scanner, question: Question, anchor: string, first: Raw): Found | null {
  const { now, lean } = question;
  return scan.attempt(() => {
    if (!scan.take(anchor === "between" ? "and" : joint)) return null;
    scan.take("(?:in|of|the end of)");
    if (scan.take("(?:now|date|today)")) return since(daysOf(first, "past", now), first, now);
    const last = rawIn(scan, now, "to", lean);
    if (!last) return null;
    if (first.part && !first.year && !first.side && last.part) {
      const both = { ...last, part: through(first.part, last.part) };
      return daysOf(both, lean, now);
    }
    const from = daysOf(first, lean, now);
    const isOpen = last.part && !last.year && !last.side;
    const end =
      from && isOpen && last.part
        ? ([0, 12]
            .flatMap((by) => last.part?.in(startOf(addMonths(from.from, by), "year")) ?? [])
            .find(({ to }) => to >= from.from) ?? null)
        : daysOf(last, lean, now);
    if (!from || !end || from.from > end.to) return null;
    const days = { from: from.from, to: end.to };
    return { ...days, label: nameOf(days) };
  });
}

const limits = /^(?:by|before|until|till|up to|through)$/;

/** From a moment to today; a season stands without its year. */
function since(days: Found | null, { edge, unit, year, part }: Raw, { today }: Now): Found | null {
  if (!days) return null;
  const from = edge === "end" ? addDays(days.to, 1) : days.from;
  if (from > today) return null;
  const isUnit = edge === "start" && (unit !== undefined || (year && !part));
  const label = isUnit
    ? `the ${unit ?? (year?.isFiscal ? "fiscal year" : "year")} so far`
    : `the time since ${part?.kind === "season" && !year ? days.label.replace(/ \d+$/, "") : days.label}`;
  return { from, to: today, label };
}

/** The days that a word before a moment means. */
function anchored(days: Found, raw: Raw, { anchor, question }: { anchor: string; question: Question }): Found | null {
  const {
    now: { today },
    isPast,
  } = question;
  const isDay = days.from === days.to;
  if (limits.test(anchor)) return upTo(days, raw, { anchor, today, isPast });
  if (anchor === "after" || (anchor === "from" && isDay && days.from < today)) {
    const from = anchor === "after" ? addDays(days.to, 1) : days.from;
    return from <= today
      ? { from, to: today, label: `the time since ${isDay ? shortDay(from) : `the end of ${days.label}`}` }
      : { from, to: addMonths(days.to, 12), label: `the year after ${days.label}` };
  }
  // A state holds on a day.
  if (anchor.startsWith("as ") && !isDay) return null;
  return days;
}

function upTo(
  days: Found,
  { edge, unit, year, part }: Raw,
  { anchor, today, isPast }: { anchor: string; today: string; isPast: boolean },
): Found | null {
  const isDay = days.from === days.to;
  const isIncluded = edge === "end" || anchor === "through" || (isDay && anchor !== "before");
  const to = isIncluded ? days.to : addDays(days.from, -1);
  if (to >= today)
    return {
      from: today,
      to,
      label: `the days until ${unit && edge ? `the end of the ${unit}` : isDay || !isIncluded ? shortDay(to) : days.label}`,
    };
  // What was before a year was at any time before it.
  if (year && !part) return { from: "2000-01-01", to, label: `the time before ${days.label}` };
  return isDay || isPast ? { from: addDays(addMonths(to, -12), 1), to, label: `the year up to ${shortDay(to)}` } : null;
}
