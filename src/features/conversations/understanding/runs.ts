import { addDays } from "#contract/days.ts";
import { monthNames } from "#contract/months.ts";
import { joint, type Now, type Part, partIn, seasonNames, through } from "./calendar.ts";
import type { Scanner } from "./scanner.ts";

const verb = /^(?:may|march|mar)$/;
const afterModal = "(?:we|i|you|he|she|they|it|the|our|any|not|be|have).*";

/** Parts of a year that run on: "Sep-Nov", "July, August and September", "spring (Sep-Nov)". */
export function runOfParts(scan: Scanner, now: Now, anchor: string): { part: Part; isVerb?: boolean } | null {
  // The months beside a season say which it is.
  const settled = scan.attempt(() => {
    const first = scan.take(`${seasonNames}`) && monthIn(scan, now);
    scan.take(joint);
    const last = first && monthIn(scan, now);
    return last && through(first, last);
  });
  if (settled) return { part: settled };
  const { at } = scan;
  // "In October 20 tickets" means the month, and "may" is a verb more often.
  const isLoose = anchor === "in" || (/^(?:of)?$/.test(anchor) && scan.sees("may \\d.*"));
  const isMonth = isLoose && scan.sees(`${monthNames} \\d{1,2}(?!\\d| (?:20\\d\\d|\\d{1,2})\\b).*`);
  if (/^(?:of)?$/.test(anchor) && scan.sees("\\d{1,2} may(?! 20\\d\\d).*")) return null;
  const first = partIn(scan, now, isMonth);
  if (!first) return null;
  const isVerb = verb.test(scan.text.slice(at, scan.at).trim());
  return isVerb && anchor === "" && scan.sees(afterModal) ? null : { part: joined(scan, now, anchor, first), isVerb };
}

/** A month that is no verb and has no day. */
function monthIn(scan: Scanner, now: Now): Part | null {
  if (!scan.sees(`${monthNames}(?! \\d{1,2}(?: |$)).*`) || scan.sees(`may ${afterModal}`)) return null;
  return partIn(scan, now, true);
}

/** Two days or months beside each other are a range, as between dashes; months that follow each other are one time. */
function joined(scan: Scanner, now: Now, anchor: string, first: Part): Part {
  if (first.kind === "day") {
    const last = scan.attempt(() => {
      const part = partIn(scan, now, false);
      return part?.kind === "day" ? part : null;
    });
    return last ? through(first, last) : first;
  }
  if (first.kind !== "month") return first;
  const { at } = scan;
  const list = [first];
  let ands = 0;
  for (;;) {
    const next = scan.attempt(() => {
      if (anchor !== "between" && scan.take("and")) ands += 1;
      return monthIn(scan, now);
    });
    if (!next) break;
    list.push(next);
  }
  const last = list.at(-1) as Part;
  if (list.length === 1) return first;
  const isTogether = scan.take("(?:both (?:months )?)?(?:taken )?(?:together|combined)") !== null;
  const follows = list.slice(1).every((part, place) => {
    const end = list[place]?.in(someYear)?.to ?? "";
    return [someYear, nextYear].some((year) => part.in(year)?.from === addDays(end, 1));
  });
  const isOne = list.length > 2 || isTogether || /^(?:in|for|during)$/.test(anchor);
  if ((list.length === 2 && ands === 0) || (follows && isOne)) return through(first, last);
  scan.at = at;
  return first;
}
const someYear = "2025-01-01";
const nextYear = "2026-01-01";
