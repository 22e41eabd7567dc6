import { type Comparison, comparisons, type Period } from "#contract/query.ts";
import { comparedSpan } from "#contract/spans.ts";
import { periodOf } from "../period.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Sentence } from "./sentence.ts";

type Time = { period: Period | null; compare: Comparison | null };

const comparing =
  /\b(?:compared (?:with|to)|in comparison (?:with|to)|versus|vs|against|than|relative to)(?: (?:in|for))?(?: the)?(?: same)? (last|previous|prior|same)? ?((?:fiscal |financial )?year|month|quarter|week|period|one)(?: (?:(?:the |a |one )?year (?:before|earlier|ago)|before|last year))?\b/;

/** "Year over year": this one so far, compared with the one before. */
const onEach = /\b(year|quarter|month|week) (?:over|on) \1\b/;

/** Words between two periods that are compared. */
const between = /\b(?:compared (?:with|to)|in comparison (?:with|to)|versus|vs|against|than|relative to)\b/;

/** Finds the period of a question, and the comparison if the other period is earlier and equally long. */
export function timeIn(
  sentence: Sentence,
  text: string,
  { today, fiscalYearStart, isNamedByStart = false }: Lexicon,
): Time {
  const mark = (found: { words: string[] } | null) => found && sentence.takeWritten(found.words.join(" "));
  const [left = "", behind] = text.split(
    between.test(text) ? between : / (?:or|and) (?=in |of |the |last |this |(?:q[1-4]|fy ?\d+)\b)/,
  );
  // "In the third quarter than in the second": repeat the word "quarter".
  const right = /\bquarter\b/.test(left)
    ? behind?.replace(/\b(first|second|third|fourth)\b(?! quarter)/, "$1 quarter")
    : behind;
  const timeOf = (words: string) => periodOf(words, today, fiscalYearStart, { isNamedByStart });
  const [one, other] = [timeOf(left), right === undefined ? null : (timeOf(right) ?? timeOfBare(right))];
  const compared = comparing.exec(text);
  if (
    one &&
    other &&
    one.from !== other.from &&
    !(compared && /^(?:last|previous|prior|same)?$/.test(compared[1] ?? "") && compared[0].includes("same"))
  ) {
    const [later, earlier] = one.from > other.from ? [one, other] : [other, one];
    const how = [...comparisons, { from: earlier.from }].find((each) => {
      const span = comparedSpan(later, each);
      return span.from === earlier.from && span.to === earlier.to;
    });
    if (how) {
      mark(one);
      mark(other);
      if (right !== behind) sentence.take("first, second, third, fourth");
      sentence.take("compare");
      // Both are cut to as many days.
      sentence.take("same days of, same days, same period of, same period, same time");
      sentence.take(
        "compared with, compared to, in comparison with, in comparison to, versus, vs, against, than, relative to",
      );
      return { period: { kind: "between", from: later.from, to: later.to }, compare: how };
    }
  }
  const each = onEach.exec(text);
  if (each && !compared) {
    sentence.takeWritten(each[0]);
    const unit = each[1] as "year" | "quarter" | "month" | "week";
    const named = timeOf(text);
    mark(named);
    return {
      period: named ? { kind: "between", from: named.from, to: named.to } : { kind: "calendar", unit, shift: 0 },
      compare: unit === "year" ? "yearBefore" : "previous",
    };
  }
  if (compared) {
    sentence.takeWritten(compared[0]);
    sentence.take("compare");
  }
  const timed = timeOf(compared ? text.replace(compared[0], " ") : text);
  mark(timed);
  return {
    period: timed ? (timed.rolls ?? { kind: "between", from: timed.from, to: timed.to }) : null,
    compare: compared ? (compared[0].includes("year") ? "yearBefore" : "previous") : null,
  };

  /** "Than September": after a comparing word a month needs no "in". */
  function timeOfBare(words: string) {
    const found = timeOf(`in ${words.trim()}`);
    return found && { ...found, words: found.words.slice(1) };
  }
}
