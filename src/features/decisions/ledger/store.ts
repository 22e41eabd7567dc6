import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { addDays } from "#contract/days.ts";
import type { Page } from "#contract/cursor.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import { peopleAs } from "#features/accounts/store.ts";
import type { DecisionOutcome, getLedgerSummary, LedgerRow, listLedger } from "#features/decisions/ledger/contract.ts";
import { scoreOf } from "#features/decisions/outcome/scores/rules.ts";
import { tallies } from "#features/decisions/outcome/scores/store.ts";
import { proxyTypes, waitingHours } from "#features/decisions/rules.ts";
import { decisions } from "#features/decisions/tables.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

type Query = Input<typeof listLedger>["query"];
type Filter = Input<typeof getLedgerSummary>["query"];
type Summary = Answer<typeof getLedgerSummary>;

const page = 50;
/** The most months counted, newest first. */
const mostMonths = 120;
const settler = peopleAs("settler");

/** One value of a decision's leading forecast; `d` is the decision's alias. */
const leadingValue = (d: string, value: string): string => `(SELECT ${value} FROM forecasts f
  WHERE f.company_id = ${d}.company_id AND f.decision_id = ${d}.id
  ORDER BY (f.horizon = CASE WHEN ${d}.decision_type IN (${proxyTypes.map((type) => `'${type}'`).join(", ")})
    THEN 'proxy' ELSE 'final' END) DESC, f.position DESC LIMIT 1)`;

/** The same as `standingOf` in the rules, in SQL. */
export const standingOf = (d: string): string =>
  `CASE WHEN ${d}.closed_reason IN ('expired', 'withdrawn') THEN ${d}.closed_reason ELSE ${d}.status END`;

/** A decision's outcome, in SQL. */
export const outcomeOf = (d: string): string => `CASE WHEN ${d}.status <> 'approved' THEN ${standingOf(d)}
  ELSE coalesce(${leadingValue(d, "CASE WHEN f.held IS NULL THEN 'open' WHEN f.held THEN 'held' ELSE 'notHeld' END")}, 'none') END`;

const outcome = sql<DecisionOutcome>`${sql.raw(outcomeOf("decisions"))}`;
const standing = sql.raw(standingOf("decisions"));
const isPending = sql`${decisions.status} = 'pending'`;
/** In the company's currency; null for percent, people or no exposure. */
const amount = sql<number>`CASE WHEN ${decisions.exposure} ->> 'kind' NOT IN ('none', 'discount', 'headcount')
  THEN (${decisions.exposure} ->> 'amount')::numeric END`;

/** Ascending; equal ones by number. */
const ranks: Record<NonNullable<Query["sort"]>, SQL> = {
  // The same as `waitingRank` in the rules.
  waiting: sql`round(CASE WHEN ${isPending} THEN extract(epoch FROM ${decisions.expiresAt})
      - 3600 * (CASE ${decisions.priority} WHEN 'high' THEN ${sql.raw(String(waitingHours.priority.high))}
        WHEN 'medium' THEN ${sql.raw(String(waitingHours.priority.medium))} ELSE 0 END
        + ${sql.raw(String(waitingHours.tenfold))} * log(1 + coalesce(${amount}, 0)))
    ELSE 1e11 - extract(epoch FROM ${decisions.settledAt}) END, 4)`,
  deadline: sql`round(CASE WHEN ${isPending} THEN extract(epoch FROM ${decisions.expiresAt})
    ELSE 1e11 - extract(epoch FROM ${decisions.settledAt}) END, 4)`,
  newest: sql`(-${decisions.number})::numeric`,
  amount: sql`coalesce(-(${amount}), 1)::numeric`,
};

function matching(tx: Tx, { status, role, type, outcome: wanted, from, to, q }: Filter): SQL | undefined {
  const on = sql`(coalesce(${decisions.settledAt}, ${decisions.createdAt}) AT TIME ZONE ${tx.timeZone})::date`;
  const search = q?.trim();
  const like = `%${search?.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const [, number] = /^D-?(\d{1,9})$/i.exec(search ?? "") ?? [];
  return inCompany(
    tx,
    decisions,
    status && sql`${standing} = ${status}`,
    role && eq(decisions.agentRole, role),
    type === undefined ? undefined : eq(decisions.decisionType, type),
    wanted && sql`${outcome} = ${wanted}`,
    from ? sql`${on} >= ${from}::date` : undefined,
    to ? sql`${on} <= ${to}::date` : undefined,
    number ? eq(decisions.number, Number(number)) : undefined,
    search && !number
      ? sql`(${decisions.title} ILIKE ${like} OR ${decisions.reason} ILIKE ${like}
          OR ${decisions.exposure} ->> 'counterparty' ILIKE ${like})`
      : undefined,
  );
}

export async function listRows(tx: Tx, { cursor, sort = "deadline", ...filter }: Query): Promise<Page<LedgerRow[]>> {
  const asked = { company: tx.company, list: "ledger", sort, ...filter };
  const rank = ranks[sort];
  const [after, number] = cursor ? placeOf(cursor, asked, ["amount", "int"]) : [];
  const next =
    after === undefined || number === undefined
      ? undefined
      : sql`(${rank}, -${decisions.number}) > (${valueOf("amount", after)}, -${valueOf("int", number)})`;
  const rows = await tx.db
    .select({
      ...pick(decisions, "id number title agentName agentRole decisionType confidence status closedReason"),
      settledBy: sql<string | null>`CASE
        WHEN ${decisions.settledBy} IS NOT NULL THEN coalesce(${settler.username}, 'a former member')
        WHEN ${decisions.policyEpoch} IS NOT NULL THEN 'policy' END`,
      ...pick(decisions, "reason settledAt undoUntil expiresAt isTest plannedTasks exposure createdAt"),
      outcome,
      claimed: sql<number | null>`${sql.raw(leadingValue("decisions", "f.probability::float8"))}`,
      dueOn: sql<string | null>`${sql.raw(leadingValue("decisions", "f.due_on::text"))}`,
      rank: sql<string>`${rank}::text`,
    })
    .from(decisions)
    .leftJoin(settler, and(eq(settler.companyId, decisions.companyId), eq(settler.id, decisions.settledBy)))
    .where(and(matching(tx, filter), next))
    .orderBy(rank, desc(decisions.number))
    .limit(page + 1);
  const found = pageOf(rows, page, asked, (row) => [row.rank, String(row.number)]);
  return { ...found, rows: found.rows.map(toRow) };
}

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function toRow({
  settledBy,
  rank: _,
  ...row
}: Omit<LedgerRow, "approvedBy" | "rejectedBy" | "settledAt" | "undoUntil" | "expiresAt" | "createdAt"> & {
  settledBy: string | null;
  rank: string;
} & Record<"settledAt" | "undoUntil", Date | null> &
  Record<"expiresAt" | "createdAt", Date>): LedgerRow {
  return {
    ...row,
    approvedBy: row.status === "approved" ? settledBy : null,
    rejectedBy: row.status === "rejected" ? settledBy : null,
    settledAt: instantOf(row.settledAt),
    undoUntil: instantOf(row.undoUntil),
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The matches of a filter, and the totals of all decisions without tests. */
export async function summary(tx: Tx, filter: Filter): Promise<Summary> {
  const today = dayIn(tx.now, tx.timeZone);
  const isCounted = inCompany(tx, decisions, eq(decisions.isTest, false));
  const recent = (condition: string) =>
    sql<number>`(count(*) FILTER (WHERE ${standing} = ${condition} AND (${decisions.settledAt} AT TIME ZONE ${tx.timeZone})::date
      > ${addDays(today, -365)}::date))::int`;
  const ends = sql`(${decisions.expiresAt} AT TIME ZONE ${tx.timeZone})::date <= ${today}::date`;
  const month = sql<string>`to_char(${decisions.settledAt} AT TIME ZONE ${tx.timeZone}, 'YYYY-MM')`;
  const [[found], [totals], months, buckets] = await Promise.all([
    tx.db
      .select({
        count: sql<number>`(count(*) FILTER (WHERE NOT ${decisions.isTest}))::int`,
        tests: sql<number>`(count(*) FILTER (WHERE ${decisions.isTest}))::int`,
      })
      .from(decisions)
      .where(matching(tx, filter)),
    tx.db
      .select({
        count: sql<number>`(count(*) FILTER (WHERE ${isPending}))::int`,
        amount: sql<number>`coalesce(sum(${amount}) FILTER (WHERE ${isPending}), 0)::float8`,
        endingToday: sql<number>`(count(*) FILTER (WHERE ${isPending} AND ${ends}))::int`,
        next: sql<Date | null>`min(${decisions.expiresAt}) FILTER (WHERE ${isPending})`.mapWith(decisions.expiresAt),
        approved: recent("approved"),
        rejected: recent("rejected"),
        expired: recent("expired"),
      })
      .from(decisions)
      .where(isCounted),
    tx.db
      .select({ month, count: sql<number>`count(*)::int` })
      .from(decisions)
      .where(and(matching(tx, filter), isCounted, sql`${decisions.settledAt} IS NOT NULL`))
      .groupBy(sql`1`)
      .orderBy(sql`1 DESC`)
      .limit(mostMonths),
    tallies(tx).then((sums) => scoreOf(sums).bins.map(({ resolved, ...bin }) => ({ ...bin, count: resolved }))),
  ]);
  const { count = 0, amount: sum = 0, endingToday = 0, next = null, ...settled } = totals ?? {};
  const resolved = buckets.reduce((all, { count }) => all + count, 0);
  const total = (value: (bucket: Bucket) => number) =>
    buckets.reduce((all, bucket) => all + value(bucket) * bucket.count, 0);
  return {
    found: found?.count ?? 0,
    foundTests: found?.tests ?? 0,
    months,
    pending: { count, amount: sum, endingToday, next: instantOf(next) },
    settled: { approved: 0, rejected: 0, expired: 0, ...settled },
    forecasts: {
      resolved,
      held: Math.round(total(({ held }) => held)),
      claimed: resolved > 0 ? total(({ claimed }) => claimed) / resolved : null,
    },
    buckets,
    undoSeconds: tx.installation.undoSeconds,
  };
}
type Bucket = Summary["buckets"][number];
