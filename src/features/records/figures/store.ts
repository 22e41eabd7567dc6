import { type SQL, sql } from "drizzle-orm";
import type { RecordKind } from "#features/records/contract.ts";
import { type Account, type AccountDay, cashOf } from "#features/records/figures/balances.ts";
import {
  type Employment,
  type Figure,
  type FigureGroup,
  groupOf,
  type LedgerMonth,
  ledgerFigures,
  named,
  peopleFigures,
  type Serving,
  serving,
  withoutGaps,
} from "#features/records/figures/rules.ts";
import { recordFigures } from "#features/records/figures/tables.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

export const figuresJob = { name: "record-figures" };
/** How long what a large write changes is left to gather, in ms: an import is summed a few times, not once a batch. */
const gatherMs = 3_000;
const small = 100;

/** Notes that rows of a kind changed: the figures worked out of them are written anew by a job. */
export async function touch(tx: Tx, kind: RecordKind, rows: number): Promise<void> {
  const group = groupOf(kind);
  if (group && rows > 0) await markStale(tx, group, rows > small);
}

export async function markStale(tx: Tx, group: FigureGroup, isLarge: boolean): Promise<void> {
  const { rows } = await tx.db.execute<{ was: boolean }>(sql`
    WITH before AS (SELECT is_stale FROM ${recordFigures} WHERE company_id = ${tx.company}::uuid AND kind = ${group})
    INSERT INTO ${recordFigures} AS f (company_id, kind, is_stale, version) VALUES (${tx.company}::uuid, ${group}, true, 1)
    ON CONFLICT (company_id, kind) DO UPDATE SET is_stale = true, version = f.version + 1
    RETURNING coalesce((SELECT is_stale FROM before), false) AS was`);
  // A job that has not begun sees these rows as well: a company's writes follow one another.
  if (rows[0]?.was === false)
    await tx.jobs.send(tx.db, figuresJob, tx.company, { group }, isLarge ? { after: gatherMs } : {});
}

/** Takes up stale figures: returns their version, or null if another job did. */
export async function takeStale(tx: Tx, group: FigureGroup): Promise<number | null> {
  const { rows } = await tx.db.execute<{ version: number }>(sql`
    UPDATE ${recordFigures} SET is_stale = false
    WHERE company_id = ${tx.company}::uuid AND kind = ${group} AND is_stale RETURNING version`);
  return rows[0]?.version ?? null;
}

export async function isVersion(tx: Tx, group: FigureGroup, version: number): Promise<boolean> {
  const { rows } = await tx.db.execute<{ version: number }>(sql`
    SELECT version FROM ${recordFigures} WHERE company_id = ${tx.company}::uuid AND kind = ${group}`);
  return rows[0]?.version === version;
}

export async function groupsWithRows(tx: Tx): Promise<FigureGroup[]> {
  const has = (group: FigureGroup, table: string) =>
    sql`SELECT ${group}::text AS group WHERE EXISTS (SELECT FROM ${sql.identifier(table)} WHERE company_id = ${tx.company}::uuid)`;
  const { rows } = await tx.db.execute<{ group: FigureGroup }>(
    sql`${has("people", "people")} UNION ${has("cash", "transactions")} UNION ${has("cash", "bank_accounts")} UNION ${has("ledger", "ledger")}`,
  );
  return rows.map(({ group }) => group);
}

const own = (tx: Tx) => sql`company_id = ${tx.company}::uuid`;
const unit = (tx: Tx) => sql`coalesce(currency, ${tx.currency}::text)`;
/** Sums of amounts with two decimals are exact in cents. */
const cents = (amount: string) => sql.raw(`(${amount} * 100)::float8`);

/**
 * The lines of the ledger, of each month from one source: those of the books that a service brings, else those of files.
 * Budgets count wherever they come from.
 */
export const ledgerLines = (tx: Tx): SQL => sql`(
  SELECT l.id, l.company_id, l.source, l.origin, l.import_id, l.created_at, l.updated_at, l.custom, l.month, l.account, l.type,
    l.currency, l.budget, CASE WHEN l.source = 'quickbooks' OR b.month IS NULL THEN l.actual END AS actual
  FROM ledger l LEFT JOIN (SELECT DISTINCT month, ${unit(tx)} AS currency FROM ledger
    WHERE ${own(tx)} AND source = 'quickbooks' AND actual IS NOT NULL) b
    ON b.month = l.month AND b.currency = coalesce(l.currency, ${tx.currency}::text)
  WHERE l.company_id = ${tx.company}::uuid)`;

const readers: Record<Exclude<FigureGroup, "cash">, (tx: Tx, today: string) => Promise<Figure[]>> = {
  async payments(tx, today) {
    const { rows } = await tx.db.execute<{
      source: Serving | null;
      day: string;
      currency: string;
      gross: number | null;
      net: number | null;
    }>(sql`
      SELECT CASE WHEN source IN ${sql.raw(`('${serving.join("', '")}')`)} THEN source END AS source,
        paid_on::text AS day, ${unit(tx)} AS currency,
        ${cents("sum(amount) FILTER (WHERE type IN ('charge', 'refund', 'dispute'))")} AS gross,
        ${cents("sum(coalesce(net, amount - coalesce(fee, 0))) FILTER (WHERE type IN ('charge', 'refund', 'dispute', 'fee'))")} AS net
      FROM payments WHERE ${own(tx)} AND paid_on <= ${today}::date GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
    const of = (name: string, sum: "gross" | "net") =>
      [...Map.groupBy(rows, ({ source, currency }) => `${source} ${currency}`).values()].flatMap((same) =>
        withoutGaps(
          same.flatMap(({ source, day, currency, [sum]: amount }): Figure[] =>
            amount === null ? [] : [{ name, day, value: amount / 100, currency, ...(source && { source }) }],
          ),
        ),
      );
    return [...of("daily_revenue", "gross"), ...of("revenue_net", "net")];
  },
  async people(tx, today) {
    const { rows } = await tx.db.execute<Employment>(sql`
      SELECT started_on::text AS "startedOn", ended_on::text AS "endedOn", status = 'left' AS "hasLeft",
        ${cents("monthly_cost")} AS "monthlyCost", ${unit(tx)} AS currency FROM people WHERE ${own(tx)}`);
    return peopleFigures(rows, today);
  },
  async ledger(tx, today) {
    const { rows } = await tx.db.execute<LedgerMonth>(sql`
      SELECT month::text AS month, ${unit(tx)} AS currency, type, ${cents("sum(actual)")} AS actual,
        ${cents("sum(budget)")} AS budget
      FROM ${ledgerLines(tx)} ledger GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
    return ledgerFigures(rows, today);
  },
};

export async function figuresOf(tx: Tx, group: FigureGroup): Promise<Figure[]> {
  const today = dayIn(tx.now, tx.timeZone);
  if (group !== "cash") {
    const found = Map.groupBy(await readers[group](tx, today), ({ source }) => source);
    return [...found.values()].flatMap((same) => named(same, tx.currency));
  }
  const cash = await cashByCurrency(tx, today);
  const figures = cash.flatMap(({ currency, days }) =>
    days.map(({ day, value }) => ({ name: "cash", day, value: value / 100, currency })),
  );
  const hasOwn = cash.some(({ currency }) => currency === tx.currency);
  return named(figures, tx.currency, hasOwn);
}

/** Balances of all accounts by day and currency, in cents. */
export async function cashByCurrency(tx: Tx, today: string) {
  const { rows: accounts } = await tx.db.execute<Account>(sql`
    SELECT id, trim(name) AS name, lower(trim(name)) AS key, number, ${unit(tx)} AS currency, status <> 'closed' AS "isOpen",
      ${cents("balance")} AS balance, balance_on::text AS "balanceOn"
    FROM bank_accounts a WHERE ${own(tx)} AND (balance_on IS NULL OR balance_on <= ${today}::date)
      -- An account that a service keeps too counts once.
      AND (source = 'quickbooks' OR NOT EXISTS (SELECT FROM bank_accounts q WHERE q.company_id = a.company_id
        AND q.source = 'quickbooks' AND lower(trim(q.name)) = lower(trim(a.name))
        AND coalesce(q.currency, ${tx.currency}::text) = coalesce(a.currency, ${tx.currency}::text)))
    ORDER BY 1, id`);
  const { rows: days } = await tx.db.execute<AccountDay>(sql`
    WITH t AS (
      SELECT coalesce(lower(trim(account_name)), '') AS account, coalesce(trim(account_name), '') AS name, ${unit(tx)} AS currency, booked_on, amount, balance
      FROM transactions WHERE ${own(tx)} AND booked_on <= ${today}::date
    ), ends AS (
      SELECT account, currency, booked_on, value FROM (
        SELECT account, currency, booked_on, balance AS value, 1 AS times FROM t WHERE balance IS NOT NULL
        UNION ALL SELECT account, currency, booked_on, balance - amount, -1 FROM t WHERE balance IS NOT NULL
      ) chain GROUP BY 1, 2, 3, 4 HAVING sum(times) > 0
    ), daily AS (
      SELECT account, max(name) AS name, currency, booked_on, ${cents("sum(amount)")} AS sum, count(*)::int AS count,
        count(balance)::int AS known
      FROM t GROUP BY account, currency, booked_on
    ), daily_ends AS (
      SELECT account, currency, booked_on, array_agg((value * 100)::float8) AS ends FROM ends GROUP BY 1, 2, 3
    )
    SELECT account, name, currency, booked_on::text AS day, sum, count, known, coalesce(ends, '{}') AS ends
    FROM daily LEFT JOIN daily_ends USING (account, currency, booked_on) ORDER BY booked_on`);
  return cashOf(accounts, days);
}
