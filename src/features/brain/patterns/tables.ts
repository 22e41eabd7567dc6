import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { Pattern } from "#features/brain/patterns/contract.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Patterns found in the events; the same pattern, by its fingerprint, is one row. */
export const brainPatterns = companyTable(
  "brain_patterns",
  {
    fingerprint: pg.text().notNull(),
    name: pg.text().notNull(),
    description: pg.text().notNull(),
    patternType: pg.text().notNull(),
    conditions: pg.jsonb().$type<Record<string, string | number>>().notNull().default({}),
    examples: pg.jsonb().$type<Pattern["examples"]>().notNull().default([]),
    confidence: pg.real().notNull().default(0.5),
    occurences: pg.integer().notNull().default(1),
    lastDetected: moment().notNull(),
    isActive: pg.boolean().notNull().default(true),
    createdAt: moment().notNull(),
  },
  (row) => [
    pg.unique("brain_patterns_once").on(row.companyId, row.fingerprint),
    pg.index("brain_patterns_newest").on(row.companyId, row.lastDetected, row.id),
  ],
);
tag(
  brainPatterns,
  {
    ...columns(tags.key, "fingerprint"),
    ...columns(
      tags.operation,
      "name description patternType conditions examples confidence occurences lastDetected isActive createdAt",
    ),
  },
  { onReset: "take all", whenMet: { merged: { createdAt: "least" } } },
);

/** Insights, and one reflection per company and day. */
export const brainInsights = companyTable(
  "brain_insights",
  {
    title: pg.text().notNull(),
    insight: pg.text().notNull(),
    category: pg.text().notNull(),
    confidence: pg.real().notNull(),
    actionable: pg.boolean().notNull(),
    recommendations: pg.text().array().notNull().default(sql`'{}'`),
    supportingData: pg.jsonb().$type<Record<string, unknown>>().notNull().default({}),
    relatedPatternIds: pg.uuid().array().notNull().default(sql`'{}'`),
    /** Set for a reflection. */
    day: pg.date(),
    createdAt: moment().notNull(),
  },
  (row) => [
    pg.unique("brain_insights_once").on(row.companyId, row.category, row.day),
    pg.index("brain_insights_newest").on(row.companyId, row.createdAt, row.id),
  ],
);
tag(
  brainInsights,
  {
    ...columns(tags.key, "relatedPatternIds"),
    ...columns(
      tags.operation,
      "title insight category confidence actionable recommendations supportingData day createdAt",
    ),
  },
  { onReset: "take all" },
);

/** Settled decisions as the Brain remembers them; the id is the decision's. */
export const brainDecisionLog = companyTable(
  "brain_decision_log",
  {
    agentId: pg.uuid(),
    /** At most 500 characters. */
    summary: pg.text().notNull(),
    detail: pg.text().notNull(),
    decisionType: pg.text().notNull(),
    outcome: pg.text(),
    /** 0 to 10. */
    impactScore: pg.real().notNull().default(5),
    relatedEntityIds: pg.uuid().array().notNull().default(sql`'{}'`),
    patterns: pg.text().array().notNull().default(sql`'{}'`),
    createdAt: moment().notNull(),
  },
  (row) => [pg.index("brain_decision_log_newest").on(row.companyId, row.createdAt, row.id)],
);
tag(
  brainDecisionLog,
  {
    ...columns(
      tags.decision,
      "agentId summary detail decisionType outcome impactScore relatedEntityIds patterns createdAt",
    ),
  },
  { onReset: "take all", ages: { from: "createdAt" } },
);
