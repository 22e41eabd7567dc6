import { date, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Currency } from "#contract/words.ts";
import type { MetricSource } from "#features/metrics/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

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
    companyId: tags.key,
    metricName: tags.figure,
    measurementDate: tags.key,
    source: tags.key,
    metricValue: tags.figure,
    currency: tags.figure,
    agentId: tags.figure,
    recordedAt: tags.figure,
  },
  { ages: { from: "recordedAt" } },
);
