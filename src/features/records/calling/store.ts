import { type SQL, sql } from "drizzle-orm";
import { daysBetween } from "#contract/days.ts";
import { wholeSources } from "#features/metrics/sources/store.ts";
import { termOf } from "#features/records/agreements/notice.ts";
import type { Terms } from "#features/records/agreements/rows.ts";
import type { Overdue, OverBudget, Renewing, StaleDeal } from "#features/records/calling/rows.ts";
import { owedIn } from "#features/records/states/store.ts";
import { states } from "#features/records/kinds/states.ts";
import { ledgerLines } from "#features/records/figures/store.ts";
import type { Tx } from "#platform/context.ts";

/** What rows of files and services call for. Rows in doubt are left out: disputed, without a name, or in the files twice. */

/** Which rows are looked at: without those that were proposed about, or only these. */
export type Looked = { today: string; covered: readonly string[]; only?: readonly string[] };
/** A service that was never read to its end has only some of its rows here. */
const isWhole = (tx: Tx): SQL => sql`(r.source = 'csv' OR r.source IN (${wholeSources(tx)}))`;
const isLooked = (tx: Tx, { covered, only }: Looked): SQL =>
  sql`r.company_id = ${tx.company}::uuid AND ${isWhole(tx)} AND NOT r.id = ANY(${sql.param([...covered])}::uuid[])
    AND ${only ? sql`r.id = ANY(${sql.param([...only])}::uuid[])` : sql`true`}`;
const unit = (tx: Tx) => sql`coalesce(r.currency, ${tx.currency}::text)`;
const ownFirst = (tx: Tx) => sql`(currency = ${tx.currency}::text) DESC`;
const mostInvoices = 200;

/** The customer with the most to collect, in the company's currency if there is one. */
export async function mostOverdue(tx: Tx, looked: Looked): Promise<Overdue | null> {
  const party = sql`coalesce(r.customer_id::text, r.customer_key)`;
  const { rows } = await tx.db.execute<Overdue>(sql`
    WITH open AS (
      SELECT r.*, ${unit(tx)} AS unit, ${party} AS party, ${owedIn("r")} AS owed,
        count(*) OVER (PARTITION BY ${party}, ${unit(tx)}, r.number) > 1 AS twice
      FROM invoices r WHERE r.company_id = ${tx.company}::uuid AND r.direction = 'receivable' AND r.source <> 'sample'
        AND r.status IN ${[...states.invoices.owed]} AND ${party} IS NOT NULL AND ${owedIn("r")} <> 0),
    due AS (
      SELECT r.*, row_number() OVER (PARTITION BY party, unit ORDER BY due_on, number, id) AS place FROM open r
      WHERE ${isLooked(tx, looked)} AND r.status = 'open' AND r.owed > 0 AND NOT r.twice AND r.due_on < ${looked.today}::date),
    first AS (SELECT party, unit AS currency, min(customer_id::text) AS "customerId", min(customer_name) AS name,
        sum(owed) AS amount, array_agg(DISTINCT origin) AS origins,
        json_agg(json_build_object('id', id, 'number', number, 'dueOn', due_on, 'open', owed) ORDER BY place) AS invoices
      FROM due WHERE place <= ${mostInvoices} GROUP BY 1, 2),
    rest AS (SELECT party, unit AS currency, -coalesce(sum(owed) FILTER (WHERE owed < 0), 0) AS credits,
        coalesce(sum(owed) FILTER (WHERE status = 'disputed' AND owed > 0), 0) AS disputed FROM open GROUP BY 1, 2)
    SELECT "customerId", coalesce((SELECT c.name FROM customers c WHERE c.company_id = ${tx.company}::uuid
        AND c.id = "customerId"::uuid), name) AS name, currency, invoices, origins, amount::float8 AS amount,
      credits::float8 AS credits, disputed::float8 AS disputed
    FROM first JOIN rest USING (party, currency) WHERE amount > credits
    ORDER BY ${ownFirst(tx)}, amount - credits DESC, party LIMIT 1`);
  return rows[0] ?? null;
}

/** The largest open deal whose close day passed without any activity since. */
export async function stalestDeal(tx: Tx, looked: Looked): Promise<StaleDeal | null> {
  const movedOn = sql`coalesce(r.last_activity_on, r.opened_on)`;
  const { rows } = await tx.db.execute<StaleDeal>(sql`
    SELECT r.id, r.name, r.customer_name AS "customerName", r.stage, nullif(trim(r.stage_name), '') AS "stageName",
      r.amount::float8 AS amount, ${unit(tx)} AS currency, r.expected_close_on::text AS "closeOn",
      ${movedOn}::text AS "movedOn", ARRAY[r.origin] AS origins
    FROM deals r WHERE ${isLooked(tx, looked)} AND r.stage IN ${[...states.deals.open]} AND r.amount > 0
      AND r.expected_close_on < ${looked.today}::date AND ${movedOn} <= r.expected_close_on
    ORDER BY ${sql`(${unit(tx)} = ${tx.currency}::text)`} DESC, r.amount DESC, r.id LIMIT 1`);
  return rows[0] ?? null;
}

/** An excess below this share of the budget calls for nothing. */
const leastExcess = 0.01;

/** The cost account furthest over its budget in one of the last four months. */
export async function furthestOverBudget(tx: Tx, looked: Looked): Promise<OverBudget | null> {
  const month = sql`date_trunc('month', ${looked.today}::date)::date`;
  const { rows } = await tx.db.execute<OverBudget>(sql`
    WITH months AS (
      SELECT r.account, r.type, r.month, ${unit(tx)} AS currency, sum(r.actual) AS actual, sum(r.budget) AS budget,
        array_agg(r.id::text ORDER BY r.id) AS rows, array_agg(DISTINCT r.origin) AS origins,
        bool_and(${isLooked(tx, looked)}) AS looked
      FROM ${ledgerLines(tx)} r WHERE r.company_id = ${tx.company}::uuid AND r.type IN ('cost of sales', 'expense', 'other expense')
        AND r.source <> 'sample' AND r.month BETWEEN (${month} - interval '11 months')::date AND ${month}
      GROUP BY 1, 2, 3, 4
      HAVING bool_and(r.actual IS NOT NULL AND r.budget IS NOT NULL) AND sum(r.budget) > 0
        AND sum(r.actual) > sum(r.budget) * ${1 + leastExcess}::numeric)
    SELECT account, type, month::text AS month, currency, actual::float8 AS actual, budget::float8 AS budget, rows, origins,
      (SELECT count(*)::int FROM months o WHERE (o.account, o.type, o.currency) = (m.account, m.type, m.currency)
        AND o.month <= m.month) AS "monthsOver"
    FROM months m WHERE looked AND month >= (${month} - interval '3 months')::date
    ORDER BY ${ownFirst(tx)}, m.actual - m.budget DESC, account, month DESC LIMIT 1`);
  return rows[0] ?? null;
}

/** How long before the last day for notice a contract calls for a decision. */
const noticeAhead = 30;

/** The contract with a vendor whose last day for notice comes first; only those in the company's currency. */
export async function nearestRenewal(tx: Tx, looked: Looked): Promise<Renewing | null> {
  const { rows } = await tx.db.execute<
    Terms & Pick<Renewing, "id" | "title" | "vendor" | "yearlyValue" | "origins">
  >(sql`
    SELECT r.id::text, r.title, coalesce(v.name, r.vendor_name) AS vendor, r.yearly_value::float8 AS "yearlyValue",
      r.ends_on::text AS "endsOn", r.notice_days AS "noticeDays", r.auto_renews AS "autoRenews",
      r.renewal_months AS "renewalMonths", ARRAY[r.origin] AS origins
    FROM contracts r LEFT JOIN vendors v ON v.company_id = r.company_id AND v.id = r.vendor_id
    WHERE ${isLooked(tx, looked)} AND r.status IN ${[...states.contracts.inForce]} AND r.ends_on IS NOT NULL
      AND coalesce(v.name, r.vendor_name) IS NOT NULL AND r.yearly_value > 0 AND ${unit(tx)} = ${tx.currency}::text
      AND (coalesce(r.auto_renews, false) OR r.ends_on >= ${looked.today}::date)
    ORDER BY r.ends_on - coalesce(r.notice_days, 0), r.yearly_value DESC, r.id LIMIT 1000`);
  const [first] = rows
    .flatMap(({ autoRenews, renewalMonths, ...row }) => {
      const { endsOn, noticeDays } = row;
      const term = termOf({ endsOn, noticeDays, autoRenews, renewalMonths }, looked.today);
      const days = term && daysBetween(looked.today, term.noticeBy);
      if (!term || days === null || days < 0 || days > noticeAhead) return [];
      return [{ ...row, endsOn: term.endsOn, noticeBy: term.noticeBy, months: term.months, currency: tx.currency }];
    })
    .toSorted((one, other) => one.noticeBy.localeCompare(other.noticeBy) || other.yearlyValue - one.yearlyValue);
  return first ?? null;
}

type Rows = { rows: readonly string[]; from: string; dueOn: string };
const among = (tx: Tx, rows: readonly string[]) =>
  sql`r.company_id = ${tx.company}::uuid AND r.id = ANY(${sql.param([...rows])}::uuid[])`;
/** Whether rows of a kind changed on or after a day, so that what did not change by then did not happen. */
const isCurrent = (tx: Tx, table: string, day: string) => sql`EXISTS (SELECT FROM ${sql.identifier(table)} n
  WHERE n.company_id = ${tx.company}::uuid AND (n.updated_at AT TIME ZONE ${tx.timeZone})::date >= ${day}::date)`;
type Measured = { found: number; value: number; isCurrent: boolean };
const measured = async (tx: Tx, statement: SQL): Promise<Measured> =>
  (await tx.db.execute<Measured>(statement)).rows[0] ?? { found: 0, value: 0, isCurrent: false };

/** What of these invoices was not paid by a day. What was voided or written off was not paid. */
export const unpaidOf = (tx: Tx, { rows, dueOn }: Rows): Promise<Measured> =>
  measured(
    tx,
    sql`SELECT count(*)::int AS found, ${isCurrent(tx, "invoices", dueOn)} AS "isCurrent",
      coalesce(sum(CASE WHEN r.status = 'paid' AND coalesce(r.paid_on, ${dueOn}::date) <= ${dueOn}::date THEN 0
        WHEN r.status IN ${[...states.invoices.owed]} THEN ${owedIn("r")} ELSE r.amount END), 0)::float8 AS value
      FROM invoices r WHERE ${among(tx, rows)}`,
  );

/** How many of these deals were won or lost, or also had any activity, from a day to another. */
export const movedOf = (tx: Tx, { rows, from, dueOn }: Rows, isClosed: boolean): Promise<Measured> =>
  measured(
    tx,
    sql`SELECT count(*)::int AS found, ${isCurrent(tx, "deals", dueOn)} AS "isCurrent",
      (count(*) FILTER (WHERE (r.stage IN ('won', 'lost') AND coalesce(r.closed_on, ${dueOn}::date) <= ${dueOn}::date)
        OR (NOT ${isClosed}::boolean AND r.last_activity_on BETWEEN ${from}::date AND ${dueOn}::date)))::int AS value
      FROM deals r WHERE ${among(tx, rows)}`,
  );

/** What an account cost in a month; null if its books have no such line. */
export async function costOf(
  tx: Tx,
  { account, type, month, currency }: { account: string; type: string; month: string; currency: string },
): Promise<number | null> {
  const { rows } = await tx.db.execute<{ actual: number | null }>(sql`
    SELECT sum(r.actual)::float8 AS actual FROM ${ledgerLines(tx)} r WHERE r.company_id = ${tx.company}::uuid AND r.account = ${account}
      AND r.type = ${type} AND r.month = ${month}::date AND ${unit(tx)} = ${currency}`);
  return rows[0]?.actual ?? null;
}
