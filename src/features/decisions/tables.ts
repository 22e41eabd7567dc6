import { type SQL, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Priority } from "#contract/words.ts";
import type { Authorization } from "#features/authority/contract.ts";
import type { Exposure } from "#contract/actions.ts";
import type * as calls from "#features/decisions/contract.ts";
import { agents } from "#features/agents/tables.ts";
import { companyId, moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Counts decisions per company; locked while a number is assigned. */
export const decisionCounters = pg.pgTable("decision_counters", {
  companyId: companyId().primaryKey(),
  made: pg.integer().notNull(),
});
tag(decisionCounters, { made: tags.operation });

/** Sort order by priority; shared, because the index only serves the identical expression. */
export const urgencyOf = (priority: pg.PgColumn): SQL<number> =>
  sql<number>`(CASE ${priority} WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END)`;

export const decisions = companyTable(
  "decisions",
  {
    number: pg.integer().notNull(),
    agentId: pg.uuid().notNull(),
    agentName: pg.text().notNull(),
    agentRole: pg.text().$type<AgentRoleId>().notNull(),
    decisionType: pg.text().notNull(),
    /** Agent, type and context; see `fingerprint` in the rules. */
    fingerprint: pg.text().notNull(),
    title: pg.text().notNull(),
    description: pg.text().notNull(),
    context: pg.jsonb().$type<Record<string, unknown>>().notNull(),
    recommendation: pg.text().notNull(),
    confidence: pg.numeric({ precision: 5, scale: 4, mode: "number" }).notNull(),
    impact: pg.text().$type<calls.Decision["impact"]>().notNull(),
    priority: pg.text().$type<Priority>().notNull().default("medium"),
    status: pg.text().$type<calls.DecisionStatus>().notNull().default("pending"),
    requiresApproval: pg.boolean().notNull(),
    settledBy: pg.uuid(),
    /** The hold epoch in which the policy approved it; null if it did not. */
    policyEpoch: pg.integer(),
    reason: pg.text(),
    /** The approver's estimate that the forecast comes true, 0 to 1. */
    approverProbability: pg.numeric({ precision: 5, scale: 4, mode: "number" }),
    closedReason: pg.text(),
    settledAt: moment(),
    /** Until then a person can undo it and its effects have not run; null while pending and after they ran. */
    undoUntil: moment(),
    /** When a person last made it pending again. */
    undoneAt: moment(),
    expiresAt: moment().notNull(),
    /** A sample proposal: shown, marked, never counted. */
    isTest: pg.boolean().notNull().default(false),
    engine: pg.text().notNull(),
    runId: pg.uuid().notNull(),
    origin: pg.text().$type<Origin>().notNull().default("system"),
    authorization: pg.jsonb().$type<Authorization>().notNull(),
    metadata: pg.jsonb().$type<calls.Decision["metadata"]>().notNull(),
    alternatives: pg.jsonb().$type<calls.Decision["alternatives"]>().notNull(),
    evidence: pg.jsonb().$type<calls.Evidence[]>().notNull(),
    exposure: pg.jsonb().$type<Exposure>().notNull(),
    /** How many tasks an approval starts, for lists, which don't read the plan. */
    plannedTasks: pg.integer().notNull().default(0),
    working: pg.jsonb().$type<z.infer<typeof calls.working>>().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    pg.unique("decisions_number").on(row.companyId, row.number),
    pg.index("decisions_by_status").on(row.companyId, row.status, row.number),
    pg.index("decisions_of_run").on(row.companyId, row.runId),
    pg.index("decisions_same").on(row.companyId, row.agentId, row.createdAt),
    pg
      .index("decisions_waiting")
      .on(row.companyId, urgencyOf(row.priority), row.number.desc().nullsFirst())
      .where(sql`${row.status} = 'pending'`),
    // The control center's: tests come last there.
    pg
      .index("decisions_urgent")
      .on(row.companyId, row.isTest, urgencyOf(row.priority), row.number.desc().nullsFirst())
      .where(sql`${row.status} = 'pending'`),
    pg
      .index("decisions_by_settler")
      .on(row.companyId, row.settledBy, row.settledAt)
      .where(sql`${row.settledBy} IS NOT NULL`),
    pg.index("decisions_held").on(row.companyId).where(sql`${row.undoUntil} IS NOT NULL`),
    refers("decisions_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]),
  ],
);
tag(
  decisions,
  {
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
export const forecasts = pg.pgTable(
  "forecasts",
  {
    companyId: companyId(),
    decisionId: pg.uuid().notNull(),
    position: pg.integer().notNull(),
    claim: pg.text().notNull(),
    horizon: pg.text().$type<"proxy" | "final">().notNull(),
    metric: pg.text(),
    target: pg.numeric({ precision: 24, scale: 4, mode: "number" }),
    probability: pg.numeric({ precision: 5, scale: 4, mode: "number" }).notNull(),
    baseRate: pg.numeric({ precision: 5, scale: 4, mode: "number" }),
    baseRateNote: pg.text().notNull(),
    dueOn: pg.date({ mode: "string" }).notNull(),
    resolver: pg.text().$type<calls.Forecast["resolver"]>().notNull(),
    /** How company data resolves it; null if a person does. */
    measuredBy: pg.jsonb().$type<calls.MeasuredBy>(),
    held: pg.boolean(),
    /** Who resolved it: a person instead of `resolver` if the data was missing. */
    resolution: pg.text().$type<calls.Forecast["resolver"]>(),
    value: pg.numeric({ precision: 24, scale: 4, mode: "number" }),
    /** Where the outcome comes from: the data read, or a person's note. */
    source: pg.text(),
    sourceHref: pg.text(),
    resolvedAt: moment(),
    resolvedBy: pg.uuid(),
    /** How often the outcome was corrected. */
    corrections: pg.integer().notNull().default(0),
  },
  (row) => [
    pg.primaryKey({ columns: [row.companyId, row.decisionId, row.position] }),
    pg.check("forecasts_resolver", sql`${row.resolver} IN ('metric', 'rule', 'human')`),
    // Only the named resolver or a person resolves a forecast, never a language model.
    pg.check("forecasts_resolution", sql`${row.resolution} IN (${row.resolver}, 'human')`),
    pg.check(
      "forecasts_outcome",
      sql`(${row.held} IS NULL) = (${row.resolution} IS NULL) AND (${row.held} IS NULL) = (${row.resolvedAt} IS NULL)
        AND (${row.held} IS NOT NULL OR (${row.value} IS NULL AND ${row.source} IS NULL))`,
    ),
    pg.check(
      "forecasts_resolved_by",
      sql`(${row.resolvedBy} IS NOT NULL) = (${row.resolution} IS NOT DISTINCT FROM 'human')`,
    ),
    pg.index("forecasts_open").on(row.companyId, row.dueOn).where(sql`${row.held} IS NULL`),
    pg.index("forecasts_resolved").on(row.companyId, row.horizon).where(sql`${row.held} IS NOT NULL`),
    refers("forecasts_decision", [row.companyId, row.decisionId], [decisions.companyId, decisions.id]).onDelete(
      "cascade",
    ),
  ],
);
tag(
  forecasts,
  {
    ...columns(tags.key, "decisionId position"),
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
export const forecastCorrections = pg.pgTable(
  "forecast_corrections",
  {
    companyId: companyId(),
    decisionId: pg.uuid().notNull(),
    position: pg.integer().notNull(),
    number: pg.integer().notNull(),
    wasHeld: pg.boolean().notNull(),
    wasValue: pg.numeric({ precision: 24, scale: 4, mode: "number" }),
    wasSource: pg.text(),
    wasResolution: pg.text().$type<calls.Forecast["resolver"]>().notNull(),
    wasResolvedAt: moment().notNull(),
    wasResolvedBy: pg.uuid(),
    held: pg.boolean().notNull(),
    reason: pg.text().notNull(),
    correctedBy: pg.uuid().notNull(),
    correctedAt: moment().notNull(),
  },
  (row) => [
    pg.primaryKey({ columns: [row.companyId, row.decisionId, row.position, row.number] }),
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
    ...columns(tags.key, "decisionId position number"),
    ...columns(tags.decision, "wasHeld wasValue wasSource wasResolution wasResolvedAt held reason correctedAt"),
    ...columns(tags.link, "wasResolvedBy correctedBy"),
  },
  { onReset: "take all" },
);
