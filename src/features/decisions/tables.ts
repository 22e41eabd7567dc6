import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Priority } from "#contract/words.ts";
import type { Authorization } from "#features/authority/contract.ts";
import type { Exposure } from "#contract/actions.ts";
import type {
  Decision,
  DecisionStatus,
  Evidence,
  Forecast,
  MeasuredBy,
  working,
} from "#features/decisions/contract.ts";
import { agents } from "#features/agents/tables.ts";
import { companyId, moment, refers } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Counts decisions per company; locked while a number is assigned. */
export const decisionCounters = pgTable("decision_counters", {
  companyId: companyId().primaryKey(),
  made: integer().notNull(),
});
tag(decisionCounters, { companyId: tags.key, made: tags.operation });

/** Sort order by priority; shared, because the index only serves the identical expression. */
export const urgencyOf = (priority: PgColumn): SQL<number> =>
  sql<number>`(CASE ${priority} WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END)`;

export const decisions = pgTable(
  "decisions",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    number: integer().notNull(),
    agentId: uuid().notNull(),
    agentName: text().notNull(),
    agentRole: text().$type<AgentRoleId>().notNull(),
    decisionType: text().notNull(),
    /** Agent, type and context; see `fingerprint` in the rules. */
    fingerprint: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    context: jsonb().$type<Record<string, unknown>>().notNull(),
    recommendation: text().notNull(),
    confidence: numeric({ precision: 5, scale: 4, mode: "number" }).notNull(),
    impact: text().$type<Decision["impact"]>().notNull(),
    priority: text().$type<Priority>().notNull().default("medium"),
    status: text().$type<DecisionStatus>().notNull().default("pending"),
    requiresApproval: boolean().notNull(),
    settledBy: uuid(),
    /** The hold epoch in which the policy approved it; null if it did not. */
    policyEpoch: integer(),
    reason: text(),
    /** The approver's estimate that the forecast comes true, 0 to 1. */
    approverProbability: numeric({ precision: 5, scale: 4, mode: "number" }),
    closedReason: text(),
    settledAt: moment(),
    /** Until then a person can undo it and its effects have not run; null while pending and after they ran. */
    undoUntil: moment(),
    /** When a person last made it pending again. */
    undoneAt: moment(),
    expiresAt: moment().notNull(),
    /** A sample proposal: shown, marked, never counted. */
    isTest: boolean().notNull().default(false),
    engine: text().notNull(),
    runId: uuid().notNull(),
    origin: text().$type<Origin>().notNull().default("system"),
    authorization: jsonb().$type<Authorization>().notNull(),
    metadata: jsonb().$type<Decision["metadata"]>().notNull(),
    alternatives: jsonb().$type<Decision["alternatives"]>().notNull(),
    evidence: jsonb().$type<Evidence[]>().notNull(),
    exposure: jsonb().$type<Exposure>().notNull(),
    /** How many tasks an approval starts, for lists, which don't read the plan. */
    plannedTasks: integer().notNull().default(0),
    working: jsonb().$type<z.infer<typeof working>>().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("decisions_number").on(row.companyId, row.number),
    index("decisions_by_status").on(row.companyId, row.status, row.number),
    index("decisions_of_run").on(row.companyId, row.runId),
    index("decisions_same").on(row.companyId, row.agentId, row.createdAt),
    index("decisions_waiting")
      .on(row.companyId, urgencyOf(row.priority), row.number.desc().nullsFirst())
      .where(sql`${row.status} = 'pending'`),
    // The control center's: tests come last there.
    index("decisions_urgent")
      .on(row.companyId, row.isTest, urgencyOf(row.priority), row.number.desc().nullsFirst())
      .where(sql`${row.status} = 'pending'`),
    index("decisions_by_settler")
      .on(row.companyId, row.settledBy, row.settledAt)
      .where(sql`${row.settledBy} IS NOT NULL`),
    index("decisions_held").on(row.companyId).where(sql`${row.undoUntil} IS NOT NULL`),
    refers("decisions_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]),
  ],
);
tag(
  decisions,
  {
    ...columns(tags.key, "companyId id"),
    ...columns(
      tags.decision,
      "number agentId agentName agentRole decisionType fingerprint title description context recommendation",
      "confidence impact priority status requiresApproval policyEpoch reason approverProbability closedReason",
      "settledAt undoUntil undoneAt expiresAt isTest engine runId origin authorization metadata alternatives",
      "evidence exposure plannedTasks working createdAt",
    ),
    settledBy: tags.link,
  },
  { onReset: "take all", ages: { from: "createdAt", where: sql`${decisions.status} <> 'pending'` } },
);

/**
 * A trigger keeps every column but the outcome unchanged, and the outcome too once it is recorded: only a recorded
 * correction changes it.
 */
export const forecasts = pgTable(
  "forecasts",
  {
    companyId: companyId(),
    decisionId: uuid().notNull(),
    position: integer().notNull(),
    claim: text().notNull(),
    horizon: text().$type<"proxy" | "final">().notNull(),
    metric: text(),
    target: numeric({ precision: 24, scale: 4, mode: "number" }),
    probability: numeric({ precision: 5, scale: 4, mode: "number" }).notNull(),
    baseRate: numeric({ precision: 5, scale: 4, mode: "number" }),
    baseRateNote: text().notNull(),
    dueOn: date({ mode: "string" }).notNull(),
    resolver: text().$type<Forecast["resolver"]>().notNull(),
    /** How company data resolves it; null if a person does. */
    measuredBy: jsonb().$type<MeasuredBy>(),
    held: boolean(),
    /** Who resolved it: a person instead of `resolver` if the data was missing. */
    resolution: text().$type<Forecast["resolver"]>(),
    value: numeric({ precision: 24, scale: 4, mode: "number" }),
    /** Where the outcome comes from: the data read, or a person's note. */
    source: text(),
    sourceHref: text(),
    resolvedAt: moment(),
    resolvedBy: uuid(),
    /** How often the outcome was corrected. */
    corrections: integer().notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.decisionId, row.position] }),
    check("forecasts_resolver", sql`${row.resolver} IN ('metric', 'rule', 'human')`),
    // Only the named resolver or a person resolves a forecast, never a language model.
    check("forecasts_resolution", sql`${row.resolution} IN (${row.resolver}, 'human')`),
    check(
      "forecasts_outcome",
      sql`(${row.held} IS NULL) = (${row.resolution} IS NULL) AND (${row.held} IS NULL) = (${row.resolvedAt} IS NULL)
        AND (${row.held} IS NOT NULL OR (${row.value} IS NULL AND ${row.source} IS NULL))`,
    ),
    check(
      "forecasts_resolved_by",
      sql`(${row.resolvedBy} IS NOT NULL) = (${row.resolution} IS NOT DISTINCT FROM 'human')`,
    ),
    index("forecasts_open").on(row.companyId, row.dueOn).where(sql`${row.held} IS NULL`),
    index("forecasts_resolved").on(row.companyId, row.horizon).where(sql`${row.held} IS NOT NULL`),
    refers("forecasts_decision", [row.companyId, row.decisionId], [decisions.companyId, decisions.id]).onDelete(
      "cascade",
    ),
  ],
);
tag(
  forecasts,
  {
    ...columns(tags.key, "companyId decisionId position"),
    ...columns(
      tags.decision,
      "claim horizon metric target probability baseRate baseRateNote dueOn resolver measuredBy held resolution",
      "value source sourceHref resolvedAt corrections",
    ),
    resolvedBy: tags.link,
  },
  { onReset: "take all" },
);

/** Corrected outcomes, append-only: what was recorded, what replaced it, who did it and why. */
export const forecastCorrections = pgTable(
  "forecast_corrections",
  {
    companyId: companyId(),
    decisionId: uuid().notNull(),
    position: integer().notNull(),
    number: integer().notNull(),
    wasHeld: boolean().notNull(),
    wasValue: numeric({ precision: 24, scale: 4, mode: "number" }),
    wasSource: text(),
    wasResolution: text().$type<Forecast["resolver"]>().notNull(),
    wasResolvedAt: moment().notNull(),
    wasResolvedBy: uuid(),
    held: boolean().notNull(),
    reason: text().notNull(),
    correctedBy: uuid().notNull(),
    correctedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.decisionId, row.position, row.number] }),
    refers(
      "forecast_corrections_forecast",
      [row.companyId, row.decisionId, row.position],
      [forecasts.companyId, forecasts.decisionId, forecasts.position],
    ).onDelete("cascade"),
  ],
);
tag(
  forecastCorrections,
  {
    ...columns(tags.key, "companyId decisionId position number"),
    ...columns(tags.decision, "wasHeld wasValue wasSource wasResolution wasResolvedAt held reason correctedAt"),
    ...columns(tags.link, "wasResolvedBy correctedBy"),
  },
  { onReset: "take all" },
);
