import { type SQL, sql } from "drizzle-orm";
import { formatMoney, pluralize, shortDay } from "#contract/format.ts";
import { currency } from "#contract/words.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { lowered, searchConditions } from "#platform/query/conditions.ts";
import type { AgentNames } from "#platform/query/run.ts";
import type { Standing, Subject, SubjectField } from "#platform/query/subject.ts";

export type FoundRow = {
  title: string;
  detail: string;
  href: string;
  /** Its amount, its status, or the days it is overdue. */
  aside: string | null;
  isOverdue: boolean;
};

type Row = {
  href: string;
  title: string | null;
  details: (string | null)[];
  status: string | null;
  since: string | null;
  amount: number | null;
  currency: string | null;
  overdue: number | null;
};

type Searchable = Subject & { standing: Standing; href: SQL };

/** A word that more rows of a subject contain is a common one. */
const mostSorted = 200;

/**
 * Rows of each subject that contain every word; those whose title begins with them come first. One statement finds them in
 * all subjects, and only what it found is worked out in full. A common word is in most rows: of these the first ones are
 * taken as they stand, behind those that begin with it.
 */
export async function searchSubjects(
  tx: Tx,
  subjects: readonly Subject[],
  words: string,
  most: number,
  agents: AgentNames,
): Promise<{ subject: Subject; rows: FoundRow[] }[]> {
  const searchable = subjects.filter((one): one is Searchable => one.standing !== undefined && one.href !== null);
  const rows = await findIn(tx, searchable, (one) => {
    const title = titleTextOf(tx, one);
    return sql`(SELECT ${one.id}::text AS subject, id, count(*) OVER ()::int AS count FROM (
        SELECT r.id, ${beginsWith(tx, one, words)} AS begins, ${title} AS title
        FROM ${one.from(tx)} WHERE ${matches(tx, one, words)} LIMIT ${mostSorted}) AS found
      ORDER BY begins DESC NULLS LAST, title LIMIT ${most})`;
  });
  const common = new Set(rows.filter(({ count }) => count === mostSorted).map(({ subject }) => subject));
  const beginning = await findIn(
    tx,
    searchable.filter(({ id }) => common.has(id)),
    (one) => sql`(SELECT ${one.id}::text AS subject, r.id, 0 AS count FROM ${one.from(tx)}
      WHERE ${beginsWith(tx, one, words)} AND ${matches(tx, one, words)} ORDER BY ${titleTextOf(tx, one)} LIMIT ${most})`,
  );
  const ids = Map.groupBy([...beginning, ...rows], ({ subject }) => subject);
  const best = searchable.flatMap((subject) => {
    const chosen = [...new Set(ids.get(subject.id)?.map(({ id }) => id))].slice(0, most);
    return chosen.length > 0 ? [{ subject, chosen }] : [];
  });
  return Promise.all(
    best.map(async ({ subject, chosen }) => ({ subject, rows: await rowsOf(tx, subject, chosen, words, agents) })),
  );
}

type Hit = { subject: string; id: string; count: number };
async function findIn(
  tx: Tx,
  subjects: readonly Searchable[],
  statementOf: (subject: Searchable) => SQL,
): Promise<Hit[]> {
  if (subjects.length === 0) return [];
  return (await tx.db.execute<Hit>(sql.join(subjects.map(statementOf), sql` UNION ALL `))).rows;
}

const matches = (tx: Tx, subject: Subject, words: string): SQL =>
  sql.join([ofCompany(tx), ...searchConditions(tx, subject, words)], sql` AND `);
const ofCompany = (tx: Tx): SQL => sql`r.company_id = ${tx.company}::uuid`;

function titleOf({ fields, columns, id }: Subject): SubjectField {
  const title = fields.find(({ name }) => name === columns[0]);
  if (!title) throw new Error(`Rows of ${id} have no title`);
  return title;
}

const titleIn = (tx: Tx, subject: Subject): SQL => titleOf(subject).sql(tx, dayIn(tx.now, tx.timeZone));
const titleTextOf = (tx: Tx, subject: Subject): SQL => sql`(${titleIn(tx, subject)})::text COLLATE "C"`;
const beginsWith = (tx: Tx, subject: Subject, words: string): SQL =>
  sql`starts_with(${lowered(titleIn(tx, subject), words)}, ${words.toLowerCase()}::text)`;
const orderOf = (tx: Tx, subject: Subject, words: string): SQL =>
  sql`${beginsWith(tx, subject, words)} DESC NULLS LAST, ${titleTextOf(tx, subject)}`;

async function rowsOf(
  tx: Tx,
  subject: Searchable,
  ids: readonly string[],
  words: string,
  agents: AgentNames,
): Promise<FoundRow[]> {
  const today = dayIn(tx.now, tx.timeZone);
  const fieldOf = (name: string) => subject.fields.find((field) => field.name === name);
  const { standing } = subject;
  const title = titleOf(subject);
  const status = fieldOf(standing.status);
  const details = standing.detail.map((part) => (typeof part === "string" ? fieldOf(part) : part));
  const textOf = (part: SubjectField | SQL | undefined): SQL =>
    part === undefined
      ? sql`NULL::text`
      : sql`(${"name" in part ? (part.shown?.sql ?? part.sql(tx, today)) : part})::text`;
  const { rows } = await tx.db.execute<Row>(sql`
    SELECT ${subject.href} AS href, ${textOf(title)} AS title, ARRAY[${sql.join(details.map(textOf), sql`, `)}]::text[] AS details,
      ${textOf(status)} AS status, ${textOf(standing.since)} AS since,
      ${standing.amount ? sql`(${standing.amount(tx)})::float8` : sql`NULL::float8`} AS amount,
      ${subject.currency ? subject.currency(tx) : sql`${tx.currency}::text`} AS currency,
      ${standing.overdue ? sql`(${standing.overdue(tx, today)})::int` : sql`NULL::int`} AS overdue
    FROM ${subject.from(tx)} WHERE ${ofCompany(tx)} AND r.id = ANY(${sql.param(ids)}::uuid[])
    ORDER BY ${orderOf(tx, subject, words)}`);
  return rows.map((row) => ({
    href: row.href,
    title: row.title ?? subject.one,
    detail: row.details
      .flatMap((text, at) => {
        const part = details[at];
        if (text === null || part === undefined) return [];
        return "name" in part ? wordOf(part, text, agents) : text;
      })
      .join(", "),
    aside: asideOf(row, standing, status && row.status !== null ? wordOf(status, row.status, agents) : null),
    isOverdue: row.overdue !== null,
  }));
}

function wordOf({ type, choices }: SubjectField, text: string, agents: AgentNames): string {
  if (type === "agent") return agents.get(text) ?? "A former agent";
  if (type === "day") return shortDay(text);
  return choices?.find(({ value }) => value === text)?.label ?? text;
}

/** "18 days overdue", "£4,310 owed", "£12,000, lead" or "Rejected 6 Nov 2026". */
function asideOf(
  { overdue, amount, since, ...row }: Row,
  { amountIs }: Standing,
  status: string | null,
): string | null {
  if (overdue !== null) return overdue > 0 ? `${pluralize(overdue, "day")} overdue` : "Overdue today";
  const money = amount ? formatMoney(amount, currency.parse(row.currency)) : null;
  if (money && amountIs) return `${money} ${amountIs}`;
  if (money) return [money, status?.toLowerCase()].filter(Boolean).join(", ");
  return status && since ? `${status} ${shortDay(since)}` : status;
}
