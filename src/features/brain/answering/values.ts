import { monthNames, monthNumber } from "#contract/months.ts";

/** An amount, day, time or number with its unit, in one spelling, so that two texts can be compared. */
export type Value = {
  /** "money", "%", "date", "time", or what is counted in the singular: "week", "tonne". */
  unit: string;
  value: string;
  /** The numbers it stands for: "8 to 10 m", "up to 2 years", "over 25 miles". */
  from: number;
  to: number;
};

const numerals = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const written = new RegExp(`\\b(?:${[...numerals, ...tens].join("|")})\\b`, "gi");
const digitsOf = (word: string): string => {
  const place = numerals.indexOf(word.toLowerCase());
  return String(place >= 0 ? place + 1 : 10 * (tens.indexOf(word.toLowerCase()) + 2));
};

const dayForms: readonly (readonly [RegExp, (found: string[]) => (string | undefined)[]])[] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/g, ([, year, month, day]) => [year, month, day]],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthNames}\\b\\.?(?:,? (\\d{4})\\b)?`, "gi"),
    ([, day, month, year]) => [year, month, day],
  ],
  [
    new RegExp(`\\b${monthNames}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4})\\b)?`, "gi"),
    ([, month, day, year]) => [year, month, day],
  ],
  [new RegExp(`\\b${monthNames}\\.? (\\d{4})\\b`, "gi"), ([, month, year]) => [year, month]],
  [/\b((?:19|20)\d\d)\b(?! ?(?:m|kg|km|mm|%))/g, ([, year]) => [year]],
];
const spellDay = ([year, month, day]: (string | undefined)[]): string => {
  const inYear = month && !/\d/.test(month) ? monthNumber(month.toLowerCase()) : month;
  return [
    year ?? "*",
    ...(inYear ? [String(inYear).padStart(2, "0")] : []),
    ...(day ? [day.padStart(2, "0")] : []),
  ].join("-");
};

/** The days a text names, as "2026-03-01", "2026-03", "2026" or without a year as "*-03-01"; and the text without them. */
export function daysIn(text: string): { days: string[]; rest: string } {
  const days: string[] = [];
  let rest = text;
  for (const [form, parts] of dayForms)
    rest = rest.replaceAll(form, (...found) => {
      days.push(spellDay(parts(found as string[])));
      return " ; ";
    });
  return { days, rest };
}

const currencies = "GBP|USD|EUR|CHF|CAD|AUD|SEK|NOK|DKK|PLN|JPY|INR|NZD|ZAR";
const number = "\\d[\\d,]*(?:\\.\\d+)?";
const least = "over|above|more than|beyond|at least|from|longer than|heavier than";
/** Said behind the number: "8 or more guests", "15 days before or earlier". */
const behind = (words: string): RegExp =>
  new RegExp(`(?<![\\d.,])(\\d[\\d,.]*) ((?:\\p{L}+ ){0,2})(?:or|and) (?:${words})\\b`, "giu");
const leastBehind = behind("more|over|above|earlier|longer|older");
const mostBehind = behind("less|fewer|under|below|later|shorter|younger");
const bound = new RegExp(
  `(?:\\b(up to|below|under|less than|at most|within|first|${least}) )?` +
    `([£$€¥¤]|\\b(?:${currencies})\\b)? ?(?<![\\d.,])(${number})` +
    `(?: ?(?:to|-|–|or|and) ?[£$€]?(${number}))? ?(%|€|(?:million|billion)\\b|bn\\b)?[ -]?(\\p{L}+)?(?: (\\p{L}+))?`,
  "giu",
);
const isCurrency = new RegExp(
  `^(?:${currencies}|pound|euro|dollar|yen|yuan|krone[rn]?|kronor|franc|rupee|zloty|rand)$`,
  "i",
);
const times = /^(?:second|minute|hour|day|night|week|month|quarter|year)$/;
/** Whether a unit measures time. */
export const isSpan = (unit: string): boolean => times.test(unit);
const singular = (word = ""): string => word.toLowerCase().replace(/(?<=\p{L}{2})s$/u, "");
const numberOf = (digits: string): number => Number(digits.replaceAll(",", ""));

const isMoneyHeading = new RegExp(`[£$€¥]|\\b(?:${currencies}|price|cost|fee|charge|rent|deposit|allowance)s?\\b`, "i");

/** A number in a cell counts what its column's heading names: "Rent per month, DKK: 27,400", "Leave days: 25". */
const withHeadings = (text: string): string =>
  text.replaceAll(
    /(?<=^|[;|] )([^:;|]{2,60}): (\d[\d,.]*)(?=(;|$)|)/g,
    (cell, heading: string, digits: string, end?: string) =>
      isMoneyHeading.test(heading)
        ? `${heading}: ¤${digits}`
        : end === undefined
          ? cell
          : `${heading}: ${digits} ${heading
              .split(/[^\p{L}]+/u)
              .slice(0, 2)
              .join(" ")}`,
  );

/** The values a text states. */
export function valuesIn(text: string): Value[] {
  const { days, rest } = daysIn(withHeadings(text));
  const values = days.map((value): Value => ({ unit: "date", value, from: Number.NaN, to: Number.NaN }));
  const plain = rest
    .replaceAll(/\b0?(\d{1,2}:\d\d)\b/g, (_, value: string) => {
      values.push({ unit: "time", value, from: Number.NaN, to: Number.NaN });
      return " ; ";
    })
    .replaceAll(written, digitsOf)
    .replaceAll(/\b(\d+)(?: \p{L}+)? and (?:a )?half\b/gu, "$1.5")
    .replaceAll(
      /\b(?:(?:a )?half|(\d) quarters?)(?: of)? an (?=hour\b)/g,
      (_, quarters: string | undefined) => `${15 * Number(quarters ?? 2)} minutes of an `,
    )
    .replaceAll(leastBehind, "at least $1 $2")
    .replaceAll(mostBehind, "at most $1 $2");
  for (const [, limit = "", sign = "", one = "", other, mark = "", first, second] of plain.matchAll(bound)) {
    const [near, far] = [singular(first), singular(second)];
    const counts = !times.test(near) && times.test(far) ? far : near;
    const isMoney = sign !== "" || mark === "€" || isCurrency.test(near);
    const unit = isMoney ? "money" : mark === "%" || /^per ?cent$/.test(near) ? "%" : counts;
    // "7 to 4 days before".
    const [from = 0, to = 0] = [numberOf(one), numberOf(other ?? one)].toSorted((low, high) => low - high);
    const isLeast = new RegExp(`^(?:${least})$`, "i").test(limit);
    values.push({
      unit,
      value: `${from}${other ? `-${to}` : ""}${/^[mb]/i.test(mark) ? mark.toLowerCase() : ""}`,
      from: limit && !isLeast ? Number.NEGATIVE_INFINITY : from,
      to: isLeast && !other ? Number.POSITIVE_INFINITY : to,
    });
  }
  return values;
}

/** In months, so that "18 months" is found in "up to 2 years"; else one unit may shorten the other, as "m" does "metre". */
const perMonth: Readonly<Record<string, number>> = { month: 1, year: 12 };
function scaleOf(one: string, other: string): number | null {
  if (one !== "" && other !== "" && (one.startsWith(other) || other.startsWith(one))) return 1;
  const [own, its] = [perMonth[one], perMonth[other]];
  return own && its ? own / its : null;
}

/** Whether a text's brackets hold a number of the question: 1, or -1 if only others do, or 0 without brackets. */
export function bracketFit(asked: readonly Value[], stated: readonly Value[]): number {
  const brackets = stated.filter(({ from, to }) => from !== to && !Number.isNaN(from));
  const judged = asked.flatMap((one) =>
    brackets.flatMap((bracket) => {
      const scale = scaleOf(one.unit, bracket.unit);
      return scale === null ? [] : [one.from * scale >= bracket.from && one.from * scale <= bracket.to];
    }),
  );
  return judged.length === 0 ? 0 : judged.includes(true) ? 1 : -1;
}

/** What a question asks for. */
export type Kind = "amount" | "duration" | "time" | "person" | "place" | "reason";

/** The units a question asks for: "how many days", "what does it cost", "what share"; empty if any will do. */
export function unitsAsked(question: string): string[] {
  const text = question.toLowerCase();
  const counted = [...text.matchAll(/\bhow many ((?:\p{L}+ ?){1,3})/gu)].flatMap(([, words = ""]) => words.split(" "));
  if (counted.length > 0) return counted.filter(Boolean).map(singular);
  if (/\b(?:percent(?:age)?|per cent|what (?:share|part|proportion))\b/.test(text)) return ["%"];
  return priced.test(text) ? ["money", "%"] : [];
}
const priced =
  /\b(?:how much|what)\b.*\b(?:costs?|prices?|pay|paid|charged?|fees?|rent|salary|wages?|earns?|deposit|fine)\b|\bprice of\b/;

/** Words that only make a question. */
const asking = /\b(?:how (?:much|many|long|often|soon|far|high|fast|quickly|big|large)|(?:at )?what (?:time|date))\b/gi;
export const withoutAsking = (question: string): string => question.replaceAll(asking, " ");

const forms: readonly [Kind, RegExp][] = [
  ["reason", /\bwhy\b|\bwhat(?:'s| is| was)? the reason/],
  ["duration", /\bhow (?:long|soon|quickly|fast|often)\b/],
  [
    "time",
    /(?:^|[,;?]|\b(?:and|or|since|until|by)) ?\bwhen\b|\b(?:what|which) (?:day|date|time|month|year|week)|\b(?:un)?till? (?:when|what)/,
  ],
  [
    "amount",
    /\bhow (?!long|soon|quickly|fast|often|do|does|did|can|is|are|was|were|come|to)\p{L}+\b|\bwhat (?:percent|number|amount|share)|\bprice|\bcosts?\b|\brate\b|\bwhat\b.*\b(?:fee|salary|wages?|discount|rebate|bonus|deposit|interest|limit|excess|allowance)\b/u,
  ],
  ["person", /\bwho(?:m|se)?\b/],
  ["place", /\bwhere\b/],
];
export const kindsOf = (question: string): Kind[] =>
  forms.flatMap(([kind, form]) => (form.test(question.toLowerCase()) ? [kind] : []));

const namesTime = new RegExp(`^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|${monthNames})$`, "i");

/** Whether a text holds what is asked for. */
export function holds(kind: Kind, text: string, values: readonly Value[]): boolean {
  const isTime = ({ unit }: Value) => times.test(unit);
  if (kind === "reason")
    return /\b(?:because|since|as|due to|so that|in order to|therefore|reasons?|owing to)\b/.test(text);
  if (kind === "duration")
    return values.some(isTime) || /\b(?:once|twice|every|daily|weekly|monthly|yearly)\b/i.test(text);
  if (kind === "time")
    return (
      values.some((one) => one.unit === "date" || one.unit === "time" || isTime(one)) ||
      /\bweeks? \d/i.test(text) ||
      (text.match(/\b\p{Lu}\p{L}+/gu) ?? []).some((word) => namesTime.test(word))
    );
  if (kind === "amount") return values.length > 0;
  // A name that does not only begin the sentence.
  if (kind === "person") return /(?<![.:;] |^)\b\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(text);
  return /\b(?:in|at|on|behind|beside|under|near|by|to|from)\b/.test(text);
}
