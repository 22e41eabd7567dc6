import { z } from "zod";
import type { RunSession } from "#agency/skill.ts";
import { shortDay } from "#contract/format.ts";
import { type Query, query, type QueryResult, type QuerySubject, spelledOut } from "#contract/query.ts";
import { toLine } from "#contract/report.ts";
import { answerOf } from "#features/conversations/queries/answer/answer.ts";
import { followUpsOf } from "#features/conversations/queries/follow-ups.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import { quoted } from "#features/conversations/replies/quoted.ts";
import { asksForChange } from "#features/conversations/understanding/qualifiers.ts";
import { draftOf } from "#features/conversations/understanding/query/draft.ts";
import { namedIn } from "#features/conversations/understanding/query/filters.ts";
import { ownIn } from "#features/conversations/understanding/query/own.ts";
import type { Lexicon } from "#features/conversations/understanding/query/lexicon.ts";
import { type Reading, readingOf } from "#features/conversations/understanding/query/reading.ts";
import { fillers, isNegation, normalized } from "#features/conversations/understanding/words.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

export const queryReading = z.strictObject({
  query,
  isMore: z.boolean(),
  unused: z.array(z.string()),
  vague: z.array(z.string()).default([]),
  unmet: z.array(z.string()).default([]),
  why: z.boolean().default(false),
  isNamed: z.boolean().default(false),
  namesOwn: z.boolean().optional(),
  kind: z.enum(["value", "rows", "ranking", "names", "series"]),
});

/** The names in a question that its query is not narrowed to. */
function uncovered({ query }: Reading, subject: QuerySubject, names: readonly string[]) {
  const { filters, part, search } = query;
  const own = ownIn(query).map((name) => subject.fields.find((field) => field.name === name)?.label ?? "");
  const labelOf = (name: string, value: string | number): string =>
    subject.fields.find((field) => field.name === name)?.choices.find((one) => one.value === value)?.label ?? "";
  const used = new Set(
    [...filters, ...part]
      .flatMap(({ field, values }) => values.flatMap((value) => [String(value), labelOf(field, value)]))
      .concat(search ?? "", own)
      .flatMap((value) => normalized(value).split(" ")),
  );
  return names.filter(
    (name) =>
      !normalized(name)
        .split(" ")
        .every((word) => used.has(word)),
  );
}

/** Whether a question asks how a view changed: views are only known for today. */
export const isStanding = ({ query: { filters } }: Reading, asked: string): boolean =>
  asksForChange(asked) && filters.some(({ field }) => field === "view");

/** Reads a question as a query over the company's rows; null if it names none. */
export async function readAsQuery(
  tx: Tx,
  asked: string,
  { names, ...about }: Omit<Lexicon, "subjects"> & { names: readonly string[] },
): Promise<Reading | null> {
  const subjects = await explore.subjects(tx);
  const [reference] = /\b[A-Z]{1,6}-?\d[A-Z\d-]{0,20}\b|\b[A-Z]{1,6}-[A-Z]{1,12}-\d{1,8}\b/.exec(asked) ?? [];
  const named = reference ? await rowNamed(tx, reference, subjects) : null;
  if (named) return named;
  const draft = draftOf(asked, { subjects, ...about });
  const { needs = null } = draft?.subject ?? {};
  // A query over figures needs the name of the figure.
  if (needs && !draft?.term.filters?.some(({ field }) => field === needs)) return null;
  if (!draft) return null;
  const values = await explore.valuesOf(tx, draft.subject.id, namedIn(draft));
  // A known person without tasks gets 0; an unknown name is refused.
  if (names.length > 0) for (const one of await explore.people(tx)) addPerson(values, draft.subject, one);
  const read = readingOf(draft, values);
  const left = uncovered(read, draft.subject, names);
  if (read.unused.length === 0) return { ...read, unused: left.flatMap((name) => normalized(name).split(" ")) };
  const isTitle =
    read.unmet.length === 0 &&
    read.unused.length <= mostSearched &&
    read.unused.some((word) => !fillers.has(word)) &&
    read.unused.every((word) => (word.length >= shortestSearched || fillers.has(word)) && !isNegation(word));
  const search = isTitle ? await ifTitled(tx, read.query, read.unused) : null;
  if (search)
    return {
      ...read,
      query: search,
      isMore: true,
      unused: uncovered({ ...read, query: search }, draft.subject, names),
      kind: read.kind === "value" ? "rows" : read.kind,
    };
  return read;
}

/** Adds a person to the values of the fields that name who does the work. */
function addPerson(values: Map<string, string[]>, { fields }: QuerySubject, name: string): void {
  for (const field of ["assignee", "ownerName"].filter((one) => fields.some((each) => each.name === one))) {
    const known = values.get(field) ?? [];
    if (!known.includes(name)) values.set(field, [...known, name]);
  }
}

/** Up to this many unused words are searched for as a title. */
const mostSearched = 4;
/** Shorter words are seldom of a title. */
const shortestSearched = 4;
/** Titles of more rows are not compared. */
const mostTitles = 200;

/** The query narrowed to rows with these words in their titles; null if there are none, or if one has only parts of them. */
async function ifTitled(tx: Tx, asked: Query, words: readonly string[]): Promise<Query | null> {
  const search = words.join(" ");
  const plain = { ...asked, search, groupBy: null, compare: null, part: [], limit: mostTitles };
  const { result } = await explore.run(tx, { ...plain, measure: { of: "count", field: null } });
  const rows = result.rows?.rows ?? [];
  const isWhole = rows.every(({ cells }) => {
    const own = new Set(cells.flatMap((cell) => normalized(String(cell ?? "")).split(" ")));
    return words.every((word) => own.has(word));
  });
  return rows.length > 0 && rows.length === result.total.rows && isWhole ? { ...asked, search } : null;
}

async function ifHasRows(tx: Tx, asked: Query): Promise<Query | null> {
  const { result } = await explore.run(tx, {
    ...asked,
    groupBy: null,
    compare: null,
    measure: { of: "count", field: null },
    limit: 1,
  });
  return result.total.rows > 0 ? asked : null;
}

async function rowNamed(tx: Tx, reference: string, subjects: readonly QuerySubject[]): Promise<Reading | null> {
  const numbered = subjects.filter(({ fields }) =>
    fields.some(({ name, type }) => name === "number" && type === "text"),
  );
  for (const { id } of numbered) {
    const one = await ifHasRows(
      tx,
      query.parse({ subject: id, filters: [{ field: "number", test: "is", values: [reference] }] }),
    );
    if (one)
      return {
        query: one,
        isMore: true,
        unused: [],
        vague: [],
        unmet: [],
        why: false,
        isNamed: false,

        kind: "rows",
      };
  }
  return null;
}

export const runQueryReading = async (session: RunSession, reading: Reading): Promise<Reply> =>
  (await answeredQuery(session, reading)).reply;

/** Answers by running a query, and returns its result too. */
export async function answeredQuery(
  session: RunSession,
  reading: Reading,
): Promise<{ reply: Reply; result: QueryResult; subject: QuerySubject }> {
  const { result, origins } = await session.use(runQuery, reading.query);
  session.reads(...origins);
  const subject = (await read(session.ctx, explore.subjects)).find(({ id }) => id === reading.query.subject);
  if (!subject) throw new Error(`Nothing is called ${reading.query.subject}.`);
  const outdated = outOfData(result, subject);
  if (outdated) return { reply: outdated, result, subject };
  const { headline, figures, facts, section } = answerOf(result, subject, reading, todayOf(session.ctx).currency);
  session.cites(...facts);
  const ignored = reading.unused;
  const reply = {
    answered: true,
    report: {
      headline: [
        ...headline,
        ...(ignored.length > 0 ? [` Not narrowed to: ${ignored.join(", ")}.`] : []),
        ...(result.silent ?? []).map((sentence) => ` ${sentence}`),
        ...(reading.vague.length > 0 ? [` I did not use: ${quoted(reading.vague)}.`] : []),
      ],
      sections: section ? [section] : [],
      figures,
      facts,
      missing: [],
      proposals: [],
    },
    followUps: followUpsOf(result.query, subject),
  };
  return { reply, result, subject };
}

/** The refusal if a question is about a period before the first record; null otherwise. */
export async function beforeRecords(session: RunSession, { query: asked }: Reading): Promise<Reply | null> {
  const { result, origins } = await session.use(runQuery, asked);
  session.reads(...origins);
  const { data, period } = result;
  if (!data || !period || period.to >= data.from) return null;
  const subject = (await read(session.ctx, explore.subjects)).find(({ id }) => id === asked.subject);
  return subject ? outOfData(result, subject) : null;
}

/** The refusal if all data lies before or after the period, with the page to add more. */
function outOfData(
  { total, period: asked, data, query: { filters } }: QueryResult,
  { id, many }: QuerySubject,
): Reply | null {
  const isFigure = id === "figures";
  const isWithin = asked !== null && data !== null && asked.from <= data.to && asked.to >= data.from;
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
