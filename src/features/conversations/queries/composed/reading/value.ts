import type { Filter, Query, QueryField, QuerySubject } from "#contract/query.ts";
import { isNumeric, labelPhrases } from "#features/conversations/understanding/query/own.ts";
import { Sentence } from "#features/conversations/understanding/query/sentence.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import type { Measured } from "../composed.ts";
import type { Reader } from "./read.ts";
import { betweenIn } from "./between.ts";
import { rateIn } from "./rate.ts";

/** A text as one value: a query, a rate, or one query over another; null if a word is left over. */
export async function valueIn(text: string, reader: Reader): Promise<Measured | null> {
  const plain = (await betweenIn(text, reader)) ?? (await reader.read(text));
  if (plain && isOneValue(plain)) return valueOf(asAmount(plain, text, reader));
  return dividedIn(text, { ...reader, isRead: plain !== null });
}

/** A text as a pace, a rate or a ratio; where one query reads it, only as a pace. */
export async function dividedIn(
  text: string,
  { isRead, ...reader }: Reader & { isRead: boolean },
): Promise<Measured | null> {
  const pace = await paceIn(text, reader);
  if (pace || isRead) return pace;
  const rate = await rateIn(text, reader);
  return rate ? valueOf(rate) : ratioIn(text, reader);
}

export const valueOf = (of: Reading): Measured => ({ label: "", of, over: null, times: 1, per: null });

const onAverage = /\b(?:on average|average|avg|mean|typically|usually)\b/i;
const perTime = /\b(?:per|an?|each|every) (day|week|month|quarter|year)\b|\b(daily|weekly|monthly|quarterly|yearly)\b/i;
const adverbs: Readonly<Record<string, Measured["per"]>> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
};

/** Whether a question may ask for a sum or a count by the time it took: "how many jobs a month on average". */
export const mayBePace = (text: string): boolean => onAverage.test(text) && perTime.test(text);

async function paceIn(text: string, reader: Reader): Promise<Measured | null> {
  const found = perTime.exec(text);
  if (!found || !onAverage.test(text)) return null;
  const per = (found[1] ?? adverbs[(found[2] ?? "").toLowerCase()]) as Measured["per"];
  const of = await reader.read(text.replace(perTime, " ").replace(onAverage, " "));
  const isAdded = of && ["count", "sum"].includes(of.query.measure.of);
  return of && isAdded && isOneValue(of) && of.kind === "value"
    ? { ...valueOf(asAmount(of, text, reader)), per }
    : null;
}

/** A list has its count, a ranking no value of its own: unless it is only of those that are compared. */
const isOneValue = ({ query: { groupBy, filters, compare } }: Reading): boolean =>
  compare === null &&
  (groupBy === null || filters.some(({ field, values }) => field === groupBy.field && values.length === 2));

/** Rows are counted unless the question names their number: "the budget for wages" is its sum. */
function asAmount(of: Reading, text: string, reader: Reader): Reading {
  const { measure } = of.query;
  const isDefault = measure.of === "count" || (measure.of === "sum" && measure.field === null);
  if (!isDefault || /\b(?:how many|number of)\b/i.test(text)) return of;
  const words = new Sentence(text);
  const [field, another] = (subjectOf(of, reader)?.fields ?? []).filter(
    (one) =>
      one.type === "money" &&
      [labelPhrases(one), ...one.alsoCalled.map(normalized)].some((label) => label !== "" && words.has(label)),
  );
  return field && !another
    ? { ...of, kind: "value", query: { ...of.query, measure: { of: "sum", field: field.name } } }
    : of;
}

const per =
  /(?:,? (?:counted|measured|calculated|expressed|taken))? (?:per|for (?:each|every)) (?:(hundred|thousand|100|1,?000) )?/i;
const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, "100": 100, "1000": 1_000 };
/** The longest name of what a value is divided by, in words. */
const longestUnit = 3;
/** A condition is no part of it: "per job in May" is of May on both sides. */
const ofCondition =
  /\b(?:in|of|for|on|since|with|from|by|to|at|during|this|last|next|before|after|and|or|per|we|who|that|which)\b|\d{4}/i;

/** "Contract value per m2", "call-backs per hundred jobs". */
async function ratioIn(text: string, reader: Reader): Promise<Measured | null> {
  const found = per.exec(text);
  if (!found) return null;
  const before = text.slice(0, found.index);
  const behind = text
    .slice(found.index + found[0].length)
    .split(" ")
    .filter(Boolean);
  const times = scales[(found[1] ?? "").toLowerCase().replace(",", "")] ?? 1;
  for (let length = Math.min(longestUnit, behind.length); length > 0; length -= 1) {
    const unit = behind
      .slice(0, length)
      .join(" ")
      .replaceAll(/[?.,!:;]/g, "");
    if (ofCondition.test(unit)) continue;
    const of = await numeratorOf(before, behind.slice(length).join(" "), { unit, ...reader });
    if (!of || !isOneValue(of)) continue;
    const subject = subjectOf(of, reader);
    const inRow = subject ? numberNamed(subject, unit) : null;
    // Rows without the number would count on one side alone.
    if (inRow && inRow.name !== of.query.measure.field)
      return { ...valueOf(withField(of, inRow.name, null)), over: withField(of, inRow.name, "sum"), times };
    const over = await inRows(of, unit, reader);
    if (over && !isSame(of, over)) return { ...valueOf(of), over, times };
  }
  return null;
}

/** What is divided; where it does not name its rows, those that have a number of the unit's name. */
async function numeratorOf(
  before: string,
  behind: string,
  { unit, ...reader }: Reader & { unit: string },
): Promise<Reading | null> {
  const plain = await reader.read(`${before} ${behind}`);
  const [only, another] = plain ? [] : reader.subjects.filter((subject) => numberNamed(subject, unit) !== null);
  const named = only && !another ? await reader.read(`${before} of ${only.many} ${behind}`) : null;
  return plain ?? (named?.query.subject === only?.id ? named : null);
}

const isSame = (one: Reading, other: Reading): boolean => JSON.stringify(one.query) === JSON.stringify(other.query);

const subjectOf = ({ query }: Reading, { subjects }: Reader): QuerySubject | undefined =>
  subjects.find(({ id }) => id === query.subject);

/** The only number of some rows that a unit names. */
function numberNamed({ fields }: QuerySubject, unit: string): QueryField | null {
  const words = new Sentence(unit);
  const isNamed = (field: QueryField): boolean =>
    [labelPhrases(field), ...field.alsoCalled, lastWordOf(field.label)].some(
      (label) => words.find(label)?.length === unit.split(" ").length,
    );
  const [field, another] = fields.filter(
    (one) => !one.name.includes(".") && (isNumeric(one) || one.type === "hours") && isNamed(one),
  );
  return field && !another ? field : null;
}

/** A query over the rows that have a number, or the sum of it. */
function withField(of: Reading, field: string, measure: "sum" | null): Reading {
  const filters: Filter[] = [...of.query.filters, { field, test: "known", values: [] }];
  const { groupBy } = of.query;
  return {
    ...of,
    kind: groupBy ? of.kind : "value",
    query: { ...of.query, filters: filters.slice(0, 10), ...(measure && { measure: { of: measure, field } }) },
  };
}

const lastWordOf = (label: string): string => normalized(label).split(" ").at(-1) ?? "";

/** How many rows of another kind there are, under the same conditions as far as they have the fields. */
async function inRows(of: Reading, unit: string, reader: Reader): Promise<Reading | null> {
  const rows = await reader.read(`how many ${unit}`);
  const subject = rows && subjectOf(rows, reader);
  const own = subjectOf(of, reader);
  if (
    !rows ||
    !subject ||
    !own ||
    rows.query.measure.of !== "count" ||
    rows.query.groupBy ||
    rows.query.subject === of.query.subject
  )
    return null;
  const carried = of.query.filters.flatMap((filter): Filter[] => {
    const field = own.fields.find(({ name }) => name === filter.field);
    const same = field && stateless(field) ? subject.fields.find((one) => isSameField(field, one)) : undefined;
    return same && !rows.query.filters.some((one) => one.field === same.name) ? [{ ...filter, field: same.name }] : [];
  });
  const period: Query["period"] = subject.day ? of.query.period : null;
  return {
    ...rows,
    kind: "value",
    query: { ...rows.query, filters: [...rows.query.filters, ...carried].slice(0, 10), period },
  };
}

/** A state of one kind of rows says nothing of another. */
const stateless = ({ name, type }: QueryField): boolean =>
  type !== "view" &&
  !["status", "stage", "direction", "kind", "type", "document", "name", "title", "number"].includes(name);

const isSameField = (one: QueryField, other: QueryField): boolean => {
  const names = ({ name, label, alsoCalled }: QueryField) => [name, ...[label, ...alsoCalled].map(normalized)];
  return one.type === other.type && names(one).some((name) => names(other).includes(name));
};
