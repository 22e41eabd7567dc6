import { and, desc, eq, getTableColumns, gte, inArray, lt, lte, sql } from "drizzle-orm";
import type { Currency } from "#contract/words.ts";
import { type MetricPoint, type MetricSource, metricSources } from "#features/metrics/contract.ts";
import { moneyMetrics } from "#features/metrics/rules.ts";
import { chosenOf, rankOf } from "#features/metrics/ranking/store.ts";
import { companyMetrics, metricChoices } from "#features/metrics/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";

type Figure = Pick<typeof companyMetrics.$inferInsert, "metricName" | "measurementDate" | "metricValue" | "currency">;
export type Counts = { added: number; changed: number; unchanged: number };

const batchSize = 1_000;

/** A thousand days with a figure from each source. */
const maxRows = 5_000;

const { source: ownSource } = companyMetrics;
/** Worst first, because a descending read is turned around. */
const worstFirst = (name: unknown, own: unknown) => desc(rankOf(ownSource, chosenOf(own, name)));

/** One metric's figures from every source, oldest first and the best source of a day first; the newest thousand days. */
export async function series(tx: Tx, name: string, from?: string, to?: string): Promise<MetricPoint[]> {
  const rows = await tx.db
    .select()
    .from(companyMetrics)
    .where(
      inCompany(
        tx,
        companyMetrics,
        eq(companyMetrics.metricName, name),
        from ? gte(companyMetrics.measurementDate, from) : undefined,
        to ? lte(companyMetrics.measurementDate, to) : undefined,
      ),
    )
    .orderBy(desc(companyMetrics.measurementDate), worstFirst(name, tx.company))
    .limit(maxRows);
  return rows.toReversed().map(toPoint);
}

/** Writes one source's figures, skipping unchanged ones; returns the counts. */
export async function upsert(tx: Tx, source: MetricSource, figures: readonly Figure[]): Promise<Counts> {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  for (let start = 0; start < figures.length; start += batchSize) {
    const batch = figures.slice(start, start + batchSize);
    const rows = batch.map((figure) => ({ ...figure, companyId: tx.company, source, recordedAt: tx.now }));
    const written = await tx.db
      .insert(companyMetrics)
      .values(rows)
      .onConflictDoUpdate({
        target: [
          companyMetrics.companyId,
          companyMetrics.metricName,
          companyMetrics.measurementDate,
          companyMetrics.source,
        ],
        set: {
          metricValue: sql`excluded.metric_value`,
          currency: sql`excluded.currency`,
          recordedAt: sql`excluded.recorded_at`,
        },
        setWhere: sql`(${companyMetrics.metricValue}, ${companyMetrics.currency}) IS DISTINCT FROM (excluded.metric_value, excluded.currency)`,
      })
      .returning({ isNew: sql<boolean>`(xmax = 0)` });
    const added = written.filter((row) => row.isNew).length;
    counts.added += added;
    counts.changed += written.length - added;
    counts.unchanged += batch.length - written.length;
  }
  return counts;
}

/** Removes what was worked out of a source's records under these names, other than these figures; returns how many. */
export async function removeDerived(
  tx: Tx,
  source: MetricSource,
  names: readonly string[],
  kept: readonly Figure[],
): Promise<number> {
  const keys = JSON.stringify(kept.map(({ metricName: name, measurementDate: day }) => ({ name, day })));
  const { rowCount } = await tx.db.execute(sql`
    DELETE FROM company_metrics m WHERE m.company_id = ${tx.company}::uuid AND m.source = ${source}
      AND m.metric_name = ANY(${sql.param([...names])}::text[]) AND (m.metric_name, m.measurement_date) NOT IN (
        SELECT k.name, k.day FROM jsonb_to_recordset(${keys}::jsonb) AS k (name text, day date))`);
  return rowCount ?? 0;
}

type At = Pick<Figure, "metricName" | "measurementDate">;

const isChoice = and(
  eq(metricChoices.companyId, companyMetrics.companyId),
  eq(metricChoices.metricName, companyMetrics.metricName),
);
const byRank = rankOf(ownSource, sql`${metricChoices.source}`);

/** Figures of these metrics on these days, from every source, the best one first. */
export async function at(tx: Tx, asked: readonly At[]): Promise<MetricPoint[]> {
  const { companyId, metricName, measurementDate } = companyMetrics;
  const keys = new Set(asked.map((one) => `${one.metricName} ${one.measurementDate}`));
  if (keys.size === 0) return [];
  const rows = await tx.db
    .select(getTableColumns(companyMetrics))
    .from(companyMetrics)
    .leftJoin(metricChoices, isChoice)
    .where(
      and(
        eq(companyId, tx.company),
        inArray(metricName, [...new Set(asked.map((one) => one.metricName))]),
        inArray(measurementDate, [...new Set(asked.map((one) => one.measurementDate))]),
      ),
    )
    .orderBy(byRank);
  return rows.map(toPoint).filter((point) => keys.has(`${point.metricName} ${point.measurementDate}`));
}

/** Removes a figure entered by hand unless its value has changed since; returns whether it was there. */
export async function removeEntered(
  tx: Tx,
  { metricName, measurementDate, metricValue }: Omit<Figure, "currency">,
): Promise<boolean> {
  const rows = await tx.db
    .delete(companyMetrics)
    .where(
      inCompany(
        tx,
        companyMetrics,
        eq(companyMetrics.metricName, metricName),
        eq(companyMetrics.measurementDate, measurementDate),
        eq(companyMetrics.source, "manual"),
        eq(companyMetrics.metricValue, metricValue),
      ),
    )
    .returning({ name: companyMetrics.metricName });
  return rows.length > 0;
}

/** Removes figures of one source that were not written again since; returns how many. */
export async function removeUnchanged(
  tx: Tx,
  source: MetricSource,
  figures: readonly At[],
  since: Date,
): Promise<number> {
  const { companyId, metricName, measurementDate, recordedAt } = companyMetrics;
  let removed = 0;
  for (const [name, some] of Map.groupBy(figures, (one) => one.metricName)) {
    const days = some.map((one) => one.measurementDate);
    const gone = await tx.db
      .delete(companyMetrics)
      .where(
        and(
          eq(companyId, tx.company),
          eq(metricName, name),
          eq(companyMetrics.source, source),
          inArray(measurementDate, days),
          lte(recordedAt, since),
        ),
      )
      .returning({ day: measurementDate });
    removed += gone.length;
  }
  return removed;
}

/** The currencies in which one source's figures are recorded, by "metric day"; figures without one are omitted. */
export async function currenciesOf(
  tx: Tx,
  source: MetricSource,
  figures: readonly Pick<Figure, "metricName" | "measurementDate">[],
): Promise<Map<string, Currency>> {
  const known = new Map<string, Currency>();
  for (let start = 0; start < figures.length; start += batchSize) {
    const json = JSON.stringify(
      figures
        .slice(start, start + batchSize)
        .map(({ metricName, measurementDate }) => ({ name: metricName, day: measurementDate })),
    );
    const { rows } = await tx.db.execute<{ name: string; day: string; currency: Currency }>(sql`
      SELECT asked.name, asked.day::text AS day, m.currency
      FROM jsonb_to_recordset(${json}::jsonb) AS asked (name text, day date)
      JOIN company_metrics m ON m.company_id = ${tx.company}::uuid AND m.metric_name = asked.name
        AND m.measurement_date = asked.day AND m.source = ${source}
      WHERE m.currency IS NOT NULL`);
    for (const { name, day, currency } of rows) known.set(`${name} ${day}`, currency);
  }
  return known;
}

/**
 * Sets this currency on money figures without one, written by earlier versions: metrics that are money by name, or have
 * another figure with a currency.
 */
export async function nameCurrency(tx: Tx, currency: Currency): Promise<void> {
  await tx.db.execute(sql`
    UPDATE company_metrics SET currency = ${currency}
    WHERE company_id = ${tx.company}::uuid AND currency IS NULL AND metric_name IN (
      SELECT metric_name FROM company_metrics WHERE company_id = ${tx.company}::uuid AND currency IS NOT NULL
      UNION SELECT jsonb_array_elements_text(${JSON.stringify(moneyMetrics)}::jsonb))`);
}

const newest = prepared<typeof companyMetrics.$inferSelect, { name: string; days: number }>((db) =>
  db
    .select()
    .from(companyMetrics)
    .where(
      and(
        eq(companyMetrics.companyId, company),
        eq(companyMetrics.metricName, sql.placeholder("name")),
        sql`${companyMetrics.measurementDate} > (SELECT max(l.measurement_date) FROM company_metrics l
          WHERE l.company_id = ${company} AND l.metric_name = ${sql.placeholder("name")}) - ${sql.placeholder("days")}::int`,
      ),
    )
    .orderBy(desc(companyMetrics.measurementDate), worstFirst(given("name"), company))
    // No more rows exist, but without it the planner expects a third of the table and reads all of it.
    .limit(sql`${sql.placeholder("days")}::int * ${sql.raw(String(metricSources.length))}` as never),
);

/** One metric's figures from every source, for the last days up to its latest figure, oldest first. */
export async function lastDays(tx: Tx, name: string, days: number): Promise<MetricPoint[]> {
  return (await newest(tx, { name, days })).map(toPoint).toReversed();
}

function toPoint(row: typeof companyMetrics.$inferSelect): MetricPoint {
  const { companyId: _company, agentId: _agent, recordedAt, ...point } = row;
  return { ...point, recordedAt: recordedAt.toISOString() };
}

/** The latest day with a figure from any source. */
export async function lastDay(tx: Tx, name: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ day: companyMetrics.measurementDate })
    .from(companyMetrics)
    .where(inCompany(tx, companyMetrics, eq(companyMetrics.metricName, name)))
    .orderBy(desc(companyMetrics.measurementDate))
    .limit(1);
  return row?.day ?? null;
}

/** The metric's last figure before a day, from the best source; null if there is none. */
export async function before(
  tx: Tx,
  name: string,
  day: string,
): Promise<{ day: string; value: number; currency: string | null } | null> {
  const { measurementDate, metricValue: value, currency } = companyMetrics;
  const [row] = await tx.db
    .select({ day: measurementDate, value, currency })
    .from(companyMetrics)
    .where(inCompany(tx, companyMetrics, eq(companyMetrics.metricName, name), lt(companyMetrics.measurementDate, day)))
    .orderBy(desc(measurementDate), rankOf(ownSource, chosenOf(tx.company, name)))
    .limit(1);
  return row ?? null;
}

/** The names of the company's metrics, sorted; one index lookup per name. */
export async function names(tx: Tx): Promise<string[]> {
  const { rows } = await tx.db.execute<{ name: string }>(sql`
    WITH RECURSIVE known AS (
      (SELECT metric_name AS name FROM company_metrics WHERE company_id = ${tx.company} ORDER BY metric_name LIMIT 1)
      UNION ALL
      SELECT (SELECT m.metric_name FROM company_metrics m WHERE m.company_id = ${tx.company} AND m.metric_name > k.name
        ORDER BY m.metric_name LIMIT 1) FROM known k WHERE k.name IS NOT NULL
    ) SELECT name FROM known WHERE name IS NOT NULL`);
  return rows.map(({ name }) => name);
}

const maxSeries = 500;

/** Every metric with its latest figure (best source) and its number of days. */
export async function latest(tx: Tx): Promise<{ latest: MetricPoint; days: number }[]> {
  // Qualified by hand: Drizzle omits the table of a column in a query on one table, and it would refer to `m` here.
  const days = sql<number>`(SELECT count(DISTINCT m.measurement_date)::int FROM company_metrics m
    WHERE m.company_id = company_metrics.company_id AND m.metric_name = company_metrics.metric_name)`;
  const rows = await tx.db
    .selectDistinctOn([companyMetrics.metricName], { ...getTableColumns(companyMetrics), days })
    .from(companyMetrics)
    .leftJoin(metricChoices, isChoice)
    .where(inCompany(tx, companyMetrics))
    .orderBy(companyMetrics.metricName, desc(companyMetrics.measurementDate), byRank)
    .limit(maxSeries);
  return rows.map(({ days: count, ...row }) => ({ latest: toPoint(row), days: count }));
}
