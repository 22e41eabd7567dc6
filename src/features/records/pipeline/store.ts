import { and, between, eq, type SQL, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import { enough, ratioOf, recordDays, standard } from "#features/records/pipeline/odds.ts";
import {
  type Closed,
  type Deal,
  type Group,
  type OpenStage,
  openStages,
  type Patience,
  type Seller,
  type Waiting,
  type Won,
} from "#features/records/pipeline/rows.ts";
import { states } from "#features/records/kinds/states.ts";
import { isClosedDeal, isOpenDeal, isPast } from "#features/records/states/store.ts";
import { deals } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const isOpen = (tx: Tx, customerId: string | null) =>
  inCompany(tx, deals, isOpenDeal, customerId ? eq(deals.customerId, customerId) : undefined);
const inCurrency = (currency: string) => sql<string>`coalesce(${deals.currency}, ${currency})`;
const origins = sql<Origin[]>`array_agg(DISTINCT ${deals.origin})`;
const ownStage = sql<string | null>`nullif(trim(${deals.stageName}), '')`;
const counts = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const sums = (of: unknown, condition: SQL) => sql<number>`coalesce(sum(${of}) FILTER (WHERE ${condition}), 0)::float8`;
const movedOn = sql`coalesce(${deals.lastActivityOn}, ${deals.openedOn})`;
const days = (patience: Patience) =>
  sql.join(
    openStages.map((stage) => sql`WHEN ${deals.stage} = ${stage} THEN ${patience[stage]}::int`),
    sql` `,
  );
const isStale = (today: string, patience: Patience) => sql`${today}::date - ${movedOn} >= CASE ${days(patience)} END`;

export function openByMonth(tx: Tx, today: string, currency: string, customerId: string | null): Promise<Group[]> {
  const { amount, probability, expectedCloseOn } = deals;
  const known = sql`${probability} IS NOT NULL`;
  // Multiplied as floating-point numbers: exact decimals take ten times as long, and this is an estimate.
  const [sum, share] = [sql`${amount}::float8`, sql`${probability}::float8`];
  return tx.db
    .select({
      currency: inCurrency(currency),
      stage: sql<OpenStage>`${deals.stage}`,
      stageName: ownStage,
      month: sql<string | null>`CASE WHEN ${expectedCloseOn} < ${today}::date OR ${expectedCloseOn} IS NULL THEN NULL
        WHEN ${expectedCloseOn} < date_trunc('month', ${today}::date) + interval '12 months' THEN to_char(${expectedCloseOn}, 'YYYY-MM')
        ELSE 'later' END`,
      deals: sql<number>`count(*)::int`,
      amount: sql<number>`sum(${amount})::float8`,
      ownAmount: sums(amount, known),
      ownExpected: sums(sql`${sum} * ${share}`, known),
      ownVariance: sums(sql`${sum} * ${sum} * ${share} * (1 - ${share})`, known),
      restSquares: sums(sql`${sum} * ${sum}`, sql`${probability} IS NULL`),
      certain: sums(amount, sql`${probability} = 1`),
      origins,
    })
    .from(deals)
    .where(isOpen(tx, customerId))
    .groupBy(sql`1, 2, 3, 4`);
}

/** Amount × probability (its own, or its stage's by default) of an open deal in SQL, over rows `r`. */
export function weightedAmount(tx: Tx, today: string): SQL {
  const { from, to } = recordDays(today);
  const closed = (condition: SQL) => sql`(SELECT count(*) FILTER (WHERE ${condition}) FROM deals c
    WHERE c.company_id = ${tx.company}::uuid AND c.stage IN ('won', 'lost') AND c.closed_on BETWEEN ${from}::date AND ${to}::date
      AND coalesce(c.currency, ${tx.currency}) = ${tx.currency})`;
  const [won, lost] = [closed(sql`c.stage = 'won'`), closed(sql`c.stage = 'lost'`)];
  const standardRatio = ratioOf(standard.qualified);
  const shift = sql`(CASE WHEN ${won} + ${lost} < ${enough}::int THEN 1
    ELSE (${won} + 1)::float8 / (${lost} + 1) / ${standardRatio}::float8 END)`;
  const odds = openStages.map((stage) => sql`WHEN ${stage} THEN ${ratioOf(standard[stage])}::float8 * ${shift}`);
  const ofStage = sql`(CASE r.stage ${sql.join(odds, sql` `)} END)`;
  return sql`(CASE WHEN r.stage IN ${[...states.deals.open]} THEN r.amount * coalesce(r.probability, (${ofStage} / (1 + ${ofStage}))::numeric) END)`;
}

type Days = { from: string; to: string };

export function closedIn(tx: Tx, { from, to }: Days, currency: string, customerId: string | null): Promise<Closed[]> {
  const won = sql`${deals.stage} = 'won'`;
  return tx.db
    .select({
      currency: inCurrency(currency),
      won: counts(won),
      lost: counts(sql`${deals.stage} = 'lost'`),
      wonAmount: sums(deals.amount, won),
      daysToWin: sql<number | null>`(avg(${deals.closedOn} - ${deals.openedOn}) FILTER (WHERE ${won}))::float8`,
      origins,
    })
    .from(deals)
    .where(
      inCompany(
        tx,
        deals,
        isClosedDeal,
        between(deals.closedOn, from, to),
        customerId ? eq(deals.customerId, customerId) : undefined,
      ),
    )
    .groupBy(sql`1`);
}

const wonIn = (tx: Tx, { from, to }: Days, currency: string, customerId: string | null) =>
  inCompany(
    tx,
    deals,
    eq(deals.stage, "won"),
    between(deals.closedOn, from, to),
    sql`${inCurrency(currency)} = ${currency}`,
    customerId ? eq(deals.customerId, customerId) : undefined,
  );

export function won(tx: Tx, days: Days, currency: string, customerId: string | null): Promise<Won[]> {
  return tx.db
    .select({
      id: deals.id,
      name: deals.name,
      customerName: deals.customerName,
      amount: sql<number>`coalesce(${deals.amount}, 0)::float8`,
      closedOn: sql<string>`${deals.closedOn}::text`,
    })
    .from(deals)
    .where(wonIn(tx, days, currency, customerId))
    .orderBy(sql`${deals.amount} DESC NULLS LAST`, deals.id)
    .limit(5);
}

/** The owners who won most between two days in the company's currency, in any spelling; at most five. */
export function sellers(tx: Tx, days: Days, currency: string): Promise<Seller[]> {
  const owner = sql`nullif(lower(trim(${deals.ownerName})), '')`;
  return tx.db
    .select({
      name: sql<string | null>`CASE WHEN ${owner} IS NULL THEN NULL ELSE min(trim(${deals.ownerName})) END`,
      deals: sql<number>`count(*)::int`,
      amount: sql<number>`coalesce(sum(${deals.amount}), 0)::float8`,
    })
    .from(deals)
    .where(wonIn(tx, days, currency, null))
    .groupBy(owner)
    .orderBy(sql`${owner} IS NULL`, sql`3 DESC`, sql`1`)
    .limit(5);
}

const columns = {
  id: deals.id,
  name: deals.name,
  customerName: deals.customerName,
  stage: sql<OpenStage>`${deals.stage}`,
  stageName: ownStage,
  amount: deals.amount,
  probability: deals.probability,
  channel: deals.channel,
  openedOn: deals.openedOn,
  expectedCloseOn: deals.expectedCloseOn,
  movedOn: sql<string>`${movedOn}::text`,
  nextStep: deals.nextStep,
  origin: deals.origin,
};

/** The largest open deals in the company's currency: all, those that need attention, or new leads. */
export function biggest(
  tx: Tx,
  currency: string,
  customerId: string | null,
  most: number,
  which?: { today: string; patience: Patience } | { leadsSince: string },
): Promise<Deal[]> {
  const condition =
    which &&
    ("patience" in which
      ? sql`(${isStale(which.today, which.patience)} OR ${deals.expectedCloseOn} < ${which.today}::date
          OR ${deals.expectedCloseOn} IS NULL OR ${deals.nextStep} IS NULL)`
      : sql`(${deals.stage} = 'lead' AND ${deals.openedOn} >= ${which.leadsSince}::date)`);
  return tx.db
    .select(columns)
    .from(deals)
    .where(and(isOpen(tx, customerId), sql`${inCurrency(currency)} = ${currency}`, condition))
    .orderBy(sql`${deals.amount} DESC`, deals.id)
    .limit(most);
}

/** Open deals that need attention, by currency. */
export function waiting(
  tx: Tx,
  today: string,
  currency: string,
  customerId: string | null,
  patience: Patience,
): Promise<Waiting[]> {
  const stale = isStale(today, patience);
  const slipped = isPast(deals.expectedCloseOn, today);
  return tx.db
    .select({
      currency: inCurrency(currency),
      deals: sql<number>`count(*)::int`,
      amount: sql<number>`sum(${deals.amount})::float8`,
      stale: counts(stale),
      staleAmount: sums(deals.amount, stale),
      slipped: counts(slipped),
      slippedAmount: sums(deals.amount, slipped),
      withoutStep: counts(sql`${deals.nextStep} IS NULL`),
      withoutDay: counts(sql`${deals.expectedCloseOn} IS NULL`),
      origins,
    })
    .from(deals)
    .where(isOpen(tx, customerId))
    .groupBy(sql`1`);
}

/** New leads since a day in the company's currency: count, value, origins, and the number in other currencies. */
export async function leadsSince(
  tx: Tx,
  from: string,
  currency: string,
): Promise<{ leads: number; amount: number; elsewhere: number; origins: Origin[] }> {
  const isOwn = sql`${inCurrency(currency)} = ${currency}`;
  const [row] = await tx.db
    .select({
      leads: sql<number>`(count(*) FILTER (WHERE ${isOwn}))::int`,
      amount: sql<number>`coalesce(sum(${deals.amount}) FILTER (WHERE ${isOwn}), 0)::float8`,
      elsewhere: sql<number>`(count(*) FILTER (WHERE NOT ${isOwn}))::int`,
      origins: sql<Origin[] | null>`array_agg(DISTINCT ${deals.origin})`,
    })
    .from(deals)
    .where(inCompany(tx, deals, eq(deals.stage, "lead"), sql`${deals.openedOn} >= ${from}::date`));
  const { leads = 0, amount = 0, elsewhere = 0 } = row ?? {};
  return { leads, amount, elsewhere, origins: row?.origins ?? [] };
}

/** The average value of an open deal in the company's currency; null if there are none. */
export async function usualAmount(tx: Tx, currency: string): Promise<number | null> {
  const [row] = await tx.db
    .select({ average: sql<number | null>`avg(${deals.amount})::float8` })
    .from(deals)
    .where(and(isOpen(tx, null), sql`${inCurrency(currency)} = ${currency}`));
  return row?.average ?? null;
}
