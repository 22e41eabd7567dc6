import { daysBetweenName, type Filter, type MeasureKind, type QueryField, type QuerySubject } from "#contract/query.ts";
import { averageWords, shareWords } from "#features/conversations/understanding/query/measure.ts";
import { numberWords } from "#features/conversations/understanding/query/filters.ts";
import { verbStem } from "#features/conversations/understanding/stem.ts";
import { functionWords, normalized } from "#features/conversations/understanding/words.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import type { Reader } from "./read.ts";

const phrase = "(?:the |being |it was |they were )?(.{2,40}?)";
const fromTo = new RegExp(
  `\\b(?:from|between) ${phrase} (?:to|and|until|till) ${phrase}(?=$|[,?;:]| (?:for|of|in|since|on|by|at|this|last|with|per)\\b)`,
  "i",
);
const within = new RegExp(
  `(?:\\b(?:that|which|who) )?(?:\\b(?:were|are|was|is|got) )?\\b(\\p{L}+) (?:within|in less than|in under) (\\d{1,3}|\\p{L}+) (day|week)s? (?:of|after|from) ${phrase}(?=$|[,?;:]| (?:for|in|since|on|by|this|last|with)\\b)`,
  "iu",
);

const measures: readonly (readonly [RegExp, MeasureKind])[] = [
  [/\b(?:longest|slowest|at most|most|maximum|worst)\b/i, "maximum"],
  [/\b(?:shortest|fastest|quickest|at least|least|minimum|best)\b/i, "minimum"],
  [/\bmedian\b/i, "median"],
  [new RegExp(`\\b(?:${averageWords.replaceAll(", ", "|")})\\b`, "i"), "average"],
];
const asking =
  /\b(?:how (?:long|many days)|(?:number of )?days|what(?:'s| is| was)?|time|takes?|took|does it|do we|did we|did it|we|ever|is|was|it|the|our|go by|pass(?:es)?|between)\b/gi;

/** Whether a question may be about the days between two days of rows. */
export const mayBeBetween = (text: string): boolean => fromTo.test(text) || within.test(text);

/** The days from one day of a row to another: "from report to first visit", "attended within a day of being reported". */
export async function betweenIn(text: string, reader: Reader): Promise<Reading | null> {
  const span = fromTo.exec(text);
  const limit = span ? null : within.exec(text);
  const [start, end] = span ? [span[1], span[2]] : [limit?.[4], limit?.[1]];
  const found = span ?? limit;
  if (!found || !start || !end) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  const readings: Reading[] = [];
  for (const subject of reader.subjects) {
    const [from, to] = [dayNamed(start, subject), dayNamed(end, subject)];
    if (!from || !to || from === to) continue;
    const field = daysBetweenName(from.name, to.name);
    const one = limit
      ? await limited(rest, { field, limit, subject }, reader)
      : await measuredIn(rest, { field, subject }, reader);
    if (one) readings.push(one);
  }
  const [only, another] = readings;
  return only && !another ? only : null;
}

/** The day of a row that a phrase names: every word that means something is in its label. */
function dayNamed(words: string, { fields }: QuerySubject): QueryField | null {
  const asked = stems(words);
  const days = fields.filter(
    ({ type, label, alsoCalled }) =>
      type === "day" &&
      asked.length > 0 &&
      [label, ...alsoCalled].some((name) => asked.every((stem) => stems(name).includes(stem))),
  );
  // A day of the row itself, not of its customer.
  const [only, another] = days.filter(({ name }) => !name.includes("."));
  return only && !another ? only : null;
}

const stems = (text: string): string[] =>
  normalized(text)
    .split(" ")
    .filter((word) => !functionWords.has(word))
    .map(verbStem);

async function rowsOf(rest: string, { id, many }: QuerySubject, { read }: Reader): Promise<Reading | null> {
  const words = rest
    .replace(/^[ ,;:]*(?:for|of|on|with)\b/i, "")
    .replaceAll(/[?,;:]/g, " ")
    .trim();
  for (const text of [`how many ${words}`, `how many ${many} ${words}`]) {
    const rows = await read(text);
    if (rows?.query.subject === id && rows.query.measure.of === "count" && !rows.query.groupBy && !rows.query.compare)
      return rows;
  }
  return null;
}

async function measuredIn(
  rest: string,
  { field, subject }: { field: string; subject: QuerySubject },
  reader: Reader,
): Promise<Reading | null> {
  const [words, of] = measures.find(([pattern]) => pattern.test(rest)) ?? [/(?!)/, "average" as const];
  const rows = await rowsOf(
    rest
      .replace(words, " ")
      .replace(asking, " ")
      .replace(/\ball\b/g, " "),
    subject,
    reader,
  );
  const filters: Filter[] = rows ? [...rows.query.filters, { field, test: "known", values: [] }] : [];
  return rows && { ...rows, kind: "value", asks: null, query: { ...rows.query, filters, measure: { of, field } } };
}

const share = new RegExp(`\\b(?:${shareWords.replaceAll(", ", "|")})\\b`, "i");

async function limited(
  rest: string,
  { field, limit, subject }: { field: string; limit: RegExpExecArray; subject: QuerySubject },
  reader: Reader,
): Promise<Reading | null> {
  const count = numberWords[(limit[2] ?? "").toLowerCase()] ?? (limit[2] === "a" ? 1 : Number(limit[2]));
  if (!Number.isFinite(count)) return null;
  const isShare = share.test(rest);
  const rows = await rowsOf(
    rest
      .replace(/^ ?how many\b/i, "")
      .replace(share, " ")
      .replace(/\b(?:what|is|are|of|the)\b/gi, " "),
    subject,
    reader,
  );
  const part: Filter = { field, test: "atMost", values: [count * (limit[3]?.toLowerCase() === "week" ? 7 : 1)] };
  if (!rows) return null;
  const { query } = rows;
  return isShare
    ? { ...rows, kind: "value", query: { ...query, measure: { of: "share", field: null }, part: [part] } }
    : { ...rows, query: { ...query, filters: [...query.filters, part] } };
}
