import { date, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Currency } from "#contract/words.ts";
import type { MetricImport, MetricSource } from "#features/metrics/contract.ts";
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

/** A CSV file being imported; its content is deleted when the import ends. */
export const metricImports = pgTable(
  "metric_imports",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    fileName: text().notNull(),
    metricName: text().notNull(),
    currency: text().$type<Currency>(),
    dateColumn: text().notNull(),
    valueColumn: text().notNull(),
    dateFormat: text().$type<"YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY">().notNull(),
    content: text(),
    status: text().$type<MetricImport["status"]>().notNull(),
    read: integer().notNull().default(0),
    total: integer(),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    badCount: integer().notNull().default(0),
    badLines: jsonb().$type<MetricImport["badLines"]>().notNull().default([]),
    sentence: text(),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
    finishedAt: moment(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(
  metricImports,
  {
    companyId: tags.key,
    id: tags.key,
    fileName: tags.figure,
    metricName: tags.figure,
    currency: tags.figure,
    dateColumn: tags.figure,
    valueColumn: tags.figure,
    dateFormat: tags.figure,
    content: tags.figure,
    status: tags.figure,
    read: tags.figure,
    total: tags.figure,
    added: tags.figure,
    changed: tags.figure,
    unchanged: tags.figure,
    badCount: tags.figure,
    badLines: tags.figure,
    sentence: tags.figure,
    createdBy: tags.link,
    createdAt: tags.figure,
    finishedAt: tags.figure,
  },
  { ages: { from: "createdAt" } },
);
