import type { RunSession } from "#agency/skill.ts";
import { formatNumber, pluralize, shortDay } from "#contract/format.ts";
import {
  exploreHref,
  figureUnitOf,
  type Query,
  query,
  type QueryResult,
  type QuerySubject,
  spelledOut,
} from "#contract/query.ts";
import { type Figure, toLine } from "#contract/report.ts";
import { answerOf } from "#features/conversations/queries/answer/answer.ts";
import { followUpsOf } from "#features/conversations/queries/follow-ups.ts";
import { queryReading } from "#features/conversations/queries/query-reading.ts";
import { type Reply, replyOf } from "#features/conversations/replies/reply.ts";
import { quoted } from "#features/conversations/replies/quoted.ts";
import { isOwn } from "#features/conversations/understanding/query/own.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { asksForChange } from "#features/conversations/understanding/qualifiers.ts";

import type { Reading } from "#features/conversations/understanding/query/reading.ts";

import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";

import { read } from "#platform/db/transaction.ts";

export { queryReading };

/** Whether a question asks how a view changed: views are only known for today. */
export const isStanding = ({ query: { filters } }: Reading, asked: string): boolean =>
  asksForChange(asked) && filters.some(({ field }) => field === "view");

export const runQueryReading = async (session: RunSession, reading: Reading): Promise<Reply> =>
  (await answeredQuery(session, reading)).reply;

/** A query that was run. */
export type Ran = { reading: Reading; result: QueryResult; subject: QuerySubject };

/** A reply, with the query that gave it. */
export type Found = Reply & { ran?: Ran };

/** Answers by running a query, and returns its result too. */
export async function answeredQuery(
  session: RunSession,
  reading: Reading,
): Promise<{ reply: Reply } & Omit<Ran, "reading">> {
  const first = await session.use(runQuery, reading.query);
  const { day, period } = reading.query;
  // No row has the day that is asked about: "lost since April" without a day of loss.
  const isDayless = day !== null && period !== null && first.result.total.rows === 0 && first.result.data === null;
  const subject = await read(session.ctx, (tx) => explore.subjectOf(tx, reading.query));
  const own = isDayless ? ownDayOf(subject, reading.query) : null;
  const ran = isDayless ? await session.use(runQuery, { ...reading.query, day: own }) : first;
  const { result, origins } = ran;
  session.reads(...origins);
  const refusal =
    (await refusalOf(session, result, subject)) ??
    (isDayless ? null : await otherDay(session, reading, result, subject));
  if (refusal) return { reply: refusal, result, subject };
  const { headline, figures, facts, section } = answerOf(result, subject, reading, todayOf(session.ctx).currency);
  session.cites(...facts);
  const worth = await worthOf(session, ran.result, subject, reading);
  const ignored = reading.unused;
  const reply = {
    answered: true,
    report: {
      headline: [
        ...headline,
        ...(worth ? toLine` ${worth} in all.` : []),
        ...(isDayless
          ? [` ${labelOf(subject, day)} is not recorded, so this goes by ${labelOf(subject, own ?? subject.day)}.`]
          : []),
        ...(ignored.length > 0 ? [` Not narrowed to: ${ignored.join(", ")}.`] : []),
        ...(result.silent ?? []).map((sentence) => ` ${sentence}`),
        ...(reading.vague.length > 0 ? [` I did not use: ${quoted(reading.vague)}.`] : []),
      ],
      sections: section ? [section] : [],
      figures: worth ? [...figures, worth] : figures,
      facts,
      missing: [],
      proposals: [],
    },
    followUps: followUpsOf(result.query, subject),
  };
  return { reply, result, subject };
}

/** The refusal if the rows cannot answer: all are of another time, or there are none of the kind. */
export const refusalOf = async (
  session: RunSession,
  result: QueryResult,
  subject: QuerySubject,
): Promise<Reply | null> =>
  (await noneOfKind(session, result, subject)) ??
  outOfData(result, subject) ??
  (await unknownAmount(session, result, subject));

/** Whether a customer or vendor is named and each condition has rows by itself: "has Acme got anything overdue". */
async function isNoneOfAny(session: RunSession, { subject, filters }: Query): Promise<boolean> {
  if (!filters.some(({ field }) => field === "customerName" || field === "vendorName")) return false;
  for (const filter of filters) {
    const { result } = await session.use(runQuery, query.parse({ subject, filters: [filter], limit: 1 }));
    if (result.total.rows === 0) return false;
  }
  return true;
}

/** The refusal if a sum is of a field that none of the rows has, or if no rows ever matched what is measured. */
async function unknownAmount(
  session: RunSession,
  { query: asked, total, title, groups }: QueryResult,
  subject: QuerySubject,
): Promise<Reply | null> {
  const { measure, filters } = asked;
  // The best of what is nothing throughout says nothing.
  if (measure.of !== "count" && asked.groupBy && groups && groups.length > 1 && groups.every(({ value }) => !value))
    return replyOf(false, toLine`I can't answer this: the amount is 0 in all ${formatNumber(groups.length)} groups.`);
  if (measure.of === "count" || asked.groupBy || asked.part.length > 0 || subject.id === "figures") return null;
  if (total.rows === 0 && asked.period === null && filters.length > 1 && !(await isNoneOfAny(session, asked)))
    return replyOf(
      false,
      toLine`I can't answer this: no ${subject.many} match (${title.split(": ").slice(1).join(": ")}).`,
      [],
      [{ label: `See the ${subject.many} there are`, href: `/records/${subject.id}` }],
    );
  if (measure.field === null || total.rows === 0 || (total.value ?? 0) !== 0) return null;
  const known = { field: measure.field, test: "known" as const, values: [] };
  const { result } = await session.use(runQuery, {
    ...asked,
    compare: null,
    filters: [...filters, known].slice(0, 10),
    measure: { of: "count", field: null },
  });
  return result.total.rows > 0
    ? null
    : replyOf(
        false,
        toLine`I can't answer this: ${labelOf(subject, measure.field)} is not recorded of any of them.`,
        [],
        [{ label: `See the ${subject.many} there are`, href: `/records/${subject.id}` }],
      );
}

/** The one day of the company's own that is called like a day that is not recorded, or like what the rows became: "Won time". */
function ownDayOf({ fields }: QuerySubject, { day, filters }: Query): string | null {
  const label = fields.find(({ name }) => name === day)?.label ?? "";
  const words = new Set([label, ...filters.flatMap(({ values }) => values.map(String))].flatMap(stemsOf));
  const [only, another] = fields.filter(
    ({ name, type, label: own }) => isOwn(name) && type === "day" && stemsOf(own).some((word) => words.has(word)),
  );
  return only && !another ? only.name : null;
}
const stemsOf = (text: string): string[] => normalized(text).split(" ").map(stem);

/** "Has Acme paid the September invoice": none was paid in September, but one of September is there. */
async function otherDay(
  session: RunSession,
  { asks }: Reading,
  { query: asked, total, period }: QueryResult,
  subject: QuerySubject,
): Promise<Reply | null> {
  if (asks !== "yesNo" || total.rows > 0 || asked.day === null || period === null || subject.day === null) return null;
  const { result } = await session.use(runQuery, { ...asked, day: null });
  if (result.total.rows === 0) return null;
  const [by, other] = [labelOf(subject, asked.day), labelOf(subject, subject.day)];
  return replyOf(
    false,
    toLine`I can't tell which day is meant by ${period.label}: by ${by} there is none, by ${other} ${pluralize(result.total.rows, subject.one, subject.many)}.`,
    [],
    [{ label: `See them by ${other}`, href: exploreHref(result.query) }],
  );
}

/** The views of bills: without any bill, none that is open or large is no answer. */
const ofBills = ["bills", "payable", "overdueBills", "payable14"];

/** The refusal if there are no rows of the kind at all: none of them is no answer, as they may be elsewhere. */
async function noneOfKind(
  session: RunSession,
  { query: { filters }, total, title }: QueryResult,
  { id, many }: QuerySubject,
): Promise<Reply | null> {
  if (total.rows > 0 || id === "figures") return null;
  const side = filters.some(({ field, values }) => field === "view" && ofBills.includes(String(values[0])))
    ? [{ field: "direction", test: "is", values: ["payable"] }]
    : filters.filter(({ field, test }) => field === "direction" && test === "is");
  const { result } = await session.use(runQuery, query.parse({ subject: id, filters: side, limit: 1 }));
  if (result.total.rows > 0) return null;
  const what = side.some(({ values }) => values[0] === "payable") ? "bills" : many;
  return {
    answered: false,
    report: {
      headline: toLine`I can't answer this: no ${what} are recorded.`,
      sections: [],
      figures: [],
      facts: [],
      missing: [{ what: title, needed: what, href: `/records/${id}` }],
      proposals: [],
    },
    followUps: [{ label: `Add ${what}`, href: `/records/${id}` }],
  };
}

/** What listed rows that have an amount add up to; null for one row, and where the sum is said already. */
async function worthOf(
  session: RunSession,
  { query: listed, total, title, asOf }: QueryResult,
  { amount, one, many }: QuerySubject,
  { kind }: Reading,
): Promise<Figure | null> {
  if (
    kind !== "rows" ||
    listed.measure.of !== "count" ||
    amount === null ||
    total.rows < 2 ||
    listed.limit < total.rows
  )
    return null;
  const summed: Query = { ...listed, measure: { of: "sum", field: null } };
  const { result } = await session.use(runQuery, summed);
  if (result.leftOut.length > 0 || result.total.value === null) return null;
  return {
    id: "worth",
    label: `${title}: sum`,
    value: result.total.value,
    unit: figureUnitOf(result.unit),
    currency: result.currency,
    range: null,
    formula: result.title,
    source: { label: pluralize(total.rows, one, many), href: exploreHref(summed), asOf },
  };
}

const labelOf = ({ fields }: QuerySubject, name: string | null): string =>
  `“${fields.find((field) => field.name === name)?.label ?? name}”`;

/** The refusal if a question is about a period before the first record; null otherwise. */
export async function beforeRecords(session: RunSession, { query: asked }: Reading): Promise<Reply | null> {
  const { result, origins } = await session.use(runQuery, asked);
  session.reads(...origins);
  const { data, period } = result;
  if (!data || !period || period.to >= data.from) return null;
  const subject = await read(session.ctx, (tx) => explore.subjectOf(tx, asked));
  // Where none are recorded at all, the topic says what it needs.
  return (await noneOfKind(session, result, subject)) ? null : outOfData(result, subject);
}

/** The refusal if all data lies before or after the period, with the page to add more. */
function outOfData(
  { total, period: asked, data, query: { filters, measure } }: QueryResult,
  { id, many, fields }: QuerySubject,
): Reply | null {
  const isFigure = id === "figures";
  const isWithin = asked !== null && data !== null && asked.from <= data.to && asked.to >= data.from;
  if (measure.of !== "count" && measure.of !== "sum" && total.value === null && total.rows > 0) {
    const label = fields.find(({ name }) => name === measure.field)?.label ?? many;
    const line = toLine`I can't answer this: “${label}” is not recorded of any of them.`;
    return replyOf(false, line, [], [{ label: `See the ${many} there are`, href: `/records/${id}` }]);
  }
  // Of rows there can be none, but a figure without a value is unknown.
  if (total.rows > 0 || !asked || !data || (isWithin && !isFigure)) return null;
  const what = isFigure ? spelledOut(String(filters[0]?.values[0] ?? "")).toLowerCase() : many;
  const isLater = asked.from > data.to;
  const bound = isLater ? `ends on ${shortDay(data.to)}` : `begins on ${shortDay(data.from)}`;
  const headline = isWithin
    ? toLine`No ${what} is recorded for ${asked.label}. The data runs from ${shortDay(data.from)} to ${shortDay(data.to)}.`
    : toLine`Your ${what} data ${bound}. Import ${isLater ? "newer" : "older"} data, or ask about ${isLater ? data.to.slice(0, 4) : data.from.slice(0, 4)}.`;
  const href = isFigure ? "/records/figures" : `/records/${id}`;
  const missing = [{ what: `${spelledOut(what)}, ${asked.label}`, needed: `${what} of ${asked.label}`, href }];
  return {
    answered: false,
    report: { headline, sections: [], figures: [], facts: [], missing, proposals: [] },
    followUps: [{ label: `See the ${what} there are`, href }],
  };
}
