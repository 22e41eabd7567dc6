import { between, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import type { ChannelLeads, ChannelSpend, Elsewhere, LeadCount, LeadMonth } from "#features/records/channels/rows.ts";
import { isBilled, isInvoice } from "#features/records/states/store.ts";
import { deals, invoices } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

type Days = { from: string; to: string };

const mostChannels = 12;

/** Spend by channel in a period and the one before, in one currency, largest first. */
export function spendByChannel(tx: Tx, now: Days, before: Days, own: string): Promise<ChannelSpend[]> {
  const isNow = sql`${invoices.issuedOn} >= ${now.from}::date`;
  const sum = (condition: SQL) => sql<number>`coalesce(sum(${invoices.amount}) FILTER (WHERE ${condition}), 0)::float8`;
  const amount = sum(isNow);
  return tx.db
    .select({
      key: sql<string>`lower(trim(${invoices.channel}))`,
      channel: sql<string>`max(trim(${invoices.channel}))`,
      bills: sql<number>`(count(*) FILTER (WHERE ${isInvoice} AND ${isNow}))::int`,
      amount,
      before: sum(sql`NOT ${isNow}`),
      origins: sql<Origin[]>`array_agg(DISTINCT ${invoices.origin})`,
    })
    .from(invoices)
    .where(
      inCompany(
        tx,
        invoices,
        eq(invoices.direction, "payable"),
        between(invoices.issuedOn, before.from, now.to),
        isBilled,
        isNotNull(invoices.channel),
        sql`coalesce(${invoices.currency}, ${own}) = ${own}`,
      ),
    )
    .groupBy(sql`1`)
    .orderBy(desc(amount))
    .limit(mostChannels);
}

/** Channel spend, and deals won from leads of a period, by other currency. */
export async function elsewhere(tx: Tx, { from, to }: Days, own: string): Promise<Elsewhere[]> {
  const { rows } = await tx.db.execute<Elsewhere>(sql`
    SELECT currency, sum(bills)::int AS bills, sum(spent)::float8 AS spent, sum(won)::int AS won, sum(won_amount)::float8 AS "wonAmount"
    FROM (
      SELECT currency, 1 AS bills, amount AS spent, 0 AS won, 0 AS won_amount FROM ${invoices}
      WHERE company_id = ${tx.company}::uuid AND direction = 'payable' AND ${isBilled} AND channel IS NOT NULL
        AND issued_on BETWEEN ${from}::date AND ${to}::date AND currency <> ${own}
      UNION ALL
      SELECT currency, 0, 0, 1, amount FROM ${deals}
      WHERE company_id = ${tx.company}::uuid AND stage = 'won' AND channel IS NOT NULL
        AND opened_on BETWEEN ${from}::date AND ${to}::date AND currency <> ${own}
    ) r GROUP BY currency ORDER BY currency`);
  return rows;
}

/** Leads by channel and outcome in a period and the one before, largest first. */
export function leadsByChannel(tx: Tx, now: Days, before: Days, own: string): Promise<ChannelLeads[]> {
  const isNow = sql`${deals.openedOn} >= ${now.from}::date`;
  const isWon = sql`${deals.stage} = 'won'`;
  const isOwn = sql`coalesce(${deals.currency}, ${own}) = ${own}`;
  const count = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  const won = (when: SQL) =>
    sql<number>`coalesce(sum(${deals.amount}) FILTER (WHERE ${when} AND ${isWon} AND ${isOwn}), 0)::float8`;
  const leads = count(isNow);
  return tx.db
    .select({
      key: sql<string | null>`lower(trim(${deals.channel}))`,
      channel: sql<string | null>`max(trim(${deals.channel}))`,
      leads,
      won: count(sql`${isNow} AND ${isWon}`),
      lost: count(sql`${isNow} AND ${deals.stage} = 'lost'`),
      amount: won(isNow),
      leadsBefore: count(sql`NOT ${isNow}`),
      wonBefore: count(sql`NOT ${isNow} AND ${isWon}`),
      amountBefore: won(sql`NOT ${isNow}`),
      origins: sql<Origin[]>`array_agg(DISTINCT ${deals.origin})`,
    })
    .from(deals)
    .where(inCompany(tx, deals, between(deals.openedOn, before.from, now.to)))
    .groupBy(sql`1`)
    .orderBy(desc(leads))
    .limit(mostChannels);
}

export function leadsByMonth(tx: Tx, { from, to }: Days): Promise<LeadMonth[]> {
  return tx.db
    .select({ month: sql<string>`to_char(${deals.openedOn}, 'YYYY-MM')`, leads: sql<number>`count(*)::int` })
    .from(deals)
    .where(inCompany(tx, deals, between(deals.openedOn, from, to)))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

export async function leads(tx: Tx, now: Days, before: Days): Promise<LeadCount> {
  const isNow = sql`${deals.openedOn} >= ${now.from}::date`;
  const [row] = await tx.db
    .select({
      leads: sql<number>`(count(*) FILTER (WHERE ${isNow}))::int`,
      before: sql<number>`(count(*) FILTER (WHERE NOT ${isNow}))::int`,
      origins: sql<Origin[]>`coalesce(array_agg(DISTINCT ${deals.origin}), '{}')`,
    })
    .from(deals)
    .where(inCompany(tx, deals, between(deals.openedOn, before.from, now.to)));
  return row ?? { leads: 0, before: 0, origins: [] };
}
