import { and, asc, eq, sql } from "drizzle-orm";
import { shortDay } from "#contract/format.ts";
import type { MetricSource } from "#features/metrics/contract.ts";
import { chosenOf, rankOf } from "#features/metrics/ranking/store.ts";
import { isSilent } from "#features/metrics/sources/rules.ts";
import type { Freshness } from "#features/metrics/sources/contract.ts";
import { dataSources, metricChoices } from "#features/metrics/tables.ts";
import { dayIn, timeIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

type Source = typeof dataSources.$inferSelect;

/** The services whose rows come in by themselves. */
const list = (tx: Tx): Promise<Source[]> =>
  tx.db.select().from(dataSources).where(inCompany(tx, dataSources)).orderBy(asc(dataSources.name));

/** Those that were read to their end at least once. */
export const wholeSources = (tx: Tx) => {
  const { companyId, source } = dataSources;
  return sql`SELECT ${source} FROM ${dataSources} WHERE ${companyId} = ${tx.company}::uuid`;
};

/** What makes figures of these kinds of records doubtful: one sentence for each silent source, and for what counts twice. */
export async function caveats(tx: Tx, of: readonly string[]): Promise<string[]> {
  if (of.length === 0) return [];
  const sources = (await list(tx)).filter(({ kinds }) => kinds.some((kind) => of.includes(kind)));
  const silent = sources
    .filter((one) => isSilent(one, tx.now))
    .map(({ name, readAt }) => {
      const at = `${shortDay(dayIn(readAt, tx.timeZone))} at ${timeIn(readAt, tx.timeZone)}`;
      return `${name} was last read on ${at}, so figures from it may be out of date.`;
    });
  const twice = sources.flatMap(({ doubles }) => doubles).filter(({ kind }) => of.includes(kind));
  return [...silent, ...twice.map(({ sentence }) => sentence)];
}

/** How fresh each service's rows are, for a page. */
export const freshnessOf = async (tx: Tx): Promise<Freshness[]> =>
  (await list(tx)).map(({ companyId: _company, readAt, ...one }) => ({ ...one, readAt: readAt.toISOString() }));

/** Notes what of a source others have too. */
export async function noteDoubles(tx: Tx, source: string, doubles: Source["doubles"]): Promise<void> {
  const of = inCompany(tx, dataSources, eq(dataSources.source, source));
  await tx.db.update(dataSources).set({ doubles }).where(of);
}

export async function wasRead(tx: Tx, { readAt, ...source }: Omit<Source, "companyId">): Promise<void> {
  const { companyId, source: id } = dataSources;
  await tx.db
    .insert(dataSources)
    .values({ ...source, readAt, companyId: tx.company })
    .onConflictDoUpdate({ target: [companyId, id], set: { ...source, readAt } });
}

export async function forget(tx: Tx, source: string): Promise<void> {
  await tx.db.delete(dataSources).where(inCompany(tx, dataSources, eq(dataSources.source, source)));
}

/** The sources a metric has figures from, best first. */
export async function sourcesOf(tx: Tx, name: string) {
  const { rows } = await tx.db.execute<{ source: MetricSource; days: number; lastDay: string }>(sql`
    SELECT m.source, count(*)::int AS days, max(m.measurement_date)::text AS "lastDay" FROM company_metrics m
    WHERE m.company_id = ${tx.company}::uuid AND m.metric_name = ${name} GROUP BY m.source
    ORDER BY ${rankOf(sql`m.source`, chosenOf(tx.company, name))}`);
  return rows;
}

export async function choice(tx: Tx, name: string): Promise<MetricSource | null> {
  const { companyId, metricName, source } = metricChoices;
  const [row] = await tx.db
    .select({ source })
    .from(metricChoices)
    .where(and(eq(companyId, tx.company), eq(metricName, name)));
  return row?.source ?? null;
}

export async function choose(tx: Tx, name: string, to: MetricSource | null): Promise<void> {
  const { companyId, metricName } = metricChoices;
  const row = and(eq(companyId, tx.company), eq(metricName, name));
  if (to === null) await tx.db.delete(metricChoices).where(row);
  else
    await tx.db
      .insert(metricChoices)
      .values({ companyId: tx.company, metricName: name, source: to })
      .onConflictDoUpdate({ target: [companyId, metricName], set: { source: to } });
}
