import { date, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Currency } from "#contract/words.ts";
import type { MetricSource } from "#features/metrics/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

export const companyMetrics = pgTable(
  "company_metrics",
  {
    companyId: companyId(),
    metricName: text().notNull(),
    measurementDate: date({ mode: "string" }).notNull(),
    source: text().$type<MetricSource>().notNull(),
    metricValue: numeric({ precision: 24, scale: 4, mode: "number" }).notNull(),
    currency: text().$type<Currency>(),
    agentId: uuid(),
    recordedAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.metricName, row.measurementDate, row.source] })],
);
tag(
  companyMetrics,
  {
    ...columns(tags.key, "measurementDate source"),
    ...columns(tags.figure, "metricName metricValue currency agentId recordedAt"),
  },
  { ages: { from: "recordedAt" } },
);

/** Services whose rows come in by themselves, and when each was last read to its end. */
/** Rows of a kind; `isOwn`: what files, people and programs gave has them too. */
export type Doubles = { kind: string; sentence: string; isOwn: boolean };

export const dataSources = pgTable(
  "data_sources",
  {
    companyId: companyId(),
    source: text().notNull(),
    name: text().notNull(),
    /** The kinds of records that come from it. */
    kinds: jsonb().$type<string[]>().notNull(),
    everyMinutes: integer().notNull(),
    readAt: moment().notNull(),
    /** What of it another source has too, and so counts twice. */
    doubles: jsonb().$type<Doubles[]>().notNull().default([]),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.source] })],
);
tag(dataSources, {
  ...columns(tags.key, "source"),
  ...columns(tags.operation, "name kinds everyMinutes readAt doubles"),
});

/** The source a person chose for a metric: it counts before the others, after what people type. */
export const metricChoices = pgTable(
  "metric_choices",
  { companyId: companyId(), metricName: text().notNull(), source: text().$type<MetricSource>().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.metricName] })],
);
tag(metricChoices, { ...columns(tags.key, "metricName"), ...columns(tags.setting, "source") });
