import { asc, eq } from "drizzle-orm";
import { AppError } from "#contract/errors.ts";
import { exploreHref, fieldsIn, isFiscal, type Query, type QuerySubject, spelledOut } from "#contract/query.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import { explorePins } from "#features/explore/tables.ts";
import type { SearchResult } from "#features/explore/contract.ts";
import { caveats } from "#features/metrics/sources/store.ts";
import * as metrics from "#features/metrics/store.ts";
import { kindsBehind } from "#features/records/figures/rules.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { measuringBetween, withDaysBetween } from "#platform/query/between.ts";
import { queryFault } from "#platform/query/rules.ts";
import { distinctValues } from "#platform/query/distinct.ts";
import { type AgentNames, type Ran, runQuery } from "#platform/query/run.ts";
import { searchSubjects } from "#platform/query/search.ts";
import { inWordsOf, querySubjectOf, type Subject, subjectsOf, visibleTo, withOwn } from "#platform/query/subject.ts";

export type PinRow = typeof explorePins.$inferSelect;

export function list(tx: Tx): Promise<PinRow[]> {
  return tx.db
    .select()
    .from(explorePins)
    .where(inCompany(tx, explorePins))
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

/** Returns the removed pin; null if there was none. */
export async function remove(tx: Tx, id: string): Promise<PinRow | null> {
  const [row] = await tx.db
    .delete(explorePins)
    .where(inCompany(tx, explorePins, eq(explorePins.id, id)))
    .returning();
  return row ?? null;
}

const known = new WeakMap<Tx, Map<string, Promise<unknown>>>();

/** What the readings of one question look up is read once in its transaction. */
function once<T>(tx: Tx, key: string, look: () => Promise<T>): Promise<T> {
  const all = known.get(tx) ?? new Map<string, Promise<unknown>>();
  known.set(tx, all);
  const found = (all.get(key) as Promise<T> | undefined) ?? look();
  all.set(key, found);
  return found;
}

/** Subjects of queries, with the names of the company's figures; `withRelated`: and with the fields of parties. */
export const subjects = (tx: Tx, { withRelated = false } = {}): Promise<QuerySubject[]> =>
  once(tx, `subjects ${withRelated}`, () => readSubjects(tx, withRelated));

async function readSubjects(tx: Tx, withRelated: boolean): Promise<QuerySubject[]> {
  const figures = (await metrics.latest(tx)).map(({ latest: { metricName: value } }) => ({
    value,
    label: spelledOut(value),
  }));
  const team = (await agents.names(tx)).map(({ id: value, name, role }) => ({ value, label: `${name} (${role})` }));
  const offered = [...subjectsOf(tx).values()];
  const present = await Promise.all(offered.map(async ({ isPresent }) => (isPresent ? isPresent(tx) : true)));
  const all = await withOwn(
    tx,
    offered.filter((_, at) => present[at]),
  );
  const sources = new Set(all.flatMap(({ words }) => words ?? []));
  const vocabularies = await Promise.all([...sources].map((words) => words(tx)));
  return all
    .map((one) => ({
      ...one,
      fields: one.fields.filter(({ isHidden, name }) => !isHidden || (withRelated && name.includes("."))),
    }))
    .map(visibleTo(tx))
    .map((one) => vocabularies.reduce(inWordsOf, querySubjectOf(one)))
    .map((subject) => ({
      ...subject,
      fields: subject.fields.map((field) => {
        if (subject.id === "figures" && field.name === "name") return { ...field, choices: figures };
        return field.type === "agent" ? { ...field, choices: team } : field;
      }),
    }));
}

/** A subject with the company's own fields; undefined if there is none of this id. */
async function subjectNamed(tx: Tx, id: string): Promise<Subject | undefined> {
  const found = subjectsOf(tx).get(id);
  return found && (await withOwn(tx, [found]))[0];
}

/** The subject of a query with the fields it measures, in the company's words. */
export async function subjectOf(tx: Tx, asked: Query): Promise<QuerySubject> {
  const found = (await subjects(tx, { withRelated: true })).find(({ id }) => id === asked.subject);
  if (!found) throw new Error(`Nothing is called ${asked.subject}.`);
  return { ...found, fields: withDaysBetween(found.fields, fieldsIn(asked)) };
}

/** The first month of fiscal years; only read if the query uses them. */
const fiscalYearStartFor = (tx: Tx, query: Query): Promise<number> =>
  isFiscal(query) ? accounts.fiscalYearStart(tx) : Promise.resolve(1);

/** The subject of a query; throws if the query is invalid. */
export async function requireAnswerable(tx: Tx, query: Query): Promise<Subject> {
  const named = await subjectNamed(tx, query.subject);
  if (!named) throw new AppError("invalid", `Nothing is called "${query.subject}" here`);
  const subject = measuringBetween(named, fieldsIn(query));
  const fault = queryFault(
    querySubjectOf(subject),
    query,
    dayIn(tx.now, tx.timeZone),
    await fiscalYearStartFor(tx, query),
  );
  if (fault) throw new AppError("invalid", fault);
  const { needs } = subject;
  if (
    needs &&
    !query.filters.some(({ field, test, values }) => field === needs && test === "is" && values.length === 1)
  )
    throw new AppError("invalid", `Choose one ${needs === "name" ? subject.one : needs}`);
  return subject;
}

/** Fields with more names are searched instead of listed. */
const mostValues = 300;

/** Distinct values of a subject's fields, for questions that name one; of those that hold some letters, only these. */
export async function valuesOf(
  tx: Tx,
  subjectId: string,
  fields: readonly string[],
  holding?: readonly string[],
): Promise<Map<string, string[]>> {
  const values = await once(tx, JSON.stringify([subjectId, fields, holding]), async () => {
    const subject = await subjectNamed(tx, subjectId);
    return subject ? distinctValues(tx, subject, fields, mostValues, holding) : new Map<string, string[]>();
  });
  return new Map(values);
}

/** Users, and the people records name as assignees. */
export const people = (tx: Tx): Promise<string[]> => once(tx, "people", () => readPeople(tx));

async function readPeople(tx: Tx): Promise<string[]> {
  const owners = [...subjectsOf(tx).values()].filter(({ fields }) => fields.some(({ name }) => name === "ownerName"));
  const named = await Promise.all(owners.map((one) => distinctValues(tx, one, ["ownerName"], mostValues)));
  return [
    ...new Set([...(await accounts.usernames(tx)).values(), ...named.flatMap((one) => one.get("ownerName") ?? [])]),
  ];
}

/** Whether a query reads what only members may see of one person. */
export async function isConfidential(tx: Tx, query: Query): Promise<boolean> {
  const subject = await subjectNamed(tx, query.subject);
  const used = [...fieldsIn(query), ...(query.measure.of === "count" ? [] : [query.measure.field ?? subject?.amount])];
  return subject?.fields.some((field) => field.isConfidential && used.includes(field.name)) ?? false;
}

const mostFound = 5;

/** Rows of every kind whose names contain every word. */
export async function search(tx: Tx, words: string): Promise<SearchResult> {
  const found = await searchSubjects(tx, [...subjectsOf(tx).values()], words, mostFound, await agentNames(tx));
  return found.map(({ subject: { id: subject, many }, rows }) => ({ subject, many, rows }));
}

async function agentNames(tx: Tx): Promise<AgentNames> {
  return new Map((await agents.names(tx)).map(({ id, name, role }) => [id, `${name} (${role})`]));
}

/** Runs a query; throws if it is invalid. */
export async function run(tx: Tx, query: Query, { isWhole = false } = {}): Promise<Ran> {
  const subject = await requireAnswerable(tx, query);
  const fiscalYearStart = await fiscalYearStartFor(tx, query);
  const ran = await runQuery(tx, subject, query, await agentNames(tx), { fiscalYearStart, isWhole });
  const silent = await caveats(tx, kindsBehind(exploreHref(query)));
  return silent.length > 0 ? { ...ran, result: { ...ran.result, silent } } : ran;
}
