import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { metricSources } from "#features/metrics/contract.ts";

const ranked = sql.raw(`ARRAY[${metricSources.map((source) => `'${source}'`).join(", ")}]`);

/** A lower rank is a better source: what people type, then what a person chose, then the order of the sources. */
export const rankOf = (source: SQLWrapper, chosen: SQL): SQL =>
  sql`CASE ${source} WHEN 'manual' THEN 0 WHEN ${chosen} THEN 1 ELSE 1 + array_position(${ranked}, ${source}) END`;

/** The source that was chosen for a metric. */
export const chosenOf = (company: unknown, metric: unknown): SQL =>
  sql`(SELECT c.source FROM metric_choices c WHERE c.company_id = ${company} AND c.metric_name = ${metric})`;
