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

/** Rows with a page that contain every word; those whose title begins with it come first. */
export async function searchSubject(
  tx: Tx,
  subject: Subject,
  words: string,
  most: number,
  agents: AgentNames,
): Promise<FoundRow[]> {
  const today = dayIn(tx.now, tx.timeZone);
  const fieldOf = (name: string) => subject.fields.find((field) => field.name === name);
  const { standing } = subject;
  const title = fieldOf(subject.columns[0] ?? "");
  if (!title || !standing || subject.href === null) return [];
  const status = fieldOf(standing.status);
  const details = standing.detail.map((part) => (typeof part === "string" ? fieldOf(part) : part));
  const conditions = [
    sql`r.company_id = ${tx.company}::uuid`,
    ...searchConditions(tx, subject, words),
  ];
  const textOf = (part: SubjectField | SQL | undefined): SQL =>
    part === undefined
      ? sql`NULL::text`
      : sql`(${"name" in part ? (part.shown?.sql ?? part.sql(tx, today)) : part})::text`;
  // Only the best rows are worked out in full: a common word is in most of them.
  const order = sql`starts_with(${lowered(title.sql(tx, today), words)}, ${words.toLowerCase()}::text) DESC, ${textOf(title)}`;
  const best = sql`SELECT r.id FROM ${subject.from(tx)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${most}`;
  const { rows } = await tx.db.execute<Row>(sql`
    SELECT ${subject.href} AS href, ${textOf(title)} AS title, ARRAY[${sql.join(details.map(textOf), sql`, `)}]::text[] AS details,
      ${textOf(status)} AS status, ${textOf(standing.since)} AS since,
      ${standing.amount ? sql`(${standing.amount(tx)})::float8` : sql`NULL::float8`} AS amount,
      ${subject.currency ? subject.currency(tx) : sql`${tx.currency}::text`} AS currency,
      ${standing.overdue ? sql`(${standing.overdue(tx, today)})::int` : sql`NULL::int`} AS overdue
    FROM ${subject.from(tx)} WHERE r.company_id = ${tx.company}::uuid AND r.id = ANY(ARRAY(${best})) ORDER BY ${order}`);
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
