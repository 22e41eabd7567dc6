import { z } from "zod";
import type { RunSession } from "#agency/skill.ts";
import { shortDay } from "#contract/format.ts";
import { type Query, query, type QueryResult, type QuerySubject, spelledOut } from "#contract/query.ts";
import { type Report, say } from "#contract/report.ts";
import { subjectOutside } from "#features/conversations/understanding/meanings.ts";
import { asksForChange } from "#features/conversations/understanding/qualifiers.ts";
import { answerOf } from "#features/conversations/understanding/query/answer.ts";
import { draftOf, type Lexicon } from "#features/conversations/understanding/query/draft.ts";
import { namedFields } from "#features/conversations/understanding/query/filters.ts";
import { type Reading, readingOf } from "#features/conversations/understanding/query/reading.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** What is said of a question, and whether that answers it. */
type Said = { answered: boolean; report: Report };

/** A question read as a query. */
export const queryReading = z.strictObject({
  query,
  isMore: z.boolean(),
  unused: z.array(z.string()),
  focus: z.string().nullable(),
  kind: z.enum(["value", "rows", "ranking", "names", "series"]),
});

/** Whether every name that is written in a question is one its query is narrowed to. */
export function namesNobody({ query: { filters, search } }: Reading, strangers: readonly string[]): boolean {
  const used = [...filters.flatMap(({ values }) => values.map(String)), search ?? ""].map((value) =>
    value.toLowerCase(),
  );
  return strangers.every((name) =>
    name
      .toLowerCase()
      .split(" ")
      .every((word) => used.some((value) => value.includes(word))),
  );
}

/** Whether a question asks how something changed that is only known as it stands today: no past of a view is kept. */
export const isStanding = ({ query: { filters } }: Reading, asked: string): boolean =>
  asksForChange(asked) && filters.some(({ field }) => field === "view");

/** Reads a question as a query over the company's rows; null where it names none. */
export async function readAsQuery(tx: Tx, asked: string, about: Omit<Lexicon, "subjects">): Promise<Reading | null> {
  const subjects = await explore.subjects(tx);
  const [reference] = /\b[A-Z]{1,6}-?\d[A-Z\d-]{0,20}\b|\b[A-Z]{1,6}-[A-Z]{1,12}-\d{1,8}\b/.exec(asked) ?? [];
  const named = reference ? await rowNamed(tx, reference, subjects) : null;
  if (named) return named;
  const draft = draftOf(asked, { subjects, ...about });
  const { needs = null } = draft?.subject ?? {};
  // Of figures nothing can be asked until it is said which.
  if (needs && !draft?.term.filters?.some(({ field }) => field === needs)) return null;
  const read = draft && readingOf(draft, await explore.valuesOf(tx, draft.subject.id, namedFields));
  if (!read || read.unused.length === 0) return read;
  // The company's own words count before the lists of what no company records.
  const isTitle = read.unused.length <= mostSearched && read.unused.every((word) => word.length >= shortestSearched);
  const search = isTitle ? await found(tx, { ...read.query, search: read.unused.join(" ") }) : null;
  if (search)
    return { ...read, query: search, isMore: true, unused: [], kind: read.kind === "value" ? "rows" : read.kind };
  return subjectOutside(normalized(asked)) ? null : read;
}

/** So many words may be those of a title. */
const mostSearched = 4;
/** Shorter words stand within others. */
const shortestSearched = 4;

/** A query that has rows, or null. */
async function found(tx: Tx, asked: Query): Promise<Query | null> {
  const { result } = await explore.run(tx, {
    ...asked,
    groupBy: null,
    compare: null,
    measure: { of: "count", field: null },
    limit: 1,
  });
  return result.total.rows > 0 ? asked : null;
}

/** The record with this number, as a query. */
async function rowNamed(tx: Tx, reference: string, subjects: readonly QuerySubject[]): Promise<Reading | null> {
  const numbered = subjects.filter(({ fields }) =>
    fields.some(({ name, type }) => name === "number" && type === "text"),
  );
  for (const { id } of numbered) {
    const one = await found(
      tx,
      query.parse({ subject: id, filters: [{ field: "number", test: "is", values: [reference] }] }),
    );
    if (one) return { query: one, isMore: true, unused: [], focus: null, kind: "rows" };
  }
  return null;
}

/** Answers with what a query over the company's rows comes to. */
export async function queried(session: RunSession, reading: Reading): Promise<Said> {
  const { result, origins } = await session.use(runQuery, reading.query);
  session.reads(...origins);
  const subject = (await read(session.ctx, explore.subjects)).find(({ id }) => id === reading.query.subject);
  if (!subject) throw new Error(`Nothing is called ${reading.query.subject}.`);
  const outdated = outOfData(result, subject);
  if (outdated) return outdated;
  const { headline, figures, facts, section } = answerOf(result, subject, reading, todayOf(session.ctx).currency);
  session.cites(...facts);
  const beside = reading.unused;
  return {
    answered: true,
    report: {
      headline: beside.length > 0 ? [...headline, ` Not narrowed to: ${beside.join(", ")}.`] : headline,
      sections: section ? [section] : [],
      figures,
      facts,
      missing: [],
      proposals: [],
    },
  };
}

/** The refusal where all the data there is lies before or after what is asked about, with where to add more. */
function outOfData(
  { total, period: asked, data, query: { filters } }: QueryResult,
  { id, many }: QuerySubject,
): Said | null {
  if (total.rows > 0 || !asked || !data || (asked.from <= data.to && asked.to >= data.from)) return null;
  const isFigure = id === "figures";
  const what = isFigure ? spelledOut(String(filters[0]?.values[0] ?? "")).toLowerCase() : many;
  const isLater = asked.from > data.to;
  const headline = say`Your ${what} data ${isLater ? `ends on ${shortDay(data.to)}` : `begins on ${shortDay(data.from)}`}. Import ${isLater ? "newer" : "older"} data, or ask about ${isLater ? data.to.slice(0, 4) : data.from.slice(0, 4)}.`;
  const href = isFigure ? "/records/figures" : `/records/${id}`;
  const missing = [{ what: `${spelledOut(what)}, ${asked.label}`, needed: `${what} of ${asked.label}`, href }];
  return { answered: false, report: { headline, sections: [], figures: [], facts: [], missing, proposals: [] } };
}
