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
import { tag, tags } from "#platform/db/registry.ts";

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
    companyId: tags.key,
    id: tags.key,
    fingerprint: tags.key,
    name: tags.operation,
    description: tags.operation,
    patternType: tags.operation,
    conditions: tags.operation,
    examples: tags.operation,
    confidence: tags.operation,
    occurences: tags.operation,
    lastDetected: tags.operation,
    isActive: tags.operation,
    createdAt: tags.operation,
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
    companyId: tags.key,
    id: tags.key,
    title: tags.operation,
    insight: tags.operation,
    category: tags.operation,
    confidence: tags.operation,
    actionable: tags.operation,
    recommendations: tags.operation,
    supportingData: tags.operation,
    relatedPatternIds: tags.key,
    day: tags.operation,
    createdAt: tags.operation,
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
    companyId: tags.key,
    id: tags.key,
    agentId: tags.decision,
    summary: tags.decision,
    detail: tags.decision,
    decisionType: tags.decision,
    outcome: tags.decision,
    impactScore: tags.decision,
    relatedEntityIds: tags.decision,
    patterns: tags.decision,
    createdAt: tags.decision,
  },
  { onReset: "take all", ages: { from: "createdAt" } },
);
