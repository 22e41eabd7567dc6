import { type Figure, formatLine, type Line } from "#contract/report.ts";

/**
 * One way to be right: all numbers, without sign and shares in percent, and all names. A list of names holds spellings
 * of one; a day or month as 2026-12-13 or 2026-12 stands for all its spellings.
 */
export type Variant = { numbers?: readonly number[]; names?: readonly (string | readonly string[])[]; note?: string };

/** What a right answer contains; no variant: the records don't hold the answer. `mustNot`: texts that make it wrong. */
export type Expected = { accept?: readonly Variant[]; mustNot?: readonly string[] };

export const grades = ["right", "partly", "refused rightly", "refused wrongly", "wrong"] as const;
export type Grade = (typeof grades)[number];

/** An answer as a person reads it, with the figures its line cites. */
export type Given = { answered: boolean; line: Line; figures: readonly Figure[] };

/** Grades an answer by its content. */
export function gradeAnswer({ accept = [], mustNot = [] }: Expected, given: Given): Grade {
  const text = formatLine(given.line, given.figures).toLowerCase();
  if (isRefusal(given)) return accept.length > 0 ? "refused wrongly" : "refused rightly";
  if (accept.length === 0) return "wrong";
  const numbers = numbersIn(given);
  const hasNumber = (wanted: number) => numbers.some((one) => isSame(one, Math.abs(wanted)));
  const hasName = (name: string | readonly string[]) => spellingsOf(name).some((one) => text.includes(one));
  const hits = accept.map(({ numbers: values = [], names = [] }) => [...values.map(hasNumber), ...names.map(hasName)]);
  const isBad = mustNot.some((one) => text.includes(one.toLowerCase()));
  if (!isBad && hits.some((parts) => parts.every(Boolean))) return "right";
  return text.includes("not narrowed") || hits.flat().some(Boolean) ? "partly" : "wrong";
}

const refusal =
  /\b(?:can(?:no|')t (?:answer|say|tell|be answered)|(?:is|are) not recorded|not (?:in|part of) (?:your|the) (?:records|data)|no (?:data|records?|information|figures?) (?:on|about|for|of|that)|do(?:es)?(?:n't| not) (?:hold|contain|record|include|show|say))\b/i;

/** Whether the question was refused: marked so, or in words and without a figure. */
const isRefusal = ({ answered, line, figures }: Given): boolean =>
  !answered || (line.every((part) => typeof part === "string") && refusal.test(formatLine(line, figures)));

type Read = { value: number; tolerance: number };

/** A number is right if it is the wanted one as rounded in the answer. */
const isSame = ({ value, tolerance }: Read, wanted: number): boolean =>
  Math.abs(value - wanted) <= Math.max(tolerance, wanted * 1e-5);

const months = "January February March April May June July August September October November December".split(" ");
const anyMonth = `(?:${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")})`;
const daysAndDocuments = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}(?:-\d{2})?\b`,
    String.raw`\b\d{1,2} ${anyMonth}(?: \d{4})?\b`,
    String.raw`\b${anyMonth} \d{1,2}(?:, \d{4})?\b`,
    String.raw`\b${anyMonth} \d{4}\b`,
    String.raw`\b[a-z]+(?:-[a-z]+)*-\d+\b`,
  ].join("|"),
  "gi",
);

/** The text without days and document numbers, whose digits are no numbers. */
export const withoutDays = (text: string): string => text.replaceAll(daysAndDocuments, " ");

const ownNumber = /(?<!\w)(\d[\d,]*(?:\.(\d+))?)(?:(k|m|bn)\b| (thousand|million|billion)\b)?/gi;
const scales: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, bn: 1e9, billion: 1e9 };

/** The numbers of an answer: its figures exactly, those in its own words as they are rounded there. */
function numbersIn({ line, figures }: Given): Read[] {
  const known = new Map(figures.map((one) => [one.id, one]));
  return line.flatMap((part): Read[] => {
    if (typeof part === "string") return numbersInText(part);
    const { value, unit } = known.get(part.figure) ?? { value: null, unit: "count" };
    return value === null ? [] : [{ value: Math.abs(unit === "share" ? value * 100 : value), tolerance: 0.006 }];
  });
}

function numbersInText(text: string): Read[] {
  return [...withoutDays(text).matchAll(ownNumber)].map(([, digits = "", decimals = "", short, long]) => {
    const scale = scales[(short ?? long ?? "").toLowerCase()] ?? 1;
    return {
      value: Number(digits.replaceAll(",", "")) * scale,
      tolerance: scale * (0.5 * 10 ** -decimals.length + 1e-6),
    };
  });
}

/** All spellings of a name, in lower case. */
function spellingsOf(name: string | readonly string[]): string[] {
  if (typeof name !== "string") return name.flatMap(spellingsOf);
  const [, year = "", month = "", day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(name) ?? [];
  if (!year) return [name.toLowerCase()];
  const long = months[Number(month) - 1]?.toLowerCase() ?? "";
  const words = [long, long.slice(0, 3)];
  if (!day) return [name, ...words.map((word) => `${word} ${year}`)];
  const short = String(Number(day));
  return [
    name,
    `${day}.${month}.${year}`,
    `${day}/${month}/${year}`,
    ...words.flatMap((word) => [`${short} ${word}`, `${word} ${short}`]),
  ];
}
