import { and, asc, eq } from "drizzle-orm";
import { AppError } from "#contract/errors.ts";
import { type Query, type QuerySubject, spelledOut } from "#contract/query.ts";
import * as agents from "#features/agents/store.ts";
import { explorePins } from "#features/explore/tables.ts";
import * as metrics from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { queryFault } from "#platform/query/rules.ts";
import { distinctValues, type Ran, runQuery } from "#platform/query/run.ts";
import { described, inWordsOf, type Subject, subjectsOf } from "#platform/query/subject.ts";

export type PinRow = typeof explorePins.$inferSelect;

export function list(tx: Tx): Promise<PinRow[]> {
  return tx.db
    .select()
    .from(explorePins)
    .where(eq(explorePins.companyId, tx.company))
    .orderBy(asc(explorePins.createdAt), asc(explorePins.id));
}

export async function add(tx: Tx, row: Pick<PinRow, "id" | "title" | "query" | "createdBy">): Promise<PinRow> {
  const [added] = await tx.db
    .insert(explorePins)
    .values({ ...row, companyId: tx.company, createdAt: tx.now })
    .returning();
  if (!added) throw new Error("The pin was not written.");
  return added;
}

/** Removes a pin; gives it, or null where there was none. */
export async function remove(tx: Tx, id: string): Promise<PinRow | null> {
  const [row] = await tx.db
    .delete(explorePins)
    .where(and(eq(explorePins.companyId, tx.company), eq(explorePins.id, id)))
    .returning();
  return row ?? null;
}

/** What can be asked about; the company's own figures are named. */
export async function subjects(tx: Tx): Promise<QuerySubject[]> {
  const figures = (await metrics.latest(tx)).map(({ latest: { metricName: value } }) => ({
    value,
    label: spelledOut(value),
  }));
  const team = (await agents.names(tx)).map(({ id: value, name, role }) => ({ value, label: `${name} (${role})` }));
  const all = [...subjectsOf(tx).values()];
  const sources = new Set(all.flatMap(({ words }) => words ?? []));
  const vocabularies = await Promise.all([...sources].map((words) => words(tx)));
  return all
    .map((one) => vocabularies.reduce(inWordsOf, described(one)))
    .map((subject) => ({
      ...subject,
      fields: subject.fields.map((field) => {
        if (subject.id === "figures" && field.name === "name") return { ...field, choices: figures };
        return field.type === "agent" ? { ...field, choices: team } : field;
      }),
    }));
}

/** The subject of a query; a query that makes no sense is refused in a sentence. */
export function requireAnswerable(tx: Ctx, query: Query): Subject {
  const subject = subjectsOf(tx).get(query.subject);
  if (!subject) throw new AppError("invalid", `Nothing is called "${query.subject}" here`);
  const fault = queryFault(described(subject), query, dayIn(tx.now, tx.timeZone));
  if (fault) throw new AppError("invalid", fault);
  const { needs } = subject;
  if (
    needs &&
    !query.filters.some(({ field, test, values }) => field === needs && test === "is" && values.length === 1)
  )
    throw new AppError("invalid", `Choose one ${needs === "name" ? subject.one : needs}`);
  return subject;
}

/** More names than that nobody lists; a field that has more is searched instead. */
const mostValues = 300;

/** The words that fields of a subject hold, for questions that name one of them. */
export async function valuesOf(tx: Tx, subjectId: string, fields: readonly string[]): Promise<Map<string, string[]>> {
  const subject = subjectsOf(tx).get(subjectId);
  return subject ? distinctValues(tx, subject, fields, mostValues) : new Map();
}

/** Answers a query over the company's rows; refuses one that makes no sense in a sentence. */
export async function run(tx: Tx, query: Query): Promise<Ran> {
  const subject = requireAnswerable(tx, query);
  const names = await agents.names(tx);
  return runQuery(tx, subject, query, new Map(names.map(({ id, name, role }) => [id, `${name} (${role})`])));
}
