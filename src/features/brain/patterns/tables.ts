import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Pattern } from "#features/brain/patterns/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Patterns found in the events; the same pattern, by its fingerprint, is one row. */
export const brainPatterns = pgTable(
  "brain_patterns",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    fingerprint: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    patternType: text().notNull(),
    conditions: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    examples: jsonb().$type<Pattern["examples"]>().notNull().default([]),
    confidence: real().notNull().default(0.5),
    occurences: integer().notNull().default(1),
    lastDetected: moment().notNull(),
    isActive: boolean().notNull().default(true),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("brain_patterns_once").on(row.companyId, row.fingerprint),
    index("brain_patterns_newest").on(row.companyId, row.lastDetected, row.id),
  ],
);
tag(
  brainPatterns,
  {
    ...columns(tags.key, "companyId id fingerprint"),
    ...columns(
      tags.operation,
      "name description patternType conditions examples confidence occurences lastDetected isActive createdAt",
    ),
  },
  { onReset: "take all", whenMet: { merged: { createdAt: "least" } } },
);

/** Insights, and one reflection per company and day. */
export const brainInsights = pgTable(
  "brain_insights",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    title: text().notNull(),
    insight: text().notNull(),
    category: text().notNull(),
    confidence: real().notNull(),
    actionable: boolean().notNull(),
    recommendations: text().array().notNull().default(sql`'{}'`),
    supportingData: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    relatedPatternIds: uuid().array().notNull().default(sql`'{}'`),
    /** Set for a reflection. */
    day: date(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("brain_insights_once").on(row.companyId, row.category, row.day),
    index("brain_insights_newest").on(row.companyId, row.createdAt, row.id),
  ],
);
tag(
  brainInsights,
  {
    ...columns(tags.key, "companyId id relatedPatternIds"),
    ...columns(
      tags.operation,
      "title insight category confidence actionable recommendations supportingData day createdAt",
    ),
  },
  { onReset: "take all" },
);

/** Settled decisions as the Brain remembers them; the id is the decision's. */
export const brainDecisionLog = pgTable(
  "brain_decision_log",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    agentId: uuid(),
    /** At most 500 characters. */
    summary: text().notNull(),
    detail: text().notNull(),
    decisionType: text().notNull(),
    outcome: text(),
    /** 0 to 10. */
    impactScore: real().notNull().default(5),
    relatedEntityIds: uuid().array().notNull().default(sql`'{}'`),
    patterns: text().array().notNull().default(sql`'{}'`),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("brain_decision_log_newest").on(row.companyId, row.createdAt, row.id),
  ],
);
tag(
  brainDecisionLog,
  {
    ...columns(tags.key, "companyId id"),
    ...columns(
      tags.decision,
      "agentId summary detail decisionType outcome impactScore relatedEntityIds patterns createdAt",
    ),
  },
  { onReset: "take all", ages: { from: "createdAt" } },
);
