import { sql } from "drizzle-orm";
import type { BookedCosts, Budgeted, MonthBooks, ProfitMonth, Staff } from "#features/records/books/rows.ts";
import { cashByCurrency, ledgerLines } from "#features/records/figures/store.ts";
import { currency } from "#contract/words.ts";
import type { AccountBalances, ProfitTable } from "#features/records/books/contract.ts";
import type { Tx } from "#platform/context.ts";

type Days = { from: string; to: string };
const mostAccounts = 300;
const own = (tx: Tx) => sql`company_id = ${tx.company}::uuid`;
const inCurrency = (tx: Tx, currency: string) => sql`coalesce(currency, ${tx.currency}::text) = ${currency}`;
const amountOf = (types: readonly string[], column = "actual") =>
  sql`(sum(${sql.raw(column)}) FILTER (WHERE type IN ${[...types]}))::float8`;
const costs = ["cost of sales", "expense", "other expense"];
const income = ["income", "other income"];

/** What went out of the bank accounts and came in, by month; transfers between them are in both. */
export async function bankMonths(tx: Tx, { from, to }: Days, currency: string): Promise<MonthBooks[]> {
  const { rows } = await tx.db.execute<MonthBooks>(sql`
    SELECT to_char(booked_on, 'YYYY-MM') AS month, -coalesce(sum(amount) FILTER (WHERE amount < 0), 0)::float8 AS spent,
      coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::float8 AS earned
    FROM transactions WHERE ${own(tx)} AND booked_on BETWEEN ${from}::date AND ${to}::date AND ${inCurrency(tx, currency)}
    GROUP BY 1 ORDER BY 1`);
  return rows;
}

/** Costs and income of the ledger by month; months without either side are left out. */
export async function ledgerMonths(tx: Tx, { from, to }: Days, currency: string): Promise<MonthBooks[]> {
  const { rows } = await tx.db.execute<MonthBooks>(sql`
    SELECT to_char(month, 'YYYY-MM') AS month, ${amountOf(costs)} AS spent, ${amountOf(income)} AS earned
    FROM ${ledgerLines(tx)} ledger WHERE ${own(tx)} AND month BETWEEN ${from}::date AND ${to}::date AND ${inCurrency(tx, currency)}
    GROUP BY 1 HAVING ${amountOf(costs)} IS NOT NULL AND ${amountOf(income)} IS NOT NULL ORDER BY 1`);
  return rows;
}

/** Profit and loss by month, the newest last; at most 24 months up to a day. */
export async function profitMonths(tx: Tx, to: string, currency: string): Promise<ProfitMonth[]> {
  const { rows } = await tx.db.execute<Omit<ProfitMonth, "profit">>(sql`
    SELECT to_char(month, 'YYYY-MM') AS month, ${amountOf(["income"])} AS income,
      ${amountOf(["cost of sales"])} AS "costOfSales", ${amountOf(["expense"])} AS expenses,
      (sum(CASE type WHEN 'other income' THEN actual WHEN 'other expense' THEN -actual END))::float8 AS other
    FROM ${ledgerLines(tx)} ledger WHERE ${own(tx)} AND month <= ${to}::date AND actual IS NOT NULL AND type IN ${[...costs, ...income]}
      AND ${inCurrency(tx, currency)}
    GROUP BY 1 ORDER BY 1 DESC LIMIT 24`);
  const cents = (value: number | null): number => Math.round((value ?? 0) * 100);
  return rows.toReversed().map((row) => ({
    ...row,
    profit: (cents(row.income) - cents(row.costOfSales) - cents(row.expenses) + cents(row.other)) / 100,
  }));
}

/** The cost accounts of a month that have both an actual and a budget. */
export async function budgeted(tx: Tx, month: string, currency: string): Promise<Budgeted[]> {
  const { rows } = await tx.db.execute<Budgeted>(sql`
    SELECT account, sum(actual)::float8 AS actual, sum(budget)::float8 AS budget FROM ${ledgerLines(tx)} ledger
    WHERE ${own(tx)} AND month = ${`${month}-01`}::date AND type IN ${costs} AND ${inCurrency(tx, currency)}
    GROUP BY account HAVING sum(actual) IS NOT NULL AND sum(budget) IS NOT NULL ORDER BY sum(actual) - sum(budget) DESC, 1`);
  return rows;
}

/** Profit and loss by account of the last months up to a day. */
export async function profitTable(tx: Tx, to: string, most = 12): Promise<ProfitTable> {
  const ofProfit = sql`${own(tx)} AND ${inCurrency(tx, tx.currency)} AND type IN ${[...income, ...costs]}`;
  const { rows: months } = await tx.db.execute<{ month: string }>(sql`
    SELECT DISTINCT month::text AS month FROM ${ledgerLines(tx)} ledger WHERE ${ofProfit} AND month <= ${to}::date ORDER BY 1 DESC LIMIT ${most}`);
  const shown = months.map(({ month }) => month).toReversed();
  const { rows } = await tx.db.execute<{
    type: string;
    account: string;
    month: string;
    actual: number | null;
    budget: number | null;
  }>(sql`
    SELECT type, account, month::text AS month, sum(actual)::float8 AS actual, sum(budget)::float8 AS budget
    FROM ${ledgerLines(tx)} ledger WHERE ${ofProfit} AND month BETWEEN ${shown[0] ?? to}::date AND ${to}::date GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  const accounts = [...Map.groupBy(rows, ({ type, account }) => JSON.stringify([type, account])).values()]
    .slice(0, mostAccounts)
    .map((same) => {
      const of = (column: "actual" | "budget") =>
        shown.map((month) => same.find((row) => row.month === month)?.[column] ?? null);
      return { type: same[0]?.type ?? "", account: same[0]?.account ?? "", actual: of("actual"), budget: of("budget") };
    });
  const elsewhere = await ledgerElsewhere(tx, tx.currency);
  return { currency: currency.parse(tx.currency), months: shown, accounts, elsewhere };
}

/** All bank accounts with their latest known balance. */
export async function accounts(tx: Tx, today: string): Promise<AccountBalances> {
  const all = await cashByCurrency(tx, today);
  return all.flatMap(({ currency: unit, accounts: each }) =>
    each.map(({ value, ...account }) => ({
      ...account,
      currency: currency.parse(unit),
      balance: value === null ? null : value / 100,
    })),
  );
}

/** The currencies of the ledger other than this one. */
export async function ledgerElsewhere(tx: Tx, currency: string): Promise<string[]> {
  const { rows } = await tx.db.execute<{ currency: string }>(sql`
    SELECT DISTINCT currency FROM ${ledgerLines(tx)} ledger WHERE ${own(tx)} AND NOT ${inCurrency(tx, currency)} ORDER BY 1`);
  return rows.map((row) => row.currency);
}

/** The people who work here on a day, by team, with what they cost in a currency. */
export async function staff(tx: Tx, today: string, currency: string): Promise<Staff> {
  const isPaidSo = inCurrency(tx, currency);
  const { rows } = await tx.db.execute<Staff["teams"][number] & { elsewhere: number }>(sql`
    SELECT team, count(*)::int AS people, (sum(monthly_cost) FILTER (WHERE ${isPaidSo}))::float8 AS cost,
      (count(monthly_cost) FILTER (WHERE ${isPaidSo}))::int AS costed,
      (count(monthly_cost) FILTER (WHERE NOT ${isPaidSo}))::int AS elsewhere
    FROM people WHERE ${own(tx)} AND (started_on IS NULL OR started_on <= ${today}::date)
      AND CASE WHEN ended_on IS NULL THEN status <> 'left' ELSE ended_on >= ${today}::date END
    GROUP BY team ORDER BY 2 DESC, 1`);
  return {
    teams: rows.map(({ elsewhere: _, ...team }) => team),
    elsewhere: rows.reduce((sum, row) => sum + row.elsewhere, 0),
  };
}

/** Open bank accounts without a known balance in a currency, by name. */
export async function unknownAccounts(tx: Tx, today: string, currency: string): Promise<string[]> {
  const all = await cashByCurrency(tx, today);
  return all.find((one) => one.currency === currency)?.unknown ?? [];
}

/** The costs of the ledger, or what went out of the bank accounts, as rows of name, day and amount. */
const costRows = (tx: Tx, from: BookedCosts["from"]) =>
  from === "ledger"
    ? sql`SELECT account AS name, month AS day, actual AS amount, currency FROM ${ledgerLines(tx)} ledger WHERE ${own(tx)} AND type IN ${costs} AND actual IS NOT NULL`
    : sql`SELECT nullif(trim(category), '') AS name, booked_on AS day, -amount AS amount, currency FROM transactions
        WHERE ${own(tx)} AND amount < 0`;

/** The last day of costs up to a day; null if there are none. */
export async function lastCost(tx: Tx, from: BookedCosts["from"], today: string): Promise<string | null> {
  const { rows } = await tx.db.execute<{ day: string | null }>(
    sql`SELECT max(day)::text AS day FROM (${costRows(tx, from)}) c WHERE day <= ${today}::date`,
  );
  return rows[0]?.day ?? null;
}

export async function bookedCosts(
  tx: Tx,
  from: BookedCosts["from"],
  { from: first, to }: Days,
  currency: string,
): Promise<BookedCosts> {
  const { rows } = await tx.db.execute<BookedCosts["parts"][number] & { currency: string }>(sql`
    SELECT min(name) AS name, coalesce(currency, ${tx.currency}::text) AS currency, sum(amount)::float8 AS amount, count(*)::int AS rows
    FROM (${costRows(tx, from)}) c WHERE day BETWEEN ${first}::date AND ${to}::date
    GROUP BY lower(name), 2 ORDER BY 3 DESC, 1 LIMIT 1000`);
  return {
    from,
    parts: rows
      .filter((row) => row.currency === currency)
      .map(({ name, amount, rows: many }) => ({ name, amount, rows: many })),
    elsewhere: [...new Set(rows.map((row) => row.currency))].filter((unit) => unit !== currency).sort(),
  };
}
