import { addDays } from "#contract/days.ts";
import { addMonths } from "#contract/spans.ts";
import { longDay } from "#contract/format.ts";
import { monthNames, monthNumber, months as monthsByName } from "#contract/months.ts";
import { truncate } from "#contract/words.ts";
import { impossibleDate } from "#features/conversations/understanding/dates.ts";
import { periodOf } from "#features/conversations/understanding/period.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized } from "#features/conversations/understanding/words.ts";

/** A period that a command names. */
type Span = { from: string; to: string; label: string };

/** What a command says besides its kind and the rows it is about. */
export type Command = {
  /** The clause that is planned, as typed. */
  text: string;
  /** The clause without courtesy and without the day by which it is done. */
  plain: string;
  /** The day it is due; null if it names no day or only a past one. */
  dueOn: string | null;
  /** The time it names, other than a due day. */
  span: Span | null;
  /** The day by which it is done if that time is one to come. */
  ahead: { from: string; day: string; label: string } | null;
  /** 10 for "by 10%". */
  percent: number | null;
  /** An amount of money in any currency; the sign is empty without one. */
  amount: { value: number; sign: string } | null;
  /** What the verb is about, as typed: "spring collection". */
  what: string;
  /** The part of the text that is left for another command. */
  rest: string | null;
  /** A share or day that cannot be used, as a sentence. */
  fault: string | null;
};

const politeness =
  /^(?:(?:please|now|ok(?:ay)?|hi|hello|hey|team|everyone|lets|let us|go and|we (?:need|have|want) to|we (?:should|must)|i (?:need|want) (?:you |us )?to|i would like (?:you |us )?to|id like (?:you |us )?to|(?:can|could|would|will) you(?: please)?|help (?:us|me)(?: to)?|make a plan to|prepare a plan to|plan to|start to|try to) )+/;
const questionStart =
  /^(?:how|what|whats|who|whom|whose|which|when|where|why|is|are|was|were|do|does|did|has|have|should|shall|am)\b/;
/** "Why do we lose on price, look into it" ends with what to do. */
const closing =
  /^why\b.*[,;.?!]\s*(?:so |and |then |please )*(?:look into|find out|do something|fix|sort|deal with|dig|arrange|prepare|suggest|handle)\b[^?]*$/i;
/** "Why did sales fall? Find out" ends with what to do. */
const negation =
  /^(?:dont|do not|never|stop(?! (?:our |the )?(?:customers|clients|churn|people|them)\b)|no|not|avoid|cancel the plan)\b|\b(?:dont|do not) (?!(?:use|need|run|renew|forget|pay|have|want|buy|know|lose)\b)/;

export type NoCommand = "question" | "negated" | "empty";

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const deadline = "by|before|until|till";
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A date after a word such as "by" or "on". */
const deadlineDate = new RegExp(
  `\\b(?:${deadline}|on) (?:the )?(\\d{1,2}(?:st|nd|rd|th)? (?:of )?${monthNames}(?: 20\\d\\d)?|${monthNames} \\d{1,2}(?:st|nd|rd|th)?(?: 20\\d\\d)?|20\\d\\d \\d\\d \\d\\d)\\b`,
);
/** "From October" is a month too. */
const fromMonth = new RegExp(`\\bfrom (?=${monthNames}\\b(?! \\d))`);
/** Words that tie a time to the rows: "that end this quarter". */
const ofRows =
  /\b(?:end|ends|ending|expires?|expiring|renews?|renewing|closes?|closing|due|due in|falls? due|runs? out|starting|since|won|lost|opened|issued|from|of|in|for|during|over|that|who|which|than|within|the last)(?: in| on| of| for| the| with)*$/;

/** "January to March" are months to come. */
const monthRange = new RegExp(`\\b(?:from )?${monthNames} (?:to|until|till|through) ${monthNames}\\b(?: (20\\d\\d))?`);
/** "The spring quarter" is a time; "the spring collection" is not. */
const bareSeason =
  /(?<!(?:in|since|last|of|during) )\b(?:the )?(spring|summer|autumn|winter)(?: (?:quarter|season|months))?(?= for\b| with\b|$)/;

const firstMonths: Record<string, number> = { spring: 3, summer: 6, autumn: 9, winter: 12 };
const monthIn = (name: string): number => firstMonths[name] ?? monthNumber(name);

/** The last and the next time from the beginning of one month, or season, to the end of another. */
function timeTo(first: string, last: string, year: string | undefined, today: string): Pick<Time, "span" | "ahead"> {
  const [from, to] = [monthIn(first), last === first && first in firstMonths ? monthIn(first) + 2 : monthIn(last)];
  const months = to < from ? to + 12 - from : to - from;
  const begin = (of: number): string => `${of}-${String(from).padStart(2, "0")}-01`;
  const endOf = (of: number): string => addDays(addMonths(begin(of), months + 1), -1);
  const now = Number(today.slice(0, 4));
  const isNow = endOf(now) >= today;
  const names = [from, from + months].map((at) => capital(monthsByName[(at - 1) % 12] ?? "")).join(" to ");
  const timeOf = (of: number) => ({
    from: begin(of),
    day: endOf(of),
    label:
      first in firstMonths
        ? `${capital(first)} ${endOf(of).slice(0, 4)} (${names})`
        : `${names} ${endOf(of).slice(0, 4)}`,
  });
  const ahead = timeOf(year ? Number(year) : isNow ? now : now + 1);
  const past = timeOf(year ? Number(year) : begin(now) <= today ? now : now - 1);
  return { ahead, span: { from: past.from, to: past.day, label: past.label } };
}

type Time = Pick<Command, "dueOn" | "span" | "ahead" | "fault"> & { words: string };

/** The due day or the period that a text names. */
function timeIn(text: string, today: string): Time {
  const none: Time = { dueOn: null, span: null, ahead: null, fault: null, words: "" };
  const weekday = new RegExp(`\\b(${deadline}|on|this|next|last) (last )?(${weekdays.join("|")})\\b`).exec(text);
  if (weekday) {
    const name = weekday[3] ?? "";
    if (weekday[1] === "last" || weekday[2]) return { ...none, fault: `Last ${capital(name)} has passed.` };
    const away = (weekdays.indexOf(name) - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
    return { ...none, dueOn: addDays(today, away === 0 ? 7 : away), words: weekday[0] };
  }
  const tomorrow = /\b(?:(?:by|before|until) )?(?:tomorrow|tonight)\b/.exec(text);
  if (tomorrow) return { ...none, dueOn: addDays(today, 1), words: tomorrow[0] };
  const christmas = /\b(?:(?:by|before|until|for) )?christmas\b/.exec(text);
  if (christmas) {
    const eve = `${today.slice(0, 4)}-12-24`;
    const dueOn = eve >= today ? eve : `${Number(today.slice(0, 4)) + 1}-12-24`;
    return { ...none, dueOn, words: christmas[0] };
  }
  const [, first = "", last = first, year] = monthRange.exec(text) ?? bareSeason.exec(text) ?? [];
  if (first) return { ...none, ...timeTo(first, last, year, today) };
  const written = deadlineDate.exec(text)?.[1];
  if (written && impossibleDate(written))
    return { ...none, fault: `"${written.replace(/\b[a-z]{3,}/g, capital)}" is not a valid date.` };
  const dated = text.replace(fromMonth, "in ");
  // How a time binds ("by", "from") is read here.
  const bare = dated.replace(new RegExp(`\\b(?:${deadline}|from|starting|beginning) `, "g"), "");
  const read = periodOf(bare, today);
  if (!read) return none;
  const phrase = read.words.join(" ");
  const at = Math.max(0, text.indexOf(phrase));
  const before = text.slice(0, at).trim();
  const isDeadline = new RegExp(`(?:^| )(?:${deadline})(?: (?:the|end of|the end of))?$`).test(before);
  // "Contracts that end by 17 December".
  const isOfDeadline =
    isDeadline && ofRows.test(before.replace(new RegExp(` ?(?:${deadline})(?: (?:the|end of|the end of))?$`), ""));
  const isOfRows = !isDeadline && ofRows.test(before);
  // A month or day without a year is the next one for what is planned, the last one for rows.
  const ahead = periodOf(`${bare} upcoming`, today) ?? read;
  const isNext = !isOfRows && /\b(?:this|next|coming|upcoming|today)\b/.test(phrase);
  const { from, to } = isDeadline || isNext ? ahead : read;
  const label = from === to || (isDeadline && deadlineDate.test(text)) ? longDay(to) : capital(read.label);
  if (isDeadline && to < today) return { ...none, fault: `${label} has passed.` };
  const lead = new RegExp(`(?:${deadline})(?: (?:the|end of|the end of))?$`).exec(before)?.[0];
  if (isOfDeadline) return { ...none, span: { from: today, to, label: `by ${label}` } };
  if (isDeadline && lead) return { ...none, dueOn: to, words: `${lead} ${phrase}` };
  const isStart = /\b(?:from|starting|beginning|effective|as of)(?: in| on| with| of)?(?: in)?$/.test(
    text === dated ? before : "from",
  );
  return {
    ...none,
    dueOn: isNext && to >= today ? to : null,
    span: { from, to, label },
    ahead: {
      from: ahead.from,
      day: isStart && ahead.from > today ? ahead.from : ahead.to,
      label: capital(ahead.label),
    },
    words: isNext && to >= today ? phrase : "",
  };
}

const scale: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 };
const money =
  /(£|\$|€|¥|\b[A-Z]{3}\s)\s?(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\b|\b(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\s?(pounds|dollars|euros|[A-Z]{3})\b/;

/** "for 90,000", "by 5k": an amount without a currency. */
const bareAmount =
  /\b(?:for|by|of|over|above|than|under|below)()\s(\d{1,3}(?:,\d{3})+|\d{4,9}|\d{1,4}(?=\s?[km]\b))\s?(k|m)?\b(?!\s?%)(?!\s(?!(?:an?|per|this|by|until|before|please|now)\b)\p{L})/iu;

function amountOf(text: string): Command["amount"] {
  const found = money.exec(text) ?? bareAmount.exec(text);
  if (!found) return null;
  const [, before, first, firstScale, second, secondScale, after] = found;
  const value =
    Number((first ?? second ?? "").replaceAll(",", "")) * (scale[(firstScale ?? secondScale ?? "").toLowerCase()] ?? 1);
  return Number.isFinite(value) && value > 0 && value <= 1e12 ? { value, sign: (before ?? after ?? "").trim() } : null;
}

/** A text without its amount and how often it is meant: "by $150 a month". */
export const withoutAmount = (text: string): string =>
  text
    .replace(
      new RegExp(`(?:\\b(?:by|of|for) )?(?:${money.source})\\s*(?:(?:a|an|per|each|every) (?:month|year))?`),
      " ",
    )
    .replace(/\s+/g, " ")
    .trim();

/** The object of a clause without its verb, articles, dates and amounts. */
function whatOf(clause: string): string {
  const words = clause.split(/\s+/);
  const polite = normalized(clause).split(" ").length - normalized(clause).replace(politeness, "").split(" ").length;
  const [kept = ""] = words
    .slice(polite + 1)
    .join(" ")
    .split(/,|;|\s(?:by|before|until|till|within|without|with|for|in|on|from|at|this|next|so that)\s/i);
  return truncate(
    kept
      .replace(
        /^(?:(?:need|want|me|hire|recruit|find|get|a|an|the|our|all|every|some|new|another|us|up|on|out|for)\s+)+/i,
        "",
      )
      .replace(/(?<![.!?])[.!?]+$/, "")
      .replace(/(?:\s(?:now|today|tomorrow|please|immediately|asap|soon)){1,3}$/i, "")
      .replace(/[£$€]\s?\d[\d.,]*\s?[km]?$/i, "")
      .trim(),
    60,
  ).trim();
}

/** "Why February went badly": a month that nothing ties to the text is one that it is in. */
const looseMonth =
  /(?<!\b(?:in|of|from|by|before|until|till|since|to|for|on|and|last|next|this|early|mid|late|\d{1,2}(?:st|nd|rd|th)?)\s)\b(?=(?:January|February|March|April|May|June|July|August|September|October|November|December)\b(?!\s\d))/g;

const shares: Record<string, string> = {
  five: "5",
  ten: "10",
  fifteen: "15",
  twenty: "20",
  "twenty five": "25",
  thirty: "30",
  forty: "40",
  fifty: "50",
  "a tenth": "10",
  "a fifth": "20",
  "a quarter": "25",
  "a third": "33",
  half: "50",
};
/** "By ten percent" and "by a third" as figures. */
const withDigits = (text: string): string =>
  text
    .replace(
      /\b(five|ten|fifteen|twenty[ -]five|twenty|thirty|forty|fifty) (?=per ?cent\b|%)/gi,
      (_, word: string) => `${shares[word.toLowerCase().replace("-", " ")]} `,
    )
    .replace(
      /\bby (a tenth|a fifth|a quarter|a third|half)\b/gi,
      (_, word: string) => `by ${shares[word.toLowerCase()]}%`,
    );

/** Reads what a command says besides its kind. `verbs` are stems that may begin a command of its own. */
export function readCommand(typed: string, verbs: ReadonlySet<string>, today: string): Command | NoCommand {
  const whole = withDigits(typed)
    .replace(/\s+/g, " ")
    .trim()
    .replace(looseMonth, (_, at: number, all: string) => (all.slice(0, at).trim().includes(" ") ? "in " : ""));
  const plain = normalized(whole).replace(politeness, "");
  // "Can you renew the contracts?" is a polite command; "Why did sales fall? Find out." ends with one.
  const isPolite = plain !== normalized(whole);
  const after =
    whole
      .split(/\? (?=\p{L})/u)
      .slice(1)
      .at(-1) ?? "";
  const endsWithCommand = (after !== "" && !after.includes("?")) || closing.test(whole);
  if (!endsWithCommand && (questionStart.test(plain) || (/\?\s*$/.test(whole) && !isPolite))) return "question";
  if (negation.test(plain)) return "negated";
  if (!/\p{L}{2}/u.test(plain)) return "empty";
  // "Dr. Keller" is no end of a sentence.
  const clauses = whole.split(/[,;.]? (?:and then|and|then) |(?:;|(?<!(?<!\p{L})\p{Lu}\p{Ll}{0,2})\.) /u);
  // "Cut software and hosting costs" is one command; "Cut costs and hire a driver" are two.
  const next = clauses.findIndex((clause, at) => at > 0 && verbs.has(verbOf(clause)));
  const own = clauses.slice(0, next < 0 ? undefined : next).join(" and ");
  const text = normalized(own).replace(politeness, "");
  const percent = Number(
    /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|percent\b|per cent\b)/i.exec(own)?.[1]?.replace(",", "."),
  );
  const { words, ...time } = timeIn(text, today);
  return {
    ...time,
    text: own,
    plain: withoutWords(
      own.replace(
        /\bfrom (?=(?:January|February|March|April|May|June|July|August|September|October|November|December)\b(?!\s\d))/g,
        "in ",
      ),
      words,
    )
      .replace(/(?:\bby )?(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?\s?(?:%|percent\b|per cent\b)/gi, " ")
      .replace(/\s+/g, " ")
      .trim(),
    percent: percent > 0 && percent <= 100 ? percent : null,
    amount: amountOf(own),
    what: whatOf(own),
    rest: next < 0 ? null : clauses.slice(next).join(" and "),
    fault: shareFault(own, percent) ?? time.fault,
  };
}

/** A text without a phrase of its normalized form. */
function withoutWords(text: string, phrase: string): string {
  if (phrase === "") return text;
  const words = text.split(" ");
  const size = phrase.split(" ").length;
  const at = words.findIndex((_, start) => normalized(words.slice(start, start + size).join(" ")) === phrase);
  return at < 0 ? text : [...words.slice(0, at), ...words.slice(at + size)].join(" ");
}

function shareFault(text: string, percent: number): string | null {
  const share = /(?<![\d.,])(\d[\d.,]{0,12})\s?(?:%|percent\b|per cent\b)/i.exec(text);
  return share && !(percent > 0 && percent <= 100) ? `"${share[1]}%" is not a share above 0% and up to 100%.` : null;
}

/** The stem of the word that begins a command. */
export const verbOf = (clause: string): string => stem(withoutCourtesy(clause).split(" ")[0] ?? "");

/** The words of a clause without "please" and the like. */
export const withoutCourtesy = (clause: string): string => normalized(clause).replace(politeness, "");
/** How something is done narrows no rows. */
const manner =
  /\b(?:whenever|every time|each time|on time|in time|this time|again|at once|straight ?away|as soon as possible|asap|for good|in full|once and for all|one by one|if you can|if possible|for me|for us|a bit|too)\b/gi;

/** The words of a command before what is added to it: "Renew the lease, and tell me what you would do". */
export function mainClause(plain: string): string {
  const [main = ""] = plain.split(
    /[,;](?!\d)(?! (?:who|which|that|whose)\b)|\sand (?=(?:tell|see|say|suggest|draft|prepare|set|get|ask|make|let|show|propose|send|write|find out|do)\b)/i,
  );
  const clause = main.trim().split(" ").length > 2 ? main.trim() : plain;
  return clause.replace(manner, " ").replace(/\s+/g, " ").trim();
}
