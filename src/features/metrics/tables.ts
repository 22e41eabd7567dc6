import { date, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
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
    ...columns(tags.key, "companyId measurementDate source"),
    ...columns(tags.figure, "metricName metricValue currency agentId recordedAt"),
  },
  { ages: { from: "recordedAt" } },
);
