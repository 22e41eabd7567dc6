import { AppError, notFound } from "#contract/errors.ts";
import { type Query, query as querySchema, type QuerySubject, spelledOut } from "#contract/query.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import { mostPins, type Pin } from "#features/explore/contract.ts";
import { queryPinned, queryUnpinned } from "#features/explore/events.ts";
import * as store from "#features/explore/store.ts";
import * as metrics from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { queryFault } from "#platform/query/rules.ts";
import { distinctValues, type Ran, runQuery } from "#platform/query/run.ts";
import { described, inWordsOf, type Subject } from "#platform/query/subject.ts";

/** What can be asked about; the company's own figures are named. */
export async function subjects(tx: Tx): Promise<QuerySubject[]> {
  const figures = (await metrics.latest(tx)).map(({ latest: { metricName: value } }) => ({
    value,
    label: spelledOut(value),
  }));
  const team = (await agents.names(tx)).map(({ id: value, name, role }) => ({ value, label: `${name} (${role})` }));
  const all = [...tx.subjects.values()];
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

/** Takes a query as JSON, gives it checked; a query nobody can answer is refused in a sentence. */
export function readQuery(json: string): Query {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    throw new AppError("invalid", "This query cannot be read. Start again from Explore");
  }
  const checked = querySchema.safeParse(given);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const sentence = issue && /^(?:Use|Name|Choose|Contains) /.test(issue.message) ? issue.message : null;
  throw new AppError("invalid", sentence ?? `This query cannot be read at "${issue?.path.join(".") ?? "its start"}"`);
}

function requireAnswerable(tx: Ctx, query: Query): Subject {
  const subject = tx.subjects.get(query.subject);
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
  const subject = tx.subjects.get(subjectId);
  return subject ? distinctValues(tx, subject, fields, mostValues) : new Map();
}

/** Answers a query over the company's rows; refuses one that makes no sense in a sentence. */
export function run(ctx: Ctx, query: Query): Promise<Ran> {
  const subject = requireAnswerable(ctx, query);
  return read(ctx, async (tx) => {
    const names = await agents.names(tx);
    return runQuery(tx, subject, query, new Map(names.map(({ id, name, role }) => [id, `${name} (${role})`])));
  });
}

const pinOf = ({ id, title, query, createdBy, createdAt }: store.PinRow, people: ReadonlyMap<string, string>): Pin => ({
  id,
  title,
  // A pin of an earlier version may lack what a query has by now.
  query: querySchema.parse(query),
  by: people.get(createdBy) ?? "a former member",
  createdAt: createdAt.toISOString(),
});

export async function pins(tx: Tx): Promise<Pin[]> {
  const people = await accounts.usernames(tx);
  return (await store.list(tx)).map((row) => pinOf(row, people));
}

/** Pins a query to everybody's dashboard. */
export function addPin(ctx: Ctx, { title, query }: { title: string; query: Query }): Promise<Pin> {
  requireAnswerable(ctx, query);
  return write(ctx, async (tx) => {
    const pinned = (await store.list(tx)).length;
    if (pinned >= mostPins) throw new AppError("conflict", `The dashboard holds ${mostPins} pins. Remove one first`);
    const { id, username } = person(tx);
    const row = await store.add(tx, { id: crypto.randomUUID(), title, query, createdBy: id });
    await record(tx, queryPinned(row));
    return pinOf(row, new Map([[id, username]]));
  });
}

/** Takes a query off the dashboard. */
export function removePin(ctx: Ctx, id: string): Promise<{ id: string }> {
  return write(ctx, async (tx) => {
    const row = await store.remove(tx, id);
    if (!row) throw notFound();
    await record(tx, queryUnpinned(row));
    return { id };
  });
}
