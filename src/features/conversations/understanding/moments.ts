import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { dayOf } from "#contract/months.ts";
import { addMonths } from "#contract/spans.ts";
import { count, countOf, type Days, type Lean, nearest, type Now, seasonNames } from "./calendar.ts";
import {
  agoIn,
  calendarUnit,
  fixed,
  oneDay,
  type Raw,
  type Read,
  rolledBy,
  rollingIn,
  unitNamed,
  unitWords,
} from "./counted.ts";
import { mondayOf, pastWords } from "./dates.ts";
import { runOfParts } from "./runs.ts";
import type { Scanner } from "./scanner.ts";
import { fiscal, shifts, side, whole, yearAfter, yearIn } from "./years.ts";

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** One moment; `anchor` is the word before it. */
export function rawIn(scan: Scanner, now: Now, anchor: string, lean: "past" | "ahead"): Raw | null {
  const readers = [
    dayIn,
    edgeIn,
    someMonthsIn,
    rollingIn,
    agoIn,
    toDateIn,
    endingIn,
    weekIn,
    sidedIn,
    datedIn,
    yearsIn,
    unitIn,
    weekdayIn,
  ];
  scan.take("the");
  for (const read of readers) {
    const found = scan.attempt(() => read(scan, now, anchor, lean));
    if (found) return found;
  }
  return null;
}

const dayIn: Read = (scan, { today }) => {
  if (scan.take("day before yesterday")) return oneDay(addDays(today, -2));
  if (scan.take("day after tomorrow")) return oneDay(addDays(today, 2));
  if (scan.take("today|tonight|this (?:morning|afternoon|evening)")) return oneDay(today, "today");
  const away = scan.take("(tomorrow)|yesterday");
  if (away) return away[1] ? oneDay(addDays(today, 1), "tomorrow") : oneDay(addDays(today, -1), "yesterday");
  const numbers = scan.take("(20\\d\\d) (\\d\\d) (\\d\\d)");
  const day = numbers && dayOf(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]));
  return day ? oneDay(day) : null;
};

/** "The end of October", "the start of the quarter", "month end". */
const edgeIn: Read = (scan, now, anchor, lean) => {
  const ends = scan.take(`${unitWords} end`);
  if (ends) {
    const unit = unitNamed(ends[1], ends[2]);
    const { to } = calendarUnit(unit, 0, now);
    const isNext = lean === "ahead" || to === now.today || /^(?:by|before|until|till)$/.test(anchor);
    return { ...oneDay(isNext ? to : addDays(calendarUnit(unit, 0, now).from, -1)), edge: "end", unit };
  }
  const edge = scan.take("(end|close|start|beginning) of");
  if (!edge) return null;
  const isEnd = edge[1] === "end" || edge[1] === "close";
  const at = { edge: isEnd ? "end" : "start" } as const;
  const unit = scan.take(`(?:(?:the|this|our) )?${unitWords}`);
  const called = unit ? unitNamed(unit[1], unit[2]) : undefined;
  const isFiscal = called === "fiscal year";
  const inner = unit ? null : rawIn(scan, now, "of", lean);
  const days = called ? calendarUnit(called, 0, now) : inner && daysIn(inner, lean, now);
  if (!days) return null;
  const label = inner?.fixed?.label ?? inner?.year?.label ?? inner?.part?.name(days);
  if (/^(?:since|from)$/.test(anchor))
    return fixed(days, `${isEnd ? "the end of " : ""}${label ?? called}`, {
      ...at,
      unit: isFiscal ? "fiscal year" : called,
    });
  return { ...oneDay(isEnd ? days.to : days.from), ...at, unit: called };
};

/** The days of a moment, with the year that is nearest. */
function daysIn({ part, year, side: at, fixed: known }: Raw, lean: Lean, { today }: Now): Days | null {
  return known ?? (part ? (year ? part.in(year.from) : nearest(part, at ?? lean, today)) : (year ?? null));
}

const letters: Readonly<Record<string, string>> = { w: "week", m: "month", q: "quarter", y: "year", fy: "fiscal year" };
const toDateIn: Read = (scan, now) => {
  const found = scan.take(`(?:(?:the|this|our|current) )*${unitWords} to (?:date|now|today)`);
  const short = found ? null : scan.take("(w|m|q|y|fy)td");
  if (!found && !short) return null;
  const unit = found ? unitNamed(found[1], found[2]) : (letters[short?.[1] ?? ""] ?? "year");
  return fixed({ from: calendarUnit(unit, 0, now).from, to: now.today }, `the ${unit} so far`, { unit });
};

/** "The quarter that ended in September", "twelve months to October". */
const endingIn: Read = (scan, now) => {
  const found = scan.take(
    `(?:${count} )?(?:${whole} |${fiscal} )?(week|month|quarter|year)s? (?:that )?(?:ended|ending|to|up to|until)`,
  );
  if (!found) return null;
  scan.take("(?:in|on)");
  scan.take("last(?= [a-z]+(?: |$))");
  scan.take("(?:the )?end of");
  const end = datedIn(scan, now, "to", "past");
  const days = end && daysIn(end, "past", now);
  if (!days) return null;
  const length = found[1] ? countOf(found[1]) : 1;
  const unit = found[2] ?? "";
  const size = { month: 1, quarter: 3, year: 12 }[unit];
  const from = size ? addMonths(addDays(days.to, 1), -size * length) : addDays(days.to, 1 - 7 * length);
  return fixed(
    { from, to: days.to },
    `the ${found[1] ? `${found[1]} ${unit}s` : unit} to ${end?.part?.name(days) ?? shortDay(days.to)}`,
  );
};

const weekIn: Read = (scan, now, _, lean) => {
  if (!scan.take("week of")) return null;
  const day = rawIn(scan, now, "week", lean);
  const days =
    day && (day.part?.kind === "day" || day.part?.kind === "holiday" || day.fixed) ? daysIn(day, lean, now) : null;
  if (!days) return null;
  const from = mondayOf(days.from);
  return fixed(
    { from, to: addDays(from, 6) },
    `the week of ${day?.part?.kind === "holiday" ? day.part.name(days) : shortDay(days.from)}`,
  );
};

const someMonthsIn: Read = (scan, now) => {
  const found = scan.take(`(first|last) ${count} (month|quarter)s (?:of|in)`);
  scan.take("the");
  const year = found && yearIn(scan, now);
  const length = found ? countOf(found[2] ?? "") * (found[3] === "quarter" ? 3 : 1) : 0;
  if (!found || !year || length < 1 || length > 12) return null;
  const days =
    found[1] === "first"
      ? { from: year.from, to: addDays(addMonths(year.from, length), -1) }
      : { from: addMonths(addDays(year.to, 1), -length), to: year.to };
  return fixed(days, `the ${found[1]} ${found[2]} ${found[3]}s of ${year.label}`);
};

/** "Last October", "this winter (December to February)", "this November". */
const sidedIn: Read = (scan, now, anchor) => {
  const found = scan.take(`${side}`);
  const read = found && runOfParts(scan, now, anchor || "of");
  const at = ["last", "this", "next"][(shifts[found?.[1] ?? ""] ?? 0) + 1] as Lean;
  return read ? { part: read.part, side: at } : null;
};

/** A part of a year with its year, before or behind it: "October last year", "FY26 Q1". */
const datedIn: Read = (scan, now, anchor) => {
  const first = scan.attempt(() => {
    const year = yearIn(scan, now);
    if (!year) return null;
    scan.take("(?:in|during)");
    const run = runOfParts(scan, now, "in");
    return run && !scan.sees("(?:of )?20\\d\\d") ? { ...run, year } : null;
  });
  if (first) return first;
  const run = runOfParts(scan, now, anchor);
  if (!run) return null;
  const year = yearAfter(scan, now);
  if (year) return { part: run.part, year };
  const at = run.part.kind === "season" ? null : scan.take(`${side} ${seasonNames}`);
  if (at) return { part: run.part, side: ["last", "this", "next"][(shifts[at[1] ?? ""] ?? 0) + 1] as Lean };
  const needsLead = run.part.kind === "season" && !/^(?:in|over|during|of|since|for|to|and)$/.test(anchor);
  return needsLead ? null : run;
};

const yearsIn: Read = (scan, now) => {
  const { at } = scan;
  const year = yearIn(scan, now);
  const other = scan.attempt(() => {
    const next = year && scan.take("and") && yearIn(scan, now);
    return next && scan.take("(?:both (?:years )?)?(?:taken )?(?:together|combined)") ? next : null;
  });
  if (year && other?.from === addDays(year.to, 1))
    return fixed({ from: year.from, to: other.to }, `${year.label} and ${other.label}`);
  return year && { year, isCalendar: scan.text.slice(at, scan.at).includes("calendar") };
};

/** "Last week", "this quarter", "the previous weekend". */
const unitIn: Read = (scan, now) => {
  const found = scan.take(`${side} (?:${whole} )*(day|week|fortnight|month|quarter|weekend)`);
  if (!found) return null;
  const shift = shifts[found[1] ?? ""] ?? 0;
  const unit = found[2] ?? "";
  const label = `${["last", "this", "next"][shift + 1]} ${unit}`;
  if (unit === "day") return null;
  if (unit === "fortnight") return shift === 0 ? null : { fixed: rolledBy(shift, 2, "week", now, label) };
  if (unit !== "weekend") return fixed(calendarUnit(unit, shift, now), label, shift === 0 ? { unit } : {});
  const saturday = addDays(mondayOf(now.today), 7 * shift + 5);
  return fixed({ from: saturday, to: addDays(saturday, 1) }, label);
};

const weekdayIn: Read = (scan, { today }, anchor) => {
  const found = scan.take(`(?:(last|this|next) )?(${weekdays.join("|")})`);
  if (!found) return null;
  const place = weekdays.indexOf(found[2] ?? "");
  const ago = (new Date(`${today}T00:00:00Z`).getUTCDay() - place + 7) % 7;
  const coming = addDays(today, 7 - ago);
  if (found[1] === "this") return oneDay(addDays(mondayOf(today), (place + 6) % 7));
  // In this week, "next Friday" may be either of two.
  if (found[1] === "next") return mondayOf(coming) > today ? oneDay(coming) : null;
  if (anchor === "since") return oneDay(addDays(today, -(found[1] && ago === 0 ? 7 : ago)));
  if (found[1] === "last" || (anchor === "on" && pastWords.test(scan.text))) return oneDay(addDays(today, -(ago || 7)));
  return /^(?:by|before|until|till)$/.test(anchor) ? oneDay(coming) : null;
};
